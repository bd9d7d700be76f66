//! An armoured car: a sloped hull on six wheels, a turret with a gun, a commander, stowage. Lengths are shares of its length.

use bevy::math::{Affine3A, Quat, Vec3};

use super::clay::{Clay, End, Ring};
use super::heads;
use super::paint::Paint;
use super::skeleton::frame;
use super::stance::{Stance, Variant};

/// Turn of the turret to the left and elevation of the gun, degrees, and whether the commander looks out.
fn turret_of(stance: Stance, variant: Variant) -> ([f32; 2], Hatch) {
    let swing = [0.0, 22.0, -18.0, 8.0, -34.0, 40.0, -10.0, 15.0][variant.index()];
    match stance {
        Stance::Ready => ([swing, 4.0], Hatch::Open),
        Stance::Moving => ([0.3 * swing, 7.0], Hatch::Open),
        Stance::Firing => ([swing, 1.0], Hatch::Closed),
        Stance::Down => ([swing, -5.0], Hatch::Closed),
        Stance::FallingBack => ([150.0 + swing, 6.0], Hatch::Closed),
        Stance::Shaken => ([2.0 * swing, 16.0], Hatch::Closed),
        Stance::Fallen => ([60.0 + swing, -9.0], Hatch::Closed),
    }
}

#[derive(Clone, Copy, PartialEq)]
enum Hatch {
    Open,
    Closed,
}

/// The vehicle on a base of a radius, up to a height; inches.
pub(super) fn vehicle([radius, tall]: [f32; 2], stance: Stance, variant: Variant) -> Clay {
    let mut clay = Clay::default();
    let mut car = Clay::default();
    let settles = if matches!(stance, Stance::Down | Stance::Fallen) { -0.03 } else { 0.0 };
    let pitch = match stance {
        Stance::Moving => 0.03,
        Stance::Firing => 0.02,
        _ => 0.0,
    };
    let body = frame(Quat::from_rotation_z(pitch), Vec3::Y * settles);
    hull(&mut car, &body);
    wheels(&mut car);
    stowage(&mut car, &body, variant);
    let ([left, up], hatch) = turret_of(stance, variant);
    turret(
        &mut car,
        &(body * frame(Quat::from_rotation_y(left.to_radians()), Vec3::new(-0.04, 0.40, 0.0))),
        up,
        hatch,
    );
    // As long as the base lets it be, and as high as the rules measure.
    let size = Vec3::new(1.62 * radius, 1.0, 1.62 * radius);
    let high = (tall / 0.72).min(2.4 * radius);
    clay.placed(car, Affine3A::IDENTITY);
    for corner in &mut clay.corners {
        corner.at *= size.with_y(high);
        corner.normal = (corner.normal / size.with_y(high)).normalize_or(Vec3::Y);
    }
    for crown in &mut clay.crowns {
        *crown *= size.with_y(high);
    }
    for blocker in &mut clay.blockers {
        blocker.ends = blocker.ends.map(|end| end * size.with_y(high));
        blocker.radius *= size.x.min(high);
    }
    clay
}

/// A section of the hull: four corners of a plate across, from below.
fn hull(clay: &mut Clay, body: &Affine3A) {
    clay.part();
    // Lengthwise sections: x, bottom, beltline, top, half width at bottom, beltline and top.
    let sections: [[f32; 7]; 6] = [
        [-0.50, 0.20, 0.27, 0.30, 0.15, 0.19, 0.15],
        [-0.46, 0.14, 0.26, 0.36, 0.18, 0.24, 0.19],
        [-0.10, 0.12, 0.25, 0.40, 0.19, 0.26, 0.20],
        [0.16, 0.12, 0.25, 0.40, 0.19, 0.26, 0.20],
        [0.40, 0.14, 0.25, 0.31, 0.17, 0.22, 0.17],
        [0.50, 0.19, 0.24, 0.26, 0.12, 0.15, 0.12],
    ];
    let outline = |[x, low, belt, top, a, b, c]: [f32; 7]| {
        [(low, -a), (belt, -b), (top, -c), (top, c), (belt, b), (low, a)]
            .map(|(y, z)| body.transform_point3(Vec3::new(x, y, z)))
    };
    for pair in sections.windows(2) {
        let [from, to] = [outline(pair[0]), outline(pair[1])];
        for side in 0..6 {
            let next = (side + 1) % 6;
            let quad = [to[side], from[side], from[next], to[next]];
            plate(clay, quad, Paint::Coat);
        }
    }
    let [back, bow] = [outline(sections[0]), outline(sections[5])];
    clay.face(&bow, Paint::Coat, 0.2);
    clay.face(&[back[5], back[4], back[3], back[2], back[1], back[0]], Paint::Coat, 0.2);
    let point = |x: f32, y: f32| body.transform_point3(Vec3::new(x, y, 0.0));
    clay.block([point(-0.35, 0.25), point(0.32, 0.25)], 0.19);
    clay.part();
    clay.brick(*body, Vec3::new(0.30, 0.355, 0.0), Vec3::new(0.05, 0.030, 0.10), Paint::Coat);
    for z in [-0.05, 0.05] {
        clay.brick(*body, Vec3::new(0.352, 0.358, z), Vec3::new(0.006, 0.012, 0.032), Paint::Hollow);
    }
    for z in [-0.14, 0.14] {
        let lamp = [(0.455, 0.030), (0.485, 0.034)];
        clay.pipe(
            &lamp.map(|(x, radius)| (body.transform_point3(Vec3::new(x, 0.285, z)), radius, Paint::Trim)),
            7,
        );
    }
}

/// A flat plate with lighter edges.
fn plate(clay: &mut Clay, corners: [Vec3; 4], paint: Paint) {
    let middle = corners.iter().sum::<Vec3>() / 4.0;
    let inner = corners.map(|corner| middle.lerp(corner, 0.86));
    clay.face(&inner, paint, 0.0);
    for side in 0..4 {
        let next = (side + 1) % 4;
        clay.face(&[corners[side], corners[next], inner[next], inner[side]], paint, 0.55);
    }
}

fn wheels(clay: &mut Clay) {
    for side in [-1.0, 1.0_f32] {
        for x in [-0.33, 0.02, 0.34] {
            clay.part();
            let axle = Vec3::new(x, 0.115, side * 0.235);
            let out = Vec3::Z * side;
            let row = |along: f32, radius: f32, paint: Paint| (axle + out * along, radius, paint);
            let tyre = [
                row(-0.05, 0.085, Paint::Boots),
                row(-0.04, 0.112, Paint::Boots),
                row(0.04, 0.112, Paint::Boots),
                row(0.052, 0.095, Paint::Boots),
                row(0.05, 0.062, Paint::Boots),
                row(0.055, 0.056, Paint::Plate),
                row(0.066, 0.020, Paint::Plate),
            ];
            clay.pipe(&tyre, 12);
            clay.block([axle - out * 0.05, axle + out * 0.05], 0.10);
        }
        clay.part();
        let guard = |x: f32, y: f32| [Vec3::new(x, y, side * 0.20), Vec3::new(x, y - 0.012, side * 0.315)];
        let rows: Vec<Vec<Vec3>> = [(-0.50, 0.20), (-0.44, 0.255), (0.42, 0.255), (0.50, 0.19)]
            .into_iter()
            .map(|(x, y)| {
                let [inner, outer] = guard(x, y);
                if side > 0.0 { vec![outer, inner] } else { vec![inner, outer] }
            })
            .collect();
        clay.cloth(&rows, 0.008, [Paint::Coat, Paint::Hollow]);
    }
}

/// Rolls, boxes and a spare wheel on the back.
fn stowage(clay: &mut Clay, body: &Affine3A, variant: Variant) {
    clay.part();
    let point = |x: f32, y: f32, z: f32| body.transform_point3(Vec3::new(x, y, z));
    let roll = [(-0.13, 0.030), (-0.125, 0.040), (0.125, 0.040), (0.13, 0.030)];
    clay.tube(&roll.map(|(z, radius)| (point(-0.44, 0.40, z), radius, Paint::Canvas)), 8);
    let side = if variant.index().is_multiple_of(2) { -1.0 } else { 1.0 };
    clay.part();
    clay.brick(*body, Vec3::new(-0.20, 0.30, side * 0.27), Vec3::new(0.09, 0.045, 0.03), Paint::Wood);
    clay.part();
    let pipe = [(-0.12, 0.27), (-0.30, 0.28), (-0.46, 0.34)];
    clay.tube(&pipe.map(|(x, y)| (point(x, y, -side * 0.27), 0.022, Paint::Metal)), 6);
    let aerial = [(0.36, 0.007), (0.66, 0.004)];
    clay.tube(&aerial.map(|(y, radius)| (point(-0.36, y, side * 0.13), radius, Paint::Metal)), 4);
}

fn turret(clay: &mut Clay, at: &Affine3A, up: f32, hatch: Hatch) {
    clay.part();
    let ring = |y: f32, ahead: f32, deep: f32, wide: f32, edge: f32| {
        let middle = at.transform_point3(Vec3::new(ahead, y, 0.0));
        let axes = [at.transform_vector3(Vec3::Z * wide), at.transform_vector3(Vec3::X * deep)];
        Ring::new(middle, axes, Paint::Coat).edged(edge)
    };
    clay.crowns.push(at.transform_point3(Vec3::Y * 0.15));
    let rings = [
        ring(-0.02, 0.0, 0.18, 0.165, 0.0),
        ring(0.02, 0.0, 0.195, 0.175, 0.5),
        ring(0.135, -0.015, 0.150, 0.135, 0.8),
        ring(0.150, -0.015, 0.130, 0.115, 0.3),
    ];
    clay.loft(&rings, 8, [End::Open, End::Flat]);
    clay.block([at.transform_point3(Vec3::Y * 0.05); 2], 0.17);
    let gun = *at * frame(Quat::from_rotation_z(up.to_radians()), Vec3::new(0.15, 0.07, 0.0));
    let point = |x: f32| gun.transform_point3(Vec3::X * x);
    clay.part();
    clay.brick(gun, Vec3::new(0.01, 0.0, 0.0), Vec3::new(0.05, 0.045, 0.07), Paint::Plate);
    let barrel = [(0.03, 0.034, Paint::Metal), (0.10, 0.026, Paint::Metal), (0.38, 0.022, Paint::Metal)];
    clay.pipe(&barrel.map(|(x, radius, paint)| (point(x), radius, paint)), 8);
    let brake = [(0.37, 0.034, Paint::Metal), (0.44, 0.034, Paint::Metal)];
    clay.pipe(&brake.map(|(x, radius, paint)| (point(x), radius, paint)), 8);
    clay.part();
    let cupola = [(0.0, 0.062, 0.3), (0.030, 0.062, 0.8), (0.034, 0.045, 0.2)];
    let top = *at * frame(Quat::IDENTITY, Vec3::new(-0.05, 0.148, 0.045));
    clay.turned(top, &cupola, [1.0, 1.0], (Paint::Plate, 8), [End::Open, End::Flat]);
    if hatch == Hatch::Open {
        commander(clay, &top);
    }
}

/// The commander from the chest up.
fn commander(clay: &mut Clay, top: &Affine3A) {
    let mut man = Clay::default();
    man.part();
    let chest = [(-0.05, 0.11, 0.0), (0.10, 0.125, 0.2), (0.17, 0.10, 0.3), (0.20, 0.045, 0.0)];
    man.turned(Affine3A::IDENTITY, &chest, [0.7, 1.0], (Paint::Coat, 8), [End::Open, End::Open]);
    let head = frame(Quat::IDENTITY, Vec3::Y * 0.20);
    heads::face(&mut man, &head);
    heads::cap(&mut man, &head);
    clay.placed(man, *top * Affine3A::from_scale(Vec3::splat(0.42)));
}
