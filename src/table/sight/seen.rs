//! Prisms as one pair of eyes sees them that looks at many bodies: what of them is the same for all bodies is
//! found once.

use super::blocks::Block;
use super::convex::is_curtain;
use super::look::{Look, NEAR};
use super::shadow::Shadows;
use super::tree::{Boxed, Visit};
use crate::table::plane::{cross, dot, subtract};
use crate::table::shape::{Point, Shape};
use crate::table::sight::Viewed;

/// A prism as a pair of eyes sees it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Seen {
    /// Its outermost corners on the right and on the left, from the eyes; `None` where it is round or the eyes
    /// are amid it.
    pub(super) ends: Option<[Point; 2]>,
    /// From the eyes to its farthest corner.
    farthest: f64,
    /// Its bottom and top over the eyes.
    heights: [f64; 2],
}

impl Seen {
    /// From the eyes of a model.
    pub(super) fn new(from: &Viewed, block: &Block) -> Self {
        let eye = from.foot.ground();
        let eyes = from.foot.z.inches() + from.eyes.inches();
        let heights = [block.bottom - eyes, block.top - eyes];
        let none = Self { ends: None, farthest: f64::INFINITY, heights };
        let Shape::Polygon(corners) = &block.region.shape else { return none };
        // A prism the eyes are in, or on the edge of, may have to be moved aside.
        if block.region.is_near([eye; 2], 0.0) {
            return none;
        }
        let Some(ends) = ends_of(corners, eye) else { return none };
        let far = corners.iter().map(|corner| subtract(*corner, eye)).map(|way| dot(way, way));
        Self { ends: Some(ends), farthest: far.fold(0.0, f64::max).sqrt(), heights }
    }

    /// Whether it has surely no part in a look of these eyes.
    pub(super) fn is_missed_by(&self, look: &Look) -> bool {
        let Look { distance, half, low, high, .. } = *look;
        let [bottom, top] = self.heights;
        // Lines run from the eyes, at 0; what is under them seems the lower the nearer it is.
        if top <= low.min(0.0) || bottom >= high.max(0.0) || (top < 0.0 && top * distance <= low * self.farthest)
        {
            return true;
        }
        let Some(ends) = self.ends else { return false };
        // It lies within less than half a turn from its right end to its left one.
        let [[right_ahead, right], [left_ahead, left]] = ends.map(|end| look.turned(end));
        let beyond_left = right_ahead > 0.0 && right * distance >= half * right_ahead;
        let beyond_right = left_ahead > 0.0 && left * distance <= -half * left_ahead;
        beyond_left || beyond_right || (right_ahead <= 0.0 && left_ahead <= 0.0)
    }
}

/// The outermost of a ring's corners on its right and its left, from the eyes; `None` where these are amid them.
pub(super) fn ends_of(corners: &[Point], eye: Point) -> Option<[Point; 2]> {
    let corners = || corners.iter().map(|corner| subtract(*corner, eye));
    let first = corners().next()?;
    let right = corners().fold(first, |a, b| if cross(a, b) < 0.0 { b } else { a });
    let left = corners().fold(first, |a, b| if cross(a, b) > 0.0 { b } else { a });
    let outside = corners().all(|at| cross(right, at) >= 0.0 && cross(left, at) <= 0.0);
    (outside && cross(right, left) > 0.0).then_some([right, left])
}

impl Shadows {
    /// Adds the shadow of a solid prism that is not missed, until all is hidden.
    pub(super) fn cast_seen(&mut self, seen: &Seen, block: &Block, touch: f64) -> Visit {
        let look = self.look;
        // All of it is before the body: between its ends it hides what it is high enough to hide.
        if let Some([right, left]) = seen.ends
            && seen.farthest < look.distance * (1.0 - NEAR)
            && is_curtain(&look, seen.heights)
        {
            let [right, left] = [right, left].map(|end| look.turned(end));
            let nearest = look.distance * NEAR;
            if right[0] > nearest && left[0] > nearest {
                self.begin(block);
                let [right, left] = [right, left].map(|[ahead, left]| left * look.distance / ahead);
                self.cast_curtain(right, left);
                return self.visit();
            }
        }
        if seen.ends.is_some() || look.reaches(&block.room()) {
            self.cast(block, look.clearing(block, touch));
        }
        self.visit()
    }
}
