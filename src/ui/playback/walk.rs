//! A walk as it is animated: along the path of a model, over steps and between levels, looking ahead, then a turn.

use bevy::prelude::*;

use crate::rules::measures::Place;
use crate::table::terrain::Terrain;
use crate::table::walk::Mover;
use crate::ui::axes;
use crate::ui::looks::drawn_path::trail;

/// Time of a turn on the spot, seconds.
const TURNING: f32 = 0.25;

/// Length of a stride of one that runs, and how high it leaps; inches.
const STRIDE: f32 = 1.3;
const LEAP: f32 = 0.16;

/// Height of a walker's bob at every step, and length of the step; inches.
const BOB_INCHES: f32 = 0.04;
const STRIDE_INCHES: f32 = 0.7;

/// Forward lean of a runner, degrees.
const LEAN: f32 = 9.0;

/// A shorter way is a step aside: the model goes on looking where it looked; inches.
const STEP_ASIDE: f32 = 0.75;

/// Distance before and behind a corner over which a model turns into its new way, and distance after which it looks ahead; inches.
const CORNER: f32 = 0.5;
const SETTING_OUT: f32 = 1.0;

/// Gait of a model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Gait {
    Walks,
    Runs,
}

impl Gait {
    /// Speed, inches per second, and longest time, seconds.
    fn pace(self) -> [f32; 2] {
        match self {
            Self::Walks => [9.0, 1.8],
            Self::Runs => [15.0, 1.3],
        }
    }
}

/// One model's way.
#[derive(Clone, Debug)]
pub(super) struct Walk {
    corners: Vec<Vec3>,
    length: f32,
    gait: Gait,
    pace: f32,
    turning: f32,
    /// Heading after so many inches, degrees: each differs from the one before it by half a turn at most.
    headings: Vec<(f32, f32)>,
    /// Final facing by the rules, degrees.
    facing: f32,
    /// Seconds before it starts.
    start: f32,
    /// Until when it is shown: the model stays at its end until the others have come.
    pub until: f32,
}

impl Walk {
    /// A walk along a path, its first corner included, from one facing to another, degrees. It starts after so many
    /// seconds, and each of its times is `scale` as long.
    pub fn along(
        (terrain, mover): (&Terrain, Mover),
        path: &[Place],
        facings: [f64; 2],
        gait: Gait,
        [start, scale]: [f32; 2],
    ) -> Self {
        let straight = || path.iter().map(|corner| axes::place_in_scene(*corner)).collect::<Vec<Vec3>>();
        let walked = path.split_first().and_then(|(start, rest)| terrain.walk(mover, *start, rest).ok());
        let corners = walked.map(|walk| trail(&walk).points()).filter(|points| !points.is_empty());
        let corners = corners.unwrap_or_else(straight);
        let length = corners.windows(2).map(|leg| leg[0].distance(leg[1])).sum::<f32>();
        let [pace, longest] = gait.pace();
        let pace = pace.max(length / longest) / scale;
        let [before, after] = facings.map(|facing| facing as f32);
        let headings = headings(&corners, length, before);
        let facing = headings.last().map_or(after, |(_, last)| turned(*last, after));
        let turning = TURNING * scale;
        let mut walk = Self { corners, length, gait, pace, turning, headings, facing, start, until: 0.0 };
        walk.until = walk.end();
        walk
    }

    /// Time at which it is over, seconds.
    pub fn end(&self) -> f32 {
        self.start + self.length / self.pace + self.turning
    }

    /// Whether it is shown after so many seconds.
    pub fn is_shown(&self, elapsed: f32) -> bool {
        (self.start..self.until).contains(&elapsed)
    }

    /// Final position.
    pub fn end_point(&self) -> Option<Vec3> {
        self.corners.last().copied()
    }

    /// Points where its feet touch the ground, each with its time.
    pub fn footfalls(&self) -> impl Iterator<Item = (f32, Vec3)> + '_ {
        let steps = if self.gait == Gait::Runs { (self.length / STRIDE) as usize } else { 0 };
        (1..=steps).map(|step| {
            let walked = step as f32 * STRIDE;
            (self.start + walked / self.pace, self.point(walked))
        })
    }

    /// Placement of the model after so many seconds.
    pub fn at(&self, elapsed: f32) -> Transform {
        let elapsed = (elapsed - self.start).max(0.0);
        let walked = (elapsed * self.pace).min(self.length);
        let turned = ((elapsed - self.length / self.pace) / self.turning).clamp(0.0, 1.0);
        let heading = self.heading(walked);
        let facing = heading + (self.facing - heading) * turned;
        let goes = 0.0 < walked && walked < self.length;
        let [up, stride, lean] = match self.gait {
            Gait::Runs if goes => [LEAP, STRIDE, LEAN],
            Gait::Walks if goes => [BOB_INCHES, STRIDE_INCHES, 0.0],
            Gait::Runs | Gait::Walks => [0.0, 1.0, 0.0],
        };
        let leap = up * (std::f32::consts::PI * walked / stride).sin().abs();
        let rotation = axes::turn(f64::from(facing)) * Quat::from_rotation_z(-lean.to_radians());
        Transform::from_translation(self.point(walked) + Vec3::Y * leap).with_rotation(rotation)
    }

    /// Heading after so many inches, degrees.
    fn heading(&self, walked: f32) -> f32 {
        for pair in self.headings.windows(2) {
            let [(from, before), (to, after)] = [pair[0], pair[1]];
            if walked < to {
                let share = ((walked - from) / (to - from).max(1e-6)).clamp(0.0, 1.0);
                return before + (after - before) * share;
            }
        }
        self.headings.last().map_or(self.facing, |(_, last)| *last)
    }

    fn point(&self, mut walked: f32) -> Vec3 {
        for leg in self.corners.windows(2) {
            let length = leg[0].distance(leg[1]);
            if walked <= length && length > 0.0 {
                return leg[0].lerp(leg[1], walked / length);
            }
            walked -= length;
        }
        self.corners.last().copied().unwrap_or_default()
    }
}

/// An angle that means the same as `to`, half a turn from another at most; degrees.
fn turned(from: f32, to: f32) -> f32 {
    from + (to - from + 540.0).rem_euclid(360.0) - 180.0
}

/// Headings of a model on its way, from its facing before it: along each stretch, and through its corners bit by bit.
fn headings(corners: &[Vec3], length: f32, before: f32) -> Vec<(f32, f32)> {
    let mut headings = vec![(0.0, before)];
    if length < STEP_ASIDE {
        return headings;
    }
    let mut last = before;
    for (index, [from, to, heading]) in stretches(corners).into_iter().enumerate() {
        last = turned(last, heading);
        let half = (to - from) / 2.0;
        let reach = if index == 0 { SETTING_OUT } else { CORNER };
        headings.push((from + reach.min(half), last));
        headings.push((to - CORNER.min(half), last));
    }
    headings
}

/// The straight parts of a way: from how many inches to how many it goes in which direction, degrees. What goes up or down a wall
/// belongs to the part before it.
fn stretches(corners: &[Vec3]) -> Vec<[f32; 3]> {
    let mut stretches: Vec<[f32; 3]> = Vec::new();
    let mut walked = 0.0;
    for leg in corners.windows(2) {
        let way = leg[1] - leg[0];
        let from = walked;
        walked += way.length();
        let is_upright = way.with_y(0.0).length() <= 0.1 * way.length();
        let heading = bevy::math::ops::atan2(-way.z, way.x).to_degrees();
        match stretches.last_mut() {
            Some([_, to, known]) if is_upright || (turned(*known, heading) - *known).abs() < 1.0 => {
                *to = walked;
            }
            _ if is_upright => {}
            _ => stretches.push([from, walked, heading]),
        }
    }
    stretches
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::sample::{SOLDIER, table};

    fn walk(path: &[[i32; 2]], facings: [f64; 2], gait: Gait) -> Walk {
        let path: Vec<Place> = path.iter().map(|[x, y]| Place::flat(x * 100, y * 100)).collect();
        Walk::along((&table(Vec::new()), SOLDIER), &path, facings, gait, [0.0, 1.0])
    }

    /// Direction of a walk's model on the table after a share of its way, degrees from 0 to 360.
    fn looks(walk: &Walk, share: f32) -> f32 {
        let ahead = walk.at(share * walk.length / walk.pace).rotation * Vec3::X;
        bevy::math::ops::atan2(-ahead.z, ahead.x).to_degrees().rem_euclid(360.0)
    }

    /// Walkers look where they go, round corners as well, and end with the facing of the rules.
    #[test]
    fn who_walks_looks_ahead() {
        for gait in [Gait::Walks, Gait::Runs] {
            let round_a_corner = walk(&[[0, 0], [40, 0], [40, -40]], [90.0, 180.0], gait);
            for (share, heading) in
                [(0.0, 90.0), (0.25, 0.0), (0.4, 0.0), (0.5, 315.0), (0.7, 270.0), (0.99, 270.0)]
            {
                let seen = looks(&round_a_corner, share);
                assert!((seen - heading).abs() < 1.0, "{gait:?} at {share}: {seen}");
            }
            let end = round_a_corner.at(round_a_corner.end());
            assert!(end.rotation.angle_between(axes::turn(180.0)) < 1e-3, "upright as well: {end:?}");
            assert_eq!(end.translation, Vec3::new(4.0, 0.0, 4.0));
        }
    }

    /// It turns the short way round, and no jump is seen from one frame to the next.
    #[test]
    fn turns_are_smooth() {
        let back = walk(&[[0, 0], [-60, 0], [-60, 30], [-20, 30]], [170.0, 190.0], Gait::Walks);
        let frames = 400;
        let seen: Vec<Quat> =
            (0..=frames).map(|frame| back.at(back.end() * frame as f32 / frames as f32).rotation).collect();
        for pair in seen.windows(2) {
            assert!(pair[0].angle_between(pair[1]).to_degrees() < 6.0, "{pair:?}");
        }
        let setting_out = (0..=20).map(|share| looks(&back, share as f32 / 100.0));
        assert!(
            setting_out.clone().all(|seen| (169.0..=181.0).contains(&seen)),
            "{:?}",
            setting_out.collect::<Vec<_>>()
        );
    }

    /// A model that steps aside goes on looking where it looked, and one that turns on the spot only turns.
    #[test]
    fn a_step_aside_is_made_sideways() {
        let aside = walk(&[[0, 0], [5, 0]], [90.0, 90.0], Gait::Walks);
        for share in [0.0, 0.5, 1.0] {
            assert_eq!(looks(&aside, share).round(), 90.0);
        }
        let on_the_spot = walk(&[[0, 0]], [90.0, 0.0], Gait::Walks);
        assert_eq!(on_the_spot.at(0.0).rotation, axes::turn(90.0));
        assert_eq!(on_the_spot.at(on_the_spot.end()).rotation, axes::turn(0.0));
    }
}
