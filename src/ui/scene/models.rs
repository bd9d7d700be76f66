//! The figures of both forces: spawned once for each game, placed by the battle or its playback.

use std::collections::BTreeMap;

use bevy::prelude::*;

use super::GameScoped;
use super::figures::figure;
use super::materials::Materials;
use super::pose::{PoseFigures, is_down, transform_of};
use crate::game::engine::view::ModelView;
use crate::rules::ids::{ModelId, Side};
use crate::ui::casualties::Casualties;
use crate::ui::cutaway::Cutaway;
use crate::ui::open_game::OpenGame;
use crate::ui::playback::Playback;
use crate::ui::shown_battle::ShownBattle;

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
    app.init_resource::<Figures>().add_systems(Update, pose_models.in_set(PoseFigures).after(build_models));
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

/// Puts every figure where playback shows it, or where its model stands as far as the battle has been shown; the fallen lie
/// in the tray of losses.
pub(in crate::ui) fn pose_models(
    opened: Res<OpenGame>,
    (shown, playback): (Res<ShownBattle>, Res<Playback>),
    casualties: Res<Casualties>,
    cutaway: Res<Cutaway>,
    added: Query<(), Added<ModelFigure>>,
    mut figures: Query<(&ModelFigure, &mut Transform, &mut Visibility)>,
) {
    let is_idle = !opened.is_changed() && !playback.is_changed() && !shown.is_changed();
    if is_idle && !casualties.is_changed() && !cutaway.is_changed() && added.is_empty() {
        return;
    }
    let view = shown.view(&opened);
    for (figure, mut transform, mut visibility) in &mut figures {
        let id = figure.0;
        let standing = view.model(id).filter(ModelView::stands);
        let settled = standing.map(|model| transform_of(model.pose, is_down(&view, id)));
        let moving = match playback.fall(id) {
            Some(fall) => Some(casualties.falling(fall, playback.elapsed())),
            None => playback.walking(id).map(|walking| match settled {
                Some(settled) => Transform { scale: settled.scale, ..walking },
                None => walking,
            }),
        };
        let lies = || casualties.in_tray(id).filter(|_| standing.is_none());
        let Some(mut posed) = moving.or(settled).or_else(lies) else {
            visibility.set_if_neq(Visibility::Hidden);
            continue;
        };
        let is_hidden = moving.is_none()
            && standing.is_some_and(|model| !cutaway.shows_at(view.terrain(), model.pose.at));
        if let Some(sway) = playback.sway(id) {
            posed.translation += sway.translation;
            posed.rotation = sway.rotation * posed.rotation;
        }
        visibility.set_if_neq(if is_hidden { Visibility::Hidden } else { Visibility::Inherited });
        transform.set_if_neq(posed);
    }
}
