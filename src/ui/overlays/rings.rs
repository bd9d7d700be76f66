//! Rings around the models of the selected unit, and thinner ones around those of units that may still act.

use std::collections::BTreeMap;

use bevy::light::NotShadowCaster;
use bevy::prelude::MeshBuilder as _;
use bevy::prelude::*;

use crate::rules::ids::{Side, UnitId};
use crate::ui::input::{Selection, orders};
use crate::ui::open_game::OpenGame;
use crate::ui::playback::Playback;
use crate::ui::scene::geometry_builder::GeometryBuilder;
use crate::ui::scene::materials::Materials;
use crate::ui::scene::models::ModelFigure;
use crate::ui::side_look;

/// A ring around a model.
#[derive(Component, Clone, Copy, Debug)]
struct Ring;

/// Why a model has a ring.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum RingKind {
    /// Its unit is selected.
    Selected,
    /// Its unit may still act.
    Ready,
}

/// What the rings are shown for.
#[derive(Resource, Default, PartialEq, Eq, Clone)]
struct RingState {
    selected: Option<UnitId>,
    ready: Vec<UnitId>,
    figures: usize,
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<RingState>().add_systems(PostUpdate, draw_rings.before(TransformSystems::Propagate));
}

/// Rings are children of the figures, so they move with them.
fn draw_rings(
    mut commands: Commands,
    opened: Res<OpenGame>,
    selection: Res<Selection>,
    playback: Res<Playback>,
    materials: Res<Materials>,
    mut meshes: ResMut<Assets<Mesh>>,
    mut shown: ResMut<RingState>,
    figures: Query<(Entity, &ModelFigure)>,
    old: Query<Entity, With<Ring>>,
) {
    if !opened.is_changed() && !selection.is_changed() && !playback.is_changed() {
        return;
    }
    let wanted = RingState {
        selected: selection.unit,
        ready: orders::may_move(&opened),
        figures: figures.iter().count(),
    };
    if *shown == wanted {
        return;
    }
    for entity in &old {
        commands.entity(entity).despawn();
    }
    let setup = opened.game.setup();
    let mut made = BTreeMap::new();
    for (entity, shows) in &figures {
        let unit = shows.0.unit;
        let selected = wanted.selected == Some(unit);
        if !selected && !wanted.ready.contains(&unit) {
            continue;
        }
        let Some(start) = setup.unit(unit) else { continue };
        let radius = setup.card(start).base.radius() as f32;
        let ring_kind = if selected { RingKind::Selected } else { RingKind::Ready };
        let kind = (start.card, unit.side, ring_kind);
        let ring: &Handle<Mesh> =
            made.entry(kind).or_insert_with(|| meshes.add(ring(radius, unit.side, ring_kind)));
        let look = (Mesh3d(ring.clone()), MeshMaterial3d(materials.mark.clone()));
        commands.spawn((Ring, look, Transform::from_xyz(0.0, 0.08, 0.0), NotShadowCaster, ChildOf(entity)));
    }
    *shown = wanted;
}

/// Broad and yellow around a selected model, thin and pale around others.
fn ring(radius: f32, side: Side, ring_kind: RingKind) -> Mesh {
    let pale = side_look::colour(side).mix(&Color::WHITE, 0.45);
    let (width, colour) = match ring_kind {
        RingKind::Selected => (0.16, Color::srgb(1.0, 0.93, 0.45)),
        RingKind::Ready => (0.055, pale),
    };
    let ring = Annulus::new(radius + 0.06, radius + 0.06 + width).mesh().resolution(40).build();
    let flat = Transform::from_rotation(Quat::from_rotation_x(-std::f32::consts::FRAC_PI_2));
    let mut geometry = GeometryBuilder::default();
    geometry.add(ring, flat, colour);
    geometry.finish()
}
