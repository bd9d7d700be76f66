//! Things with corners: crates, tents, carts, gravestones.

use bevy::prelude::*;

use super::Look;
use super::frame::{Frame, fronts};
use super::paint::{Brush, coat};
use super::rocks::moss;
use super::rows::Rows;
use super::solids::{face, panel, plate, skin};
use crate::table::shape::Shape;
use crate::ui::axes;
use crate::ui::miniatures::geometry_builder::GeometryBuilder;
use crate::ui::miniatures::texture::scatter;

/// Boards between corner posts, and a lid.
pub(super) fn crates(look: &mut Look, base: &Shape, high: f32, seed: i32) {
    let wood = coat(0.48, 0.38, 0.25);
    look.core(base, f64::from(high), [wood.washed(0.5), wood.washed(0.6)]);
    for (edge, (front, length)) in fronts(base, 0.0).into_iter().enumerate() {
        boarded(&mut look.details, &front, [length, high], 0.3, wood, seed + edge as i32 * 19);
        for [left, right] in [[0.0, 0.14], [length - 0.14, length]] {
            panel(&mut look.details, &front, [[left, right], [0.0, high]], 0.05, wood.toned(-0.1));
        }
        for [low, up] in [[0.0, 0.13], [high - 0.13, high]] {
            panel(&mut look.details, &front, [[0.0, length], [low, up]], 0.045, wood.toned(-0.05));
        }
    }
    lid(look, base, f64::from(high), wood);
}

/// Boards that lie on a flat top.
fn lid(look: &mut Look, base: &Shape, high: f64, wood: LinearRgba) {
    let rows = Rows::of(base);
    for (index, strip) in rows.strips(base, 0.3).into_iter().enumerate() {
        let tone = wood.toned(0.4 * (scatter(index as i32, 12) - 0.4)).brushed(0.06);
        let corners = [(0, 0), (1, 0), (1, 1), (0, 1)].map(|(a, c): (usize, usize)| {
            let across = strip.across[c] + if c == 0 { 0.015 } else { -0.015 };
            axes::in_scene(rows.at(strip.along[a], across), high + 0.005)
        });
        look.details.shaded(&corners, Vec3::Y, &[tone, tone.brushed(0.1), tone, tone.washed(0.1)]);
    }
}

/// Level boards over a face.
fn boarded(
    to: &mut GeometryBuilder,
    front: &Frame,
    [length, high]: [f32; 2],
    wide: f32,
    wood: LinearRgba,
    seed: i32,
) {
    let count = ((high / wide).round() as i32).clamp(1, 20);
    let each = high / count as f32;
    for index in 0..count {
        let low = index as f32 * each;
        let tone = wood.toned(0.4 * (scatter(seed, index) - 0.5)).washed(0.3 * (1.0 - low / high));
        panel(to, front, [[0.01, length - 0.01], [low + 0.015, low + each - 0.015]], 0.025, tone);
    }
}

/// Canvas over a frame: light on its ridge, dark in its folds.
pub(super) fn tent(look: &mut Look, base: &Shape, high: f32, seed: i32) {
    let canvas = coat(0.50, 0.47, 0.36);
    look.core(base, f64::from(high), [canvas.brushed(0.12), canvas.washed(0.2)]);
    for (edge, (front, length)) in fronts(base, 0.0).into_iter().enumerate() {
        let columns = ((length / 0.22).round() as usize).clamp(2, 40);
        skin(&mut look.details, &front, [length, high], [columns, 3], |column, row| {
            let fold = column % 2 == 0;
            let out = if row == 3 {
                0.01
            } else if fold {
                0.06 - 0.015 * row as f32
            } else {
                0.012
            };
            let tone = canvas.toned(0.14 * (scatter(seed + edge as i32, column as i32) - 0.5));
            (
                out,
                if fold { tone.brushed(0.14) } else { tone.washed(0.22 + if row == 0 { 0.25 } else { 0.0 }) },
            )
        });
        let hem = [[0.0, length], [high - 0.22, high]];
        panel(&mut look.details, &front, hem, 0.05, canvas.toned(-0.12));
        if edge % 2 == 1 {
            let flap = [[length * 0.36, length * 0.64], [0.0, high * 0.8]];
            plate(&mut look.details, &front, flap, 0.075, [coat(0.10, 0.09, 0.07), coat(0.19, 0.17, 0.13)]);
        }
    }
    ridge(look, base, f64::from(high), canvas);
}

/// The canvas of a tent's top, folded down to both sides of its ridge.
fn ridge(look: &mut Look, base: &Shape, high: f64, canvas: LinearRgba) {
    let rows = Rows::of(base);
    let strips = rows.strips(base, 0.24);
    let count = strips.len().max(1) as f32;
    for (index, strip) in strips.into_iter().enumerate() {
        let shade = |at: f32| {
            let off = at / count * 2.0 - 1.0;
            if off < 0.0 {
                canvas.brushed(0.35 * (1.0 + off))
            } else {
                canvas.washed(0.30 * (1.0 - off) + 0.06).brushed(0.1)
            }
        };
        let [near, far] = [shade(index as f32), shade(index as f32 + 0.98)];
        let corners = [(0, 0), (1, 0), (1, 1), (0, 1)].map(|(a, c): (usize, usize)| {
            axes::in_scene(rows.at(strip.along[a], strip.across[c]), high + 0.006)
        });
        look.details.shaded(&corners, Vec3::Y, &[near, near, far, far]);
    }
}

/// A box of boards with wheels at its sides.
pub(super) fn cart(look: &mut Look, base: &Shape, high: f32, seed: i32) {
    let wood = coat(0.42, 0.33, 0.23);
    look.core(base, f64::from(high), [wood.washed(0.3), wood.washed(0.6)]);
    let sides = fronts(base, 0.0);
    let longest = sides.iter().map(|(_, length)| *length).fold(0.0, f32::max);
    for (edge, (front, length)) in sides.into_iter().enumerate() {
        boarded(
            &mut look.details,
            &front.moved(0.0, high * 0.35, 0.0),
            [length, high * 0.65],
            0.26,
            wood,
            seed + edge as i32,
        );
        let under = [[0.0, length], [0.0, high * 0.35]];
        plate(&mut look.details, &front, under, 0.004, [coat(0.08, 0.07, 0.05), coat(0.16, 0.13, 0.09)]);
        if length > longest * 0.8 {
            for share in [0.24, 0.76] {
                wheel(
                    &mut look.details,
                    &front.moved(length * share, high * 0.3, 0.03),
                    high * 0.3,
                    wood.washed(0.1),
                );
            }
        }
    }
    lid(look, base, f64::from(high), wood.washed(0.2));
}

/// A wheel with a rim, spokes and a hub, flat on a face.
fn wheel(to: &mut GeometryBuilder, middle: &Frame, reach: f32, wood: LinearRgba) {
    let at = |turn: f32, away: f32, out: f32| {
        let (sin, cos) = bevy::math::ops::sin_cos(turn);
        middle.at(cos * away, sin * away, out)
    };
    for index in 0..14 {
        let [a, b] = [index, index + 1].map(|corner| corner as f32 * std::f32::consts::TAU / 14.0);
        let ring =
            [at(a, reach * 0.78, 0.05), at(a, reach, 0.05), at(b, reach, 0.05), at(b, reach * 0.78, 0.05)];
        to.shaded(&ring, middle.out, &[wood, wood.brushed(0.2), wood.brushed(0.2), wood]);
        let board = [at(a, reach, 0.05), at(a, reach, 0.0), at(b, reach, 0.0), at(b, reach, 0.05)];
        face(to, &board, at(a, 1.0, 0.0) - middle.origin, &[wood.washed(0.3); 4]);
    }
    for spoke in 0..4 {
        let turned = middle.leaning(spoke as f32 * std::f32::consts::FRAC_PI_4);
        panel(to, &turned, [[-reach * 0.85, reach * 0.85], [-0.03, 0.03]], 0.04, wood);
    }
    panel(to, middle, [[-0.09, 0.09], [-0.09, 0.09]], 0.08, wood.washed(0.3));
}

/// Headstones side by side on a slab.
pub(super) fn graves(look: &mut Look, base: &Shape, high: f32, seed: i32) {
    let stone = coat(0.49, 0.48, 0.44);
    look.core(base, f64::from(high), [stone.brushed(0.15), stone.washed(0.45)]);
    for (edge, (front, length)) in fronts(base, 0.0).into_iter().enumerate() {
        let count = ((length / 0.8).round() as i32).clamp(1, 6);
        let each = length / count as f32;
        for index in 0..count {
            let tone = stone
                .toned(0.36 * (scatter(seed + edge as i32, index) - 0.5))
                .mixed(coat(0.40, 0.42, 0.27), 0.3 * scatter(index, seed));
            let left = index as f32 * each + 0.06;
            panel(&mut look.details, &front, [[left, left + each - 0.12], [0.05, high - 0.01]], 0.05, tone);
            let [low, middle] = [high * 0.3, left + each / 2.0 - 0.06];
            panel(
                &mut look.details,
                &front.moved(0.0, 0.0, 0.045),
                [[middle - 0.05, middle + 0.05], [low, high * 0.82]],
                0.02,
                tone.washed(0.5),
            );
            panel(
                &mut look.details,
                &front.moved(0.0, 0.0, 0.045),
                [[middle - 0.17, middle + 0.17], [high * 0.6, high * 0.68]],
                0.02,
                tone.washed(0.5),
            );
        }
    }
    moss(look, base, f64::from(high));
}
