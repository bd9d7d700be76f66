//! What falling back adds to the game: orders, steps, choices, facts, reasons. Plain data.

use serde::{Deserialize, Serialize};

pub use super::reasons::{Mistake, Reason};
use super::retreat::{Edge, RoutHeading, SafePosition};
use crate::game::phases::moving::kinds::ModelMove;
use crate::game::phases::orders::orders;
use crate::game::phases::shooting::kinds::FireAt;
use crate::rules::basics::Strength;
use crate::rules::falling_back::{Counts, Forced, Occasion};
use crate::rules::ids::{ModelId, UnitId};

orders! {
    /// A suppressed unit is activated: it has to fall back. Rule: SUP-4, FB-1.
    FallBack(FallBack),
}

/// A suppressed unit is activated: it falls back, or its player lets it stay and fire where that is allowed.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FallBack {
    /// The unit.
    pub unit: UnitId,
    /// Snap fire at one unit instead of the move. Rule: FB-1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fire: Option<FireAt>,
    /// Models that end elsewhere than by default, or face elsewhere; an empty path is the default one.
    /// Rule: FB-5, FAC-2.
    /// Rule: FB-5, FAC-2.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub moves: Vec<ModelMove>,
}

impl FallBack {
    /// The move as the rules give it, nothing chosen.
    pub fn of(unit: UnitId) -> Self {
        Self { unit, fire: None, moves: Vec::new() }
    }
}

/// A step of falling back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Step {
    /// A unit runs for cover or its edge, which enemies could snap fire at before. Rule: OFB-4.
    Flee {
        /// The unit.
        unit: UnitId,
    },
    /// A unit is forced out of close combat. Rule: CC-7, CC-8.
    LeaveCombat {
        /// The unit.
        unit: UnitId,
    },
}

/// What a player may choose from when a unit falls back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Choice {
    /// Say how a unit falls back that failed its test to act, or is forced out of close combat.
    /// Rule: ACT-7, OFB-1, FB-1, FB-5.
    FallBack {
        /// The unit.
        unit: UnitId,
        /// What forced it.
        occasion: Occasion,
    },
}

/// Something that happened in falling back.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Fact {
    /// A unit was forced to fall back. Rule: FB-1, OFB-1, OFB-2, OFB-7.
    FallBackForced {
        /// The unit.
        unit: UnitId,
        /// Its strength then.
        strength: Strength,
        /// What that forced it to.
        forced: Forced,
        /// Where it goes; its moves and losses follow.
        goes: Goes,
    },
    /// A unit left the table over its own edge. Rule: OFB-6.
    UnitLeftTable {
        /// The unit.
        unit: UnitId,
        /// Its strength then.
        strength: Strength,
        /// Whether that counts as destroyed.
        counts: Counts,
    },
}

/// Where a unit goes that is forced to fall back.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Goes {
    /// Nowhere: it is destroyed. Rule: FB-1, OFB-7.
    Nowhere,
    /// It stays: its player chose to fire. Rule: FB-1, RE-2, OFB-1.
    Stays {
        /// The target.
        at: UnitId,
    },
    /// A little, or not at all, instead of firing: its player chose. Rule: OFB-1.
    Crawls,
    /// It stays in cover and gains by it: no enemy within its Aw sees it better than Concealed. Rule: OFB-2.
    StaysInCover,
    /// Toward a safe position. Rule: FB-2, FB-4.
    ToSafePosition {
        /// The leader.
        leader: ModelId,
        /// The position, and why it is safe.
        safe_position: SafePosition,
    },
    /// To cover, or as far toward it as it may. Rule: OFB-3.
    ToCover {
        /// The leader.
        leader: ModelId,
        /// The position, and the enemies it is covered from.
        safe_position: SafePosition,
    },
    /// There is no cover: toward its own edge. Rule: OFB-3.
    ToEdge {
        /// The leader.
        leader: ModelId,
        /// Where.
        edge: Edge,
    },
    /// It routs. Rule: ROU-1.
    Routs {
        /// The leader.
        leader: ModelId,
        /// What each model runs from and its heading, in the order in which they move.
        rout_headings: Vec<ModelRoutHeading>,
    },
}

/// What a model that routs runs from, and its heading.
///
/// Rule: ROU-1, ROU-3.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ModelRoutHeading {
    /// The model.
    pub model: ModelId,
    /// Its heading.
    #[serde(flatten)]
    pub rout_heading: RoutHeading,
}
