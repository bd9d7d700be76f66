//! Facts about units and models in any phase, in the past tense. Plain data.

use serde::{Deserialize, Serialize};

use crate::rules::action::Action;
use crate::rules::falling_back::LostFor;
use crate::rules::ids::{ModelId, RuleId, UnitId};
use crate::rules::measures::{Facing, Place};
use crate::rules::movement::going::Going;
use crate::rules::salvo::Rank;

/// Something that happened to a unit or a model. The engine itself makes it so.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum UnitFact {
    /// A unit began its action. Rule: TURN-3.
    UnitActivated {
        /// The unit.
        unit: UnitId,
        /// The action.
        action: Action,
    },
    /// A model moved. Rule: MOV-1.
    ModelMoved {
        /// The model.
        model: ModelId,
        /// Its place before, then the corners of its path.
        path: Vec<Place>,
        /// Length of the path, inches, to the nearest thousandth.
        length: Length,
        /// The hardest ground on it.
        going: Going,
    },
    /// A model turned. Rule: FAC-2.
    ModelTurned {
        /// The model.
        model: ModelId,
        /// Its new facing.
        facing: Facing,
    },
    /// A unit lost nerve markers. Rule: NRV-3.
    NerveMarkersDropped {
        /// The unit.
        unit: UnitId,
        /// Number of markers lost.
        dropped: u8,
        /// Number of markers kept.
        left: u8,
    },
    /// A unit tested leadership. Rule: LD-1.
    LeadershipTested {
        /// The unit.
        unit: UnitId,
        /// Purpose of the test.
        purpose: TestedFor,
        /// The faces, in the order in which they were rolled.
        faces: Vec<u8>,
        /// Nv that one of them must not exceed.
        nerve: u8,
        /// The Inspiring officer or hero whose Nv that is, if it is not the unit's own (LD-4).
        #[serde(skip_serializing_if = "Option::is_none")]
        inspired_by: Option<ModelId>,
        /// Whether one was no higher.
        passed: bool,
    },
    /// A unit lost its hit-die, or both. Rule: SUP-5.
    HitDieRemoved {
        /// The unit.
        unit: UnitId,
        /// The hits it showed.
        hits: u8,
    },
    /// A unit was hit, by friends or enemies; what follows from it comes next. Rule: SHO-7.
    HitsTaken {
        /// The unit.
        unit: UnitId,
        /// Number of hits.
        hits: u32,
    },
    /// A unit's hit-die shows more. Rule: SUP-1.
    HitDieRaised {
        /// The unit.
        unit: UnitId,
        /// Face that the die, or each of both dice, shows now.
        shows: u8,
        /// Whether the unit is shaken (SUP-3).
        shaken: bool,
    },
    /// A salvo with a hit left suppression markers. Rule: ACT-7 (markers).
    SuppressionMarkersGained {
        /// The unit.
        unit: UnitId,
        /// Number of markers received.
        gained: u8,
        /// Number of markers now.
        now: u8,
    },
    /// A unit shook suppression markers off. Rule: ACT-7 (each die removes a marker).
    SuppressionMarkersRemoved {
        /// The unit.
        unit: UnitId,
        /// Number of markers removed.
        removed: u8,
        /// Number of markers kept.
        left: u8,
    },
    /// A model was wounded and stands. Rule: BAS-9.
    ModelWounded {
        /// The model.
        model: ModelId,
        /// All wounds it has lost.
        wounds_lost: u8,
    },
    /// A model fell. Rule: SHO-6, FB-1, ROU-2.
    ModelLost {
        /// The model.
        model: ModelId,
        /// Whether it led its unit (LD-3).
        rank: Rank,
        /// Reason, if it was not lost to fire.
        #[serde(skip_serializing_if = "Option::is_none")]
        why: Option<LostFor>,
    },
    /// The last model of a unit fell.
    UnitWipedOut {
        /// The unit.
        unit: UnitId,
    },
    /// A unit got nerve markers. Rule: NRV-1, NRV-2.
    NerveMarkersGained {
        /// The unit.
        unit: UnitId,
        /// Number of markers received.
        gained: u8,
        /// Number of markers now.
        now: u8,
        /// Reason for them.
        reason: NerveFor,
        /// The paragraph that gives it.
        rule: RuleId,
    },
    /// A unit finished its action. Rule: TURN-3.
    UnitActed {
        /// The unit.
        unit: UnitId,
    },
}

/// A measured length in a fact: inches, shown to a thousandth.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Length(pub f64);

impl Serialize for Length {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        // Nothing is 0, and never -0.
        ((self.0 * 1000.0).round() / 1000.0 + 0.0).serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Length {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        f64::deserialize(deserializer).map(Self)
    }
}

/// Purpose of a leadership test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum TestedFor {
    /// Whether a suppressed unit loses its hit-die. Rule: TURN-4.
    Recovery,
    /// Whether a marked unit carries its order out. Rule: ACT-7.
    Acting,
    /// Whether the unit's force goes on. Rule: MIS-5.
    ForceMorale,
    /// Whether a suppressed unit goes on in close combat. Rule: SUP-4, CC-7.
    CloseCombat,
    /// Whether a unit that got down makes defensive fire. Rule: CC-3.
    DefensiveFire,
    /// Whether some of a unit fire at a second target. Rule: ACT-2.
    Splitting {
        /// The target.
        at: UnitId,
    },
}

impl TestedFor {
    /// The paragraph that asks for the test.
    pub fn rule(self) -> RuleId {
        RuleId(match self {
            Self::Recovery => "TURN-4",
            Self::Acting => "ACT-7",
            Self::ForceMorale => "MIS-5",
            Self::CloseCombat => "CC-7",
            Self::DefensiveFire => "CC-3",
            Self::Splitting { .. } => "ACT-2",
        })
    }
}

/// Reason for nerve markers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum NerveFor {
    /// For being hit. Rule: NRV-1.
    Hits,
    /// For a failed saving throw. Rule: NRV-2.
    FailedSave,
}

impl NerveFor {
    /// The paragraph that gives the marker.
    pub fn rule(self) -> RuleId {
        match self {
            Self::Hits => RuleId("NRV-1"),
            Self::FailedSave => RuleId("NRV-2"),
        }
    }
}
