//! The marks of RON text: where brackets, commas, colons, texts and words stand.
//!
//! Knows just enough to cut a file into its values without giving up at the
//! first mistake; what a single value means is for the `ron` crate to say.

use std::ops::Range;

/// What a mark is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mark {
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
    /// A name, a number, or anything else without space.
    Word,
}

/// A mark and its bytes in the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Token {
    pub(super) mark: Mark,
    pub(super) start: usize,
    pub(super) end: usize,
}

/// A text or comment that never ends, or a bracket without its partner.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Broken {
    /// Byte where it begins.
    pub(super) at: usize,
    pub(super) what: String,
    pub(super) right: String,
}

impl Broken {
    fn new(at: usize, what: impl Into<String>, right: impl Into<String>) -> Box<Self> {
        Box::new(Self { at, what: what.into(), right: right.into() })
    }
}

/// Reads one mark after another; comments and space between them are passed over.
#[derive(Clone, Debug)]
pub(super) struct Tokens<'a> {
    text: &'a str,
    at: usize,
    end: usize,
}

impl<'a> Tokens<'a> {
    /// The marks of `text[start..end]`; their bytes count from the text's start.
    pub(super) fn new(text: &'a str, start: usize, end: usize) -> Self {
        Self { text, at: start, end }
    }

    /// What is still to be read.
    fn rest(&self) -> &'a str {
        &self.text[self.at..self.end]
    }

    /// The byte here; `None` at the end.
    fn byte(&self) -> Option<u8> {
        self.text.as_bytes()[..self.end].get(self.at).copied()
    }

    fn pass_space(&mut self) -> Result<(), Box<Broken>> {
        while let Some(byte) = self.byte() {
            match byte {
                b' ' | b'\t' | b'\n' | b'\r' | 0x0B | 0x0C => self.at += 1,
                b'/' if self.rest().starts_with("//") => {
                    let rest = self.rest();
                    self.at += rest.find('\n').unwrap_or(rest.len());
                }
                b'/' if self.rest().starts_with("/*") => self.pass_block_comment()?,
                0x80.. => match self.rest().chars().next().filter(|&c| is_wide_space(c)) {
                    Some(space) => self.at += space.len_utf8(),
                    None => return Ok(()),
                },
                _ => return Ok(()),
            }
        }
        Ok(())
    }

    /// Block comments nest. One that never ends is told where it begins.
    fn pass_block_comment(&mut self) -> Result<(), Box<Broken>> {
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
        Err(Broken::new(self.at, "this comment never ends", "*/ at its end"))
    }

    /// How long the quoted text is that starts here; `None` where none starts.
    fn quoted(&self) -> Option<Result<usize, Box<Broken>>> {
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
        let broken = || Broken::new(self.at, "this text never ends", "a closing quotation mark");
        Some(found.map(|length| prefix + length).ok_or_else(broken))
    }

    /// How long the word is that starts here.
    fn word(&self) -> usize {
        let rest = self.rest();
        let bytes = rest.as_bytes();
        let ends = |at: usize| match bytes[at] {
            b' ' | b'\t' | b'\n' | b'\r' | 0x0B | 0x0C => true,
            b'(' | b')' | b'[' | b']' | b'{' | b'}' | b',' | b':' | b'"' | b'\'' => true,
            b'/' => matches!(bytes.get(at + 1), Some(b'/' | b'*')),
            0x80.. => rest.is_char_boundary(at) && rest[at..].chars().next().is_some_and(is_wide_space),
            _ => false,
        };
        (0..bytes.len()).find(|&at| ends(at)).unwrap_or(bytes.len())
    }

    fn mark_here(&self, first: u8) -> Result<(Mark, usize), Box<Broken>> {
        let mark = match first {
            b'(' | b'[' | b'{' => Mark::Open(first),
            b')' | b']' | b'}' => Mark::Close(first),
            b',' => Mark::Comma,
            b':' => Mark::Colon,
            b'"' | b'\'' | b'b' | b'r' => match self.quoted() {
                Some(length) => return Ok((Mark::Text, length?)),
                None => return Ok((Mark::Word, self.word())),
            },
            _ => return Ok((Mark::Word, self.word())),
        };
        Ok((mark, 1))
    }
}

impl Iterator for Tokens<'_> {
    type Item = Result<Token, Box<Broken>>;

    fn next(&mut self) -> Option<Self::Item> {
        let passed = self.pass_space();
        let first = self.byte()?;
        let start = self.at;
        match passed.and_then(|()| self.mark_here(first)) {
            Ok((mark, length)) => {
                self.at += length;
                Some(Ok(Token { mark, start, end: self.at }))
            }
            Err(broken) => {
                self.at = self.end;
                Some(Err(broken))
            }
        }
    }
}

/// Space beyond ASCII, as RON has it.
fn is_wide_space(c: char) -> bool {
    matches!(c, '\u{85}' | '\u{200E}' | '\u{200F}' | '\u{2028}' | '\u{2029}')
}

/// Length of a text in `quote`s with backslash escapes, both quotes included.
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

/// Length of a raw text such as `r#"…"#`; the outer `None` where none starts here.
fn end_of_raw(text: &str) -> Option<Option<usize>> {
    let after = text.strip_prefix('r')?;
    let hashes = after.len() - after.trim_start_matches('#').len();
    let body = after[hashes..].strip_prefix('"')?;
    let close = format!("\"{}", "#".repeat(hashes));
    let opening = text.len() - body.len();
    Some(body.find(&close).map(|at| opening + at + close.len()))
}

/// Checks that every text and comment ends, every bracket has its partner, and
/// none stand deeper in each other than `depth`. Gives the bytes from the first
/// mark to the last; `None` if there is no mark at all.
pub(super) fn check_brackets(text: &str, depth: usize) -> Result<Option<Range<usize>>, Box<Broken>> {
    let mut open: Vec<(u8, usize)> = Vec::with_capacity(depth);
    let mut extent: Option<Range<usize>> = None;
    for token in Tokens::new(text, 0, text.len()) {
        let token = token?;
        extent = Some(extent.map_or(token.start, |extent| extent.start)..token.end);
        match token.mark {
            Mark::Open(_) if open.len() == depth => {
                let what = format!("brackets stand more than {depth} deep in each other here");
                return Err(Broken::new(token.start, what, format!("at most {depth} levels of brackets")));
            }
            Mark::Open(bracket) => open.push((bracket, token.start)),
            Mark::Close(bracket) => check_closing(open.pop(), bracket, token.start)?,
            _ => {}
        }
    }
    match open.pop() {
        None => Ok(extent),
        Some((bracket, at)) => Err(Broken::new(
            at,
            format!("the bracket {} is never closed", char::from(bracket)),
            format!("a matching {} at its end", char::from(partner(bracket))),
        )),
    }
}

fn check_closing(opened: Option<(u8, usize)>, bracket: u8, at: usize) -> Result<(), Box<Broken>> {
    let found = char::from(bracket);
    match opened.map(|(opened, _)| opened) {
        Some(opened) if partner(opened) == bracket => Ok(()),
        Some(opened) => Err(Broken::new(
            at,
            format!("{found} closes a bracket that was opened with {}", char::from(opened)),
            char::from(partner(opened)),
        )),
        None => Err(Broken::new(
            at,
            format!("{found} closes a bracket that was never opened"),
            "no bracket here, or its opening before",
        )),
    }
}

/// The closing bracket of an opening one.
pub(super) fn partner(open: u8) -> u8 {
    match open {
        b'(' => b')',
        b'[' => b']',
        _ => b'}',
    }
}
