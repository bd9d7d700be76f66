//! What a unit does that is forced to fall back, whole: who goes where by which way, who is lost and
//! why. The rules play it, the preview draws it, `show fallback` tells it: one and the same.

use serde::Serialize;

use crate::game::engine::unit_fact::Length;
use crate::rules::basics::Strength;
use crate::rules::falling_back::{Forced, LostFor, Toll};
use crate::rules::ids::{ModelId, UnitId};
use crate::rules::measures::{Facing, Place};
use crate::rules::sight::SightState;

/// What becomes of a unit that is forced to fall back.
///
/// Rule: FB-1.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Retreat {
    /// The unit.
    pub unit: UnitId,
    /// What is left of it.
    pub strength: Strength,
    /// What that forces it to.
    pub forced: Forced,
    /// Who leads it (BAS-7).
    pub leader: ModelId,
    /// Where it goes; in case of [`Forced::MoveOrFire`] if its player does not choose to fire.
    pub course: RetreatOutcome,
}

/// Where a unit goes.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub enum RetreatOutcome {
    /// It is destroyed where it stands. Rule: FB-1.
    Destroyed,
    /// It goes toward a safe position. Rule: FB-2, FB-3, FB-4, FB-5.
    FallBack {
        /// The safe position its leader makes for.
        haven: SafePosition,
        /// Every model, the leader first, in the order in which they go.
        runs: Vec<Run>,
    },
    /// It routs. Rule: ROU-1.
    Rout {
        /// Every model, the leader first, in the order in which they go.
        runs: Vec<Run>,
    },
    /// Its player chooses: it fires, or moves a little. Rule: OFB-1.
    FireOrCrawl,
    /// It stays in cover, and gains by it. Rule: OFB-2.
    StayInCover,
    /// It runs for the nearest cover. Rule: OFB-3.
    RunForCover {
        /// Where its leader is covered, and from whom.
        haven: SafePosition,
        /// Every model, the leader first, in the order in which they go.
        runs: Vec<Run>,
        /// Whether enemies may snap fire at it.
        draws: DrawsFire,
    },
    /// There is no cover: it runs for its own table edge, and enemies may snap fire at it. Rule: OFB-3, OFB-4.
    RunForEdge {
        /// Where its leader makes for.
        edge: Edge,
        /// Whether he reaches it.
        leaves: Leaves,
        /// Every model, the leader first, in the order in which they go.
        runs: Vec<Run>,
    },
}

/// Whether units that are free to snap fire may do so at one that runs for cover.
///
/// Rule: OFB-4.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub enum DrawsFire {
    /// No model needs a longer way than its unit may run unshot at.
    No,
    /// One does.
    SnapFire,
}

/// Where the leader makes for whose unit runs for its own table edge.
///
/// Rule: OFB-3.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub enum Edge {
    /// The place at it to which he has the shortest way.
    At {
        /// Where his base touches it.
        at: Place,
        /// His shortest legal path there: its corners after his place, as long as it is.
        path: Vec<Place>,
        /// Its length, inches.
        length: Length,
    },
    /// No way leads there: he stays.
    Barred,
}

/// Whether a unit that runs for its edge leaves the table now.
///
/// Rule: OFB-6.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub enum Leaves {
    /// Its leader reaches the edge: all leave.
    Table,
    /// He does not reach it yet.
    NotYet,
}

/// The safe position that counts, or the cover.
///
/// Rule: FB-2, FB-4, OFB-3.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SafePosition {
    /// Where.
    pub at: Place,
    /// The leader's shortest legal path to it: its corners after his place, as long as it is.
    pub path: Vec<Place>,
    /// Its length, inches.
    pub length: Length,
    /// Whether that keeps to the limits.
    pub lies: Reachability,
    /// Why it is safe: every enemy model that matters there, the nearest to it first.
    pub watchers: Vec<Watcher>,
}

/// How a safe position lies to what the leader can walk.
///
/// Rule: FB-4, OFB-3.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub enum Reachability {
    /// Within both limits: he ends there.
    Within,
    /// Nearer than he has to go, and there is no better: he ends there.
    Nearer,
    /// Where he stands.
    Here,
    /// Farther than he can go: he ends on the way.
    Beyond,
}

/// What an enemy model makes of a safe position.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Watcher {
    /// Who.
    pub model: ModelId,
    /// As what it alone would see the leader there: never Clear.
    pub state: SightState,
    /// The share of him in view.
    pub in_view: f64,
    /// Between its centre and the position, inches: more than between the leader's and the position.
    pub distance: Length,
}

/// What one model does.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Run {
    /// The model.
    pub model: ModelId,
    /// Corners of its path after its place; empty for one that stays. Of one that is lost, as far as it
    /// would have come.
    pub path: Vec<Place>,
    /// Its length, inches.
    pub length: Length,
    /// Whether it touches difficult ground.
    pub toll: Toll,
    /// What becomes of it.
    pub end: RunEnd,
    /// Of one that routs: from whom and where to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub flight: Option<RoutHeading>,
}

/// How a model's run ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum RunEnd {
    /// It stands, in coherency with one that went before it; the leader always is.
    Stands {
        /// Where it looks.
        facing: Facing,
    },
    /// It falls back, but cannot end in coherency within the limits: it stands as near the leader as it
    /// can. Rule: FB-5.
    Apart {
        /// Where it looks.
        facing: Facing,
    },
    /// It leaves the table over its own edge, with all of its unit. Rule: OFB-6.
    Leaves,
    /// It is destroyed.
    Lost {
        /// Why.
        why: LostFor,
    },
}

/// From whom a model routs, and where to.
///
/// Rule: ROU-1, ROU-3.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RoutHeading {
    /// The enemies it runs from: those it saw when the rout began; nobody's for one that takes the
    /// leader's heading. A leader who saw none runs from those that his unit saw.
    pub from: Vec<ModelId>,
    /// Whether it saw any itself.
    pub saw: SawEnemies,
    /// Directly away from them, degrees.
    pub away: f64,
    /// The heading it takes, degrees.
    pub heading: f64,
}

/// Whether a model that routs saw an enemy.
///
/// Rule: ROU-1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub enum SawEnemies {
    /// It did.
    Enemies,
    /// It did not: it takes the leader's heading.
    Nobody,
}

impl RetreatOutcome {
    /// What every model does, in the order in which they go.
    pub fn runs(&self) -> &[Run] {
        match self {
            Self::Destroyed | Self::FireOrCrawl | Self::StayInCover => &[],
            Self::FallBack { runs, .. }
            | Self::Rout { runs }
            | Self::RunForCover { runs, .. }
            | Self::RunForEdge { runs, .. } => runs,
        }
    }

    /// The safe position or the cover that the leader makes for, if he does.
    pub fn haven(&self) -> Option<&SafePosition> {
        match self {
            Self::FallBack { haven, .. } | Self::RunForCover { haven, .. } => Some(haven),
            _ => None,
        }
    }
}

impl Run {
    /// Where the model stands afterwards; `None` for one that is lost or leaves.
    pub fn end_from(&self, start: Place) -> Option<Place> {
        match self.end {
            RunEnd::Lost { .. } | RunEnd::Leaves => None,
            RunEnd::Stands { .. } | RunEnd::Apart { .. } => Some(self.path.last().copied().unwrap_or(start)),
        }
    }
}
