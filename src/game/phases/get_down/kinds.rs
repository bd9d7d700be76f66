//! Data of Get Down: an order and a fact. Plain data.

use serde::{Deserialize, Serialize};

use crate::game::phases::orders::orders;
use crate::rules::ids::{ModelId, UnitId};
use crate::rules::measures::Facing;

orders! {
    /// A unit takes cover where it is. Rule: ACT-5.
    GetDown(GetDown),
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

/// Facing of a model afterwards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ModelTurn {
    /// The model.
    pub model: ModelId,
    /// Its facing.
    pub facing: Facing,
}

/// Something that happened by Get Down.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum Fact {
    /// A unit got down. Rule: ACT-5.
    UnitGotDown {
        /// The unit.
        unit: UnitId,
    },
}
