//! Compound values: structs, lists, tuples.
//!
//! Splits the text between two brackets at its commas and parses no deeper.

use std::ops::RangeInclusive;

use super::lexer::{Token, TokenKind, closing_of};
use super::nearest::nearest;
use super::node::{Node, one_of};

/// More than any struct has; a struct with more is a fault.
const MAX_FIELDS: usize = 1000;

/// The fields of a struct, each name once.
#[derive(Clone, Debug)]
pub struct Fields<'a> {
    /// The struct itself.
    pub node: Node<'a>,
    fields: Vec<(&'a str, Node<'a>)>,
    /// Names that were misspelt: that fault is recorded, so they do not count as missing too.
    misspelt: Vec<String>,
}

/// The brackets round a list of values.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Bracket {
    /// `[a, b]`
    Square,
    /// `(a, b)` or `(x: a, y: b)`
    Round,
}

impl<'a> Node<'a> {
    /// The fields of `Name(…)`; faults as for [`Self::fields`].
    pub fn named(&self, name: &str, allowed: &[&str]) -> Option<Fields<'a>> {
        self.variant(&[name])?.1.fields(allowed)
    }

    /// The fields of `(…)`. Unknown and repeated names are faults and
    /// left out. A name without brackets, taken by
    /// [`Self::variant`], has no fields.
    pub fn fields(&self, allowed: &[&str]) -> Option<Fields<'a>> {
        let bare = self.body > self.start && self.tokens().next().is_none();
        let items = if bare {
            Vec::new()
        } else {
            self.split(Bracket::Round, MAX_FIELDS, "fields in brackets: (name: value, …)")?
        };
        let mut fields = Fields { node: *self, fields: Vec::new(), misspelt: Vec::new() };
        for item in items {
            fields.take(item, allowed);
        }
        Some(fields)
    }

    /// The values of every field of a name in `(…)`, however often it is given; what else is wrong with the struct is no matter.
    pub fn fields_of_name(&self, name: &str) -> Vec<Self> {
        let items = self.split(Bracket::Round, MAX_FIELDS, "fields in brackets: (name: value, …)");
        let fields = items.unwrap_or_default().into_iter().filter_map(|item| item.field());
        fields.filter_map(|(label, value)| (label == name).then_some(value)).collect()
    }

    /// This item as `name: value`: its name and its value.
    pub fn field(&self) -> Option<(&'a str, Self)> {
        let mut tokens = self.tokens();
        let name = tokens.next().filter(|token| token.kind == TokenKind::Word);
        let colon = tokens.next().filter(|token| token.kind == TokenKind::Colon);
        let (Some(name), Some(_)) = (name, colon) else {
            let expected = if self.is_number() {
                "name: value; a decimal has a point, as in 6.5"
            } else {
                "name: value"
            };
            self.fault(format!("{} is not a field", self.quote()), expected);
            return None;
        };
        let label = self.slice(name);
        let Some(first) = tokens.next() else {
            self.fault(format!("`{label}` has no value"), "name: value");
            return None;
        };
        Some((label, Self { label, start: first.start, body: first.start, ..*self }))
    }

    /// The values of `[a, b, …]`, as many as `length` allows.
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

    fn counted(&self, bracket: Bracket, length: RangeInclusive<usize>, expected: &str) -> Option<Vec<Self>> {
        let expected = match (length.start(), length.end()) {
            (min, max) if min == max => format!("{expected}, {max} of them"),
            (min, max) => format!("{expected}, {min} to {max} of them"),
        };
        let items = self.split(bracket, *length.end(), &expected)?;
        if items.len() < *length.start() {
            self.fault(format!("{} has only {} values", self.label, items.len()), expected);
            return None;
        }
        Some(items)
    }

    /// Whether it is written as a number.
    fn is_number(&self) -> bool {
        self.source().parse::<f64>().is_ok()
    }

    /// Splits the content of this value's brackets at its commas.
    fn split(&self, bracket: Bracket, max: usize, expected: &str) -> Option<Vec<Self>> {
        let open = match bracket {
            Bracket::Square => b'[',
            Bracket::Round => b'(',
        };
        let mut tokens = self.tokens();
        if tokens.next().is_none_or(|token| token.kind != TokenKind::Open(open)) {
            self.reject(expected);
            return None;
        }
        let mut splitter = ItemSplitter { list: self, items: Vec::new(), item: None, depth: 0 };
        for token in tokens.by_ref() {
            if token.kind == TokenKind::Close(closing_of(open)) && splitter.depth == 0 {
                splitter.end_item();
                break;
            }
            splitter.take(token);
            if splitter.items.len() > max {
                self.fault(
                    format!("{} has more than {max} values", self.label),
                    with_point(&splitter.items, expected),
                );
                return None;
            }
        }
        let items = splitter.items;
        if items.len() > max {
            self.fault(format!("{} has {} values", self.label, items.len()), with_point(&items, expected));
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
}

/// Adds to an expectation that decimals have a point, if all the values are numbers: then a comma may stand for a decimal point.
fn with_point(items: &[Node<'_>], expected: &str) -> String {
    match items.iter().all(Node::is_number) {
        true => format!("{expected}; a decimal has a point, as in 6.5"),
        false => expected.to_owned(),
    }
}

/// Groups tokens into values.
struct ItemSplitter<'l, 'a> {
    list: &'l Node<'a>,
    items: Vec<Node<'a>>,
    /// Bytes of the present value.
    item: Option<(usize, usize)>,
    depth: usize,
}

impl ItemSplitter<'_, '_> {
    fn take(&mut self, token: Token) {
        match token.kind {
            TokenKind::Comma if self.depth == 0 => {
                if self.item.is_none() {
                    self.list.reader.fault(
                        token.start,
                        "there is nothing before this comma",
                        "a value before the comma, or no comma",
                    );
                }
                return self.end_item();
            }
            TokenKind::Open(_) => self.depth += 1,
            TokenKind::Close(_) => self.depth = self.depth.saturating_sub(1),
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
    /// Adds the item between two commas.
    fn take(&mut self, item: Node<'a>, allowed: &[&str]) {
        let Some((name, value)) = item.field() else {
            let word = item.source().split(|c: char| !c.is_alphanumeric() && c != '_').next();
            return self.misspelt.extend(word.map(str::to_owned));
        };
        if !allowed.contains(&name) {
            item.fault(format!("there is no field `{name}` here"), one_of(Some(name), allowed));
            self.misspelt.extend(nearest(name, allowed.iter().copied()).map(str::to_owned));
        } else if self.get(name).is_some() {
            item.fault(format!("the field `{name}` is given twice"), "each field once");
        } else {
            self.fields.push((name, value));
        }
    }

    /// The value of an optional field.
    pub fn get(&self, name: &str) -> Option<Node<'a>> {
        self.fields.iter().find(|&&(known, _)| known == name).map(|&(_, node)| node)
    }

    /// The value of a required field; without it there is a fault at
    /// the struct.
    pub fn need(&self, name: &str) -> Option<Node<'a>> {
        let found = self.get(name);
        if found.is_none() && !self.misspelt.iter().any(|misspelt| misspelt == name) {
            self.node.fault(
                format!("the field `{name}` is missing"),
                format!("`{name}: …` between these brackets"),
            );
        }
        found
    }

    /// The field read by `read`, or `fallback` if it is absent.
    pub fn or<T>(&self, name: &str, fallback: T, read: impl FnOnce(Node<'a>) -> Option<T>) -> Option<T> {
        match self.get(name) {
            Some(node) => read(node),
            None => Some(fallback),
        }
    }

    /// The field read by `read`, or `Some(None)` if it is absent.
    pub fn maybe<T>(&self, name: &str, read: impl FnOnce(Node<'a>) -> Option<T>) -> Option<Option<T>> {
        self.or(name, None, |node| read(node).map(Some))
    }
}
