//! The view frame: coordinates centred on the observer's eyes, with one axis toward the body.

use super::SightBody;
use super::bvh::Aabb;
use super::occluders::Occluder;
use crate::plane::{Leg, cross, distance, dot, subtract};
use crate::shape::{Point, Shape};

/// The frame of one pair of eyes and one body. Its axes start at the eyes: *ahead* (level, toward the
/// body), *left* and *up*. The body is the rectangle `distance` ahead that extends `half` to either side.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct ViewFrame {
    eye: Point,
    eye_height: f64,
    body: Point,
    pub(super) ahead: Point,
    /// Over the table, from the eyes to the body; never 0.
    pub(super) distance: f64,
    /// Half the body's width.
    pub(super) half: f64,
    /// The body's foot, relative to the eyes.
    pub(super) low: f64,
    /// The body's top, relative to the eyes.
    pub(super) high: f64,
}

/// Share of the distance, near the eyes and near the body, that does not count as between them: far less than the thousandths in which
/// places are stored, far more than their rounding.
pub(super) const END_MARGIN: f64 = 1e-8;

/// Eyes straight above a body are moved aside by this much: the least that can be stored.
const MIN_OFFSET_INCHES: f64 = 0.001;

/// A [`SightBody`] in floating-point inches.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct BodyInches {
    pub(super) at: Point,
    /// Heights above the table.
    pub(super) foot: f64,
    pub(super) eyes: f64,
    /// From its foot to its top.
    pub(super) height: f64,
    pub(super) radius: f64,
}

impl BodyInches {
    pub(super) fn new(model: &SightBody) -> Self {
        let foot = model.foot.z.inches();
        let (eyes, height) = (foot + model.eyes.inches(), model.height.inches());
        Self { at: model.foot.ground(), foot, eyes, height, radius: model.radius }
    }
}

impl ViewFrame {
    pub(super) fn new(from: &SightBody, to: &SightBody) -> Self {
        Self::between(&BodyInches::new(from), &BodyInches::new(to))
    }

    pub(super) fn between(from: &BodyInches, to: &BodyInches) -> Self {
        let [body, mut eye] = [to.at, from.at];
        if eye == body {
            eye[0] -= MIN_OFFSET_INCHES;
        }
        let toward = subtract(body, eye);
        let distance = dot(toward, toward).sqrt();
        let low = to.foot - from.eyes;
        Self {
            eye,
            eye_height: from.eyes,
            body,
            ahead: [toward[0] / distance, toward[1] / distance],
            distance,
            half: to.radius.max(MIN_OFFSET_INCHES),
            low,
            high: low + to.height.max(MIN_OFFSET_INCHES),
        }
    }

    /// A point over the table in the frame's coordinates: ahead, left.
    pub(super) fn frame_point(&self, point: Point) -> Point {
        self.rotate(subtract(point, self.eye))
    }

    /// A vector from the eyes in the frame's coordinates: ahead, left.
    pub(super) fn rotate(&self, vector: Point) -> Point {
        [dot(vector, self.ahead), cross(self.ahead, vector)]
    }

    /// The body seen from above, from its right end to its left.
    pub(super) fn body_over_table(&self) -> Leg {
        let [x, y] = self.ahead;
        let end = |left: f64| [self.body[0] - left * y, self.body[1] + left * x];
        Leg { from: end(-self.half), to: end(self.half) }
    }

    /// Projects a point of the frame onto the body's plane: `[1 / share, left]`, where the point lies at that
    /// `share` of the line from the eyes to the place `left` on the body.
    pub(super) fn project_onto_body(&self, [ahead, left]: Point) -> Point {
        let inverse = self.distance / ahead;
        [inverse, left * inverse]
    }

    /// Projects a point of the frame that lies before the body, from the body's middle onto the upright plane
    /// through the eyes: how far left.
    pub(super) fn project_onto_observer(&self, [ahead, left]: Point) -> f64 {
        left * self.distance / (self.distance - ahead)
    }

    /// Bottom and top of an occluder, relative to the eyes.
    pub(super) fn heights(&self, occluder: &Occluder) -> [f64; 2] {
        [occluder.bottom - self.eye_height, occluder.top - self.eye_height]
    }

    /// Whether a box may reach between the eyes and the body.
    pub(super) fn may_meet(&self, aabb: &Aabb) -> bool {
        let [low, high] = aabb.bounds;
        let middle = self.frame_point([(low[0] + high[0]) / 2.0, (low[1] + high[1]) / 2.0]);
        let size = [(high[0] - low[0]) / 2.0, (high[1] - low[1]) / 2.0];
        let [x, y] = [self.ahead[0].abs(), self.ahead[1].abs()];
        let reach = [size[0] * x + size[1] * y, size[0] * y + size[1] * x];
        let [nearest, farthest] = [middle[0] - reach[0], middle[0] + reach[0]];
        if farthest < 0.0 || nearest > self.distance {
            return false;
        }
        let share = |ahead: f64| (ahead / self.distance).clamp(0.0, 1.0);
        let [first, last] = [share(nearest), share(farthest)];
        if middle[1].abs() - reach[1] > self.half * last {
            return false;
        }
        let lowest = self.low * if self.low < 0.0 { last } else { first };
        let highest = self.high * if self.high < 0.0 { first } else { last };
        aabb.top - self.eye_height >= lowest && aabb.bottom - self.eye_height <= highest
    }

    /// Shift of an occluder that leaves neither the eyes nor the body's middle inside it, if they lie inside by no more than `touch`; zero
    /// otherwise.
    ///
    /// Rule: BAS-10.
    pub(super) fn clearance_shift(&self, occluder: &Occluder, touch: f64) -> Point {
        let meets = |low: f64, high: f64| {
            occluder.bottom - self.eye_height < high && occluder.top - self.eye_height > low
        };
        let mut shift = [0.0; 2];
        for (at, is_level) in [(self.eye, meets(0.0, 0.0)), (self.body, meets(self.low, self.high))] {
            if is_level && occluder.region.is_near([at, at], 0.0) {
                let inward = edge_offset(&occluder.region.shape, at, touch);
                shift = [shift[0] + inward[0], shift[1] + inward[1]];
            }
        }
        shift
    }
}

/// The vector from the nearest point of a shape's edge to a point inside it, at most `touch` deep; zero for any
/// other point.
fn edge_offset(shape: &Shape, at: Point, touch: f64) -> Point {
    let depth = shape.depth_inside(at);
    if depth <= 0.0 || depth > touch {
        return [0.0; 2];
    }
    match shape {
        Shape::Circle { centre, .. } => {
            let [inward, length] = [subtract(*centre, at), [distance(*centre, at); 2]];
            [inward[0] * depth / length[0], inward[1] * depth / length[1]]
        }
        Shape::Polygon(_) => {
            let nearest = shape.edges().map(|edge: Leg| edge.nearest_to(at));
            let nearest = nearest.min_by(|a, b| distance(*a, at).total_cmp(&distance(*b, at)));
            nearest.map_or([0.0; 2], |nearest| subtract(at, nearest))
        }
    }
}
