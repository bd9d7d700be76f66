//! Data of deployment and reserves: orders, steps, choices, facts, reasons. Plain data.

use serde::{Deserialize, Serialize};

pub use super::reasons::{Mistake, Reason};
use crate::game::engine::table_state::PlacedObstacle;
use crate::game::phases::orders::orders;
use crate::level::scenario::Objective;
use crate::rules::ids::{ModelId, Side, UnitId};
use crate::rules::measures::{Facing, Place, Thou};

orders! {
    /// Places a waiting unit in its zone, or one that arrives at its table edge. Rule: MIS-1, MIS-3.
    DeployUnit(DeployUnit),
    /// Holds a unit back for which no room was found: it is, or stays, a reserve. Rule: MIS-3.
    HoldBack(HoldBack),
    /// Picks a table edge with its zone. Rule: MIS-2.
    PickZone(PickZone),
    /// Places an objective. Rule: MIS-2, MIS-3.
    PlaceObjective(PlaceObjective),
    /// Places a point obstacle. Rule: MIS-3.
    PlaceObstacle(PlaceObstacle),
    /// Places no more obstacles. Rule: MIS-3.
    EndObstacles,
    /// Chooses the units that deploy; the others are reserves. Rule: MIS-3.
    ChooseUnits(ChooseUnits),
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

/// Holds a unit back for which no room was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HoldBack {
    /// The unit.
    pub unit: UnitId,
}

/// Place and facing of a model.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ModelPlace {
    /// The model.
    pub model: ModelId,
    /// Centre of its base.
    pub at: Place,
    /// Its facing.
    pub facing: Facing,
}

/// Picks a table edge with its zone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PickZone {
    /// The side to which the level gives the zone.
    pub zone: Side,
}

/// Places an objective on the ground.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlaceObjective {
    /// Position; its height follows from the ground there.
    pub at: Place,
}

/// Places a point obstacle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlaceObstacle {
    /// Its centre.
    pub at: Place,
    /// Inches.
    pub radius: Thou,
    /// Inches.
    pub height: Thou,
}

/// Chooses the units that deploy.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ChooseUnits {
    /// They deploy; the player's others are reserves.
    pub deploy: Vec<UnitId>,
}

/// A step of deployment or of the arrival of reserves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Step {
    /// Both players roll.
    RollOff {
        /// Purpose of the roll-off.
        purpose: RollOff,
        /// Side that finished deploying first, if that counts here.
        finished_first: Option<Side>,
    },
    /// A player picks a table edge, if no unit stands yet.
    OfferZones {
        /// The winner of the roll-off.
        player: Side,
    },
    /// Lay the objectives of a Skirmish, if the level has none.
    LayObjectives,
    /// Find out who places the next objective.
    NextObjective {
        /// Side that placed last; before the first, the side that places second.
        last: Side,
        /// Number left to each side.
        left: [u8; 2],
    },
    /// Find out who places the next obstacle.
    NextObstacle {
        /// Side that placed last; before the first, the side that places second.
        last: Side,
        /// Number left to each side.
        left: [u8; 2],
    },
    /// A player chooses the units that deploy.
    OfferUnits {
        /// The player.
        player: Side,
    },
    /// Find out who places the next unit, or that deployment is over.
    ContinueDeployment {
        /// Side that placed last; before the first placing, the loser of the roll-off.
        last: Side,
        /// First side without units to place.
        finished_first: Option<Side>,
    },
    /// The active player's reserves roll to arrive.
    RollReserves,
    /// A unit that arrives is placed, if there is room.
    OfferEntry {
        /// The unit.
        unit: UnitId,
    },
}

/// Purpose of a roll-off.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum RollOff {
    /// Deploying first, and in most missions picking a table edge.
    FirstPlacing,
    /// Taking the first turn.
    FirstTurn,
}

/// Choices of a player in deployment and when reserves arrive.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Choice {
    /// Place one of the waiting units. Rule: MIS-2.
    PlaceUnit {
        /// First side without units to place.
        finished_first: Option<Side>,
    },
    /// Pick a table edge. Rule: MIS-2.
    PickZone,
    /// Place an objective. Rule: MIS-2, MIS-3.
    PlaceObjective {
        /// Number left to each side, this one included.
        left: [u8; 2],
    },
    /// Place an obstacle, or no more. Rule: MIS-3.
    PlaceObstacle {
        /// Number left to each side, this one included.
        left: [u8; 2],
    },
    /// Choose the units that deploy. Rule: MIS-3.
    ChooseUnits,
    /// Place a unit that arrives. Rule: MIS-3.
    PlaceArrival {
        /// The unit.
        unit: UnitId,
    },
}

/// Something that happened in deployment, or to reserves.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Fact {
    /// Both players rolled a die until one was higher. Rule: MIS-2.
    RollOffHeld {
        /// Purpose of the roll-off.
        purpose: RollOff,
        /// The faces of A and B, roll by roll; all but the last were level.
        rolls: Vec<[u8; 2]>,
        /// Winner of the roll-off.
        winner: Side,
    },
    /// A player picked a table edge; the other has the other. Rule: MIS-2.
    ZonePicked {
        /// The player.
        player: Side,
        /// The side to which the level gives the zone.
        zone: Side,
    },
    /// An objective was placed, by a player or by the mission. Rule: MIS-2, MIS-3, MIS-8.
    ObjectivePlaced {
        /// The player; `None` for the mission.
        by: Option<Side>,
        /// The objective.
        objective: Objective,
    },
    /// A player placed an obstacle. Rule: MIS-3.
    ObstaclePlaced {
        /// The player.
        by: Side,
        /// The obstacle.
        obstacle: PlacedObstacle,
    },
    /// A player places no more obstacles. Rule: MIS-3.
    ObstaclesEnded {
        /// The player.
        by: Side,
    },
    /// A player chose which units deploy. Rule: MIS-3.
    UnitsChosen {
        /// The player.
        player: Side,
        /// They deploy.
        deploy: Vec<UnitId>,
        /// They are reserves.
        reserves: Vec<UnitId>,
    },
    /// A unit was placed. Rule: MIS-1.
    UnitDeployed {
        /// The unit.
        unit: UnitId,
        /// Each of its models.
        models: Vec<ModelPlace>,
    },
    /// A unit found no room in its zone, and is a reserve from now on. Rule: MIS-3.
    UnitHeldBack {
        /// The unit.
        unit: UnitId,
    },
    /// A reserve unit rolled to arrive. Rule: MIS-3.
    ReserveRolled {
        /// The unit.
        unit: UnitId,
        /// The faces, in the order in which they were rolled.
        faces: Vec<u8>,
        /// Whether one of them brings it in.
        arrives: bool,
    },
    /// A unit that arrived was placed at its table edge. Rule: MIS-3.
    ReserveEntered {
        /// The unit.
        unit: UnitId,
        /// Each of its models.
        models: Vec<ModelPlace>,
    },
    /// A unit that arrived found no room, and stays in reserve. Rule: MIS-3.
    ReserveWaits {
        /// The unit.
        unit: UnitId,
    },
}
