//! Open ground: hills, bogs, bare ground, rocks and crates.

use bevy::prelude::*;

use super::Look;
use super::vegetation::spots;
use crate::table::piece::{Going, Piece, Step};
use crate::table::shape::{Point, Shape};
use crate::ui::axes;
use crate::ui::scene::geometry_builder::outline;
use crate::ui::scene::texture::scatter;

/// Layers of turf over earth, each lighter than the one below.
pub(super) fn hill(look: &mut Look, steps: &[Step]) {
    let mut low = 0.0;
    for (index, step) in steps.iter().enumerate() {
        let lighter = index as f32 * 0.045;
        let turf = Color::srgb(0.44 + lighter, 0.49 + lighter, 0.29 + lighter);
        let earth = Color::srgb(0.40 + lighter, 0.33 + lighter, 0.22 + lighter);
        let top = step.top.inches();
        look.solid.prism(&step.outline, [low, top - 0.12], [earth, earth]);
        look.solid.prism(&step.outline, [top - 0.12, top], [turf, turf]);
        low = top;
    }
}

/// Dark wet ground with pools and reeds.
pub(super) fn bog(look: &mut Look, base: &Shape) {
    let mud = Color::srgb(0.23, 0.25, 0.18);
    look.solid.prism(base, [0.0, 0.02], [mud, mud]);
    for (index, spot) in spots(base, 2.2, 0.9).into_iter().enumerate() {
        let size = 0.5 + 0.55 * scatter(index as i32, 5);
        let pool = Shape::Circle { centre: spot, radius: f64::from(size) };
        if base.depth_inside(spot) > f64::from(size) + 0.1 {
            let water = Color::srgb(0.16, 0.27, 0.29);
            look.wet.prism(&pool, [0.02, 0.03], [water, water]);
        }
        reeds(look, spot, index as i32);
    }
}

fn reeds(look: &mut Look, at: Point, seed: i32) {
    for blade in 0..4 {
        let turn = f64::from(scatter(seed, blade)) * std::f64::consts::TAU;
        let away = 0.25 + 0.35 * f64::from(scatter(blade, seed));
        let spot = [at[0] + away * libm::cos(turn), at[1] + away * libm::sin(turn)];
        let high = 0.45 + 0.4 * scatter(seed + 3, blade);
        let middle = axes::in_scene(spot, f64::from(high) / 2.0);
        let green = Color::srgb(0.47, 0.50, 0.26);
        look.details.block(middle, Vec3::new(0.05, high, 0.05), green);
    }
}

/// Ground that only looks different, or is what its level says; impassable ground is water.
pub(super) fn ground(look: &mut Look, piece: &Piece) {
    if piece.going == Some(Going::Impassable) {
        let (water, bank) = (Color::srgb(0.12, 0.25, 0.36), Color::srgb(0.30, 0.27, 0.20));
        look.solid.prism(&piece.footprint, [0.0, 0.015], [bank, bank]);
        look.wet.prism(&piece.footprint, [0.015, 0.02], [water, water]);
        return;
    }
    let colour = match piece.going {
        Some(Going::Difficult | Going::SlowAndDifficult) => Color::srgb(0.42, 0.36, 0.27),
        Some(Going::Slow) => Color::srgb(0.50, 0.45, 0.33),
        Some(Going::Clear | Going::Impassable) | None => Color::srgb(0.55, 0.54, 0.51),
    };
    look.solid.prism(&piece.footprint, [0.0, 0.015], [colour, colour]);
    let stones = piece.going.is_some_and(|going| going != Going::Clear);
    if !stones {
        return;
    }
    for (index, spot) in spots(&piece.footprint, 1.3, 0.3).into_iter().enumerate() {
        let size = 0.12 + 0.22 * scatter(index as i32, 21);
        let at = Transform::from_translation(axes::in_scene(spot, f64::from(size) * 0.2))
            .with_rotation(axes::turn(f64::from(scatter(index as i32, 9)) * 360.0));
        let grey = Color::srgb(0.40, 0.38, 0.35);
        look.details.add(Cuboid::new(size * 1.5, size, size), at, grey);
    }
}

/// A round one is a rock, one with corners a crate.
pub(super) fn point(look: &mut Look, base: &Shape, height: f64) {
    match base {
        Shape::Circle { .. } => rock(look, base, height),
        Shape::Polygon(_) => {
            let (lid, side) = (Color::srgb(0.52, 0.42, 0.27), Color::srgb(0.43, 0.33, 0.20));
            look.solid.prism(base, [0.0, height * 0.9], [lid, side]);
            look.solid.prism(base, [height * 0.9, height], [lid, Color::srgb(0.30, 0.22, 0.13)]);
        }
    }
}

/// Corners that share a face of a rock.
const CORNERS_OF_A_FACE: usize = 4;

/// A drum of weathered stone: as wide and as high as the rules have it, from bottom to top.
fn rock(look: &mut Look, base: &Shape, height: f64) {
    let corners = outline(base);
    let courses = [0.0, 0.38, 0.76, 1.0];
    let ring = |share: f64| -> Vec<Vec3> {
        corners.iter().map(|corner| axes::in_scene(*corner, share * height)).collect()
    };
    for (course, pair) in courses.windows(2).enumerate() {
        let (low, high) = (ring(pair[0]), ring(pair[1]));
        for index in 0..corners.len() {
            let next = (index + 1) % corners.len();
            let face = (index / CORNERS_OF_A_FACE) as i32;
            let tone = 0.12 * scatter(face, course as i32 + 3) + 0.04 * course as f32;
            let grey = Color::srgb(0.44, 0.42, 0.39).mix(&Color::WHITE, tone);
            look.solid.flat([low[index], low[next], high[next], high[index]], grey);
        }
    }
    look.solid.facet(&ring(1.0), Vec3::Y, Color::srgb(0.58, 0.57, 0.54));
}

/// Middle of a shape's bounds and their half sizes.
pub(super) fn bounds(shape: &Shape) -> [Point; 2] {
    let corners = outline(shape);
    let fold = |axis: usize, pick: fn(f64, f64) -> f64, from: f64| {
        corners.iter().map(|corner| corner[axis]).fold(from, pick)
    };
    let low = [0, 1].map(|axis| fold(axis, f64::min, f64::INFINITY));
    let high = [0, 1].map(|axis| fold(axis, f64::max, f64::NEG_INFINITY));
    [low, high]
}
