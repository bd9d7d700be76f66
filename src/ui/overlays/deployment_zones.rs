//! Deployment zones and the flags of objectives.

use bevy::light::NotShadowCaster;
use bevy::prelude::MeshBuilder as _;
use bevy::prelude::*;

use crate::rules::ids::Side;
use crate::rules::turn::Phase;
use crate::table::shape::{Point, Shape};
use crate::ui::axes;
use crate::ui::open_game::OpenGame;
use crate::ui::scene::geometry_builder::{GeometryBuilder, outline};
use crate::ui::scene::materials::Materials;
use crate::ui::scene::{GameScoped, game_opened};
use crate::ui::side_look;

/// The zone of a side, visible while units are placed.
#[derive(Component, Clone, Copy, Debug)]
struct ZoneMark;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, (spawn_zones.run_if(game_opened), show_zones).chain());
}

fn spawn_zones(
    mut commands: Commands,
    opened: Res<OpenGame>,
    materials: Res<Materials>,
    mut meshes: ResMut<Assets<Mesh>>,
) {
    let level = &opened.game.setup().level;
    for side in Side::BOTH {
        let mut zone = GeometryBuilder::default();
        let area = &level.zones[side.index()].area;
        let colour = side_look::colour(side);
        zone.prism(area, [0.008, 0.012], [colour.with_alpha(0.13), colour.with_alpha(0.0)]);
        border(&mut zone, area, colour.with_alpha(0.85), side);
        let look = (Mesh3d(meshes.add(zone.finish())), MeshMaterial3d(materials.veil.clone()));
        commands.spawn((ZoneMark, look, Visibility::Hidden, NotShadowCaster, GameScoped));
    }
    for objective in &level.objectives {
        let at = Transform::from_translation(axes::place_in_scene(objective.at));
        let look = (Mesh3d(meshes.add(flag())), MeshMaterial3d(materials.solid.clone()));
        commands.spawn((look, at, GameScoped));
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

/// A pole with a flag on a round foot.
fn flag() -> Mesh {
    let mut flag = GeometryBuilder::default();
    let (brass, cloth) = (Color::srgb(0.72, 0.60, 0.30), Color::srgb(0.93, 0.86, 0.62));
    let foot = Shape::Circle { centre: [0.0, 0.0], radius: 0.5 };
    flag.prism(&foot, [0.0, 0.07], [Color::srgb(0.30, 0.27, 0.20), brass]);
    let pole = Cylinder::new(0.045, 1.9).mesh().resolution(8).build();
    flag.add(pole, Transform::from_xyz(0.0, 0.95, 0.0), brass);
    flag.block(Vec3::new(0.4, 1.6, 0.0), Vec3::new(0.8, 0.5, 0.03), cloth);
    flag.finish()
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
