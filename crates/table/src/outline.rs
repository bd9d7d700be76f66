//! Checks on polygons: simplicity, signed area, bounding boxes, convex hulls, and whether one shape encloses another.

use super::plane::{Leg, cross, subtract};
use super::shape::{Point, Shape};

/// An axis-aligned bounding box: lowest and highest corner.
pub type Bounds = [Point; 2];

/// Whether two bounding boxes come within `reach` of each other along both axes, inches.
#[inline]
pub fn are_near([low, high]: Bounds, [other_low, other_high]: Bounds, reach: f64) -> bool {
    (0..2).all(|axis| low[axis] <= other_high[axis] + reach && high[axis] >= other_low[axis] - reach)
}

impl Shape {
    /// Its bounding box.
    #[inline]
    pub fn bounds(&self) -> Bounds {
        match self {
            Self::Circle { centre: [x, y], radius } => [[x - radius, y - radius], [x + radius, y + radius]],
            Self::Polygon(corners) => bounds_of(corners),
        }
    }

    /// Whether another shape lies wholly in this one, to within `slack` inches.
    ///
    /// Samples the corners of a polygon and 16 points of each edge, or 64 points of a circle: enough to find
    /// mistakes in a file.
    #[inline]
    pub fn encloses(&self, other: &Self, slack: f64) -> bool {
        let encloses = |point: Point| self.depth_inside(point) >= -slack;
        match other {
            Self::Circle { centre, radius } => points_on_circle(*centre, *radius).all(encloses),
            Self::Polygon(_) => other.edges().flat_map(points_along).all(encloses),
        }
    }
}

/// The bounding box of some points.
#[inline]
pub fn bounds_of(corners: &[Point]) -> Bounds {
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
    let at = move |index: i32, axis: usize| {
        leg.from[axis] + f64::from(index) / 16.0 * (leg.to[axis] - leg.from[axis])
    };
    (0..16).map(move |index| [at(index, 0), at(index, 1)])
}

fn points_on_circle([x, y]: Point, radius: f64) -> impl Iterator<Item = Point> {
    let angle = |index: i32| f64::from(index) * std::f64::consts::TAU / 64.0;
    (0..64).map(move |index| [x + radius * libm::cos(angle(index)), y + radius * libm::sin(angle(index))])
}

/// The edges of a polygon, closed.
fn edges(corners: &[Point]) -> impl Iterator<Item = (Point, Point)> + '_ {
    corners.iter().copied().zip(corners.iter().copied().cycle().skip(1))
}

/// Signed area of a polygon, square inches (the shoelace formula); negative if clockwise.
#[inline]
pub fn signed_area(corners: &[Point]) -> f64 {
    edges(corners).map(|(a, b)| a[0] * b[1] - a[1] * b[0]).sum::<f64>() / 2.0
}

/// The convex hull of some points, counter-clockwise (Andrew's monotone chain, 1979).
pub fn hull(points: &[Point]) -> Vec<Point> {
    let mut sorted = points.to_vec();
    sorted.sort_by(|a, b| a[0].total_cmp(&b[0]).then(a[1].total_cmp(&b[1])));
    let chain = |points: &mut dyn Iterator<Item = Point>| {
        let mut chain: Vec<Point> = Vec::new();
        for point in points {
            while let [.., a, b] = chain[..]
                && cross(subtract(b, a), subtract(point, b)) <= 0.0
            {
                chain.pop();
            }
            chain.push(point);
        }
        chain.pop();
        chain
    };
    let mut found = chain(&mut sorted.iter().copied());
    found.extend(chain(&mut sorted.iter().rev().copied()));
    found
}

/// Index of the first corner that coincides with its predecessor.
#[inline]
pub fn first_repeated_corner(corners: &[Point]) -> Option<usize> {
    let at = edges(corners).position(|(a, b)| a.map(thou) == b.map(thou))?;
    Some((at + 1) % corners.len())
}

/// The first two edges, by index, that touch without being neighbours, or that fold back on each other.
#[inline]
pub fn first_crossing_edges(corners: &[Point]) -> Option<(usize, usize)> {
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
            segments_touch((a, b), (c, d))
        }
    })
}

/// Whether the edge from `b` to `c` folds back over the edge from `a` to `b`.
fn folds_back(a: Point, b: Point, c: Point) -> bool {
    let ahead = (b[0] - a[0]) * (c[0] - b[0]) + (b[1] - a[1]) * (c[1] - b[1]);
    side_of(a, b, c) == 0.0 && ahead <= 0.0
}

/// Positive where `c` lies left of the line from `a` to `b`, 0 where it lies on it.
fn side_of(a: Point, b: Point, c: Point) -> f64 {
    // Exact: corners arrive here in whole thousandths.
    thou(b[0] - a[0]) * thou(c[1] - a[1]) - thou(b[1] - a[1]) * thou(c[0] - a[0])
}

fn thou(length: f64) -> f64 {
    (length * 1000.0).round()
}

/// Whether two segments have a point in common.
fn segments_touch((a, b): (Point, Point), (c, d): (Point, Point)) -> bool {
    let [abc, abd, cda, cdb] = [side_of(a, b, c), side_of(a, b, d), side_of(c, d, a), side_of(c, d, b)];
    let apart = |one: f64, other: f64| one * other < 0.0;
    let on = |side: f64, point, from, to| side == 0.0 && is_between(point, from, to);
    (apart(abc, abd) && apart(cda, cdb))
        || on(abc, c, a, b)
        || on(abd, d, a, b)
        || on(cda, a, c, d)
        || on(cdb, b, c, d)
}

/// Whether a point on the line through two others lies between them.
fn is_between(point: Point, a: Point, b: Point) -> bool {
    (0..2).all(|axis| point[axis] >= a[axis].min(b[axis]) && point[axis] <= a[axis].max(b[axis]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_area_is_signed_by_orientation() {
        for (ring, expected, reason) in [
            (&[[0.0, 0.0], [5.0, 0.0], [5.0, 3.0]][..], 7.5, "a triangle"),
            (&[[5.0, 3.0], [5.0, 0.0], [0.0, 0.0]], -7.5, "the same, clockwise"),
            (&[[1.0, 1.0], [4.0, 1.0], [4.0, 3.0], [1.0, 3.0]], 6.0, "a rectangle off the origin"),
        ] {
            assert!((signed_area(ring) - expected).abs() < 1e-12, "{reason}");
        }
    }

    #[test]
    fn a_corner_on_its_predecessor_is_repeated() {
        for (ring, expected, reason) in [
            (&[[0.0, 0.0], [4.0, 0.0], [4.0, 0.0], [0.0, 3.0]][..], Some(2), "the third on the second"),
            (&[[0.0, 0.0], [4.0, 0.0], [0.0, 3.0], [0.0, 0.0]], Some(0), "the first on the last"),
            (&[[0.0, 0.0], [1.0, 0.0], [1.001, 0.0], [0.0, 3.0]], None, "a thousandth apart"),
            (&[[0.0, 0.0], [4.0, 0.0], [4.0, 3.0], [0.0, 3.0]], None, "as corners should be"),
        ] {
            assert_eq!(first_repeated_corner(ring), expected, "{reason}");
        }
    }

    #[test]
    fn a_self_touching_ring_is_found() {
        for (ring, expected, reason) in [
            (&[[0.0, 0.0], [4.0, 0.0], [4.0, 3.0], [0.0, 3.0]][..], None, "a rectangle"),
            (&[[0.0, 0.0], [4.0, 3.0], [4.0, 0.0], [0.0, 3.0]], Some((0, 2)), "a bow tie"),
            (
                &[[0.0, 0.0], [4.0, 0.0], [2.0, 0.0], [2.0, 3.0]],
                Some((0, 1)),
                "folds back over its first edge",
            ),
            (&[[0.0, 0.0], [0.0, 4.0], [0.0, 2.0], [3.0, 2.0]], Some((0, 1)), "the same, vertical"),
            (&[[2.0, 0.0], [4.0, 0.0], [4.0, 3.0], [0.0, 0.0]], None, "going straight on is allowed"),
            (&[[0.0, 0.0], [2.0, 0.0], [2.0, 3.0], [4.0, 0.0]], Some((0, 3)), "the last over the first"),
            (
                &[[0.0, 0.0], [6.0, 0.0], [6.0, 3.0], [3.0, 0.0], [0.0, 3.0]],
                Some((0, 2)),
                "a corner on a distant edge",
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
            assert_eq!(first_crossing_edges(ring), expected, "{reason}");
        }
    }
}
