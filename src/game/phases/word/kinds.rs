//! Data of the players' word in a game recorded at a real table: orders, a choice, facts, reasons. Plain data.

use serde::{Deserialize, Serialize};

pub use super::reasons::{Mistake, Reason};
use crate::game::phases::deployment::kinds::ModelPlace;
use crate::game::phases::orders::orders;
use crate::rules::ids::{ModelId, Side, UnitId};
use crate::rules::turn::{Phase, Turn};

orders! {
    /// Models of a unit stand here. Rule: MOV-4.
    SetUnit(SetUnit),
    /// Models are gone. Rule: BAS-6.
    RemoveModels(RemoveModels),
    /// A unit has these hits, these markers, has acted or is down. Rule: SUP-1, LD-2, TURN-3, ACT-5.
    GiveState(GiveState),
    /// A side has an objective. Rule: MIS-4.
    TakeObjective(TakeObjective),
    /// The phase is over, whatever units have acted. Rule: TURN-1.
    PhaseIsOver,
    /// The player's turn is over. Rule: TURN-1.
    TurnIsOver,
    /// The battle is over. Rule: TURN-6.
    BattleIsOver(BattleIsOver),
}

/// Models of a unit stand here; those that are not named stay where they are.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SetUnit {
    /// The unit.
    pub unit: UnitId,
    /// Place and facing of each of the models.
    pub models: Vec<ModelPlace>,
}

/// Models are gone from the table.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RemoveModels {
    /// Their unit.
    pub unit: UnitId,
    /// The models.
    pub models: Vec<ModelId>,
}

/// New state of a unit; what is left out stays the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GiveState {
    /// The unit.
    pub unit: UnitId,
    /// Hits on its hit-die.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hit_die: Option<u8>,
    /// Its nerve markers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nerve_markers: Option<u8>,
    /// Its suppression markers, in rulesets that have them (ACT-7).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub suppression_markers: Option<u8>,
    /// Whether it has acted in its side's present turn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub acted: Option<Acted>,
    /// Posture of its models.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stance: Option<Stance>,
}

impl GiveState {
    /// Nothing yet of a unit.
    pub const fn of(unit: UnitId) -> Self {
        Self {
            unit,
            hit_die: None,
            nerve_markers: None,
            suppression_markers: None,
            acted: None,
            stance: None,
        }
    }
}

/// Whether a unit has acted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Acted {
    /// It has.
    Yes,
    /// It may still act.
    NotYet,
}

/// Posture of a unit's models.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Stance {
    /// Upright.
    Up,
    /// Down. Rule: ACT-5.
    Down,
}

/// Holder of an objective.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TakeObjective {
    /// Its id.
    pub objective: String,
    /// The side that has it until the players say otherwise; `None`: it is measured again.
    pub by: Option<Side>,
}

/// The battle is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BattleIsOver {
    /// Winner; `None` for nobody.
    pub winner: Option<Side>,
}

/// Choices of the players once they tell the rest of a phase themselves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Choice {
    /// Say what happened, or that the phase is over. Rule: TURN-1.
    TellOn,
}

/// Something that is so by the players' word.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Fact {
    /// The pending question or action is settled on the table: the battle asks no more about it. Rule: TURN-3, TURN-5.
    QuestionSettled {
        /// The unit whose action that was.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        unit: Option<UnitId>,
    },
    /// A unit stands elsewhere; its moves come next. Rule: MOV-4.
    UnitSet {
        /// The unit.
        unit: UnitId,
    },
    /// A unit that was not on the table is. Rule: MIS-1, MIS-3.
    UnitBrought {
        /// The unit.
        unit: UnitId,
        /// Place and facing of each of its models.
        models: Vec<ModelPlace>,
    },
    /// Models are gone; each comes next. Rule: BAS-6.
    ModelsRemoved {
        /// Their unit.
        unit: UnitId,
        /// Number of models.
        count: usize,
        /// Number of the unit's models left.
        left: usize,
    },
    /// A unit is in another state. Rule: SUP-1, LD-2, TURN-3, ACT-5.
    StateGiven {
        /// New state.
        state: GiveState,
        /// Whether it is shaken by its hits (SUP-3).
        shaken: bool,
    },
    /// A side has an objective, or it is measured again who does. Rule: MIS-4.
    ObjectiveTaken {
        /// Its id.
        objective: String,
        /// The side.
        by: Option<Side>,
    },
    /// A phase is over. Rule: TURN-1.
    PhaseSaidOver {
        /// Phase that ended.
        phase: Phase,
    },
    /// A player's turn is over. Rule: TURN-1.
    TurnSaidOver {
        /// Turn at its end.
        turn: Turn,
    },
}
