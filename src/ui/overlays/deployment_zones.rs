//! Additions of the battle to the level's table: each side's zone, and obstacles that players placed.

use bevy::light::NotShadowCaster;
use bevy::prelude::*;

use crate::game::engine::table_state::TableState;
use crate::rules::ids::Side;
use crate::rules::turn::Phase;
use crate::table::shape::{Point, Shape};
use crate::ui::axes;
use crate::ui::looks::side_look;
use crate::ui::miniatures::geometry_builder::{GeometryBuilder, outline};
use crate::ui::miniatures::materials::Materials;
use crate::ui::miniatures::terrain::placed_obstacle;
use crate::ui::session::game_scoped::{GameScoped, game_opened};
use crate::ui::session::open_game::{GameChanged, OpenGame};

/// Something on the table that the battle may change.
#[derive(Component, Clone, Copy, Debug)]
struct GroundMark;

/// The zone of a side, visible while units are placed.
#[derive(Component, Clone, Copy, Debug)]
struct ZoneMark;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, (spawn_zones.run_if(ground_changed), show_zones).chain());
}

/// If another game was opened, or zones or obstacles are others than before.
fn ground_changed(
    opened: Res<OpenGame>,
    turned: MessageReader<GameChanged>,
    mut shown: Local<Option<TableState>>,
) -> bool {
    let is_new = game_opened(turned);
    if !is_new && !opened.is_changed() {
        return false;
    }
    let view = opened.game.battle().view();
    let lies = |table: &TableState| (table.zones, table.obstacles.clone());
    let same = shown.as_ref().is_some_and(|shown| lies(shown) == lies(view.table_state()));
    if !same {
        *shown = Some(view.table_state().clone());
    }
    is_new || !same
}

fn spawn_zones(
    mut commands: Commands,
    opened: Res<OpenGame>,
    materials: Res<Materials>,
    mut meshes: ResMut<Assets<Mesh>>,
    old: Query<Entity, With<GroundMark>>,
) {
    old.iter().for_each(|mark| commands.entity(mark).despawn());
    let view = opened.game.battle().view();
    for side in Side::BOTH {
        let mut zone = GeometryBuilder::default();
        let area = view.zone(side);
        let colour = side_look::colour(side);
        zone.prism(area, [0.008, 0.012], [colour.with_alpha(0.13), colour.with_alpha(0.0)]);
        border(&mut zone, area, colour.with_alpha(0.85), side);
        let look = (Mesh3d(meshes.add(zone.finish())), MeshMaterial3d(materials.veil.clone()));
        commands.spawn((GroundMark, ZoneMark, look, Visibility::Hidden, NotShadowCaster, GameScoped));
    }
    // The obstacles that players placed follow the level's pieces.
    let terrain = view.terrain();
    for piece in view.setup().level.terrain.pieces.len()..terrain.pieces.len() {
        let mesh = meshes.add(placed_obstacle(terrain, piece));
        let look = (Mesh3d(mesh), MeshMaterial3d(materials.solid.clone()));
        commands.spawn((GroundMark, look, GameScoped));
    }
}

/// A band along the edge of a zone: solid for A, dashed for B.
fn border(geometry: &mut GeometryBuilder, area: &Shape, colour: Color, side: Side) {
    let corners = outline(area);
    for (from, to) in corners.iter().zip(corners.iter().cycle().skip(1)) {
        let length = crate::table::plane::distance(*from, *to);
        let dashes = if side == Side::A { 1 } else { (length / 1.6).ceil().max(1.0) as i32 };
        for index in 0..dashes {
            let share = |at: f64| at / f64::from(dashes);
            let full = if side == Side::A { 1.0 } else { 0.6 };
            band(geometry, [*from, *to], [share(f64::from(index)), share(f64::from(index) + full)], colour);
        }
    }
}

/// Part of an edge, 0.16 inches wide.
fn band(geometry: &mut GeometryBuilder, [from, to]: [Point; 2], [start, end]: [f64; 2], colour: Color) {
    let between = |share: f64| [from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share];
    let middle = between((start + end) / 2.0);
    let [dx, dy] = [to[0] - from[0], to[1] - from[1]];
    let length = (dx * dx + dy * dy).sqrt() * (end - start);
    let at = Transform::from_translation(axes::in_scene(middle, 0.02))
        .with_rotation(axes::turn(libm::atan2(dy, dx).to_degrees()));
    geometry.add(Plane3d::default().mesh().size(length as f32, 0.16), at, colour);
}

/// Shows the zones while units are placed.
fn show_zones(
    opened: Res<OpenGame>,
    mut zones: Query<&mut Visibility, With<ZoneMark>>,
    new: Query<(), Added<ZoneMark>>,
) {
    if !opened.is_changed() && new.is_empty() {
        return;
    }
    let placing = opened.game.battle().view().turn().phase == Phase::Deployment;
    for mut zone in &mut zones {
        zone.set_if_neq(if placing { Visibility::Inherited } else { Visibility::Hidden });
    }
}
