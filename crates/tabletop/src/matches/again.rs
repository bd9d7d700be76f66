//! Entries that are played again, one after the other, in another battle of the same setup.

use super::MatchError;
use crate::battle::{Battle, Outcome};
use crate::dice::{DiceState, Source};
use crate::game::Game;
use crate::record::history::Entry;

/// An entry that is played again.
#[derive(Clone, Copy, Debug)]
pub struct Passed<'a, G: Game> {
    /// The entry.
    pub entry: &'a Entry<G>,
    /// The state that its command was given in; `None` for the opening.
    pub before: Option<&'a G::Snapshot>,
    /// The state that it led to.
    pub after: &'a G::Snapshot,
}

/// A line of entries as far as it has been played again: what [`Match::play_again`](super::Match::play_again) does, entry by entry.
/// What is done with the battle in between does not matter.
#[derive(Clone, Debug)]
pub struct PlayedAgain<G: Game> {
    after: Option<G::Snapshot>,
}

impl<G: Game> Default for PlayedAgain<G> {
    fn default() -> Self {
        Self { after: None }
    }
}

impl<G: Game> PlayedAgain<G> {
    /// Plays the next entry of the line, the opening first, and returns the state that its command was given in.
    ///
    /// # Errors
    /// The battle is of another setup, or the entry cannot be played: a bug.
    pub fn play(
        &mut self,
        battle: &mut Battle<G>,
        entry: &Entry<G>,
    ) -> Result<Option<G::Snapshot>, MatchError<G>> {
        match (&self.after, entry.keyframe()) {
            (None, Some(opening)) => battle.restore(opening)?,
            (None, None) => return Err(MatchError::NoEntry(entry.id.0)),
            (Some(before), _) => {
                battle.restore(before)?;
                replay_entry(battle, entry)?;
            }
        }
        Ok(self.after.replace(battle.snapshot()))
    }

    /// The state that the last entry led to.
    pub fn after(&self) -> Option<&G::Snapshot> {
        self.after.as_ref()
    }
}

/// Plays a recorded command with its recorded faces.
pub(super) fn replay_entry<G: Game>(battle: &mut Battle<G>, entry: &Entry<G>) -> Result<(), MatchError<G>> {
    if entry.departure.is_some() {
        let (Outcome { facts, agenda, .. }, seed) = (&entry.outcome, battle.dice().state().seed);
        let dice = DiceState { seed, drawn: entry.drawn() };
        return Ok(battle.follow_recorded(facts, agenda.clone(), dice)?);
    }
    let command = entry.command.as_ref().ok_or(MatchError::Diverged(entry.id.0))?;
    battle.dice_mut().set_source(Source::Fed(entry.faces().collect()));
    let outcome = battle.submit(command)?;
    if outcome.hash != entry.outcome.hash {
        return Err(MatchError::Diverged(entry.id.0));
    }
    Ok(())
}
