//! Seams: where two prisms touch, a line along both is inside neither, and inside what they are together.
//!
//! A line is inside if it would be wherever it were moved aside by less than anything on a table measures. What
//! only one prism bounds it is moved out of on one side, and is touched.

use super::blocks::Occluder;
use super::line::Line;
use crate::table::plane::{Leg, cross, subtract};
use crate::table::region::{EDGE_TOLERANCE, Intervals, merge_intervals, subtract_intervals};
use crate::table::shape::{Point, Shape};

/// So far a line is moved aside: more than what it may be off and still touch, inches.
const ASIDE: f64 = 10.0 * EDGE_TOLERANCE;

impl Line {
    /// The shares of the line inside some prisms, each moved aside, where it runs along two or more of them.
    pub(super) fn parts_in_seams(&self, blocks: &[(&Occluder, Point)]) -> Intervals {
        let along = blocks.iter().filter(|(block, moved)| self.runs_along(block, *moved));
        if along.take(2).count() < 2 {
            return Intervals::new();
        }
        let inside = |line: Line| {
            let parts = blocks.iter().flat_map(|(block, moved)| line.parts_inside(block, *moved));
            merge_intervals(parts.collect())
        };
        let [first, others @ ..] = self.moved_aside().map(inside);
        others.iter().fold(first, |both, other| subtract_intervals(&both, &subtract_intervals(&both, other)))
    }

    /// Whether it runs along a side of a prism that is moved aside, along its top or its bottom.
    pub(super) fn runs_along(&self, block: &Occluder, [x, y]: Point) -> bool {
        let is_level = |height: f64| self.heights.iter().all(|end| (end - height).abs() < EDGE_TOLERANCE);
        if is_level(block.top) || is_level(block.bottom) {
            return true;
        }
        let Shape::Polygon(corners) = &block.region.shape else { return false };
        let (way, length) = (subtract(self.plan.to, self.plan.from), self.plan.length());
        let from = [self.plan.from[0] - x, self.plan.from[1] - y];
        let is_on = |corner: &Point| cross(way, subtract(*corner, from)).abs() < EDGE_TOLERANCE * length;
        let next = corners.iter().cycle().skip(1);
        corners.iter().zip(next).any(|(corner, next)| is_on(corner) && is_on(next))
    }

    /// The same line a little to the left and to the right, a little higher and lower.
    fn moved_aside(&self) -> [Line; 4] {
        let (way, length) = (subtract(self.plan.to, self.plan.from), self.plan.length());
        let left = if length > 0.0 { [-way[1] / length, way[0] / length] } else { [1.0, 0.0] };
        [[1.0, 1.0], [1.0, -1.0], [-1.0, 1.0], [-1.0, -1.0]].map(|[aside, up]| {
            let moved = |[x, y]: Point| [x + aside * ASIDE * left[0], y + aside * ASIDE * left[1]];
            let plan = Leg { from: moved(self.plan.from), to: moved(self.plan.to) };
            Line { plan, heights: self.heights.map(|height| height + up * ASIDE), length: self.length }
        })
    }
}
