//! The lexer: brackets, commas, colons, texts and words of RON, with their bytes.
//!
//! Knows just enough to split a file into its values without giving up at the
//! first mistake; the `ron` crate parses the scalars.

use std::ops::Range;

use tabletop::text::bytes::is_blank;

/// The kind of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TokenKind {
    /// `(`, `[` or `{`.
    Open(u8),
    /// `)`, `]` or `}`.
    Close(u8),
    /// `,`
    Comma,
    /// `:`
    Colon,
    /// A text or character in quotes.
    Text,
    /// A name, a number, or anything else without white space.
    Word,
}

/// A token and its bytes in the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Token {
    pub(super) kind: TokenKind,
    pub(super) start: usize,
    pub(super) end: usize,
}

/// A text or comment that is never closed, or a bracket without its partner.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct LexError {
    /// Byte where it begins.
    pub(super) at: usize,
    pub(super) what: String,
    pub(super) expected: String,
}

impl LexError {
    fn new(at: usize, what: impl Into<String>, expected: impl Into<String>) -> Box<Self> {
        Box::new(Self { at, what: what.into(), expected: expected.into() })
    }
}

/// Yields the tokens; skips comments and white space.
#[derive(Clone, Debug)]
pub(super) struct Lexer<'a> {
    text: &'a str,
    at: usize,
    end: usize,
}

impl<'a> Lexer<'a> {
    /// The tokens of `text[start..end]`; their offsets count from the start of `text`.
    pub(super) fn new(text: &'a str, start: usize, end: usize) -> Self {
        Self { text, at: start, end }
    }

    /// The text not yet read.
    fn rest(&self) -> &'a str {
        &self.text[self.at..self.end]
    }

    /// The byte here; `None` at the end.
    fn byte(&self) -> Option<u8> {
        self.text.as_bytes()[..self.end].get(self.at).copied()
    }

    fn pass_space(&mut self) -> Result<(), Box<LexError>> {
        while let Some(byte) = self.byte() {
            match byte {
                b' ' | b'\t' | b'\n' | b'\r' | 0x0B | 0x0C => self.at += 1,
                b'/' if self.rest().starts_with("//") => {
                    let rest = self.rest();
                    self.at += rest.find('\n').unwrap_or(rest.len());
                }
                b'/' if self.rest().starts_with("/*") => self.pass_block_comment()?,
                0x80.. => match self.rest().chars().next().filter(|&c| is_blank(c)) {
                    Some(space) => self.at += space.len_utf8(),
                    None => return Ok(()),
                },
                _ => return Ok(()),
            }
        }
        Ok(())
    }

    /// Block comments nest. The error of one that is never closed is where it begins.
    fn pass_block_comment(&mut self) -> Result<(), Box<LexError>> {
        let bytes = &self.text.as_bytes()[..self.end];
        let mut depth = 0_usize;
        let mut at = self.at;
        while at < bytes.len() {
            match bytes[at..] {
                [b'/', b'*', ..] => depth += 1,
                [b'*', b'/', ..] => depth -= 1,
                _ => {
                    at += 1;
                    continue;
                }
            }
            at += 2;
            if depth == 0 {
                self.at = at;
                return Ok(());
            }
        }
        Err(LexError::new(self.at, "this comment is never closed", "*/ at its end"))
    }

    /// The length of the quoted text that starts here, if one does.
    fn quoted(&self) -> Option<Result<usize, Box<LexError>>> {
        let rest = self.rest();
        let plain = rest.trim_start_matches('b');
        let prefix = rest.len() - plain.len();
        if prefix > 1 {
            return None;
        }
        let found = if plain.starts_with('"') {
            end_of_escaped(plain, b'"')
        } else if plain.starts_with('\'') {
            end_of_escaped(plain, b'\'')
        } else {
            end_of_raw(plain)?
        };
        let error = || LexError::new(self.at, "this text is never closed", "a closing quotation mark");
        Some(found.map(|length| prefix + length).ok_or_else(error))
    }

    /// The length of the word that starts here.
    fn word(&self) -> usize {
        let rest = self.rest();
        let bytes = rest.as_bytes();
        let ends = |at: usize| match bytes[at] {
            b' ' | b'\t' | b'\n' | b'\r' | 0x0B | 0x0C => true,
            b'(' | b')' | b'[' | b']' | b'{' | b'}' | b',' | b':' | b'"' | b'\'' => true,
            b'/' => matches!(bytes.get(at + 1), Some(b'/' | b'*')),
            0x80.. => rest.is_char_boundary(at) && rest[at..].chars().next().is_some_and(is_blank),
            _ => false,
        };
        (0..bytes.len()).find(|&at| ends(at)).unwrap_or(bytes.len())
    }

    fn token_here(&self, first: u8) -> Result<(TokenKind, usize), Box<LexError>> {
        let kind = match first {
            b'(' | b'[' | b'{' => TokenKind::Open(first),
            b')' | b']' | b'}' => TokenKind::Close(first),
            b',' => TokenKind::Comma,
            b':' => TokenKind::Colon,
            b'"' | b'\'' | b'b' | b'r' => match self.quoted() {
                Some(length) => return Ok((TokenKind::Text, length?)),
                None => return Ok((TokenKind::Word, self.word())),
            },
            _ => return Ok((TokenKind::Word, self.word())),
        };
        Ok((kind, 1))
    }
}

impl Iterator for Lexer<'_> {
    type Item = Result<Token, Box<LexError>>;

    fn next(&mut self) -> Option<Self::Item> {
        let passed = self.pass_space();
        let first = self.byte()?;
        let start = self.at;
        match passed.and_then(|()| self.token_here(first)) {
            Ok((kind, length)) => {
                self.at += length;
                Some(Ok(Token { kind, start, end: self.at }))
            }
            Err(error) => {
                self.at = self.end;
                Some(Err(error))
            }
        }
    }
}

/// Length of a quoted text with backslash escapes, both quotes included.
fn end_of_escaped(text: &str, quote: u8) -> Option<usize> {
    let mut escaped = false;
    for (at, byte) in text.bytes().enumerate().skip(1) {
        match byte {
            _ if escaped => escaped = false,
            b'\\' => escaped = true,
            _ if byte == quote => return Some(at + 1),
            _ => {}
        }
    }
    None
}

/// Length of a raw text such as `r#"…"#`; the outer `None` if none starts here.
fn end_of_raw(text: &str) -> Option<Option<usize>> {
    let after = text.strip_prefix('r')?;
    let hashes = after.len() - after.trim_start_matches('#').len();
    let body = after[hashes..].strip_prefix('"')?;
    let close = format!("\"{}", "#".repeat(hashes));
    let opening = text.len() - body.len();
    Some(body.find(&close).map(|at| opening + at + close.len()))
}

/// Checks that every text and comment is closed, every bracket has its partner, and
/// brackets nest no deeper than `depth`. Returns the bytes from the first
/// token to the last; `None` if there is no token at all.
pub(super) fn check_brackets(text: &str, depth: usize) -> Result<Option<Range<usize>>, Box<LexError>> {
    let mut open: Vec<(u8, usize)> = Vec::with_capacity(depth);
    let mut extent: Option<Range<usize>> = None;
    for token in Lexer::new(text, 0, text.len()) {
        let token = token?;
        extent = Some(extent.map_or(token.start, |extent| extent.start)..token.end);
        match token.kind {
            TokenKind::Open(_) if open.len() == depth => {
                let what = format!("brackets nest more than {depth} deep here");
                return Err(LexError::new(token.start, what, format!("at most {depth} levels of brackets")));
            }
            TokenKind::Open(bracket) => open.push((bracket, token.start)),
            TokenKind::Close(bracket) => check_closing(open.pop(), bracket, token.start)?,
            _ => {}
        }
    }
    match open.pop() {
        None => Ok(extent),
        Some((bracket, at)) => Err(LexError::new(
            at,
            format!("the bracket {} is never closed", char::from(bracket)),
            format!("a matching {} at its end", char::from(closing_of(bracket))),
        )),
    }
}

fn check_closing(opened: Option<(u8, usize)>, bracket: u8, at: usize) -> Result<(), Box<LexError>> {
    let found = char::from(bracket);
    match opened.map(|(opened, _)| opened) {
        Some(opened) if closing_of(opened) == bracket => Ok(()),
        Some(opened) => Err(LexError::new(
            at,
            format!("{found} closes a bracket that was opened with {}", char::from(opened)),
            char::from(closing_of(opened)),
        )),
        None => Err(LexError::new(
            at,
            format!("{found} closes a bracket that was never opened"),
            "no bracket here, or an opening one before it",
        )),
    }
}

/// The first word of a text, whatever follows it.
pub fn first_word(text: &str) -> Option<&str> {
    let token = Lexer::new(text, 0, text.len()).next()?.ok()?;
    (token.kind == TokenKind::Word).then(|| &text[token.start..token.end])
}

/// The closing bracket of an opening one.
pub(super) fn closing_of(open: u8) -> u8 {
    match open {
        b'(' => b')',
        b'[' => b']',
        _ => b'}',
    }
}
