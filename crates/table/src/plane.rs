//! Plane geometry, seen from above: distances, straight legs, point-in-polygon. Inches.

use super::shape::{Point, Shape};
use warstrike_rules::movement::nearest_between;

/// Extension of a leg beyond its end within which it still counts as crossed, as a share of its length: a leg that runs exactly through a
/// corner must meet one of the two edges there, however they are rounded.
const CORNER_TOLERANCE: f64 = 1e-9;

/// The closest approach of a straight leg and a shape.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Nearest {
    /// Between the two; 0 where the leg touches or enters the shape.
    pub distance: f64,
    /// The closest point on the leg.
    pub on_leg: Point,
}

/// A straight segment over the table; it may have no length.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Leg {
    /// Start of the segment.
    pub from: Point,
    /// End of the segment.
    pub to: Point,
}

/// An interval of a straight line: shares of a leg's length or, where said, inches.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// Start of the interval.
    pub from: f64,
    /// End of the interval.
    pub to: f64,
}

impl Interval {
    /// All of a leg.
    pub const WHOLE: Self = Self { from: 0.0, to: 1.0 };

    /// From one share to another.
    #[inline]
    pub fn new(from: f64, to: f64) -> Self {
        Self { from, to }
    }

    /// Both ends.
    #[inline]
    pub fn ends(self) -> [f64; 2] {
        [self.from, self.to]
    }

    /// Its length.
    #[inline]
    pub fn length(self) -> f64 {
        self.to - self.from
    }

    /// Its midpoint.
    #[inline]
    pub fn middle(self) -> f64 {
        (self.from + self.to) / 2.0
    }

    /// Whether two intervals have more than an end in common.
    #[inline]
    pub fn overlaps(self, other: Self) -> bool {
        self.to > other.from && self.from < other.to
    }
}

/// The vector from `b` to `a`.
#[inline]
pub(super) fn subtract(a: Point, b: Point) -> Point {
    [a[0] - b[0], a[1] - b[1]]
}

/// The dot product.
#[inline]
pub(super) fn dot(a: Point, b: Point) -> f64 {
    a[0] * b[0] + a[1] * b[1]
}

/// The cross product: twice the area of the triangle of the origin, `a` and `b`; positive where `b` lies
/// counter-clockwise of `a`.
#[inline]
pub(super) fn cross(a: Point, b: Point) -> f64 {
    a[0] * b[1] - a[1] * b[0]
}

/// Clips a line `from + share * along` to a convex polygon (Cyrus–Beck): the shares inside it, out of those
/// given; `None` if there are none.
pub(super) fn clip_to_convex(
    corners: &[Point],
    [from, along]: [Point; 2],
    within: Interval,
) -> Option<Interval> {
    let [mut first, mut last] = within.ends();
    let mut a = *corners.last()?;
    for &b in corners {
        let edge = subtract(b, a);
        // Inside is left of every edge.
        let [start, turn] = [cross(edge, subtract(from, a)), cross(edge, along)];
        if turn > 0.0 {
            first = fast_max(first, -start / turn);
        } else if turn < 0.0 {
            last = fast_min(last, -start / turn);
        } else if start <= 0.0 {
            return None;
        }
        a = b;
    }
    (first < last).then_some(Interval::new(first, last))
}

/// The smaller of two numbers: like `f64::min` without the NaN handling, and faster.
#[inline]
pub(super) fn fast_min(a: f64, b: f64) -> f64 {
    if b < a { b } else { a }
}

/// The larger of two numbers, likewise.
#[inline]
pub(super) fn fast_max(a: f64, b: f64) -> f64 {
    if b > a { b } else { a }
}

/// Points on circles round a point, as many on each, from the first circle to the last.
#[inline]
pub fn points_on_rings(
    [x, y]: Point,
    radii: impl IntoIterator<Item = f64>,
    directions: usize,
) -> impl Iterator<Item = Point> {
    radii.into_iter().flat_map(move |radius| {
        (0..directions).map(move |direction| {
            let angle = direction as f64 * std::f64::consts::TAU / directions as f64;
            [x + radius * libm::cos(angle), y + radius * libm::sin(angle)]
        })
    })
}

/// The eighth of the compass in which a way leads, in words: x runs east, y north.
pub fn compass(way: Point) -> &'static str {
    const EIGHTHS: [&str; 8] =
        ["east", "north-east", "north", "north-west", "west", "south-west", "south", "south-east"];
    let eighths = libm::atan2(way[1], way[0]) / std::f64::consts::FRAC_PI_4;
    EIGHTHS[(libm::round(eighths) as i64).rem_euclid(8) as usize]
}

/// Distance between two points.
#[inline]
pub fn distance(a: Point, b: Point) -> f64 {
    let d = subtract(a, b);
    dot(d, d).sqrt()
}

impl Leg {
    /// A leg without length.
    #[inline]
    pub fn point(at: Point) -> Self {
        Self { from: at, to: at }
    }

    /// The point at a share of its length.
    #[inline]
    pub fn at(self, share: f64) -> Point {
        let along = subtract(self.to, self.from);
        [self.from[0] + share * along[0], self.from[1] + share * along[1]]
    }

    /// The bounding box: lowest and highest corner.
    #[inline]
    pub fn bounds(self) -> [Point; 2] {
        let ends =
            |pick: fn(f64, f64) -> f64| [pick(self.from[0], self.to[0]), pick(self.from[1], self.to[1])];
        [ends(f64::min), ends(f64::max)]
    }

    /// Its length.
    #[inline]
    pub fn length(self) -> f64 {
        distance(self.from, self.to)
    }

    /// The closest point of the leg to another point.
    #[inline]
    pub fn nearest_to(self, point: Point) -> Point {
        nearest_between(self.from, self.to, point)
    }

    /// Whether a point lies in the upright rectangle around it: of most points this shows that they are not on it.
    fn has_in_its_box(self, point: Point) -> bool {
        [0, 1].into_iter().all(|axis| {
            let (from, to) = (self.from[axis], self.to[axis]);
            (from.min(to)..=from.max(to)).contains(&point[axis])
        })
    }

    /// Intersection of two legs, if they cross.
    #[inline]
    pub(super) fn intersection(self, other: Self) -> Option<Point> {
        let (a, b) = (subtract(self.to, self.from), subtract(other.to, other.from));
        let between = subtract(other.from, self.from);
        let turn = cross(a, b);
        if turn == 0.0 {
            return None;
        }
        let (share, other_share) = (cross(between, b) / turn, cross(between, a) / turn);
        let within = |s: f64| (-CORNER_TOLERANCE..=1.0 + CORNER_TOLERANCE).contains(&s);
        (within(share) && within(other_share))
            .then(|| [self.from[0] + share * a[0], self.from[1] + share * a[1]])
    }

    /// The closest points of two legs.
    #[inline]
    pub fn nearest_to_leg(self, other: Self) -> Nearest {
        if let Some(on_leg) = self.intersection(other) {
            return Nearest { distance: 0.0, on_leg };
        }
        let own_end = |end: Point| Nearest { distance: distance(end, other.nearest_to(end)), on_leg: end };
        let other_end = |end: Point| {
            let on_leg = self.nearest_to(end);
            Nearest { distance: distance(end, on_leg), on_leg }
        };
        [own_end(self.from), own_end(self.to), other_end(other.from), other_end(other.to)]
            .into_iter()
            .fold(own_end(self.from), nearer)
    }
}

/// The closer of two; the first of a tie.
fn nearer(a: Nearest, b: Nearest) -> Nearest {
    if b.distance < a.distance { b } else { a }
}

impl Shape {
    /// Its edges in order; none for a circle.
    #[inline]
    pub fn edges(&self) -> impl Iterator<Item = Leg> + '_ {
        let corners: &[Point] = match self {
            Self::Circle { .. } => &[],
            Self::Polygon(corners) => corners,
        };
        let next = corners.iter().cycle().skip(1);
        corners.iter().zip(next).map(|(from, to)| Leg { from: *from, to: *to })
    }

    /// Whether it is a convex polygon, or a circle.
    #[inline]
    pub fn is_convex(&self) -> bool {
        let edges: Vec<Point> = self.edges().map(|edge| subtract(edge.to, edge.from)).collect();
        edges.iter().zip(edges.iter().cycle().skip(1)).all(|(edge, next)| cross(*edge, *next) >= 0.0)
    }

    /// Whether a point lies in it or on its edge. Polygons: by the edges that a ray to the right crosses.
    #[inline]
    pub fn contains(&self, point: Point) -> bool {
        match self {
            Self::Circle { centre, radius } => distance(*centre, point) <= *radius,
            Self::Polygon(_) => {
                let crossed = self.edges().filter(|edge| crosses_ray_from(*edge, point)).count();
                let is_on =
                    |edge: Leg| edge.has_in_its_box(point) && distance(edge.nearest_to(point), point) == 0.0;
                crossed % 2 == 1 || self.edges().any(is_on)
            }
        }
    }

    /// The closest points of a leg and the shape, its inside included.
    #[inline]
    pub fn nearest_to_leg(&self, leg: Leg) -> Nearest {
        if let Some(on_leg) = [leg.from, leg.to].into_iter().find(|end| self.contains(*end)) {
            return Nearest { distance: 0.0, on_leg: self.entry_point(leg).unwrap_or(on_leg) };
        }
        match self {
            Self::Circle { centre, radius } => {
                let on_leg = leg.nearest_to(*centre);
                Nearest { distance: (distance(on_leg, *centre) - radius).max(0.0), on_leg }
            }
            Self::Polygon(_) => {
                let start = Nearest { distance: f64::INFINITY, on_leg: leg.from };
                self.edges().map(|edge| leg.nearest_to_leg(edge)).fold(start, nearer)
            }
        }
    }

    /// First point at which a leg that starts outside meets the shape's edge.
    fn entry_point(&self, leg: Leg) -> Option<Point> {
        if self.contains(leg.from) {
            return None;
        }
        let met = self.edges().filter_map(|edge| leg.intersection(edge));
        met.min_by(|a, b| distance(leg.from, *a).total_cmp(&distance(leg.from, *b)))
    }

    /// Depth of a point inside the edge, inches; negative outside.
    #[inline]
    pub fn depth_inside(&self, point: Point) -> f64 {
        match self {
            Self::Circle { centre, radius } => radius - distance(*centre, point),
            Self::Polygon(_) => {
                let to_edge = self.edges().map(|edge| distance(edge.nearest_to(point), point));
                let nearest = to_edge.fold(f64::INFINITY, f64::min);
                if self.contains(point) { nearest } else { -nearest }
            }
        }
    }
}

/// Whether the ray from a point toward +x crosses an edge.
fn crosses_ray_from(edge: Leg, point: Point) -> bool {
    let (a, b) = (subtract(edge.from, point), subtract(edge.to, point));
    let upward = a[1] <= 0.0 && b[1] > 0.0;
    let downward = b[1] <= 0.0 && a[1] > 0.0;
    (upward && cross(a, b) > 0.0) || (downward && cross(a, b) < 0.0)
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

#[cfg(test)]
mod tests {
    use super::*;

    /// An L of six corners, its upper right cut out.
    fn ell() -> Shape {
        Shape::Polygon(vec![[0.0, 0.0], [4.0, 0.0], [4.0, 2.0], [2.0, 2.0], [2.0, 4.0], [0.0, 4.0]])
    }

    #[test]
    fn ways_lead_into_eighths_of_the_compass() {
        for (way, expected) in [
            ([2.0, 0.1], "east"),
            ([1.0, 1.0], "north-east"),
            ([0.0, 3.0], "north"),
            ([-1.0, 0.0], "west"),
            ([-1.0, -0.0], "west"),
            ([-2.0, -1.9], "south-west"),
            ([0.1, -3.0], "south"),
            ([1.0, -1.0], "south-east"),
        ] {
            assert_eq!(compass(way), expected, "{way:?}");
        }
    }

    #[test]
    fn legs_that_cross_are_nearest_where_they_do() {
        let leg = Leg { from: [1.0, 2.0], to: [5.0, 4.0] };
        for (other, distance, at, reason) in [
            (Leg { from: [3.0, 0.0], to: [3.0, 9.0] }, 0.0, [3.0, 3.0], "across its middle"),
            (Leg { from: [0.0, 4.0], to: [9.0, 4.0] }, 0.0, [5.0, 4.0], "over its end"),
            (Leg { from: [6.0, 4.0], to: [9.0, 4.0] }, 1.0, [5.0, 4.0], "beyond its end"),
        ] {
            let nearest = leg.nearest_to_leg(other);
            assert!((nearest.distance - distance).abs() < 1e-12, "{reason}: {nearest:?}");
            let off = super::distance(nearest.on_leg, at);
            assert!(off < 1e-12, "{reason}: {nearest:?}");
        }
    }

    #[test]
    fn points_inside_outside_and_on_the_edge() {
        let circle = Shape::Circle { centre: [1.0, 1.0], radius: 2.0 };
        for (shape, point, inside, depth, reason) in [
            (&ell(), [1.0, 1.0], true, 1.0, "in the corner of the L"),
            (&ell(), [3.0, 3.0], false, -1.0, "in its notch"),
            (&ell(), [4.0, 1.0], true, 0.0, "on an edge"),
            (&ell(), [0.0, 0.0], true, 0.0, "on a corner"),
            (&ell(), [-1.0, 2.0], false, -1.0, "level with a corner, left of it"),
            (&ell(), [5.0, 2.0], false, -1.0, "level with a corner, right of it"),
            (&circle, [1.0, 2.5], true, 0.5, "in the circle"),
            (&circle, [1.0, 3.0], true, 0.0, "on the circle"),
            (&circle, [1.0, 4.0], false, -1.0, "outside the circle"),
        ] {
            assert_eq!(shape.contains(point), inside, "{reason}");
            assert!(
                (shape.depth_inside(point) - depth).abs() < 1e-12,
                "{reason}: {}",
                shape.depth_inside(point)
            );
        }
    }

    #[test]
    fn legs_and_shapes_are_as_far_apart_as_their_nearest_points() {
        let circle = Shape::Circle { centre: [0.0, 0.0], radius: 1.0 };
        let leg = |from, to| Leg { from, to };
        let hill = Shape::Polygon(vec![[0.782, 1.336], [5.465, 1.336], [5.465, 8.03], [0.782, 8.03]]);
        for (shape, leg, expected, reason) in [
            (&circle, leg([-5.0, 3.0], [5.0, 3.0]), 2.0, "passes a circle"),
            (&circle, leg([-5.0, 0.0], [5.0, 0.0]), 0.0, "goes through a circle"),
            (&circle, leg([2.0, 0.0], [9.0, 0.0]), 1.0, "leads away from a circle"),
            (&ell(), leg([3.0, 5.0], [3.0, 3.0]), 1.0, "ends in the notch"),
            (&ell(), leg([5.0, 3.0], [1.0, 3.0]), 0.0, "enters through the notch"),
            (&ell(), leg([-1.0, 1.0], [9.0, 1.0]), 0.0, "goes right through"),
            (&ell(), leg([1.0, 1.0], [1.5, 1.0]), 0.0, "lies inside"),
            (&ell(), leg([6.0, -1.0], [6.0, 9.0]), 2.0, "runs along an edge"),
            (&ell(), Leg::point([7.0, 6.0]), 5.0, "a point off a corner"),
            (&ell(), leg([4.0, 0.0], [8.0, 0.0]), 0.0, "touches a corner"),
            (&hill, leg([0.302, -0.714], [1.022, 2.361]), 0.0, "ends inside, exactly through a corner"),
            (&hill, leg([1.022, 2.361], [0.302, -0.714]), 0.0, "starts inside, exactly through a corner"),
        ] {
            let nearest = shape.nearest_to_leg(leg);
            assert!((nearest.distance - expected).abs() < 1e-12, "{reason}: {nearest:?}");
        }
    }

    #[test]
    fn the_entry_point_is_reported() {
        let entered = ell().nearest_to_leg(Leg { from: [5.0, 1.0], to: [3.0, 1.0] });
        assert_eq!(entered, Nearest { distance: 0.0, on_leg: [4.0, 1.0] });
    }
}
