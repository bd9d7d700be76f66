//! All lines between one model and the bodies that may stand on a tile, as one beam.
//!
//! What a beam says of a prism is certain: one that it passes has no part in any look between the
//! model and a body there, one that it is stopped by hides each from the other wholly. Between
//! these lie the looks that have to be measured.

use super::tiles::Tile;
use crate::table::plane::{cross, dot, subtract};
use crate::table::region::Region;
use crate::table::shape::{Point, Shape};
use crate::table::sight::Viewed;
use crate::table::sight::blocks::{Block, Matter};

/// What a prism does to a beam.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Meets {
    /// It touches no line of it.
    Nothing,
    /// Some lines, as far as is known.
    Some,
    /// It cuts every line of it.
    Every,
}

/// Over the table: the hull of a model and a tile, everything thickened by `reach`. Its axes begin at the
/// model: ahead, toward the middle of the tile, and left.
#[derive(Debug)]
pub(super) struct Beam {
    eye: Point,
    ahead: Point,
    reach: f64,
    /// The tile's corners in the beam's axes.
    corners: [Point; 4],
    /// The nearest and the farthest corner ahead.
    span: [f64; 2],
    /// Directions along its right and its left side; `None` where the tile is too near for sides.
    sides: Option<[Point; 2]>,
    /// Lowest and highest of the model and of any body there.
    here: [f64; 2],
    there: [f64; 2],
    /// Around all of it.
    bounds: [Point; 2],
}

/// Bodies are taken to be so much wider: more than a prism is ever moved aside, and than any
/// rounding.
const SLACK: f64 = 0.03;

/// What lies so deep inside a circle is inside the straight pieces in which its rim is followed.
const WITHIN_RIM: f64 = 0.99;

impl Beam {
    /// Between a model and bodies of a radius and height.
    pub(super) fn new(eye: &Viewed, tile: &Tile, body: &Viewed) -> Self {
        let at = eye.foot.ground();
        let [low, high] = tile.bounds;
        let reach = eye.radius.max(body.radius) + SLACK;
        let way = subtract([(low[0] + high[0]) / 2.0, (low[1] + high[1]) / 2.0], at);
        let far = dot(way, way).sqrt();
        let ahead = if far > 0.0 { [way[0] / far, way[1] / far] } else { [1.0, 0.0] };
        let mut beam = Self {
            eye: at,
            ahead,
            reach,
            corners: [[0.0; 2]; 4],
            span: [0.0; 2],
            sides: None,
            here: [eye.foot.z.inches(), eye.foot.z.inches() + eye.height.max(eye.eyes).inches()],
            there: [tile.feet[0], tile.feet[1] + body.height.max(body.eyes).inches()],
            bounds: [0, 1].map(|end| {
                [0, 1].map(|axis| {
                    if end == 0 { low[axis].min(at[axis]) - reach } else { high[axis].max(at[axis]) + reach }
                })
            }),
        };
        beam.corners = [low, [high[0], low[1]], high, [low[0], high[1]]].map(|corner| beam.local(corner));
        let ends = beam.corners.iter().map(|corner| corner[0]);
        beam.span = ends.fold([f64::INFINITY, f64::NEG_INFINITY], |[a, b], end| [a.min(end), b.max(end)]);
        if beam.span[0] > reach {
            let slope = |corner: &Point| corner[1] / corner[0];
            let slopes = beam.corners.iter().map(slope);
            let [right, left] =
                slopes.fold([f64::INFINITY, f64::NEG_INFINITY], |[a, b], s| [a.min(s), b.max(s)]);
            beam.sides = Some([right, left].map(|slope| {
                let length = (1.0 + slope * slope).sqrt();
                [1.0 / length, slope / length]
            }));
        }
        beam
    }

    fn local(&self, point: Point) -> Point {
        let way = subtract(point, self.eye);
        [dot(way, self.ahead), cross(self.ahead, way)]
    }

    /// What a prism does to it.
    pub(super) fn meets(&self, block: &Block) -> Meets {
        if !block.region.is_near(self.bounds, 0.0) || self.passes_height(block) {
            return Meets::Nothing;
        }
        let [back, front] = [self.span[0].min(0.0), self.span[1].max(0.0)];
        match &block.region.shape {
            Shape::Circle { centre, radius } => {
                let [ahead, left] = self.local(*centre);
                let out = self.reach + radius;
                if ahead < back - out || ahead > front + out {
                    return Meets::Nothing;
                }
                let Some([right_side, left_side]) = self.sides else { return Meets::Some };
                let centre = [ahead, left];
                if cross(left_side, centre) > out || cross(right_side, centre) < -out {
                    return Meets::Nothing;
                }
            }
            Shape::Polygon(corners) => {
                let all =
                    |beyond: &dyn Fn(Point) -> bool| corners.iter().all(|corner| beyond(self.local(*corner)));
                let [back, front] = [back - self.reach, front + self.reach];
                if all(&|[ahead, _]| ahead < back) || all(&|[ahead, _]| ahead > front) {
                    return Meets::Nothing;
                }
                let Some([right_side, left_side]) = self.sides else { return Meets::Some };
                if all(&|corner| cross(left_side, corner) > self.reach)
                    || all(&|corner| cross(right_side, corner) < -self.reach)
                {
                    return Meets::Nothing;
                }
            }
        }
        if self.is_cut_by(block) { Meets::Every } else { Meets::Some }
    }

    /// Whether every line runs over or under a prism.
    fn passes_height(&self, block: &Block) -> bool {
        let lowest = self.here[0].min(self.there[0]);
        let highest = self.here[1].max(self.there[1]);
        block.top < lowest || block.bottom > highest
    }

    /// Whether a prism surely cuts every line, either way: it has a chord from side to side, between
    /// the model and the tile, and there it reaches from below all lines to above them.
    fn is_cut_by(&self, block: &Block) -> bool {
        if !block.is_convex || block.matter == Matter::Trees {
            return false;
        }
        let Some(chord) = self.chord(&block.region) else { return false };
        let [nearest, farthest] = [chord[0][0].min(chord[1][0]), chord[0][0].max(chord[1][0])];
        // Where on a line it is cut, as a share of its length.
        let first = ((nearest - self.reach) / (self.span[1] + 2.0 * self.reach)).clamp(0.0, 1.0);
        let shortest = self.span[0] - 2.0 * self.reach;
        let last = if shortest > 0.0 { ((farthest + self.reach) / shortest).min(1.0) } else { 1.0 };
        let at = |share: f64, end: usize| self.here[end] + share * (self.there[end] - self.here[end]);
        let low = at(first, 0).min(at(last, 0));
        let high = at(first, 1).max(at(last, 1));
        block.bottom <= low && block.top > high
    }

    /// A straight line inside a figure that parts the model from the tile: from beyond the beam's right
    /// side to beyond its left one.
    fn chord(&self, region: &Region) -> Option<[Point; 2]> {
        let [right, left] = self.sides?;
        let [right, left] = [(right, -self.reach), (left, self.reach)].map(|(along, aside)| {
            let from = [-along[1] * aside, along[0] * aside];
            self.met(region, from, along)
        });
        let chord = [right?, left?];
        let across = subtract(chord[1], chord[0]);
        let length = dot(across, across).sqrt();
        // Above 0 on the model's side.
        let beside = |point: Point| cross(across, subtract(point, chord[0])) / length;
        let parts =
            beside([0.0; 2]) > self.reach && self.corners.iter().all(|corner| beside(*corner) < -self.reach);
        parts.then_some(chord)
    }

    /// The middle of the part of a half-line inside a convex figure.
    fn met(&self, region: &Region, from: Point, along: Point) -> Option<Point> {
        let [mut first, mut last] = [0.0_f64, f64::INFINITY];
        match &region.shape {
            Shape::Circle { centre, radius } => {
                let radius = radius * WITHIN_RIM;
                let way = subtract(self.local(*centre), from);
                let [far, aside] = [dot(along, way), cross(along, way)];
                let root = radius * radius - aside * aside;
                if root <= 0.0 {
                    return None;
                }
                [first, last] = [first.max(far - root.sqrt()), far + root.sqrt()];
            }
            Shape::Polygon(corners) => {
                let next = corners.iter().cycle().skip(1);
                for (a, b) in corners.iter().zip(next) {
                    let [a, b] = [self.local(*a), self.local(*b)];
                    let edge = subtract(b, a);
                    // Inside is left of every edge.
                    let [start, turn] = [cross(edge, subtract(from, a)), cross(edge, along)];
                    if turn > 0.0 {
                        first = first.max(-start / turn);
                    } else if turn < 0.0 {
                        last = last.min(-start / turn);
                    } else if start <= 0.0 {
                        return None;
                    }
                }
            }
        }
        (first < last && last.is_finite()).then(|| {
            let middle = (first + last) / 2.0;
            [from[0] + middle * along[0], from[1] + middle * along[1]]
        })
    }
}
