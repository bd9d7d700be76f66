//! A man's body in his clothes: trunk, skirts of the coat, legs, boots, arms and hands.

use bevy::math::{Affine3A, Vec3};

use super::clay::{Clay, End, Ring};
use super::paint::Paint;
use super::skeleton::{Joints, Limb};

/// Clothing of a body, and its breadth.
#[derive(Clone, Copy, Debug)]
pub(super) struct Dress {
    /// Of trunk and limbs, an ordinary man's being 1.
    pub bulk: f32,
    pub trunk: Paint,
    pub sleeves: Paint,
    pub gloves: Paint,
    pub legs: Paint,
    pub boots: Paint,
    /// Length of the coat's skirts, from the hips at 0 to the knees at 1.
    pub skirts: Option<f32>,
}

impl Dress {
    /// Coat, trousers and boots.
    pub const COAT: Self = Self {
        bulk: 1.12,
        trunk: Paint::Coat,
        sleeves: Paint::Coat,
        gloves: Paint::Skin,
        legs: Paint::Trousers,
        boots: Paint::Boots,
        skirts: Some(0.62),
    };
}

/// A ring around the y axis of a frame: its height in it, how deep and how wide.
pub(super) fn belt(
    frame: &Affine3A,
    [height, ahead]: [f32; 2],
    [deep, wide]: [f32; 2],
    paint: Paint,
) -> Ring {
    let at = frame.transform_point3(Vec3::new(ahead, height, 0.0));
    Ring::new(at, [frame.transform_vector3(Vec3::Z * wide), frame.transform_vector3(Vec3::X * deep)], paint)
}

/// Shapes a body on its skeleton; the head comes later.
pub(super) fn shape(clay: &mut Clay, joints: &Joints, dress: &Dress) {
    trunk(clay, joints, dress);
    if let Some(length) = dress.skirts {
        skirts(clay, joints, dress, length);
    }
    for side in 0..2 {
        leg(clay, &joints.legs[side], dress);
        foot(clay, &joints.feet[side], &joints.legs[side], dress);
        arm(clay, &joints.arms[side], dress);
    }
}

fn trunk(clay: &mut Clay, joints: &Joints, dress: &Dress) {
    clay.part();
    let (pelvis, chest, paint) = (&joints.pelvis, &joints.chest, dress.trunk);
    let b = dress.bulk;
    let rings = [
        belt(pelvis, [-0.05, 0.0], [0.058 * b, 0.076 * b], dress.legs),
        belt(pelvis, [-0.005, 0.0], [0.076 * b, 0.098 * b], dress.legs),
        belt(pelvis, [0.045, 0.0], [0.082 * b, 0.102 * b], paint),
        belt(chest, [0.0, 0.0], [0.078 * b, 0.097 * b], paint),
        belt(chest, [0.075, 0.006], [0.088 * b, 0.116 * b], paint),
        belt(chest, [0.155, 0.010], [0.096 * b, 0.140 * b], paint),
        belt(chest, [0.215, 0.004], [0.084 * b, 0.148 * b], paint).edged(0.25),
        belt(chest, [0.252, 0.0], [0.055 * b, 0.080 * b], paint),
        belt(chest, [0.262, 0.0], [0.050, 0.052], Paint::Facing).edged(0.6),
        belt(chest, [0.290, 0.006], [0.044, 0.045], Paint::Skin),
    ];
    clay.loft(&rings, 10, [End::Round(0.02), End::Open]);
    let point = |frame: &Affine3A, height: f32| frame.transform_point3(Vec3::Y * height);
    clay.block([point(pelvis, 0.0), point(chest, 0.06)], 0.088 * b);
    clay.block([point(chest, 0.10), point(chest, 0.19)], 0.105 * b);
}

/// The lower half of a coat hangs around the thighs, wherever they are.
fn skirts(clay: &mut Clay, joints: &Joints, dress: &Dress, length: f32) {
    clay.part();
    let (pelvis, b) = (&joints.pelvis, dress.bulk);
    let [left, right] = &joints.legs;
    let ring = |share: f32, loose: f32| {
        let thighs = [left, right].map(|leg| leg.root.lerp(leg.middle, share));
        let middle = (thighs[0] + thighs[1]) / 2.0 - pelvis.transform_vector3(Vec3::X) * 0.012 * share;
        let apart = (thighs[1] - thighs[0]) / 2.0;
        let along = ((left.middle - left.root) + (right.middle - right.root)).normalize_or(Vec3::NEG_Y);
        let wide = pelvis.transform_vector3(Vec3::Z);
        let wide = (wide - along * wide.dot(along)).normalize_or(Vec3::Z);
        let deep = (-along).cross(wide);
        let size = |axis: Vec3, thick: f32| axis * (thick * b + loose + apart.dot(axis).abs());
        Ring::new(middle, [size(wide, 0.058), size(deep, 0.082)], Paint::Coat)
    };
    let rings = [
        Ring { paint: Paint::Lining, ..ring(0.5 * length, -0.02) },
        Ring { paint: Paint::Lining, ..ring(length, 0.018) },
        ring(length, 0.030).edged(0.7),
        ring(0.88 * length, 0.024),
        ring(0.5 * length, 0.018),
        ring(0.12 * length, 0.014),
        belt(pelvis, [0.02, 0.0], [0.092 * b, 0.116 * b], Paint::Coat),
        belt(pelvis, [0.07, 0.0], [0.078 * b, 0.098 * b], Paint::Coat),
    ];
    clay.loft(&rings, 10, [End::Open, End::Open]);
}

/// Rings around a limb, from its root to its end: the share of the way along upper and lower bone from 0 to 2, and the radius.
pub(super) fn limb_rings(limb: &Limb, rows: &[(f32, f32, Paint)]) -> Vec<(Vec3, f32, Paint)> {
    let point = |share: f32| {
        if share < 1.0 { limb.root.lerp(limb.middle, share) } else { limb.middle.lerp(limb.end, share - 1.0) }
    };
    rows.iter().map(|(share, radius, paint)| (point(*share), *radius, *paint)).collect()
}

fn leg(clay: &mut Clay, leg: &Limb, dress: &Dress) {
    clay.part();
    let b = 0.5 + 0.5 * dress.bulk;
    let (legs, boots) = (dress.legs, dress.boots);
    let rows = [
        (0.05, 0.068 * b, legs),
        (0.45, 0.070 * b, legs),
        (0.72, 0.056 * b, legs),
        (0.92, 0.061 * b, legs),
        (1.08, 0.052 * b, legs),
        (1.30, 0.064 * b, legs),
        (1.42, 0.060 * b, legs),
        (1.43, 0.050 * b, boots),
        (1.92, 0.044 * b, boots),
    ];
    clay.tube(&limb_rings(leg, &rows), 7);
    clay.block([leg.root, leg.middle], 0.056 * b);
    clay.block([leg.middle, leg.end], 0.046 * b);
}

/// A boot on a flat sole.
fn foot(clay: &mut Clay, frame: &Affine3A, leg: &Limb, dress: &Dress) {
    clay.part();
    let mut boot = Clay::default();
    let at = |x: f32, y: f32| Vec3::new(x, y, 0.0);
    let b = 0.6 + 0.4 * dress.bulk;
    let points = [
        (at(-0.036, -0.012), 0.034 * b, dress.boots),
        (at(0.01, -0.004), 0.045 * b, dress.boots),
        (at(0.065, -0.018), 0.041 * b, dress.boots),
        (at(0.11, -0.026), 0.030 * b, dress.boots),
    ];
    boot.tube(&points, 7);
    for corner in &mut boot.corners {
        corner.at.y = corner.at.y.max(-0.044);
    }
    // The ankle is where the leg ends, wherever the foot was meant to be.
    let mut frame = *frame;
    frame.translation = leg.end.into();
    clay.placed(boot, frame);
}

fn arm(clay: &mut Clay, arm: &Limb, dress: &Dress) {
    clay.part();
    let b = 0.4 + 0.6 * dress.bulk;
    let (sleeves, gloves) = (dress.sleeves, dress.gloves);
    let rows = [
        (0.02, 0.056 * b, sleeves),
        (0.30, 0.064 * b, sleeves),
        (0.62, 0.050 * b, sleeves),
        (0.82, 0.057 * b, sleeves),
        (1.0, 0.047 * b, sleeves),
        (1.18, 0.056 * b, sleeves),
        (1.58, 0.044 * b, sleeves),
        (1.60, 0.052 * b, Paint::Facing),
        (1.82, 0.050 * b, Paint::Facing),
    ];
    clay.tube(&limb_rings(arm, &rows), 7);
    clay.block([arm.root, arm.middle], 0.045 * b);
    clay.block([arm.middle, arm.end], 0.040 * b);
    clay.part();
    let along = (arm.end - arm.middle).normalize_or(Vec3::X);
    let fist = [
        (arm.end - along * 0.036, 0.034, gloves),
        (arm.end + along * 0.004, 0.049 * b, gloves),
        (arm.end + along * 0.034, 0.036, gloves),
    ];
    clay.tube(&fist, 6);
}
