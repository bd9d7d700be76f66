//! What happened, in the past tense: complete enough to apply, to animate and
//! to tell.

use bevy::prelude::Resource;
use serde::Serialize;

use super::command::ModelPlace;
use crate::rules::action::Action;
use crate::rules::ids::{ModelId, Side, UnitId};
use crate::rules::measures::{Facing, Place};
use crate::rules::movement::going::Going;
use crate::rules::turn::Turn;

/// One thing that happened.
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
    /// Another phase began; with it, perhaps, another turn and another round.
    /// Rule: TURN-1.
    PhaseBegan {
        /// From this moment on.
        turn: Turn,
    },
    /// The last round ended. Rule: TURN-6.
    BattleEnded {
        /// Rounds played.
        rounds: u8,
    },
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
        /// Where it looks now.
        facing: Facing,
    },
    /// A unit got down. Rule: ACT-5.
    UnitGotDown {
        /// The unit.
        unit: UnitId,
    },
    /// A unit lost nerve markers. Rule: NRV-3.
    NerveMarkersDropped {
        /// The unit.
        unit: UnitId,
        /// How many it lost.
        dropped: u8,
        /// How many it keeps.
        left: u8,
    },
    /// A unit tested leadership. Rule: LD-1.
    LeadershipTested {
        /// The unit.
        unit: UnitId,
        /// What for.
        purpose: TestedFor,
        /// The faces, in the order in which they were rolled.
        faces: Vec<u8>,
        /// What one of them must not exceed.
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
        ((self.0 * 1000.0).round() / 1000.0).serialize(serializer)
    }
}

/// What a roll-off decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, serde::Deserialize)]
pub enum RollOff {
    /// Who places the first unit.
    FirstPlacing,
    /// Who has the first turn.
    FirstTurn,
}

/// What a leadership test decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, serde::Deserialize)]
pub enum TestedFor {
    /// Whether a suppressed unit loses its hit-die. Rule: TURN-4.
    Recovery,
}

/// Facts pushed in this step and not yet applied.
#[derive(Resource, Debug, Default)]
pub struct Facts {
    pending: Vec<Fact>,
}

impl Facts {
    /// Says that something happened; `apply_facts` makes it so.
    pub fn push(&mut self, fact: Fact) {
        self.pending.push(fact);
    }

    /// What waits to be applied, in order; leaves none.
    pub(super) fn take(&mut self) -> Vec<Fact> {
        std::mem::take(&mut self.pending)
    }
}
