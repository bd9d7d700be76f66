//! The ghosts of a draft: a translucent figure for every model where it would stand.

use std::f32::consts::FRAC_PI_2;

use bevy::camera::visibility::NoFrustumCulling;
use bevy::light::NotShadowCaster;
use bevy::prelude::MeshBuilder as _;
use bevy::prelude::*;

use crate::rules::ids::ModelId;
use crate::ui::axes;
use crate::ui::drafts::draft::{Draft, Drafting, Hold};
use crate::ui::drafts::draft_check::DraftCheck;
use crate::ui::miniatures::geometry_builder::GeometryBuilder;
use crate::ui::miniatures::materials::Materials;
use crate::ui::miniatures::surface::Surface;
use crate::ui::playback::Playback;
use crate::ui::scene::models::Figures;
use crate::ui::session::open_game::OpenGame;
use crate::ui::turn_flow::question_waits::question_waits;

/// The ghost of a model, or the forward arc in front of it.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
struct Ghost(ModelId);

/// Shown in the colour of the check.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
struct InColourOfCheck;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        PostUpdate,
        (spawn_ghosts, place_ghosts, colour_ghosts).chain().before(TransformSystems::Propagate),
    );
}

/// Keeps a ghost for each model of the draft.
fn spawn_ghosts(
    mut commands: Commands,
    drafting: Res<Drafting>,
    opened: Res<OpenGame>,
    figures: Res<Figures>,
    materials: Res<Materials>,
    mut meshes: ResMut<Assets<Mesh>>,
    ghosts: Query<(Entity, &Ghost)>,
    figures_of_ghosts: Query<&Ghost, With<InColourOfCheck>>,
) {
    if !drafting.is_changed() {
        return;
    }
    // A unit that only fires stays where it is.
    let draft = drafting.0.as_ref().filter(|draft| draft.changes_any_model() || draft.hold != Hold::Resting);
    let wanted: Vec<ModelId> =
        draft.iter().flat_map(|draft| draft.models.iter().map(|model| model.model)).collect();
    let there: Vec<ModelId> = figures_of_ghosts.iter().map(|ghost| ghost.0).collect();
    if there.len() == wanted.len() && wanted.iter().all(|model| there.contains(model)) {
        return;
    }
    for (entity, _) in &ghosts {
        commands.entity(entity).despawn();
    }
    let Some(unit) = drafting.0.as_ref().and_then(|draft| opened.game.setup().unit(draft.unit)) else {
        return;
    };
    let radius = opened.game.setup().card(unit).base.radius() as f32;
    let front = meshes.add(front(radius));
    for model in wanted {
        let Some(mesh) = figures.of(model) else { continue };
        commands.spawn((
            Ghost(model),
            Mesh3d(mesh),
            MeshMaterial3d(materials.ghost_allowed.clone()),
            NotShadowCaster,
            NoFrustumCulling,
            InColourOfCheck,
        ));
        commands.spawn((
            Ghost(model),
            Mesh3d(front.clone()),
            MeshMaterial3d(materials.veil.clone()),
            NotShadowCaster,
            NoFrustumCulling,
        ));
    }
}

/// Puts each ghost where its model would end.
fn place_ghosts(
    opened: Res<OpenGame>,
    drafting: Res<Drafting>,
    playback: Res<Playback>,
    mut ghosts: Query<(&Ghost, &mut Transform, &mut GlobalTransform, &mut Visibility)>,
) {
    let Some(draft) = &drafting.0 else { return };
    let waits = playback.shows_fight() || question_waits(&opened, &playback);
    let seen = if waits { Visibility::Hidden } else { Visibility::Inherited };
    for (ghost, mut transform, mut global, mut visibility) in &mut ghosts {
        visibility.set_if_neq(seen);
        if let Some(place) = place_of(draft, ghost.0).filter(|place| *transform != *place) {
            // Nothing hangs on a ghost and it is drawn wherever it is, so the engine need not look for what moves with it.
            *transform.bypass_change_detection() = place;
            *global = GlobalTransform::from(place);
        }
    }
}

fn colour_ghosts(
    draft_check: Res<DraftCheck>,
    materials: Res<Materials>,
    mut ghosts: Query<&mut MeshMaterial3d<Surface>, With<InColourOfCheck>>,
) {
    let allowed = draft_check.0.as_ref().is_some_and(|judged| judged.answer.is_ok());
    let wanted = if allowed { &materials.ghost_allowed } else { &materials.ghost_refused };
    for mut material in &mut ghosts {
        if material.0 != *wanted {
            material.0 = wanted.clone();
        }
    }
}

/// Depth of the shaded forward arc in front of a base, inches.
const FRONT: f32 = 0.75;

/// The forward arc of a model that faces +x: everything in front of the line through its shoulders, of which the
/// nearest part is shaded.
fn front(radius: f32) -> Mesh {
    let mut geometry = GeometryBuilder::default();
    let pale = Color::srgb(1.0, 0.95, 0.62);
    let half = CircularSector::from_degrees(radius + FRONT, 180.0).mesh().resolution(24).build();
    let turn = Quat::from_rotation_y(-FRAC_PI_2) * Quat::from_rotation_x(-FRAC_PI_2);
    geometry.add(half, Transform::from_xyz(0.0, 0.075, 0.0).with_rotation(turn), pale.with_alpha(0.17));
    let shoulders = Vec3::new(0.05, 0.01, 2.0 * (radius + FRONT));
    geometry.block(Vec3::new(0.0, 0.08, 0.0), shoulders, pale.with_alpha(0.6));
    geometry.finish()
}

/// A little over the table, so that a ghost does not flicker inside its own model.
fn place_of(draft: &Draft, model: ModelId) -> Option<Transform> {
    let model = draft.models.iter().find(|drafted| drafted.model == model)?;
    let at = axes::in_scene(model.at, model.height.inches() + 0.015);
    Some(Transform::from_translation(at).with_rotation(axes::turn(model.facing)))
}
