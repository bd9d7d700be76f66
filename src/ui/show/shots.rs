//! Shots: from where the camera looks at something. It stays on one side of the line between the two forces, so that whoever
//! is on the left stays on the left; it cuts where the way would be long, and glides where it is short.

use bevy::prelude::*;

use super::moments::Subject;
use crate::level::director_file::{DirectorRules, EventKind};
use crate::ui::camera::{CameraPose, Travel};

/// The line between the two forces, as a direction in the scene (x and z) from A's to B's.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Axis(Vec2);

/// A kind of shot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ShotKind {
    /// The whole table.
    Establishing,
    /// Over the shoulders of those who fire.
    Shoulder,
    /// Across the line of fire, both ends in the picture.
    Flank,
    /// Near what happens.
    Near,
    /// Almost from straight above: where a unit runs.
    Plan,
}

/// How the camera looks at something.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Shot {
    pub kind: ShotKind,
    /// Horizontally from what is seen to the camera, in the scene; of length one.
    pub toward: Vec2,
    /// How steeply it looks down, radians: the first that nothing hides.
    pub pitches: &'static [f32],
}

/// From how far apart two units see over a shoulder, inches.
const SHOULDER_FROM: f32 = 9.0;
/// How far to the side of a shoulder the camera stands, radians.
const BESIDE_THE_SHOULDER: f32 = 0.42;
/// How far from its middle line the camera of the whole table stands, radians.
const BESIDE_THE_MIDDLE: f32 = 0.3;

impl Axis {
    /// From the middle of one force to that of the other, in the scene.
    pub fn between(a: Vec2, b: Vec2) -> Self {
        Self((b - a).try_normalize().unwrap_or(Vec2::NEG_Y))
    }

    /// The side on which the camera stays: from there A's force is on the left.
    fn side(self) -> Vec2 {
        Vec2::new(-self.0.y, self.0.x)
    }

    /// The nearest direction on that side.
    pub fn keep(self, toward: Vec2) -> Vec2 {
        let toward = toward.try_normalize().unwrap_or(self.side());
        if toward.dot(self.side()) >= 0.0 {
            return toward;
        }
        if toward.dot(self.0) >= 0.0 { self.0 } else { -self.0 }
    }

    /// A direction turned toward the side on which the camera stays.
    fn aside(self, toward: Vec2, radians: f32) -> Vec2 {
        let turned = |radians| Vec2::from_angle(radians).rotate(toward);
        let both = [turned(radians), turned(-radians)];
        let near = |one: &Vec2| one.dot(self.side());
        self.keep(if near(&both[0]) >= near(&both[1]) { both[0] } else { both[1] })
    }
}

/// The shot of something: `ends` are the middles of who acts and of whom or where it acts, in the scene.
pub(super) fn shot(kind: EventKind, subject: &Subject, ends: [Vec2; 2], axis: Axis, number: u32) -> Shot {
    let way = ends[1] - ends[0];
    let (kind, toward) = match subject {
        Subject::Table => (ShotKind::Establishing, establishing(axis)),
        Subject::Fire { .. } if way.length() >= SHOULDER_FROM && !number.is_multiple_of(3) => {
            let behind = (-way).try_normalize().unwrap_or(axis.side());
            (ShotKind::Shoulder, axis.aside(behind, BESIDE_THE_SHOULDER))
        }
        Subject::Fire { .. } => (ShotKind::Flank, across(way, axis)),
        Subject::Way { .. } if kind <= EventKind::FallBack => (ShotKind::Plan, across(way, axis)),
        Subject::Way { .. } => (ShotKind::Flank, across(way, axis)),
        Subject::Units(_) => (ShotKind::Near, axis.side()),
    };
    let pitches: &[f32] = match kind {
        ShotKind::Establishing => &[std::f32::consts::FRAC_PI_4, 0.95],
        ShotKind::Shoulder => &[0.52, 0.68, 0.85, 1.05],
        ShotKind::Flank => &[0.62, 0.8, 1.0],
        ShotKind::Near => &[0.58, 0.78, 1.0],
        ShotKind::Plan => &[1.3],
    };
    Shot { kind, toward, pitches }
}

/// Across a way, from the side on which the camera stays.
fn across(way: Vec2, axis: Axis) -> Vec2 {
    let Some(along) = way.try_normalize() else { return axis.side() };
    let across = Vec2::new(-along.y, along.x);
    let across = if across.dot(axis.side()) >= 0.0 { across } else { -across };
    axis.keep(across)
}

/// The whole table is seen over a long edge: the one nearer to where the camera stays.
fn establishing(axis: Axis) -> Vec2 {
    let near_edge = Vec2::Y;
    axis.aside(axis.keep(near_edge), BESIDE_THE_MIDDLE)
}

/// The yaw of a camera that stands in a direction from what it looks at.
pub(super) fn yaw(toward: Vec2) -> f32 {
    bevy::math::ops::atan2(toward.x, toward.y)
}

/// Whether the camera glides from one pose to another, or cuts.
pub(super) fn travel(from: &CameraPose, to: &CameraPose, rules: &DirectorRules) -> Travel {
    use std::f32::consts::{PI, TAU};
    let turn = ((to.yaw - from.yaw + PI).rem_euclid(TAU) - PI).abs();
    let way = from.eye().distance(to.eye()).max(from.focus.distance(to.focus));
    if turn.to_degrees() > rules.cut_degrees || way > rules.cut_inches {
        Travel::Cut
    } else {
        Travel::Ease(rules.ease)
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::level::data_folder::DataFolder;

    fn units() -> [crate::rules::ids::UnitId; 2] {
        ["A1", "B1"].map(|id| id.parse().unwrap())
    }

    /// A is left of B in the picture of every shot, whoever fires at whom and wherever the forces stand.
    #[test]
    fn the_camera_never_crosses_the_line_between_the_sides() {
        let mut shots = 0;
        for quarter in 0..16_u8 {
            let along = Vec2::from_angle(f32::from(quarter) * 0.4);
            let axis = Axis::between(Vec2::ZERO, along * 20.0);
            for turn in 0..12_u8 {
                let way = Vec2::from_angle(f32::from(turn) * 0.55) * 15.0;
                let [from, at] = units();
                for subject in [
                    Subject::Fire { from, at },
                    Subject::Way { unit: from, path: vec![] },
                    Subject::Units(vec![from]),
                    Subject::Table,
                ] {
                    for (kind, number) in [(EventKind::Fire, 0), (EventKind::Rout, 1), (EventKind::Move, 2)] {
                        let shot = shot(kind, &subject, [Vec2::ZERO, way], axis, number);
                        let looks = Quat::from_rotation_y(yaw(shot.toward)) * Vec3::NEG_Z;
                        let right = looks.cross(Vec3::Y).xz();
                        assert!(right.dot(along) >= -1e-4, "{subject:?} {kind:?} {quarter} {turn}: {shot:?}");
                        assert!((shot.toward.length() - 1.0).abs() < 1e-4);
                        shots += 1;
                    }
                }
            }
        }
        assert_eq!(shots, 16 * 12 * 4 * 3);
    }

    #[test]
    fn fire_is_seen_over_the_shoulder_and_a_rout_from_above() {
        let [from, at] = units();
        let axis = Axis::between(Vec2::new(0.0, 10.0), Vec2::new(0.0, -10.0));
        let ends = [Vec2::new(0.0, 10.0), Vec2::new(0.0, -10.0)];
        let fire = Subject::Fire { from, at };
        let seen = shot(EventKind::Fire, &fire, ends, axis, 1);
        assert_eq!(seen.kind, ShotKind::Shoulder);
        assert!(seen.toward.y > 0.8, "behind those who fire: {:?}", seen.toward);
        assert_eq!(shot(EventKind::Fire, &fire, ends, axis, 3).kind, ShotKind::Flank, "not always the same");
        let close = [Vec2::ZERO, Vec2::new(4.0, 0.0)];
        assert_eq!(shot(EventKind::Fire, &fire, close, axis, 1).kind, ShotKind::Flank);
        let way = Subject::Way { unit: at, path: vec![] };
        assert_eq!(shot(EventKind::Rout, &way, ends, axis, 1).kind, ShotKind::Plan);
        assert_eq!(shot(EventKind::Move, &way, ends, axis, 1).kind, ShotKind::Flank);
    }

    #[test]
    fn the_camera_cuts_where_the_way_is_long() {
        let data = DataFolder::find(Some(Path::new(env!("CARGO_MANIFEST_DIR")))).unwrap();
        let rules = DirectorRules::load(data.root()).unwrap();
        let from = CameraPose { focus: Vec2::ZERO, yaw: 0.1, pitch: 0.8, distance: 20.0 };
        for (to, expected, reason) in [
            (CameraPose { focus: Vec2::new(5.0, 0.0), ..from }, Travel::Ease(0.8), "beside it"),
            (CameraPose { focus: Vec2::new(40.0, 0.0), ..from }, Travel::Cut, "far away"),
            (CameraPose { yaw: 1.6, ..from }, Travel::Cut, "another direction"),
            (
                CameraPose { yaw: 0.1 + std::f32::consts::TAU, ..from },
                Travel::Ease(0.8),
                "the same direction",
            ),
        ] {
            assert_eq!(travel(&from, &to, &rules), expected, "{reason}");
        }
    }
}
