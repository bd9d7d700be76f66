//! Shots: from where the camera looks at something, in play as in a show. It stays on one side: in a show, of the line between
//! the two forces, so that whoever is on the left stays on the left; in play, on the side of the player who decides.

use std::f32::consts::FRAC_PI_2;

use bevy::prelude::*;

use super::subject::ShotSubject;
use crate::level::director_file::EventKind;

/// Station of the camera as it goes from shot to shot.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::ui) struct Stand {
    /// Direction from the subject to the camera, in the scene (x and z), of length one: the middle of its range.
    toward: Vec2,
    /// Its position for shots of subjects without a direction.
    near: Vec2,
    /// Largest angle to either side of that middle, radians.
    widest: f32,
    /// The flattest that it looks down, radians.
    flattest: f32,
}

/// A kind of shot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::ui) enum ShotKind {
    /// The whole table.
    Establishing,
    /// Over the shoulders of those who fire, or of those who are fired at.
    Shoulder,
    /// Across the line of fire, of a way, or between those who fight: both ends in the picture.
    Flank,
    /// Near what happens.
    Near,
    /// From higher up: where a unit runs.
    High,
}

/// Direction and pitch of the camera's look at a subject.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::ui) struct Shot {
    pub kind: ShotKind,
    /// Horizontally from what is seen to the camera, in the scene; of length one.
    pub toward: Vec2,
    /// Pitches of its look down, radians: the first that nothing hides is taken.
    pub pitches: &'static [f32],
}

/// Change to a shot that gets obstacles out of its way.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Angle {
    pub toward: Vec2,
    pub pitch: f32,
    /// Deviation from the intended shot: 0 is that shot itself.
    pub cost: f32,
}

/// Distance beyond which two units are seen over a shoulder, inches.
const SHOULDER_FROM: f32 = 9.0;
/// Angle of the camera to the side of a shoulder, radians.
const BESIDE_THE_SHOULDER: f32 = 0.42;
/// Angle of the whole table's camera from its middle line, radians.
const BESIDE_THE_MIDDLE: f32 = 0.3;
/// Figures that have the camera so far before them have it look over the shoulders of the others.
const BEFORE_THEM: f32 = -0.5;

/// In play the camera goes no farther round than this from the player's own side, radians, and looks down no flatter.
const WIDEST_IN_PLAY: f32 = 0.85;
const FLATTEST_IN_PLAY: f32 = 0.62;

/// Turns of a shot to either side of an obstacle, radians; a turn costs this share of the cost of as much more pitch.
const TURNS: [f32; 5] = [0.0, 0.35, -0.35, 0.7, -0.7];
const COST_OF_TURN: f32 = 0.5;

impl Stand {
    /// On one side of the line from the middle of one force to that of the other, in the scene: where A's is on the left.
    pub fn beside(a: Vec2, b: Vec2) -> Self {
        let line = (b - a).try_normalize().unwrap_or(Vec2::NEG_Y);
        let toward = Vec2::new(-line.y, line.x);
        Self { toward, near: toward, widest: FRAC_PI_2, flattest: 0.0 }
    }

    /// On the side of a player whose whole table is seen at one yaw, while the view is at another, radians.
    pub fn of_player(seat: f32, now: f32) -> Self {
        let toward = direction(seat);
        let stand = Self { toward, near: toward, widest: WIDEST_IN_PLAY, flattest: FLATTEST_IN_PLAY };
        // What can be seen without a turn is.
        Self { near: stand.keep(direction(now)), ..stand }
    }

    /// The nearest direction on that side.
    pub fn keep(self, toward: Vec2) -> Vec2 {
        let Some(toward) = toward.try_normalize() else { return self.near };
        let turn = bevy::math::ops::atan2(self.toward.perp_dot(toward), self.toward.dot(toward));
        if turn.abs() <= self.widest {
            return toward;
        }
        Vec2::from_angle(self.widest.copysign(turn)).rotate(self.toward)
    }

    /// A direction turned toward the middle of where the camera stays.
    fn aside(self, toward: Vec2, radians: f32) -> Vec2 {
        let turned = |radians| Vec2::from_angle(radians).rotate(toward);
        let both = [turned(radians), turned(-radians)];
        let near = |one: &Vec2| one.dot(self.toward);
        self.keep(if near(&both[0]) >= near(&both[1]) { both[0] } else { both[1] })
    }

    /// Across a way.
    fn across(self, way: Vec2) -> Vec2 {
        let Some(along) = way.try_normalize() else { return self.near };
        let across = Vec2::new(-along.y, along.x);
        self.keep(if across.dot(self.toward) >= 0.0 { across } else { -across })
    }
}

/// The shot of something: `ends` are the middles of who acts and of whom or where it acts, in the scene.
pub(in crate::ui) fn shot(
    kind: EventKind,
    subject: &ShotSubject,
    ends: [Vec2; 2],
    stand: Stand,
    number: u32,
) -> Shot {
    let way = ends[1] - ends[0];
    let (kind, toward) = match subject {
        ShotSubject::Table => {
            // Over a long edge: the one nearer to where the camera stays.
            (ShotKind::Establishing, stand.aside(stand.keep(Vec2::Y), BESIDE_THE_MIDDLE))
        }
        ShotSubject::Fire { .. } if way.length() >= SHOULDER_FROM && !number.is_multiple_of(3) => {
            let behind = (-way).try_normalize().unwrap_or(stand.near);
            let behind = if behind.dot(stand.toward) < BEFORE_THEM { -behind } else { behind };
            (ShotKind::Shoulder, stand.aside(behind, BESIDE_THE_SHOULDER))
        }
        ShotSubject::Fire { .. } | ShotSubject::Fight(_) => (ShotKind::Flank, stand.across(way)),
        ShotSubject::Way { .. } if kind <= EventKind::FallBack => (ShotKind::High, stand.across(way)),
        ShotSubject::Way { .. } => (ShotKind::Flank, stand.across(way)),
        ShotSubject::Units(_) => (ShotKind::Near, stand.near),
    };
    let pitches: &[f32] = match kind {
        ShotKind::Establishing => &[std::f32::consts::FRAC_PI_4, 0.95],
        ShotKind::Shoulder => &[0.52, 0.68, 0.85, 1.05],
        ShotKind::Flank => &[0.62, 0.7, 0.85, 1.0],
        ShotKind::Near => &[0.58, 0.66, 0.8, 1.0],
        ShotKind::High => &[0.85, 1.0],
    };
    Shot { kind, toward, pitches }
}

/// Angles from which a shot may be taken, the intended one first: a little to the side, or more steeply.
pub(super) fn angles(shot: &Shot, stand: Stand) -> Vec<Angle> {
    let turns = if shot.kind == ShotKind::Establishing { &TURNS[..1] } else { &TURNS };
    let flattest = shot.pitches.first().map_or(0.0, |first| first.max(stand.flattest));
    let mut angles: Vec<Angle> = Vec::new();
    for turn in turns {
        let toward = Vec2::from_angle(*turn).rotate(shot.toward);
        if stand.keep(toward).distance(toward) > 1e-3 && turn.abs() > 0.0 {
            continue;
        }
        for pitch in shot.pitches {
            let pitch = pitch.max(stand.flattest);
            let cost = COST_OF_TURN * turn.abs() + pitch - flattest;
            if angles.iter().all(|other| other.toward != toward || other.pitch < pitch) {
                angles.push(Angle { toward, pitch, cost });
            }
        }
    }
    angles.sort_by(|a, b| a.cost.total_cmp(&b.cost));
    angles
}

/// The yaw of a camera that stands in a direction from what it looks at.
pub(in crate::ui) fn yaw(toward: Vec2) -> f32 {
    bevy::math::ops::atan2(toward.x, toward.y)
}

/// The direction in which a camera with a yaw stands from what it looks at.
fn direction(yaw: f32) -> Vec2 {
    (Quat::from_rotation_y(yaw) * Vec3::Z).xz()
}

#[cfg(test)]
mod tests {
    use std::f32::consts::{PI, TAU};

    use super::*;

    fn units() -> [crate::rules::ids::UnitId; 2] {
        ["A1", "B1"].map(|id| id.parse().unwrap())
    }

    /// A is left of B in the picture of every shot, whoever fires at whom and wherever the forces stand.
    #[test]
    fn the_camera_never_crosses_the_line_between_the_sides() {
        let mut shots = 0;
        for quarter in 0..16_u8 {
            let along = Vec2::from_angle(f32::from(quarter) * 0.4);
            let stand = Stand::beside(Vec2::ZERO, along * 20.0);
            for turn in 0..12_u8 {
                let way = Vec2::from_angle(f32::from(turn) * 0.55) * 15.0;
                let [from, at] = units();
                for subject in [
                    ShotSubject::Fire { from, at },
                    ShotSubject::Way { unit: from, path: vec![] },
                    ShotSubject::Units(vec![from]),
                    ShotSubject::Fight(vec![from, at]),
                    ShotSubject::Table,
                ] {
                    for (kind, number) in [(EventKind::Fire, 0), (EventKind::Rout, 1), (EventKind::Move, 2)] {
                        let shot = shot(kind, &subject, [Vec2::ZERO, way], stand, number);
                        let looks = Quat::from_rotation_y(yaw(shot.toward)) * Vec3::NEG_Z;
                        let right = looks.cross(Vec3::Y).xz();
                        assert!(right.dot(along) >= -1e-4, "{subject:?} {kind:?} {quarter} {turn}: {shot:?}");
                        assert!((shot.toward.length() - 1.0).abs() < 1e-4);
                        for angle in angles(&shot, stand) {
                            let looks = Quat::from_rotation_y(yaw(angle.toward)) * Vec3::NEG_Z;
                            assert!(looks.cross(Vec3::Y).xz().dot(along) >= -1e-2, "{shot:?}: {angle:?}");
                        }
                        shots += 1;
                    }
                }
            }
        }
        assert_eq!(shots, 16 * 12 * 5 * 3);
    }

    #[test]
    fn fire_is_seen_over_the_shoulder_and_a_rout_from_higher_up() {
        let [from, at] = units();
        let stand = Stand::beside(Vec2::new(0.0, 10.0), Vec2::new(0.0, -10.0));
        let ends = [Vec2::new(0.0, 10.0), Vec2::new(0.0, -10.0)];
        let fire = ShotSubject::Fire { from, at };
        let seen = shot(EventKind::Fire, &fire, ends, stand, 1);
        assert_eq!(seen.kind, ShotKind::Shoulder);
        assert!(seen.toward.y > 0.8, "behind those who fire: {:?}", seen.toward);
        assert_eq!(shot(EventKind::Fire, &fire, ends, stand, 3).kind, ShotKind::Flank, "not always the same");
        let close = [Vec2::ZERO, Vec2::new(4.0, 0.0)];
        assert_eq!(shot(EventKind::Fire, &fire, close, stand, 1).kind, ShotKind::Flank);
        let way = ShotSubject::Way { unit: at, path: vec![] };
        assert_eq!(shot(EventKind::Rout, &way, ends, stand, 1).kind, ShotKind::High);
        assert_eq!(shot(EventKind::Move, &way, ends, stand, 1).kind, ShotKind::Flank);
    }

    /// In play every shot looks down at 35 to 40 degrees where nothing stands in its way, from the player's own side of the
    /// table, whoever acts and whichever way; what has no direction is seen without a turn, where that is possible.
    #[test]
    fn a_player_sees_from_the_own_side() {
        let [from, at] = units();
        for seat in [0.0, FRAC_PI_2, PI, -FRAC_PI_2] {
            for now in 0..8_u8 {
                let now = f32::from(now) * 0.8;
                let stand = Stand::of_player(seat, now);
                for turn in 0..12_u8 {
                    let ends = [Vec2::ZERO, Vec2::from_angle(f32::from(turn) * 0.55) * 15.0];
                    for subject in [
                        ShotSubject::Fire { from, at },
                        ShotSubject::Way { unit: from, path: vec![] },
                        ShotSubject::Units(vec![from]),
                        ShotSubject::Fight(vec![from, at]),
                    ] {
                        for number in 0..3 {
                            let shot = shot(EventKind::Fire, &subject, ends, stand, number);
                            let angles = angles(&shot, stand);
                            let first = angles[0].pitch.to_degrees();
                            assert!((35.0..=40.0).contains(&first), "{subject:?}: {first}");
                            for angle in angles {
                                let aside = angle.toward.dot(direction(seat));
                                assert!(aside > 0.6, "{subject:?} {seat} {now} {turn}: {angle:?}");
                            }
                        }
                    }
                }
                let near =
                    yaw(shot(EventKind::Move, &ShotSubject::Units(vec![from]), [Vec2::ZERO; 2], stand, 0)
                        .toward);
                let turned = (near - now + PI).rem_euclid(TAU) - PI;
                let off = (now - seat + PI).rem_euclid(TAU) - PI;
                assert!(turned.abs() < 1e-3 || off.abs() > WIDEST_IN_PLAY, "{seat} {now}: {near}");
            }
        }
    }

    /// Fire at one's own unit is seen over its shoulders.
    #[test]
    fn fire_is_seen_over_the_shoulders_of_those_who_are_near() {
        let [from, at] = units();
        let stand = Stand::of_player(0.0, 0.0);
        let [south, north] = [Vec2::new(0.0, 10.0), Vec2::new(0.0, -10.0)];
        for ends in [[south, north], [north, south]] {
            let seen = shot(EventKind::Fire, &ShotSubject::Fire { from, at }, ends, stand, 1);
            assert_eq!(seen.kind, ShotKind::Shoulder);
            assert!(seen.toward.y > 0.8, "{ends:?}: {seen:?}");
        }
    }
}
