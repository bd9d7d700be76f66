//! Unions of rings of corners, in whole thousandths.
//!
//! On one grid what nearly coincides coincides, whatever is united first; figures that lie
//! upon each other by the hundred would else leave slivers without end.

use i_overlay::core::fill_rule::FillRule;
use i_overlay::core::overlay::{IntOverlayOptions, Overlay};
use i_overlay::core::overlay_rule::OverlayRule;
use i_overlay::core::solver::Solver;
use i_overlay::i_float::int::point::IntPoint;
use i_overlay::i_shape::int::shape::{IntContour, IntShape, IntShapes};

use crate::table::plane::{Leg, distance};
use crate::table::shape::Point;

/// Thousandths of an inch.
const GRID: f64 = 1000.0;

/// How many figures are united at a time: what each edge of one meets of all others grows with
/// the square of their number.
const TOGETHER: usize = 4;

/// Corners nearer than this to the line between those kept are left out, inches: half of the grid.
const FLATNESS_INCHES: f64 = 0.0005;

/// How many corners in a row are left out at most: each is held against every new line.
const MAX_RUN: usize = 32;

/// The union of some rings, without others, as polygons: an outer ring of corners and its holes.
/// All rings run counter-clockwise.
pub(super) fn united_without(rings: &[Vec<Point>], taken: &[Vec<Point>]) -> Vec<Vec<Vec<Point>>> {
    let of = |rings: &[Vec<Point>]| rings.iter().map(|ring| vec![vec![on_grid(ring)]]).collect();
    let left =
        overlay(&united(of(rings)), &united(of(taken))).overlay(OverlayRule::Difference, FillRule::NonZero);
    let off_grid = |ring: IntContour| ring.into_iter().map(|at| [at.x, at.y].map(|x| f64::from(x) / GRID));
    let polygon = |rings: Vec<IntContour>| rings.into_iter().map(|ring| off_grid(ring).collect()).collect();
    left.into_iter().map(polygon).collect()
}

fn united(mut figures: Vec<IntShapes>) -> IntShapes {
    while figures.len() > 1 {
        let union = |some: &[IntShapes]| {
            overlay(&some.concat(), &[]).overlay(OverlayRule::Subject, FillRule::NonZero)
        };
        figures = figures.chunks(TOGETHER).map(union).collect();
    }
    figures.pop().unwrap_or_default()
}

fn overlay(figures: &[IntShape], others: &[IntShape]) -> Overlay {
    Overlay::with_shapes_options(figures, others, IntOverlayOptions::default(), Solver::FRAG)
}

/// A ring without the corners on straight stretches of it: rays that end along one edge leave many.
fn simplified(ring: &[Point]) -> Vec<Point> {
    let mut kept: Vec<Point> = Vec::with_capacity(ring.len());
    let mut left_out: Vec<Point> = Vec::new();
    let mut last: Option<Point> = None;
    for &corner in ring {
        let (Some(&from), Some(before)) = (kept.last(), last) else {
            (kept, last) = (vec![corner], Some(corner));
            continue;
        };
        left_out.push(before);
        let line = Leg { from, to: corner };
        let is_flat = |at: &Point| distance(line.nearest_to(*at), *at) <= FLATNESS_INCHES;
        if left_out.len() > MAX_RUN || !left_out.iter().all(is_flat) {
            kept.push(before);
            left_out.clear();
        }
        last = Some(corner);
    }
    kept.extend(last.filter(|last| kept.last() != Some(last)));
    kept
}

fn on_grid(ring: &[Point]) -> IntContour {
    let ring = simplified(ring);
    ring.iter().map(|at| at.map(|x| (x * GRID).round() as i32)).map(|[x, y]| IntPoint::new(x, y)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn corners_on_straight_stretches_are_left_out() {
        let square = [[0.0, 0.0], [4.0, 0.0], [4.0, 4.0], [0.0, 4.0]];
        for (ring, expected, reason) in [
            (square.to_vec(), square.to_vec(), "a square"),
            (
                vec![[0.0, 0.0], [1.0, 0.0004], [2.0, -0.0004], [4.0, 0.0], [4.0, 4.0], [0.0, 4.0]],
                square.to_vec(),
                "with corners on an edge, but for less than the grid",
            ),
            (
                vec![[0.0, 0.0], [2.0, 0.001], [4.0, 0.0]],
                vec![[0.0, 0.0], [2.0, 0.001], [4.0, 0.0]],
                "a corner beside the line",
            ),
            (
                vec![[0.0, 0.0], [4.0, 0.0], [2.0, 0.0], [2.0, 3.0]],
                vec![[0.0, 0.0], [4.0, 0.0], [2.0, 0.0], [2.0, 3.0]],
                "one that turns back on itself",
            ),
        ] {
            assert_eq!(simplified(&ring), expected, "{reason}");
        }
    }
}
