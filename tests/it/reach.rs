//! Reach areas, checked against the legality check of commands: just inside their borders every place is
//! reachable, just outside none is. On a turned or mirrored table they are turned or mirrored.

mod borders;
mod turned;

/// How far from a border the sample points lie, inches, and the radius around such a point that must be free
/// of every border.
const OFFSET: f64 = 0.1;
const CLEARANCE: f64 = 0.09;

type Point = [f64; 2];

/// Distance of a point to the closest edge.
fn from_border(at: Point, rings: &[Vec<Point>]) -> f64 {
    edges(rings).map(|[a, b]| from_edge(at, a, b)).fold(f64::INFINITY, f64::min)
}

/// The even–odd rule, by a ray to the right.
fn is_inside([x, y]: Point, rings: &[Vec<Point>]) -> bool {
    let crosses = |[[ax, ay], [bx, by]]: &[Point; 2]| {
        (*ay > y) != (*by > y) && x < ax + (y - ay) / (by - ay) * (bx - ax)
    };
    edges(rings).filter(crosses).count() % 2 == 1
}

fn edges(rings: &[Vec<Point>]) -> impl Iterator<Item = [Point; 2]> {
    rings.iter().flat_map(|ring| (0..ring.len()).map(|index| [ring[index], ring[(index + 1) % ring.len()]]))
}

fn from_edge([x, y]: Point, [ax, ay]: Point, [bx, by]: Point) -> f64 {
    let (dx, dy) = (bx - ax, by - ay);
    let square = dx * dx + dy * dy;
    let share = if square > 0.0 { (((x - ax) * dx + (y - ay) * dy) / square).clamp(0.0, 1.0) } else { 0.0 };
    distance([x, y], [ax + share * dx, ay + share * dy])
}

fn distance([ax, ay]: Point, [bx, by]: Point) -> f64 {
    ((bx - ax) * (bx - ax) + (by - ay) * (by - ay)).sqrt()
}
