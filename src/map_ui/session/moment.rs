//! A moment of a battle: which battle, and the entry after which it stands.

use tabletop::record::history::EntryId;

/// A moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Moment {
    /// Number of the battle among those that were opened.
    pub battle: u64,
    /// The last entry.
    pub entry: EntryId,
}
