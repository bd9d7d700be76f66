//! Areas within reach, held against the check of commands: just inside their borders every
//! place can be walked to, just outside none. A table turned or mirrored turns or mirrors them.

mod borders;
mod turned;

/// How far from a border points are tried, inches, and the radius of the disc round such a
/// point that must lie wholly on its side of every border.
const BESIDE: f64 = 0.1;
const DISC: f64 = 0.09;

type Point = [f64; 2];

/// How far a point is from the nearest of some rings.
fn from_border(at: Point, rings: &[Vec<Point>]) -> f64 {
    edges(rings).map(|[a, b]| from_edge(at, a, b)).fold(f64::INFINITY, f64::min)
}

/// Whether a point lies inside: a line from it crosses the rings an odd number of times.
fn is_inside([x, y]: Point, rings: &[Vec<Point>]) -> bool {
    let crosses = |[[ax, ay], [bx, by]]: &[Point; 2]| {
        (*ay > y) != (*by > y) && x < ax + (y - ay) / (by - ay) * (bx - ax)
    };
    edges(rings).filter(crosses).count() % 2 == 1
}

fn edges(rings: &[Vec<Point>]) -> impl Iterator<Item = [Point; 2]> {
    rings.iter().flat_map(|ring| (0..ring.len()).map(|nth| [ring[nth], ring[(nth + 1) % ring.len()]]))
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
