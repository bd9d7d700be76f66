//! The shadow of a convex prism, straight from its ring: no edge of it is looked for twice.
//!
//! Seen from the eyes a convex ring has one near side and one far side, each a chain of edges from its
//! rightmost corner to its leftmost. Most prisms stand on the ground that the body stands on, and then only one
//! of them bounds the shadow; those that are higher than the body besides hide all between the two corners.

use super::look::Look;
use super::shadow::{NARROW, Shadows};
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
        let sides = [from.max(-half), to.min(half)];
        if sides[1] - sides[0] > NARROW {
            self.push(sides, [low; 2], [high; 2]);
        }
    }

    /// Adds the shadow of the ring, which is convex and told as `1 / share` and where on the body.
    pub(super) fn cast_convex(&mut self, heights: [f64; 2]) {
        let ring = std::mem::take(&mut self.ring);
        let [mut first, mut last] = [0; 2];
        for (nth, corner) in ring.iter().enumerate() {
            first = if corner[1] < ring[first][1] { nth } else { first };
            last = if corner[1] > ring[last][1] { nth } else { last };
        }
        if !ring.is_empty() {
            let [from, to] = [ring[first][1], ring[last][1]];
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
        let [mut at, to] = [from.max(-half), to.min(half)];
        while to - at > NARROW {
            let ends = [(on_near, &mut near), (on_far, &mut far)];
            let ends = ends.map(|(counts, chain)| if counts { chain.end_beyond(at) } else { to });
            let end = ends[0].min(ends[1]).min(to);
            if end <= at {
                return;
            }
            if end - at > NARROW {
                let lines = [0, 1].map(|nth| match bounds[nth] {
                    Bound::Beyond => [[low; 2], [high; 2]][nth],
                    Bound::Near => [at, end].map(|left| heights[nth] * near.at(left)),
                    Bound::Far => [at, end].map(|left| heights[nth] * far.at(left)),
                });
                self.push([at, end], lines[0], lines[1]);
            }
            at = end;
        }
    }
}

impl Chain<'_> {
    fn edge(&self) -> [Point; 2] {
        [self.ring[self.nth], self.ring[(self.nth + self.step) % self.ring.len()]]
    }

    /// Goes on to the edge that reaches beyond a place on the body; where it ends, or that place if none does.
    fn end_beyond(&mut self, left: f64) -> f64 {
        for _ in 0..self.ring.len() {
            let [_, end] = self.edge();
            if end[1] > left {
                return end[1];
            }
            self.nth = (self.nth + self.step) % self.ring.len();
        }
        left
    }

    /// `1 / share` of its edge at a place on the body.
    fn at(&self, left: f64) -> f64 {
        let [from, to] = self.edge();
        let share = ((left - from[1]) / (to[1] - from[1])).clamp(0.0, 1.0);
        from[0] + share * (to[0] - from[0])
    }
}
