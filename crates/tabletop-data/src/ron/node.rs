//! One value of a RON file, and the scalars it can be read as.
//!
//! The `ron` crate parses each scalar by itself, so that its errors can be placed.

use std::ops::RangeInclusive;

use super::Reader;
use super::lexer::{Lexer, Token, TokenKind};
use super::nearest::nearest;
use super::visible::{ends_line, is_invisible, shown, turns_direction, visible_line};
use crate::numeral::foreign;
use tabletop::text::bytes::is_curly_quote;

/// Characters of what may stand where an id is wanted.
const MAX_ID_TEXT: usize = 4000;

/// A value in the text of a file, not yet parsed.
#[derive(Clone, Copy, Debug)]
pub struct Node<'a> {
    pub(super) reader: &'a Reader<'a>,
    /// Name of its field, for messages.
    pub(super) label: &'a str,
    /// First byte.
    pub(super) start: usize,
    /// First byte after the name that [`Node::variant`] took.
    pub(super) body: usize,
    /// Byte after the last.
    pub(super) end: usize,
}

impl<'a> Node<'a> {
    /// The value in a range of bytes of a file.
    pub(super) fn new(reader: &'a Reader<'a>, label: &'a str, start: usize, end: usize) -> Self {
        Self { reader, label, start, body: start, end }
    }

    /// Its source text.
    pub fn source(&self) -> &'a str {
        &self.reader.text()[self.start..self.end]
    }

    /// Its first byte in the file, for [`Reader::fault`].
    pub fn offset(&self) -> usize {
        self.start
    }

    /// Records a fault at this value.
    pub fn fault(&self, what: impl Into<String>, expected: impl Into<String>) {
        self.reader.fault(self.start, what, expected);
    }

    /// Whether its file has had no fault so far.
    pub fn is_clean(&self) -> bool {
        self.reader.is_clean()
    }

    /// The beginning of its text, for messages.
    pub fn quote(&self) -> String {
        let line = self.source().lines().next().unwrap_or_default();
        let short: String = line.chars().take(40).collect();
        let more = if short.len() < self.source().len() { "…" } else { "" };
        short.chars().map(shown).collect::<String>() + more
    }

    /// Records that this is not what was expected.
    pub(super) fn reject(&self, expected: &str) {
        let what = format!("{} is {}", self.label, self.quote());
        match self.source().chars().next().filter(|c| is_curly_quote(*c)) {
            Some(_) => self.fault(what, format!("{expected}, in straight quotation marks (\")")),
            None => self.fault(what, expected),
        }
    }

    pub(super) fn tokens(&self) -> impl Iterator<Item = Token> + 'a {
        // `check_brackets` has passed the whole file, so there are no lexical errors.
        Lexer::new(self.reader.text(), self.body, self.end).flatten()
    }

    pub(super) fn slice(&self, token: Token) -> &'a str {
        &self.reader.text()[token.start..token.end]
    }

    /// A plain number within a range. `unit` is for the message:
    /// "inches", "degrees", or nothing.
    pub fn number(&self, range: RangeInclusive<f64>, unit: &str) -> Option<f64> {
        let expected = || with_unit(format!("a number from {} to {}", range.start(), range.end()), unit);
        let number = self.scalar::<f64>(&expected)?;
        if range.contains(&number) {
            return Some(number);
        }
        self.reject(&expected());
        None
    }

    /// A whole number within a range.
    pub fn whole(&self, range: RangeInclusive<u32>, unit: &str) -> Option<u32> {
        let expected =
            || with_unit(format!("a whole number from {} to {}", range.start(), range.end()), unit);
        let number = self.scalar::<u32>(&expected)?;
        if range.contains(&number) {
            return Some(number);
        }
        self.reject(&expected());
        None
    }

    /// Quoted text of 1 to `max_length` characters, without control characters but line feeds, and
    /// without such as turn the direction of what follows.
    pub fn text(&self, max_length: usize) -> Option<String> {
        let expected = || format!("quoted text of 1 to {max_length} characters");
        let text = self.scalar::<String>(&expected)?;
        let length = text.chars().count();
        if !(1..=max_length).contains(&length) {
            self.reject(&expected());
            return None;
        }
        match text.chars().find(|&c| c != '\n' && (c.is_control() || turns_direction(c))) {
            Some(c) => self.bad_character(c, &expected()),
            None => Some(text),
        }
    }

    /// The texts in it that are values of fields of a name, at any depth.
    pub fn texts_of_fields(self, name: &'a str) -> impl Iterator<Item = Self> {
        let tokens: Vec<Token> = self.tokens().collect();
        let text_of = move |field: &[Token]| match field {
            [word, colon, text]
                if word.kind == TokenKind::Word
                    && self.slice(*word) == name
                    && colon.kind == TokenKind::Colon
                    && text.kind == TokenKind::Text =>
            {
                Some(Self::new(self.reader, name, text.start, text.end))
            }
            _ => None,
        };
        (0..tokens.len().saturating_sub(2)).filter_map(move |index| text_of(&tokens[index..index + 3]))
    }

    /// A name: quoted text of 1 to `max_length` characters. What is not one visible line is made one; `judge_name`
    /// calls it a fault.
    pub fn name(&self, max_length: usize) -> Option<String> {
        let expected = || format!("quoted text of 1 to {max_length} characters");
        let name = self.scalar::<String>(&expected)?;
        if !(1..=max_length).contains(&name.chars().count()) {
            self.reject(&expected());
            return None;
        }
        match name.chars().find(|c| c.is_control() && !ends_line(*c)) {
            Some(c) => self.bad_character(c, &expected()),
            None => Some(visible_line(&name)),
        }
    }

    /// Records a fault of a name that is not one visible line.
    pub fn judge_name(&self) {
        const EXPECTED: &str = "one visible line";
        let Ok(name) = ron::from_str::<String>(self.source()) else { return };
        if let Some(c) = name.chars().find(|c| ends_line(*c) || turns_direction(*c)) {
            self.bad_character::<()>(c, EXPECTED);
        } else if name.chars().all(is_invisible) {
            self.fault(format!("{} cannot be seen: {}", self.label, self.quote()), EXPECTED);
        }
    }

    fn bad_character<T>(&self, c: char, expected: &str) -> Option<T> {
        let kind = match c {
            _ if ends_line(c) => "the line end",
            _ if turns_direction(c) => "the direction override",
            _ => "the control character",
        };
        let code = u32::from(c);
        self.fault(format!("{} has {kind} U+{code:04X}: {}", self.label, self.quote()), expected);
        None
    }

    /// `true` or `false`.
    pub fn flag(&self) -> Option<bool> {
        self.scalar::<bool>(&|| "true or false".to_owned())
    }

    /// One of several words.
    pub fn word<T: Copy>(&self, choice: &[(&str, T)]) -> Option<T> {
        let names: Vec<&str> = choice.iter().map(|&(name, _)| name).collect();
        let (name, rest) = self.variant(&names)?;
        if let Some(extra) = rest.tokens().next() {
            self.reader.fault(extra.start, format!("nothing may follow {name}"), format!("{name} alone"));
            return None;
        }
        choice.iter().find(|&&(known, _)| known == name).map(|&(_, value)| value)
    }

    /// The name the value begins with, which must be one of `names`, and a node
    /// for reading what follows it.
    pub fn variant(&self, names: &[&str]) -> Option<(&'a str, Self)> {
        let first = self.tokens().next().filter(|token| token.kind == TokenKind::Word);
        let found = first.map(|token| self.slice(token));
        match (first, found) {
            (Some(token), Some(name)) if names.contains(&name) => {
                Some((name, Self { body: token.end, ..*self }))
            }
            _ => {
                self.fault(
                    format!("{} is {}", self.label, found.map_or_else(|| self.quote(), str::to_owned)),
                    one_of(found, names),
                );
                None
            }
        }
    }

    pub(super) fn missing_comma(&self, extra: Token) {
        let found = Self { start: extra.start, ..*self };
        self.reader.fault(
            extra.start,
            format!("{} follows the end of {}", found.quote(), self.label),
            "a comma before it, or nothing",
        );
    }

    /// A scalar, parsed by the `ron` crate.
    fn scalar<T: serde::de::DeserializeOwned>(&self, expected: &dyn Fn() -> String) -> Option<T> {
        let mut tokens = self.tokens();
        let first = tokens.next();
        if let (Some(Token { kind: TokenKind::Word | TokenKind::Text, .. }), Some(extra)) =
            (first, tokens.next())
        {
            match self.source().starts_with(is_curly_quote) {
                true => self.reject(&expected()),
                false => self.missing_comma(extra),
            }
            return None;
        }
        match ron::from_str(self.source()) {
            Ok(value) => Some(value),
            Err(error) => {
                self.explain(&error.code, &expected());
                None
            }
        }
    }

    /// Records an error of the `ron` crate, in our words where they say more.
    fn explain(&self, error: &ron::Error, expected: &str) {
        match error {
            ron::Error::InvalidEscape(why) => {
                self.fault(format!("{} cannot be read: {why}", self.label), expected);
            }
            _ => match foreign(self.source()) {
                Some(why) => self.fault(format!("{} is not read: {why}", self.label), expected),
                None => self.reject(expected),
            },
        }
    }

    /// A whole number that fits a byte.
    pub fn byte(&self, range: RangeInclusive<u8>, unit: &str) -> Option<u8> {
        let (min, max) = range.into_inner();
        u8::try_from(self.whole(u32::from(min)..=u32::from(max), unit)?).ok()
    }

    /// An angle in degrees.
    pub fn degrees(&self) -> Option<f64> {
        self.number(-360.0..=360.0, "degrees")
    }

    /// An id: `south-ruin`.
    pub fn id(&self) -> Option<String> {
        let expected = "lower-case letters, digits and hyphens, at most 40: \"south-ruin\"";
        let id = self.text(MAX_ID_TEXT)?;
        let fits = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        if id.chars().all(fits) && id.len() <= 40 {
            return Some(id);
        }
        self.fault(format!("{} is not an id", self.quote()), expected);
        None
    }
}

fn with_unit(message: String, unit: &str) -> String {
    if unit.is_empty() { message } else { format!("{message} {unit}") }
}

/// "one of a, b, c"; with the one first that was probably meant.
pub fn one_of(found: Option<&str>, names: &[&str]) -> String {
    let all = names.join(", ");
    match found.and_then(|found| nearest(found, names.iter().copied())) {
        Some(meant) if names.len() > 1 => format!("{meant} (one of {all})"),
        _ if names.len() == 1 => all,
        _ => format!("one of {all}"),
    }
}
