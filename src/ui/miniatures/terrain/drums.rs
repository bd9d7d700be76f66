//! Round things: wells, towers, barrels, engines, hay.

use bevy::prelude::*;

use super::Look;
use super::frame::{Frame, fronts};
use super::ground::{Fringe, cover};
use super::lumps::{Grain, lump};
use super::masonry::{Masonry, build};
use super::paint::{Brush, coat};
use super::solids::{at_place, face, plate, skin, stone};
use crate::table::shape::Shape;
use crate::ui::axes;
use crate::ui::miniatures::texture::scatter;

/// A ring of stones about dark water.
pub(super) fn well(look: &mut Look, base: &Shape, high: f32, seed: i32) {
    laid(look, base, high, Masonry::DryStone, seed);
    let Shape::Circle { centre, radius } = base else { return };
    let water = Shape::Circle { centre: *centre, radius: radius * 0.62 };
    look.wet.prism(&water, [f64::from(high), f64::from(high) + 0.006], [Color::srgb(0.07, 0.10, 0.11); 2]);
    let stones = 13;
    for index in 0..stones {
        let turn = std::f32::consts::TAU * index as f32 / stones as f32;
        let (sin, cos) = bevy::math::ops::sin_cos(turn);
        let middle = axes::in_scene(*centre, f64::from(high));
        let away = *radius as f32 * 0.81;
        let foot = Frame::standing(
            middle + Vec3::new(cos * away, 0.0, -sin * away),
            turn + std::f32::consts::FRAC_PI_2,
        );
        let tone = Masonry::DryStone.coat().toned(0.4 * (scatter(seed, index) - 0.4));
        stone(
            &mut look.details,
            &foot,
            [away * 0.45, *radius as f32 * 0.36],
            0.05 + 0.03 * scatter(index, seed),
            0.1,
            tone,
        );
    }
}

/// Masonry all round, with a lid of flags.
pub(super) fn laid(look: &mut Look, base: &Shape, high: f32, masonry: Masonry, seed: i32) {
    let stone = masonry.coat();
    look.core(base, f64::from(high), [stone.brushed(0.08), stone.washed(0.55)]);
    for (edge, (front, length)) in coarse_fronts(base).into_iter().enumerate() {
        build(
            &mut look.details,
            &front,
            [[0.0, length], [0.0, high]],
            masonry,
            &|_| true,
            seed + edge as i32 * 37,
        );
    }
    cover(
        &mut look.ground,
        base,
        f64::from(high) + 0.003,
        stone.toned(-0.1),
        Fringe { inside: 0.2, outside: -0.03 },
    );
}

/// Sides that what lies on a round thing is made with: fewer than the round has.
const ROUND: i32 = 20;

/// Fronts about a shape; a circle's touch it from outside.
fn coarse_fronts(base: &Shape) -> Vec<(Frame, f32)> {
    let Shape::Circle { centre, radius } = base else { return fronts(base, 0.0) };
    let step = std::f64::consts::TAU / f64::from(ROUND);
    let reach = radius / libm::cos(step / 2.0);
    let corner = |index: i32| {
        let (sin, cos) = libm::sincos(step * f64::from(index));
        [centre[0] + cos * reach, centre[1] + sin * reach]
    };
    (0..ROUND).map(|index| Frame::of_edge([corner(index), corner(index + 1)], 0.0)).collect()
}

/// Hoops around a round thing at these shares of its height.
fn hoops(look: &mut Look, base: &Shape, high: f32, at: &[f32], [wide, proud]: [f32; 2], paint: LinearRgba) {
    for (front, length) in coarse_fronts(base) {
        for share in at {
            let low = (high * share - wide / 2.0).clamp(0.0, high - wide);
            let p = |along: f32, up: f32, out: f32| front.at(along, low + up, out);
            let band =
                [p(0.0, 0.0, proud), p(length, 0.0, proud), p(length, wide, proud), p(0.0, wide, proud)];
            look.details.shaded(&band, front.out, &[paint.washed(0.3), paint.washed(0.3), paint, paint]);
            let lip = [p(0.0, wide, proud), p(length, wide, proud), p(length, wide, 0.0), p(0.0, wide, 0.0)];
            face(&mut look.details, &lip, Vec3::Y, &[paint.brushed(0.3); 4]);
        }
    }
}

/// Staves and iron hoops.
pub(super) fn barrel(look: &mut Look, base: &Shape, high: f32, seed: i32) {
    let oak = coat(0.42, 0.32, 0.21);
    look.core(base, f64::from(high), [oak.brushed(0.1), oak]);
    for (index, (front, length)) in coarse_fronts(base).into_iter().enumerate() {
        let tone = oak.toned(0.4 * (scatter(seed + index as i32 * 7, 4) - 0.5));
        let paint = if index % 2 == 0 { tone.washed(0.25) } else { tone };
        plate(&mut look.details, &front, [[0.0, length], [0.0, high]], 0.005, [paint.washed(0.3), paint]);
    }
    hoops(look, base, high, &[0.12, 0.34, 0.66, 0.9], [0.1, 0.03], coat(0.26, 0.26, 0.27));
}

/// Sheet metal, ribbed, scorched toward its foot; an engine shows its fan on top.
pub(super) fn machine(look: &mut Look, base: &Shape, high: f32, seed: i32) {
    let steel = coat(0.40, 0.41, 0.40);
    look.core(base, f64::from(high), [coat(0.20, 0.20, 0.21), steel.washed(0.25)]);
    for (index, (front, length)) in coarse_fronts(base).into_iter().enumerate() {
        let panel = scatter(seed + index as i32 / 3, 3);
        let rust = steel.mixed(coat(0.36, 0.23, 0.16), 0.55 * scatter(seed + index as i32 / 2, 8));
        let paint = rust.toned(0.3 * (panel - 0.5));
        let low = [[0.0, length], [0.0, high * 0.5]];
        plate(&mut look.details, &front, low, 0.006, [paint.washed(0.75), paint.washed(0.1)]);
        let up = [[0.0, length], [high * 0.5, high]];
        plate(&mut look.details, &front, up, 0.006, [paint.washed(0.1), paint.brushed(0.1)]);
    }
    hoops(look, base, high, &[0.03, 0.3, 0.5, 0.72, 0.97], [0.14, 0.045], steel.toned(-0.2));
    fan(look, base, high, steel);
}

/// Blades about a hub on a flat round top.
fn fan(look: &mut Look, base: &Shape, high: f32, steel: LinearRgba) {
    let Shape::Circle { centre, radius } = base else { return };
    let middle = axes::in_scene(*centre, f64::from(high) + 0.006);
    let reach = *radius as f32 * 0.86;
    for index in 0..12 {
        let at = |turn: f32, away: f32, up: f32| {
            let (sin, cos) = bevy::math::ops::sin_cos((index as f32 + turn) * std::f32::consts::FRAC_PI_6);
            middle + Vec3::new(cos * away, up, sin * away)
        };
        let corners = [
            at(0.0, 0.25 * reach, 0.0),
            at(0.0, reach, 0.0),
            at(0.62, reach, 0.03),
            at(0.62, 0.25 * reach, 0.03),
        ];
        let paint = steel.brushed(0.12);
        look.details.shaded(&corners, Vec3::Y, &[paint.washed(0.5), paint.washed(0.3), paint, paint]);
    }
    let hub = Vec3::new(0.22 * reach, 0.05, 0.22 * reach);
    lump(&mut look.details, Grain::Coarse, middle, hub, 4, steel);
}

/// Straw in a heap, tied.
pub(super) fn hay(look: &mut Look, base: &Shape, high: f32, seed: i32) {
    let straw = coat(0.55, 0.47, 0.27);
    look.core(base, f64::from(high), [straw.brushed(0.1), straw.washed(0.25)]);
    let rows = ((high / 0.3).round() as usize).clamp(2, 10);
    for (front, length) in coarse_fronts(base) {
        let columns = ((length / 0.3).round() as usize).clamp(1, 30);
        skin(&mut look.green, &front, [length, high], [columns, rows], |column, row| {
            let place =
                front.at(length * column as f32 / columns as f32, high * row as f32 / rows as f32, 0.0);
            let out = if row == rows { 0.0 } else { 0.02 + 0.07 * at_place(place, seed) };
            let tone = straw.toned(0.4 * (at_place(place, seed + 9) - 0.5));
            (out, tone.washed(if row == 0 { 0.45 } else { 0.05 }))
        });
    }
}
