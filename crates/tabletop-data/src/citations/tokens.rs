//! A lexer for just enough Rust to find doc comments and the items they document.
//!
//! Drops ordinary comments, string and character literals, lifetimes and white space. Accepts any text: whether a file
//! is Rust is for the compiler to say.

use super::rule_line::DocLine;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Token<'s> {
    /// A line that begins with `///`.
    OuterDoc(DocLine),
    /// A line that begins with `//!`.
    InnerDoc(DocLine),
    /// An identifier, a keyword or a number.
    Word(&'s str),
    Sign(char),
}

/// The tokens of a source file.
pub(super) fn tokens(source: &str) -> impl Iterator<Item = Token<'_>> {
    Lexer { rest: source, line: 1 }
}

struct Lexer<'s> {
    rest: &'s str,
    line: usize,
}

impl<'s> Iterator for Lexer<'s> {
    type Item = Token<'s>;

    fn next(&mut self) -> Option<Token<'s>> {
        loop {
            let first = self.rest.chars().next()?;
            if self.rest.starts_with("//") {
                if let Some(doc) = self.line_comment() {
                    return Some(doc);
                }
            } else if self.rest.starts_with("/*") {
                self.skip(block_comment_length(self.rest));
            } else if let Some(length) = literal_length(self.rest) {
                self.skip(length);
            } else if is_word(first) {
                let end = self.rest.find(|c| !is_word(c)).unwrap_or(self.rest.len());
                return Some(Token::Word(self.skip(end)));
            } else {
                self.skip(first.len_utf8());
                if !first.is_whitespace() {
                    return Some(Token::Sign(first));
                }
            }
        }
    }
}

impl<'s> Lexer<'s> {
    fn skip(&mut self, length: usize) -> &'s str {
        let (skipped, rest) = self.rest.split_at(length);
        self.line += skipped.matches('\n').count();
        self.rest = rest;
        skipped
    }

    /// Skips a comment that ends with its line; a token only if it is a doc comment.
    fn line_comment(&mut self) -> Option<Token<'s>> {
        let line = self.line;
        let text = self.skip(self.rest.find('\n').unwrap_or(self.rest.len()));
        let doc = |text: &str| DocLine { text: text.trim_end_matches('\r').to_owned(), line };
        match (text.strip_prefix("///"), text.strip_prefix("//!")) {
            (Some(text), _) if !text.starts_with('/') => Some(Token::OuterDoc(doc(text))),
            (_, Some(text)) => Some(Token::InnerDoc(doc(text))),
            _ => None,
        }
    }
}

fn is_word(c: char) -> bool {
    c == '_' || c.is_alphanumeric()
}

/// The length of a block comment, which may hold others; of everything if it never ends.
fn block_comment_length(text: &str) -> usize {
    let mut open = 0_usize;
    let mut at = 0;
    while at < text.len() {
        let rest = &text.as_bytes()[at..];
        if rest.starts_with(b"/*") {
            open += 1;
            at += 2;
        } else if rest.starts_with(b"*/") {
            open -= 1;
            at += 2;
            if open == 0 {
                return at;
            }
        } else {
            at += 1;
        }
    }
    text.len()
}

/// The length of the literal or lifetime that a text begins with, if it begins with one.
fn literal_length(text: &str) -> Option<usize> {
    let prefix = text.len() - text.trim_start_matches(['b', 'c']).len();
    match text[prefix..].chars().next()? {
        '"' => Some(prefix + string_length(&text[prefix..])),
        '\'' if prefix == 0 => Some(quote_length(text)),
        'r' => raw_string_length(&text[prefix + 1..]).map(|length| prefix + 1 + length),
        _ => None,
    }
}

/// The length of a string in quotes, in which a backslash escapes a quote.
fn string_length(text: &str) -> usize {
    let mut escaped = false;
    let end = text.char_indices().skip(1).find(|(_, c)| {
        let closes = *c == '"' && !escaped;
        escaped = *c == '\\' && !escaped;
        closes
    });
    end.map_or(text.len(), |(at, _)| at + 1)
}

/// The length of `#"…"#` with any number of `#`, if the text begins with that.
fn raw_string_length(text: &str) -> Option<usize> {
    let hashes = text.len() - text.trim_start_matches('#').len();
    let inside = text[hashes..].strip_prefix('"')?;
    let close = format!("\"{}", &text[..hashes]);
    Some(inside.find(&close).map_or(text.len(), |end| hashes + 1 + end + close.len()))
}

/// The length of a character in single quotes, or else of a lifetime.
fn quote_length(text: &str) -> usize {
    let mut inside = text[1..].chars();
    match (inside.next(), inside.next()) {
        (Some('\\'), Some(escaped)) => {
            let start = 2 + escaped.len_utf8();
            text[start..].find('\'').map_or(text.len(), |end| start + end + 1)
        }
        (Some(c), Some('\'')) => 2 + c.len_utf8(),
        _ => 1 + text[1..].find(|c| !is_word(c)).unwrap_or(text.len() - 1),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Compares the tokens of a text, separated by spaces; a doc comment with its line.
    fn check(source: &str, expected: &str) {
        let show = |token| match token {
            Token::OuterDoc(DocLine { text, line }) => format!("outer@{line}:{text}"),
            Token::InnerDoc(DocLine { text, line }) => format!("inner@{line}:{text}"),
            Token::Word(word) => word.to_owned(),
            Token::Sign(sign) => sign.to_string(),
        };
        assert_eq!(tokens(source).map(show).collect::<Vec<_>>().join(" "), expected, "{source:?}");
    }

    #[test]
    fn docs_differ_from_comments() {
        for (source, expected) in [
            ("/// a\n//! b\nfn f", "outer@1: a inner@2: b fn f"),
            ("// a\n//// b\n///\nc", "outer@3: c"),
            ("/* /// a\n/* b */ \n */ /// c\r\nd", "outer@3: c d"),
            ("a /* never\n/// closed", "a"),
        ] {
            check(source, expected);
        }
    }

    #[test]
    fn literals_and_lifetimes_are_dropped() {
        for (source, expected) in [
            ("a \"/// b \\\" \\\\\" c", "a c"),
            ("r\"/// \\\" a", "a"),
            ("br##\"\n/// \"# \"## a\n/// b", "a outer@3: b"),
            ("b\"\\\"\" c\"a\" d", "d"),
            (r"'a' '\'' '\u{e9}' '\\' b'x' c", "b c"),
            ("&'a T, 'static, '_ '\"' d", "& T , , d"),
            ("r#type rust bar c_1", "r # type rust bar c_1"),
        ] {
            check(source, expected);
        }
    }
}
