//! Props around the board: a mug, a rulebook, dice, a tape measure; and chairs.

use std::f32::consts::FRAC_PI_2;

use bevy::prelude::*;

use super::{FLOOR, RoomSize, TABLE_TOP};
use crate::ui::looks::pips::pips;
use crate::ui::miniatures::geometry_builder::GeometryBuilder;

const LEATHER: Color = Color::srgb(0.17, 0.19, 0.15);
const PAGES: Color = Color::srgb(0.50, 0.45, 0.36);
const STONEWARE: Color = Color::srgb(0.33, 0.37, 0.40);
const COFFEE: Color = Color::srgb(0.10, 0.06, 0.04);
const BONE: Color = Color::srgb(0.66, 0.62, 0.52);
const STEEL: Color = Color::srgb(0.30, 0.31, 0.33);
const LABEL: Color = Color::srgb(0.42, 0.36, 0.20);
/// Chairs are not lit by the lamp: their backs are seen against it.
const CHAIR: Color = Color::srgb(0.150, 0.108, 0.080);
const CHAIR_TOP: Color = Color::srgb(0.215, 0.155, 0.110);

/// The edge of a die, inches, and its pips.
const EDGE: f32 = 0.62;
const PIP: Color = Color::srgb(0.09, 0.08, 0.08);

/// A place on the club's table, and half the room it takes.
pub(super) type PlaceTaken = (Vec2, Vec2);

/// Places of the rulebook, the mug, the tape measure and the dice.
pub(super) fn places(size: &RoomSize) -> [PlaceTaken; 4] {
    let side = size.board.x + 7.4;
    [
        (Vec2::new(side, -size.board.y * 0.35), Vec2::new(4.2, 5.6)),
        (Vec2::new(-side + 0.6, -size.board.y * 0.55), Vec2::splat(1.7)),
        (Vec2::new(-side + 1.4, size.board.y * 0.60), Vec2::new(1.5, 1.3)),
        (Vec2::new(side - 2.4, size.board.y * 0.62), Vec2::splat(1.4)),
    ]
}

/// Things that lie there, in one mesh.
pub(super) fn things(size: &RoomSize) -> Mesh {
    let [book, mug, tape, dice] = places(size).map(|(at, _)| Vec3::new(at.x, TABLE_TOP, at.y));
    let mut all = GeometryBuilder::default();
    let turned =
        |at: Vec3, angle: f32| Transform::from_translation(at).with_rotation(Quat::from_rotation_y(angle));
    let lies = turned(book, 0.16);
    let part = |height: f32, aside: f32| lies * Transform::from_xyz(aside, height, 0.0);
    all.add(Cuboid::new(8.3, 0.08, 11.2), part(0.04, 0.0), LEATHER);
    all.add(Cuboid::new(8.0, 0.5, 10.9), part(0.33, 0.1), PAGES);
    all.add(Cuboid::new(8.3, 0.08, 11.2), part(0.62, 0.0), LEATHER);
    all.add(Cuboid::new(4.6, 0.02, 1.1), part(0.67, 0.0) * Transform::from_xyz(0.0, 0.0, -2.6), LABEL);
    let stands = |height: f32| Transform::from_translation(mug + Vec3::Y * height);
    all.add(Cylinder::new(1.55, 3.7), stands(1.85), STONEWARE);
    all.add(Cylinder::new(1.38, 0.02), stands(3.71), COFFEE);
    let handle =
        stands(1.9) * Transform::from_xyz(-1.6, 0.0, 0.3).with_rotation(Quat::from_rotation_x(FRAC_PI_2));
    all.add(Torus::new(0.65, 1.05), handle, STONEWARE);
    all.add(Cuboid::new(2.6, 1.0, 2.2), turned(tape + Vec3::Y * 0.5, -0.5), STEEL);
    all.add(Cylinder::new(0.75, 0.05), turned(tape + Vec3::Y * 1.02, 0.0), LABEL);
    for (aside, along, angle) in [(0.0, 0.0, 0.3), (1.1, 0.5, 1.1), (0.2, 1.3, 0.8), (-1.0, 0.7, 0.1)] {
        let lies = turned(dice + Vec3::new(aside, EDGE / 2.0, along), angle);
        all.add(Cuboid::from_length(EDGE), lies, BONE);
        for (face, turn) in [
            (6, Quat::IDENTITY),
            (2, Quat::from_rotation_x(FRAC_PI_2)),
            (5, Quat::from_rotation_x(-FRAC_PI_2)),
            (3, Quat::from_rotation_z(FRAC_PI_2)),
            (4, Quat::from_rotation_z(-FRAC_PI_2)),
        ] {
            for [x, z] in pips(face) {
                let at = Vec3::new(x * 0.17, EDGE / 2.0, z * 0.17);
                all.add(
                    Cylinder::new(0.06, 0.012),
                    lies * Transform::from_rotation(turn) * Transform::from_translation(at),
                    PIP,
                );
            }
        }
    }
    all.finish()
}

/// Distance of the chairs from the club's table, and height of their backs over the board, inches.
const CHAIR_GAP: f32 = 6.0;
const BACK_TOP: f32 = 3.5;

/// Chairs around the table, in one mesh.
pub(super) fn chairs(size: &RoomSize) -> Mesh {
    let mut all = GeometryBuilder::default();
    let (x, z) = (size.table.x + CHAIR_GAP, size.table.y + CHAIR_GAP);
    let (across, along) = (size.board.x * 0.52, size.board.y * 0.15);
    for (at, angle) in [
        (Vec2::new(-across, -z), 0.10),
        (Vec2::new(across * 0.8, -z - 2.0), -0.25),
        (Vec2::new(-across * 0.7, z + 1.0), 3.0),
        (Vec2::new(across, z + 3.0), 3.35),
        (Vec2::new(x + 2.0, along), -1.75),
        (Vec2::new(-x - 3.0, -along), 1.40),
    ] {
        chair(&mut all, Transform::from_xyz(at.x, 0.0, at.y).with_rotation(Quat::from_rotation_y(angle)));
    }
    all.finish()
}

/// A chair that looks along +z, its back at the place.
fn chair(all: &mut GeometryBuilder, at: Transform) {
    let seat = FLOOR + 17.0;
    let back = BACK_TOP - FLOOR;
    for side in [-1.0, 1.0] {
        let post = Cuboid::new(1.5, back, 1.3);
        all.add(post, at * Transform::from_xyz(side * 7.2, FLOOR + back / 2.0, 0.0), CHAIR);
        all.add(Cuboid::new(1.4, 17.0, 1.4), at * Transform::from_xyz(side * 7.2, FLOOR + 8.5, 14.0), CHAIR);
    }
    all.add(Cuboid::new(16.0, 3.4, 1.0), at * Transform::from_xyz(0.0, BACK_TOP - 1.7, 0.0), CHAIR_TOP);
    all.add(Cuboid::new(14.0, 2.0, 0.8), at * Transform::from_xyz(0.0, BACK_TOP - 8.0, 0.0), CHAIR);
    all.add(Cuboid::new(16.5, 1.2, 15.5), at * Transform::from_xyz(0.0, seat, 7.3), CHAIR_TOP);
}
