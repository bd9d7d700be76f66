//! A heavy weapon on a tripod with a crew of two: the gunner behind it, the loader at its left. Lengths are inches.

use bevy::math::{Affine3A, Quat, Vec3};

use super::clay::Clay;
use super::leaders::{Crewman, of_crewman};
use super::paint::Paint;
use super::skeleton::frame;
use super::soldiers::trooper;
use super::stance::{Stance, Variant};

/// Position of the gun's pivot, ahead and up, shares of the crew's height; and its aim to the left and up, degrees.
fn pointing(stance: Stance, variant: Variant) -> ([f32; 2], [f32; 2]) {
    let swing = [0.0, 9.0, -8.0, 4.0, -12.0, 13.0, -4.0, 7.0][variant.index()];
    match stance {
        Stance::Ready => ([0.34, 0.46], [swing, 3.0]),
        Stance::Moving => ([0.30, 0.50], [0.5 * swing, 22.0]),
        Stance::Firing => ([0.32, 0.46], [swing, -1.0]),
        Stance::Down => ([0.34, 0.34], [swing, -4.0]),
        Stance::FallingBack => ([0.38, 0.40], [4.0 * swing + 30.0, -16.0]),
        Stance::Shaken => ([0.36, 0.44], [2.0 * swing, 24.0]),
        Stance::Fallen => ([0.34, 0.44], [3.0 * swing, -20.0]),
    }
}

/// Gun and crew, `tall` being the height of a man and `radius` that of the base.
pub(super) fn gun_team(tall: f32, radius: f32, stance: Stance, variant: Variant) -> Clay {
    let mut clay = Clay::default();
    let ([ahead, up], [left, raised]) = pointing(stance, variant);
    // On a broad base the team stands apart, on a narrow one close together.
    let room = (radius / tall).clamp(0.55, 1.1);
    let pivot = Vec3::new(ahead * room, up, 0.0);
    let aims = Quat::from_rotation_y(left.to_radians()) * Quat::from_rotation_z(raised.to_radians());
    let mut gun = Clay::default();
    tripod(&mut gun, pivot);
    let barrel = frame(aims, pivot);
    machine_gun(&mut gun, &barrel);
    clay.placed(gun, Affine3A::from_scale(Vec3::splat(tall)));
    let grips = barrel.transform_point3(Vec3::new(-0.24, 0.02, 0.0));
    for (who, place, turn) in [
        (Crewman::Gunner, Vec3::new(-0.26 * room, 0.0, 0.04), 0.0),
        (Crewman::Loader, Vec3::new(-0.02 * room, 0.0, -0.56 * room), -30.0_f32),
    ] {
        let stands = frame(Quat::from_rotation_y(turn.to_radians()), place);
        let reach = stands.inverse().transform_point3(if who == Crewman::Gunner {
            grips
        } else {
            barrel.transform_point3(Vec3::new(0.02, 0.02, -0.10))
        });
        let man = trooper(&of_crewman(who, stance, variant, reach), Variant::crewman(variant, who));
        clay.placed(man, Affine3A::from_scale(Vec3::splat(tall)) * stands);
    }
    clay
}

fn tripod(clay: &mut Clay, pivot: Vec3) {
    for (ahead, right) in [(0.24, 0.0), (-0.16, 0.20), (-0.16, -0.20)] {
        clay.part();
        let foot = Vec3::new(pivot.x + ahead, 0.012, pivot.z + right);
        let leg = [
            (foot, 0.020, Paint::Metal),
            (foot.lerp(pivot, 0.5), 0.022, Paint::Metal),
            (pivot - Vec3::Y * 0.05, 0.030, Paint::Metal),
        ];
        clay.tube(&leg, 6);
        clay.block([foot, pivot], 0.025);
    }
    clay.part();
    let post = [(pivot - Vec3::Y * 0.10, 0.045, Paint::Metal), (pivot - Vec3::Y * 0.02, 0.040, Paint::Metal)];
    clay.pipe(&post, 8);
}

/// Receiver, jacketed barrel, shield, drum and spade grips; x along the barrel.
fn machine_gun(clay: &mut Clay, at: &Affine3A) {
    clay.part();
    clay.brick(*at, Vec3::new(-0.06, 0.03, 0.0), Vec3::new(0.15, 0.055, 0.045), Paint::Metal);
    clay.block([at.transform_point3(Vec3::X * -0.15), at.transform_point3(Vec3::X * 0.4)], 0.06);
    let point = |x: f32, y: f32, z: f32| at.transform_point3(Vec3::new(x, y, z));
    let jacket = [(0.08, 0.046), (0.12, 0.056), (0.40, 0.056), (0.44, 0.044)];
    clay.pipe(&jacket.map(|(x, radius)| (point(x, 0.035, 0.0), radius, Paint::Plate)), 8);
    for x in [0.19, 0.26, 0.33] {
        let band = [(x, 0.063), (x + 0.025, 0.063)];
        clay.pipe(&band.map(|(x, radius)| (point(x, 0.035, 0.0), radius, Paint::Metal)), 8);
    }
    let muzzle = [(0.42, 0.024), (0.56, 0.024), (0.56, 0.040), (0.62, 0.044)];
    clay.pipe(&muzzle.map(|(x, radius)| (point(x, 0.035, 0.0), radius, Paint::Metal)), 8);
    clay.part();
    let drum = [(-0.055, 0.085), (0.055, 0.085)];
    clay.pipe(&drum.map(|(z, radius)| (point(-0.02, 0.125, z), radius, Paint::Helmet)), 10);
    clay.part();
    for side in [-1.0, 1.0_f32] {
        let leans = *at * frame(Quat::from_rotation_y(-side * 0.30), Vec3::new(0.10, 0.05, side * 0.145));
        clay.brick(leans, Vec3::ZERO, Vec3::new(0.012, 0.17, 0.095), Paint::Coat);
        clay.block([leans.transform_point3(Vec3::NEG_Y * 0.1), leans.transform_point3(Vec3::Y * 0.1)], 0.07);
        let grip = [
            point(-0.21, 0.05, side * 0.03),
            point(-0.25, 0.06, side * 0.045),
            point(-0.25, -0.02, side * 0.045),
        ];
        clay.tube(&grip.map(|at| (at, 0.016, Paint::Wood)), 5);
    }
}
