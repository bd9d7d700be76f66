//! What is worn over the coat: belts, pouches, packs, bedrolls, cloaks, pauldrons.

use std::f32::consts::FRAC_PI_2;

use bevy::math::{Affine3A, Quat, Vec3};

use super::body::belt;
use super::clay::{Clay, End};
use super::paint::Paint;
use super::skeleton::{Joints, frame};
use super::stance::Variant;

/// A belt with a buckle and two pouches, and braces over the shoulders.
pub(super) fn webbing(clay: &mut Clay, joints: &Joints, bulk: f32) {
    clay.part();
    let chest = &joints.chest;
    let ring = |height: f32, out: f32| {
        belt(chest, [height, 0.0], [(0.078 + out) * bulk, (0.097 + out) * bulk], Paint::Webbing)
    };
    clay.loft(
        &[
            ring(-0.030, 0.004),
            ring(-0.026, 0.014).edged(0.5),
            ring(0.006, 0.014).edged(0.6),
            ring(0.010, 0.004),
        ],
        10,
        [End::Open, End::Open],
    );
    for side in [-1.0, 1.0_f32] {
        clay.brick(
            *chest,
            Vec3::new(0.092 * bulk, -0.012, side * 0.050),
            Vec3::new(0.020, 0.028, 0.026),
            Paint::Webbing,
        );
        let strap = [
            (0.083, 0.0, 0.052),
            (0.108, 0.11, 0.062),
            (0.098, 0.185, 0.072),
            (0.02, 0.243, 0.078),
            (-0.07, 0.215, 0.072),
        ];
        let strap = strap.map(|(x, y, z)| {
            (chest.transform_point3(Vec3::new(x * bulk, y, side * z * bulk)), 0.014, Paint::Webbing)
        });
        clay.tube(&strap, 4);
    }
}

/// A belt over one shoulder.
pub(super) fn bandolier(clay: &mut Clay, joints: &Joints, paint: Paint) {
    clay.part();
    let way = [
        (-0.06, 0.20, -0.09),
        (0.02, 0.247, -0.085),
        (0.098, 0.17, -0.05),
        (0.108, 0.09, 0.02),
        (0.080, 0.01, 0.088),
        (-0.02, -0.02, 0.108),
    ];
    let way = way.map(|(x, y, z)| (joints.chest.transform_point3(Vec3::new(x, y, z)), 0.017, paint));
    clay.tube(&way, 4);
}

/// A pack with a bedroll over it, and a bottle at the hip.
pub(super) fn pack(clay: &mut Clay, joints: &Joints, variant: Variant) {
    clay.part();
    let chest = &joints.chest;
    clay.brick(*chest, Vec3::new(-0.135, 0.120, 0.0), Vec3::new(0.050, 0.092, 0.084), Paint::Canvas);
    clay.block(
        [
            chest.transform_point3(Vec3::new(-0.13, 0.06, 0.0)),
            chest.transform_point3(Vec3::new(-0.13, 0.17, 0.0)),
        ],
        0.072,
    );
    clay.part();
    let roll = [-0.115, -0.108, 0.108, 0.115_f32];
    let high = if variant.index() % 3 == 1 { 0.015 } else { 0.246 };
    let roll: Vec<_> = roll
        .into_iter()
        .map(|z| {
            let radius = if z.abs() > 0.11 { 0.028 } else { 0.042 };
            (chest.transform_point3(Vec3::new(-0.125, high, z)), radius, Paint::Cloak)
        })
        .collect();
    clay.tube(&roll, 7);
    for z in [-0.06, 0.06] {
        let around = belt(
            &(*chest * frame(Quat::from_rotation_x(FRAC_PI_2), Vec3::new(-0.125, high, z))),
            [0.0, 0.0],
            [0.046, 0.046],
            Paint::Webbing,
        );
        let mut next = around;
        next.at += chest.transform_vector3(Vec3::Z * 0.016);
        clay.loft(&[around, next].map(|ring| ring.edged(0.3)), 7, [End::Open, End::Open]);
    }
    clay.part();
    let bottle = [(-0.02, -0.07), (-0.025, -0.01)];
    let hip = if variant.index().is_multiple_of(2) { -0.112 } else { 0.112 };
    let bottle = bottle.map(|(x, y)| {
        (joints.pelvis.transform_point3(Vec3::new(x - 0.03, y + 0.03, hip)), 0.034, Paint::Canvas)
    });
    clay.tube(&bottle, 6);
}

/// A broad sash over one shoulder and a scarf around the neck, in the side's colour.
pub(super) fn sash(clay: &mut Clay, joints: &Joints) {
    clay.part();
    let way = [
        (-0.085, 0.05, 0.09),
        (-0.105, 0.16, -0.03),
        (0.0, 0.262, -0.10),
        (0.105, 0.17, -0.05),
        (0.118, 0.08, 0.03),
        (0.075, -0.01, 0.108),
        (-0.03, -0.02, 0.122),
    ];
    let way = way.map(|(x, y, z)| (joints.chest.transform_point3(Vec3::new(x, y, z)), 0.030, Paint::Sash));
    clay.tube(&way, 5);
    clay.part();
    let scarf = [(0.245, 0.066), (0.268, 0.078), (0.292, 0.060)];
    let ring = |(height, wide): (f32, f32)| belt(&joints.chest, [height, 0.006], [wide, wide], Paint::Sash);
    clay.loft(&scarf.map(ring), 8, [End::Open, End::Open]);
}

/// A bag on a strap.
pub(super) fn satchel(clay: &mut Clay, joints: &Joints) {
    bandolier(clay, joints, Paint::Webbing);
    clay.part();
    clay.brick(joints.pelvis, Vec3::new(-0.03, 0.0, 0.128), Vec3::new(0.058, 0.05, 0.028), Paint::Canvas);
}

/// A rolled blanket over the left shoulder.
pub(super) fn blanket(clay: &mut Clay, joints: &Joints) {
    clay.part();
    let way = [
        (-0.11, 0.02, 0.09),
        (-0.125, 0.14, -0.03),
        (-0.05, 0.255, -0.10),
        (0.07, 0.20, -0.085),
        (0.115, 0.09, 0.01),
        (0.085, -0.01, 0.09),
    ];
    let way = way.map(|(x, y, z)| (joints.chest.transform_point3(Vec3::new(x, y, z)), 0.036, Paint::Canvas));
    clay.tube(&way, 6);
}

/// How a cloak falls.
#[derive(Clone, Copy, Debug)]
pub(super) struct Drape {
    /// The height of its hem over the ground if it hangs, a share of the figure's.
    pub hem: f32,
    /// How far around the body it reaches, degrees to each side of the back.
    pub reach: f32,
    /// How far it flies behind.
    pub flies: f32,
    pub bulk: f32,
}

/// A cloak from the shoulders down the back, in folds.
pub(super) fn cloak(clay: &mut Clay, joints: &Joints, drape: &Drape) {
    clay.part();
    let (pelvis, chest) = (&joints.pelvis, &joints.chest);
    let back = |frame: &Affine3A, height: f32| frame.transform_point3(Vec3::new(0.0, height, 0.0));
    let hips = back(pelvis, -0.02);
    // Upright it hangs, else it lies along the legs.
    let upright = pelvis.transform_vector3(Vec3::Y).y.max(0.0);
    let fall = if upright > 0.5 { (hips.y - drape.hem).max(0.05) } else { 0.36 };
    let below = hips + (Vec3::NEG_Y * fall).lerp(pelvis.transform_vector3(Vec3::NEG_Y) * fall, 1.0 - upright);
    let behind = pelvis.transform_vector3(Vec3::NEG_X).with_y(0.0) * upright * drape.flies;
    let (wide, deep) = (pelvis.transform_vector3(Vec3::Z), pelvis.transform_vector3(Vec3::NEG_X));
    let chest_axes = [chest.transform_vector3(Vec3::Z), chest.transform_vector3(Vec3::NEG_X)];
    // Each row: its middle, the axes across and back, how wide and how deep, and how its folds show.
    let rows = [
        (back(chest, 0.262), chest_axes, [0.075, 0.070], 0.0),
        (back(chest, 0.205), chest_axes, [0.168, 0.120], 0.1),
        (back(chest, 0.10), chest_axes, [0.178, 0.140], 0.4),
        (hips, [wide, deep], [0.178, 0.150], 0.8),
        (hips.lerp(below, 0.5) + 0.4 * behind, [wide, deep], [0.200, 0.175], 1.0),
        (hips.lerp(below, 0.93) + 0.9 * behind, [wide, deep], [0.220, 0.200], 1.25),
        (below + behind, [wide, deep], [0.225, 0.205], 1.3),
    ];
    let columns = 9;
    let rows: Vec<Vec<Vec3>> = rows
        .into_iter()
        .map(|(middle, [wide, deep], [half, depth], folds)| {
            let point = |column: usize| {
                let share = column as f32 / (columns - 1) as f32 * 2.0 - 1.0;
                let (sin, cos) = (share * drape.reach.to_radians()).sin_cos();
                let fold = 1.0 + 0.085 * folds * if column.is_multiple_of(2) { 1.0 } else { -1.0 };
                let out = (wide * sin * half + deep * cos * depth) * fold * (0.6 + 0.4 * drape.bulk);
                let point = middle + out;
                point.with_y(point.y.max(0.012))
            };
            (0..columns).map(point).collect()
        })
        .collect();
    clay.cloth(&rows, 0.008, [Paint::Cloak, Paint::Lining]);
    clay.block([back(chest, 0.1) + chest_axes[1] * 0.13, below + behind + deep * 0.14], 0.05);
}

/// A round plate over each shoulder, rimmed.
pub(super) fn pauldrons(clay: &mut Clay, joints: &Joints, variant: Variant) {
    for (side, arm) in joints.arms.iter().enumerate() {
        clay.part();
        let out = if side == 0 { -1.0 } else { 1.0 };
        let leans = Quat::from_rotation_x(out * 0.62);
        let at = arm.root + joints.chest.transform_vector3(Vec3::new(0.0, 0.012, out * 0.012));
        let mut plate = joints.chest * frame(leans, Vec3::ZERO);
        plate.translation = at.into();
        // In the side's colour, but for a few who wear one of plain steel.
        let is_plain = variant.index() % 4 == 3 && side == 1;
        let paint = if is_plain { Paint::Plate } else { Paint::Coat };
        let profile = [
            (-0.060, 0.088, 0.0),
            (-0.062, 0.106, 0.6),
            (-0.044, 0.110, 1.0),
            (0.0, 0.102, 0.1),
            (0.048, 0.078, 0.1),
            (0.078, 0.040, 0.3),
        ];
        clay.turned(plate, &profile, [1.05, 0.95], (paint, 10), [End::Open, End::Round(0.010)]);
        clay.block([at; 2], 0.095);
    }
}

/// Plates over chest, forearms, thighs and shins, and a tabard in the side's colour.
pub(super) fn plates(clay: &mut Clay, joints: &Joints, bulk: f32) {
    clay.part();
    let chest = &joints.chest;
    let ring = |height: f32, ahead: f32, deep: f32, wide: f32, edge: f32| {
        belt(chest, [height, ahead], [deep * bulk, wide * bulk], Paint::Plate).edged(edge)
    };
    let cuirass = [
        ring(0.02, 0.0, 0.086, 0.104, 0.8),
        ring(0.09, 0.014, 0.106, 0.124, 0.1),
        ring(0.17, 0.018, 0.110, 0.146, 0.25),
        ring(0.222, 0.006, 0.090, 0.142, 0.2),
        ring(0.262, 0.004, 0.072, 0.082, 0.9),
    ];
    clay.loft(&cuirass, 10, [End::Open, End::Open]);
    clay.part();
    let point = |frame: &Affine3A, at: [f32; 3]| frame.transform_point3(Vec3::from_array(at));
    let knees = joints.lap(0.85) + joints.pelvis.transform_vector3(Vec3::X) * 0.11;
    let across = joints.pelvis.transform_vector3(Vec3::Z) * 0.062;
    let rows = [
        vec![
            point(chest, [0.100 * bulk, 0.0, 0.07]),
            point(chest, [0.112 * bulk, 0.0, 0.0]),
            point(chest, [0.100 * bulk, 0.0, -0.07]),
        ],
        vec![
            point(&joints.pelvis, [0.108 * bulk, -0.03, 0.075]),
            point(&joints.pelvis, [0.120 * bulk, -0.03, 0.0]),
            point(&joints.pelvis, [0.108 * bulk, -0.03, -0.075]),
        ],
        vec![knees + across, knees + joints.pelvis.transform_vector3(Vec3::X) * 0.012, knees - across],
    ];
    clay.cloth(&rows, 0.006, [Paint::Coat, Paint::Lining]);
    for leg in &joints.legs {
        clay.part();
        let along = (leg.middle - leg.root).normalize_or(Vec3::NEG_Y);
        let knee = [
            (leg.middle - along * 0.035, 0.050, Paint::Plate),
            (leg.middle, 0.066, Paint::Plate),
            (leg.middle + along * 0.03, 0.050, Paint::Plate),
        ];
        clay.tube(&knee, 6);
    }
}

/// A power pack: two cylinders on the back.
pub(super) fn power_pack(clay: &mut Clay, joints: &Joints) {
    clay.part();
    let chest = &joints.chest;
    clay.brick(*chest, Vec3::new(-0.155, 0.135, 0.0), Vec3::new(0.045, 0.085, 0.095), Paint::Plate);
    clay.block([chest.transform_point3(Vec3::new(-0.15, 0.12, 0.0)); 2], 0.09);
    for z in [-0.075, 0.075] {
        clay.part();
        let flask = [(0.06, 0.036), (0.225, 0.038), (0.25, 0.026)];
        let flask =
            flask.map(|(y, radius)| (chest.transform_point3(Vec3::new(-0.20, y, z)), radius, Paint::Metal));
        clay.pipe(&flask, 7);
    }
}
