//! A see-through figure for every model of a draft, where it would stand.

use bevy::light::NotShadowCaster;
use bevy::prelude::*;

use crate::rules::ids::ModelId;
use crate::ui::axes;
use crate::ui::input::draft::{Draft, Drafting};
use crate::ui::input::verdict::Verdict;
use crate::ui::open_game::OpenGame;
use crate::ui::scene::models::Figures;
use crate::ui::scene::paint::Paint;
use crate::ui::scene::surface::Surface;

/// The ghost of a model.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
struct Ghost(ModelId);

pub(super) fn plugin(app: &mut App) {
    app.add_systems(PostUpdate, (raise_ghosts, place_ghosts).chain().before(TransformSystems::Propagate));
}

/// There are ghosts for the models of the draft, and for no others.
fn raise_ghosts(
    mut commands: Commands,
    drafting: Res<Drafting>,
    opened: Res<OpenGame>,
    figures: Res<Figures>,
    paint: Res<Paint>,
    ghosts: Query<(Entity, &Ghost)>,
) {
    if !drafting.is_changed() {
        return;
    }
    let wanted: Vec<ModelId> =
        drafting.0.iter().flat_map(|draft| draft.models.iter().map(|model| model.model)).collect();
    let there: Vec<ModelId> = ghosts.iter().map(|(_, ghost)| ghost.0).collect();
    if there.len() == wanted.len() && wanted.iter().all(|model| there.contains(model)) {
        return;
    }
    for (entity, _) in &ghosts {
        commands.entity(entity).despawn();
    }
    let Some(unit) = drafting.0.as_ref().and_then(|draft| opened.game.setup().unit(draft.unit)) else {
        return;
    };
    let Some(mesh) = figures.of(unit.card, unit.id.side) else { return };
    for model in wanted {
        let look = (Mesh3d(mesh.clone()), MeshMaterial3d(paint.ghost_allowed.clone()), NotShadowCaster);
        commands.spawn((Ghost(model), look));
    }
}

/// Each where its model would end, in the colour of the verdict.
fn place_ghosts(
    drafting: Res<Drafting>,
    verdict: Res<Verdict>,
    paint: Res<Paint>,
    mut ghosts: Query<(&Ghost, &mut Transform, &mut MeshMaterial3d<Surface>)>,
) {
    let Some(draft) = &drafting.0 else { return };
    let allowed = verdict.0.as_ref().is_some_and(|judged| judged.answer.is_ok());
    let wanted = if allowed { &paint.ghost_allowed } else { &paint.ghost_refused };
    for (ghost, mut transform, mut material) in &mut ghosts {
        if let Some(place) = place_of(draft, ghost.0) {
            transform.set_if_neq(place);
        }
        if material.0 != *wanted {
            material.0 = wanted.clone();
        }
    }
}

/// A little over the table, so that a ghost never flickers in its own model.
fn place_of(draft: &Draft, model: ModelId) -> Option<Transform> {
    let model = draft.models.iter().find(|drafted| drafted.model == model)?;
    let at = axes::in_scene(model.at, model.start.z.inches() + 0.015);
    Some(Transform::from_translation(at).with_rotation(axes::turn(model.facing)))
}
