//! A beam: a conservative bound of all lines between one model and the bodies on a tile.
//!
//! What a beam says of an occluder is certain. One that misses the beam has no part in any view between the model and
//! a body on the tile; one that blocks the beam hides each from the other completely. All others must be measured.

use super::tiles::Tile;
use crate::outline::Bounds;
use crate::plane::{Interval, clip_to_convex, cross, dot, fast_max, fast_min, subtract};
use crate::shape::{Point, Shape};
use crate::sight::SightBody;
use crate::sight::occluders::{Occluder, OccluderKind};

/// Effect of an occluder on a beam.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum BeamContact {
    /// It touches no line of the beam.
    Misses,
    /// It may touch some lines; whether it could block lines at all and then reaches past the beam's right and left
    /// side.
    Touches([bool; 2]),
    /// It blocks every line.
    Blocks,
}

/// Over the table: the convex hull of a model's centre and a tile, thickened by `reach`. Points are relative to the
/// model, along the table's axes.
#[derive(Debug)]
pub(super) struct Beam {
    pub(super) eye: Point,
    /// Unit vector toward the middle of the tile.
    pub(super) ahead: Point,
    pub(super) reach: f64,
    /// The tile's corners.
    pub(super) corners: [Point; 4],
    /// Distances ahead of the nearest and the farthest corner.
    pub(super) span: [f64; 2],
    /// Unit vectors along its right and left side; `None` if the tile is too near to have sides.
    pub(super) sides: Option<[Point; 2]>,
    /// The height of the model's eyes.
    eyes: f64,
    /// Lowest and highest height of the model.
    observer_heights: [f64; 2],
    /// Lowest and highest height of any body on the tile.
    body_heights: [f64; 2],
    /// Around the whole beam.
    bounds: Bounds,
}

/// The extent of a footprint relative to a beam.
#[derive(Clone, Copy)]
struct Extent {
    /// Ahead.
    ahead: [f64; 2],
    /// Left of the right side and left of the left side.
    beside: [[f64; 2]; 2],
}

/// Bodies are taken to be this much wider: more than an occluder is ever shifted, and more than any rounding.
const SLACK_INCHES: f64 = 0.03;

/// A circle of this share of the radius lies inside the chords that approximate the rim.
pub(super) const INSCRIBED_RATIO: f64 = 0.99;

impl Beam {
    /// Between a model and bodies on a tile.
    pub(super) fn new(observer: &SightBody, tile: &Tile, body: &SightBody) -> Self {
        Self::over(observer, tile.bounds, tile.feet, body)
    }

    /// Between a model and bodies anywhere in a rectangle, their feet between two heights.
    pub(super) fn over(observer: &SightBody, [low, high]: Bounds, feet: [f64; 2], body: &SightBody) -> Self {
        let at = observer.foot.ground();
        let reach = observer.radius.max(body.radius) + SLACK_INCHES;
        let corners = [low, [high[0], low[1]], high, [low[0], high[1]]].map(|corner| subtract(corner, at));
        let middle = [(corners[0][0] + corners[2][0]) / 2.0, (corners[0][1] + corners[2][1]) / 2.0];
        let ahead = direction(middle);
        let span = range(corners.iter().map(|corner| dot(*corner, ahead)));
        let sides = (span[0] > reach).then(|| {
            // All corners are less than a quarter turn apart.
            let rightmost = |a: Point, b: Point| if cross(a, b) < 0.0 { b } else { a };
            let leftmost = |a: Point, b: Point| if cross(a, b) > 0.0 { b } else { a };
            let right = corners[1..].iter().fold(corners[0], |a, b| rightmost(a, *b));
            let left = corners[1..].iter().fold(corners[0], |a, b| leftmost(a, *b));
            [direction(right), direction(left)]
        });
        let foot = observer.foot.z.inches();
        Self {
            eye: at,
            ahead,
            reach,
            corners,
            span,
            sides,
            eyes: foot + observer.eyes.inches(),
            observer_heights: [foot, foot + observer.height.max(observer.eyes).inches()],
            body_heights: [feet[0], feet[1] + body.height.max(body.eyes).inches()],
            bounds: [
                [low[0].min(at[0]) - reach, low[1].min(at[1]) - reach],
                [high[0].max(at[0]) + reach, high[1].max(at[1]) + reach],
            ],
        }
    }

    /// Effect of an occluder on the beam.
    pub(super) fn contact(&self, occluder: &Occluder) -> BeamContact {
        if !occluder.region.is_near(self.bounds, 0.0) || self.passes_above_or_below(occluder) {
            return BeamContact::Misses;
        }
        let extent = self.extent(&occluder.region.shape);
        let [back, front] = [self.span[0].min(0.0) - self.reach, self.span[1].max(0.0) + self.reach];
        if extent.ahead[1] < back || extent.ahead[0] > front {
            return BeamContact::Misses;
        }
        if self.sides.is_none() {
            return BeamContact::Touches([false; 2]);
        }
        if self.passes_clear_of(occluder, self.observer_heights, extent.ahead) {
            return BeamContact::Misses;
        }
        let [right, left] = extent.beside;
        if right[1] < -self.reach || left[0] > self.reach {
            return BeamContact::Misses;
        }
        if !self.may_be_blocked_by(occluder) {
            return BeamContact::Touches([false; 2]);
        }
        let beyond = [right[0] < -self.reach, left[1] > self.reach];
        if beyond == [true; 2] && self.is_blocked_by(occluder) {
            BeamContact::Blocks
        } else {
            BeamContact::Touches(beyond)
        }
    }

    /// Whether an occluder could block lines for certain: it is convex, solid and tall enough.
    pub(super) fn may_be_blocked_by(&self, occluder: &Occluder) -> bool {
        let reaches_high = occluder.top > self.observer_heights[1].min(self.body_heights[1]);
        let reaches_low = occluder.bottom <= self.observer_heights[0].max(self.body_heights[0]);
        reaches_high && reaches_low && occluder.is_convex && occluder.kind == OccluderKind::Solid
    }

    fn extent(&self, shape: &Shape) -> Extent {
        let [right, left] = self.sides.unwrap_or([self.ahead; 2]);
        match shape {
            Shape::Circle { centre, radius } => {
                let centre = subtract(*centre, self.eye);
                let around = |at: f64| [at - radius, at + radius];
                Extent {
                    ahead: around(dot(self.ahead, centre)),
                    beside: [around(cross(right, centre)), around(cross(left, centre))],
                }
            }
            Shape::Polygon(corners) => {
                let none = [f64::INFINITY, f64::NEG_INFINITY];
                let mut extent = Extent { ahead: none, beside: [none; 2] };
                let widen = |[low, high]: [f64; 2], at: f64| [fast_min(low, at), fast_max(high, at)];
                for corner in corners {
                    let corner = subtract(*corner, self.eye);
                    extent.ahead = widen(extent.ahead, dot(self.ahead, corner));
                    extent.beside[0] = widen(extent.beside[0], cross(right, corner));
                    extent.beside[1] = widen(extent.beside[1], cross(left, corner));
                }
                extent
            }
        }
    }

    /// Whether every line runs above an occluder, or every line below it.
    fn passes_above_or_below(&self, occluder: &Occluder) -> bool {
        let lowest = self.observer_heights[0].min(self.body_heights[0]);
        let highest = self.observer_heights[1].max(self.body_heights[1]);
        occluder.top < lowest || occluder.bottom > highest
    }

    /// Whether an occluder surely blocks every line, in both directions: it has a chord from side to side between the
    /// model and the tile, and there it reaches from below all lines to above them.
    fn is_blocked_by(&self, occluder: &Occluder) -> bool {
        self.chord(&occluder.region.shape).is_some_and(|chord| self.is_blocked_along(occluder, chord))
    }

    /// Whether an occluder reaches from below all lines to above them wherever they cross a chord of it.
    pub(super) fn is_blocked_along(&self, occluder: &Occluder, chord: [Point; 2]) -> bool {
        let [low, high] =
            self.heights_between(self.observer_heights, range(chord.iter().map(|end| dot(*end, self.ahead))));
        occluder.bottom <= low && occluder.top > high
    }

    /// Whether the model surely looks past a solid occluder at every body on the tile: over it or under it.
    pub(super) fn looks_past(&self, occluder: &Occluder) -> bool {
        let ahead = self.extent(&occluder.region.shape).ahead;
        self.sides.is_some() && self.passes_clear_of(occluder, [self.eyes; 2], ahead)
    }

    /// Whether every line from these heights at the model to the bodies runs well above a solid occluder, or every line
    /// well below it, while it is between two distances ahead of the model.
    fn passes_clear_of(&self, occluder: &Occluder, heights: [f64; 2], ahead: [f64; 2]) -> bool {
        let [low, high] = self.heights_between(heights, ahead);
        let is_clear = occluder.top < low - SLACK_INCHES || occluder.bottom > high + SLACK_INCHES;
        occluder.kind == OccluderKind::Solid && is_clear
    }

    /// The lowest and the highest place of any line, from these heights at the model to the bodies, between two
    /// distances ahead of it, inches.
    fn heights_between(&self, heights: [f64; 2], [nearest, farthest]: [f64; 2]) -> [f64; 2] {
        // The first and last share of any line's length at which it can be there.
        let first = ((nearest - self.reach) / (self.span[1] + 2.0 * self.reach)).clamp(0.0, 1.0);
        let shortest = self.span[0] - 2.0 * self.reach;
        let last = if shortest > 0.0 { ((farthest + self.reach) / shortest).clamp(0.0, 1.0) } else { 1.0 };
        let at = |share: f64, end: usize| heights[end] + share * (self.body_heights[end] - heights[end]);
        [at(first, 0).min(at(last, 0)), at(first, 1).max(at(last, 1))]
    }

    /// A point inside a convex shape, on the line parallel to a side and `aside` left of it.
    pub(super) fn point_along(&self, shape: &Shape, side: Point, aside: f64) -> Option<Point> {
        self.middle_inside(shape, [-side[1] * aside, side[0] * aside], side)
    }

    /// A chord of a convex shape that separates the model from the tile, from beyond the beam's right side to beyond
    /// its left.
    fn chord(&self, shape: &Shape) -> Option<[Point; 2]> {
        let [right, left] = self.sides?;
        let chord =
            [self.point_along(shape, right, -self.reach)?, self.point_along(shape, left, self.reach)?];
        let across = subtract(chord[1], chord[0]);
        let reach = self.reach * dot(across, across).sqrt();
        // Positive on the model's side.
        let beside = |point: Point| cross(across, subtract(point, chord[0]));
        let separates =
            beside([0.0; 2]) > reach && self.corners.iter().all(|corner| beside(*corner) < -reach);
        separates.then_some(chord)
    }

    /// The middle of the part of a ray inside a convex shape.
    fn middle_inside(&self, shape: &Shape, from: Point, along: Point) -> Option<Point> {
        let [mut first, mut last] = [0.0_f64, f64::INFINITY];
        match shape {
            Shape::Circle { centre, radius } => {
                let radius = radius * INSCRIBED_RATIO;
                let to_centre = subtract(subtract(*centre, self.eye), from);
                let [ahead, aside] = [dot(along, to_centre), cross(along, to_centre)];
                let squared = radius * radius - aside * aside;
                if squared <= 0.0 {
                    return None;
                }
                [first, last] = [first.max(ahead - squared.sqrt()), ahead + squared.sqrt()];
            }
            Shape::Polygon(corners) => {
                let start = [from[0] + self.eye[0], from[1] + self.eye[1]];
                [first, last] = clip_to_convex(corners, [start, along], Interval::new(first, last))?.ends();
            }
        }
        (first < last && last.is_finite()).then(|| {
            let middle = (first + last) / 2.0;
            [from[0] + middle * along[0], from[1] + middle * along[1]]
        })
    }
}

/// The unit vector toward a point; along the x axis for the zero vector.
fn direction(to: Point) -> Point {
    let length = dot(to, to).sqrt();
    if length > 0.0 { [to[0] / length, to[1] / length] } else { [1.0, 0.0] }
}

/// The smallest and the largest of some numbers.
fn range(numbers: impl Iterator<Item = f64>) -> [f64; 2] {
    numbers.fold([f64::INFINITY, f64::NEG_INFINITY], |[low, high], number| {
        [fast_min(low, number), fast_max(high, number)]
    })
}
