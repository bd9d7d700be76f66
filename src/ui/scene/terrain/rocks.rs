//! Rocks.

use bevy::prelude::*;

use super::Look;
use super::frame::fronts;
use super::ground::{Fringe, cover, narrowness};
use super::paint::{Brush, coat};
use super::solids::{at_place, face, skin};
use crate::table::shape::{Point, Shape};
use crate::ui::axes;
use crate::ui::scene::geometry_builder::outline;
use crate::ui::scene::texture::scatter;

/// Weathered stone in beds, mossy on top: as wide and as high as the rules have it.
pub(super) fn rock(look: &mut Look, base: &Shape, high: f32, seed: i32) {
    let grey = coat(0.45, 0.43, 0.39).toned(0.2 * (scatter(seed, 1) - 0.5));
    look.core(base, f64::from(high), [grey.brushed(0.12), grey.washed(0.3)]);
    match base {
        Shape::Circle { centre, radius } => beds(look, (*centre, *radius), high, seed, grey),
        Shape::Polygon(_) => carved(look, base, high, seed, grey),
    }
    moss(look, base, f64::from(high));
}

/// Sides of a bed of rock.
const SIDES: usize = 9;

/// Beds with flat broken sides that touch the round from outside, each turned against the one below and dipping.
fn beds(look: &mut Look, (centre, radius): (Point, f64), high: f32, seed: i32, grey: LinearRgba) {
    let count = (high / 1.25).round().clamp(2.0, 6.0) as i32;
    let dip = 0.34 * (scatter(seed, 5) - 0.3);
    let way = f64::from(scatter(seed, 6)) * std::f64::consts::TAU;
    let (sin, cos) = libm::sincos(way);
    let dips = |at: Point| dip * ((at[0] - centre[0]) * cos + (at[1] - centre[1]) * sin) as f32;
    let mut low = 0.0;
    for bed in 0..count {
        let chance = |which: i32| scatter(seed + 37 * bed, which);
        let is_last = bed == count - 1;
        let top = if is_last { high } else { high * (bed as f32 + 0.45 + 1.0 * chance(1)) / count as f32 };
        let reach = radius * if is_last { 1.004 } else { 1.004 + 0.04 * f64::from(chance(2)) };
        let rim = circumscribed(centre, reach, &|side| chance(side + 20));
        let level = |at: Point, up: f32, is_flat: bool| {
            let up = if is_flat { up } else { (up + dips(at)).clamp(0.0, high) };
            axes::in_scene(at, f64::from(up))
        };
        let foot = rim.map(|at| level(at, (low - 0.3_f32).max(0.0), bed == 0));
        let head = rim.map(|at| level(at, top, is_last));
        let tone = grey.toned(0.5 * (chance(3) - 0.5));
        for side in 0..SIDES {
            let next = (side + 1) % SIDES;
            let paint = tone.toned(0.5 * (chance(side as i32 + 60) - 0.5));
            let below = paint.washed(if bed == 0 { 0.6 } else { 0.45 });
            let corners = [foot[side], foot[next], head[next], head[side]];
            let out = (foot[side] + foot[next]) / 2.0 - axes::in_scene(centre, f64::from(foot[side].y));
            face(&mut look.details, &corners, out, &[below, below, paint.brushed(0.22), paint.brushed(0.22)]);
        }
        let lid = head.map(|at| at + Vec3::Y * 0.002);
        face(&mut look.details, &lid, Vec3::Y, &[tone.brushed(0.25); SIDES]);
        low = top;
    }
}

/// A polygon of uneven sides that touch a circle from outside.
fn circumscribed(centre: Point, radius: f64, chance: &dyn Fn(i32) -> f32) -> [Point; SIDES] {
    let step = std::f64::consts::TAU / SIDES as f64;
    let first = f64::from(chance(0)) * step;
    let touch = |side: usize| {
        let nudge = 0.24 * (f64::from(chance((side % SIDES) as i32 + 1)) - 0.5);
        first + step * (side as f64 + nudge)
    };
    std::array::from_fn(|side| {
        let [from, to] = [touch(side), touch(side + 1)];
        let (sin, cos) = libm::sincos(f64::midpoint(from, to));
        let reach = radius / libm::cos((to - from) / 2.0);
        [centre[0] + cos * reach, centre[1] + sin * reach]
    })
}

/// Rock with straight edges, carved a little.
fn carved(look: &mut Look, base: &Shape, high: f32, seed: i32, grey: LinearRgba) {
    let rows = ((high / 0.42).round() as usize).clamp(2, 12);
    for (front, length) in fronts(base, 0.0) {
        let columns = ((length / 0.4).round() as usize).clamp(1, 30);
        skin(&mut look.details, &front, [length, high], [columns, rows], |column, row| {
            let place =
                front.at(length * column as f32 / columns as f32, high * row as f32 / rows as f32, 0.0);
            let out = if row == rows { 0.0 } else { 0.01 + 0.09 * at_place(place, seed) };
            let bed = grey.toned(0.5 * (at_place(place, seed + 70) - 0.45));
            let share = row as f32 / rows as f32;
            (out, bed.washed((0.35 - share).max(0.0)).brushed(1.6 * out * share))
        });
    }
}

/// Turf on the flat top of a rock.
pub(super) fn moss(look: &mut Look, base: &Shape, high: f64) {
    let green = coat(0.37, 0.39, 0.22);
    let slack = narrowness(&outline(base));
    cover(&mut look.ground, base, high + 0.004, green, Fringe { inside: 0.9 * slack, outside: -0.04 });
}
