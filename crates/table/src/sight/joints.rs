//! Points that two touching footprints share, by clipping one convex polygon with the other (Sutherland and Hodgman).

use crate::plane::{cross, distance, subtract};
use crate::shape::{Point, Shape};

/// Footprints no farther apart than this touch: the rounding of rotated corners may leave as much between them,
/// and it is far less than could be seen through.
const TOUCH_TOLERANCE_INCHES: f64 = 1e-12;

/// A point that two convex polygons share; `None` for other shapes.
pub(super) fn shared_point(a: &Shape, b: &Shape) -> Option<Point> {
    let (Shape::Polygon(a), Shape::Polygon(b)) = (a, b) else { return None };
    let mut shared = a.clone();
    for (from, to) in b.iter().zip(b.iter().cycle().skip(1)) {
        let edge = subtract(*to, *from);
        let limit = -TOUCH_TOLERANCE_INCHES * distance(*from, *to);
        // Inside is left of every edge.
        shared = clip(&shared, |point| cross(edge, subtract(point, *from)), limit);
    }
    let count = shared.len() as f64;
    let sum = shared.iter().fold([0.0; 2], |sum, point| [sum[0] + point[0], sum[1] + point[1]]);
    (!shared.is_empty()).then(|| sum.map(|sum| sum / count))
}

/// The part of a ring where `side` is at least `limit`.
fn clip(ring: &[Point], side: impl Fn(Point) -> f64, limit: f64) -> Vec<Point> {
    let mut kept = Vec::with_capacity(ring.len() + 1);
    for (from, to) in ring.iter().zip(ring.iter().cycle().skip(1)) {
        let [start, end] = [side(*from), side(*to)];
        if start >= limit {
            kept.push(*from);
        }
        if (start >= limit) != (end >= limit) {
            let share = (start / (start - end)).clamp(0.0, 1.0);
            kept.push([0, 1].map(|axis| from[axis] + share * (to[axis] - from[axis])));
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rectangle([low, high]: [Point; 2]) -> Shape {
        Shape::Polygon(vec![low, [high[0], low[1]], high, [low[0], high[1]]])
    }

    #[test]
    fn only_touching_polygons_share_a_point() {
        let wall = rectangle([[0.0, 0.0], [4.0, 1.0]]);
        for (other, expected) in [
            // Across each other, along a face, at a corner, one within the other.
            ([[3.0, 0.0], [5.0, 2.0]], Some([3.5, 0.5])),
            ([[4.0, 0.0], [6.0, 1.0]], Some([4.0, 0.5])),
            ([[4.0, 1.0], [6.0, 3.0]], Some([4.0, 1.0])),
            ([[1.0, 0.25], [2.0, 0.75]], Some([1.5, 0.5])),
            // Apart by more than rounding.
            ([[4.000_001, 0.0], [6.0, 1.0]], None),
            ([[4.000_001, 1.000_001], [6.0, 3.0]], None),
            ([[0.0, -2.0], [4.0, -0.5]], None),
        ] {
            for found in [shared_point(&wall, &rectangle(other)), shared_point(&rectangle(other), &wall)] {
                assert_eq!(found.is_some(), expected.is_some(), "{other:?}");
                let error = found.zip(expected).map(|(found, expected)| distance(found, expected));
                assert!(error.is_none_or(|error| error < 1e-9), "{other:?}: {found:?}");
            }
        }
        let round = Shape::Circle { centre: [1.0, 0.5], radius: 1.0 };
        assert_eq!(shared_point(&wall, &round), None);
    }
}
