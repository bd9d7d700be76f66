//! The marks of RON text: where brackets, commas, colons, texts and words stand.
//!
//! Knows just enough to cut a file into its values without giving up at the
//! first mistake; what a single value means is for the `ron` crate to say.

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
    fn new(at: usize, what: &str, right: &str) -> Self {
        Self { at, what: what.to_owned(), right: right.to_owned() }
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

    fn pass_space(&mut self) -> Result<(), Broken> {
        loop {
            let rest = self.rest();
            self.at += rest.len() - rest.trim_start_matches(is_space).len();
            let rest = self.rest();
            if rest.starts_with("//") {
                self.at += rest.find('\n').unwrap_or(rest.len());
            } else if rest.starts_with("/*") {
                self.pass_block_comment()?;
            } else {
                return Ok(());
            }
        }
    }

    /// Block comments nest.
    fn pass_block_comment(&mut self) -> Result<(), Broken> {
        let start = self.at;
        let mut depth = 0_usize;
        loop {
            let rest = self.rest();
            if rest.starts_with("/*") {
                depth += 1;
                self.at += 2;
            } else if rest.starts_with("*/") {
                depth -= 1;
                self.at += 2;
            } else {
                let Some(next) = rest.chars().next() else {
                    return Err(Broken::new(start, "this comment never ends", "*/ at its end"));
                };
                self.at += next.len_utf8();
            }
            if depth == 0 {
                return Ok(());
            }
        }
    }

    /// How long the quoted text is that starts here; `None` where none starts.
    fn quoted(&self) -> Option<Result<usize, Broken>> {
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
        let ends = |(at, c): (usize, char)| {
            is_space(c)
                || "()[]{},:\"'".contains(c)
                || rest[at..].starts_with("//")
                || rest[at..].starts_with("/*")
        };
        rest.char_indices().find(|&found| ends(found)).map_or(rest.len(), |(at, _)| at)
    }

    fn mark_here(&self) -> Result<(Mark, usize), Broken> {
        if let Some(length) = self.quoted() {
            return Ok((Mark::Text, length?));
        }
        Ok(match self.rest().as_bytes().first() {
            Some(&open @ (b'(' | b'[' | b'{')) => (Mark::Open(open), 1),
            Some(&close @ (b')' | b']' | b'}')) => (Mark::Close(close), 1),
            Some(b',') => (Mark::Comma, 1),
            Some(b':') => (Mark::Colon, 1),
            _ => (Mark::Word, self.word()),
        })
    }
}

impl Iterator for Tokens<'_> {
    type Item = Result<Token, Broken>;

    fn next(&mut self) -> Option<Self::Item> {
        if let Err(broken) = self.pass_space() {
            self.at = self.end;
            return Some(Err(broken));
        }
        if self.at >= self.end {
            return None;
        }
        let start = self.at;
        match self.mark_here() {
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

/// The space between marks, as RON has it.
fn is_space(c: char) -> bool {
    matches!(
        c,
        ' ' | '\t'
            | '\n'
            | '\r'
            | '\x0B'
            | '\x0C'
            | '\u{85}'
            | '\u{200E}'
            | '\u{200F}'
            | '\u{2028}'
            | '\u{2029}'
    )
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
/// none stand deeper in each other than `depth`.
pub(super) fn check_brackets(text: &str, depth: usize) -> Result<(), Broken> {
    let mut open: Vec<(u8, usize)> = Vec::with_capacity(depth);
    for token in Tokens::new(text, 0, text.len()) {
        let token = token?;
        match token.mark {
            Mark::Open(_) if open.len() == depth => {
                return Err(Broken {
                    at: token.start,
                    what: format!("brackets stand more than {depth} deep in each other here"),
                    right: format!("at most {depth} levels of brackets"),
                });
            }
            Mark::Open(bracket) => open.push((bracket, token.start)),
            Mark::Close(bracket) => check_closing(open.pop(), bracket, token.start)?,
            _ => {}
        }
    }
    match open.pop() {
        None => Ok(()),
        Some((bracket, at)) => Err(Broken {
            at,
            what: format!("the bracket {} is never closed", char::from(bracket)),
            right: format!("a matching {} at its end", char::from(partner(bracket))),
        }),
    }
}

fn check_closing(opened: Option<(u8, usize)>, bracket: u8, at: usize) -> Result<(), Broken> {
    let found = char::from(bracket);
    match opened {
        Some((opened, _)) if partner(opened) == bracket => Ok(()),
        Some((opened, _)) => Err(Broken {
            at,
            what: format!("{found} closes a bracket that was opened with {}", char::from(opened)),
            right: format!("{}", char::from(partner(opened))),
        }),
        None => Err(Broken {
            at,
            what: format!("{found} closes a bracket that was never opened"),
            right: "no bracket here, or its opening before".to_owned(),
        }),
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
