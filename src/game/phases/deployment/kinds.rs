//! What deployment adds to the game: orders, steps, choices, facts, reasons. Plain data.

use serde::{Deserialize, Serialize};

use crate::game::engine::reason::reasons;
use crate::game::phases::orders::orders;
use crate::rules::ids::{ModelId, Side, UnitId};
use crate::rules::measures::{Facing, Place};

orders! {
    /// Places a waiting unit in its zone. Rule: MIS-1.
    DeployUnit(DeployUnit),
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

/// A step of deployment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub enum Step {
    /// Both players roll.
    RollOff {
        /// What for.
        purpose: RollOff,
        /// Who finished deploying first, if that counts here.
        finished_first: Option<Side>,
    },
    /// Find out who places the next unit, or that deployment is over.
    ContinueDeployment {
        /// Who placed last; before the first placing, the loser of the roll-off.
        last: Side,
        /// Who first had no more units to place.
        finished_first: Option<Side>,
    },
}

/// What a roll-off decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, serde::Deserialize)]
pub enum RollOff {
    /// Who places the first unit.
    FirstPlacing,
    /// Who has the first turn.
    FirstTurn,
}

/// What a player may choose from in deployment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub enum Choice {
    /// Place one of the waiting units. Rule: MIS-2 (placing units in turn).
    PlaceUnit {
        /// Who first had no more units to place.
        finished_first: Option<Side>,
    },
}

/// Something that happened in deployment.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub enum Fact {
    /// Both players rolled a die until one was higher. Rule: MIS-2 (rolling off).
    RollOffHeld {
        /// What for.
        purpose: RollOff,
        /// The faces of A and B, roll by roll; all but the last were level.
        rolls: Vec<[u8; 2]>,
        /// Who won.
        winner: Side,
    },
    /// A unit was placed. Rule: MIS-1.
    UnitDeployed {
        /// The unit.
        unit: UnitId,
        /// Each of its models.
        models: Vec<ModelPlace>,
    },
}

reasons! {
    /// The unit has already been deployed.
    AlreadyDeployed,
    /// The order gives a model no place.
    ModelNotPlaced,
    /// A base would not be wholly inside the deployment zone.
    OutsideZone,
    /// Another unit must be placed before this one.
    PlacedLast,
}
