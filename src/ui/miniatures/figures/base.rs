//! The base of a figure: a bevelled rim in the side's colour, smooth for A and notched for B, painted earth with stones and
//! tufts, a pointer to the front and the unit's number at the back. Lengths are inches.

use bevy::math::{Affine3A, Quat, Vec3};

use super::clay::{Clay, End, Ring};
use super::numerals;
use super::paint::Paint;
use super::skeleton::frame;
use super::stance::Variant;
use crate::rules::ids::Side;
use crate::rules::ids::UnitId;

/// Height of a base, inches.
pub(in crate::ui) const BASE_HEIGHT: f64 = 0.12;
/// Height of the earth at the rim, and in the middle.
const EARTH: [f32; 2] = [BASE_HEIGHT as f32 - 0.012, BASE_HEIGHT as f32];
/// Inner and outer edge of the bevel, shares of the radius.
const BEVEL: f32 = 0.95;
/// Notches around the rim of side B.
const NOTCHES: usize = 12;

/// A base of a radius for a model of a unit.
pub(super) fn base(radius: f32, unit: UnitId, variant: Variant) -> Clay {
    let mut clay = Clay::default();
    clay.part();
    match unit.side {
        Side::A => smooth_rim(&mut clay, radius),
        Side::B => notched_rim(&mut clay, radius),
    }
    earth(&mut clay, radius, unit.side);
    scatter(&mut clay, radius, variant);
    pointer(&mut clay, radius);
    numerals::board(&mut clay, [radius, BASE_HEIGHT as f32], unit.number);
    clay
}

fn level_ring(radius: f32, height: f32, paint: Paint, edge: f32) -> Ring {
    Ring::new(Vec3::Y * height, [Vec3::Z * radius, Vec3::X * radius], paint).edged(edge)
}

fn smooth_rim(clay: &mut Clay, radius: f32) {
    let high = BASE_HEIGHT as f32;
    let rings = [
        level_ring(radius, 0.0, Paint::Rim, 0.0),
        level_ring(radius, 0.55 * high, Paint::Rim, 0.25),
        level_ring(BEVEL * radius, high, Paint::Rim, 0.6),
        level_ring(0.87 * radius, EARTH[0] + 0.004, Paint::Rim, 0.0),
    ];
    clay.loft(&rings, 32, [End::Open, End::Open]);
    underside(clay, radius);
}

/// Teeth and gaps by turns.
fn notched_rim(clay: &mut Clay, radius: f32) {
    let high = BASE_HEIGHT as f32;
    let tooth = std::f32::consts::TAU / NOTCHES as f32;
    let at = |turn: f32, far: f32, height: f32| Vec3::new(turn.cos() * far, height, turn.sin() * far);
    for index in 0..NOTCHES {
        // A tooth points ahead.
        let middle = index as f32 * tooth;
        let row = |shares: &[f32], far: f32, height: f32| -> Vec<Vec3> {
            shares.iter().map(|share| at(middle + share * tooth, far * radius, height)).collect()
        };
        let teeth = [0.35, 0.0, -0.35];
        let rows = [
            (row(&teeth, 0.84, EARTH[0]), 0.0),
            (row(&teeth, BEVEL, high), 0.7),
            (row(&teeth, 1.0, 0.55 * high), 0.3),
            (row(&teeth, 1.0, 0.0), 0.0),
        ];
        clay.surface(&rows, Paint::Rim);
        let gap = [0.65, 0.35];
        let rows = [
            (row(&gap, 0.80, EARTH[0]), 0.0),
            (row(&gap, 0.91, 0.62 * high), 0.0),
            (row(&gap, 1.0, 0.0), 0.0),
        ];
        clay.surface(&rows, Paint::Notch);
    }
    underside(clay, radius);
}

fn underside(clay: &mut Clay, radius: f32) {
    let at = |index: i32| {
        let (sin, cos) = (index as f32 / 24.0 * std::f32::consts::TAU).sin_cos();
        Vec3::new(cos * radius, 0.0, sin * radius)
    };
    let around: Vec<Vec3> = (0..24).map(at).collect();
    clay.face(&around, Paint::Underside, 0.0);
}

/// Earth: a disc inside the rim of A, a hexagon inside that of B, each a little domed.
fn earth(clay: &mut Clay, radius: f32, side: Side) {
    clay.part();
    let (sectors, far, turn) = match side {
        Side::A => (18, 0.89, 0.0),
        Side::B => (18, 0.90, std::f32::consts::FRAC_PI_6),
    };
    let axes = |far: f32| {
        let turned = Quat::from_rotation_y(turn);
        [turned * Vec3::Z * far * radius, turned * Vec3::X * far * radius]
    };
    let ring = |far: f32, height: f32| Ring::new(Vec3::Y * height, axes(far), Paint::Earth);
    let rings = [
        ring(far, EARTH[0] - 0.02),
        ring(far, EARTH[0] + 0.008).edged(0.35),
        ring(0.7 * far, EARTH[1] + 0.006),
        ring(0.45 * far, EARTH[1] - 0.002),
        ring(0.2 * far, EARTH[1]),
    ];
    let first = clay.corners.len();
    clay.loft(&rings, sectors, [End::Open, End::Round(0.001)]);
    if side == Side::B {
        clay.corners[first..].iter_mut().for_each(|corner| corner.at = hexagonal(corner.at));
    }
}

/// A point of a disc drawn in, so that the disc becomes a hexagon.
fn hexagonal(at: Vec3) -> Vec3 {
    use std::f32::consts::{FRAC_PI_3, FRAC_PI_6};
    let turn = at.z.atan2(at.x).rem_euclid(FRAC_PI_3) - FRAC_PI_6;
    let share = FRAC_PI_6.cos() / turn.cos();
    Vec3::new(at.x * share, at.y, at.z * share)
}

/// A place on the base: a turn from the front, and how far out.
fn spot(radius: f32, turn: f32, far: f32) -> Vec3 {
    let (sin, cos) = turn.sin_cos();
    Vec3::new(cos * far * radius, EARTH[1] - 0.01, sin * far * radius)
}

/// Stones and tufts of static grass, in other places for each variant.
fn scatter(clay: &mut Clay, radius: f32, variant: Variant) {
    let index = variant.index() as f32;
    let size = radius.sqrt() * 1.35;
    for stone in 0..3 {
        clay.part();
        let turn = 0.8 + index * 1.3 + stone as f32 * 2.1;
        let at = frame(Quat::from_rotation_y(turn * 3.0), spot(radius, turn, 0.66));
        let big = (0.036 + 0.014 * ((index + stone as f32) % 3.0)) * size;
        let profile = [(-0.3 * big, big, 0.0), (0.45 * big, 0.85 * big, 0.7)];
        clay.turned(at, &profile, [1.2, 0.85], (Paint::Stone, 5), [End::Open, End::Round(0.35 * big)]);
    }
    for tuft in 0..4 {
        let turn = 1.7 + index * 2.0 + tuft as f32 * 1.55;
        let paint = if (variant.index() + tuft).is_multiple_of(3) { Paint::Straw } else { Paint::Grass };
        let at = spot(radius, turn, 0.58 + 0.06 * (tuft % 3) as f32);
        blades(clay, frame(Quat::from_rotation_y(turn), at), 0.15 * size.min(1.3), paint);
    }
}

/// Crossed blades of grass.
fn blades(clay: &mut Clay, at: Affine3A, tall: f32, paint: Paint) {
    clay.part();
    for blade in 0..5 {
        let turn = blade as f32 * 1.3;
        let (sin, cos) = turn.sin_cos();
        let foot = Vec3::new(cos, 0.0, sin) * 0.12 * tall;
        let tip = Vec3::new(
            cos * 0.45 * tall,
            tall * (0.7 + 0.3 * ((blade * 2) % 3) as f32 / 2.0),
            sin * 0.45 * tall,
        );
        let side = Vec3::new(-sin, 0.0, cos) * 0.13 * tall;
        let points = [foot - side, foot + side, tip].map(|point| at.transform_point3(point));
        clay.face(&points, paint, 0.0);
        clay.face(&[points[1], points[0], points[2]], paint, 0.0);
        let tips = clay.corners.len();
        for corner in [tips - 1, tips - 4] {
            clay.corners[corner].edge = 1.0;
        }
    }
}

/// A small wedge on the rim that shows where the model looks.
fn pointer(clay: &mut Clay, radius: f32) {
    clay.part();
    let high = BASE_HEIGHT as f32;
    let (near, far, half) = (0.80 * radius, 0.985 * radius, 0.13 * radius);
    let top = [
        Vec3::new(near, high + 0.012, -half),
        Vec3::new(near, high + 0.012, half),
        Vec3::new(far, 0.6 * high + 0.012, 0.0),
    ];
    clay.face(&top, Paint::Pointer, 0.3);
    for (a, b) in [(1, 2), (2, 0), (0, 1)] {
        let low = |point: Vec3| point.with_y(point.y - 0.05);
        clay.face(&[top[b], top[a], low(top[a]), low(top[b])], Paint::Pointer, 0.0);
    }
}
