//! Places that may be safe: a grid, a ring as far off as a leader has to go, and what lies in the
//! shadows of things.

use warstrike::rules::measures::Place;

use crate::paths::figures::{Figure, Point, apart};
use crate::paths::tables::Draw;
use crate::sight::rays;

use super::eyes::{Cover, Look};
use super::leader::Sampling;
use super::scene::Scene;

/// How far around a place all has to be safe: a little more than has to be.
const AROUND: f64 = 0.052;

/// By how much a place has to be nearer to the leader's.
const NEARER: f64 = 0.003;

/// Where to look for safe positions.
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

    /// The safe ones between two distances from the leader's place, the nearest first.
    pub fn within(&self, least: f64, most: f64) -> impl Iterator<Item = Place> {
        let centre = self.scene.unit[0].centre();
        let mut points = grid(self.scene, most, self.spacing);
        points.extend(&self.points);
        points.retain(|point| (least..=most).contains(&apart(*point, centre)));
        points.sort_by(|a, b| apart(*a, centre).total_cmp(&apart(*b, centre)));
        points.into_iter().flat_map(|point| safe_at(self.scene, point))
    }

    /// The safe ones beside a place.
    pub fn around(&self, at: Place, step: f64) -> impl Iterator<Item = Place> {
        let [x, y] = at.ground();
        let beside = (0..8).map(move |nth| {
            let angle = std::f64::consts::FRAC_PI_4 * f64::from(nth);
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

fn grid(scene: &Scene, most: f64, spacing: f64) -> Vec<Point> {
    let centre = scene.unit[0].centre();
    let half = scene.around.half;
    let range = |axis: usize| {
        let low = (centre[axis] - most).max(-half[axis]);
        let high = (centre[axis] + most).min(half[axis]);
        let count = ((high - low) / spacing).ceil() as usize;
        (0..=count).map(move |nth| low + (nth as f64 + 0.5) * spacing)
    };
    range(0).flat_map(|x| range(1).map(move |y| [x, y])).collect()
}

/// Just as far off as one has to go at least.
fn ring(scene: &Scene, points: &mut Vec<Point>) {
    let [x, y] = scene.unit[0].centre();
    for far in scene.limits().map(|[least, _]| least + 0.03) {
        let count = (std::f64::consts::TAU * far / 0.12).ceil() as usize;
        points.extend((0..count).map(|nth| {
            let angle = std::f64::consts::TAU * nth as f64 / count as f64;
            [x + far * libm::cos(angle), y + far * libm::sin(angle)]
        }));
    }
}

/// A little to either side of lines from eyes past the corners of things.
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
        let (far, aside) = (draw.between(0.3, 8.0), draw.between(-0.7, 0.7));
        points.push([
            corner[0] + far * along[0] - aside * along[1],
            corner[1] + far * along[1] + aside * along[0],
        ]);
    }
}
