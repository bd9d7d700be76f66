//! Prisms as one pair of eyes sees them that looks at many bodies: what of them is the same for all bodies is
//! found once.

use super::blocks::Occluder;
use super::convex::is_curtain;
use super::look::{Figure, Look, NEAR};
use super::shadow::Shadows;
use super::tree::{Bounded, Visit};
use crate::table::plane::{cross, distance, dot, fast_max, subtract};
use crate::table::region::EDGE_TOLERANCE;
use crate::table::shape::{Point, Shape};
use crate::table::sight::SightBody;

/// A prism as a pair of eyes sees it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Seen {
    /// Its outermost points on the right and on the left, from the eyes; `None` where the eyes are amid it.
    pub(super) ends: Option<[Point; 2]>,
    /// From the eyes to its farthest corner.
    pub(super) farthest: f64,
    /// From the eyes to the nearest point of its edge; 0 where that is not asked.
    nearest: f64,
    /// Its bottom and top over the eyes.
    pub(super) heights: [f64; 2],
    /// Whether it reaches from under the looking model's foot to over its top.
    is_as_high: bool,
}

impl Seen {
    /// From the eyes of a model.
    pub(super) fn new(from: &SightBody, block: &Occluder) -> Self {
        let eye = from.foot.ground();
        let eyes = from.foot.z.inches() + from.eyes.inches();
        let heights = [block.bottom - eyes, block.top - eyes];
        let model = Figure::new(from);
        let is_as_high =
            block.bottom <= model.foot && block.top >= fast_max(model.foot + model.height, model.eyes);
        let none = Self { ends: None, farthest: f64::INFINITY, nearest: 0.0, heights, is_as_high };
        // A prism the eyes are in, or on the edge of, may have to be moved aside.
        if block.region.is_near([eye; 2], 0.0) {
            return none;
        }
        let far = |point: Point| distance(point, eye);
        match &block.region.shape {
            Shape::Circle { centre, radius } => {
                let [nearest, farthest] = [far(*centre) - radius, far(*centre) + radius];
                Self { ends: Some(tangents(subtract(*centre, eye), *radius)), farthest, nearest, ..none }
            }
            Shape::Polygon(corners) => ends_of(corners, eye).map_or(none, |ends| {
                let farthest = corners.iter().map(|corner| far(*corner)).fold(0.0, f64::max);
                let edges = block.region.shape.edges().map(|edge| far(edge.nearest_to(eye)));
                Self { ends: Some(ends), farthest, nearest: edges.fold(f64::INFINITY, f64::min), ..none }
            }),
        }
    }

    /// From where to where a convex one surely hides the model whose eyes these are, from a body's eyes so high
    /// over them: inches left of the model's middle line, as it looks. A straight line between the prism's ends crosses
    /// all lines there.
    pub(super) fn hides_back(&self, look: &Look, eyes: f64) -> Option<[f64; 2]> {
        let [bottom, top] = self.heights;
        let crosses = self.is_as_high && bottom <= eyes && top >= eyes && self.farthest < look.distance;
        let [right, left] = self.ends.filter(|_| crosses)?.map(|end| look.turned(end));
        (right[0] > 0.0 && left[0] > 0.0).then(|| [right, left].map(|end| look.onto_model(end)))
    }

    /// Whether the line to the body's middle may run over or under it, or along its side.
    pub(super) fn meets_middle(&self, look: &Look) -> bool {
        self.ends.is_none_or(|[right, left]| {
            look.turned(right)[1] <= EDGE_TOLERANCE && look.turned(left)[1] >= -EDGE_TOLERANCE
        })
    }

    /// Whether it has surely no part in a look of these eyes.
    pub(super) fn is_missed_by(&self, look: &Look) -> bool {
        let Look { distance, half, low, high, .. } = *look;
        let [bottom, top] = self.heights;
        // Lines run from the eyes, at 0; what is under them seems the lower the nearer it is.
        if top <= low.min(0.0)
            || bottom >= high.max(0.0)
            || (top < 0.0 && top * distance <= low * self.farthest)
        {
            return true;
        }
        let Some(ends) = self.ends else { return false };
        // No line to the body is longer.
        if self.nearest * self.nearest >= distance * distance + half * half {
            return true;
        }
        // It lies within less than half a turn from its right end to its left one.
        let [right_ahead, right] = look.turned(ends[0]);
        if right_ahead > 0.0 && right * distance >= half * right_ahead {
            return true;
        }
        let [left_ahead, left] = look.turned(ends[1]);
        if left_ahead > 0.0 { left * distance <= -half * left_ahead } else { right_ahead <= 0.0 }
    }
}

/// Where the tangents of a circle from the eyes touch it, right and left; they are outside.
fn tangents(centre: Point, radius: f64) -> [Point; 2] {
    let squared = dot(centre, centre);
    let root = (squared - radius * radius).max(0.0).sqrt();
    let [along, aside] = [root * root / squared, root * radius / squared];
    let [x, y] = centre;
    [[x * along + y * aside, y * along - x * aside], [x * along - y * aside, y * along + x * aside]]
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
    pub(super) fn cast_seen(&mut self, seen: &Seen, block: &Occluder, touch: f64) -> Visit {
        let look = self.look;
        match seen.ends {
            // All of it is before the body.
            Some([right, left]) if seen.farthest < look.distance * (1.0 - NEAR) => {
                let (right, left) = (look.turned(right), look.turned(left));
                let nearest = look.distance * NEAR;
                let is_ahead = right[0] > nearest && left[0] > nearest;
                if is_ahead && is_curtain(&look, seen.heights) {
                    self.begin(block);
                    self.cast_curtain(look.onto_body(right)[1], look.onto_body(left)[1]);
                } else {
                    match &block.region.shape {
                        Shape::Polygon(corners) if is_ahead && block.is_convex => {
                            self.cast_whole(block, corners)
                        }
                        _ => self.cast(block, [0.0; 2]),
                    }
                }
            }
            Some(_) => self.cast(block, look.clearing(block, touch)),
            None if look.reaches(&block.room()) => self.cast(block, look.clearing(block, touch)),
            None => {}
        }
        self.visit()
    }

    /// The same for eyes that look back at the model whose eyes saw the prism.
    pub(super) fn cast_back(&mut self, seen: &Seen, block: &Occluder, touch: f64) -> Visit {
        let look = self.look;
        match &block.region.shape {
            Shape::Polygon(corners) if block.is_convex && seen.farthest < look.distance * (1.0 - NEAR) => {
                self.cast_whole(block, corners)
            }
            _ => self.cast(block, look.clearing(block, touch)),
        }
        self.visit()
    }
}
