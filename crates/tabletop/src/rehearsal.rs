//! A battle in which commands are played on, to see what may come of them.

use std::sync::Arc;

use crate::battle::{Battle, BattleError, SubmitError};
use crate::command::Command;
use crate::dice::Dice;
use crate::estimates::Estimates;
use crate::game::Game;

/// A battle in which commands are played on and then forgotten. In it a game may estimate what it works out exactly in any other.
///
/// **Invariant**: no estimate gets into a match. A rehearsal lends its battle to be read and never gives it away, so that commands are
/// played in it by [`Rehearsal::play`] alone; and nobody but a rehearsal can make [`Estimates`], without which a state does not estimate.
pub struct Rehearsal<G: Game>(Battle<G>);

impl<G: Game> Rehearsal<G> {
    /// Sets up a level and plays it up to the first decision.
    ///
    /// # Errors
    /// A bug: a battle of the setup does not begin.
    pub fn new(setup: Arc<G::Setup>) -> Result<Self, BattleError<G>> {
        let (mut battle, _) = Battle::new(setup, Dice::seeded(0))?;
        battle.allow_estimates(Some(Estimates::in_rehearsal()));
        Ok(Self(battle))
    }

    /// The battle now, to be read: what its view says may be estimated.
    pub fn battle(&self) -> &Battle<G> {
        &self.0
    }

    /// Goes to a snapshot of a battle with the same setup.
    ///
    /// # Errors
    /// It is of another battle; then nothing changed.
    pub fn restore(&mut self, snapshot: &G::Snapshot) -> Result<(), BattleError<G>> {
        self.0.restore(snapshot)
    }

    /// Carries a command out, if it is allowed, up to the next decision, with dice of its own. What takes long may be estimated.
    ///
    /// # Errors
    /// Refused: nothing changed. Broken: restore it from a snapshot.
    pub fn play(&mut self, command: &Command<G>, dice: Dice<G>) -> Result<(), SubmitError<G>> {
        *self.0.dice_mut() = dice;
        self.0.play(command)
    }

    /// The same without estimates: as the battle itself would.
    ///
    /// # Errors
    /// As [`Self::play`].
    pub fn play_exactly(&mut self, command: &Command<G>, dice: Dice<G>) -> Result<(), SubmitError<G>> {
        self.0.allow_estimates(None);
        let played = self.play(command, dice);
        self.0.allow_estimates(Some(Estimates::in_rehearsal()));
        played
    }
}
