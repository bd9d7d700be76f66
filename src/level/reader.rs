//! Reads RON files so that every mistake is told, each at its own place.
//!
//! A [`Reader`] holds the text; a [`Node`] is one value in it, not yet looked
//! into. A node is asked for what it ought to be (`fields`, `items`, `whole`,
//! `text` …) and answers with it or with `None`; in that case the fault is
//! already written down, and reading goes on with the next value. At the end
//! [`Reader::finish`] gives the result only if there was no fault at all.
//!
//! ```
//! use warstrike::level::reader::Reader;
//! use warstrike::level::setup::SourceText;
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
//! Nothing is copied and nothing is read deeper than asked for, so memory stays
//! bounded by what the caller allows: every list has a greatest length.

use std::cell::RefCell;
use std::collections::BTreeSet;

use super::fault::{Fault, Faults};
use super::setup::SourceText;
use super::tokens::check_brackets;

pub use super::brackets::Fields;
pub use super::node::Node;

/// Faults told of one file; of further ones only their number is told.
pub const FAULTS_TOLD: usize = 100;

/// Levels of brackets a file may have; the deepest format needs a third of it.
pub const DEPTH: usize = 32;

/// One file while it is read.
#[derive(Debug)]
pub struct Reader<'t> {
    file: &'t str,
    text: &'t str,
    faults: RefCell<Found>,
}

/// The first faults by their place in the file, and the number of all.
#[derive(Debug, Default)]
struct Found {
    first: BTreeSet<(usize, String, String)>,
    dropped: usize,
}

impl<'t> Reader<'t> {
    /// A reader of that text; nothing is read yet.
    pub fn new(source: &'t SourceText) -> Self {
        Self { file: &source.name, text: &source.text, faults: RefCell::default() }
    }

    /// The one value the file holds.
    ///
    /// `None`, with a fault, if it is empty, if a bracket, text or comment has no
    /// end, or if brackets stand deeper than [`DEPTH`].
    pub fn root(&self) -> Option<Node<'_>> {
        match check_brackets(self.text, DEPTH) {
            Ok(Some(extent)) => Some(Node::new(self, "the file", extent.start, extent.end)),
            Ok(None) => {
                self.fault(0, "there is nothing in this file", "one value, such as Level(…)");
                None
            }
            Err(broken) => {
                self.fault(broken.at, broken.what, broken.right);
                None
            }
        }
    }

    /// The whole text.
    pub fn text(&self) -> &'t str {
        self.text
    }

    /// Writes down a fault at a byte of the text.
    pub fn fault(&self, at: usize, what: impl Into<String>, right: impl Into<String>) {
        let mut found = self.faults.borrow_mut();
        if found.first.insert((at, what.into(), right.into())) && found.first.len() > FAULTS_TOLD {
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
    /// Every fault in the order of the file, at most [`FAULTS_TOLD`] and a last
    /// one that counts the others.
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
        for (at, what, right) in found.first {
            cursor.go_to(at);
            faults.push(self.fault_at(&cursor, what, right));
        }
        if faults.is_empty() {
            // A reader that gave no value has to say why; this is the last resort.
            faults.push(self.fault_at(
                &cursor,
                "this file could not be read".into(),
                "a file of this kind".into(),
            ));
        }
        if found.dropped > 0 {
            let what = format!("and {} more faults", found.dropped);
            faults.push(self.fault_at(&cursor, what, "mend those above first".into()));
        }
        Faults(faults)
    }

    fn fault_at(&self, cursor: &Cursor<'_>, what: String, right: String) -> Fault {
        Fault { file: self.file.to_owned(), line: cursor.line, column: cursor.column, what, right }
    }
}

/// Counts lines and characters on the way through a text, once for all faults.
struct Cursor<'t> {
    text: &'t str,
    at: usize,
    line: usize,
    column: usize,
}

impl Cursor<'_> {
    /// Goes on to a byte that is not before the last one.
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
