//! Rocks: broken facets about what the rules have, cracked, mossy on top.

use bevy::prelude::*;

use super::Look;
use super::frame::fronts;
use super::ground::{Fringe, cover, narrowness};
use super::lumps::{Grain, lump};
use super::paint::{Brush, coat};
use super::solids::{at_place, face, skin};
use crate::table::shape::{Point, Shape};
use crate::ui::axes;
use crate::ui::miniatures::geometry_builder::outline;
use crate::ui::miniatures::texture::scatter;

/// Weathered stone, mossy on top: as wide and as high as the rules have it.
pub(super) fn rock(look: &mut Look, base: &Shape, high: f32, seed: i32) {
    let grey = coat(0.45, 0.43, 0.39).toned(0.2 * (scatter(seed, 1) - 0.5));
    look.core(base, f64::from(high), [grey.brushed(0.12), grey.washed(0.3)]);
    match base {
        Shape::Circle { centre, radius } => crag(look, (*centre, *radius), high, seed, grey),
        Shape::Polygon(_) => carved(look, base, high, seed, grey),
    }
    moss(look, base, f64::from(high));
}

/// Width and height of a rock's facet, inches.
const FACET: [f64; 2] = [0.42, 0.6];

/// Distance by which facets of a rock stand out of the round, inches.
const PROUD: f32 = 0.13;

/// A crag about the round: broken facets of uneven sizes with cracks between them, stones at its foot.
fn crag(look: &mut Look, (centre, radius): (Point, f64), high: f32, seed: i32, grey: LinearRgba) {
    let columns = ((std::f64::consts::TAU * radius / FACET[0]).round() as i32).clamp(10, 30);
    let rows = ((f64::from(high) / FACET[1]).round() as i32).clamp(2, 9);
    let step = std::f64::consts::TAU / f64::from(columns);
    // Corners lie so far out that hardly a facet between them cuts into the round.
    let reach = radius / libm::cos(step * 0.85);
    let dip = 0.5 * (scatter(seed, 5) - 0.5);
    let corner = |column: i32, row: i32| {
        let chance = |which: i32| scatter(seed + 31 * (column % columns) + which, row + 7 * which);
        let share = row as f32 / rows as f32;
        let is_end = row == 0 || row == rows;
        let stagger = if row % 2 == 0 { 0.0 } else { 0.3 };
        let turn = f64::from(column) + stagger + 0.3 * (f64::from(chance(1)) - 0.5);
        let (sin, cos) = libm::sincos(step * turn);
        // Ribs run up the whole rock, and its foot is the widest.
        let rib = scatter(seed + 90, column % columns / 2);
        let out = PROUD * (0.55 * rib + 0.45 * chance(2)) + 0.03 * (1.0 - share);
        let out = reach - radius + f64::from(if row == rows { 0.4 * out } else { out });
        let away = radius + out.min(0.19);
        let lifted = if is_end { 0.0 } else { 0.45 * (chance(3) - 0.5) + dip * cos as f32 };
        let up = (share + lifted / rows as f32).clamp(0.0, 1.0) * high;
        (axes::in_scene([centre[0] + cos * away, centre[1] + sin * away], f64::from(up)), rib)
    };
    let bed = |row: i32| 0.34 * (scatter(seed + 400, row) - 0.5);
    for (column, row) in (0..columns).flat_map(|column| (0..rows).map(move |row| (column, row))) {
        let [a, b, c, d] = [(0, 0), (1, 0), (1, 1), (0, 1)].map(|(x, y)| corner(column + x, row + y));
        let is_odd = scatter(seed + column, row + 50) < 0.5;
        for (index, half) in
            (if is_odd { [[a, b, c], [a, c, d]] } else { [[a, b, d], [b, c, d]] }).into_iter().enumerate()
        {
            let tone = bed(row) + 0.6 * (scatter(seed + 2 * column + index as i32, row + 90) - 0.5);
            let stone = grey.toned(tone);
            let paints = half.map(|(at, rib)| {
                let share = at.y / high;
                let cracked = 0.62 * (1.0 - rib) + 0.45 * (0.3 - share).max(0.0) / 0.3;
                let mossy = (share - 0.72).max(0.0) * 1.6 * scatter(seed + column / 2, 77);
                stone.mixed(coat(0.33, 0.36, 0.20), mossy).washed(cracked).brushed(0.30 * rib * share)
            });
            let corners = half.map(|(at, _)| at);
            let out = corners.iter().sum::<Vec3>() / 3.0 - axes::in_scene(centre, 0.0);
            face(&mut look.details, &corners, out.with_y(0.0), &paints);
        }
    }
    let lid: Vec<Vec3> = (0..columns).map(|column| corner(column, rows).0 + Vec3::Y * 0.002).collect();
    face(&mut look.details, &lid, Vec3::Y, &vec![grey.brushed(0.12); lid.len()]);
    scree(look, (centre, radius), high, seed, grey);
}

/// Stones at the foot of a rock, and stones and tufts of moss on its top.
fn scree(look: &mut Look, (centre, radius): (Point, f64), high: f32, seed: i32, grey: LinearRgba) {
    let count = (radius * 9.0) as i32;
    for index in 0..count {
        let chance = |which: i32| scatter(seed + 17 * index, which + 200);
        let is_below = index % 3 > 0;
        let (sin, cos) = libm::sincos(f64::from(chance(0)) * std::f64::consts::TAU);
        let size = if is_below { 0.05 + 0.06 * chance(1) } else { 0.05 + 0.08 * chance(1) };
        let away = if is_below { radius + 0.06 } else { radius * f64::from(0.35 + 0.5 * chance(2)) };
        let up = if is_below { 0.3 * size } else { high };
        let at = axes::in_scene([centre[0] + cos * away, centre[1] + sin * away], f64::from(up));
        let half = Vec3::new(size * 1.2, size, size);
        lump(&mut look.details, Grain::Coarse, at, half, seed + index, grey.toned(0.5 * (chance(3) - 0.5)));
        let (sin, cos) = libm::sincos(f64::from(chance(4)) * std::f64::consts::TAU);
        let away = radius * f64::from(0.72 + 0.28 * chance(5));
        let tuft = axes::in_scene([centre[0] + cos * away, centre[1] + sin * away], f64::from(high));
        let half = Vec3::new(0.10 + 0.05 * chance(6), 0.05 + 0.05 * chance(7), 0.10 + 0.05 * chance(8));
        let green = coat(0.36, 0.38, 0.20).toned(0.4 * (chance(9) - 0.6));
        lump(&mut look.green, Grain::Coarse, tuft, half, seed - index, green);
    }
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
    cover(&mut look.ground, base, high + 0.004, green, Fringe { inside: 0.45 * slack, outside: 0.13 });
}
