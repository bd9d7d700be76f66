//! The shadow of a convex prism, built from the two chains of its footprint.
//!
//! Seen from the eyes, a convex ring has a near chain and a far chain of edges, both from its rightmost corner
//! to its leftmost. Most prisms stand on the same ground as the body; then only one chain bounds the shadow.
//! If such a prism is also taller than the body, it hides the full height between the two corners.

use super::shadow::{MIN_WIDTH_INCHES, Shadows};
use super::view_frame::ViewFrame;
use crate::plane::{fast_max, fast_min};
use crate::shape::Point;

/// Bound of a shadow, below or above.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ShadowBound {
    /// Nothing: the shadow reaches past the body's edge.
    OffBody,
    /// The prism's bottom or top where lines enter it.
    NearChain,
    /// The prism's bottom or top where lines leave it.
    FarChain,
}

/// One chain of a convex ring, from right to left. Corners are projected: `[1 / share, left]`.
struct Chain<'a> {
    ring: &'a [Point],
    index: usize,
    /// To the next corner, modulo the length of the ring.
    step: usize,
}

/// Whether a prism with these heights hides the full height of a body, wherever it stands in front of it.
pub(super) fn hides_full_height(frame: &ViewFrame, heights: [f64; 2]) -> bool {
    bounds(frame, heights) == [ShadowBound::OffBody; 2]
}

/// Lower and upper bound of a prism's shadow, given its bottom and top relative to the eyes. Shadows only grow with distance: a prism that
/// reaches past the body's edge where it stands does so in its shadow too.
fn bounds(frame: &ViewFrame, [bottom, top]: [f64; 2]) -> [ShadowBound; 2] {
    let low = if bottom <= frame.low.min(0.0) {
        ShadowBound::OffBody
    } else if bottom >= 0.0 {
        ShadowBound::FarChain
    } else {
        ShadowBound::NearChain
    };
    let high = if top >= frame.high.max(0.0) {
        ShadowBound::OffBody
    } else if top >= 0.0 {
        ShadowBound::NearChain
    } else {
        ShadowBound::FarChain
    };
    [low, high]
}

impl Shadows {
    /// Adds a shadow that hides the body's full height between two places on it.
    pub(super) fn cast_full_height(&mut self, from: f64, to: f64) {
        let ViewFrame { low, high, half, .. } = self.frame;
        let sides = [fast_max(from, -half), fast_min(to, half)];
        if sides[1] - sides[0] > MIN_WIDTH_INCHES {
            self.push(sides, [low; 2], [high; 2]);
        }
    }

    /// Adds the shadow of `self.ring`, which must be convex and projected.
    pub(super) fn cast_convex(&mut self, heights: [f64; 2]) {
        let ring = std::mem::take(&mut self.ring);
        let (mut first, mut from, mut to) = (0, f64::INFINITY, f64::NEG_INFINITY);
        for (index, corner) in ring.iter().enumerate() {
            if corner[1] < from {
                (first, from) = (index, corner[1]);
            }
            to = fast_max(to, corner[1]);
        }
        if !ring.is_empty() {
            match bounds(&self.frame, heights) {
                [ShadowBound::OffBody, ShadowBound::OffBody] => self.cast_full_height(from, to),
                bounds => self.cast_chains(&ring, first, [from, to], bounds, heights),
            }
        }
        self.ring = ring;
    }

    /// Adds one trapezoid for every stretch between corners of the chains that bound the shadow.
    fn cast_chains(
        &mut self,
        ring: &[Point],
        first: usize,
        [from, to]: [f64; 2],
        bounds: [ShadowBound; 2],
        heights: [f64; 2],
    ) {
        let ViewFrame { low, high, half, .. } = self.frame;
        // Corners run counter-clockwise on the body too, so the far chain leaves the rightmost corner forward.
        let mut near_chain = Chain { ring, index: first, step: ring.len() - 1 };
        let mut far_chain = Chain { ring, index: first, step: 1 };
        let [uses_near, uses_far] =
            [ShadowBound::NearChain, ShadowBound::FarChain].map(|chain| bounds.contains(&chain));
        let [mut at, to] = [fast_max(from, -half), fast_min(to, half)];
        while to - at > MIN_WIDTH_INCHES {
            let mut end = to;
            if uses_near {
                end = fast_min(end, near_chain.end_beyond(at));
            }
            if uses_far {
                end = fast_min(end, far_chain.end_beyond(at));
            }
            if end <= at {
                return;
            }
            if end - at > MIN_WIDTH_INCHES {
                let edge = |bound: ShadowBound, body_edge: f64, height: f64| match bound {
                    ShadowBound::OffBody => [body_edge; 2],
                    ShadowBound::NearChain => near_chain.projected(height, at, end),
                    ShadowBound::FarChain => far_chain.projected(height, at, end),
                };
                let lower = edge(bounds[0], low, heights[0]);
                self.push([at, end], lower, edge(bounds[1], high, heights[1]));
            }
            at = end;
        }
    }
}

impl Chain<'_> {
    fn next(&self) -> usize {
        let next = self.index + self.step;
        if next >= self.ring.len() { next - self.ring.len() } else { next }
    }

    /// Advances to the edge that reaches beyond a place on the body, and returns its end; returns the place itself if
    /// no edge does.
    fn end_beyond(&mut self, left: f64) -> f64 {
        for _ in 0..self.ring.len() {
            let next = self.next();
            let end = self.ring[next][1];
            if end > left {
                return end;
            }
            self.index = next;
        }
        left
    }

    /// The height of the current edge's shadow at two places on the body, if the edge lies `height` above the
    /// eyes.
    fn projected(&self, height: f64, at: f64, end: f64) -> [f64; 2] {
        let [from, to] = [self.ring[self.index], self.ring[self.next()]];
        let [width, rise] = [to[1] - from[1], to[0] - from[0]];
        let project =
            |left: f64| height * (from[0] + fast_max(fast_min((left - from[1]) / width, 1.0), 0.0) * rise);
        [project(at), project(end)]
    }
}
