//! What turns and rounds add to the game: orders, steps, choices, facts, reasons. Plain data.

use serde::{Deserialize, Serialize};

use crate::game::engine::reason::reasons;
use crate::game::phases::orders::orders;
use crate::rules::ids::UnitId;
use crate::rules::turn::Turn;

orders! {
    /// The active player has no more to do in this phase. Rule: TURN-3.
    EndPhase,
}

/// A step of a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub enum Step {
    /// A unit has finished its action.
    FinishAction {
        /// The unit.
        unit: UnitId,
    },
    /// Leave the present phase and begin the next.
    NextPhase,
    /// Nerve markers go at the beginning of a side's turn.
    RemoveNerveMarkers,
    /// The suppressed units of the player whose turn it is not try to recover.
    Recover,
}

/// What a player may choose from in a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub enum Choice {
    /// Activate a unit or end the phase. Rule: TURN-3.
    Act,
}

/// Something that happened to turns and rounds.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub enum Fact {
    /// Another phase began; with it, perhaps, another turn and another round. Rule: TURN-1.
    PhaseBegan {
        /// From this moment on.
        turn: Turn,
    },
    /// The last round ended. Rule: TURN-6.
    BattleEnded {
        /// Rounds played.
        rounds: u8,
    },
}

reasons! {
    /// Some of the player's units have not acted yet.
    UnitsYetToAct,
}
