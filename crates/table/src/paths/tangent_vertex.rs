//! The vertices of the tangent visibility graph: points, and circles that a path follows on one side.

use crate::plane::{cross, dot, subtract};
use crate::shape::Point;
use warstrike_rules::measures::Thou;

/// A point or circle at which a path may bend.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TangentVertex {
    /// Centre of the circle.
    pub centre: Point,
    /// Of the circle, inches; 0 for a point.
    pub radius: f64,
    /// The surfaces it is of use on.
    pub layer: Layer,
    /// The neighbouring corners in its polygon: a taut path leaves both on one side.
    pub neighbours: Option<[Point; 2]>,
    /// Maximum distance outside the arc of the straight legs that replace it, inches.
    pub max_bulge: f64,
}

/// An arc that a path follows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Arc {
    /// Its centre.
    pub centre: Point,
    /// Inches.
    pub radius: f64,
    /// Start of the arc.
    pub from: Point,
    /// Angle of the turn, radians; negative if clockwise.
    pub angle: f64,
    /// Maximum distance outside it of the straight legs that replace it, inches.
    pub max_bulge: f64,
}

impl Arc {
    /// The point at a share of it, `out` times as far from the centre.
    pub fn at(&self, share: f64, out: f64) -> Point {
        let [x, y] = subtract(self.from, self.centre);
        let (sin, cos) = (libm::sin(self.angle * share) * out, libm::cos(self.angle * share) * out);
        [self.centre[0] + x * cos - y * sin, self.centre[1] + x * sin + y * cos]
    }
}

/// The surfaces on which a vertex is of use.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Layer {
    /// The open ground, at whatever height.
    Ground,
    /// A floor or roof of this height.
    Floor(Thou),
}

/// Direction in which a path turns around a vertex.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum TurnDirection {
    /// Counter-clockwise: the vertex lies to the path's left.
    Left,
    /// Clockwise.
    Right,
}

impl TurnDirection {
    /// Makes an angle or radius measured along the turn positive if counter-clockwise.
    pub fn signed(self, value: f64) -> f64 {
        match self {
            Self::Left => value,
            Self::Right => -value,
        }
    }
}

/// A common tangent of two vertices.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tangent {
    /// Point of contact with the first.
    pub from: Point,
    /// Point of contact with the second.
    pub to: Point,
    /// Unit vector.
    pub along: Point,
    /// From one to the other, inches.
    pub length: f64,
}

impl TangentVertex {
    /// A plain point, such as the start of a path.
    pub fn point(at: Point, layer: Layer) -> Self {
        Self { centre: at, radius: 0.0, layer, neighbours: None, max_bulge: f64::INFINITY }
    }

    /// A circle that paths follow.
    pub fn circle(centre: Point, radius: f64, layer: Layer) -> Self {
        Self { radius, ..Self::point(centre, layer) }
    }

    /// The turns to try: a point needs only one.
    pub fn turns(&self) -> &'static [TurnDirection] {
        if self.radius > 0.0 { &[TurnDirection::Left, TurnDirection::Right] } else { &[TurnDirection::Left] }
    }

    /// The common tangent along which a path leaves this vertex for another, with these turns; `None` where
    /// one circle lies inside the other.
    pub fn tangent(&self, turn: TurnDirection, other: &Self, other_turn: TurnDirection) -> Option<Tangent> {
        let between = subtract(other.centre, self.centre);
        let squared = dot(between, between);
        let offset = other_turn.signed(other.radius) - turn.signed(self.radius);
        let length = squared - offset * offset;
        // A point on a circle: the tangent has no length, but the path continues along the circle or leaves
        // it here.
        let touches = offset != 0.0 && length.abs() <= ON_CIRCLE * squared;
        if length <= MIN_SQUARED_LENGTH && !touches {
            return None;
        }
        let length = if touches { 0.0 } else { length.sqrt() };
        let along = [
            (between[0] * length + between[1] * offset) / squared,
            (between[1] * length - between[0] * offset) / squared,
        ];
        let touch = |vertex: &Self, turn: TurnDirection| {
            let out = turn.signed(vertex.radius);
            [vertex.centre[0] + out * along[1], vertex.centre[1] - out * along[0]]
        };
        Some(Tangent { from: touch(self, turn), to: touch(other, other_turn), along, length })
    }

    /// Whether a path along the tangent is taut here: both neighbours lie on one side of it.
    pub fn is_taut_along(&self, tangent: &Tangent) -> bool {
        self.neighbours.is_none_or(|neighbours| {
            let offsets = neighbours.map(|neighbour| subtract(neighbour, self.centre));
            let [a, b] = offsets.map(|offset| cross(tangent.along, offset));
            if a * b >= -COLLINEARITY_TOLERANCE {
                return true;
            }
            // Vertices lie slightly off their polygons, and ends of paths may lie inside by the allowance: a
            // short tangent along an edge may lean a little to the wrong side.
            let lean = MAX_LEAN / tangent.length.max(MAX_LEAN);
            let sine = |aside: f64, offset: Point| (aside / dot(offset, offset).sqrt()).abs();
            sine(a, offsets[0]).min(sine(b, offsets[1])) <= lean
        })
    }

    /// The arc that a path follows from a point on the circle for an angle; `None` if it is too short to
    /// matter.
    pub fn arc_from(&self, from: Point, angle: f64) -> Option<Arc> {
        let arc = Arc { centre: self.centre, radius: self.radius, from, angle, max_bulge: self.max_bulge };
        (self.radius * angle.abs() > MIN_ARC_LENGTH).then_some(arc)
    }

    /// The angle of the arc from one point of the circle to another, along the turn; radians from 0 to a full
    /// turn.
    pub fn arc(&self, turn: TurnDirection, from: Point, to: Point) -> f64 {
        if self.radius == 0.0 {
            return 0.0;
        }
        let (a, b) = (subtract(from, self.centre), subtract(to, self.centre));
        let angle = turn.signed(libm::atan2(cross(a, b), dot(a, b)));
        // Slightly backward is rounding, not a full turn.
        if angle < -COLLINEARITY_TOLERANCE { angle + std::f64::consts::TAU } else { angle.max(0.0) }
    }
}

/// The square of the shortest tangent that still has a direction, square inches.
const MIN_SQUARED_LENGTH: f64 = 1e-14;

/// A shorter arc is dropped, inches.
const MIN_ARC_LENGTH: f64 = 1e-9;

/// Tolerance within which a point lies on a circle, as a share of the squared distance.
const ON_CIRCLE: f64 = 1e-9;

/// Maximum distance of the ends of a tangent along an edge to its wrong side, inches: more than the allowance and twice the offset of
/// vertices.
const MAX_LEAN: f64 = 0.01;

/// Tolerance within which points or directions count as collinear; for angles, radians.
const COLLINEARITY_TOLERANCE: f64 = 1e-7;

#[cfg(test)]
mod tests {
    use super::*;

    fn circle(x: f64, y: f64, radius: f64) -> TangentVertex {
        TangentVertex::circle([x, y], radius, Layer::Ground)
    }

    #[test]
    fn tangents_touch_both_circles_on_the_side_of_their_turn() {
        use TurnDirection::{Left, Right};
        for (a, turn, b, other, expected, reason) in [
            (
                circle(0.0, 0.0, 0.0),
                Left,
                circle(5.0, 0.0, 0.0),
                Left,
                Some(([0.0, 0.0], [5.0, 0.0])),
                "two points",
            ),
            (
                circle(0.0, 0.0, 1.0),
                Left,
                circle(5.0, 0.0, 1.0),
                Left,
                Some(([0.0, -1.0], [5.0, -1.0])),
                "both to the left",
            ),
            (
                circle(0.0, 0.0, 1.0),
                Right,
                circle(5.0, 0.0, 1.0),
                Right,
                Some(([0.0, 1.0], [5.0, 1.0])),
                "both to the right",
            ),
            (
                circle(0.0, 0.0, 0.0),
                Left,
                circle(5.0, 0.0, 3.0),
                Left,
                Some(([0.0, 0.0], [3.2, -2.4])),
                "a point and a circle",
            ),
            (
                circle(0.0, 0.0, 0.0),
                Left,
                circle(5.0, 0.0, 3.0),
                Right,
                Some(([0.0, 0.0], [3.2, 2.4])),
                "on its other side",
            ),
            (
                circle(0.0, 0.0, 3.0),
                Left,
                circle(10.0, 0.0, 3.0),
                Right,
                Some(([1.8, -2.4], [8.2, 2.4])),
                "from one side to the other",
            ),
            (circle(0.0, 0.0, 1.0), Left, circle(0.5, 0.0, 3.0), Left, None, "one inside the other"),
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
    fn arcs_turn_as_the_path_turns() {
        let vertex = circle(0.0, 0.0, 2.0);
        let quarter = std::f64::consts::FRAC_PI_2;
        for (turn, from, to, expected) in [
            (TurnDirection::Left, [2.0, 0.0], [0.0, 2.0], quarter),
            (TurnDirection::Right, [2.0, 0.0], [0.0, 2.0], 3.0 * quarter),
            (TurnDirection::Left, [2.0, 0.0], [2.0, 0.0], 0.0),
            (TurnDirection::Right, [0.0, 2.0], [2.0, 0.0], quarter),
        ] {
            assert!((vertex.arc(turn, from, to) - expected).abs() < 1e-12);
        }
    }

    #[test]
    fn arcs_are_as_long_as_the_path_turns() {
        for (radius, angle, length, reason) in [
            (2.0, 0.5, Some(1.0), "half a radian to the left"),
            (2.0, -0.5, Some(1.0), "to the right"),
            (2.0, 1e-8, Some(2e-8), "hardly at all"),
            (2.0, 1e-10, None, "straight on, but for rounding"),
            (0.0, 1.0, None, "a plain point is not followed"),
        ] {
            let arc = circle(1.0, 1.0, radius).arc_from([1.0 + radius, 1.0], angle);
            assert_eq!(arc.map(|arc| arc.radius * arc.angle.abs()), length, "{reason}");
        }
    }
}
