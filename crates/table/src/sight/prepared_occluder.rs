//! Occluders prepared for one pair of eyes that looks at many bodies: what does not depend on the body is computed
//! once.

use std::ops::ControlFlow;

use super::bvh::Bounded;
use super::convex::hides_full_height;
use super::occluders::Occluder;
use super::shadow::Shadows;
use super::view_frame::{BodyInches, END_MARGIN, ViewFrame};
use crate::plane::{cross, distance, dot, fast_max, subtract};
use crate::region::EDGE_TOLERANCE;
use crate::shape::{Point, Shape};
use crate::sight::SightBody;

/// An occluder relative to one pair of eyes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct PreparedOccluder {
    /// Its rightmost and leftmost point, from the eyes; `None` if it surrounds them.
    pub(super) silhouette: Option<[Point; 2]>,
    /// From the eyes to its farthest corner.
    pub(super) farthest: f64,
    /// From the eyes to the nearest point of its edge; 0 where unknown.
    nearest: f64,
    /// Its bottom and top relative to the eyes.
    pub(super) heights: [f64; 2],
    /// Whether it covers the observer's full height, from foot to top.
    covers_observer: bool,
}

impl PreparedOccluder {
    /// Prepares an occluder for the eyes of a model.
    pub(super) fn new(from: &SightBody, occluder: &Occluder) -> Self {
        let eye = from.foot.ground();
        let observer = BodyInches::new(from);
        let heights = [occluder.bottom - observer.eyes, occluder.top - observer.eyes];
        let covers_observer = occluder.bottom <= observer.foot
            && occluder.top >= fast_max(observer.foot + observer.height, observer.eyes);
        let unknown =
            Self { silhouette: None, farthest: f64::INFINITY, nearest: 0.0, heights, covers_observer };
        // One that contains the eyes, or has them on its edge, may have to be shifted.
        if occluder.region.is_near([eye; 2], 0.0) {
            return unknown;
        }
        let from_eye = |point: Point| distance(point, eye);
        match &occluder.region.shape {
            Shape::Circle { centre, radius } => {
                let [nearest, farthest] = [from_eye(*centre) - radius, from_eye(*centre) + radius];
                let silhouette = Some(tangents(subtract(*centre, eye), *radius));
                Self { silhouette, farthest, nearest, ..unknown }
            }
            Shape::Polygon(corners) => silhouette_of(corners, eye).map_or(unknown, |silhouette| {
                let farthest = corners.iter().map(|corner| from_eye(*corner)).fold(0.0, f64::max);
                let edges = occluder.region.shape.edges().map(|edge| from_eye(edge.nearest_to(eye)));
                let nearest = edges.fold(f64::INFINITY, f64::min);
                Self { silhouette: Some(silhouette), farthest, nearest, ..unknown }
            }),
        }
    }

    /// The interval in which a convex occluder surely hides the observer from the body's eyes, which are `eyes` above
    /// the observer's: inches left of the observer's centre line in its own view. All lines in it cross the straight
    /// line between the ends of the silhouette.
    pub(super) fn hidden_part_of_observer(&self, frame: &ViewFrame, eyes: f64) -> Option<[f64; 2]> {
        let [bottom, top] = self.heights;
        let crosses = self.covers_observer && bottom <= eyes && top >= eyes && self.farthest < frame.distance;
        let [right, left] = self.silhouette.filter(|_| crosses)?.map(|end| frame.rotate(end));
        (right[0] > 0.0 && left[0] > 0.0).then(|| [right, left].map(|end| frame.project_onto_observer(end)))
    }

    /// Whether the line to the body's middle may pass over or under it, or along its side.
    pub(super) fn meets_middle(&self, frame: &ViewFrame) -> bool {
        self.silhouette.is_none_or(|[right, left]| {
            frame.rotate(right)[1] <= EDGE_TOLERANCE && frame.rotate(left)[1] >= -EDGE_TOLERANCE
        })
    }

    /// Whether no line of a view from these eyes meets it.
    pub(super) fn is_surely_missed_by(&self, frame: &ViewFrame) -> bool {
        let ViewFrame { distance, half, low, high, .. } = *frame;
        let [bottom, top] = self.heights;
        // Lines start at the eyes, at height 0; what is below them looks lower the nearer it is.
        if top <= low.min(0.0)
            || bottom >= high.max(0.0)
            || (top < 0.0 && top * distance <= low * self.farthest)
        {
            return true;
        }
        let Some([right_end, left_end]) = self.silhouette else { return false };
        // No line to the body is longer than the one to its corner.
        if self.nearest * self.nearest >= distance * distance + half * half {
            return true;
        }
        // Seen from the eyes, it spans less than half a turn from its right end to its left.
        let [right_ahead, right] = frame.rotate(right_end);
        if right_ahead > 0.0 && right * distance >= half * right_ahead {
            return true;
        }
        let [left_ahead, left] = frame.rotate(left_end);
        if left_ahead > 0.0 { left * distance <= -half * left_ahead } else { right_ahead <= 0.0 }
    }
}

/// The points at which the tangents from the eyes, which are outside, touch a circle: right and left.
fn tangents(centre: Point, radius: f64) -> [Point; 2] {
    let squared = dot(centre, centre);
    let root = (squared - radius * radius).max(0.0).sqrt();
    let [along, aside] = [root * root / squared, root * radius / squared];
    let [x, y] = centre;
    [[x * along + y * aside, y * along - x * aside], [x * along - y * aside, y * along + x * aside]]
}

/// The rightmost and leftmost corner of a ring, from the eyes; `None` if it surrounds them.
pub(super) fn silhouette_of(corners: &[Point], eye: Point) -> Option<[Point; 2]> {
    let corners = || corners.iter().map(|corner| subtract(*corner, eye));
    let first = corners().next()?;
    let right = corners().fold(first, |a, b| if cross(a, b) < 0.0 { b } else { a });
    let left = corners().fold(first, |a, b| if cross(a, b) > 0.0 { b } else { a });
    let is_outside = corners().all(|at| cross(right, at) >= 0.0 && cross(left, at) <= 0.0);
    (is_outside && cross(right, left) > 0.0).then_some([right, left])
}

impl Shadows {
    /// Adds the shadow of a solid prepared occluder; breaks once all is hidden.
    pub(super) fn cast_prepared(
        &mut self,
        prepared: &PreparedOccluder,
        occluder: &Occluder,
        touch: f64,
    ) -> ControlFlow<()> {
        let frame = self.frame;
        match prepared.silhouette {
            // All of it is before the body.
            Some([right, left]) if prepared.farthest < frame.distance * (1.0 - END_MARGIN) => {
                let (right, left) = (frame.rotate(right), frame.rotate(left));
                let nearest = frame.distance * END_MARGIN;
                let is_ahead = right[0] > nearest && left[0] > nearest;
                if is_ahead && hides_full_height(&frame, prepared.heights) {
                    self.begin_piece(occluder);
                    let [right, left] = [right, left].map(|end| frame.project_onto_body(end)[1]);
                    self.cast_full_height(right, left);
                } else {
                    match &occluder.region.shape {
                        Shape::Polygon(corners) if is_ahead && occluder.is_convex => {
                            self.cast_unshifted(occluder, corners)
                        }
                        _ => self.cast(occluder, [0.0; 2]),
                    }
                }
            }
            Some(_) => self.cast(occluder, frame.clearance_shift(occluder, touch)),
            None if frame.may_meet(&occluder.aabb()) => {
                self.cast(occluder, frame.clearance_shift(occluder, touch))
            }
            None => {}
        }
        self.flow()
    }

    /// The same for the reverse view: from the body back at the observer for whose eyes the occluder was prepared.
    pub(super) fn cast_reverse(
        &mut self,
        prepared: &PreparedOccluder,
        occluder: &Occluder,
        touch: f64,
    ) -> ControlFlow<()> {
        let frame = self.frame;
        match &occluder.region.shape {
            Shape::Polygon(corners)
                if occluder.is_convex && prepared.farthest < frame.distance * (1.0 - END_MARGIN) =>
            {
                self.cast_unshifted(occluder, corners)
            }
            _ => self.cast(occluder, frame.clearance_shift(occluder, touch)),
        }
        self.flow()
    }
}
