//! A walk as it is animated: along the path of a model, over steps and between levels, then a turn.

use bevy::prelude::*;

use crate::rules::measures::Place;
use crate::table::terrain::Terrain;
use crate::table::walk::Mover;
use crate::ui::axes;
use crate::ui::trail::trail;

/// Time of a turn on the spot, seconds.
const TURNING: f32 = 0.25;

/// Length of a stride of one that runs, and how high it leaps; inches.
const STRIDE: f32 = 1.3;
const LEAP: f32 = 0.16;

/// How a model goes.
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
    /// The facing before and after, degrees.
    facings: [f64; 2],
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
        let mut walk =
            Self { corners, length, gait, pace, turning: TURNING * scale, facings, start, until: 0.0 };
        walk.until = walk.end();
        walk
    }

    /// When it is over, seconds.
    pub fn end(&self) -> f32 {
        self.start + self.length / self.pace + self.turning
    }

    /// Whether it is shown after so many seconds.
    pub fn is_shown(&self, elapsed: f32) -> bool {
        (self.start..self.until).contains(&elapsed)
    }

    /// Where its feet touch the ground, each with its time.
    pub fn footfalls(&self) -> impl Iterator<Item = (f32, Vec3)> + '_ {
        let steps = if self.gait == Gait::Runs { (self.length / STRIDE) as usize } else { 0 };
        (1..=steps).map(|step| {
            let walked = step as f32 * STRIDE;
            (self.start + walked / self.pace, self.point(walked))
        })
    }

    /// Where the model is shown after so many seconds.
    pub fn at(&self, elapsed: f32) -> Transform {
        let elapsed = (elapsed - self.start).max(0.0);
        let walked = (elapsed * self.pace).min(self.length);
        let turned = ((elapsed - self.length / self.pace) / self.turning).clamp(0.0, 1.0);
        let [from, to] = self.facings;
        // Turn through the smaller angle.
        let turn = (to - from + 540.0).rem_euclid(360.0) - 180.0;
        let facing = from + turn * f64::from(turned);
        let leap = match self.gait {
            Gait::Runs if walked < self.length => LEAP * (std::f32::consts::PI * walked / STRIDE).sin().abs(),
            Gait::Runs | Gait::Walks => 0.0,
        };
        Transform::from_translation(self.point(walked) + Vec3::Y * leap).with_rotation(axes::turn(facing))
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
