//! What turns and rounds add to the game: orders, steps, choices, facts, reasons. Plain data.

use serde::{Deserialize, Serialize};

pub use super::reasons::{Mistake, Reason};
use crate::game::phases::orders::orders;
use crate::rules::ids::{Side, UnitId};
use crate::rules::turn::Turn;
use crate::rules::victory::{BattleResult, Hold};

orders! {
    /// The active player has no more to do in this phase. Rule: TURN-3.
    EndPhase,
}

/// A step of a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Step {
    /// A unit has finished its action.
    FinishAction {
        /// The unit.
        unit: UnitId,
    },
    /// Leave the present phase and begin the next.
    NextPhase,
    /// The active player may win by an objective that it holds.
    CountObjectives,
    /// The active player's force tests its morale if it has lost too much.
    TestMorale,
    /// Nerve markers go at the beginning of a side's turn.
    RemoveNerveMarkers,
    /// The suppressed units of the player whose turn it is not try to recover.
    Recover,
}

/// What a player may choose from in a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Choice {
    /// Activate a unit or end the phase. Rule: TURN-3.
    Act,
}

/// Something that happened to turns and rounds.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Fact {
    /// Another phase began; with it, perhaps, another turn and another round. Rule: TURN-1.
    PhaseBegan {
        /// From this moment on.
        turn: Turn,
    },
    /// At the beginning of a turn it was seen who holds which objective. Rule: TURN-2, MIS-4.
    ObjectivesCounted {
        /// Each objective.
        objectives: Vec<CountedObjective>,
    },
    /// A force has lost so much that it tests its morale. Rule: MIS-5.
    ForceWavered {
        /// The force.
        side: Side,
        /// How many of its units are left.
        left: usize,
        /// How many it has had.
        units: usize,
        /// The unit whose leader it tests on; `None` if no leader is left.
        leader: Option<UnitId>,
    },
    /// The battle ended. Rule: TURN-6, MIS-2, MIS-5, MIS-6.
    BattleEnded(BattleResult),
}

/// Who holds an objective at the beginning of a turn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CountedObjective {
    /// Its id.
    pub objective: String,
    /// Who holds it.
    pub hold: Hold,
    /// Whether it lies in the zone of the active player's enemy.
    pub in_enemy_zone: bool,
}
