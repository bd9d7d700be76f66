//! Every command of a battle and the state it led to, as a tree.
//!
//! Undoing moves up, redoing down again. A new command after an undo grows
//! another branch; nothing is ever cut off. Where dice had been rolled beyond the
//! branching point the new branch is marked as what-if: its player has seen
//! faces that a real battle would not have shown him.
//!
//! Any entry can be looked at: the history then stands at it, and remembers where
//! the game goes on.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::battle::Outcome;
use crate::command::Command;
use crate::game::{Game, Snapshot};
use crate::record::saved_outcome::{ReadLate, SavedOutcome};

/// Interval between keyframes, in entries: any point of a battle is at most this number of commands away from one.
pub const KEYFRAME_EVERY: usize = 32;

/// Number of an entry, in the order in which they were made; the opening is 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct EntryId(pub usize);

/// Whether an entry's faces came from the battle's seed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum DiceOrigin {
    /// Rolled from the seed: re-rolling gives the same.
    #[default]
    Seed,
    /// Scripted or typed in.
    Fed,
}

/// Whether an entry is part of the battle as it was played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Branch {
    /// As played.
    #[default]
    Played,
    /// Begun by going back past dice.
    WhatIf,
}

/// Why an entry of a save is shown as it was saved: played again it would end otherwise.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Departure {
    /// Reason given by the rules of this program.
    pub why: String,
    /// Whether they can go on from there: what still has to happen could be read.
    pub goes_on: bool,
}

/// Why a command was given, by who gave it: a computer player. It says nothing of the state that the command leads to.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rationale {
    /// Id of the style that gave it.
    pub by: String,
    /// In a few words: "A2 fires at B1"; empty where there was nothing to weigh.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub does: String,
    /// Why, in a sentence or two; empty where there was nothing to weigh.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub why: String,
}

impl fmt::Display for Rationale {
    /// "A2 fires at B1: 3.2 hits expected"; nothing where there was nothing to weigh.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.does.as_str(), self.why.as_str()) {
            ("", _) => Ok(()),
            (does, "") => f.write_str(does),
            (does, why) => write!(f, "{does}: {why}"),
        }
    }
}

/// A command that was accepted and what it brought about; or the opening of the
/// battle, which no command made.
#[derive(Clone, Debug)]
pub struct Entry<G: Game> {
    /// Its number.
    pub id: EntryId,
    /// The entry it follows; `None` for the opening.
    pub after: Option<EntryId>,
    /// Command given; `None` for the opening.
    pub command: Option<Command<G>>,
    /// Facts, dice and the hash of the state afterwards.
    pub outcome: Outcome<G>,
    /// Source of its faces.
    pub dice: DiceOrigin,
    /// As played, or what-if.
    pub branch: Branch,
    /// Why the command was given, where a computer player gave it and says so.
    pub rationale: Option<Rationale>,
    /// Why it is shown as it was saved, where the rules of this program do not bring it about.
    pub departure: Option<Departure>,
    /// Faces drawn on its line up to here.
    drawn: u64,
    /// Number of entries before it on its line.
    depth: usize,
    /// Its outcome as it was saved, if it is shown so.
    as_saved: Option<ReadLate<SavedOutcome<G>>>,
    /// The state afterwards, where one is kept.
    keyframe: Option<Box<G::Snapshot>>,
    /// The entry that redoing goes to.
    next: Option<EntryId>,
}

impl<G: Game> Entry<G> {
    /// The faces rolled, in order.
    pub fn faces(&self) -> impl Iterator<Item = u8> + '_ {
        self.outcome.draws.iter().map(|draw| draw.face)
    }

    /// The state afterwards, where one is kept.
    pub fn keyframe(&self) -> Option<&G::Snapshot> {
        self.keyframe.as_deref()
    }

    /// Its outcome for a save: as it was read from one, if it is shown so.
    pub(crate) fn saved_outcome(&self) -> ReadLate<SavedOutcome<G>> {
        let known = || ReadLate::Known(Box::new(SavedOutcome::from(&self.outcome)));
        self.as_saved.clone().unwrap_or_else(known)
    }

    /// Says that it is shown as it was saved.
    pub(crate) fn depart(&mut self, departure: Departure, saved: Option<ReadLate<SavedOutcome<G>>>) {
        self.departure = Some(departure);
        self.as_saved = saved;
    }

    /// Faces drawn on its line up to here.
    pub(crate) fn drawn(&self) -> u64 {
        self.drawn
    }
}

/// All entries of a battle and where it stands among them.
#[derive(Clone, Debug)]
pub struct History<G: Game> {
    entries: Vec<Entry<G>>,
    cursor: EntryId,
    /// Set while an entry is looked at that is not the one after which the game goes on.
    looking: Option<Looking>,
}

/// A look at another entry than the one after which the game goes on.
#[derive(Clone, Copy, Debug)]
struct Looking {
    /// Entry from which the game goes on.
    home: EntryId,
    /// The last entry of the line that is looked at.
    end: EntryId,
}

/// State of a history before something was tried out.
#[derive(Clone, Debug)]
pub(crate) struct Bookmark {
    /// For each entry that existed, the entry that redoing from it would go to.
    next: Vec<Option<EntryId>>,
    /// Entry at which the game stood.
    home: EntryId,
}

impl<G: Game> History<G> {
    /// A history that holds the opening only.
    pub(crate) fn new(outcome: Outcome<G>, dice: DiceOrigin, state: G::Snapshot) -> Self {
        let opening = Entry {
            id: EntryId(0),
            after: None,
            command: None,
            outcome,
            dice,
            branch: Branch::Played,
            rationale: None,
            departure: None,
            as_saved: None,
            drawn: state.dice().drawn,
            depth: 0,
            keyframe: Some(Box::new(state)),
            next: None,
        };
        Self { entries: vec![opening], cursor: EntryId(0), looking: None }
    }

    /// Says that the opening is shown as it was saved.
    pub(crate) fn mark_opening(&mut self, departure: Departure, saved: Option<ReadLate<SavedOutcome<G>>>) {
        self.entries[0].depart(departure, saved);
    }

    /// The entry a command given now would become, not yet part of the history. `state` is asked for where a keyframe is
    /// due.
    pub(crate) fn draft(
        &self,
        command: Command<G>,
        outcome: Outcome<G>,
        dice: DiceOrigin,
        state: impl FnOnce() -> G::Snapshot,
    ) -> Entry<G> {
        let parent = self.present();
        let drawn = parent.drawn + outcome.draws.len() as u64;
        let depth = parent.depth + 1;
        Entry {
            id: EntryId(self.entries.len()),
            after: Some(parent.id),
            command: Some(command),
            outcome,
            dice,
            branch: self.branch_of_next(),
            rationale: None,
            departure: None,
            as_saved: None,
            drawn,
            depth,
            keyframe: depth.is_multiple_of(KEYFRAME_EVERY).then(|| Box::new(state())),
            next: None,
        }
    }

    /// Adds a drafted entry and moves to it.
    pub(crate) fn push(&mut self, entry: Entry<G>) {
        let id = entry.id;
        self.entries[self.cursor.0].next = Some(id);
        self.entries.push(entry);
        self.cursor = id;
    }

    /// A command given now goes on a what-if branch if the present entry is on one, or if any line
    /// has drawn more faces than this one: the nth face is the same on every line, so its player may
    /// have seen what this command will roll.
    pub fn branch_of_next(&self) -> Branch {
        let here = self.present();
        let seen_dice = self.entries.iter().any(|entry| entry.drawn > here.drawn);
        if seen_dice { Branch::WhatIf } else { here.branch }
    }

    /// An entry and those before it on its line, back to the opening.
    fn back_from(&self, entry: EntryId) -> impl Iterator<Item = &Entry<G>> {
        std::iter::successors(self.entries.get(entry.0), |entry| {
            entry.after.and_then(|before| self.entries.get(before.0))
        })
    }

    /// The entry the battle stands after: the one that is looked at, if one is.
    pub fn present(&self) -> &Entry<G> {
        &self.entries[self.cursor.0]
    }

    /// The entry after which the game goes on, whatever is looked at.
    pub fn home(&self) -> EntryId {
        self.looking.map_or(self.cursor, |looking| looking.home)
    }

    /// Whether an entry is looked at that is not the one after which the game goes on.
    pub fn is_looked_at(&self) -> bool {
        self.looking.is_some()
    }

    /// The entries from the opening to the present one.
    pub fn line(&self) -> Vec<&Entry<G>> {
        self.line_to(self.cursor)
    }

    /// The entries from the opening to this one; none if there is no such entry.
    pub fn line_to(&self, entry: EntryId) -> Vec<&Entry<G>> {
        let mut line: Vec<&Entry<G>> = self.back_from(entry).collect();
        line.reverse();
        line
    }

    /// The last entry of each branch, in the order in which they were made.
    pub fn ends(&self) -> Vec<EntryId> {
        let mut is_followed = vec![false; self.entries.len()];
        for before in self.entries.iter().filter_map(|entry| entry.after) {
            is_followed[before.0] = true;
        }
        let ends = self.entries.iter().filter(|entry| !is_followed[entry.id.0]);
        ends.map(|entry| entry.id).collect()
    }

    /// Every entry of every branch, in the order in which they were made.
    pub fn entries(&self) -> &[Entry<G>] {
        &self.entries
    }

    /// Entry that undoing leads to; `None` at the opening.
    pub fn undo_target(&self) -> Option<EntryId> {
        self.present().after
    }

    /// Entry that redoing leads to: the branch last stood on.
    pub fn redo_target(&self) -> Option<EntryId> {
        self.present().next
    }

    /// The last entry that redoing again and again leads to, from where the game goes on.
    pub fn tip(&self) -> EntryId {
        self.tip_after(self.home())
    }

    /// The last entry of the line that is shown: that of the game, unless another branch is looked at.
    pub fn line_end(&self) -> EntryId {
        self.looking.map_or_else(|| self.tip(), |looking| looking.end)
    }

    /// The last entry that redoing again and again would lead to from an entry.
    pub fn tip_after(&self, entry: EntryId) -> EntryId {
        let onward = |entry: &&Entry<G>| entry.next.and_then(|next| self.entries.get(next.0));
        std::iter::successors(self.entries.get(entry.0), onward).last().map_or(entry, |entry| entry.id)
    }

    /// The last keyframe at or before an entry, and the entries to replay from
    /// it, oldest first.
    pub(crate) fn way_to(&self, entry: EntryId) -> Option<(&G::Snapshot, Vec<&Entry<G>>)> {
        let mut replay = Vec::new();
        for passed in self.back_from(entry) {
            if let Some(keyframe) = &passed.keyframe {
                replay.reverse();
                return Some((keyframe, replay));
            }
            replay.push(passed);
        }
        None
    }

    /// Says that this entry is looked at, or no longer another than the one after which the game goes on.
    /// An entry on the line that is shown leaves that line shown.
    pub(crate) fn look_at(&mut self, entry: EntryId) {
        let leads_through = |end: &EntryId| self.back_from(*end).any(|passed| passed.id == entry);
        let end = [self.line_end(), self.tip()].into_iter().find(leads_through);
        let end = end.unwrap_or_else(|| self.tip_after(entry));
        let home = self.home();
        self.looking = (entry != home).then_some(Looking { home, end });
        self.cursor = entry;
    }

    /// Bookmarks the present state, to come back to.
    pub(crate) fn bookmark(&self) -> Bookmark {
        Bookmark { next: self.entries.iter().map(|entry| entry.next).collect(), home: self.home() }
    }

    /// Forgets every entry made since a bookmark, and goes back to where the game stood then.
    pub(crate) fn back_to(&mut self, bookmark: &Bookmark) {
        self.entries.truncate(bookmark.next.len());
        for (entry, next) in self.entries.iter_mut().zip(&bookmark.next) {
            entry.next = *next;
        }
        (self.cursor, self.looking) = (bookmark.home, None);
    }

    /// Says that the battle now stands after this entry. On the way back it
    /// remembers which branch it came from.
    pub(crate) fn set_present(&mut self, entry: EntryId) {
        let mut came_from = entry;
        while let Some(before) = self.entries[came_from.0].after {
            self.entries[before.0].next = Some(came_from);
            came_from = before;
        }
        (self.cursor, self.looking) = (entry, None);
    }
}

impl Bookmark {
    /// Entry at which the game stood.
    pub(crate) fn home(&self) -> EntryId {
        self.home
    }

    /// Whether an entry was there already.
    pub(crate) fn has(&self, entry: EntryId) -> bool {
        entry.0 < self.next.len()
    }
}
