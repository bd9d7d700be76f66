//! Polygon booleans (union and difference) on a grid of thousandths.
//!
//! On one grid, corners that nearly coincide do coincide, whatever the order of the unions; otherwise
//! hundreds of overlapping polygons would leave countless slivers.

use i_overlay::core::fill_rule::FillRule;
use i_overlay::core::overlay::Overlay;
use i_overlay::core::overlay_rule::OverlayRule;
use i_overlay::i_float::int::point::IntPoint;
use i_overlay::i_shape::int::shape::{IntContour, IntShapes};

use crate::table::plane::{Leg, distance};
use crate::table::shape::Point;

const GRID_PER_INCH: f64 = 1000.0;

/// How many polygons are united at a time: the edges of one meet those of all others, which grows with the
/// square of their number.
const GROUP_SIZE: usize = 2;

/// Corners closer than this to the line between kept ones are dropped, inches: twice the grid.
const FLATNESS_INCHES: f64 = 0.002;

/// Upper bound of corners dropped in a row: each is checked against every new line.
const MAX_RUN: usize = 32;

/// The union of some polygons minus the union of others; the result has outer rings, each with its holes. All
/// input rings run counter-clockwise.
pub(super) fn union_minus(rings: &[Vec<Point>], removed: &[Vec<Point>]) -> Vec<Vec<Vec<Point>>> {
    let of = |rings: &[Vec<Point>]| rings.iter().map(|ring| vec![vec![on_grid(ring)]]).collect();
    let difference = Overlay::with_shapes(&union(of(rings)), &union(of(removed)))
        .overlay(OverlayRule::Difference, FillRule::NonZero);
    let off_grid =
        |ring: IntContour| ring.into_iter().map(|at| [at.x, at.y].map(|x| f64::from(x) / GRID_PER_INCH));
    let polygon = |rings: Vec<IntContour>| rings.into_iter().map(|ring| off_grid(ring).collect()).collect();
    difference.into_iter().map(polygon).collect()
}

fn union(mut figures: Vec<IntShapes>) -> IntShapes {
    while figures.len() > 1 {
        let union = |some: &[IntShapes]| {
            Overlay::with_shapes(&some.concat(), &[]).overlay(OverlayRule::Subject, FillRule::NonZero)
        };
        figures = figures.chunks(GROUP_SIZE).map(union).collect();
    }
    figures.pop().unwrap_or_default()
}

/// A ring without its nearly collinear corners: rays that end along one edge produce many.
fn simplified(ring: &[Point]) -> Vec<Point> {
    let mut kept: Vec<Point> = Vec::with_capacity(ring.len());
    let mut dropped: Vec<Point> = Vec::new();
    let mut last: Option<Point> = None;
    for &corner in ring {
        let (Some(&from), Some(previous)) = (kept.last(), last) else {
            (kept, last) = (vec![corner], Some(corner));
            continue;
        };
        dropped.push(previous);
        let line = Leg { from, to: corner };
        let is_flat = |at: &Point| distance(line.nearest_to(*at), *at) <= FLATNESS_INCHES;
        if dropped.len() > MAX_RUN || !dropped.iter().all(is_flat) {
            kept.push(previous);
            dropped.clear();
        }
        last = Some(corner);
    }
    kept.extend(last.filter(|last| kept.last() != Some(last)));
    kept
}

fn on_grid(ring: &[Point]) -> IntContour {
    let ring = simplified(ring);
    ring.iter()
        .map(|at| at.map(|x| (x * GRID_PER_INCH).round() as i32))
        .map(|[x, y]| IntPoint::new(x, y))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nearly_collinear_corners_are_dropped() {
        let square = [[0.0, 0.0], [4.0, 0.0], [4.0, 4.0], [0.0, 4.0]];
        for (ring, expected, reason) in [
            (square.to_vec(), square.to_vec(), "a square"),
            (
                vec![[0.0, 0.0], [1.0, 0.0002], [2.0, -0.0002], [4.0, 0.0], [4.0, 4.0], [0.0, 4.0]],
                square.to_vec(),
                "with corners on an edge, to within twice the grid",
            ),
            (
                vec![[0.0, 0.0], [2.0, 0.003], [4.0, 0.0]],
                vec![[0.0, 0.0], [2.0, 0.003], [4.0, 0.0]],
                "a corner off the line",
            ),
            (
                vec![[0.0, 0.0], [4.0, 0.0], [2.0, 0.0], [2.0, 3.0]],
                vec![[0.0, 0.0], [4.0, 0.0], [2.0, 0.0], [2.0, 3.0]],
                "an edge that folds back",
            ),
        ] {
            assert_eq!(simplified(&ring), expected, "{reason}");
        }
    }
}
