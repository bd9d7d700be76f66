//! The figures of both forces: spawned once for each game, placed by the battle or its playback.

use std::collections::BTreeMap;

use bevy::prelude::*;

use super::GameScoped;
use super::figures::figure;
use super::materials::Materials;
use crate::game::engine::components::{Pose, Posture};
use crate::game::engine::view::View;
use crate::rules::ids::{ModelId, Side};
use crate::ui::axes;
use crate::ui::cutaway::Cutaway;
use crate::ui::open_game::OpenGame;
use crate::ui::playback::Playback;

/// The figure of a model.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::ui) struct ModelFigure(pub ModelId);

/// The meshes of the figures, by card and side.
#[derive(Resource, Default)]
pub(in crate::ui) struct Figures(BTreeMap<(usize, Side), Handle<Mesh>>);

impl Figures {
    /// The mesh of a unit's models.
    pub fn of(&self, card: usize, side: Side) -> Option<Handle<Mesh>> {
        self.0.get(&(card, side)).cloned()
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Figures>().add_systems(Update, pose_models.after(build_models));
}

/// Spawns a figure for every model of the present game.
pub(super) fn build_models(
    mut commands: Commands,
    opened: Res<OpenGame>,
    materials: Res<Materials>,
    mut figures: ResMut<Figures>,
    mut meshes: ResMut<Assets<Mesh>>,
) {
    figures.0.clear();
    let setup = opened.game.setup();
    for unit in setup.units() {
        let side = unit.id.side;
        let mesh = figures
            .0
            .entry((unit.card, side))
            .or_insert_with(|| meshes.add(figure(setup.card(unit), side)))
            .clone();
        for model in unit.model_ids() {
            let look = (Mesh3d(mesh.clone()), MeshMaterial3d(materials.solid.clone()));
            commands.spawn((ModelFigure(model), look, Visibility::Hidden, GameScoped));
        }
    }
}

/// Puts every figure where its model stands, or where playback shows it.
pub(in crate::ui) fn pose_models(
    opened: Res<OpenGame>,
    playback: Res<Playback>,
    cutaway: Res<Cutaway>,
    added: Query<(), Added<ModelFigure>>,
    mut figures: Query<(&ModelFigure, &mut Transform, &mut Visibility)>,
) {
    if !opened.is_changed() && !playback.is_changed() && !cutaway.is_changed() && added.is_empty() {
        return;
    }
    let view = opened.game.battle().view();
    for (shows, mut transform, mut visibility) in &mut figures {
        let standing = view.model(shows.0).filter(|model| model.stands());
        let Some(model) = standing else {
            let falls = playback.shown(shows.0);
            let seen = if falls.is_some() { Visibility::Inherited } else { Visibility::Hidden };
            visibility.set_if_neq(seen);
            transform.set_if_neq(falls.unwrap_or(*transform));
            continue;
        };
        let moving = playback.shown(shows.0).is_some();
        let seen = moving || cutaway.shows_at(view.terrain(), model.pose.at);
        visibility.set_if_neq(if seen { Visibility::Inherited } else { Visibility::Hidden });
        let settled = transform_of(model.pose, is_down(&view, shows.0));
        transform.set_if_neq(
            playback.shown(shows.0).map_or(settled, |moving| Transform { scale: settled.scale, ..moving }),
        );
    }
}

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
