//! Points at which it is looked for an end: a grid around a wish, others beside those placed before, others just as far away
//! as a model has to go.

use std::sync::LazyLock;

use super::company::{End, UnitPlacement};
use crate::game::engine::view::ModelView;
use crate::rules::measures::Place;
use crate::table::plane::distance;
use crate::table::shape::Point;

/// How far beside its wish a model's place is looked for, inches, and in what steps.
const BESIDE: f64 = 12.0;
const STEP: f64 = 0.5;

/// Places around a model placed before that are looked at.
pub(super) const AROUND: usize = 16;

/// No place lies farther from the point that it is made of, inches.
pub(super) const ROUNDED: f64 = 0.001;

/// Points looked at on each of a model's limits.
const ON_LIMITS: usize = 90;

impl UnitPlacement<'_, '_> {
    /// The places at a point that are not too far away, those on levels near to that on which
    /// the model stands first.
    pub(super) fn places(&self, nth: usize, at: Point) -> Vec<Place> {
        let own = self.models[nth].pose.at;
        let Ok(flat) = Place::from_inches(at[0], at[1], 0.0) else { return Vec::new() };
        if own.ground_distance(flat) > self.most + 0.01 {
            return Vec::new();
        }
        let mut heights = self.view.terrain().heights_at(flat.ground());
        let near = self.height.unwrap_or(own.z);
        heights.sort_by_key(|height| (height.0 - near.0).abs());
        heights.into_iter().map(|z| Place { z, ..flat }).collect()
    }

    /// Whether a point is surely out of coherency with everyone placed before.
    pub(super) fn is_far_from_all(&self, nth: usize, at: Point, found: &[Option<End>]) -> bool {
        let reach = self.models[nth].card.base.radius() + self.ground.coherency + 0.01;
        let near = |(end, other): (&Option<End>, &ModelView)| {
            let end = end.as_ref().filter(|_| other.id != self.models[nth].id);
            end.is_some_and(|end| distance(end.at.ground(), at) <= reach + other.card.base.radius())
        };
        !found.iter().zip(&self.models).any(near)
    }

    /// Points as far away as a model must go at least, and as it may at most.
    pub(super) fn on_limits(&self, nth: usize, wish: Point) -> Vec<Point> {
        let Some(limits) = self.limits else { return Vec::new() };
        let [x, y] = self.models[nth].pose.at.ground();
        let toward = libm::atan2(wish[1] - y, wish[0] - x);
        let of = |far: f64| {
            (0..ON_LIMITS).map(move |step| {
                let angle = toward + step as f64 * std::f64::consts::TAU / ON_LIMITS as f64;
                [x + far * libm::cos(angle), y + far * libm::sin(angle)]
            })
        };
        limits.open.into_iter().flat_map(of).collect()
    }

    /// Points that touch those placed before, or keep just within coherency of them: all around, and where the model
    /// comes from.
    pub(super) fn beside_others(&self, nth: usize, found: &[Option<End>]) -> Vec<Point> {
        let (radius, own) = (self.models[nth].card.base.radius(), self.models[nth].pose.at.ground());
        let clearance = self.view.setup().ruleset.basics.clearance;
        let most = self.ground.coherency - 2.0 * clearance;
        let mut points = Vec::new();
        for (end, other) in found.iter().zip(&self.models) {
            let Some(end) = end else { continue };
            let [x, y] = end.at.ground();
            let straight = libm::atan2(own[1] - y, own[0] - x);
            for gap in [2.0 * clearance, most / 2.0, most] {
                let far = radius + other.card.base.radius() + gap;
                let around = (0..AROUND).map(|step| step as f64 * std::f64::consts::TAU / AROUND as f64);
                let points_at = |angle| [x + far * libm::cos(angle), y + far * libm::sin(angle)];
                points.extend(around.chain([straight]).map(points_at));
            }
        }
        points
    }
}

/// Points of a grid around zero, nearest first, with their distances.
pub(super) type PointsAround = LazyLock<Vec<(f64, Point)>>;

pub(super) static COARSE_GRID: PointsAround = LazyLock::new(|| around_zero(STEP));

/// Where ways have to keep to limits, room may be scarce.
pub(super) static FINE_GRID: PointsAround = LazyLock::new(|| around_zero(STEP / 2.0));

/// Points around a wish, nearest first: a grid, and some others among them, of which those nearer to where a model
/// comes from go before others as near.
pub(super) fn by_nearness(
    grid: &PointsAround,
    [wish, own]: [Point; 2],
    mut others: Vec<Point>,
) -> impl Iterator<Item = Point> {
    let whole = |at: &Point| (distance(*at, wish) / ROUNDED).round();
    let rank = |at: &Point| (whole(at), distance(*at, own));
    others.sort_by(|a, b| {
        let ((a, from_a), (b, from_b)) = (rank(a), rank(b));
        a.total_cmp(&b).then(from_a.total_cmp(&from_b))
    });
    let mut others = others.into_iter().peekable();
    let mut grid = grid.iter().map(move |(far, by)| (*far, [wish[0] + by[0], wish[1] + by[1]])).peekable();
    std::iter::from_fn(move || {
        let far = others.peek().map(|at| distance(*at, wish));
        match (far, grid.peek()) {
            (Some(far), Some((next, _))) if far <= *next => others.next(),
            (Some(_), None) => others.next(),
            _ => grid.next().map(|(_, at)| at),
        }
    })
}

/// Every second row is set off by half a step.
fn around_zero(step: f64) -> Vec<(f64, Point)> {
    let steps = (BESIDE / step) as i32;
    let mut points = Vec::new();
    for row in -steps..=steps {
        let aside = if row % 2 == 0 { 0.0 } else { step / 2.0 };
        for column in -steps..=steps {
            let (dx, dy) = (f64::from(column) * step + aside, f64::from(row) * step);
            let far = (dx * dx + dy * dy).sqrt();
            if far <= BESIDE {
                points.push((far, [dx, dy]));
            }
        }
    }
    points.sort_by(|a: &(f64, Point), b| a.0.total_cmp(&b.0));
    points
}
