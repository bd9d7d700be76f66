//! One look: from a pair of eyes at a body.

use super::SightBody;
use super::blocks::Occluder;
use super::tree::Room;
use crate::table::plane::{Leg, cross, distance, dot, subtract};
use crate::table::shape::{Point, Shape};

/// From eyes at a body. Its own axes begin at the eyes: ahead, level with the table, toward the
/// body; left of that; up. The body is the rectangle `distance` ahead, `half` to either side.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Look {
    eye: Point,
    eye_height: f64,
    body: Point,
    pub(super) ahead: Point,
    /// To the body, over the table; never 0.
    pub(super) distance: f64,
    /// Half the body's width.
    pub(super) half: f64,
    /// The body's foot over the eyes.
    pub(super) low: f64,
    /// The body's top over the eyes.
    pub(super) high: f64,
}

/// What is nearer to the eyes or the body than this share of the way is not in between: far less
/// than the thousandths in which places are stored, far more than their rounding.
pub(super) const NEAR: f64 = 1e-8;

/// Eyes straight over a body look from so far beside it, inches: the least that can be stored.
const BESIDE: f64 = 0.001;

/// A model in inches.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Figure {
    pub(super) at: Point,
    /// Heights over the table.
    pub(super) foot: f64,
    pub(super) eyes: f64,
    /// Its top over its foot.
    pub(super) height: f64,
    pub(super) radius: f64,
}

impl Figure {
    pub(super) fn new(model: &SightBody) -> Self {
        let foot = model.foot.z.inches();
        let (eyes, height) = (foot + model.eyes.inches(), model.height.inches());
        Self { at: model.foot.ground(), foot, eyes, height, radius: model.radius }
    }
}

impl Look {
    pub(super) fn new(from: &SightBody, to: &SightBody) -> Self {
        Self::between(&Figure::new(from), &Figure::new(to))
    }

    pub(super) fn between(from: &Figure, to: &Figure) -> Self {
        let [body, mut eye] = [to.at, from.at];
        if eye == body {
            eye[0] -= BESIDE;
        }
        let way = subtract(body, eye);
        let far = dot(way, way).sqrt();
        let low = to.foot - from.eyes;
        Self {
            eye,
            eye_height: from.eyes,
            body,
            ahead: [way[0] / far, way[1] / far],
            distance: far,
            half: to.radius.max(BESIDE),
            low,
            high: low + to.height.max(BESIDE),
        }
    }

    /// A point over the table in the look's axes: ahead, left.
    pub(super) fn local(&self, point: Point) -> Point {
        self.turned(subtract(point, self.eye))
    }

    /// A way from the eyes over the table in the look's axes: ahead, left.
    pub(super) fn turned(&self, way: Point) -> Point {
        [dot(way, self.ahead), cross(self.ahead, way)]
    }

    /// Where the line to a point, told ahead and left, meets the body's plane: `1 / share` of the point on it, and how
    /// far left.
    pub(super) fn onto_body(&self, [ahead, left]: Point) -> Point {
        let inverse = self.distance / ahead;
        [inverse, left * inverse]
    }

    /// Where the line from the body's middle through a point before it, told ahead and left, meets the upright plane
    /// through the eyes: how far left.
    pub(super) fn onto_model(&self, [ahead, left]: Point) -> f64 {
        left * self.distance / (self.distance - ahead)
    }

    /// Lowest and highest of a prism over the eyes.
    pub(super) fn heights(&self, block: &Occluder) -> [f64; 2] {
        [block.bottom - self.eye_height, block.top - self.eye_height]
    }

    /// Whether a box may reach in between the eyes and the body.
    pub(super) fn reaches(&self, room: &Room) -> bool {
        let [low, high] = room.bounds;
        let middle = self.local([(low[0] + high[0]) / 2.0, (low[1] + high[1]) / 2.0]);
        let size = [(high[0] - low[0]) / 2.0, (high[1] - low[1]) / 2.0];
        let [x, y] = [self.ahead[0].abs(), self.ahead[1].abs()];
        let reach = [size[0] * x + size[1] * y, size[0] * y + size[1] * x];
        let [nearest, farthest] = [middle[0] - reach[0], middle[0] + reach[0]];
        if farthest < 0.0 || nearest > self.distance {
            return false;
        }
        let share = |far: f64| (far / self.distance).clamp(0.0, 1.0);
        let [first, last] = [share(nearest), share(farthest)];
        if middle[1].abs() - reach[1] > self.half * last {
            return false;
        }
        let lowest = self.low * if self.low < 0.0 { last } else { first };
        let highest = self.high * if self.high < 0.0 { first } else { last };
        room.top - self.eye_height >= lowest && room.bottom - self.eye_height <= highest
    }

    /// How far a prism is moved aside so that neither the eyes nor the body's middle lie inside
    /// it, if they do by no more than `touch`; else it stays.
    ///
    /// Rule: BAS-10.
    pub(super) fn clearing(&self, block: &Occluder, touch: f64) -> Point {
        let meets =
            |low: f64, high: f64| block.bottom - self.eye_height < high && block.top - self.eye_height > low;
        let mut moved = [0.0; 2];
        for (at, inside) in [(self.eye, meets(0.0, 0.0)), (self.body, meets(self.low, self.high))] {
            if inside && block.region.is_near([at, at], 0.0) {
                let out = way_out(&block.region.shape, at, touch);
                moved = [moved[0] + out[0], moved[1] + out[1]];
            }
        }
        moved
    }
}

/// From the nearest point of a shape's edge to a point no deeper than `touch` inside it; nothing
/// for any other point.
fn way_out(shape: &Shape, at: Point, touch: f64) -> Point {
    let depth = shape.depth_inside(at);
    if depth <= 0.0 || depth > touch {
        return [0.0; 2];
    }
    match shape {
        Shape::Circle { centre, .. } => {
            let [out, far] = [subtract(*centre, at), [distance(*centre, at); 2]];
            [out[0] * depth / far[0], out[1] * depth / far[1]]
        }
        Shape::Polygon(_) => {
            let nearest = shape.edges().map(|edge: Leg| edge.nearest_to(at));
            let nearest = nearest.min_by(|a, b| distance(*a, at).total_cmp(&distance(*b, at)));
            nearest.map_or([0.0; 2], |nearest| subtract(at, nearest))
        }
    }
}
