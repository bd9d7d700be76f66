//! All lines between one model and the bodies that may stand on a tile, as one beam.
//!
//! What a beam says of a prism is certain: one that it passes has no part in any look between the
//! model and a body there, one that it is stopped by hides each from the other wholly. Between
//! these lie the looks that have to be measured.

use super::tiles::Tile;
use crate::table::outline::Bounds;
use crate::table::plane::{clip_to_convex, cross, dot, fast_max, fast_min, subtract};
use crate::table::shape::{Point, Shape};
use crate::table::sight::SightBody;
use crate::table::sight::blocks::{Occluder, OccluderKind};

/// What a prism does to a beam.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Meets {
    /// It touches no line of it.
    Nothing,
    /// Some lines, as far as is known; whether what may hide a body there reaches beyond the right and the
    /// left side.
    Some([bool; 2]),
    /// It cuts every line of it.
    Every,
}

/// Over the table: the hull of a model and a tile, everything thickened by `reach`. Points are told from the
/// model on, in the table's axes.
#[derive(Debug)]
pub(super) struct Beam {
    pub(super) eye: Point,
    /// Toward the middle of the tile; of length 1, as all directions here.
    pub(super) ahead: Point,
    pub(super) reach: f64,
    /// The tile's corners.
    pub(super) corners: [Point; 4],
    /// How far ahead the nearest and the farthest corner are.
    pub(super) span: [f64; 2],
    /// Directions along its right and its left side; `None` where the tile is too near for sides.
    pub(super) sides: Option<[Point; 2]>,
    /// Lowest and highest of the model and of any body there.
    here: [f64; 2],
    there: [f64; 2],
    /// Around all of it.
    bounds: Bounds,
}

/// From where to where a figure reaches.
#[derive(Clone, Copy)]
struct Reaches {
    /// Ahead.
    ahead: [f64; 2],
    /// To the left of the right and of the left side.
    beside: [[f64; 2]; 2],
}

/// Bodies are taken to be so much wider: more than a prism is ever moved aside, and than any
/// rounding.
const SLACK: f64 = 0.03;

/// What lies so deep inside a circle is inside the straight pieces in which its rim is followed.
pub(super) const WITHIN_RIM: f64 = 0.99;

impl Beam {
    /// Between a model and bodies of a radius and height on a tile.
    pub(super) fn new(eye: &SightBody, tile: &Tile, body: &SightBody) -> Self {
        Self::over(eye, tile.bounds, tile.feet, body)
    }

    /// Between a model and bodies that stand somewhere in a rectangle, their feet from a height to another.
    pub(super) fn over(eye: &SightBody, [low, high]: Bounds, feet: [f64; 2], body: &SightBody) -> Self {
        let at = eye.foot.ground();
        let reach = eye.radius.max(body.radius) + SLACK;
        let corners = [low, [high[0], low[1]], high, [low[0], high[1]]].map(|corner| subtract(corner, at));
        let middle = [(corners[0][0] + corners[2][0]) / 2.0, (corners[0][1] + corners[2][1]) / 2.0];
        let ahead = direction(middle);
        let span = range(corners.iter().map(|corner| dot(*corner, ahead)));
        let sides = (span[0] > reach).then(|| {
            // All corners are less than a quarter turn from each other.
            let rightmost = |a: Point, b: Point| if cross(a, b) < 0.0 { b } else { a };
            let leftmost = |a: Point, b: Point| if cross(a, b) > 0.0 { b } else { a };
            let right = corners[1..].iter().fold(corners[0], |a, b| rightmost(a, *b));
            let left = corners[1..].iter().fold(corners[0], |a, b| leftmost(a, *b));
            [direction(right), direction(left)]
        });
        Self {
            eye: at,
            ahead,
            reach,
            corners,
            span,
            sides,
            here: [eye.foot.z.inches(), eye.foot.z.inches() + eye.height.max(eye.eyes).inches()],
            there: [feet[0], feet[1] + body.height.max(body.eyes).inches()],
            bounds: [
                [low[0].min(at[0]) - reach, low[1].min(at[1]) - reach],
                [high[0].max(at[0]) + reach, high[1].max(at[1]) + reach],
            ],
        }
    }

    /// What a prism does to it.
    pub(super) fn meets(&self, block: &Occluder) -> Meets {
        if !block.region.is_near(self.bounds, 0.0) || self.passes_height(block) {
            return Meets::Nothing;
        }
        let found = self.reaches(&block.region.shape);
        let [back, front] = [self.span[0].min(0.0) - self.reach, self.span[1].max(0.0) + self.reach];
        if found.ahead[1] < back || found.ahead[0] > front {
            return Meets::Nothing;
        }
        if self.sides.is_none() {
            return Meets::Some([false; 2]);
        }
        let [right, left] = found.beside;
        if right[1] < -self.reach || left[0] > self.reach {
            return Meets::Nothing;
        }
        if !self.may_hide(block) {
            return Meets::Some([false; 2]);
        }
        let beyond = [right[0] < -self.reach, left[1] > self.reach];
        if beyond == [true; 2] && self.is_cut_by(block) { Meets::Every } else { Meets::Some(beyond) }
    }

    /// Whether a prism is such that it could cut lines for sure: convex, solid and high enough.
    pub(super) fn may_hide(&self, block: &Occluder) -> bool {
        let reaches_high = block.top > self.here[1].min(self.there[1]);
        let reaches_low = block.bottom <= self.here[0].max(self.there[0]);
        reaches_high && reaches_low && block.is_convex && block.matter == OccluderKind::Solid
    }

    fn reaches(&self, shape: &Shape) -> Reaches {
        let [right, left] = self.sides.unwrap_or([self.ahead; 2]);
        match shape {
            Shape::Circle { centre, radius } => {
                let centre = subtract(*centre, self.eye);
                let around = |at: f64| [at - radius, at + radius];
                Reaches {
                    ahead: around(dot(self.ahead, centre)),
                    beside: [around(cross(right, centre)), around(cross(left, centre))],
                }
            }
            Shape::Polygon(corners) => {
                let none = [f64::INFINITY, f64::NEG_INFINITY];
                let mut found = Reaches { ahead: none, beside: [none; 2] };
                let widen = |[low, high]: [f64; 2], at: f64| [fast_min(low, at), fast_max(high, at)];
                for corner in corners {
                    let corner = subtract(*corner, self.eye);
                    found.ahead = widen(found.ahead, dot(self.ahead, corner));
                    found.beside[0] = widen(found.beside[0], cross(right, corner));
                    found.beside[1] = widen(found.beside[1], cross(left, corner));
                }
                found
            }
        }
    }

    /// Whether every line runs over or under a prism.
    fn passes_height(&self, block: &Occluder) -> bool {
        let lowest = self.here[0].min(self.there[0]);
        let highest = self.here[1].max(self.there[1]);
        block.top < lowest || block.bottom > highest
    }

    /// Whether a prism surely cuts every line, either way: it has a chord from side to side, between
    /// the model and the tile, and there it reaches from below all lines to above them.
    fn is_cut_by(&self, block: &Occluder) -> bool {
        self.chord(&block.region.shape).is_some_and(|chord| self.hides_between(block, chord))
    }

    /// Whether a prism reaches from below all lines to above them where they cross a line in it.
    pub(super) fn hides_between(&self, block: &Occluder, chord: [Point; 2]) -> bool {
        let [nearest, farthest] = range(chord.iter().map(|end| dot(*end, self.ahead)));
        // Where on a line it is cut, as a share of its length.
        let first = ((nearest - self.reach) / (self.span[1] + 2.0 * self.reach)).clamp(0.0, 1.0);
        let shortest = self.span[0] - 2.0 * self.reach;
        let last = if shortest > 0.0 { ((farthest + self.reach) / shortest).min(1.0) } else { 1.0 };
        let at = |share: f64, end: usize| self.here[end] + share * (self.there[end] - self.here[end]);
        let low = at(first, 0).min(at(last, 0));
        let high = at(first, 1).max(at(last, 1));
        block.bottom <= low && block.top > high
    }

    /// A point inside a convex figure so far left of the line along a side.
    pub(super) fn on_side(&self, shape: &Shape, along: Point, aside: f64) -> Option<Point> {
        self.met(shape, [-along[1] * aside, along[0] * aside], along)
    }

    /// A straight line inside a convex figure that parts the model from the tile: from beyond the beam's
    /// right side to beyond its left one.
    fn chord(&self, shape: &Shape) -> Option<[Point; 2]> {
        let [right, left] = self.sides?;
        let chord = [self.on_side(shape, right, -self.reach)?, self.on_side(shape, left, self.reach)?];
        let across = subtract(chord[1], chord[0]);
        let reach = self.reach * dot(across, across).sqrt();
        // Above 0 on the model's side.
        let beside = |point: Point| cross(across, subtract(point, chord[0]));
        let parts = beside([0.0; 2]) > reach && self.corners.iter().all(|corner| beside(*corner) < -reach);
        parts.then_some(chord)
    }

    /// The middle of the part of a half-line inside a convex figure.
    fn met(&self, shape: &Shape, from: Point, along: Point) -> Option<Point> {
        let [mut first, mut last] = [0.0_f64, f64::INFINITY];
        match shape {
            Shape::Circle { centre, radius } => {
                let radius = radius * WITHIN_RIM;
                let way = subtract(subtract(*centre, self.eye), from);
                let [far, aside] = [dot(along, way), cross(along, way)];
                let squared = radius * radius - aside * aside;
                if squared <= 0.0 {
                    return None;
                }
                [first, last] = [first.max(far - squared.sqrt()), far + squared.sqrt()];
            }
            Shape::Polygon(corners) => {
                let start = [from[0] + self.eye[0], from[1] + self.eye[1]];
                [first, last] = clip_to_convex(corners, [start, along], [first, last])?;
            }
        }
        (first < last && last.is_finite()).then(|| {
            let middle = (first + last) / 2.0;
            [from[0] + middle * along[0], from[1] + middle * along[1]]
        })
    }
}

/// The direction to a point; along the x axis where it is none.
fn direction(to: Point) -> Point {
    let far = dot(to, to).sqrt();
    if far > 0.0 { [to[0] / far, to[1] / far] } else { [1.0, 0.0] }
}

/// The lowest and the highest of some numbers.
fn range(numbers: impl Iterator<Item = f64>) -> [f64; 2] {
    numbers.fold([f64::INFINITY, f64::NEG_INFINITY], |[low, high], number| {
        [fast_min(low, number), fast_max(high, number)]
    })
}
