//! Rings around the models of the selected unit, and thinner ones around those
//! of every unit that may still act.

use std::collections::BTreeMap;

use bevy::light::NotShadowCaster;
use bevy::prelude::MeshBuilder as _;
use bevy::prelude::*;

use crate::rules::ids::{Side, UnitId};
use crate::ui::input::{Selection, orders};
use crate::ui::open_game::OpenGame;
use crate::ui::playback::Playback;
use crate::ui::scene::models::Shows;
use crate::ui::scene::paint::Paint;
use crate::ui::scene::sketch::GeometryBuilder;
use crate::ui::side_look;

/// A ring around a model.
#[derive(Component, Clone, Copy, Debug)]
struct Ring;

/// Why a model wears a ring.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Worn {
    /// Its unit is selected.
    Selected,
    /// Its unit may still act.
    Ready,
}

/// What rings are shown for now.
#[derive(Resource, Default, PartialEq, Eq, Clone)]
struct Ringed {
    selected: Option<UnitId>,
    ready: Vec<UnitId>,
    figures: usize,
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Ringed>().add_systems(PostUpdate, draw_rings.before(TransformSystems::Propagate));
}

/// Rings are children of the figures, so they go where those go.
fn draw_rings(
    mut commands: Commands,
    opened: Res<OpenGame>,
    selection: Res<Selection>,
    playback: Res<Playback>,
    paint: Res<Paint>,
    mut meshes: ResMut<Assets<Mesh>>,
    mut ringed: ResMut<Ringed>,
    figures: Query<(Entity, &Shows)>,
    old: Query<Entity, With<Ring>>,
) {
    if !opened.is_changed() && !selection.is_changed() && !playback.is_changed() {
        return;
    }
    let wanted = Ringed {
        selected: selection.unit,
        ready: orders::may_move(&opened),
        figures: figures.iter().count(),
    };
    if *ringed == wanted {
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
        let worn = if selected { Worn::Selected } else { Worn::Ready };
        let kind = (start.card, unit.side, worn);
        let ring: &Handle<Mesh> =
            made.entry(kind).or_insert_with(|| meshes.add(ring(radius, unit.side, worn)));
        let look = (Mesh3d(ring.clone()), MeshMaterial3d(paint.mark.clone()));
        commands.spawn((Ring, look, Transform::from_xyz(0.0, 0.08, 0.0), NotShadowCaster, ChildOf(entity)));
    }
    *ringed = wanted;
}

/// Broad and yellow around a selected model, thin and pale around others.
fn ring(radius: f32, side: Side, worn: Worn) -> Mesh {
    let pale = side_look::colour(side).mix(&Color::WHITE, 0.45);
    let (width, colour) = match worn {
        Worn::Selected => (0.16, Color::srgb(1.0, 0.93, 0.45)),
        Worn::Ready => (0.055, pale),
    };
    let ring = Annulus::new(radius + 0.06, radius + 0.06 + width).mesh().resolution(40).build();
    let flat = Transform::from_rotation(Quat::from_rotation_x(-std::f32::consts::FRAC_PI_2));
    let mut sketch = GeometryBuilder::default();
    sketch.add(ring, flat, colour);
    sketch.finish()
}
