//! Looking at a match as it stood after any entry, and trying something out that leaves no trace.
//!
//! While an entry is looked at the match takes no commands, writes nothing and remembers where it goes on: whoever reads
//! its battle reads the one that is looked at. What is tried out is played like anything else, with other dice than the battle
//! will roll, but never written, and forgotten at the end.

use std::borrow::Cow;

use super::{Match, MatchError};
use crate::dice::{DiceState, Source};
use crate::game::Game;
use crate::record::history::{Bookmark, EntryId, History};

/// Mixed into a match's seed for the dice of what is tried out.
const OTHER_DICE: u64 = 0x9E37_79B9_7F4A_7C15;

/// Something that is tried out.
pub(super) struct TryOut {
    /// State of the history before the try-out.
    before: Bookmark,
    /// Source of the dice before the try-out.
    source: Source,
}

impl<G: Game> Match<G> {
    /// Looks at the battle as it stood after an entry of any branch. The match goes on where it stood: nothing is
    /// written, and no command is taken until [`Self::look_back`] or [`Self::go_to`].
    ///
    /// # Errors
    /// There is none of that number; then the match is as it was.
    pub fn look_at(&mut self, entry: EntryId) -> Result<(), MatchError<G>> {
        let here = self.history.present().id;
        if entry == here {
            return Ok(());
        }
        if let Err(error) = self.show(entry) {
            self.replay_to(here)?;
            return Err(error);
        }
        self.history.look_at(entry);
        Ok(())
    }

    /// Looks at the battle as it stands.
    ///
    /// # Errors
    /// A bug.
    pub fn look_back(&mut self) -> Result<(), MatchError<G>> {
        self.look_at(self.history.home())
    }

    /// Brings the battle to an entry by what was recorded of it: no command is carried out again.
    fn show(&mut self, target: EntryId) -> Result<(), MatchError<G>> {
        let present = self.history.present().id;
        let (keyframe, mut entries) = self.history.way_to(target).ok_or(MatchError::NoEntry(target.0))?;
        match entries.iter().rposition(|entry| entry.after == Some(present)) {
            // The battle stands on the way.
            Some(next) => drop(entries.drain(..next)),
            None => self.battle.restore(keyframe)?,
        }
        let seed = self.seed;
        for entry in entries {
            let outcome = &entry.outcome;
            let dice = DiceState { seed, drawn: entry.drawn() };
            self.battle.follow_recorded(&outcome.facts, outcome.agenda.clone(), dice)?;
        }
        Ok(())
    }

    /// From now on what is played is tried out, from the entry that is looked at: it rolls other dice, is not
    /// written, and [`Self::end_try_out`] forgets it. Trying out within a try-out belongs to the first.
    ///
    /// # Errors
    /// As [`Self::go_to`].
    pub fn try_out(&mut self) -> Result<(), MatchError<G>> {
        if self.try_out.is_none() {
            let before = self.history.bookmark();
            let other = self.seed ^ OTHER_DICE.wrapping_mul(1 + self.history.entries().len() as u64);
            let by_hand = *self.battle.dice().source() == Source::Hand;
            let next = if by_hand { Source::Hand } else { Source::Another(other) };
            let source = self.battle.dice_mut().set_source(next);
            self.try_out = Some(TryOut { before, source });
        }
        self.go_to(self.history.present().id)
    }

    /// Whether what is played is tried out.
    pub fn is_try_out(&self) -> bool {
        self.try_out.is_some()
    }

    /// Forgets what was tried out and goes back to where the match stood before; whether anything was tried out.
    ///
    /// # Errors
    /// A bug.
    pub fn end_try_out(&mut self) -> Result<bool, MatchError<G>> {
        let Some(TryOut { before, source }) = self.try_out.take() else { return Ok(false) };
        self.replay_to(before.home())?;
        self.history.back_to(&before);
        self.battle.dice_mut().set_source(source);
        Ok(true)
    }

    /// Whether an entry is only tried out.
    pub fn is_tried_out(&self, entry: EntryId) -> bool {
        self.try_out.as_ref().is_some_and(|try_out| !try_out.before.has(entry))
    }

    /// The entry after which the match goes on, whatever is looked at or tried out.
    pub fn kept_at(&self) -> EntryId {
        self.try_out.as_ref().map_or_else(|| self.history.home(), |try_out| try_out.before.home())
    }

    /// The history without what is tried out.
    pub(super) fn kept_history(&self) -> Cow<'_, History<G>> {
        match &self.try_out {
            None => Cow::Borrowed(&self.history),
            Some(try_out) => {
                let mut kept = self.history.clone();
                kept.back_to(&try_out.before);
                Cow::Owned(kept)
            }
        }
    }
}
