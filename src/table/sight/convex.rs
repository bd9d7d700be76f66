//! The shadow of a convex prism, straight from its ring: no edge of it is looked for twice.
//!
//! Seen from the eyes a convex ring has one near side and one far side, each a chain of edges from its
//! rightmost corner to its leftmost. Most prisms stand on the ground that the body stands on, and then only one
//! of them bounds the shadow; those that are higher than the body besides hide all between the two corners.

use super::look::Look;
use super::shadow::{NARROW, Shadows};
use crate::table::plane::{fast_max, fast_min};
use crate::table::shape::Point;

/// What bounds a shadow below or above.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Bound {
    /// It reaches beyond the body.
    Beyond,
    /// The prism's bottom or top, where lines enter it.
    Near,
    /// The same where they leave it.
    Far,
}

/// One side of a convex ring, from right to left. Points are `1 / share` and where on the body.
struct Chain<'a> {
    ring: &'a [Point],
    nth: usize,
    /// To the next corner.
    step: usize,
}

/// Whether a prism between two heights hides a body from top to bottom wherever it is before it.
pub(super) fn is_curtain(look: &Look, heights: [f64; 2]) -> bool {
    bounds(look, heights) == [Bound::Beyond; 2]
}

/// What bounds the shadow of a prism below and above, its bottom and top told over the eyes. Shadows only
/// grow with distance: what reaches beyond the body where it stands does so in its shadow.
fn bounds(look: &Look, [bottom, top]: [f64; 2]) -> [Bound; 2] {
    let low = if bottom <= look.low.min(0.0) {
        Bound::Beyond
    } else if bottom >= 0.0 {
        Bound::Far
    } else {
        Bound::Near
    };
    let high = if top >= look.high.max(0.0) {
        Bound::Beyond
    } else if top >= 0.0 {
        Bound::Near
    } else {
        Bound::Far
    };
    [low, high]
}

impl Shadows {
    /// Adds the shadow of a prism that hides all of the body's height between two places on it.
    pub(super) fn cast_curtain(&mut self, from: f64, to: f64) {
        let Look { low, high, half, .. } = self.look;
        let sides = [fast_max(from, -half), fast_min(to, half)];
        if sides[1] - sides[0] > NARROW {
            self.push(sides, [low; 2], [high; 2]);
        }
    }

    /// Adds the shadow of the ring, which is convex and told as `1 / share` and where on the body.
    pub(super) fn cast_convex(&mut self, heights: [f64; 2]) {
        let ring = std::mem::take(&mut self.ring);
        let (mut first, mut from, mut to) = (0, f64::INFINITY, f64::NEG_INFINITY);
        for (nth, corner) in ring.iter().enumerate() {
            if corner[1] < from {
                (first, from) = (nth, corner[1]);
            }
            to = fast_max(to, corner[1]);
        }
        if !ring.is_empty() {
            match bounds(&self.look, heights) {
                [Bound::Beyond, Bound::Beyond] => self.cast_curtain(from, to),
                bounds => self.cast_chains(&ring, first, [from, to], bounds, heights),
            }
        }
        self.ring = ring;
    }

    /// The same, strip by strip between corners of those chains that bound it.
    fn cast_chains(
        &mut self,
        ring: &[Point],
        first: usize,
        [from, to]: [f64; 2],
        bounds: [Bound; 2],
        heights: [f64; 2],
    ) {
        let Look { low, high, half, .. } = self.look;
        // Corners run counter-clockwise, on the body too: from the rightmost on along the far side.
        let mut near = Chain { ring, nth: first, step: ring.len() - 1 };
        let mut far = Chain { ring, nth: first, step: 1 };
        let [on_near, on_far] = [Bound::Near, Bound::Far].map(|side| bounds.contains(&side));
        let [mut at, to] = [fast_max(from, -half), fast_min(to, half)];
        while to - at > NARROW {
            let mut end = to;
            if on_near {
                end = fast_min(end, near.end_beyond(at));
            }
            if on_far {
                end = fast_min(end, far.end_beyond(at));
            }
            if end <= at {
                return;
            }
            if end - at > NARROW {
                let line = |bound: Bound, beyond: f64, height: f64| match bound {
                    Bound::Beyond => [beyond; 2],
                    Bound::Near => near.line(height, at, end),
                    Bound::Far => far.line(height, at, end),
                };
                let lower = line(bounds[0], low, heights[0]);
                self.push([at, end], lower, line(bounds[1], high, heights[1]));
            }
            at = end;
        }
    }
}

impl Chain<'_> {
    fn next(&self) -> usize {
        let next = self.nth + self.step;
        if next >= self.ring.len() { next - self.ring.len() } else { next }
    }

    /// Goes on to the edge that reaches beyond a place on the body; where it ends, or that place if none does.
    fn end_beyond(&mut self, left: f64) -> f64 {
        for _ in 0..self.ring.len() {
            let next = self.next();
            let end = self.ring[next][1];
            if end > left {
                return end;
            }
            self.nth = next;
        }
        left
    }

    /// How high something on its edge seems that is so high, between two places on the body.
    fn line(&self, height: f64, at: f64, end: f64) -> [f64; 2] {
        let [from, to] = [self.ring[self.nth], self.ring[self.next()]];
        let [width, rise] = [to[1] - from[1], to[0] - from[0]];
        let seems =
            |left: f64| height * (from[0] + fast_max(fast_min((left - from[1]) / width, 1.0), 0.0) * rise);
        [seems(at), seems(end)]
    }
}
