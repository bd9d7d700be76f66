//! The table top and its wooden frame. The room around it is in `room/`.

use bevy::prelude::MeshBuilder as _;
use bevy::prelude::*;

use super::GameScoped;
use super::surface::Surface;
use super::texture::{meadow, wood};
use crate::ui::open_game::OpenGame;

/// Width and height of the frame around the table top, inches.
const FRAME: [f32; 2] = [1.6, 1.3];

/// How far the frame rises over the table top, inches.
pub(in crate::ui) const LIP: f32 = 0.28;

/// Pixels of the table top's picture for an inch.
const GRAIN: f32 = 14.0;

/// Spawns the table of the present game.
pub(super) fn build_table(
    mut commands: Commands,
    opened: Res<OpenGame>,
    mut meshes: ResMut<Assets<Mesh>>,
    mut images: ResMut<Assets<Image>>,
    mut materials: ResMut<Assets<Surface>>,
) {
    let table = opened.game.setup().level.table;
    let (width, depth) = (table.width.inches() as f32, table.depth.inches() as f32);
    let felt = images.add(meadow(pixels(width), pixels(depth)));
    let felt = materials.add(Surface::matt().covered(felt));
    let top = meshes.add(top_of([width, depth]));
    commands.spawn((Mesh3d(top), MeshMaterial3d(felt), GameScoped));
    let grain = images.add(wood());
    build_frame(&mut commands, &mut meshes, &mut materials, grain, [width, depth]);
}

/// The mesh of the table top, of a width and depth in inches.
pub(in crate::ui) fn top_of([width, depth]: [f32; 2]) -> Mesh {
    Plane3d::default().mesh().size(width, depth).build()
}

/// Pixels of a side, within what every driver takes.
fn pixels(inches: f32) -> u32 {
    (inches * GRAIN).clamp(64.0, 2048.0) as u32
}

/// Four boards around the table top.
fn build_frame(
    commands: &mut Commands,
    meshes: &mut Assets<Mesh>,
    materials: &mut Assets<Surface>,
    grain: Handle<Image>,
    [width, depth]: [f32; 2],
) {
    let [thick, high] = FRAME;
    let material = materials.add(Surface::matt().covered(grain).shining(0.25));
    let middle = LIP - high / 2.0;
    let boards = [
        (width + 2.0 * thick, Vec3::new(0.0, middle, (depth + thick) / 2.0), 0.0),
        (width + 2.0 * thick, Vec3::new(0.0, middle, -(depth + thick) / 2.0), 0.0),
        (depth, Vec3::new((width + thick) / 2.0, middle, 0.0), 90.0_f32),
        (depth, Vec3::new(-(width + thick) / 2.0, middle, 0.0), 90.0),
    ];
    for (length, at, turned) in boards {
        let board = meshes.add(Cuboid::new(length, high, thick));
        let at = Transform::from_translation(at).with_rotation(Quat::from_rotation_y(turned.to_radians()));
        commands.spawn((Mesh3d(board), MeshMaterial3d(material.clone()), at, GameScoped));
    }
}
