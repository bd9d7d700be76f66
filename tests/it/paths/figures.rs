//! The oracle's own plane geometry, simple and slow: the signed distance of a point from a figure, and where
//! a segment crosses its offset boundary.

use warstrike::table::piece::Wall;
use warstrike::table::shape::Shape;

/// A point over the table, inches.
pub type Point = [f64; 2];

/// A disc or a simple polygon, counter-clockwise.
#[derive(Clone, Debug)]
pub enum Figure {
    Disc { centre: Point, radius: f64 },
    Ring(Vec<Point>),
}

pub fn norm([x, y]: Point) -> f64 {
    (x * x + y * y).sqrt()
}

pub fn apart(a: Point, b: Point) -> f64 {
    norm([a[0] - b[0], a[1] - b[1]])
}

/// The point at a share of a segment.
pub fn on_way(a: Point, b: Point, share: f64) -> Point {
    [a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1])]
}

/// Positive where `c` lies left of the segment from `a` to `b`.
pub fn side(a: Point, b: Point, c: Point) -> f64 {
    (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
}

/// Distance of a point from a segment.
fn from_edge(a: Point, b: Point, p: Point) -> f64 {
    let squared = apart(a, b) * apart(a, b);
    let along = (p[0] - a[0]) * (b[0] - a[0]) + (p[1] - a[1]) * (b[1] - a[1]);
    let share = if squared > 0.0 { (along / squared).clamp(0.0, 1.0) } else { 0.0 };
    apart(on_way(a, b, share), p)
}

/// The shares of a segment at which it crosses a circle.
fn circle_shares(a: Point, b: Point, centre: Point, radius: f64, found: &mut Vec<f64>) {
    let length = apart(a, b);
    let foot = ((centre[0] - a[0]) * (b[0] - a[0]) + (centre[1] - a[1]) * (b[1] - a[1])) / length;
    let aside = side(a, b, centre) / length;
    let half = radius * radius - aside * aside;
    if half > 0.0 {
        found.extend([(foot - half.sqrt()) / length, (foot + half.sqrt()) / length]);
    }
}

impl Figure {
    pub fn of(shape: &Shape) -> Self {
        match shape {
            Shape::Circle { centre, radius } => Self::Disc { centre: *centre, radius: *radius },
            Shape::Polygon(corners) => Self::Ring(corners.clone()),
        }
    }

    /// The footprint of a wall between two distances along it.
    pub fn of_wall(wall: &Wall, from: f64, to: f64) -> Self {
        let length = apart(wall.from, wall.to);
        let half = wall.thickness.inches() / 2.0;
        let unit = [(wall.to[0] - wall.from[0]) / length, (wall.to[1] - wall.from[1]) / length];
        let corner = |along: f64, aside: f64| {
            [
                wall.from[0] + along * unit[0] - aside * unit[1],
                wall.from[1] + along * unit[1] + aside * unit[0],
            ]
        };
        Self::Ring(vec![corner(from, -half), corner(to, -half), corner(to, half), corner(from, half)])
    }

    pub fn edges(&self) -> impl Iterator<Item = (Point, Point)> + '_ {
        let corners: &[Point] = match self {
            Self::Disc { .. } => &[],
            Self::Ring(corners) => corners,
        };
        (0..corners.len()).map(|index| (corners[index], corners[(index + 1) % corners.len()]))
    }

    /// How far outside the figure a point lies; negative inside.
    pub fn outside(&self, p: Point) -> f64 {
        match self {
            Self::Disc { centre, radius } => apart(*centre, p) - radius,
            Self::Ring(_) => {
                let nearest = self.edges().map(|(a, b)| from_edge(a, b, p)).fold(f64::INFINITY, f64::min);
                if self.winds_round(p) { -nearest } else { nearest }
            }
        }
    }

    /// The winding number rule.
    fn winds_round(&self, p: Point) -> bool {
        let turn = |(a, b): (Point, Point)| match (a[1] <= p[1], b[1] <= p[1]) {
            (true, false) if side(a, b, p) > 0.0 => 1,
            (false, true) if side(a, b, p) < 0.0 => -1,
            _ => 0,
        };
        self.edges().map(turn).sum::<i32>() != 0
    }

    /// Every share of a segment at which it may cross the figure's boundary, offset outward by `off` (inward
    /// if negative); some are no crossings.
    pub fn shares(&self, a: Point, b: Point, off: f64, found: &mut Vec<f64>) {
        match self {
            Self::Disc { centre, radius } => circle_shares(a, b, *centre, radius + off, found),
            Self::Ring(_) => {
                for (c, d) in self.edges() {
                    let (at_a, at_b) = (side(c, d, a), side(c, d, b));
                    let shift = off * apart(c, d);
                    // On both sides of the edge: either may be hit if rounding puts the segment right on it.
                    for wanted in [shift, -shift] {
                        let share = (wanted - at_a) / (at_b - at_a);
                        if share > 0.0 && share < 1.0 {
                            found.push(share);
                        }
                    }
                    circle_shares(a, b, c, off.abs(), found);
                }
            }
        }
    }

    /// Its bounding box.
    pub fn bounds(&self) -> [Point; 2] {
        match self {
            Self::Disc { centre: [x, y], radius } => [[x - radius, y - radius], [x + radius, y + radius]],
            Self::Ring(corners) => {
                let distance = |pick: fn(f64, f64) -> f64, start: f64, axis: usize| {
                    corners.iter().map(|corner| corner[axis]).fold(start, pick)
                };
                let (low, high) = (f64::INFINITY, f64::NEG_INFINITY);
                [
                    [distance(f64::min, low, 0), distance(f64::min, low, 1)],
                    [distance(f64::max, high, 0), distance(f64::max, high, 1)],
                ]
            }
        }
    }
}
