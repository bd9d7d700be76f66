//! Candidate safe positions: a grid, a ring at the leader's lower limit, and points in the shadows of
//! obstacles.

use warstrike::rules::measures::Place;

use crate::paths::figures::{Figure, Point, apart};
use crate::paths::tables::Draw;
use crate::sight::rays;

use super::eyes::{Cover, Look};
use super::leader::Sampling;
use super::scene::Scene;

/// The radius around a place that must be safe: a little more than the rule's.
const AROUND: f64 = 0.052;

/// By how much a place must be nearer to the leader than to an enemy.
const NEARER: f64 = 0.003;

/// The sampled places.
pub struct Places<'s> {
    pub scene: &'s Scene,
    points: Vec<Point>,
    spacing: f64,
}

impl<'s> Places<'s> {
    pub fn new(scene: &'s Scene, sampling: Sampling) -> Self {
        let mut points = Vec::new();
        ring(scene, &mut points);
        shadows(scene, sampling.shadows, &mut points);
        Self { scene, points, spacing: sampling.spacing }
    }

    /// The safe ones between two distances from the leader, nearest first.
    pub fn within(&self, min: f64, max: f64) -> impl Iterator<Item = Place> {
        let centre = self.scene.unit[0].centre();
        let mut points = grid(self.scene, max, self.spacing);
        points.extend(&self.points);
        points.retain(|point| (min..=max).contains(&apart(*point, centre)));
        points.sort_by(|a, b| apart(*a, centre).total_cmp(&apart(*b, centre)));
        points.into_iter().flat_map(|point| safe_at(self.scene, point))
    }

    /// The safe ones around a place.
    pub fn around(&self, at: Place, step: f64) -> impl Iterator<Item = Place> {
        let [x, y] = at.ground();
        let beside = (0..8).map(move |index| {
            let angle = std::f64::consts::FRAC_PI_4 * f64::from(index);
            [x + step * libm::cos(angle), y + step * libm::sin(angle)]
        });
        beside.flat_map(|point| safe_at(self.scene, point))
    }
}

/// The safe places over a point.
fn safe_at(scene: &Scene, point: Point) -> Vec<Place> {
    let at = point.map(|x| (x * 1000.0).round() / 1000.0);
    let here = scene.through.surfaces(at);
    let places = here.into_iter().map(|on| scene.place(at, on));
    let leader = &scene.unit[0];
    let safe = |place: &Place| {
        scene.is_nearer(*place, NEARER)
            && scene.end(leader, *place, -0.003).is_ok()
            && scene.safe(*place, AROUND, NEARER, Look::Rough) == Cover::Covered
    };
    places.filter(safe).collect()
}

fn grid(scene: &Scene, max: f64, spacing: f64) -> Vec<Point> {
    let centre = scene.unit[0].centre();
    let half = scene.around.half;
    let range = |axis: usize| {
        let low = (centre[axis] - max).max(-half[axis]);
        let high = (centre[axis] + max).min(half[axis]);
        let count = ((high - low) / spacing).ceil() as usize;
        (0..=count).map(move |index| low + (index as f64 + 0.5) * spacing)
    };
    range(0).flat_map(|x| range(1).map(move |y| [x, y])).collect()
}

/// Points exactly at the leader's lower limit.
fn ring(scene: &Scene, points: &mut Vec<Point>) {
    let [x, y] = scene.unit[0].centre();
    for distance in scene.limits().map(|[min, _]| min + 0.03) {
        let count = (std::f64::consts::TAU * distance / 0.12).ceil() as usize;
        points.extend((0..count).map(|index| {
            let angle = std::f64::consts::TAU * index as f64 / count as f64;
            [x + distance * libm::cos(angle), y + distance * libm::sin(angle)]
        }));
    }
}

/// Points a little to either side of lines from enemy eyes past the corners of obstacles.
fn shadows(scene: &Scene, count: usize, points: &mut Vec<Point>) {
    if scene.sights.solids.is_empty() || scene.enemies.is_empty() {
        return;
    }
    let draw = &mut Draw::new(count as u64);
    for _ in 0..count {
        let eye = rays::eyes(&scene.enemies[draw.below(scene.enemies.len())].body).at;
        let solid = &scene.sights.solids[draw.below(scene.sights.solids.len())];
        let corner = match &solid.figure {
            Figure::Ring(corners) => corners[draw.below(corners.len())],
            Figure::Disc { centre, radius } => {
                let angle = draw.between(0.0, std::f64::consts::TAU);
                [centre[0] + radius * libm::cos(angle), centre[1] + radius * libm::sin(angle)]
            }
        };
        let long = apart(eye, corner);
        if long < 0.1 {
            continue;
        }
        let along = [(corner[0] - eye[0]) / long, (corner[1] - eye[1]) / long];
        let (distance, aside) = (draw.between(0.3, 8.0), draw.between(-0.7, 0.7));
        points.push([
            corner[0] + distance * along[0] - aside * along[1],
            corner[1] + distance * along[1] + aside * along[0],
        ]);
    }
}
