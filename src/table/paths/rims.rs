//! Where the edges of two things meet, of which one bars or ends on one surface and the
//! other on another: between them paths change surface, and bend.

use std::borrow::Cow;

use crate::table::plane::{Leg, cross, distance, dot, subtract};
use crate::table::region::{Region, clip_to_circle};
use crate::table::shape::{Point, Shape};

/// The line along which something begins to bar or ceases to bear.
pub(super) struct Rim<'a> {
    pub(super) region: Cow<'a, Region>,
    /// How far outside the figure it runs, inches; inside below 0.
    pub(super) off: f64,
    /// Where it bars.
    pub(super) bars: Bars,
    /// On what it bars.
    pub(super) on: Vec<On>,
}

/// What one stands on, as far as rims tell it apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum On {
    /// The table top.
    Table,
    /// A step of a hill, by index.
    Step(usize),
    /// A floor, by index.
    Floor(usize),
}

/// On which side of a rim one cannot be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bars {
    /// In the figure and near it.
    Inside,
    /// Out of it: where a floor or a step ends.
    Outside,
}

impl Rim<'_> {
    /// Whether a point lies on the barred side.
    fn holds(&self, at: Point) -> bool {
        self.region.contains(at, -self.off) == (self.bars == Bars::Inside)
    }

    fn is_near(&self, other: &Self) -> bool {
        self.region.is_near(other.region.bounds, self.off.max(0.0) + other.off.max(0.0))
    }

    /// Whether each bars on something on which the other does not: only then does one who may not
    /// pass the one find a way on the other's.
    fn complements(&self, other: &Self) -> bool {
        let alone = |one: &Self, other: &Self| one.on.iter().any(|on| !other.on.contains(on));
        alone(self, other) && alone(other, self)
    }

    /// Its straight and round pieces.
    fn pieces(&self) -> impl Iterator<Item = Piece> + '_ {
        let circle = match &self.region.shape {
            Shape::Circle { centre, radius } => Some(Piece::Round(*centre, radius + self.off)),
            Shape::Polygon(_) => None,
        };
        let edges = self.region.shape.edges();
        let straight = edges.map(|edge| {
            let along = subtract(edge.to, edge.from);
            let long = dot(along, along).sqrt();
            let out = [along[1] / long * self.off, -along[0] / long * self.off];
            let on = [along[0] / long * BEYOND, along[1] / long * BEYOND];
            Piece::Straight(Leg {
                from: [edge.from[0] + out[0] - on[0], edge.from[1] + out[1] - on[1]],
                to: [edge.to[0] + out[0] + on[0], edge.to[1] + out[1] + on[1]],
            })
        });
        let corners = self.region.shape.edges().filter(|_| self.off > ROUNDED);
        circle.into_iter().chain(straight).chain(corners.map(|edge| Piece::Round(edge.from, self.off)))
    }

    /// Whether a point of one of its pieces is one of the rim itself: round a corner only a part
    /// of the circle is, and where the figure turns in only a part of a line.
    fn keeps(&self, at: Point) -> bool {
        self.off <= ROUNDED || (-self.region.shape.depth_inside(at) - self.off).abs() < 1e-6
    }
}

/// How far the pieces of a rim are drawn beyond its corners, inches: floors end right over walls and
/// bases, and their rims, a hair to either side, must still meet.
const BEYOND: f64 = 0.01;

/// A rim nearer to its figure than this has no round corners worth the name, inches.
const ROUNDED: f64 = 0.05;

/// A piece of a rim.
#[derive(Clone, Copy)]
enum Piece {
    Straight(Leg),
    Round(Point, f64),
}

impl Piece {
    /// The unit vector out of the figure at one of its points.
    fn out(self, at: Point) -> Point {
        let out = match self {
            Self::Straight(leg) => {
                let along = subtract(leg.to, leg.from);
                [along[1], -along[0]]
            }
            Self::Round(centre, _) => subtract(at, centre),
        };
        let long = dot(out, out).sqrt();
        [out[0] / long, out[1] / long]
    }
}

/// Every point where two rims meet that a path may bend at, with what it may stand on there.
pub(super) fn meetings(one: &Rim, other: &Rim, found: &mut impl FnMut(Point, On)) {
    if !one.is_near(other) || !one.complements(other) {
        return;
    }
    for piece in one.pieces() {
        for with in other.pieces() {
            for at in crossings(piece, with).into_iter().flatten() {
                if one.keeps(at) && other.keeps(at) && is_corner([one, other], [piece, with], at) {
                    let open = |on: &&On| one.on.contains(on) != other.on.contains(on);
                    one.on.iter().chain(&other.on).filter(open).for_each(|on| found(at, *on));
                }
            }
        }
    }
}

/// How far from a meeting it is looked whether both bar there, inches.
const BESIDE: f64 = 0.02;

/// Whether both rims bar a wedge at their meeting: else nothing need be gone round.
fn is_corner(rims: [&Rim; 2], pieces: [Piece; 2], at: Point) -> bool {
    let inward = |rim: &Rim, piece: Piece| {
        let out = piece.out(at);
        if rim.bars == Bars::Inside { [-out[0], -out[1]] } else { out }
    };
    let (a, b) = (inward(rims[0], pieces[0]), inward(rims[1], pieces[1]));
    let sum = [a[0] + b[0], a[1] + b[1]];
    let long = dot(sum, sum).sqrt();
    if long < 1e-3 {
        return false;
    }
    let beside = [at[0] + BESIDE * sum[0] / long, at[1] + BESIDE * sum[1] / long];
    rims.iter().all(|rim| rim.holds(beside))
}

fn crossings(one: Piece, other: Piece) -> [Option<Point>; 2] {
    match (one, other) {
        (Piece::Straight(a), Piece::Straight(b)) => [straight_crossing(a, b), None],
        (Piece::Straight(leg), Piece::Round(centre, radius))
        | (Piece::Round(centre, radius), Piece::Straight(leg)) => {
            let inside = clip_to_circle(leg, centre, radius);
            let inner = |share: f64| (share > 0.0 && share < 1.0).then(|| leg.at(share));
            inside.map_or([None, None], |shares| shares.map(inner))
        }
        (Piece::Round(a, r), Piece::Round(b, s)) => circle_crossings((a, r), (b, s)),
    }
}

fn straight_crossing(a: Leg, b: Leg) -> Option<Point> {
    let (along, across) = (subtract(a.to, a.from), subtract(b.to, b.from));
    let turn = cross(along, across);
    let between = subtract(b.from, a.from);
    let shares = [cross(between, across) / turn, cross(between, along) / turn];
    let within = turn != 0.0 && shares.iter().all(|share| (0.0..=1.0).contains(share));
    within.then(|| a.at(shares[0]))
}

/// The two points in which circles meet.
fn circle_crossings((a, r): (Point, f64), (b, s): (Point, f64)) -> [Option<Point>; 2] {
    let apart = distance(a, b);
    if apart == 0.0 || apart > r + s || apart < (r - s).abs() {
        return [None, None];
    }
    let along = (apart * apart + r * r - s * s) / (2.0 * apart);
    let aside = (r * r - along * along).max(0.0).sqrt();
    let unit = [(b[0] - a[0]) / apart, (b[1] - a[1]) / apart];
    [aside, -aside].map(|aside| {
        Some([a[0] + along * unit[0] - aside * unit[1], a[1] + along * unit[1] + aside * unit[0]])
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn straight(from: Point, to: Point) -> Piece {
        Piece::Straight(Leg { from, to })
    }

    /// How far a point is from a piece.
    fn off(piece: Piece, at: Point) -> f64 {
        match piece {
            Piece::Straight(leg) => distance(leg.nearest_to(at), at),
            Piece::Round(centre, radius) => (distance(centre, at) - radius).abs(),
        }
    }

    #[test]
    fn crossings_lie_on_both_pieces() {
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
            for found in [crossings(one, other), crossings(other, one)] {
                let found: Vec<Point> = found.into_iter().flatten().collect();
                assert_eq!(found.len(), expected, "{reason}: {found:?}");
                let on_both = |at: &Point| off(one, *at).max(off(other, *at)) < 1e-9;
                assert!(found.iter().all(on_both), "{reason}: {found:?}");
            }
        }
    }

    /// Rule: GO-4, GO-5. Round impassable ground the base goes half an inch off.
    #[test]
    fn a_rim_is_all_that_lies_so_far_outside() {
        let square = Shape::Polygon(vec![[0.0, 0.0], [4.0, 0.0], [4.0, 4.0], [0.0, 4.0]]);
        let rim = Rim {
            region: Cow::Owned(Region::new(square)),
            off: 0.5,
            bars: Bars::Inside,
            on: vec![On::Table],
        };
        for (at, kept, held, reason) in [
            ([2.0, -0.5], true, true, "beside an edge"),
            ([4.3, 4.4], true, true, "round a corner"),
            ([4.5, 4.5], false, false, "where the lines beside two edges meet"),
            ([4.4, -0.2], false, true, "nearer"),
            ([2.0, 2.0], false, true, "inside"),
            ([9.0, 2.0], false, false, "far off"),
        ] {
            assert_eq!(rim.keeps(at), kept, "{reason}");
            // On the rim itself it is rounding that tells.
            assert!(kept || rim.holds(at) == held, "{reason}");
        }
    }

    /// Each rim bars all to the left of a line through the origin, or to its right.
    #[test]
    fn rims_bar_a_wedge_where_they_cross() {
        use Bars::{Inside, Outside};
        let half = |degrees: f64, bars: Bars| {
            let [x, y] = [libm::cos(degrees.to_radians()), libm::sin(degrees.to_radians())];
            let at = |along: f64, left: f64| [along * x - left * y, along * y + left * x];
            let shape = Shape::Polygon(vec![at(-9.0, 0.0), at(9.0, 0.0), at(9.0, 9.0), at(-9.0, 9.0)]);
            let rim = Rim { region: Cow::Owned(Region::new(shape)), off: 0.0, bars, on: vec![On::Table] };
            (rim, straight(at(-9.0, 0.0), at(9.0, 0.0)))
        };
        for (one, other, expected, reason) in [
            (half(0.0, Inside), half(90.0, Inside), true, "a right angle"),
            (half(35.0, Inside), half(235.0, Inside), true, "a narrow wedge"),
            (half(125.0, Inside), half(325.0, Inside), true, "the same, turned"),
            (half(35.0, Inside), half(55.0, Outside), true, "a narrow wedge outside the one"),
            (half(215.0, Outside), half(55.0, Outside), true, "outside both"),
            (half(0.0, Inside), half(180.0, Inside), false, "back to back"),
        ] {
            let found = is_corner([&one.0, &other.0], [one.1, other.1], [0.0, 0.0]);
            assert_eq!(found, expected, "{reason}");
        }
    }
}
