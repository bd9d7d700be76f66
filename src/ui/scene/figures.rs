//! Figures on their bases, one mesh for each card and side.
//!
//! Every figure looks along +x before it is turned, carries its weapon on its
//! right, and stands on the true disc of its base: what the rules measure is
//! what is seen. Sides differ in colour and in the plate on the base, round for
//! A and six-sided for B.

use bevy::prelude::MeshBuilder as _;
use bevy::prelude::*;

use super::geometry_builder::GeometryBuilder;
use crate::rules::card::{Base, Card, Figure};
use crate::rules::ids::Side;
use crate::table::shape::Shape;
use crate::ui::side_look;

/// Height of a base, inches.
pub(in crate::ui) const BASE_HEIGHT: f64 = 0.1;

/// What a figure is dressed in.
#[derive(Clone, Copy)]
struct Clothes {
    coat: Color,
    trousers: Color,
    gear: Color,
    skin: Color,
    metal: Color,
}

/// The mesh of a card's models for a side.
pub(in crate::ui) fn figure(card: &Card, side: Side) -> Mesh {
    let mut geometry = GeometryBuilder::default();
    base(&mut geometry, &card.base, side);
    let coat = side_look::colour(side);
    let clothes = Clothes {
        coat,
        trousers: coat.mix(&Color::srgb(0.10, 0.10, 0.12), 0.55),
        gear: Color::srgb(0.30, 0.28, 0.24),
        skin: Color::srgb(0.85, 0.66, 0.52),
        metal: Color::srgb(0.19, 0.20, 0.22),
    };
    let tall = (card.base.height.inches() - BASE_HEIGHT) as f32;
    let radius = card.base.radius() as f32;
    let foot = BASE_HEIGHT as f32;
    match card.figure {
        Figure::Vehicle => vehicle(&mut geometry, [radius, tall, foot], clothes),
        Figure::GunTeam => gun_team(&mut geometry, [radius, tall, foot], clothes),
        one => soldier(&mut geometry, one, tall, Vec3::Y * foot, clothes),
    }
    geometry.finish()
}

/// A plate of a side's shape, its first corner not on the x axis.
fn plate(side: Side, radius: f64) -> Shape {
    let count = side_look::corners(side);
    let corners = (0..count).map(|index| {
        let angle = std::f64::consts::TAU * (f64::from(index) + 0.5) / f64::from(count);
        [radius * libm::cos(angle), radius * libm::sin(angle)]
    });
    Shape::Polygon(corners.collect())
}

/// The disc, the side's plate, and a nose that shows where the model looks.
fn base(geometry: &mut GeometryBuilder, base: &Base, side: Side) {
    let radius = base.radius();
    let dark = Color::srgb(0.13, 0.13, 0.14);
    let disc = Shape::Circle { centre: [0.0, 0.0], radius };
    geometry.prism(&disc, [0.0, BASE_HEIGHT * 0.5], [dark, dark]);
    let bright = side_look::colour(side);
    geometry.prism(&plate(side, radius * 0.97), [BASE_HEIGHT * 0.5, BASE_HEIGHT * 0.9], [bright, bright]);
    let earth = Color::srgb(0.27, 0.25, 0.20);
    geometry.prism(&plate(side, radius * 0.74), [BASE_HEIGHT * 0.9, BASE_HEIGHT], [earth, earth]);
    let nose =
        Shape::Polygon(vec![[radius * 0.56, -radius * 0.36], [radius, 0.0], [radius * 0.56, radius * 0.36]]);
    let cream = Color::srgb(0.98, 0.95, 0.82);
    geometry.prism(&nose, [BASE_HEIGHT * 0.5, BASE_HEIGHT * 1.4], [cream, cream]);
}

fn at(x: f32, y: f32, z: f32) -> Transform {
    Transform::from_xyz(x, y, z)
}

/// How a foot soldier's body is built, shares of his height.
fn stature(figure: Figure) -> (f32, f32) {
    match figure {
        Figure::Armoured => (1.38, 0.0),
        Figure::Scout => (0.86, 0.28),
        _ => (1.0, 0.06),
    }
}

/// A soldier on foot, `tall` from his soles to his crown.
fn soldier(geometry: &mut GeometryBuilder, figure: Figure, tall: f32, foot: Vec3, wear: Clothes) {
    let (bulk, lean) = stature(figure);
    let stand = Transform::from_translation(foot);
    let body = stand * Transform::from_rotation(Quat::from_rotation_z(-lean));
    let h = tall;
    for (side, step) in [(-1.0, 0.05), (1.0, -0.05)] {
        let leg = Cuboid::new(0.13 * h * bulk, 0.42 * h, 0.13 * h * bulk);
        geometry.add(leg, stand * at(step * h, 0.21 * h, side * 0.085 * h * bulk), wear.trousers);
        let boot = Cuboid::new(0.2 * h, 0.07 * h, 0.13 * h * bulk);
        geometry.add(boot, stand * at(step * h + 0.03 * h, 0.035 * h, side * 0.085 * h * bulk), wear.metal);
    }
    let chest =
        ConicalFrustum { radius_top: 0.2 * h * bulk, radius_bottom: 0.15 * h * bulk, height: 0.38 * h };
    let flat = Transform::from_scale(Vec3::new(0.72, 1.0, 1.0));
    geometry.add(chest.mesh().resolution(10).build(), body * at(0.0, 0.59 * h, 0.0) * flat, wear.coat);
    geometry.add(Cuboid::new(0.13 * h, 0.26 * h, 0.24 * h), body * at(-0.19 * h, 0.62 * h, 0.0), wear.gear);
    head(geometry, figure, h, body, wear);
    arms(geometry, figure, h, body, wear);
}

fn head(geometry: &mut GeometryBuilder, figure: Figure, h: f32, body: Transform, wear: Clothes) {
    let ball = |radius: f32| Sphere::new(radius * h).mesh().uv(12, 8);
    geometry.add(ball(0.095), body * at(0.03 * h, 0.87 * h, 0.0), wear.skin);
    let lid = body * at(0.0, 0.905 * h, 0.0) * Transform::from_scale(Vec3::new(1.1, 0.8, 1.0));
    match figure {
        Figure::Officer => {
            geometry.add(ball(0.105), lid, wear.coat);
            geometry.add(
                Cuboid::new(0.12 * h, 0.02 * h, 0.16 * h),
                body * at(0.11 * h, 0.9 * h, 0.0),
                wear.metal,
            );
        }
        Figure::Armoured => {
            geometry.add(ball(0.13), body * at(0.0, 0.88 * h, 0.0), wear.coat);
            geometry.add(
                Cuboid::new(0.06 * h, 0.035 * h, 0.16 * h),
                body * at(0.11 * h, 0.89 * h, 0.0),
                wear.metal,
            );
            for side in [-1.0, 1.0] {
                geometry.add(ball(0.13), body * at(0.0, 0.77 * h, side * 0.27 * h), wear.coat);
            }
        }
        Figure::Scout => {
            let hood = Cone::new(0.12 * h, 0.22 * h).mesh().resolution(9).build();
            geometry.add(hood, body * at(-0.03 * h, 0.93 * h, 0.0), wear.gear);
            let cape = Cone::new(0.2 * h, 0.5 * h).mesh().resolution(9).build();
            geometry.add(cape, body * at(-0.13 * h, 0.58 * h, 0.0), wear.gear);
        }
        _ => {
            geometry.add(ball(0.115), lid, wear.coat.mix(&Color::BLACK, 0.25));
        }
    }
}

/// Arms and what they hold; the weapon is on the right, which is +z.
fn arms(geometry: &mut GeometryBuilder, figure: Figure, h: f32, body: Transform, wear: Clothes) {
    let limb = |long: f32| Cuboid::new(long * h, 0.085 * h, 0.085 * h);
    if figure == Figure::Officer {
        let raised =
            body * at(0.07 * h, 0.92 * h, 0.2 * h) * Transform::from_rotation(Quat::from_rotation_z(1.1));
        geometry.add(limb(0.36), raised, wear.coat);
        let blade = Cuboid::new(0.42 * h, 0.03 * h, 0.03 * h);
        let held =
            body * at(0.24 * h, 1.2 * h, 0.2 * h) * Transform::from_rotation(Quat::from_rotation_z(0.9));
        geometry.add(blade, held, Color::srgb(0.82, 0.83, 0.86));
        geometry.add(limb(0.26), body * at(0.1 * h, 0.62 * h, -0.2 * h), wear.coat);
        return;
    }
    let level = if figure == Figure::Scout { 0.6 } else { 0.66 };
    let thick = if figure == Figure::Armoured { 0.085 } else { 0.05 };
    geometry.add(limb(0.3), body * at(0.14 * h, level * h, 0.19 * h), wear.coat);
    let across =
        body * at(0.2 * h, level * h, -0.04 * h) * Transform::from_rotation(Quat::from_rotation_y(0.75));
    geometry.add(limb(0.36), across, wear.coat);
    let barrel = Cuboid::new(0.62 * h, thick * h, thick * h);
    geometry.add(barrel, body * at(0.36 * h, (level + 0.05) * h, 0.17 * h), wear.metal);
    geometry.add(
        Cuboid::new(0.16 * h, 0.11 * h, 0.05 * h),
        body * at(0.02 * h, (level - 0.01) * h, 0.17 * h),
        wear.gear,
    );
}

/// A gun on three legs with two kneeling men.
fn gun_team(geometry: &mut GeometryBuilder, [radius, tall, foot]: [f32; 3], wear: Clothes) {
    let r = radius;
    let up = tall * 0.5;
    for turn in [0.5_f32, 2.6, 4.4] {
        let spread =
            Transform::from_xyz(0.15 * r, foot, 0.0) * Transform::from_rotation(Quat::from_rotation_y(turn));
        let leg =
            spread * at(0.17 * r, up * 0.45, 0.0) * Transform::from_rotation(Quat::from_rotation_z(-0.7));
        geometry.add(Cuboid::new(0.05, up * 1.1, 0.05), leg, wear.metal);
    }
    let length = 1.05 * r;
    geometry.add(Cuboid::new(length, 0.1, 0.1), at(0.4 * r, foot + up, 0.0), wear.metal);
    geometry.add(Cuboid::new(0.4 * r, 0.22, 0.24), at(0.0, foot + up, 0.0), wear.gear);
    geometry.add(Cuboid::new(0.05, up * 0.9, 0.7 * r), at(0.32 * r, foot + up, 0.0), wear.coat);
    for (x, z) in [(-0.38, 0.32), (-0.3, -0.36)] {
        let place = Vec3::new(x * r, foot - 0.12 * tall, z * r);
        soldier(geometry, Figure::Rifleman, tall * 0.8, place, wear);
    }
}

/// A hull on wheels with a turret that looks ahead.
fn vehicle(geometry: &mut GeometryBuilder, [radius, tall, foot]: [f32; 3], wear: Clothes) {
    let (r, hull) = (radius, tall * 0.45);
    let dark = wear.coat.mix(&Color::BLACK, 0.3);
    geometry.add(
        Cuboid::new(1.5 * r, hull, 0.8 * r),
        at(-0.05 * r, foot + 0.2 * tall + hull / 2.0, 0.0),
        wear.coat,
    );
    let bow = at(0.72 * r, foot + 0.2 * tall + hull * 0.36, 0.0)
        * Transform::from_rotation(Quat::from_rotation_z(-0.5));
    geometry.add(Cuboid::new(0.3 * r, hull * 0.6, 0.78 * r), bow, dark);
    for side in [-1.0, 1.0] {
        for x in [-0.55, 0.0, 0.5] {
            let wheel = Cylinder::new(0.2 * r, 0.16 * r).mesh().resolution(14).build();
            let upright = Transform::from_rotation(Quat::from_rotation_x(std::f32::consts::FRAC_PI_2));
            geometry.add(wheel, at(x * r, foot + 0.2 * r, side * 0.42 * r) * upright, wear.metal);
        }
    }
    let roof = foot + 0.2 * tall + hull;
    let turret = Cylinder::new(0.32 * r, tall * 0.3).mesh().resolution(8).build();
    geometry.add(turret, at(-0.1 * r, roof + 0.15 * tall, 0.0), dark);
    geometry.add(Cuboid::new(0.85 * r, 0.1, 0.1), at(0.45 * r, roof + 0.16 * tall, 0.06 * r), wear.metal);
    geometry.add(Cuboid::new(0.03, tall * 0.5, 0.03), at(-0.5 * r, roof + tall * 0.2, 0.2 * r), wear.metal);
}
