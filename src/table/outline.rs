//! Whether a ring of corners is a plane figure at all, how large it is, and
//! whether one figure lies in another.

use super::plane::Leg;
use super::shape::{Point, Shape};

/// The smallest upright rectangle around a figure: lowest and highest corner.
pub type Bounds = [Point; 2];

/// Whether two rectangles come within `reach` of each other along both axes, inches.
pub fn are_near([low, high]: Bounds, [other_low, other_high]: Bounds, reach: f64) -> bool {
    (0..2).all(|axis| low[axis] <= other_high[axis] + reach && high[axis] >= other_low[axis] - reach)
}

impl Shape {
    /// The rectangle around it.
    pub fn bounds(&self) -> Bounds {
        match self {
            Self::Circle { centre: [x, y], radius } => [[x - radius, y - radius], [x + radius, y + radius]],
            Self::Polygon(corners) => corners_bounds(corners),
        }
    }

    /// Whether another figure lies wholly in this one, to within `slack` inches.
    ///
    /// Looks at the corners of a polygon and at 16 points of each edge, or at 64
    /// points of a circle's rim: enough to find what a file got wrong.
    pub fn holds(&self, other: &Self, slack: f64) -> bool {
        let holds = |point: Point| self.depth_inside(point) >= -slack;
        match other {
            Self::Circle { centre, radius } => rim(*centre, *radius).all(holds),
            Self::Polygon(_) => other.edges().flat_map(points_along).all(holds),
        }
    }
}

/// The rectangle around some points.
pub fn corners_bounds(corners: &[Point]) -> Bounds {
    let [mut low, mut high] = [[f64::INFINITY; 2], [f64::NEG_INFINITY; 2]];
    for corner in corners {
        for axis in 0..2 {
            low[axis] = low[axis].min(corner[axis]);
            high[axis] = high[axis].max(corner[axis]);
        }
    }
    [low, high]
}

fn points_along(leg: Leg) -> impl Iterator<Item = Point> {
    let at =
        move |nth: i32, axis: usize| leg.from[axis] + f64::from(nth) / 16.0 * (leg.to[axis] - leg.from[axis]);
    (0..16).map(move |nth| [at(nth, 0), at(nth, 1)])
}

fn rim([x, y]: Point, radius: f64) -> impl Iterator<Item = Point> {
    let angle = |nth: i32| f64::from(nth) * std::f64::consts::TAU / 64.0;
    (0..64).map(move |nth| [x + radius * libm::cos(angle(nth)), y + radius * libm::sin(angle(nth))])
}

/// The edges of a ring of corners, the last back to the first.
fn edges(corners: &[Point]) -> impl Iterator<Item = (Point, Point)> + '_ {
    corners.iter().copied().zip(corners.iter().copied().cycle().skip(1))
}

/// Area within a ring of corners, square inches; negative where they run clockwise.
pub fn signed_area(corners: &[Point]) -> f64 {
    edges(corners).map(|(a, b)| a[0] * b[1] - a[1] * b[0]).sum::<f64>() / 2.0
}

/// The number of the first corner that lies on the one before it, from 0.
pub fn first_repeated(corners: &[Point]) -> Option<usize> {
    let at = edges(corners).position(|(a, b)| a.map(thou) == b.map(thou))?;
    Some((at + 1) % corners.len())
}

/// The first two edges, by number from 0, that touch although they are no
/// neighbours, or that fold back on each other.
pub fn first_crossing(corners: &[Point]) -> Option<(usize, usize)> {
    let ring: Vec<(Point, Point)> = edges(corners).collect();
    let last = ring.len().checked_sub(1)?;
    let pairs = (1..ring.len()).flat_map(|j| (0..j).map(move |i| (i, j)));
    pairs.into_iter().find(|&(i, j)| {
        let ((a, b), (c, d)) = (ring[i], ring[j]);
        if i + 1 == j {
            folds_back(a, b, d)
        } else if i == 0 && j == last {
            folds_back(c, d, b)
        } else {
            touch((a, b), (c, d))
        }
    })
}

/// Whether the way from `b` on to `c` lies back over the way from `a` to `b`.
fn folds_back(a: Point, b: Point, c: Point) -> bool {
    let ahead = (b[0] - a[0]) * (c[0] - b[0]) + (b[1] - a[1]) * (c[1] - b[1]);
    side_of(a, b, c) == 0.0 && ahead <= 0.0
}

/// Above 0 where `c` lies left of the line from `a` to `b`, 0 where it lies on it.
fn side_of(a: Point, b: Point, c: Point) -> f64 {
    // Exact: corners come here in whole thousandths.
    thou(b[0] - a[0]) * thou(c[1] - a[1]) - thou(b[1] - a[1]) * thou(c[0] - a[0])
}

fn thou(length: f64) -> f64 {
    (length * 1000.0).round()
}

/// Whether two straight lines have a point in common.
fn touch((a, b): (Point, Point), (c, d): (Point, Point)) -> bool {
    let [abc, abd, cda, cdb] = [side_of(a, b, c), side_of(a, b, d), side_of(c, d, a), side_of(c, d, b)];
    let apart = |one: f64, other: f64| one * other < 0.0;
    let on = |side: f64, point, from, to| side == 0.0 && is_between(point, from, to);
    (apart(abc, abd) && apart(cda, cdb))
        || on(abc, c, a, b)
        || on(abd, d, a, b)
        || on(cda, a, c, d)
        || on(cdb, b, c, d)
}

/// Whether a point of the line through two others lies between them.
fn is_between(point: Point, a: Point, b: Point) -> bool {
    (0..2).all(|axis| point[axis] >= a[axis].min(b[axis]) && point[axis] <= a[axis].max(b[axis]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rings_have_an_area_and_a_sense() {
        for (ring, expected, reason) in [
            (&[[0.0, 0.0], [5.0, 0.0], [5.0, 3.0]][..], 7.5, "a triangle"),
            (&[[5.0, 3.0], [5.0, 0.0], [0.0, 0.0]], -7.5, "the same, clockwise"),
            (&[[1.0, 1.0], [4.0, 1.0], [4.0, 3.0], [1.0, 3.0]], 6.0, "a rectangle off the origin"),
        ] {
            assert!((signed_area(ring) - expected).abs() < 1e-12, "{reason}");
        }
    }

    #[test]
    fn a_corner_on_the_one_before_is_repeated() {
        for (ring, expected, reason) in [
            (&[[0.0, 0.0], [4.0, 0.0], [4.0, 0.0], [0.0, 3.0]][..], Some(2), "the third on the second"),
            (&[[0.0, 0.0], [4.0, 0.0], [0.0, 3.0], [0.0, 0.0]], Some(0), "the first on the last"),
            (&[[0.0, 0.0], [1.0, 0.0], [1.001, 0.0], [0.0, 3.0]], None, "a thousandth apart"),
            (&[[0.0, 0.0], [4.0, 0.0], [4.0, 3.0], [0.0, 3.0]], None, "as corners should be"),
        ] {
            assert_eq!(first_repeated(ring), expected, "{reason}");
        }
    }

    #[test]
    fn rings_that_touch_themselves_are_no_figures() {
        for (ring, expected, reason) in [
            (&[[0.0, 0.0], [4.0, 0.0], [4.0, 3.0], [0.0, 3.0]][..], None, "a rectangle"),
            (&[[0.0, 0.0], [4.0, 3.0], [4.0, 0.0], [0.0, 3.0]], Some((0, 2)), "a bow tie"),
            (&[[0.0, 0.0], [4.0, 0.0], [2.0, 0.0], [2.0, 3.0]], Some((0, 1)), "back over its first edge"),
            (&[[0.0, 0.0], [0.0, 4.0], [0.0, 2.0], [3.0, 2.0]], Some((0, 1)), "the same, upright"),
            (&[[2.0, 0.0], [4.0, 0.0], [4.0, 3.0], [0.0, 0.0]], None, "straight on is no way back"),
            (&[[0.0, 0.0], [2.0, 0.0], [2.0, 3.0], [4.0, 0.0]], Some((0, 3)), "the last over the first"),
            (
                &[[0.0, 0.0], [6.0, 0.0], [6.0, 3.0], [3.0, 0.0], [0.0, 3.0]],
                Some((0, 2)),
                "a corner on an edge far from it",
            ),
            (
                &[[0.0, 0.0], [3.0, 0.0], [3.0, 6.0], [4.0, 6.0], [4.0, -3.0], [-3.0, -3.0]],
                None,
                "edges whose lines cross beyond their ends",
            ),
            (
                &[[0.0, 0.0], [2.0, 0.0], [2.0, 3.0], [6.0, 3.0], [6.0, 0.0], [4.0, 0.0], [4.0, -3.0]],
                None,
                "two edges in one line, apart",
            ),
            (
                &[[0.0, 0.0], [2.0, 2.0], [2.0, 4.0], [9.0, 9.0], [9.0, 6.0], [6.0, 6.0], [6.0, -1.0]],
                None,
                "two corners on the line of an edge, beyond its end",
            ),
        ] {
            assert_eq!(first_crossing(ring), expected, "{reason}");
        }
    }
}
