//! Hand weapons, longer and thicker than life. Frames are at the grip: x along the barrel, y up.

use bevy::math::{Affine3A, Vec3};

use super::clay::{Clay, End, Ring};
use super::paint::Paint;

/// Points along the barrel with their height, radius and paint.
fn line(frame: &Affine3A, rows: &[(f32, f32, f32, Paint)]) -> Vec<(Vec3, f32, Paint)> {
    let point = |&(x, y, radius, paint): &(f32, f32, f32, Paint)| {
        (frame.transform_point3(Vec3::new(x, y, 0.0)), radius, paint)
    };
    rows.iter().map(point).collect()
}

/// A flat bar along x, thin across: stocks and blades. Rows are x, height of the middle, half its height, half its thickness.
fn bar(clay: &mut Clay, frame: &Affine3A, rows: &[(f32, f32, f32, f32)], (paint, edge): (Paint, f32)) {
    let ring = |&(x, y, tall, thick): &(f32, f32, f32, f32)| {
        let at = frame.transform_point3(Vec3::new(x, y, 0.0));
        let axes = [frame.transform_vector3(Vec3::Y * tall), frame.transform_vector3(Vec3::Z * thick)];
        Ring::new(at, axes, paint).edged(edge)
    };
    let rings: Vec<Ring> = rows.iter().map(ring).collect();
    clay.loft(&rings, 6, [End::Flat, End::Flat]);
}

/// A long rifle, with or without a bayonet.
pub(super) fn rifle(clay: &mut Clay, frame: &Affine3A, bayonet: Bayonet) {
    clay.part();
    let stock = [
        (-0.215, -0.036, 0.038, 0.015),
        (-0.12, -0.022, 0.026, 0.014),
        (-0.02, -0.004, 0.022, 0.015),
        (0.30, 0.002, 0.020, 0.015),
    ];
    bar(clay, frame, &stock, (Paint::Wood, 0.15));
    let barrel = [
        (0.02, 0.016, 0.015, Paint::Metal),
        (0.30, 0.014, 0.013, Paint::Metal),
        (0.50, 0.014, 0.013, Paint::Metal),
    ];
    clay.pipe(&line(frame, &barrel), 6);
    clay.brick(*frame, Vec3::new(0.075, 0.012, 0.0), Vec3::new(0.085, 0.024, 0.019), Paint::Metal);
    clay.brick(*frame, Vec3::new(0.085, -0.040, 0.0), Vec3::new(0.026, 0.036, 0.013), Paint::Metal);
    clay.block([frame.transform_point3(Vec3::X * -0.1), frame.transform_point3(Vec3::X * 0.3)], 0.02);
    if bayonet == Bayonet::Fixed {
        bar(
            clay,
            frame,
            &[(0.47, 0.004, 0.012, 0.006), (0.60, 0.004, 0.010, 0.005), (0.66, 0.008, 0.002, 0.002)],
            (Paint::Steel, 0.6),
        );
    }
}

/// Whether a bayonet is fixed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bayonet {
    Fixed,
    None,
}

/// An old gun with a long thin barrel.
pub(super) fn musket(clay: &mut Clay, frame: &Affine3A) {
    clay.part();
    let stock = [
        (-0.20, -0.048, 0.034, 0.014),
        (-0.10, -0.022, 0.020, 0.013),
        (0.0, 0.0, 0.018, 0.014),
        (0.36, 0.0, 0.013, 0.012),
    ];
    bar(clay, frame, &stock, (Paint::Wood, 0.2));
    let barrel = [
        (0.0, 0.018, 0.014, Paint::Metal),
        (0.25, 0.017, 0.012, Paint::Metal),
        (0.52, 0.017, 0.012, Paint::Metal),
    ];
    clay.pipe(&line(frame, &barrel), 6);
    clay.brick(*frame, Vec3::new(0.03, 0.034, 0.014), Vec3::new(0.02, 0.014, 0.012), Paint::Metal);
}

/// A rifle with a telescope and a wrapped barrel.
pub(super) fn marksman_rifle(clay: &mut Clay, frame: &Affine3A) {
    rifle(clay, frame, Bayonet::None);
    let scope = [
        (0.0, 0.062, 0.018, Paint::Metal),
        (0.13, 0.062, 0.015, Paint::Metal),
        (0.17, 0.062, 0.021, Paint::Metal),
    ];
    clay.pipe(&line(frame, &scope), 6);
    let wrapped = [
        (0.34, 0.012, 0.020, Paint::Canvas),
        (0.44, 0.012, 0.022, Paint::Canvas),
        (0.47, 0.012, 0.014, Paint::Canvas),
    ];
    clay.tube(&line(frame, &wrapped), 6);
}

/// A short, heavy carbine, held in one hand.
pub(super) fn carbine(clay: &mut Clay, frame: &Affine3A) {
    clay.part();
    bar(
        clay,
        frame,
        &[(-0.09, -0.020, 0.028, 0.018), (0.0, 0.0, 0.028, 0.022), (0.20, 0.008, 0.030, 0.024)],
        (Paint::Plate, 0.3),
    );
    clay.brick(*frame, Vec3::new(0.06, -0.05, 0.0), Vec3::new(0.026, 0.042, 0.018), Paint::Metal);
    let barrel = [(0.18, 0.014, 0.022, Paint::Metal), (0.32, 0.014, 0.020, Paint::Metal)];
    clay.pipe(&line(frame, &barrel), 7);
    let mouth = [(0.29, 0.014, 0.028, Paint::Metal), (0.345, 0.014, 0.028, Paint::Metal)];
    clay.pipe(&line(frame, &mouth), 7);
    clay.block([frame.transform_point3(Vec3::ZERO), frame.transform_point3(Vec3::X * 0.2)], 0.03);
}

/// A sword: its length from the guard.
pub(super) fn sword(clay: &mut Clay, frame: &Affine3A, [length, broad]: [f32; 2]) {
    clay.part();
    let blade = [
        (0.035, 0.0, broad, 0.009),
        (0.6 * length, 0.0, 0.9 * broad, 0.008),
        (length, 0.0, 0.15 * broad, 0.003),
    ];
    bar(clay, frame, &blade, (Paint::Steel, 0.45));
    let grip = [(-0.055, 0.0, 0.014, Paint::Webbing), (0.03, 0.0, 0.013, Paint::Webbing)];
    clay.tube(&line(frame, &grip), 5);
    clay.brick(*frame, Vec3::new(0.035, 0.0, 0.0), Vec3::new(0.011, 0.044, 0.016), Paint::Trim);
}

/// A pistol.
pub(super) fn pistol(clay: &mut Clay, frame: &Affine3A) {
    clay.part();
    clay.brick(*frame, Vec3::new(0.055, 0.016, 0.0), Vec3::new(0.075, 0.019, 0.014), Paint::Metal);
    clay.brick(*frame, Vec3::new(-0.002, -0.022, 0.0), Vec3::new(0.018, 0.034, 0.013), Paint::Wood);
}
