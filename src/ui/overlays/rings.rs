//! Rings around the models of the selected unit, and thinner ones around those
//! of every unit that may still act.

use bevy::light::NotShadowCaster;
use bevy::prelude::*;

use crate::rules::ids::UnitId;
use crate::ui::input::{Selection, orders};
use crate::ui::playback::Playback;
use crate::ui::scene::models::Shows;
use crate::ui::scene::paint::Paint;
use crate::ui::scene::sketch::Sketch;
use crate::ui::session::Session;
use crate::ui::side_look;

/// A ring around a model.
#[derive(Component, Clone, Copy, Debug)]
struct Ring;

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
    session: Res<Session>,
    selection: Res<Selection>,
    playback: Res<Playback>,
    paint: Res<Paint>,
    mut meshes: ResMut<Assets<Mesh>>,
    mut ringed: ResMut<Ringed>,
    figures: Query<(Entity, &Shows)>,
    old: Query<Entity, With<Ring>>,
) {
    if !session.is_changed() && !selection.is_changed() && !playback.is_changed() {
        return;
    }
    let wanted = Ringed {
        selected: selection.unit,
        ready: orders::still_to_act(&session),
        figures: figures.iter().count(),
    };
    if *ringed == wanted {
        return;
    }
    for entity in &old {
        commands.entity(entity).despawn();
    }
    let setup = session.game.setup();
    for (entity, shows) in &figures {
        let unit = shows.0.unit;
        let selected = wanted.selected == Some(unit);
        if !selected && !wanted.ready.contains(&unit) {
            continue;
        }
        let Some(start) = setup.unit(unit) else { continue };
        let radius = setup.card(start).base.radius() as f32;
        let side = side_look::colour(unit.side).mix(&Color::WHITE, 0.45);
        let (width, colour) = if selected { (0.16, Color::srgb(1.0, 0.93, 0.45)) } else { (0.055, side) };
        let ring = Annulus::new(radius + 0.06, radius + 0.06 + width).mesh().resolution(40).build();
        let mut sketch = Sketch::default();
        sketch.add(
            ring,
            Transform::from_rotation(Quat::from_rotation_x(-std::f32::consts::FRAC_PI_2)),
            colour,
        );
        let look = (Mesh3d(meshes.add(sketch.finish())), MeshMaterial3d(paint.mark.clone()));
        commands.spawn((Ring, look, Transform::from_xyz(0.0, 0.03, 0.0), NotShadowCaster, ChildOf(entity)));
    }
    *ringed = wanted;
}
