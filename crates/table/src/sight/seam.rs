//! Seams: a line along the shared face of two touching prisms is inside neither, yet inside their union.
//!
//! Such a line counts as inside if it stays inside after a tiny shift to any side. A face that bounds only one prism
//! fails this test on one side, so the line only touches it.

use super::line::Segment;
use super::occluders::Occluder;
use crate::plane::{Leg, cross, subtract};
use crate::region::{EDGE_TOLERANCE, Intervals, merge_intervals, subtract_intervals};
use crate::shape::{Point, Shape};

/// Distance by which the line is shifted: more than a line may be off and still touch.
const SEAM_OFFSET_INCHES: f64 = 10.0 * EDGE_TOLERANCE;

impl Segment {
    /// Its parts inside the union of some shifted prisms, if it runs along two or more of them.
    pub(super) fn parts_in_seams(&self, occluders: &[(&Occluder, Point)]) -> Intervals {
        let along = occluders.iter().filter(|(occluder, shift)| self.runs_along(occluder, *shift));
        if along.take(2).count() < 2 {
            return Intervals::new();
        }
        let inside = |line: Segment| {
            let parts = occluders.iter().flat_map(|(occluder, shift)| line.parts_inside(occluder, *shift));
            merge_intervals(parts.collect())
        };
        let [first, others @ ..] = self.neighbours().map(inside);
        others.iter().fold(first, |both, other| subtract_intervals(&both, &subtract_intervals(&both, other)))
    }

    /// Whether it runs along a side, the top or the bottom of a shifted prism.
    pub(super) fn runs_along(&self, occluder: &Occluder, [x, y]: Point) -> bool {
        let is_level = |height: f64| self.heights.iter().all(|end| (end - height).abs() < EDGE_TOLERANCE);
        if is_level(occluder.top) || is_level(occluder.bottom) {
            return true;
        }
        let Shape::Polygon(corners) = &occluder.region.shape else { return false };
        let (vector, length) = (subtract(self.plan.to, self.plan.from), self.plan.length());
        let from = [self.plan.from[0] - x, self.plan.from[1] - y];
        let is_on = |corner: &Point| cross(vector, subtract(*corner, from)).abs() < EDGE_TOLERANCE * length;
        let next = corners.iter().cycle().skip(1);
        corners.iter().zip(next).any(|(corner, next)| is_on(corner) && is_on(next))
    }

    /// The same segment, shifted a little left or right and up or down.
    fn neighbours(&self) -> [Segment; 4] {
        let (vector, length) = (subtract(self.plan.to, self.plan.from), self.plan.length());
        let left = if length > 0.0 { [-vector[1] / length, vector[0] / length] } else { [1.0, 0.0] };
        [[1.0, 1.0], [1.0, -1.0], [-1.0, 1.0], [-1.0, -1.0]].map(|[aside, up]| {
            let shifted = |[x, y]: Point| {
                [x + aside * SEAM_OFFSET_INCHES * left[0], y + aside * SEAM_OFFSET_INCHES * left[1]]
            };
            let plan = Leg { from: shifted(self.plan.from), to: shifted(self.plan.to) };
            let heights = self.heights.map(|height| height + up * SEAM_OFFSET_INCHES);
            Segment { plan, heights, length: self.length }
        })
    }
}
