//! Where a model stands as its figure shows it.

use bevy::prelude::*;

use crate::game::engine::components::{Pose, Posture};
use crate::game::engine::view::View;
use crate::rules::ids::ModelId;
use crate::ui::axes;

/// Figures are put where they are shown.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(in crate::ui) struct PoseFigures;

/// Whether a model's unit is down.
pub(in crate::ui) fn is_down(view: &View, model: ModelId) -> bool {
    view.unit(model.unit).is_some_and(|unit| unit.activity.posture == Posture::Down)
}

/// The transform of a figure; one that is down is lower.
pub(in crate::ui) fn transform_of(pose: Pose, down: bool) -> Transform {
    let height = if down { 0.52 } else { 1.0 };
    Transform::from_translation(axes::place_in_scene(pose.at))
        .with_rotation(axes::turn(pose.facing.degrees()))
        .with_scale(Vec3::new(1.0, height, 1.0))
}
