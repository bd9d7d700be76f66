//! Values in brackets: structs with fields, lists, tuples.
//!
//! Cuts what stands between two brackets at its commas and looks no deeper.

use std::ops::RangeInclusive;

use super::nearest::nearest;
use super::node::{Node, one_of};
use super::tokens::{Mark, Token, partner};

/// No struct has as many fields; a file that writes more is refused there.
const MOST_FIELDS: usize = 1000;

/// The fields of a struct, each name once.
#[derive(Clone, Debug)]
pub struct Fields<'a> {
    /// The struct itself.
    pub node: Node<'a>,
    fields: Vec<(&'a str, Node<'a>)>,
    /// Names that were written wrongly: their fault is told, they are not missing as well.
    spoilt: Vec<String>,
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
        let mut fields = Fields { node: *self, fields: Vec::new(), spoilt: Vec::new() };
        for item in items {
            fields.take(item, allowed);
        }
        Some(fields)
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
    /// Takes in what stands between two commas.
    fn take(&mut self, item: Node<'a>, allowed: &[&str]) {
        let Some((name, value)) = item.field() else {
            let word = item.source().split(|c: char| !c.is_alphanumeric() && c != '_').next();
            return self.spoilt.extend(word.map(str::to_owned));
        };
        if !allowed.contains(&name) {
            item.fault(format!("there is no field `{name}` here"), one_of(Some(name), allowed));
            self.spoilt.extend(nearest(name, allowed.iter().copied()).map(str::to_owned));
        } else if self.get(name).is_some() {
            item.fault(format!("the field `{name}` stands here twice"), "each field once");
        } else {
            self.fields.push((name, value));
        }
    }

    /// The value of a field that may be absent.
    pub fn get(&self, name: &str) -> Option<Node<'a>> {
        self.fields.iter().find(|&&(known, _)| known == name).map(|&(_, node)| node)
    }

    /// The value of a field that must be there; if it is not, that is a fault at
    /// the struct.
    pub fn need(&self, name: &str) -> Option<Node<'a>> {
        let found = self.get(name);
        if found.is_none() && !self.spoilt.iter().any(|spoilt| spoilt == name) {
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
