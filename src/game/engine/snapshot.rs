//! All that changes in a battle, as one plain value.

use serde::{Deserialize, Serialize};
pub use tabletop::state_hash::StateHash;

pub use super::components::{ModelState, UnitState};
pub use super::table_state::TableState;
use crate::game::engine::agenda::Agenda;
use crate::game::engine::dice::DiceState;
use crate::rules::turn::Turn;

/// A battle at rest: what it takes to go on from here, given its setup.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Snapshot {
    /// Present turn.
    pub turn: Turn,
    /// Pending steps and choices.
    pub agenda: Agenda,
    /// State of the dice.
    pub dice: DiceState,
    /// Things on the table, and the result of the battle.
    pub table: TableState,
    /// Every unit in id order.
    pub units: Vec<UnitState>,
    /// Every model in id order.
    pub models: Vec<ModelState>,
}

impl Snapshot {
    /// Its hash, the same on every machine and in every build.
    ///
    /// # Errors
    /// The encoder's, which for this type means memory ran out.
    pub fn hash(&self) -> Result<StateHash, postcard::Error> {
        StateHash::of(self)
    }
}
