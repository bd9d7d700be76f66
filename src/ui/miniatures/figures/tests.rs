//! Every kind of figure in every pose and stance: whole, within its size, painted, and unlike its neighbours.

use std::collections::{BTreeMap, BTreeSet};

use bevy::math::Vec3;

use super::paint::Paint;
use super::postures::of_soldier;
use super::skeleton::{Hand, Joints};
use super::*;
use crate::rules::ids::{ModelId, Side};
use crate::rules::measures::Thou;

/// The most triangles of one man and of what has more than one: 400 models are drawn without a graphics card, too.
const MAX_TRIANGLES: [usize; 2] = [3200, 5600];

fn base_of(figure: Figure) -> Base {
    let [diameter, height] = match figure {
        Figure::Armoured => [1250, 1500],
        Figure::GunTeam => [2000, 1250],
        Figure::Vehicle => [4000, 2000],
        _ => [1000, 1250],
    };
    Base { diameter: Thou(diameter), height: Thou(height), eyes: Thou(height * 88 / 100) }
}

fn look(figure: Figure, side: Side, variant: Variant, stance: Stance) -> FigureLook {
    FigureLook { figure, base: base_of(figure), unit: UnitId { side, number: 3 }, variant, stance }
}

fn every_look() -> impl Iterator<Item = FigureLook> {
    let stances = || Variant::all().flat_map(|variant| Stance::ALL.map(|stance| (variant, stance)));
    Figure::NAMED.into_iter().map(|(_, figure)| figure).flat_map(move |figure| {
        stances()
            .flat_map(move |(variant, stance)| Side::BOTH.map(|side| look(figure, side, variant, stance)))
    })
}

fn name(look: &FigureLook) -> String {
    format!("{:?} of {} {:?} {:?}", look.figure, look.unit.side, look.stance, look.variant)
}

#[test]
fn every_figure_is_whole_and_small_enough() {
    for look in every_look() {
        let name = name(&look);
        let clay = look.shaped();
        let max = MAX_TRIANGLES[usize::from(matches!(look.figure, Figure::GunTeam | Figure::Vehicle))];
        assert!(clay.triangles.len() <= max, "{name}: {} triangles", clay.triangles.len());
        assert!(clay.corners.len() <= usize::from(u16::MAX), "{name}");
        for corner in &clay.corners {
            assert!(corner.at.is_finite() && corner.normal.is_finite(), "{name}: {corner:?}");
            assert!((corner.normal.length() - 1.0).abs() < 1e-2, "{name}: {corner:?}");
        }
        let last = clay.corners.len() as u16;
        assert!(clay.triangles.iter().flatten().all(|index| *index < last), "{name}");
    }
}

/// Nothing of a body reaches farther to a side than a prone man's boots do; weapons reach as far as they are long.
#[test]
fn every_figure_stays_over_its_base() {
    for look in every_look() {
        let (radius, height) = (look.base.radius() as f32, look.base.height.inches() as f32);
        let clay = look.shaped();
        let is_weapon = |paint: Paint| {
            matches!(
                paint,
                Paint::Metal | Paint::Steel | Paint::Wood | Paint::Hollow | Paint::Canvas | Paint::Plate
            )
        };
        for corner in clay.corners.iter().filter(|corner| !is_weapon(corner.paint)) {
            let far = corner.at.with_y(0.0).length();
            assert!(far < 1.5 * radius + 0.02, "{}: {far} of {radius}, {:?}", name(&look), corner.paint);
            assert!(corner.at.y < 1.35 * height, "{}: {:?}", name(&look), corner);
        }
    }
}

/// Surfaces look outward: a figure encloses about as much room as its parts do.
#[test]
fn every_figure_is_seen_from_outside() {
    for look in every_look() {
        let clay = look.shaped();
        let volume: f32 = clay
            .triangles
            .iter()
            .map(|triangle| {
                let [a, b, c] = triangle.map(|index| clay.corners[usize::from(index)].at);
                a.dot(b.cross(c)) / 6.0
            })
            .sum();
        let disc = std::f32::consts::PI * (look.base.radius() * look.base.radius() * BASE_HEIGHT) as f32;
        assert!(volume > disc, "{}: {volume}, and its base alone has {disc}", name(&look));
        // No face looks against the normals of its corners.
        let against = clay.triangles.iter().filter(|triangle| {
            let [a, b, c] = triangle.map(|index| clay.corners[usize::from(index)]);
            (b.at - a.at).cross(c.at - a.at).dot(a.normal + b.normal + c.normal) < -1e-9
        });
        let share = against.count() as f32 / clay.triangles.len() as f32;
        assert!(share < 0.04, "{}: {share}", name(&look));
    }
}

#[test]
fn colours_are_within_range_and_the_wash_and_the_brush_are_seen() {
    for look in every_look() {
        let (clay, colours) = look.painted();
        assert!(colours.iter().flatten().all(|part| (0.0..=1.0).contains(part)), "{}", name(&look));
        let mut paints: BTreeMap<String, Vec<f32>> = BTreeMap::new();
        for (corner, [r, g, b, _]) in clay.corners.iter().zip(&colours) {
            paints.entry(format!("{:?}", corner.paint)).or_default().push(r + g + b);
        }
        assert!(paints.len() >= 11, "{}: {:?}", name(&look), paints.keys());
        let coat = &paints["Coat"];
        let [min, max] = [f32::min, f32::max].map(|f| coat.iter().copied().reduce(f).unwrap());
        assert!(max > 1.6 * min, "{}: from {min} to {max}", name(&look));
    }
}

fn corners(look: FigureLook) -> Vec<Vec3> {
    look.shaped().corners.iter().map(|corner| corner.at).collect()
}

#[test]
fn poses_stances_sides_and_kinds_differ() {
    let plain = |variant, stance| look(Figure::Rifleman, Side::A, variant, stance);
    for (_, figure) in Figure::NAMED {
        let shapes: Vec<Vec<Vec3>> = every_look()
            .filter(|look| look.figure == figure && look.unit.side == Side::A)
            .map(corners)
            .collect();
        for (index, one) in shapes.iter().enumerate() {
            let twin = shapes[index + 1..].iter().find(|other| other.len() == one.len() && *other == one);
            assert!(twin.is_none(), "{figure:?} {index}");
        }
    }
    let first = Variant::all().next().unwrap();
    let value = |side: Side| {
        let (clay, colours) = look(Figure::Rifleman, side, first, Stance::Ready).painted();
        let worn = clay.corners.iter().zip(&colours);
        let worn =
            worn.filter(|(corner, _)| matches!(corner.paint, Paint::Coat | Paint::Helmet | Paint::Trousers));
        let greys: Vec<f32> = worn.map(|(_, [r, g, b, _])| 0.21 * r + 0.72 * g + 0.07 * b).collect();
        greys.iter().sum::<f32>() / greys.len() as f32
    };
    assert!(value(Side::B) > 1.8 * value(Side::A), "in grey, side B is light and side A dark");
    assert_ne!(corners(plain(first, Stance::Ready)), corners(plain(first, Stance::Firing)));
}

/// Models whose numbers follow each other, and those a row of three to seven further on.
#[test]
fn no_two_neighbours_are_alike() {
    let unit = UnitId { side: Side::A, number: 4 };
    for number in 1..30 {
        for further in 1..8 {
            let [one, other] = [number, number + further].map(|number| Variant::of(ModelId { unit, number }));
            assert_ne!(one, other, "{number} and {further} more");
        }
    }
    let heights: BTreeSet<u32> = Variant::all().map(|variant| variant.height().to_bits()).collect();
    assert_eq!(heights.len(), 8);
    assert!(
        Variant::all()
            .all(|variant| (variant.height() - 0.94).abs() <= 0.0401 && variant.turn().abs() <= 6.0)
    );
}

/// A weapon that is held is in the hands that hold it.
#[test]
fn hands_are_on_the_weapon() {
    for variant in Variant::all() {
        for stance in Stance::ALL {
            for posture in [of_soldier(stance, variant), of_soldier(stance, variant).stalking()] {
                let joints = Joints::of(&posture);
                for (side, hand) in posture.hands.iter().enumerate() {
                    let Hand::Holds(along) = hand else { continue };
                    let grip = joints.weapon.transform_point3(Vec3::X * *along);
                    let off = joints.arms[side].end.distance(grip);
                    assert!(off < 0.03, "{stance:?} {variant:?}, hand {side}: off by {off}");
                }
            }
        }
    }
}
