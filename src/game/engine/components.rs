//! The components of units and models, and where to find each by id.
//!
//! Every unit and model of the level is spawned once with all of these; during
//! a battle none is added or taken away, only fields change, and only
//! `apply_facts` and loading a snapshot change them.

use bevy_ecs::prelude::{Component, Entity, Resource};
use serde::{Deserialize, Serialize};

use crate::rules::action::Action;
use crate::rules::ids::{ModelId, UnitId};
use crate::rules::leadership::Morale;
use crate::rules::measures::{Facing, Place};

/// Mutable state of a unit: its component, and its part of a snapshot.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct UnitState {
    /// The unit.
    pub id: UnitId,
    /// Hits on its hit-die.
    pub hit_die: u8,
    /// Nerve markers.
    pub nerve_markers: u8,
    /// Suppression markers (ACT-7).
    pub suppression_markers: u8,
    /// Activity of the unit so far.
    pub activity: Activity,
}

/// Mutable state of a model: its component, and its part of a snapshot.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct ModelState {
    /// The model.
    pub id: ModelId,
    /// Position and facing.
    pub pose: Pose,
    /// Fate and wounds of the model, and its part in close combat.
    pub condition: Condition,
}

impl UnitState {
    /// Hit-die and markers.
    pub fn morale(&self) -> Morale {
        let Self { hit_die, nerve_markers, suppression_markers, .. } = *self;
        Morale { hit_die, nerve_markers, suppression_markers }
    }
}

/// Activity of a unit so far.
///
/// Rule: TURN-3, RE-1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Activity {
    /// Whether it has acted in its side's present turn.
    pub acted: bool,
    /// Its last action.
    pub last_action: Option<Action>,
    /// Whether it is down (ACT-5), or stays in cover (OFB-2).
    pub posture: Posture,
    /// Whether it has snap fired since its last action (RE-1).
    pub has_snap_fired: bool,
    /// Whether one of its models has moved by an action in its side's present turn (CC-1).
    pub has_moved: bool,
    /// Whether it has made defensive fire in the present turn, or has tried to (CC-3).
    pub has_defended: bool,
    /// The close combat it is in.
    pub combat: Option<InCombat>,
}

/// A unit's place in a close combat.
///
/// Rule: CC-1, CC-7.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct InCombat {
    /// The combat's number in the present turn, from 1.
    pub number: u8,
    /// Whether the unit has tested after the present round.
    pub has_tested: bool,
}

/// Part of a model in the present round of close combat.
///
/// Rule: CC-5, CC-6.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum CombatPart {
    /// Nothing.
    #[default]
    None,
    /// It takes part: it may strike, and be hit.
    Fights,
    /// It takes part, and has moved into contact as an attacker in the first round.
    Charges,
}

/// Posture of a unit's models.
///
/// Rule: ACT-5, OFB-2.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Posture {
    /// Upright.
    #[default]
    Up,
    /// Down, until the unit's next activation.
    Down,
    /// Staying in cover having failed its test to act, until the unit's next activation.
    InCover,
}

/// Position and facing of a model; meaningless unless it stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Pose {
    /// Centre of its base.
    pub at: Place,
    /// Direction of view.
    pub facing: Facing,
}

/// Fate and wounds of a model, and its part in close combat.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Condition {
    /// On the table or not.
    pub fate: Fate,
    /// Wounds it has lost.
    pub wounds_lost: u8,
    /// Part in close combat.
    pub combat: CombatPart,
}

/// Whether a model is on the table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Fate {
    /// Not yet deployed.
    #[default]
    Waiting,
    /// On the table.
    Standing,
    /// Gone for good.
    Lost,
    /// Off the table over its own edge: gone, but not destroyed. Rule: OFB-6.
    Escaped,
}

/// The entities of every unit and model, sorted by id.
#[derive(Resource, Debug, Default)]
pub struct Index {
    /// Each unit with the span of its models in [`Self::models`].
    pub(in crate::game) units: Vec<UnitEntry>,
    /// Models of all units, unit by unit.
    pub(in crate::game) models: Vec<(ModelId, Entity)>,
}

/// A unit in the [`Index`].
#[derive(Debug)]
pub(in crate::game) struct UnitEntry {
    pub(in crate::game) id: UnitId,
    pub(in crate::game) entity: Entity,
    pub(in crate::game) models: std::ops::Range<usize>,
}

impl Index {
    /// The unit's place in the index.
    pub(in crate::game) fn unit(&self, id: UnitId) -> Option<&UnitEntry> {
        let found = self.units.binary_search_by_key(&id, |entry| entry.id).ok()?;
        self.units.get(found)
    }

    /// The model's entity.
    pub(in crate::game) fn model(&self, id: ModelId) -> Option<Entity> {
        let found = self.models.binary_search_by_key(&id, |(model, _)| *model).ok()?;
        self.models.get(found).map(|(_, entity)| *entity)
    }
}
