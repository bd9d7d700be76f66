//! Data of the actions that move a unit: orders, steps, choices, reasons. Plain data.

use serde::{Deserialize, Serialize};

pub use super::reasons::{Mistake, Reason};
use crate::game::phases::orders::orders;
use crate::game::phases::shooting::kinds::FireAt;
use crate::rules::ids::{ModelId, UnitId};
use crate::rules::measures::{Facing, Place};

orders! {
    /// Moves a unit by the Advance action, and fires. Rule: ACT-2.
    AdvanceUnit(AdvanceUnit),
    /// Declares that a unit will run, before its paths are chosen. Rule: RE-1.
    AnnounceDouble(AnnounceDouble),
    /// Moves a unit by the At The Double action. Rule: ACT-4.
    AtTheDouble(AtTheDouble),
    /// Opens fire, adjusting its places before. Rule: ACT-1.
    OpenFire(OpenFire),
}

/// Moves a unit by the Advance action, and fires before or after.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AdvanceUnit {
    /// The unit.
    pub unit: UnitId,
    /// Models that move or turn; the others stay as they are.
    pub moves: Vec<ModelMove>,
    /// A salvo at each of these.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub fire: Vec<FireAt>,
    /// Order of moving and firing.
    #[serde(default)]
    pub sequence: Sequence,
}

/// Whether an Advance moves or fires first.
///
/// Rule: ACT-2.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Sequence {
    /// Moves, then fires.
    #[default]
    MoveFirst,
    /// Fires, then moves: the order names no moves, they are asked for when the smoke has cleared.
    FireFirst,
}

/// Says that a unit will run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AnnounceDouble {
    /// The unit.
    pub unit: UnitId,
}

/// Moves a unit by the At The Double action. It must have been announced if an enemy might snap fire
/// before it moves.
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
    /// A salvo at each of these.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub fire: Vec<FireAt>,
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
    /// Its facing afterwards.
    pub facing: Facing,
}

/// A step of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Step {
    /// Ask for the paths of a unit that runs, if any of its models is left.
    OfferRun {
        /// The unit.
        unit: UnitId,
    },
    /// Ask for the moves of a unit that has fired first, if any of its models is left.
    OfferMove {
        /// The unit.
        unit: UnitId,
    },
}

/// Choices of a player in the middle of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Choice {
    /// Choose the paths of a unit that was announced to run. Rule: RE-1.
    Run {
        /// The unit.
        unit: UnitId,
    },
    /// Move a unit that has fired first. Rule: ACT-2.
    MoveAfterFiring {
        /// The unit.
        unit: UnitId,
    },
}
