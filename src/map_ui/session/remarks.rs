//! The notes of the open game, and the one that is being written.

use std::path::Path;

use tabletop::record::history::EntryId;

use crate::notes::{Note, Notebook, Sitting, read_notes};

/// A note that is being written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Draft {
    /// The line as far as it is written.
    pub text: String,
    /// Its moment in words.
    pub when: String,
    /// Why it could not be kept.
    pub fault: Option<String>,
    pub(super) entry: EntryId,
}

/// The notes of the open game.
#[derive(Debug, Default)]
pub struct Remarks {
    /// The one that is being written.
    pub draft: Option<Draft>,
    pub(super) kept: Vec<Note>,
    pub(super) book: Option<Notebook>,
    pub(super) sitting: Sitting,
}

impl Remarks {
    /// Notes that lie beside a save.
    pub fn beside(save: Option<&Path>) -> Self {
        let kept = save.map(|save| read_notes(save).notes().cloned().collect());
        Self { kept: kept.unwrap_or_default(), ..Self::default() }
    }

    /// The notes on a moment.
    pub fn at(&self, entry: EntryId) -> impl Iterator<Item = &Note> {
        self.kept.iter().filter(move |note| note.entry == entry)
    }
}
