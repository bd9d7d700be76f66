//! Units and models as a level has them when its battle opens.

use bevy_ecs::prelude::World;

use super::components::{
    Activity, CombatPart, Condition, Fate, Index, ModelState, Pose, Posture, UnitEntry, UnitState,
};
use crate::level::scenario::{ActivityStart, ModelStart, Opening, PostureStart, UnitStart};
use crate::level::setup::Setup;
use crate::rules::action::Action;
use crate::rules::ids::ModelId;
use crate::rules::leadership::{Morale, WillRules};
use crate::rules::turn::Phase;

/// Spawns every unit and model of the level, once, and indexes them by id.
pub(super) fn spawn_forces(world: &mut World, setup: &Setup) {
    let mut index = Index::default();
    for unit in setup.units() {
        let entity = world.spawn(unit_state(setup, unit)).id();
        let first = index.models.len();
        for (id, start) in unit.model_ids().zip(&unit.models) {
            index.models.push((id, world.spawn(model_state(id, start)).id()));
        }
        index.units.push(UnitEntry { id: unit.id, entity, models: first..index.models.len() });
    }
    world.insert_resource(index);
}

fn unit_state(setup: &Setup, unit: &UnitStart) -> UnitState {
    let UnitStart { id, hit_die, nerve_markers, suppression_markers, .. } = *unit;
    let morale = Morale { hit_die, nerve_markers, suppression_markers };
    let morale = morale.at_opening(setup.card(unit), WillRules::of(&setup.ruleset));
    let Morale { hit_die, nerve_markers, suppression_markers } = morale;
    let acted = unit.activity == ActivityStart::Acted && !begins_its_turn(unit, setup.level.opening);
    let activity = Activity {
        acted,
        last_action: unit.last_action,
        posture: unit.deeds.posture.map_or_else(|| posture_after(unit.last_action), Posture::from),
        has_snap_fired: unit.deeds.snap_fired,
        has_moved: unit.deeds.moved.unwrap_or(acted && is_move(unit.last_action)),
        has_defended: false,
        combat: None,
    };
    UnitState { id, hit_die, nerve_markers, suppression_markers, activity }
}

/// Whether the level opens with the beginning of this unit's turn, in which nobody has acted yet.
///
/// Rule: TURN-3.
fn begins_its_turn(unit: &UnitStart, opening: Opening) -> bool {
    matches!(opening, Opening::InPlay { side, phase: Phase::Starting, .. } if side == unit.id.side)
}

/// A unit that has acted is taken to have moved if its action was one that does.
///
/// Rule: CC-1 (moved by an action).
pub(in crate::game) fn is_move(last: Option<Action>) -> bool {
    matches!(last, Some(Action::Advance | Action::AtTheDouble))
}

/// A unit whose last action was Get Down is down still.
///
/// Rule: ACT-5.
pub(in crate::game) fn posture_after(last: Option<Action>) -> Posture {
    match last {
        Some(Action::GetDown) => Posture::Down,
        _ => Posture::Up,
    }
}

impl From<PostureStart> for Posture {
    fn from(start: PostureStart) -> Self {
        match start {
            PostureStart::Up => Self::Up,
            PostureStart::Down => Self::Down,
            PostureStart::InCover => Self::InCover,
        }
    }
}

fn model_state(id: ModelId, start: &ModelStart) -> ModelState {
    let (fate, wounds_lost, pose) = match *start {
        ModelStart::Waiting => (Fate::Waiting, 0, Pose::default()),
        ModelStart::Standing { at, facing, wounds_lost } => {
            (Fate::Standing, wounds_lost, Pose { at, facing })
        }
        ModelStart::Lost => (Fate::Lost, 0, Pose::default()),
        ModelStart::Escaped => (Fate::Escaped, 0, Pose::default()),
    };
    ModelState { id, pose, condition: Condition { fate, wounds_lost, combat: CombatPart::None } }
}
