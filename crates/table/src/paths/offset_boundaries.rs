//! Offset boundaries and their intersections: where two boundaries meet that apply on different surfaces,
//! paths change surface between them, and bend.

use std::borrow::Cow;

use crate::plane::{Leg, cross, distance, dot, subtract};
use crate::region::{Region, clip_to_circle};
use crate::shape::{Point, Shape};

/// The boundary of a shape, offset; there an obstacle begins, or a surface ends.
pub(super) struct OffsetBoundary<'a> {
    pub(super) region: Cow<'a, Region>,
    /// Offset outward from the shape, inches; inward if negative.
    pub(super) offset: f64,
    /// The side that is blocked.
    pub(super) blocked_side: BlockedSide,
    /// The surfaces on which it applies.
    pub(super) supports: Vec<Support>,
}

/// Support under a model, as far as boundaries distinguish it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Support {
    /// The table top.
    Table,
    /// A step of a hill, by index.
    Step(usize),
    /// A floor, by index.
    Floor(usize),
}

/// The side of a boundary that is blocked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum BlockedSide {
    /// In the shape and near it.
    Inside,
    /// Outside it: where a floor or a step ends.
    Outside,
}

impl OffsetBoundary<'_> {
    /// Whether a point lies on the blocked side.
    fn blocks(&self, at: Point) -> bool {
        self.region.contains(at, -self.offset) == (self.blocked_side == BlockedSide::Inside)
    }

    fn is_near(&self, other: &Self) -> bool {
        self.region.is_near(other.region.bounds, self.offset.max(0.0) + other.offset.max(0.0))
    }

    /// Whether each applies on a surface where the other does not: only then may a model that cannot cross
    /// one of them pass it on the other's surface.
    fn differs_in_support(&self, other: &Self) -> bool {
        let alone = |one: &Self, other: &Self| one.supports.iter().any(|on| !other.supports.contains(on));
        alone(self, other) && alone(other, self)
    }

    /// Its straight and round pieces.
    fn pieces(&self) -> impl Iterator<Item = Piece> + '_ {
        let circle = match &self.region.shape {
            Shape::Circle { centre, radius } => Some(Piece::Round(*centre, radius + self.offset)),
            Shape::Polygon(_) => None,
        };
        let edges = self.region.shape.edges();
        let straight = edges.map(|edge| {
            let along = subtract(edge.to, edge.from);
            let length = dot(along, along).sqrt();
            let out = [along[1] / length * self.offset, -along[0] / length * self.offset];
            let extension = [along[0] / length * EDGE_EXTENSION, along[1] / length * EDGE_EXTENSION];
            Piece::Straight(Leg {
                from: [edge.from[0] + out[0] - extension[0], edge.from[1] + out[1] - extension[1]],
                to: [edge.to[0] + out[0] + extension[0], edge.to[1] + out[1] + extension[1]],
            })
        });
        let corners = self.region.shape.edges().filter(|_| self.offset > MIN_ROUNDED_OFFSET);
        circle.into_iter().chain(straight).chain(corners.map(|edge| Piece::Round(edge.from, self.offset)))
    }

    /// Whether a point of one of its pieces belongs to the boundary: of a circle around a corner only an arc
    /// does, and at a reflex corner only a part of each line.
    fn has_on_it(&self, at: Point) -> bool {
        self.offset <= MIN_ROUNDED_OFFSET || (-self.region.shape.depth_inside(at) - self.offset).abs() < 1e-6
    }
}

/// Extension of straight pieces beyond the corners, inches: floors end right above walls and bases, and their boundaries, slightly to
/// either side, must still intersect.
const EDGE_EXTENSION: f64 = 0.01;

/// A boundary with a smaller offset needs no round corners, inches.
const MIN_ROUNDED_OFFSET: f64 = 0.05;

/// A piece of a boundary.
#[derive(Clone, Copy)]
enum Piece {
    Straight(Leg),
    Round(Point, f64),
}

impl Piece {
    /// The outward unit normal at one of its points.
    fn normal(self, at: Point) -> Point {
        let out = match self {
            Self::Straight(leg) => {
                let along = subtract(leg.to, leg.from);
                [along[1], -along[0]]
            }
            Self::Round(centre, _) => subtract(at, centre),
        };
        let length = dot(out, out).sqrt();
        [out[0] / length, out[1] / length]
    }
}

/// Every intersection of two boundaries at which a path may bend, with the surfaces it may be on.
pub(super) fn boundary_intersections(
    one: &OffsetBoundary,
    other: &OffsetBoundary,
    found: &mut impl FnMut(Point, Support),
) {
    if !one.is_near(other) || !one.differs_in_support(other) {
        return;
    }
    for piece in one.pieces() {
        for with in other.pieces() {
            for at in intersections(piece, with).into_iter().flatten() {
                if one.has_on_it(at) && other.has_on_it(at) && forms_wedge([one, other], [piece, with], at) {
                    let open = |on: &&Support| one.supports.contains(on) != other.supports.contains(on);
                    one.supports.iter().chain(&other.supports).filter(open).for_each(|on| found(at, *on));
                }
            }
        }
    }
}

/// Distance from an intersection at which to test whether both block, inches.
const PROBE_DISTANCE: f64 = 0.02;

/// Whether both block a wedge at their intersection; if not, there is nothing to go around.
fn forms_wedge(boundaries: [&OffsetBoundary; 2], pieces: [Piece; 2], at: Point) -> bool {
    let inward = |boundary: &OffsetBoundary, piece: Piece| {
        let out = piece.normal(at);
        if boundary.blocked_side == BlockedSide::Inside { [-out[0], -out[1]] } else { out }
    };
    let (a, b) = (inward(boundaries[0], pieces[0]), inward(boundaries[1], pieces[1]));
    let sum = [a[0] + b[0], a[1] + b[1]];
    let length = dot(sum, sum).sqrt();
    if length < 1e-3 {
        return false;
    }
    let beside = [at[0] + PROBE_DISTANCE * sum[0] / length, at[1] + PROBE_DISTANCE * sum[1] / length];
    boundaries.iter().all(|boundary| boundary.blocks(beside))
}

fn intersections(one: Piece, other: Piece) -> [Option<Point>; 2] {
    match (one, other) {
        (Piece::Straight(a), Piece::Straight(b)) => [segment_intersection(a, b), None],
        (Piece::Straight(leg), Piece::Round(centre, radius))
        | (Piece::Round(centre, radius), Piece::Straight(leg)) => {
            let inside = clip_to_circle(leg, centre, radius);
            let inner = |share: f64| (share > 0.0 && share < 1.0).then(|| leg.at(share));
            inside.map_or([None, None], |inside| inside.ends().map(inner))
        }
        (Piece::Round(a, r), Piece::Round(b, s)) => circle_intersections((a, r), (b, s)),
    }
}

fn segment_intersection(a: Leg, b: Leg) -> Option<Point> {
    let (along, across) = (subtract(a.to, a.from), subtract(b.to, b.from));
    let turn = cross(along, across);
    let between = subtract(b.from, a.from);
    let shares = [cross(between, across) / turn, cross(between, along) / turn];
    let within = turn != 0.0 && shares.iter().all(|share| (0.0..=1.0).contains(share));
    within.then(|| a.at(shares[0]))
}

/// The two intersections of circles.
fn circle_intersections((a, r): (Point, f64), (b, s): (Point, f64)) -> [Option<Point>; 2] {
    let between = distance(a, b);
    if between == 0.0 || between > r + s || between < (r - s).abs() {
        return [None, None];
    }
    let along = (between * between + r * r - s * s) / (2.0 * between);
    let height = (r * r - along * along).max(0.0).sqrt();
    let unit = [(b[0] - a[0]) / between, (b[1] - a[1]) / between];
    [height, -height].map(|height| {
        Some([a[0] + along * unit[0] - height * unit[1], a[1] + along * unit[1] + height * unit[0]])
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn straight(from: Point, to: Point) -> Piece {
        Piece::Straight(Leg { from, to })
    }

    /// The distance of a point from a piece.
    fn distance_to(piece: Piece, at: Point) -> f64 {
        match piece {
            Piece::Straight(leg) => distance(leg.nearest_to(at), at),
            Piece::Round(centre, radius) => (distance(centre, at) - radius).abs(),
        }
    }

    #[test]
    fn intersections_lie_on_both_pieces() {
        for (one, other, expected, reason) in [
            (straight([0.0, 0.0], [4.0, 2.0]), straight([1.0, 3.0], [3.0, -1.0]), 1, "two lines"),
            (straight([0.0, 0.0], [4.0, 2.0]), straight([5.0, 3.0], [6.0, 0.0]), 0, "one ends before"),
            (straight([0.0, 0.0], [4.0, 2.0]), straight([0.0, 1.0], [4.0, 3.0]), 0, "side by side"),
            (straight([-3.0, 1.0], [5.0, 2.0]), Piece::Round([1.0, 1.0], 2.0), 2, "right through a circle"),
            (straight([1.0, 1.0], [5.0, 2.0]), Piece::Round([1.0, 1.0], 2.0), 1, "out of one"),
            (Piece::Round([1.0, 0.5], 2.0), Piece::Round([3.0, 1.5], 1.5), 2, "two circles"),
            (Piece::Round([1.0, 0.5], 0.5), Piece::Round([-2.0, 4.5], 4.8), 2, "a small and a large one"),
            (Piece::Round([1.0, 0.5], 1.0), Piece::Round([4.0, 0.5], 1.5), 0, "too far apart"),
            (Piece::Round([1.0, 0.5], 3.0), Piece::Round([1.5, 0.5], 1.0), 0, "one in the other"),
        ] {
            for found in [intersections(one, other), intersections(other, one)] {
                let found: Vec<Point> = found.into_iter().flatten().collect();
                assert_eq!(found.len(), expected, "{reason}: {found:?}");
                let on_both = |at: &Point| distance_to(one, *at).max(distance_to(other, *at)) < 1e-9;
                assert!(found.iter().all(on_both), "{reason}: {found:?}");
            }
        }
    }

    /// Rule: GO-4, GO-5. The base keeps half an inch off impassable ground.
    #[test]
    fn points_on_a_boundary_are_exactly_its_offset_away() {
        let square = Shape::Polygon(vec![[0.0, 0.0], [4.0, 0.0], [4.0, 4.0], [0.0, 4.0]]);
        let boundary = OffsetBoundary {
            region: Cow::Owned(Region::new(square)),
            offset: 0.5,
            blocked_side: BlockedSide::Inside,
            supports: vec![Support::Table],
        };
        for (at, is_on_it, is_blocked, reason) in [
            ([2.0, -0.5], true, true, "beside an edge"),
            ([4.3, 4.4], true, true, "around a corner"),
            ([4.5, 4.5], false, false, "where the lines beside two edges meet"),
            ([4.4, -0.2], false, true, "nearer"),
            ([2.0, 2.0], false, true, "inside"),
            ([9.0, 2.0], false, false, "far away"),
        ] {
            assert_eq!(boundary.has_on_it(at), is_on_it, "{reason}");
            // On the boundary itself rounding decides.
            assert!(is_on_it || boundary.blocks(at) == is_blocked, "{reason}");
        }
    }

    /// Each boundary blocks everything to the left of a line through the origin, or to its right.
    #[test]
    fn crossing_boundaries_block_a_wedge() {
        use BlockedSide::{Inside, Outside};
        let half = |degrees: f64, blocked_side: BlockedSide| {
            let [x, y] = [libm::cos(degrees.to_radians()), libm::sin(degrees.to_radians())];
            let at = |along: f64, left: f64| [along * x - left * y, along * y + left * x];
            let shape = Shape::Polygon(vec![at(-9.0, 0.0), at(9.0, 0.0), at(9.0, 9.0), at(-9.0, 9.0)]);
            let boundary = OffsetBoundary {
                region: Cow::Owned(Region::new(shape)),
                offset: 0.0,
                blocked_side,
                supports: vec![Support::Table],
            };
            (boundary, straight(at(-9.0, 0.0), at(9.0, 0.0)))
        };
        for (one, other, expected, reason) in [
            (half(0.0, Inside), half(90.0, Inside), true, "a right angle"),
            (half(35.0, Inside), half(235.0, Inside), true, "a narrow wedge"),
            (half(125.0, Inside), half(325.0, Inside), true, "the same, turned"),
            (half(35.0, Inside), half(55.0, Outside), true, "a narrow wedge outside the one"),
            (half(215.0, Outside), half(55.0, Outside), true, "outside both"),
            (half(0.0, Inside), half(180.0, Inside), false, "back to back"),
        ] {
            let found = forms_wedge([&one.0, &other.0], [one.1, other.1], [0.0, 0.0]);
            assert_eq!(found, expected, "{reason}");
        }
    }
}
