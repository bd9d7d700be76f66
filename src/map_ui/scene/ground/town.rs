//! Small houses with gabled roofs: towns and farms.

use std::f32::consts::TAU;

use bevy::prelude::*;
use tabletop_hexes::hex::Hex;

use super::plants::place;
use super::roads::is_on_road;
use super::{Models, chance_of};
use crate::map_ui::scene::board::Board;
use crate::ui::miniatures::geometry_builder::GeometryBuilder;
use crate::ui::miniatures::terrain::frame::Frame;
use crate::ui::miniatures::terrain::paint::{Brush, coat};
use crate::ui::miniatures::terrain::site::between;
use crate::ui::miniatures::terrain::solids::{face, plate, stone};

/// Houses round the rim; a church and some more in the middle.
pub(super) fn town(rim: &mut Models, heart: &mut Models, board: &Board, hex: Hex) {
    let mut chance = chance_of(hex, 5);
    let count = 9;
    for index in 0..count {
        let angle = TAU * (index as f32 + between(&mut chance, -0.12, 0.12)) / count as f32;
        let at = place(board, hex, angle, between(&mut chance, 1.0, 1.08));
        let is_near = bevy::math::ops::sin(angle) > 0.2;
        let low = if is_near { 0.13 } else { 0.24 };
        let size = [between(&mut chance, 0.36, 0.50), between(&mut chance, 0.26, 0.32), low];
        let size = [size[0], size[1], size[2] + between(&mut chance, 0.0, 0.08)];
        let paints = paints(chance.below(12));
        if !is_on_road(board, hex, at, 0.22) {
            // Along the rim.
            house(&mut rim.solid, &Frame::standing(at, -angle + TAU / 4.0), size, paints);
        }
    }
    let church = chance.one_in(3);
    for index in 0..4 {
        let at = place(board, hex, TAU * (index as f32 + 0.4) / 4.0, 0.48);
        let paints = paints(chance.below(12));
        let turn = between(&mut chance, 0.0, 0.5) + TAU / 4.0 * index as f32;
        if is_on_road(board, hex, at, 0.20) {
            continue;
        }
        if church && index == 0 {
            tower(&mut heart.solid, at, turn);
        }
        house(&mut heart.solid, &Frame::standing(at, turn), [0.55, 0.36, 0.36], paints);
    }
}

/// A yard with barns at the far rim; the farmhouse in the middle.
pub(super) fn farm(rim: &mut Models, heart: &mut Models, board: &Board, hex: Hex) {
    let mut chance = chance_of(hex, 6);
    for angle in [-1.25, -0.35, 2.6] {
        let angle = angle + between(&mut chance, -0.15, 0.15);
        let at = place(board, hex, angle, 0.98);
        let size = [between(&mut chance, 0.55, 0.70), 0.30, between(&mut chance, 0.22, 0.28)];
        let paints = [coat(0.45, 0.34, 0.22), coat(0.36, 0.25, 0.17)];
        if !is_on_road(board, hex, at, 0.24) {
            house(&mut rim.solid, &Frame::standing(at, -angle + TAU / 4.0), size, paints);
        }
    }
    let at = place(board, hex, between(&mut chance, 0.0, TAU), 0.30);
    if !is_on_road(board, hex, at, 0.24) {
        let turn = between(&mut chance, -0.4, 0.4);
        house(&mut heart.solid, &Frame::standing(at, turn), [0.66, 0.42, 0.36], paints(chance.below(12)));
    }
}

/// Coats of walls and roof.
fn paints(number: usize) -> [LinearRgba; 2] {
    let wall =
        [coat(0.72, 0.66, 0.54), coat(0.64, 0.55, 0.42), coat(0.66, 0.62, 0.58), coat(0.58, 0.42, 0.34)];
    let roof = [coat(0.50, 0.23, 0.15), coat(0.42, 0.20, 0.14), coat(0.30, 0.29, 0.30)];
    [wall[number % 4], roof[number % 3]]
}

/// A house about a place: its length, width and the height of its walls.
fn house(to: &mut GeometryBuilder, at: &Frame, [long, wide, high]: [f32; 3], [wall, roof]: [LinearRgba; 2]) {
    stone(to, at, [long, wide], high, 0.0, wall);
    let (ridge, eave) = (high + wide * 0.55, 0.05);
    let point = |along: f32, up: f32, out: f32| at.at(along, up, out);
    let half = [long / 2.0 + eave, wide / 2.0 + eave];
    let drop = high - eave * 0.9;
    for side in [-1.0, 1.0] {
        let quad = [
            point(-half[0], drop, side * half[1]),
            point(half[0], drop, side * half[1]),
            point(half[0], ridge, 0.0),
            point(-half[0], ridge, 0.0),
        ];
        let dark = roof.washed(0.25);
        face(to, &quad, at.out * side + Vec3::Y, &[dark, dark, roof.brushed(0.1), roof.brushed(0.1)]);
        let gable = [
            point(side * long / 2.0, high, -wide / 2.0),
            point(side * long / 2.0, high, wide / 2.0),
            point(side * long / 2.0, ridge - 0.02, 0.0),
        ];
        face(to, &gable, at.along * side, &[wall; 3]);
        windows(to, at, side, [long, wide, high]);
    }
    let chimney = Frame { origin: point(long * 0.25, ridge - 0.10, 0.0), ..*at };
    stone(to, &chimney, [0.06, 0.06], 0.16, 0.0, coat(0.45, 0.28, 0.22));
}

/// Dark windows and a door in a long wall.
fn windows(to: &mut GeometryBuilder, at: &Frame, side: f32, [long, wide, high]: [f32; 3]) {
    let front = Frame { along: at.along * side, out: at.out * side, ..*at };
    let glass = [coat(0.13, 0.14, 0.16), coat(0.20, 0.22, 0.24)];
    let step = long / 3.0;
    for index in 0..3 {
        let middle = step * (index as f32 - 1.0);
        let is_door = index == 1 && side > 0.0;
        let span = if is_door { [0.0, high * 0.62] } else { [high * 0.40, high * 0.76] };
        let paint = if is_door { [coat(0.26, 0.18, 0.12); 2] } else { glass };
        plate(to, &front, [[middle - 0.045, middle + 0.045], span], wide / 2.0 + 0.006, paint);
    }
}

/// A church tower with a spire.
fn tower(to: &mut GeometryBuilder, at: Vec3, turn: f32) {
    let foot = Frame::standing(at, turn).moved(0.34, 0.0, 0.0);
    let wall = coat(0.62, 0.59, 0.52);
    stone(to, &foot, [0.22, 0.22], 0.62, 0.04, wall);
    let top = foot.moved(0.0, 0.62, 0.0);
    let slate = coat(0.27, 0.28, 0.31);
    let tip = top.at(0.0, 0.38, 0.0);
    let ring = [[-1.0, 1.0], [1.0, 1.0], [1.0, -1.0], [-1.0, -1.0]]
        .map(|[a, o]: [f32; 2]| top.at(a * 0.13, 0.0, o * 0.13));
    for side in 0..4 {
        let [a, b] = [ring[side], ring[(side + 1) % 4]];
        face(
            to,
            &[a, b, tip],
            (a + b) / 2.0 - top.origin,
            &[slate.washed(0.2), slate.washed(0.2), slate.brushed(0.1)],
        );
    }
}
