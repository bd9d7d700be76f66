//! What a player may ask for: one complete choice, as it is logged and replayed.

use serde::{Deserialize, Serialize};

use crate::rules::action::Action;
use crate::rules::ids::{ModelId, Side, UnitId};
use crate::rules::measures::{Facing, Place};

/// One choice of one player.
///
/// In orders files and saves it is one JSON object a line, for example
/// `{"player":"A","order":{"GetDown":{"unit":"A1","turns":[]}}}`.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Command {
    /// Who chooses.
    pub player: Side,
    /// What.
    pub order: Order,
}

/// What a player chose.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Order {
    /// Places a waiting unit in its zone. Rule: MIS-1.
    DeployUnit(DeployUnit),
    /// Moves a unit by the Advance action. Rule: ACT-2 (its move).
    AdvanceUnit(AdvanceUnit),
    /// Moves a unit by the At The Double action. Rule: ACT-4 (its move).
    AtTheDouble(AtTheDouble),
    /// Opens fire, adjusting its places before. Rule: ACT-1 (its move).
    OpenFire(OpenFire),
    /// A unit takes cover where it is. Rule: ACT-5 (all but its effect on shooting).
    GetDown(GetDown),
    /// The active player has no more to do in this phase. Rule: TURN-3.
    EndPhase,
}

/// Places a waiting unit.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DeployUnit {
    /// The unit.
    pub unit: UnitId,
    /// A place for each of its models.
    pub models: Vec<ModelPlace>,
}

/// Where a model is placed and where it looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ModelPlace {
    /// The model.
    pub model: ModelId,
    /// Centre of its base.
    pub at: Place,
    /// Where it looks.
    pub facing: Facing,
}

/// Moves a unit by the Advance action.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AdvanceUnit {
    /// The unit.
    pub unit: UnitId,
    /// Models that move or turn; the others stay as they are.
    pub moves: Vec<ModelMove>,
}

/// Moves a unit by the At The Double action.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AtTheDouble {
    /// The unit.
    pub unit: UnitId,
    /// Models that move or turn; the others stay as they are.
    pub moves: Vec<ModelMove>,
}

/// Opens fire.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OpenFire {
    /// The unit.
    pub unit: UnitId,
    /// Models that move or turn before they fire; the others stay as they are.
    pub moves: Vec<ModelMove>,
}

impl Order {
    /// The action with which an order moves a unit, the unit, and the moves; `None` for
    /// orders that move nobody along a path.
    pub fn unit_move(&self) -> Option<UnitMove<'_>> {
        let (action, unit, moves) = match self {
            Self::AdvanceUnit(AdvanceUnit { unit, moves }) => (Action::Advance, unit, moves),
            Self::AtTheDouble(AtTheDouble { unit, moves }) => (Action::AtTheDouble, unit, moves),
            Self::OpenFire(OpenFire { unit, moves }) => (Action::OpenFire, unit, moves),
            Self::DeployUnit(_) | Self::GetDown(_) | Self::EndPhase => return None,
        };
        Some(UnitMove { action, unit: *unit, moves })
    }

    /// The order that moves a unit by an action; `None` for actions that move nobody.
    pub fn of_move(action: Action, unit: UnitId, moves: Vec<ModelMove>) -> Option<Self> {
        match action {
            Action::Advance => Some(Self::AdvanceUnit(AdvanceUnit { unit, moves })),
            Action::AtTheDouble => Some(Self::AtTheDouble(AtTheDouble { unit, moves })),
            Action::OpenFire => Some(Self::OpenFire(OpenFire { unit, moves })),
            Action::OnMyTarget | Action::GetDown | Action::FallBack => None,
        }
    }
}

/// What orders that move a unit have in common.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct UnitMove<'a> {
    /// By which action.
    pub action: Action,
    /// The unit.
    pub unit: UnitId,
    /// Models that move or turn; the others stay as they are.
    pub moves: &'a [ModelMove],
}

/// A model's path and where it looks at the end.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ModelMove {
    /// The model.
    pub model: ModelId,
    /// The corners of its path after its present place, the last one its new
    /// place; empty for one that only turns.
    pub path: Vec<Place>,
    /// Where it looks afterwards.
    pub facing: Facing,
}

/// A unit takes cover where it is.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GetDown {
    /// The unit.
    pub unit: UnitId,
    /// Models that turn; the others keep their facing.
    pub turns: Vec<ModelTurn>,
}

/// Where a model looks afterwards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ModelTurn {
    /// The model.
    pub model: ModelId,
    /// Where it looks.
    pub facing: Facing,
}
