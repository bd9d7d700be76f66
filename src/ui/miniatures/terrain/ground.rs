//! Thin ground: flock, soil, mud and dust, drawn by the mat's own shader, which frays its edges.
//!
//! How much ground covers is the transparency of its corners: inside it is whole, toward its rim the shader leaves out
//! more and more grains, so that it ends in scatter and not in a line.

use bevy::prelude::*;

use crate::table::outline::signed_area;
use crate::table::shape::{Point, Shape};
use crate::ui::axes;
use crate::ui::miniatures::geometry_builder::{GeometryBuilder, outline};
use crate::ui::miniatures::texture::scatter;
use crate::ui::miniatures::triangles::triangles;

/// Distances inside and outside of its outline between which ground frays, inches.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fringe {
    pub inside: f64,
    pub outside: f64,
}

/// Of area terrain: half of the fringe is in, half is out.
pub(super) const SCATTERED: Fringe = Fringe { inside: 0.45, outside: 0.4 };

/// Distance between the corners of a ragged edge; their depth in and out, as a share of the fringe; the depth that is too little to be
/// seen. Inches.
const NOTCH: f64 = 0.6;
const RAGGED: f64 = 0.5;
const MIN_RAGGED: f64 = 0.05;

/// Covers a shape at a height.
pub(super) fn cover(to: &mut GeometryBuilder, shape: &Shape, height: f64, coat: LinearRgba, fringe: Fringe) {
    spread(to, &outline(shape), height, coat, fringe);
}

/// Covers what lies between corners that run counter-clockwise.
pub(super) fn spread(
    to: &mut GeometryBuilder,
    corners: &[Point],
    height: f64,
    coat: LinearRgba,
    fringe: Fringe,
) {
    let whole_at = fringe.inside.min(0.7 * narrowness(corners));
    let by = whole_at.min(fringe.outside) * RAGGED;
    let rim = if by < MIN_RAGGED { corners.iter().map(|at| (*at, 0.0)).collect() } else { ragged(corners) };
    let (corners, nudges): (Vec<Point>, Vec<f64>) = rim.into_iter().unzip();
    let inner = grown_by(&corners, |index| by * nudges[index] - whole_at);
    let outer = grown_by(&corners, |index| by * nudges[index] + fringe.outside);
    let (whole, none) = (coat.with_alpha(1.0), coat.with_alpha(0.0));
    let at = |point: Point| axes::in_scene(point, height);
    for triangle in triangles(&inner) {
        to.shaded(&triangle.map(|corner| at(inner[corner])), Vec3::Y, &[whole; 3]);
    }
    for index in 0..corners.len() {
        let next = (index + 1) % corners.len();
        let ring = [inner[index], outer[index], outer[next], inner[next]].map(at);
        to.shaded(&ring, Vec3::Y, &[whole, none, none, whole]);
    }
}

/// The outline with more corners along its edges, each with how far it is nudged out, from −1 to 1: nothing that grows or lies about
/// ends in a straight line. Beside a corner none is nudged in: edges must not meet.
fn ragged(corners: &[Point]) -> Vec<(Point, f64)> {
    let next = corners.iter().cycle().skip(1);
    let along = |(from, to): (&Point, &Point)| {
        let way = [to[0] - from[0], to[1] - from[1]];
        let parts = (length(way) / NOTCH).round().max(1.0) as i32;
        let from = *from;
        (0..parts).map(move |part| {
            let share = f64::from(part) / f64::from(parts);
            let at = [from[0] + way[0] * share, from[1] + way[1] * share];
            let [column, row] = at.map(|inches| (inches * 16.0).round() as i32);
            let nudge = 2.0 * f64::from(scatter(column, row)) - 1.0;
            let nudge = match part {
                0 => 0.0,
                part if part == 1 || part == parts - 1 => nudge.max(0.0),
                _ => nudge,
            };
            (at, nudge)
        })
    };
    corners.iter().zip(next).flat_map(along).collect()
}

/// About half of how wide a shape is where it is narrow, inches.
pub(super) fn narrowness(corners: &[Point]) -> f64 {
    let next = corners.iter().cycle().skip(1);
    let around: f64 = corners.iter().zip(next).map(|(a, b)| length([b[0] - a[0], b[1] - a[1]])).sum();
    signed_area(corners).abs() / around.max(1e-6)
}

/// An outline with each corner moved outward, or inward with less than 0, by a distance from both its edges.
pub(super) fn grown(corners: &[Point], by: f64) -> Vec<Point> {
    grown_by(corners, |_| by)
}

/// The same with a distance for each corner.
fn grown_by(corners: &[Point], by: impl Fn(usize) -> f64) -> Vec<Point> {
    let count = corners.len();
    let out = |from: Point, to: Point| {
        let way = [to[0] - from[0], to[1] - from[1]];
        let long = length(way).max(1e-9);
        [way[1] / long, -way[0] / long]
    };
    (0..count)
        .map(|index| {
            let [before, at, after] = [count - 1, 0, 1].map(|step| corners[(index + step) % count]);
            let (one, two) = (out(before, at), out(at, after));
            // Pointed corners would run away.
            let flat = (1.0 + one[0] * two[0] + one[1] * two[1]).max(0.5);
            [0, 1].map(|axis| at[axis] + by(index) * (one[axis] + two[axis]) / flat)
        })
        .collect()
}

fn length([x, y]: Point) -> f64 {
    (x * x + y * y).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Ground is whole where its piece is, but for a fringe, and ends at the fringe's outer edge.
    #[test]
    fn ground_frays_about_its_outline() {
        let angle = vec![[0.0, 0.0], [6.0, 0.0], [6.0, 2.0], [2.0, 2.0], [2.0, 5.0], [0.0, 5.0]];
        let shape = Shape::Polygon(angle.clone());
        for (by, min, max) in [(0.3, -0.43, -0.29), (-0.25, 0.24, 0.36)] {
            for corner in grown(&angle, by) {
                let depth = shape.depth_inside(corner);
                assert!((min..=max).contains(&depth), "{corner:?} by {by}: {depth}");
            }
        }
        let mut ground = GeometryBuilder::default();
        cover(&mut ground, &shape, 0.01, LinearRgba::gray(0.3), SCATTERED);
        assert!(ground.faces().iter().all(|[a, b, c]| (*b - *a).cross(*c - *a).y > 0.0));
    }
}
