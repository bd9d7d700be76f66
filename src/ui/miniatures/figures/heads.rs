//! Heads, and what is worn on them. Frames are at the neck: x ahead, y up.

use bevy::math::{Affine3A, Quat, Vec3};

use super::clay::{Clay, End, Ring};
use super::paint::Paint;
use super::skeleton::frame as turned;
use super::stance::Variant;

/// The bare head: a face with a brow and a nose, no more.
pub(super) fn face(clay: &mut Clay, head: &Affine3A) {
    clay.part();
    let ring = |y: f32, ahead: f32, deep: f32, wide: f32| {
        let at = head.transform_point3(Vec3::new(ahead, y, 0.0));
        Ring::new(
            at,
            [head.transform_vector3(Vec3::Z * wide), head.transform_vector3(Vec3::X * deep)],
            Paint::Skin,
        )
    };
    let rings = [
        ring(0.012, 0.026, 0.034, 0.030),
        ring(0.030, 0.024, 0.054, 0.046),
        ring(0.062, 0.016, 0.066, 0.058),
        ring(0.092, 0.014, 0.066, 0.062),
        ring(0.104, 0.012, 0.078, 0.066),
        ring(0.132, 0.006, 0.074, 0.066),
        ring(0.160, 0.002, 0.046, 0.044),
    ];
    clay.loft(&rings, 8, [End::Round(0.008), End::Round(0.012)]);
    clay.block(
        [head.transform_point3(Vec3::new(0.01, 0.06, 0.0)), head.transform_point3(Vec3::Y * 0.11)],
        0.062,
    );
    clay.part();
    let nose = [(0.074, 0.098, 0.008), (0.090, 0.068, 0.015), (0.074, 0.058, 0.010)];
    let nose = nose.map(|(x, y, radius)| (head.transform_point3(Vec3::new(x, y, 0.0)), radius, Paint::Skin));
    clay.tube(&nose, 4);
}

/// A steel helmet with a broad brim.
pub(super) fn helmet(clay: &mut Clay, head: &Affine3A) {
    clay.crowns.push(head.transform_point3(Vec3::Y * 0.192));
    clay.part();
    let tilted = *head * turned(Quat::from_rotation_z(-0.10), Vec3::new(0.004, 0.0, 0.0));
    let profile = [
        (0.100, 0.070, 0.0),
        (0.096, 0.124, 0.2),
        (0.105, 0.126, 1.0),
        (0.118, 0.098, 0.1),
        (0.150, 0.086, 0.1),
        (0.178, 0.058, 0.25),
    ];
    clay.turned(tilted, &profile, [1.02, 0.95], (Paint::Helmet, 12), [End::Open, End::Round(0.014)]);
    clay.block([tilted.transform_point3(Vec3::Y * 0.135); 2], 0.10);
}

/// A peaked cap.
pub(super) fn cap(clay: &mut Clay, head: &Affine3A) {
    clay.crowns.push(head.transform_point3(Vec3::Y * 0.186));
    clay.part();
    let worn = *head * turned(Quat::from_rotation_z(0.12), Vec3::new(-0.004, 0.010, 0.0));
    let band = [(0.098, 0.080, 0.1), (0.126, 0.082, 0.3)];
    clay.turned(worn, &band, [1.0, 0.92], (Paint::Trim, 10), [End::Open, End::Open]);
    let crown = [(0.126, 0.080, 0.0), (0.154, 0.116, 0.9), (0.166, 0.110, 0.5), (0.172, 0.060, 0.1)];
    clay.turned(worn, &crown, [1.0, 0.95], (Paint::Coat, 10), [End::Open, End::Round(0.004)]);
    clay.block([worn.transform_point3(Vec3::Y * 0.145); 2], 0.095);
    clay.part();
    let edge = |turn: f32, far: f32, y: f32| {
        let (sin, cos) = turn.sin_cos();
        head.transform_point3(Vec3::new(cos * far, y, sin * far * 0.92))
    };
    let turns = [0.95, 0.5, 0.0, -0.5, -0.95_f32];
    let row = |far: f32, y: f32| turns.iter().map(|turn| edge(*turn, far, y)).collect::<Vec<Vec3>>();
    clay.cloth(&[row(0.074, 0.112), row(0.128, 0.094)], 0.008, [Paint::Boots, Paint::Hollow]);
}

/// A hood, pointed behind, its face in the dark.
pub(super) fn hood(clay: &mut Clay, head: &Affine3A) {
    clay.crowns.push(head.transform_point3(Vec3::Y * 0.200));
    clay.part();
    let ring = |x: f32, y: f32, tall: f32, wide: f32, paint: Paint| {
        // Rings across the view: from the opening over the head to the tip.
        let at = head.transform_point3(Vec3::new(x, y, 0.0));
        Ring::new(at, [head.transform_vector3(Vec3::Y * tall), head.transform_vector3(Vec3::Z * wide)], paint)
    };
    let rings = [
        ring(-0.13, 0.150, 0.020, 0.016, Paint::Cloak).edged(0.4),
        ring(-0.10, 0.120, 0.062, 0.056, Paint::Cloak),
        ring(-0.04, 0.096, 0.102, 0.088, Paint::Cloak),
        ring(0.02, 0.092, 0.106, 0.092, Paint::Cloak),
        ring(0.072, 0.094, 0.096, 0.078, Paint::Cloak).edged(0.9),
        ring(0.066, 0.094, 0.082, 0.066, Paint::Lining),
        ring(0.03, 0.090, 0.070, 0.060, Paint::Hollow),
    ];
    clay.loft(&rings, 10, [End::Round(0.012), End::Open]);
    clay.block([head.transform_point3(Vec3::new(0.0, 0.10, 0.0)); 2], 0.09);
}

/// A closed helm with a slit and a crest.
pub(super) fn helm(clay: &mut Clay, head: &Affine3A, crest: Crest) {
    clay.crowns.push(head.transform_point3(Vec3::Y * 0.188));
    clay.part();
    let profile = [
        (-0.010, 0.078, 0.8),
        (0.020, 0.082, 0.2),
        (0.088, 0.086, 0.3),
        (0.132, 0.082, 0.2),
        (0.172, 0.050, 0.3),
    ];
    clay.turned(*head, &profile, [1.08, 0.94], (Paint::Plate, 10), [End::Flat, End::Round(0.016)]);
    clay.block([head.transform_point3(Vec3::Y * 0.05), head.transform_point3(Vec3::Y * 0.12)], 0.084);
    clay.part();
    let beak = [(0.085, 0.092, 0.016), (0.106, 0.045, 0.024), (0.088, 0.006, 0.018)];
    let beak = beak.map(|(x, y, radius)| (head.transform_point3(Vec3::new(x, y, 0.0)), radius, Paint::Plate));
    clay.tube(&beak, 5);
    clay.part();
    for side in [-1.0, 1.0_f32] {
        let at = *head * turned(Quat::from_rotation_y(-side * 0.55), Vec3::ZERO);
        clay.brick(at, Vec3::new(0.086, 0.098, side * 0.004), Vec3::new(0.012, 0.010, 0.030), Paint::Hollow);
    }
    clay.part();
    match crest {
        Crest::None => {}
        Crest::Plume => {
            let plume = [
                (-0.01, 0.175, 0.018),
                (-0.045, 0.225, 0.034),
                (-0.105, 0.215, 0.036),
                (-0.15, 0.150, 0.022),
            ];
            let plume = plume
                .map(|(x, y, radius)| (head.transform_point3(Vec3::new(x, y, 0.0)), radius, Paint::Coat));
            clay.tube(&plume, 6);
        }
        Crest::Comb => {
            clay.brick(*head, Vec3::new(-0.01, 0.180, 0.0), Vec3::new(0.075, 0.026, 0.012), Paint::Coat);
        }
    }
}

/// Crest of a helm.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Crest {
    None,
    Comb,
    Plume,
}

/// Bare heads of militia: mostly hair, some with a flat cap or a scarf.
pub(super) fn bare(clay: &mut Clay, head: &Affine3A, variant: Variant) {
    clay.crowns.push(head.transform_point3(Vec3::Y * 0.184));
    clay.part();
    let hair = [(0.070, 0.066, 0.0), (0.110, 0.080, 0.2), (0.146, 0.074, 0.2), (0.172, 0.042, 0.3)];
    let behind = *head * turned(Quat::from_rotation_z(0.30), Vec3::new(-0.012, 0.006, 0.0));
    match variant.index() {
        2 => {
            let flat = [(0.110, 0.078, 0.2), (0.132, 0.102, 0.9), (0.150, 0.092, 0.3), (0.158, 0.050, 0.1)];
            clay.turned(behind, &flat, [1.1, 0.98], (Paint::Canvas, 10), [End::Open, End::Round(0.006)]);
        }
        5 => clay.turned(behind, &hair, [1.06, 1.02], (Paint::Facing, 9), [End::Open, End::Round(0.012)]),
        _ => clay.turned(behind, &hair, [1.0, 1.0], (Paint::Hair, 9), [End::Open, End::Round(0.012)]),
    }
    if variant.index() % 4 == 3 {
        clay.part();
        let beard = [(0.062, 0.046, 0.030), (0.064, 0.018, 0.034), (0.056, -0.016, 0.018)];
        let beard =
            beard.map(|(x, y, radius)| (head.transform_point3(Vec3::new(x, y, 0.0)), radius, Paint::Hair));
        clay.tube(&beard, 6);
    }
}
