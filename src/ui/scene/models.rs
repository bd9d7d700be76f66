//! The figures of both forces: spawned once for each game, placed by the battle or its playback.

use std::collections::{BTreeMap, BTreeSet};
use std::num::NonZero;
use std::panic::resume_unwind;
use std::thread;

use bevy::prelude::*;
use bevy::window::RequestRedraw;

use crate::game::engine::view::{ModelView, View};
use crate::level::setup::Setup;
use crate::rules::ids::{ModelId, UnitId};
use crate::ui::casualties::Casualties;
use crate::ui::frame::frame_order::NoteFigures;
use crate::ui::miniatures::figures::{FigureLook, Stance, Variant};
use crate::ui::miniatures::materials::Materials;
use crate::ui::miniatures::prebuild::{Built, ScenePart};
use crate::ui::playback::Playback;
use crate::ui::playback::pose::{PoseFigures, fired, stance_of, stance_on_the_way, transform_of};
use crate::ui::scene::cutaway::Cutaway;
use crate::ui::session::game_scoped::GameScoped;
use crate::ui::session::open_game::OpenGame;
use crate::ui::session::shown_battle::ShownBattle;

/// The figure of a model.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::ui) struct ModelFigure(pub ModelId);

/// Meshes that are built in one frame at most: who takes a new stance must not stop the picture.
const BUILT_A_FRAME: usize = 8;

/// The meshes of the figures.
#[derive(Resource, Default)]
pub(in crate::ui) struct Figures {
    meshes: BTreeMap<FigureKey, Handle<Mesh>>,
    /// The units that have fired, as far as the battle has been shown.
    fired: BTreeSet<UnitId>,
    /// Whether a figure waits for the mesh of its new stance.
    waits: bool,
}

impl Figures {
    /// The mesh of a model at ease, for ghosts; `None` before any game is open.
    pub fn of(&self, model: ModelId) -> Option<Handle<Mesh>> {
        self.get(model, Stance::Ready)
    }

    fn get(&self, model: ModelId, stance: Stance) -> Option<Handle<Mesh>> {
        self.meshes.get(&(model.unit, Variant::of(model), stance)).cloned()
    }
}

/// Whether any figure has moved, come, gone or changed its mesh since the frame before.
#[derive(Resource, Default)]
pub(in crate::ui) struct FiguresMoved(pub bool);

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Figures>()
        .init_resource::<FiguresMoved>()
        .add_systems(Update, pose_models.in_set(PoseFigures).after(build_models))
        .add_systems(PostUpdate, note_moved.in_set(NoteFigures));
}

fn note_moved(
    changed: Query<(), (With<ModelFigure>, Or<(Changed<Transform>, Changed<Visibility>, Changed<Mesh3d>)>)>,
    mut gone: RemovedComponents<ModelFigure>,
    mut moved: ResMut<FiguresMoved>,
) {
    let have_gone = gone.read().count() > 0;
    moved.0 = have_gone || !changed.is_empty();
}

/// Look of a model in a stance.
fn look_of(setup: &Setup, model: ModelId, stance: Stance) -> Option<FigureLook> {
    let card = setup.card(setup.unit(model.unit)?);
    let variant = Variant::of(model);
    Some(FigureLook { figure: card.figure, base: card.base, unit: model.unit, variant, stance })
}

/// Spawns a figure for every model of the present game.
pub(super) fn build_models(
    mut commands: Commands,
    mut built: Built<FigureMeshes>,
    opened: Res<OpenGame>,
    materials: Res<Materials>,
    mut figures: ResMut<Figures>,
    mut meshes: ResMut<Assets<Mesh>>,
) {
    figures.meshes = built.take().0.into_iter().map(|(key, mesh)| (key, meshes.add(mesh))).collect();
    for unit in opened.game.setup().units() {
        for model in unit.model_ids() {
            let Some(mesh) = figures.of(model) else { continue };
            let look = (Mesh3d(mesh), MeshMaterial3d(materials.solid.clone()));
            commands.spawn((ModelFigure(model), look, Visibility::Hidden, GameScoped));
        }
    }
}

/// Key of a mesh: a pose of a unit's figures in a stance. A unit has one card, side and number.
type FigureKey = (UnitId, Variant, Stance);

/// The meshes of all models at ease.
pub(super) struct FigureMeshes(Vec<(FigureKey, Mesh)>);

impl ScenePart for FigureMeshes {
    fn build(setup: &Setup) -> Self {
        let models = setup.units().flat_map(|unit| unit.model_ids());
        let looks = models.filter_map(|model| look_of(setup, model, Stance::Ready));
        let looks: BTreeMap<FigureKey, FigureLook> =
            looks.map(|look| ((look.unit, look.variant, look.stance), look)).collect();
        let looks: Vec<(FigureKey, FigureLook)> = looks.into_iter().collect();
        let threads = thread::available_parallelism().map_or(1, NonZero::get);
        let share = looks.len().div_ceil(threads).max(1);
        let built = thread::scope(|scope| {
            let meshes = |share: &[(FigureKey, FigureLook)]| -> Vec<(FigureKey, Mesh)> {
                share.iter().map(|(key, look)| (*key, look.mesh())).collect()
            };
            let shares: Vec<_> =
                looks.chunks(share).map(|share| scope.spawn(move || meshes(share))).collect();
            shares
                .into_iter()
                .flat_map(|share| share.join().unwrap_or_else(|panic| resume_unwind(panic)))
                .collect()
        });
        Self(built)
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
    (mut meshes, mut known, mut redraw): (
        ResMut<Assets<Mesh>>,
        ResMut<Figures>,
        MessageWriter<RequestRedraw>,
    ),
    mut figures: Query<(&ModelFigure, &mut Transform, &mut Visibility, &mut Mesh3d)>,
) {
    let has_shown = opened.is_changed() || shown.is_changed();
    let is_idle = !has_shown && !playback.is_changed() && !known.waits;
    if is_idle && !casualties.is_changed() && !cutaway.is_changed() && added.is_empty() {
        return;
    }
    let view = shown.view(&opened);
    let known = known.bypass_change_detection();
    if has_shown || !added.is_empty() {
        known.fired = fired(shown.facts(&opened));
    }
    known.waits = false;
    let mut budget = BUILT_A_FRAME;
    for (figure, mut transform, mut visibility, mut mesh) in &mut figures {
        let id = figure.0;
        let standing = view.model(id).filter(ModelView::stands);
        let settled = standing.map(|model| transform_of(model.pose));
        let moving = match playback.fall(id) {
            Some(fall) => Some(casualties.falling(fall, playback.elapsed())),
            None => playback.walking(id),
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
        let stance = stance(view, id, &playback, &known.fired);
        match known.built(opened.game.setup(), (id, stance), &mut budget, &mut meshes) {
            Some(handle) if mesh.0 != handle => mesh.0 = handle,
            Some(_) => {}
            None => known.waits = true,
        }
    }
    if known.waits {
        redraw.write(RequestRedraw);
    }
}

/// The stance in which a model is shown now.
fn stance(view: View, id: ModelId, playback: &Playback, fired: &BTreeSet<UnitId>) -> Stance {
    let stands = view.model(id).is_some_and(|model| model.stands());
    let Some(unit) = view.unit(id.unit).filter(|_| stands && playback.fall(id).is_none()) else {
        return Stance::Fallen;
    };
    if playback.walking(id).is_some() { stance_on_the_way(unit) } else { stance_of(view, unit, fired) }
}

impl Figures {
    /// The mesh of a model in a stance, built now if it is not there; `None` once no more may be built in this frame.
    fn built(
        &mut self,
        setup: &Setup,
        (model, stance): (ModelId, Stance),
        budget: &mut usize,
        meshes: &mut Assets<Mesh>,
    ) -> Option<Handle<Mesh>> {
        if let Some(known) = self.get(model, stance) {
            return Some(known);
        }
        *budget = budget.checked_sub(1)?;
        let look = look_of(setup, model, stance)?;
        let mesh = meshes.add(look.mesh());
        self.meshes.insert((model.unit, look.variant, stance), mesh.clone());
        Some(mesh)
    }
}
