//! One value of a RON file, and what it can be asked to be.
//!
//! See [`super::reader`] for how it is used. Single values are parsed by the
//! `ron` crate, each alone, so that its errors can be placed.

use std::ops::RangeInclusive;

use super::nearest::nearest;
use super::reader::Reader;
use super::tokens::{Mark, Token, Tokens};

/// A value in the text of a file, not yet looked into.
#[derive(Clone, Copy, Debug)]
pub struct Node<'a> {
    pub(super) reader: &'a Reader<'a>,
    /// Name of the field it stands in, for sentences.
    pub(super) label: &'a str,
    /// First byte.
    pub(super) start: usize,
    /// First byte after a name that [`Node::variant`] has already taken.
    pub(super) body: usize,
    /// Byte after the last.
    pub(super) end: usize,
}

impl<'a> Node<'a> {
    /// The value between two bytes of a file.
    pub(super) fn new(reader: &'a Reader<'a>, label: &'a str, start: usize, end: usize) -> Self {
        Self { reader, label, start, body: start, end }
    }

    /// Its text as it stands in the file.
    pub fn source(&self) -> &'a str {
        &self.reader.text()[self.start..self.end]
    }

    /// Its first byte in the file, for [`Reader::fault`].
    pub fn offset(&self) -> usize {
        self.start
    }

    /// Writes down a fault at this value.
    pub fn fault(&self, what: impl Into<String>, right: impl Into<String>) {
        self.reader.fault(self.start, what, right);
    }

    /// Whether nothing of its file was wrong so far.
    pub(super) fn is_clean(&self) -> bool {
        self.reader.is_clean()
    }

    /// The first of its text, for sentences.
    pub fn quote(&self) -> String {
        let line = self.source().lines().next().unwrap_or_default();
        let mut short: String = line.chars().take(40).collect();
        if short.len() < self.source().len() {
            short.push('…');
        }
        short
    }

    /// Writes down that this is something else than it should be.
    pub(super) fn expected(&self, right: &str) {
        self.fault(format!("{} is {}", self.label, self.quote()), right);
    }

    pub(super) fn tokens(&self) -> impl Iterator<Item = Token> + 'a {
        // The brackets of the whole file have been checked: no mark is broken.
        Tokens::new(self.reader.text(), self.body, self.end).flatten()
    }

    pub(super) fn slice(&self, token: Token) -> &'a str {
        &self.reader.text()[token.start..token.end]
    }

    /// A bare number between two limits, both included. `unit` is said in the
    /// sentence: "inches", "degrees", or nothing.
    pub fn number(&self, range: RangeInclusive<f64>, unit: &str) -> Option<f64> {
        let right = || with_unit(format!("a number from {} to {}", range.start(), range.end()), unit);
        let number = self.scalar::<f64>(&right)?;
        if range.contains(&number) {
            return Some(number);
        }
        self.expected(&right());
        None
    }

    /// A whole number between two limits, both included.
    pub fn whole(&self, range: RangeInclusive<u32>, unit: &str) -> Option<u32> {
        let right = || with_unit(format!("a whole number from {} to {}", range.start(), range.end()), unit);
        let number = self.scalar::<u32>(&right)?;
        if range.contains(&number) {
            return Some(number);
        }
        self.expected(&right());
        None
    }

    /// A text in quotes of at most `longest` characters, not empty and without
    /// control characters.
    pub fn text(&self, longest: usize) -> Option<String> {
        let right = || format!("a text in quotes, of 1 to {longest} characters");
        let text = self.scalar::<String>(&right)?;
        let length = text.chars().count();
        if (1..=longest).contains(&length) && !text.chars().any(|c| c.is_control() && c != '\n') {
            return Some(text);
        }
        self.expected(&right());
        None
    }

    /// `true` or `false`.
    pub fn flag(&self) -> Option<bool> {
        self.scalar::<bool>(&|| "true or false".to_owned())
    }

    /// One word of a fixed choice.
    pub fn word<T: Copy>(&self, choice: &[(&str, T)]) -> Option<T> {
        let names: Vec<&str> = choice.iter().map(|&(name, _)| name).collect();
        let (name, rest) = self.variant(&names)?;
        if let Some(extra) = rest.tokens().next() {
            self.reader.fault(extra.start, format!("{name} has nothing after it"), format!("{name} alone"));
            return None;
        }
        choice.iter().find(|&&(known, _)| known == name).map(|&(_, value)| value)
    }

    /// The name a value begins with, which must be one of `names`, and the same
    /// value for reading what follows the name.
    pub fn variant(&self, names: &[&str]) -> Option<(&'a str, Self)> {
        let first = self.tokens().next().filter(|token| token.mark == Mark::Word);
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
            format!("{} stands here after {} has ended", found.quote(), self.label),
            "a comma before it, or nothing",
        );
    }

    /// A single value without brackets, parsed by the `ron` crate.
    fn scalar<T: serde::de::DeserializeOwned>(&self, right: &dyn Fn() -> String) -> Option<T> {
        let mut tokens = self.tokens();
        let first = tokens.next();
        if let (Some(Token { mark: Mark::Word | Mark::Text, .. }), Some(extra)) = (first, tokens.next()) {
            self.missing_comma(extra);
            return None;
        }
        match ron::from_str(self.source()) {
            Ok(value) => Some(value),
            Err(error) => {
                self.explain(&error.code, &right());
                None
            }
        }
    }

    /// Tells an error of the `ron` crate in our words where they say more.
    fn explain(&self, error: &ron::Error, right: &str) {
        match error {
            ron::Error::InvalidEscape(why) => {
                self.fault(format!("{} cannot be read: {why}", self.label), right);
            }
            _ => self.expected(right),
        }
    }
}

fn with_unit(sentence: String, unit: &str) -> String {
    if unit.is_empty() { sentence } else { format!("{sentence} {unit}") }
}

/// "one of a, b, c", or the one that was probably meant.
pub(super) fn one_of(found: Option<&str>, names: &[&str]) -> String {
    let all = names.join(", ");
    match found.and_then(|found| nearest(found, names.iter().copied())) {
        Some(meant) if names.len() > 1 => format!("{meant} (of {all})"),
        _ if names.len() == 1 => all,
        _ => format!("one of {all}"),
    }
}
