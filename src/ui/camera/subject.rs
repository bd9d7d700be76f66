//! Subject of a shot, and its place on the table.

use bevy::prelude::*;

use super::points::{heads_of, points_round};
use crate::game::engine::view::{ModelView, View};
use crate::rules::ids::{Side, UnitId};
use crate::rules::measures::Place;
use crate::ui::axes;

/// Subject of a shot, on the table.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::ui) enum ShotSubject {
    /// The whole table.
    Table,
    /// Some units.
    Units(Vec<UnitId>),
    /// Units of both sides that fight each other.
    Fight(Vec<UnitId>),
    /// Fire.
    Fire {
        /// Shooting unit.
        from: UnitId,
        /// Target unit.
        at: UnitId,
    },
    /// A unit on its way, by the places it comes through.
    Way {
        /// The unit.
        unit: UnitId,
        /// The corners of its models' paths.
        path: Vec<Place>,
    },
}

/// Place of a subject in the scene, inches.
#[derive(Clone, Debug, Default, PartialEq)]
pub(in crate::ui) struct ShotPlace {
    /// Points that have to be in the picture.
    pub points: Vec<Vec3>,
    /// Points that nothing should hide: the figures themselves, and their destinations.
    pub figures: Vec<Vec3>,
    /// The middles of both its ends: of who acts, and of whom or where it acts.
    pub ends: [Vec2; 2],
}

/// Margins shown round units, round those that fight, and round the way of a unit, inches.
const ROUND_A_UNIT: f32 = 2.2;
const ROUND_A_FIGHTER: f32 = 1.3;
const ROUND_A_WAY: f32 = 1.5;
/// Distance to an enemy of the fight within which a figure is part of its picture, inches.
const ENGAGED: f32 = 4.0;
/// Height of a figure's middle over its way, inches.
const CHEST: f32 = 0.7;

/// Place of a subject; `None` where no part of it is on the table.
pub(in crate::ui) fn place_of(view: View, subject: &ShotSubject) -> Option<ShotPlace> {
    let place = match subject {
        ShotSubject::Table => {
            let [width, depth] = view.terrain().size;
            let (x, z) = (width as f32 / 2.0, depth as f32 / 2.0);
            let corner = |(x, z)| Vec3::new(x, 0.0, z);
            let points = [(-x, -z), (x, -z), (-x, z), (x, z)].map(corner).to_vec();
            ShotPlace { figures: points.clone(), points, ends: [Vec2::ZERO; 2] }
        }
        ShotSubject::Units(units) => {
            let points = points_round(view, units.iter().copied(), ROUND_A_UNIT);
            let ends = [middle_of(&points); 2];
            ShotPlace { points, figures: heads_of(view, units.iter().copied()), ends }
        }
        ShotSubject::Fight(units) => fight(view, units),
        ShotSubject::Fire { from, at } => {
            let ends = [from, at].map(|unit| points_round(view, [*unit], ROUND_A_UNIT));
            let middles = [middle_of(&ends[0]), middle_of(&ends[1])];
            ShotPlace { points: ends.concat(), figures: heads_of(view, [*from, *at]), ends: middles }
        }
        ShotSubject::Way { unit, path } => {
            let mut points = points_round(view, [*unit], ROUND_A_UNIT);
            let start = middle_of(&points);
            let corners: Vec<Vec3> = path.iter().map(|place| axes::place_in_scene(*place)).collect();
            let end = corners.last().map_or(start, |last| last.xz());
            points.extend(corners.iter().flat_map(|at| round(*at, ROUND_A_WAY)));
            let mut figures = heads_of(view, [*unit]);
            figures.extend(corners.iter().map(|at| *at + Vec3::Y * CHEST));
            ShotPlace { points, figures, ends: [start, end] }
        }
    };
    (!place.points.is_empty()).then_some(place)
}

/// Place of a fight, where its units meet: figures far from it are left out.
fn fight(view: View, units: &[UnitId]) -> ShotPlace {
    let of = |side: Side| -> Vec<ModelView> {
        let own = units.iter().filter(|unit| unit.side == side);
        own.flat_map(|unit| view.standing(*unit).collect::<Vec<_>>()).collect()
    };
    let both = Side::BOTH.map(of);
    let near = |side: usize| -> Vec<Vec3> {
        let feet = |model: &ModelView| axes::place_in_scene(model.pose.at);
        let enemies: Vec<Vec3> = both[1 - side].iter().map(feet).collect();
        let all: Vec<Vec3> = both[side].iter().map(feet).collect();
        let is_engaged = |at: &Vec3| enemies.iter().any(|enemy| enemy.distance(*at) <= ENGAGED);
        let engaged: Vec<Vec3> = all.iter().copied().filter(is_engaged).collect();
        if engaged.is_empty() { all } else { engaged }
    };
    let sides = [near(0), near(1)];
    let ends = [middle_of(&sides[0]), middle_of(&sides[1])];
    let feet = sides.concat();
    let heads: Vec<Vec3> = feet.iter().map(|at| *at + Vec3::Y * 2.0 * CHEST).collect();
    let points = feet.iter().flat_map(|at| round(*at, ROUND_A_FIGHTER)).chain(heads.iter().copied());
    ShotPlace { points: points.collect(), figures: heads, ends: one_if_empty(ends, &sides) }
}

/// Puts both ends at the other side's place where one side has no figure left.
fn one_if_empty(ends: [Vec2; 2], sides: &[Vec<Vec3>; 2]) -> [Vec2; 2] {
    match (sides[0].is_empty(), sides[1].is_empty()) {
        (true, _) => [ends[1]; 2],
        (_, true) => [ends[0]; 2],
        _ => ends,
    }
}

fn round(at: Vec3, margin: f32) -> [Vec3; 4] {
    [Vec3::X, Vec3::NEG_X, Vec3::Z, Vec3::NEG_Z].map(|side| at + side * margin)
}

fn middle_of(points: &[Vec3]) -> Vec2 {
    let sum: Vec2 = points.iter().map(|point| point.xz()).sum();
    sum / points.len().max(1) as f32
}
