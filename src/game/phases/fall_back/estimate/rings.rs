//! Places around a point, nearest first.

use crate::table::plane::distance;
use crate::table::shape::Point;

/// Places at one distance from a point.
pub(super) struct Ring {
    /// Inches.
    pub(super) radius: f64,
    count: usize,
}

impl Ring {
    /// Its places around a point.
    pub(super) fn places(&self, [x, y]: Point) -> impl Iterator<Item = Point> + use<> {
        let Self { radius, count } = *self;
        (0..count).map(move |index| {
            let angle = index as f64 * std::f64::consts::TAU / count as f64;
            [x + radius * libm::cos(angle), y + radius * libm::sin(angle)]
        })
    }
}

/// Rings up to a radius, the smallest first, with places about so far apart, inches. The last one has the radius itself.
pub(super) fn rings_up_to(max: f64, spacing: f64) -> impl Iterator<Item = Ring> {
    let rings = (max / spacing).ceil().max(1.0) as usize;
    (1..=rings).map(move |index| {
        let radius = max * index as f64 / rings as f64;
        Ring { radius, count: (std::f64::consts::TAU * radius / spacing).ceil() as usize }
    })
}

/// The middles of a table's squares, by their distance from a point.
pub(super) fn grid_by_distance([width, depth]: [f64; 2], from: Point, spacing: f64) -> Vec<Point> {
    let middles = |length: f64| {
        let count = (length / spacing).ceil().max(1.0) as usize;
        (0..count).map(move |index| length * ((index as f64 + 0.5) / count as f64 - 0.5))
    };
    let mut points: Vec<Point> = middles(width).flat_map(|x| middles(depth).map(move |y| [x, y])).collect();
    points.sort_by(|a, b| distance(*a, from).total_cmp(&distance(*b, from)));
    points
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rings_reach_the_radius_and_keep_the_spacing() {
        for (max, spacing) in [(6.0, 1.0), (5.5, 1.0), (0.3, 1.0), (12.0, 0.5)] {
            let rings: Vec<Ring> = rings_up_to(max, spacing).collect();
            assert!((rings.last().unwrap().radius - max).abs() < 1e-9, "{max}");
            for pair in rings.windows(2) {
                assert!(pair[1].radius - pair[0].radius <= spacing + 1e-9, "{max}");
            }
            for ring in &rings {
                let places: Vec<Point> = ring.places([3.0, -2.0]).collect();
                assert!(places.iter().all(|at| (distance(*at, [3.0, -2.0]) - ring.radius).abs() < 1e-9));
                assert!(distance(places[0], places[1 % places.len()]) <= spacing + 1e-9, "{max}");
            }
        }
    }

    #[test]
    fn a_grid_covers_the_table_nearest_first() {
        let points = grid_by_distance([4.0, 3.0], [1.9, 1.4], 1.5);
        assert_eq!(points.len(), 3 * 2);
        let from = |at: &Point| distance(*at, [1.9, 1.4]);
        assert!(points.windows(2).all(|pair| from(&pair[0]) <= from(&pair[1])));
        assert!(points.iter().all(|[x, y]| x.abs() < 2.0 && y.abs() < 1.5));
    }
}
