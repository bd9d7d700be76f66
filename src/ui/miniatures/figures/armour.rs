//! Armour of Knights: pauldrons, plates, a power pack.

use bevy::math::{Affine3A, Quat, Vec3};

use super::body::belt;
use super::clay::{Clay, End};
use super::paint::Paint;
use super::skeleton::{Joints, frame};
use super::stance::Variant;

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
