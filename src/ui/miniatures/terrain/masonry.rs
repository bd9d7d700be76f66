//! Masonry of walls: courses of stones, bricks, bags or sheets over the face of a wall.

use bevy::prelude::*;

use super::frame::Frame;
use super::paint::{Brush, coat};
use super::solids::{face, plate};
use crate::ui::miniatures::geometry_builder::GeometryBuilder;
use crate::ui::miniatures::texture::scatter;

/// Material of a wall's courses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Masonry {
    DryStone,
    /// Dressed blocks.
    Ashlar,
    Brick,
    Sandbags,
    /// Sheet metal.
    Sheets,
}

/// Sizes of the parts: how high a course is, how long a part, and how far it stands out, inches; how much their colours
/// differ, and how many are left out.
struct Bond {
    course: f32,
    length: f32,
    proud: f32,
    tones: f32,
    left_out: f32,
}

impl Masonry {
    /// The base coat.
    pub fn coat(self) -> LinearRgba {
        match self {
            Self::DryStone => coat(0.50, 0.47, 0.41),
            Self::Ashlar => coat(0.53, 0.49, 0.42),
            Self::Brick => coat(0.43, 0.32, 0.265),
            Self::Sandbags => coat(0.50, 0.45, 0.33),
            Self::Sheets => coat(0.52, 0.545, 0.55),
        }
    }

    fn bond(self) -> Bond {
        let bond = |course, length, proud, tones, left_out| Bond { course, length, proud, tones, left_out };
        match self {
            Self::DryStone => bond(0.29, 0.54, 0.05, 0.5, 0.03),
            Self::Ashlar => bond(0.42, 0.85, 0.018, 0.34, 0.02),
            Self::Brick => bond(0.2, 0.42, 0.012, 0.45, 0.25),
            Self::Sandbags => bond(0.24, 0.6, 0.07, 0.25, 0.0),
            Self::Sheets => bond(0.9, 1.5, 0.02, 0.28, 0.06),
        }
    }
}

/// A part of a wall's face: from and to along it, and in height.
pub(super) type Span = [[f32; 2]; 2];

/// Lays courses over a face, wherever `is_wall` says of a part that it lies on the wall.
pub(super) fn build(
    to: &mut GeometryBuilder,
    front: &Frame,
    [[left, right], [low, high]]: Span,
    masonry: Masonry,
    is_wall: &dyn Fn(Span) -> bool,
    seed: i32,
) {
    let bond = masonry.bond();
    let courses = ((high - low) / bond.course).round().clamp(1.0, 24.0) as i32;
    let parts = ((right - left) / bond.length).round().clamp(1.0, 60.0) as i32;
    let [course_high, part_long] = [(high - low) / courses as f32, (right - left) / parts as f32];
    for course in 0..courses {
        // Every second course begins with half a part.
        let shift = if course % 2 == 0 { 0.0 } else { 0.5 };
        for part in 0..=parts {
            let chance = |which: i32| scatter(seed + part + 211 * course, which);
            let joint = |index: i32| {
                let uneven = 0.3 * (scatter(seed + index + 211 * course, 9) - 0.5);
                left + ((index as f32 - shift + uneven) * part_long).clamp(0.0, right - left)
            };
            let gap = 0.02;
            let base = low + course_high * course as f32;
            let span = [[joint(part) + gap, joint(part + 1) - gap], [base + gap, base + course_high - gap]];
            if span[0][1] - span[0][0] < 0.08 || chance(1) < bond.left_out || !is_wall(span) {
                continue;
            }
            let dirt = 0.3 * (1.0 - (base - low) / 0.7).clamp(0.0, 1.0);
            let paint = masonry.coat().toned(bond.tones * (chance(2) - 0.45)).washed(dirt);
            lay(to, front, span, bond.proud * (0.5 + 0.5 * chance(3)), paint);
        }
    }
}

/// One part: its front, darker below, and its light upper edge.
fn lay(
    to: &mut GeometryBuilder,
    front: &Frame,
    [[left, right], [low, high]]: Span,
    proud: f32,
    coat: LinearRgba,
) {
    if proud < 0.02 {
        return plate(to, front, [[left, right], [low, high]], proud, [coat.washed(0.1), coat.brushed(0.08)]);
    }
    let bevel = proud * 0.8;
    let inner = [[left + bevel * 0.4, right - bevel * 0.4], [low + bevel * 0.3, high - bevel]];
    plate(to, front, inner, proud, [coat.washed(0.24), coat.brushed(0.06)]);
    let at = |along: f32, up: f32, out: f32| front.at(along, up, out);
    let upper = [
        at(left, high, 0.0),
        at(right, high, 0.0),
        at(inner[0][1], inner[1][1], proud),
        at(inner[0][0], inner[1][1], proud),
    ];
    face(to, &upper, front.up + front.out, &[coat.brushed(0.30); 4]);
}
