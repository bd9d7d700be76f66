//! A span-keeping, error-recovering RON reader: it reports every mistake of a file,
//! each with its line and column. (The `ron` crate stops at the first one.)
//!
//! A [`Reader`] holds the text; a [`Node`] is one value in it, not yet parsed.
//! The caller asks a node for what it should be (`fields`, `items`, `whole`,
//! `text` …) and gets it, or `None`: then the fault is already recorded,
//! and reading continues with the next value. At the end
//! [`Reader::finish`] returns the result only if there was no fault at all.
//!
//! ```
//! use tabletop_data::ron::Reader;
//! use tabletop_data::source_text::SourceText;
//!
//! let source = SourceText { name: "hut.ron".into(), text: "Hut(height: -3.0)".into() };
//! let reader = Reader::new(&source);
//! let height = reader.root().and_then(|root| {
//!     let fields = root.named("Hut", &["height", "roof"])?;
//!     fields.need("height")?.number(0.0..=48.0, "inches")
//! });
//! let faults = reader.finish(height).unwrap_err();
//! assert_eq!((faults.0[0].line, faults.0[0].column), (1, 13));
//! ```
//!
//! Nothing is copied and nothing is parsed deeper than asked for, so memory stays
//! bounded by what the caller allows: every list has a maximum length.

mod compound;
pub mod edit;
mod lexer;
pub mod nearest;
mod node;
mod visible;

use std::cell::RefCell;
use std::collections::BTreeSet;

use crate::fault::{Fault, Faults};
use crate::source_text::SourceText;
use lexer::check_brackets;

pub use compound::Fields;
pub use lexer::first_word;
pub use node::{Node, one_of};

/// Faults reported of one file; further ones are only counted.
pub const MAX_FAULTS: usize = 100;

/// Maximum nesting of brackets; the deepest format needs a third of it.
pub const MAX_DEPTH: usize = 32;

/// One file while it is read.
#[derive(Debug)]
pub struct Reader<'t> {
    file: &'t str,
    text: &'t str,
    faults: RefCell<Found>,
}

/// The first faults in file order, and how many more there were.
#[derive(Debug, Default)]
struct Found {
    first: BTreeSet<(usize, String, String)>,
    dropped: usize,
}

impl<'t> Reader<'t> {
    /// A reader of a text; parses nothing yet.
    pub fn new(source: &'t SourceText) -> Self {
        Self { file: &source.name, text: &source.text, faults: RefCell::default() }
    }

    /// The one value the file holds.
    ///
    /// `None`, with a fault, if it is empty, if a bracket, text or comment is never
    /// closed, or if brackets nest deeper than [`MAX_DEPTH`].
    pub fn root(&self) -> Option<Node<'_>> {
        match check_brackets(self.text, MAX_DEPTH) {
            Ok(Some(extent)) => Some(Node::new(self, "the file", extent.start, extent.end)),
            Ok(None) => {
                self.fault(0, "this file is empty", "one value, such as Level(…)");
                None
            }
            Err(error) => {
                self.fault(error.at, error.what, error.expected);
                None
            }
        }
    }

    /// The whole text.
    pub fn text(&self) -> &'t str {
        self.text
    }

    /// Records a fault at a byte of the text.
    pub fn fault(&self, at: usize, what: impl Into<String>, expected: impl Into<String>) {
        let mut found = self.faults.borrow_mut();
        if found.first.insert((at, what.into(), expected.into())) && found.first.len() > MAX_FAULTS {
            found.first.pop_last();
            found.dropped += 1;
        }
    }

    /// Whether there has been no fault yet.
    pub fn is_clean(&self) -> bool {
        self.faults.borrow().first.is_empty()
    }

    /// The value read, if nothing in the file was wrong.
    ///
    /// # Errors
    /// Every fault in file order, at most [`MAX_FAULTS`] and a last
    /// one that counts the rest.
    pub fn finish<T>(self, value: Option<T>) -> Result<T, Faults> {
        let found = self.faults.take();
        match value {
            Some(value) if found.first.is_empty() => Ok(value),
            _ => Err(self.located(found)),
        }
    }

    fn located(&self, found: Found) -> Faults {
        let mut cursor = Cursor { text: self.text, at: 0, line: 1, column: 1 };
        let mut faults = Vec::with_capacity(found.first.len() + 1);
        for (at, what, expected) in found.first {
            cursor.go_to(at);
            faults.push(self.fault_at(&cursor, what, expected));
        }
        if faults.is_empty() {
            // Whoever returns no value records why; this is the last resort.
            faults.push(self.fault_at(
                &cursor,
                "this file could not be read".into(),
                "a file of this kind".into(),
            ));
        }
        if found.dropped > 0 {
            let what = format!("and {} more faults: fix the errors above first", found.dropped);
            faults.push(self.fault_at(&cursor, what, String::new()));
        }
        Faults(faults)
    }

    fn fault_at(&self, cursor: &Cursor<'_>, what: String, expected: String) -> Fault {
        Fault { file: self.file.to_owned(), line: cursor.line, column: cursor.column, what, expected }
    }
}

/// Turns byte offsets into lines and columns in one pass through the text.
struct Cursor<'t> {
    text: &'t str,
    at: usize,
    line: usize,
    column: usize,
}

impl Cursor<'_> {
    /// Moves forward to a byte; offsets must not decrease.
    fn go_to(&mut self, at: usize) {
        let Some(passed) = self.text.get(self.at..at.min(self.text.len())) else {
            return;
        };
        for c in passed.chars() {
            if c == '\n' {
                self.line += 1;
                self.column = 1;
            } else {
                self.column += 1;
            }
        }
        self.at = at;
    }
}
