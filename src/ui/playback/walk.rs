//! A walk as it is animated: along the path of a model, over steps and between levels, then a turn.

use bevy::prelude::*;

use crate::rules::measures::Place;
use crate::table::terrain::Terrain;
use crate::table::walk::Mover;
use crate::ui::axes;
use crate::ui::trail::trail;

/// Speed of a walk, inches per second.
const PACE: f32 = 9.0;

/// Longest time of a walk, seconds.
const LONGEST: f32 = 1.8;

/// Time of a turn on the spot, seconds.
const TURNING: f32 = 0.25;

/// One model's way.
#[derive(Clone, Debug)]
pub(super) struct Walk {
    corners: Vec<Vec3>,
    length: f32,
    pace: f32,
    /// The facing before and after, degrees.
    facings: [f64; 2],
    /// Seconds before it starts.
    start: f32,
    /// Where it is shown now; `None` before it is first shown.
    pub now: Option<Transform>,
}

impl Walk {
    /// A walk along a path, its first corner included, from one facing to another, degrees.
    pub fn along(terrain: &Terrain, mover: Mover, path: &[Place], facings: [f64; 2]) -> Self {
        let straight = || path.iter().map(|corner| axes::place_in_scene(*corner)).collect::<Vec<Vec3>>();
        let walked = path.split_first().and_then(|(start, rest)| terrain.walk(mover, *start, rest).ok());
        let corners = walked.map(|walk| trail(&walk).points()).filter(|points| !points.is_empty());
        let corners = corners.unwrap_or_else(straight);
        let length = corners.windows(2).map(|leg| leg[0].distance(leg[1])).sum::<f32>();
        Self { corners, length, pace: PACE.max(length / LONGEST), facings, start: 0.0, now: None }
    }

    /// The same walk, started after so many seconds.
    pub fn from(self, start: f32) -> Self {
        Self { start, ..self }
    }

    /// When it is over, seconds.
    pub fn end(&self) -> f32 {
        self.start + self.length / self.pace + TURNING
    }

    /// Whether it is still shown after so many seconds.
    pub fn lasts(&self, elapsed: f32) -> bool {
        elapsed < self.end()
    }

    /// Where the model is shown after so many seconds.
    pub fn at(&self, elapsed: f32) -> Transform {
        let elapsed = (elapsed - self.start).max(0.0);
        let walked = (elapsed * self.pace).min(self.length);
        let turned = ((elapsed - self.length / self.pace) / TURNING).clamp(0.0, 1.0);
        let [from, to] = self.facings;
        // Turn through the smaller angle.
        let turn = (to - from + 540.0).rem_euclid(360.0) - 180.0;
        let facing = from + turn * f64::from(turned);
        Transform::from_translation(self.point(walked)).with_rotation(axes::turn(facing))
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
