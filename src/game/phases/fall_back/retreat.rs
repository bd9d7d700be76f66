//! The outcome of a forced fall back as one value: every model's path and end, losses and their reasons. The rules
//! play it, the preview draws it and `show fallback` prints it.

use serde::{Deserialize, Serialize};

use crate::game::engine::unit_fact::Length;
use crate::rules::basics::Strength;
use crate::rules::falling_back::{Forced, LostFor, MoveLimit};
use crate::rules::ids::{ModelId, UnitId};
use crate::rules::measures::{Facing, Place};
use crate::rules::sight::SightState;

/// What a unit does that is forced to fall back.
///
/// Rule: FB-1.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Retreat {
    /// The unit.
    pub unit: UnitId,
    /// Its strength now.
    pub strength: Strength,
    /// What its strength forces it to do.
    pub forced: Forced,
    /// Its leader (BAS-7).
    pub leader: ModelId,
    /// What it does; for [`Forced::MoveOrFire`], unless its player chooses to fire.
    pub outcome: RetreatOutcome,
}

/// What a unit does when it falls back.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum RetreatOutcome {
    /// It is destroyed where it stands. Rule: FB-1.
    Destroyed,
    /// It goes toward a safe position. Rule: FB-2, FB-3, FB-4, FB-5.
    FallBack {
        /// The safe position that its leader goes toward.
        safe_position: SafePosition,
        /// Every model in the order in which they move, leader first.
        retreats: Vec<ModelRetreat>,
    },
    /// It routs. Rule: ROU-1.
    Rout {
        /// Every model in the order in which they move, leader first.
        retreats: Vec<ModelRetreat>,
    },
    /// Its player chooses: it fires, or crawls. Rule: OFB-1.
    FireOrCrawl,
    /// It stays in cover and gains by it. Rule: OFB-2.
    StayInCover,
    /// It runs for the nearest cover. Rule: OFB-3.
    RunForCover {
        /// Where its leader is in cover, and from which enemies.
        safe_position: SafePosition,
        /// Every model in the order in which they move, leader first.
        retreats: Vec<ModelRetreat>,
        /// Whether enemies may snap fire at it.
        draws: DrawsFire,
    },
    /// There is no cover: it runs for its own table edge, and enemies may snap fire at it. Rule: OFB-3, OFB-4.
    RunForEdge {
        /// Where its leader goes.
        edge: Edge,
        /// Whether the leader reaches it.
        leaves: Leaves,
        /// Every model in the order in which they move, leader first.
        retreats: Vec<ModelRetreat>,
    },
}

/// Whether enemies that are free to snap fire may do so at a unit that runs for cover.
///
/// Rule: OFB-4.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum DrawsFire {
    /// No model's path is longer than a run that draws no snap fire.
    No,
    /// Some model's is.
    SnapFire,
}

/// Where the leader of a unit that runs for its own table edge goes.
///
/// Rule: OFB-3.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Edge {
    /// The place at the edge to which it has the shortest path.
    At {
        /// Where its base touches the edge.
        at: Place,
        /// Its shortest legal path there, however long: the corners after its start.
        path: Vec<Place>,
        /// Its length, inches.
        length: Length,
    },
    /// No path leads there: it stays.
    Unreachable,
}

/// Whether a unit that runs for its edge leaves the table now.
///
/// Rule: OFB-6.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Leaves {
    /// Its leader reaches the edge: the unit leaves.
    Table,
    /// Its leader does not reach it yet.
    NotYet,
}

/// The safe position or cover that a leader goes toward.
///
/// Rule: FB-2, FB-4, OFB-3.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SafePosition {
    /// Its place.
    pub at: Place,
    /// The leader's shortest legal path to it, however long: the corners after its start.
    pub path: Vec<Place>,
    /// Its length, inches.
    pub length: Length,
    /// Whether that length is within the leader's limits.
    pub reachability: Reachability,
    /// Why it is safe: every enemy model that matters there, nearest first.
    pub watchers: Vec<Watcher>,
}

/// The length of the path to a safe position against the leader's limits.
///
/// Rule: FB-4, OFB-3.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Reachability {
    /// Within both limits: the leader ends there.
    InRange,
    /// Below the lower limit, and there is no better one: the leader ends there.
    TooNear,
    /// Where the leader stands.
    Here,
    /// Beyond the upper limit: the leader ends on the path.
    TooFar,
}

/// How an enemy model sees a safe position.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Watcher {
    /// The enemy model.
    pub model: ModelId,
    /// The state in which it alone would see the leader there: never Clear.
    pub state: SightState,
    /// The share of the leader in view.
    pub in_view: f64,
    /// From its centre to the position, inches; more than from the leader's.
    pub distance: Length,
}

/// How one model retreats.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ModelRetreat {
    /// The model.
    pub model: ModelId,
    /// The corners of its path after its start; empty if it stays. For a model that is lost, as far as it
    /// would have gone.
    pub path: Vec<Place>,
    /// Its length, inches.
    pub length: Length,
    /// Whether it touches difficult ground.
    pub limit: MoveLimit,
    /// How it ends.
    pub end: ModelEnd,
    /// For a model that routs: what it runs from and its heading.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rout_heading: Option<RoutHeading>,
}

/// How a model's retreat ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ModelEnd {
    /// It stands in coherency with a model that moved before it; the leader always does.
    Stands {
        /// Its facing.
        facing: Facing,
    },
    /// It cannot end in coherency within the limits, and stands as near to the leader as it can. Rule: FB-5.
    Apart {
        /// Its facing.
        facing: Facing,
    },
    /// It leaves the table over its own edge with its unit. Rule: OFB-6.
    Leaves,
    /// It is destroyed.
    Lost {
        /// Why.
        why: LostFor,
    },
}

/// What a model that routs runs from, and its heading.
///
/// Rule: ROU-1, ROU-3.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RoutHeading {
    /// The enemies it runs from: those it saw when the rout began. A leader that saw none runs from those
    /// its unit saw; empty for another model that saw none, which takes the leader's heading.
    pub from: Vec<ModelId>,
    /// Whether it saw an enemy itself.
    pub saw: SawEnemies,
    /// Directly away from them, degrees.
    pub away: f64,
    /// Its heading, degrees.
    pub heading: f64,
}

/// Whether a model that routs saw an enemy.
///
/// Rule: ROU-1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum SawEnemies {
    /// It saw one.
    Enemies,
    /// It saw none.
    Nobody,
}

impl RetreatOutcome {
    /// Every model's retreat in the order in which they move.
    pub fn retreats(&self) -> &[ModelRetreat] {
        match self {
            Self::Destroyed | Self::FireOrCrawl | Self::StayInCover => &[],
            Self::FallBack { retreats, .. }
            | Self::Rout { retreats }
            | Self::RunForCover { retreats, .. }
            | Self::RunForEdge { retreats, .. } => retreats,
        }
    }

    /// The safe position or cover that the leader goes toward, if any.
    pub fn safe_position(&self) -> Option<&SafePosition> {
        match self {
            Self::FallBack { safe_position, .. } | Self::RunForCover { safe_position, .. } => {
                Some(safe_position)
            }
            _ => None,
        }
    }
}

impl ModelRetreat {
    /// Where the model stands afterwards; `None` if it is lost or leaves the table.
    pub fn end_from(&self, start: Place) -> Option<Place> {
        match self.end {
            ModelEnd::Lost { .. } | ModelEnd::Leaves => None,
            ModelEnd::Stands { .. } | ModelEnd::Apart { .. } => {
                Some(self.path.last().copied().unwrap_or(start))
            }
        }
    }
}
