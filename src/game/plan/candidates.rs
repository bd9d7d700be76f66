//! Candidate points for the ends of one model: a grid around the target, points beside models
//! already placed, and points exactly at the model's limits.

use std::sync::LazyLock;

use super::unit_placement::{End, UnitPlacement};
use crate::game::engine::view::ModelView;
use crate::rules::measures::Place;
use crate::table::plane::distance;
use crate::table::shape::Point;

/// The grid of candidates around a target: its radius and step.
const GRID_RADIUS_INCHES: f64 = 12.0;
const GRID_STEP_INCHES: f64 = 0.5;

/// Candidates around each model already placed.
pub(super) const CANDIDATE_DIRECTIONS: usize = 16;

/// The farthest that rounding to whole thousandths moves a point.
pub(super) const MAX_ROUNDING_INCHES: f64 = 0.001;

/// Candidates on each of a model's limits.
const POINTS_PER_LIMIT: usize = 90;

impl UnitPlacement<'_, '_> {
    /// The places at a point within the allowance, by how near their level is to the model's own
    /// or to the target's height.
    pub(super) fn places_at(&self, index: usize, at: Point) -> Vec<Place> {
        let own = self.models[index].pose.at;
        let Ok(flat) = Place::from_inches(at[0], at[1], 0.0) else { return Vec::new() };
        if own.ground_distance(flat) > self.max_move + 0.01 {
            return Vec::new();
        }
        let mut heights = self.view.terrain().heights_at(flat.ground());
        let near = self.target_height.unwrap_or(own.z);
        heights.sort_by_key(|height| (height.0 - near.0).abs());
        heights.into_iter().map(|z| Place { z, ..flat }).collect()
    }

    /// Whether a point is certainly out of coherency with every model already placed.
    pub(super) fn is_surely_apart(&self, index: usize, at: Point, found: &[Option<End>]) -> bool {
        let reach = self.models[index].card.base.radius() + self.constraints.max_gap + 0.01;
        let near = |(end, other): (&Option<End>, &ModelView)| {
            let end = end.as_ref().filter(|_| other.id != self.models[index].id);
            end.is_some_and(|end| distance(end.at.ground(), at) <= reach + other.card.base.radius())
        };
        !found.iter().zip(&self.models).any(near)
    }

    /// Points on the circles of the least and the greatest distance a model must keep to.
    pub(super) fn points_on_limits(&self, index: usize, target: Point) -> Vec<Point> {
        let Some(limits) = self.limits else { return Vec::new() };
        let [x, y] = self.models[index].pose.at.ground();
        let toward = libm::atan2(target[1] - y, target[0] - x);
        let circle = |radius: f64| {
            (0..POINTS_PER_LIMIT).map(move |step| {
                let angle = toward + step as f64 * std::f64::consts::TAU / POINTS_PER_LIMIT as f64;
                [x + radius * libm::cos(angle), y + radius * libm::sin(angle)]
            })
        };
        limits.open.into_iter().flat_map(circle).collect()
    }

    /// Points that touch models already placed, or keep just within coherency of them: all around,
    /// and on the side the model comes from.
    pub(super) fn points_beside_others(&self, index: usize, found: &[Option<End>]) -> Vec<Point> {
        let (radius, own) = (self.models[index].card.base.radius(), self.models[index].pose.at.ground());
        let clearance = self.view.setup().ruleset.basics.clearance;
        let max_gap = self.constraints.max_gap - 2.0 * clearance;
        let mut points = Vec::new();
        for (end, other) in found.iter().zip(&self.models) {
            let Some(end) = end else { continue };
            let [x, y] = end.at.ground();
            let straight = libm::atan2(own[1] - y, own[0] - x);
            let straight = [libm::cos(straight), libm::sin(straight)];
            for gap in [2.0 * clearance, max_gap / 2.0, max_gap] {
                let apart = radius + other.card.base.radius() + gap;
                let around = COMPASS.iter().chain(std::iter::once(&straight));
                points.extend(around.map(|[cos, sin]| [x + apart * cos, y + apart * sin]));
            }
        }
        points
    }
}

/// The directions in which candidates lie around a model, as unit vectors.
static COMPASS: LazyLock<[Point; CANDIDATE_DIRECTIONS]> = LazyLock::new(|| {
    std::array::from_fn(|step| {
        let angle = step as f64 * std::f64::consts::TAU / CANDIDATE_DIRECTIONS as f64;
        [libm::cos(angle), libm::sin(angle)]
    })
});

/// Grid points around the origin with their distances, nearest first.
pub(super) type GridPoints = LazyLock<Vec<(f64, Point)>>;

pub(super) static COARSE_GRID: GridPoints = LazyLock::new(|| grid_around_origin(GRID_STEP_INCHES));

/// For paths with limits, where room may be scarce.
pub(super) static FINE_GRID: GridPoints = LazyLock::new(|| grid_around_origin(GRID_STEP_INCHES / 2.0));

/// The points of a grid around a target merged with `others`, nearest first; equally near ones
/// of `others` by their distance from where the model stands.
pub(super) fn nearest_first(
    grid: &[(f64, Point)],
    [target, own]: [Point; 2],
    others: Vec<Point>,
) -> impl Iterator<Item = Point> {
    let ranked = |at: Point| {
        let to_target = distance(at, target);
        ((to_target / MAX_ROUNDING_INCHES).round(), distance(at, own), to_target, at)
    };
    let mut others: Vec<(f64, f64, f64, Point)> = others.into_iter().map(ranked).collect();
    others.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1)));
    let mut others = others.into_iter().map(|(_, _, to_target, at)| (to_target, at)).peekable();
    let mut grid =
        grid.iter().map(move |(distance, by)| (*distance, [target[0] + by[0], target[1] + by[1]])).peekable();
    std::iter::from_fn(move || {
        let next = match (others.peek(), grid.peek()) {
            (Some((other, _)), Some((next, _))) if other <= next => others.next(),
            (Some(_), None) => others.next(),
            _ => grid.next(),
        };
        next.map(|(_, at)| at)
    })
}

/// A hexagonal-like grid: every second row is shifted by half a step.
fn grid_around_origin(step: f64) -> Vec<(f64, Point)> {
    let steps = (GRID_RADIUS_INCHES / step) as i32;
    let mut points = Vec::new();
    for row in -steps..=steps {
        let aside = if row % 2 == 0 { 0.0 } else { step / 2.0 };
        for column in -steps..=steps {
            let (dx, dy) = (f64::from(column) * step + aside, f64::from(row) * step);
            let distance = (dx * dx + dy * dy).sqrt();
            if distance <= GRID_RADIUS_INCHES {
                points.push((distance, [dx, dy]));
            }
        }
    }
    points.sort_by(|a: &(f64, Point), b| a.0.total_cmp(&b.0));
    points
}
