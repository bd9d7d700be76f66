//! Kit worn over the coat: belts, pouches, packs, bedrolls, sashes.

use std::f32::consts::FRAC_PI_2;

use bevy::math::{Quat, Vec3};

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
