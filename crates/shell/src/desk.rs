//! Parts of a game that `run` needs to play it.

use serde::Serialize;
use serde_json::value::RawValue;
use tabletop::battle::DiceWanted;
use tabletop::command::Command;
use tabletop::game::Game;
use tabletop::matches::Match;
use tabletop::record::history::Rationale;
use tabletop::sentence::{Sentence, sentences};

use crate::by_hand::Explanation;

/// Command of a computer player, why it gave it, and what is printed of it.
#[derive(Clone, Debug)]
pub struct Decided<G: Game, C> {
    /// The command; `check` accepts it.
    pub command: Command<G>,
    /// Its reason, as it is kept with the command.
    pub rationale: Rationale,
    /// Output of `run`.
    pub chosen: C,
}

/// Parts of `run` that differ from game to game: its computer players and its words.
pub trait Desk<G: Game> {
    /// The printed part of a computer player's choice: a struct.
    type Chosen: Serialize;

    /// The computer is to decide now.
    fn decides(&self, game: &Match<G>) -> bool;

    /// The computer's choice now, if it is to decide.
    fn choose(&mut self, game: &Match<G>) -> Option<Decided<G, Self::Chosen>>;

    /// The sentences for the facts of one command.
    fn sentences(&self, game: &Match<G>, facts: &[G::Fact]) -> Vec<Sentence<G>> {
        sentences(&**game.setup(), facts)
    }

    /// Further words on dice that are rolled by hand; `game` is `None` while the battle opens.
    ///
    /// # Errors
    /// They cannot be written as JSON, which is a bug.
    fn explain(&self, _game: Option<&Match<G>>, _dice: &DiceWanted<G>) -> serde_json::Result<Explanation> {
        Ok(Explanation::default())
    }

    /// All that is on the table at the end, as JSON.
    ///
    /// # Errors
    /// It cannot be written as JSON, which is a bug.
    fn end_state(&self, game: &Match<G>) -> serde_json::Result<Box<RawValue>> {
        serde_json::value::to_raw_value(&game.battle().snapshot())
    }
}
