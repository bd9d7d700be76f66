//! Points of the scene that stand for units.

use bevy::prelude::*;

use crate::game::engine::view::{ModelView, View};
use crate::rules::ids::UnitId;
use crate::ui::axes;

/// The tops of the models of some units, and the table round them by a margin, inches.
pub(in crate::ui) fn points_round(
    view: View,
    units: impl IntoIterator<Item = UnitId>,
    margin: f32,
) -> Vec<Vec3> {
    let models = units.into_iter().flat_map(|unit| view.standing(unit).collect::<Vec<_>>());
    let round = |model: ModelView| {
        let foot = axes::place_in_scene(model.pose.at);
        let sides = [Vec3::X, Vec3::NEG_X, Vec3::Z, Vec3::NEG_Z].map(|side| foot + side * margin);
        let top = foot + Vec3::Y * model.card.base.height.inches() as f32;
        sides.into_iter().chain([top])
    };
    models.flat_map(round).collect()
}

/// The heads of the models of some units.
pub(super) fn heads_of(view: View, units: impl IntoIterator<Item = UnitId>) -> Vec<Vec3> {
    let models = units.into_iter().flat_map(|unit| view.standing(unit).collect::<Vec<_>>());
    let head = |model: ModelView| {
        axes::place_in_scene(model.pose.at) + Vec3::Y * model.card.base.height.inches() as f32
    };
    models.map(head).collect()
}
