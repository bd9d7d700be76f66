//! Where a tight path can bend: points, and round corners it follows on one side.

use crate::rules::measures::Thou;
use crate::table::plane::{cross, dot, subtract};
use crate::table::shape::Point;

/// A place at which a path may bend.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Corner {
    /// Middle of the arc it follows.
    pub centre: Point,
    /// Of the arc, inches; 0 for a plain point.
    pub radius: f64,
    /// What it bends on.
    pub layer: Layer,
    /// The two neighbours of the corner in its figure: a tight path leaves both on one side.
    pub wings: Option<[Point; 2]>,
    /// How far outside the arc a path that follows it may come, inches.
    pub bulge: f64,
}

/// A part of a circle that a path follows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Arc {
    /// Its middle.
    pub centre: Point,
    /// Inches.
    pub radius: f64,
    /// Where it begins.
    pub from: Point,
    /// How far it turns, radians; below 0 clockwise.
    pub angle: f64,
    /// How far outside it straight legs may come, inches.
    pub bulge: f64,
}

impl Arc {
    /// The point at a share of it, `out` times as far from its middle.
    pub fn at(&self, share: f64, out: f64) -> Point {
        let [x, y] = subtract(self.from, self.centre);
        let (sin, cos) = (libm::sin(self.angle * share) * out, libm::cos(self.angle * share) * out);
        [self.centre[0] + x * cos - y * sin, self.centre[1] + x * sin + y * cos]
    }
}

/// On which surfaces a bend is of use.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Layer {
    /// The open ground, however high.
    Ground,
    /// A floor or roof of this height.
    Floor(Thou),
}

/// Which way a path turns round a corner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Turn {
    /// Counter-clockwise: the corner lies to its left.
    Left,
    /// Clockwise.
    Right,
}

impl Turn {
    /// A measure that is above 0 counter-clockwise, for one given as the path turns.
    pub fn signed(self, measure: f64) -> f64 {
        match self {
            Self::Left => measure,
            Self::Right => -measure,
        }
    }
}

/// A straight line that touches two corners, and how long it is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tangent {
    /// Where it leaves the first.
    pub from: Point,
    /// Where it meets the second.
    pub to: Point,
    /// Unit vector.
    pub along: Point,
    /// Between the two, inches.
    pub length: f64,
}

impl Corner {
    /// A plain point, such as where a path starts.
    pub fn point(at: Point, layer: Layer) -> Self {
        Self { centre: at, radius: 0.0, layer, wings: None, bulge: f64::INFINITY }
    }

    /// The line along which a path leaves this corner for another, turning round
    /// each in its way; `None` where one lies within the other.
    pub fn tangent(&self, turn: Turn, other: &Self, other_turn: Turn) -> Option<Tangent> {
        let between = subtract(other.centre, self.centre);
        let squared = dot(between, between);
        let offset = other_turn.signed(other.radius) - turn.signed(self.radius);
        let length = squared - offset * offset;
        // A point on a circle: no line at all, but the path goes on along the circle or leaves it here.
        let touches = offset != 0.0 && length.abs() <= ON_CIRCLE * squared;
        if length <= LEAST_LENGTH && !touches {
            return None;
        }
        let length = if touches { 0.0 } else { length.sqrt() };
        let along = [
            (between[0] * length + between[1] * offset) / squared,
            (between[1] * length - between[0] * offset) / squared,
        ];
        let touch = |corner: &Self, turn: Turn| {
            let out = turn.signed(corner.radius);
            [corner.centre[0] + out * along[1], corner.centre[1] - out * along[0]]
        };
        Some(Tangent { from: touch(self, turn), to: touch(other, other_turn), along, length })
    }

    /// Whether a line through this corner leaves its figure on one side, as a tight
    /// path does.
    pub fn is_wrapped_by(&self, tangent: &Tangent) -> bool {
        self.wings.is_none_or(|wings| {
            let far = wings.map(|wing| subtract(wing, self.centre));
            let [a, b] = far.map(|wing| cross(tangent.along, wing));
            if a * b >= -STRAIGHT {
                return true;
            }
            // Corners lie a hair off their figures, and ends of paths may lie in them by the
            // allowance: a short line along an edge may lean a little to its wrong side.
            let lean = LEAN / tangent.length.max(LEAN);
            let sine = |aside: f64, wing: Point| (aside / dot(wing, wing).sqrt()).abs();
            sine(a, far[0]).min(sine(b, far[1])) <= lean
        })
    }

    /// The arc on which a path that meets the corner's rim at a point follows it for an angle; `None`
    /// where it leaves it at once, but for rounding.
    pub fn followed(&self, from: Point, angle: f64) -> Option<Arc> {
        let arc = Arc { centre: self.centre, radius: self.radius, from, angle, bulge: self.bulge };
        (self.radius * angle.abs() > LEAST_ARC).then_some(arc)
    }

    /// The angle of the arc from one point of the corner's rim to another, turned as
    /// the path turns; radians from 0 to a full turn.
    pub fn arc(&self, turn: Turn, from: Point, to: Point) -> f64 {
        if self.radius == 0.0 {
            return 0.0;
        }
        let (a, b) = (subtract(from, self.centre), subtract(to, self.centre));
        let angle = turn.signed(libm::atan2(cross(a, b), dot(a, b)));
        // A hair backward is rounding, not a full turn.
        if angle < -STRAIGHT { angle + std::f64::consts::TAU } else { angle.max(0.0) }
    }
}

/// The square of the shortest line that still has a direction, square inches.
const LEAST_LENGTH: f64 = 1e-14;

/// An arc no longer than this is none, inches.
const LEAST_ARC: f64 = 1e-9;

/// How near to a circle a point still lies on it, as a share of the square of its radius.
const ON_CIRCLE: f64 = 1e-9;

/// How far to its wrong side the ends of a line along an edge may lie, inches: more than
/// the allowance and twice what corners are moved by.
const LEAN: f64 = 0.01;

/// How far from straight still counts as straight.
const STRAIGHT: f64 = 1e-7;

#[cfg(test)]
mod tests {
    use super::*;

    fn round(x: f64, y: f64, radius: f64) -> Corner {
        Corner { radius, ..Corner::point([x, y], Layer::Ground) }
    }

    #[test]
    fn tangents_touch_both_corners_on_the_side_of_their_turn() {
        use Turn::{Left, Right};
        for (a, turn, b, other, expected, reason) in [
            (
                round(0.0, 0.0, 0.0),
                Left,
                round(5.0, 0.0, 0.0),
                Left,
                Some(([0.0, 0.0], [5.0, 0.0])),
                "two points",
            ),
            (
                round(0.0, 0.0, 1.0),
                Left,
                round(5.0, 0.0, 1.0),
                Left,
                Some(([0.0, -1.0], [5.0, -1.0])),
                "both to the left",
            ),
            (
                round(0.0, 0.0, 1.0),
                Right,
                round(5.0, 0.0, 1.0),
                Right,
                Some(([0.0, 1.0], [5.0, 1.0])),
                "both to the right",
            ),
            (
                round(0.0, 0.0, 0.0),
                Left,
                round(5.0, 0.0, 3.0),
                Left,
                Some(([0.0, 0.0], [3.2, -2.4])),
                "a point and a circle",
            ),
            (
                round(0.0, 0.0, 0.0),
                Left,
                round(5.0, 0.0, 3.0),
                Right,
                Some(([0.0, 0.0], [3.2, 2.4])),
                "on its other side",
            ),
            (
                round(0.0, 0.0, 3.0),
                Left,
                round(10.0, 0.0, 3.0),
                Right,
                Some(([1.8, -2.4], [8.2, 2.4])),
                "from one side to the other",
            ),
            (round(0.0, 0.0, 1.0), Left, round(0.5, 0.0, 3.0), Left, None, "one within the other"),
        ] {
            let found = a.tangent(turn, &b, other).map(|found| (found.from, found.to));
            let near = |a: Point, b: Point| (0..2).all(|axis| (a[axis] - b[axis]).abs() < 1e-9);
            let same = match (found, expected) {
                (Some(found), Some(expected)) => near(found.0, expected.0) && near(found.1, expected.1),
                (found, expected) => found.is_none() && expected.is_none(),
            };
            assert!(same, "{reason}: {found:?}");
        }
    }

    #[test]
    fn arcs_turn_the_way_the_path_turns() {
        let corner = round(0.0, 0.0, 2.0);
        let quarter = std::f64::consts::FRAC_PI_2;
        for (turn, from, to, expected) in [
            (Turn::Left, [2.0, 0.0], [0.0, 2.0], quarter),
            (Turn::Right, [2.0, 0.0], [0.0, 2.0], 3.0 * quarter),
            (Turn::Left, [2.0, 0.0], [2.0, 0.0], 0.0),
            (Turn::Right, [0.0, 2.0], [2.0, 0.0], quarter),
        ] {
            assert!((corner.arc(turn, from, to) - expected).abs() < 1e-12);
        }
    }

    #[test]
    fn corners_are_followed_as_far_as_a_path_turns() {
        for (radius, angle, length, reason) in [
            (2.0, 0.5, Some(1.0), "half a radian to the left"),
            (2.0, -0.5, Some(1.0), "to the right"),
            (2.0, 1e-8, Some(2e-8), "hardly at all"),
            (2.0, 1e-10, None, "straight on, but for rounding"),
            (0.0, 1.0, None, "a plain point is not followed"),
        ] {
            let arc = round(1.0, 1.0, radius).followed([1.0 + radius, 1.0], angle);
            assert_eq!(arc.map(|arc| arc.radius * arc.angle.abs()), length, "{reason}");
        }
    }
}
