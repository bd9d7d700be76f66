//! One value of a RON file, and what it can be asked to be.
//!
//! See [`super::reader`] for how it is used. Single values are parsed by the
//! `ron` crate, each alone, so that its errors can be placed.

use std::ops::RangeInclusive;

use super::nearest::nearest;
use super::reader::Reader;
use super::tokens::{Mark, Token, Tokens, partner};

/// No struct has as many fields; a file that writes more is refused there.
const MOST_FIELDS: usize = 1000;

/// A value in the text of a file, not yet looked into.
#[derive(Clone, Copy, Debug)]
pub struct Node<'a> {
    reader: &'a Reader<'a>,
    /// Name of the field it stands in, for sentences.
    label: &'a str,
    /// First byte.
    start: usize,
    /// First byte after a name that [`Node::variant`] has already taken.
    body: usize,
    /// Byte after the last.
    end: usize,
}

/// The fields of a struct, each name once.
#[derive(Clone, Debug)]
pub struct Fields<'a> {
    /// The struct itself.
    pub node: Node<'a>,
    fields: Vec<(&'a str, Node<'a>)>,
}

/// How values stand in brackets.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Bracket {
    /// `[a, b]`
    Square,
    /// `(a, b)` or `(x: a, y: b)`
    Round,
}

impl<'a> Node<'a> {
    /// The value that a whole text holds, if it holds anything.
    pub(super) fn root(reader: &'a Reader<'a>) -> Option<Self> {
        let mut tokens = Tokens::new(reader.text(), 0, reader.text().len()).flatten();
        let first = tokens.next()?;
        let end = tokens.last().unwrap_or(first).end;
        Some(Self { reader, label: "the file", start: first.start, body: first.start, end })
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
    fn expected(&self, right: &str) {
        self.fault(format!("{} is {}", self.label, self.quote()), right);
    }

    fn tokens(&self) -> impl Iterator<Item = Token> + 'a {
        // The brackets of the whole file have been checked: no mark is broken.
        Tokens::new(self.reader.text(), self.body, self.end).flatten()
    }

    fn slice(&self, token: Token) -> &'a str {
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

    /// The fields of `Name(…)`; faults as [`Self::fields`].
    pub fn named(&self, name: &str, allowed: &[&str]) -> Option<Fields<'a>> {
        self.variant(&[name])?.1.fields(allowed)
    }

    /// The fields of `(…)`. Unknown and repeated names are faults at their
    /// places and left out. A name without brackets, taken by
    /// [`Self::variant`], has no fields.
    pub fn fields(&self, allowed: &[&str]) -> Option<Fields<'a>> {
        let bare = self.body > self.start && self.tokens().next().is_none();
        let items = if bare {
            Vec::new()
        } else {
            self.split(Bracket::Round, MOST_FIELDS, "fields in brackets: (name: value, …)")?
        };
        let mut fields: Vec<(&str, Node)> = Vec::with_capacity(items.len().min(allowed.len()));
        for item in items {
            let Some((name, value)) = item.field() else {
                continue;
            };
            if !allowed.contains(&name) {
                item.fault(format!("there is no field `{name}` here"), one_of(Some(name), allowed));
            } else if fields.iter().any(|&(known, _)| known == name) {
                item.fault(format!("the field `{name}` stands here twice"), "each field once");
            } else {
                fields.push((name, value));
            }
        }
        Some(Fields { node: *self, fields })
    }

    /// This item as `name: value`.
    fn field(&self) -> Option<(&'a str, Self)> {
        let mut tokens = self.tokens();
        let name = tokens.next().filter(|token| token.mark == Mark::Word);
        let colon = tokens.next().filter(|token| token.mark == Mark::Colon);
        let (Some(name), Some(_)) = (name, colon) else {
            self.fault(format!("{} is no field", self.quote()), "name: value");
            return None;
        };
        let label = self.slice(name);
        let Some(first) = tokens.next() else {
            self.fault(format!("`{label}` has no value"), "name: value");
            return None;
        };
        Some((label, Self { label, start: first.start, body: first.start, ..*self }))
    }

    /// The values of `[a, b, …]`, between `fewest` and `most` of them.
    pub fn items(&self, length: RangeInclusive<usize>) -> Option<Vec<Self>> {
        self.counted(Bracket::Square, length, "a list in square brackets")
    }

    /// The values of `(a, b, …)`, as many as `length` allows.
    pub fn tuple(&self, length: RangeInclusive<usize>) -> Option<Vec<Self>> {
        self.counted(Bracket::Round, length, "values in round brackets")
    }

    /// Exactly `N` values of `(a, b, …)`.
    pub fn array<const N: usize>(&self) -> Option<[Self; N]> {
        self.tuple(N..=N)?.try_into().ok()
    }

    fn counted(&self, bracket: Bracket, length: RangeInclusive<usize>, right: &str) -> Option<Vec<Self>> {
        let right = match (length.start(), length.end()) {
            (fewest, most) if fewest == most => format!("{right}, {most} of them"),
            (fewest, most) => format!("{right}, {fewest} to {most} of them"),
        };
        let items = self.split(bracket, *length.end(), &right)?;
        if items.len() < *length.start() {
            self.fault(format!("{} has only {} values", self.label, items.len()), right);
            return None;
        }
        Some(items)
    }

    /// Cuts what stands in this value's brackets at its commas.
    fn split(&self, bracket: Bracket, most: usize, right: &str) -> Option<Vec<Self>> {
        let open = match bracket {
            Bracket::Square => b'[',
            Bracket::Round => b'(',
        };
        let mut tokens = self.tokens();
        if tokens.next().is_none_or(|token| token.mark != Mark::Open(open)) {
            self.expected(right);
            return None;
        }
        let mut cutter = Cutter { list: self, items: Vec::new(), item: None, depth: 0 };
        for token in tokens.by_ref() {
            if token.mark == Mark::Close(partner(open)) && cutter.depth == 0 {
                cutter.end_item();
                break;
            }
            cutter.take(token);
            if cutter.items.len() > most {
                self.fault(format!("{} has more than {most} values", self.label), right);
                return None;
            }
        }
        let items = cutter.items;
        if items.len() > most {
            self.fault(format!("{} has {} values", self.label, items.len()), right);
            return None;
        }
        match tokens.next() {
            None => Some(items),
            Some(extra) => {
                self.missing_comma(extra);
                None
            }
        }
    }

    fn missing_comma(&self, extra: Token) {
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
                self.explain(&error, &right());
                None
            }
        }
    }

    /// Places an error of the `ron` crate: inside a text where it says, else at
    /// the value.
    fn explain(&self, error: &ron::error::SpannedError, right: &str) {
        if !matches!(error.code, ron::Error::InvalidEscape(_)) {
            return self.expected(right);
        }
        let at = self.start + offset_of(self.source(), error.span.start);
        self.reader.fault(at, format!("{} cannot be read: {}", self.label, error.code), right);
    }
}

/// Gathers marks to values.
struct Cutter<'l, 'a> {
    list: &'l Node<'a>,
    items: Vec<Node<'a>>,
    /// Bytes of the value being gathered.
    item: Option<(usize, usize)>,
    depth: usize,
}

impl Cutter<'_, '_> {
    fn take(&mut self, token: Token) {
        match token.mark {
            Mark::Comma if self.depth == 0 => {
                if self.item.is_none() {
                    self.list.reader.fault(
                        token.start,
                        "there is nothing before this comma",
                        "a value, or no comma",
                    );
                }
                return self.end_item();
            }
            Mark::Open(_) => self.depth += 1,
            Mark::Close(_) => self.depth = self.depth.saturating_sub(1),
            _ => {}
        }
        let (start, _) = self.item.unwrap_or((token.start, token.end));
        self.item = Some((start, token.end));
    }

    fn end_item(&mut self) {
        if let Some((start, end)) = self.item.take() {
            self.items.push(Node { start, body: start, end, ..*self.list });
        }
    }
}

impl<'a> Fields<'a> {
    /// The value of a field that may be absent.
    pub fn get(&self, name: &str) -> Option<Node<'a>> {
        self.fields.iter().find(|&&(known, _)| known == name).map(|&(_, node)| node)
    }

    /// The value of a field that must be there; if it is not, that is a fault at
    /// the struct.
    pub fn need(&self, name: &str) -> Option<Node<'a>> {
        let found = self.get(name);
        if found.is_none() {
            self.node.fault(
                format!("the field `{name}` is missing"),
                format!("`{name}: …` between these brackets"),
            );
        }
        found
    }

    /// `fallback` where the field is absent, else what `read` makes of it.
    pub fn or<T>(&self, name: &str, fallback: T, read: impl FnOnce(Node<'a>) -> Option<T>) -> Option<T> {
        match self.get(name) {
            Some(node) => read(node),
            None => Some(fallback),
        }
    }

    /// `Some(None)` where the field is absent, else what `read` makes of it.
    pub fn maybe<T>(&self, name: &str, read: impl FnOnce(Node<'a>) -> Option<T>) -> Option<Option<T>> {
        self.or(name, None, |node| read(node).map(Some))
    }
}

fn with_unit(sentence: String, unit: &str) -> String {
    if unit.is_empty() { sentence } else { format!("{sentence} {unit}") }
}

/// "one of a, b, c", or the one that was probably meant.
fn one_of(found: Option<&str>, names: &[&str]) -> String {
    let all = names.join(", ");
    match found.and_then(|found| nearest(found, names.iter().copied())) {
        Some(meant) if names.len() > 1 => format!("{meant} (of {all})"),
        _ if names.len() == 1 => all,
        _ => format!("one of {all}"),
    }
}

/// The byte at a line and column of a text.
fn offset_of(text: &str, position: ron::error::Position) -> usize {
    let line: usize = text.split_inclusive('\n').take(position.line.saturating_sub(1)).map(str::len).sum();
    let column = text[line..].chars().take(position.col.saturating_sub(1)).map(char::len_utf8).sum::<usize>();
    line + column
}
