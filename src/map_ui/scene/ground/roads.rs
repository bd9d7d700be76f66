//! Roads: ribbons from side to side through the middle of a hex, and the wear of the grass beside them.

use bevy::prelude::*;
use tabletop_hexes::hex::Hex;

use crate::map_ui::scene::board::Board;
use crate::ui::miniatures::geometry_builder::GeometryBuilder;
use crate::ui::miniatures::terrain::paint::{Brush, coat};
use crate::ui::miniatures::terrain::solids::face;
use crate::ui::miniatures::texture::{grey, scatter};

/// Half the width of a road, of its worn edge, and its height over the ground; inches.
const HALF: f32 = 0.17;
const EDGE: f32 = 0.25;
const LIFT: f32 = 0.014;
/// Parts of a curve through a hex.
const PARTS: usize = 8;

/// Middles of the sides of a hex through which roads run, on its own ground or as high as its neighbour's if that is higher.
fn exits(board: &Board, hex: Hex) -> Vec<Vec3> {
    let land = board.land();
    let roads = land.map.neighbours(hex).filter(|other| land.map.has_road(hex, *other));
    let middle = |other: Hex| {
        let [here, there] = [hex, other].map(|hex| board.centre(hex));
        ((here + there) / 2.0).with_y(here.y.max(there.y))
    };
    roads.map(middle).collect()
}

/// Ways of the roads in a hex: one through it from side to side, or one from its centre to each side.
pub(super) fn ways(board: &Board, hex: Hex) -> Vec<Vec<Vec3>> {
    let centre = board.centre(hex);
    match exits(board, hex)[..] {
        [from, to] => {
            let at = |part: usize| {
                let share = part as f32 / PARTS as f32;
                from.lerp(centre, share).lerp(centre.lerp(to, share), share)
            };
            vec![(0..=PARTS).map(at).collect()]
        }
        ref exits => {
            let spoke = |exit: &Vec3| {
                (0..=PARTS / 2).map(|part| centre.lerp(*exit, part as f32 / (PARTS / 2) as f32)).collect()
            };
            exits.iter().map(spoke).collect()
        }
    }
}

/// Whether a point lies on a road of a hex, or so near to it, inches.
pub(super) fn is_on_road(board: &Board, hex: Hex, point: Vec3, near: f32) -> bool {
    let reach = HALF + near;
    ways(board, hex).iter().flat_map(|way| way.windows(2)).any(|pair| off(point.xz(), pair) < reach)
}

/// Distance of a point from a part of a way, in plan.
fn off(point: Vec2, pair: &[Vec3]) -> f32 {
    let [from, to] = [pair[0].xz(), pair[1].xz()];
    let along = to - from;
    let share = ((point - from).dot(along) / along.length_squared().max(1e-9)).clamp(0.0, 1.0);
    point.distance(from + along * share)
}

/// Adds all roads.
pub(super) fn roads(to: &mut GeometryBuilder, board: &Board) {
    for hex in board.land().map.hexes() {
        for way in ways(board, hex) {
            ribbon(to, &way, EDGE, LIFT * 0.6, coat(0.44, 0.37, 0.26));
            ribbon(to, &way, HALF, LIFT, coat(0.62, 0.54, 0.41));
            tracks(to, &way);
        }
    }
}

/// A ribbon along a way, of half a width.
fn ribbon(to: &mut GeometryBuilder, way: &[Vec3], half: f32, lift: f32, coat: LinearRgba) {
    let sides: Vec<[Vec3; 2]> = (0..way.len())
        .map(|index| {
            let [before, after] = [index.saturating_sub(1), (index + 1).min(way.len() - 1)];
            let along = (way[after] - way[before]).with_y(0.0).normalize_or(Vec3::X);
            let aside = along.cross(Vec3::Y) * half;
            let at = way[index] + Vec3::Y * lift;
            [at - aside, at + aside]
        })
        .collect();
    for (index, pair) in sides.windows(2).enumerate() {
        let tone = 0.12 * (scatter((way[index].x * 40.0) as i32, (way[index].z * 40.0) as i32) - 0.5);
        let paint = coat.toned(tone);
        face(to, &[pair[0][0], pair[1][0], pair[1][1], pair[0][1]], Vec3::Y, &[paint; 4]);
    }
    // A road that climbs has earth below it.
    let (low, high) =
        way.iter().fold((f32::MAX, f32::MIN), |(low, high), at| (low.min(at.y), high.max(at.y)));
    if high > low + 1e-3 {
        let earth = coat.washed(0.5);
        for pair in sides.windows(2) {
            for side in 0..2 {
                let [a, b] = [pair[0][side], pair[1][side]];
                let out = if side == 0 { a - pair[0][1] } else { a - pair[0][0] };
                face(to, &[a.with_y(low), b.with_y(low), b, a], out, &[earth; 4]);
            }
        }
    }
}

/// Two ruts.
fn tracks(to: &mut GeometryBuilder, way: &[Vec3]) {
    for side in [-1.0, 1.0] {
        let rut: Vec<Vec3> = (0..way.len())
            .map(|index| {
                let [before, after] = [index.saturating_sub(1), (index + 1).min(way.len() - 1)];
                let along = (way[after] - way[before]).with_y(0.0).normalize_or(Vec3::X);
                way[index] + along.cross(Vec3::Y) * HALF * 0.5 * side
            })
            .collect();
        ribbon(to, &rut, 0.028, LIFT * 1.5, coat(0.48, 0.40, 0.29));
    }
}

/// Pixels of the picture of wear along the board's longer side.
const WEAR_PIXELS: f32 = 256.0;

/// Wear of the grass: beside roads.
pub(super) fn wear(board: &Board) -> Image {
    let size = board.size();
    let pixels = (size * WEAR_PIXELS / size.max_element()).ceil().max(Vec2::splat(2.0)).as_uvec2();
    let mut shares = Vec::with_capacity((pixels.x * pixels.y) as usize);
    for (row, column) in (0..pixels.y).flat_map(|row| (0..pixels.x).map(move |column| (row, column))) {
        let share = (Vec2::new(column as f32, row as f32) + 0.5) / pixels.as_vec2();
        let point = (share - 0.5) * size;
        let nearest = board.hex_at(point).map_or(9.0, |hex| {
            let ways = ways(board, hex);
            let all = ways.iter().flat_map(|way| way.windows(2));
            all.map(|pair| off(point, pair)).fold(9.0, f32::min)
        });
        shares.push(0.75 * (1.0 - (nearest - EDGE) / 0.35).clamp(0.0, 1.0));
    }
    grey(pixels.x, &shares)
}
