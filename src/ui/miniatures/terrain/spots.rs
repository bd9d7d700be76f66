//! Points scattered evenly over a shape.

use crate::table::shape::{Point, Shape};
use crate::ui::miniatures::geometry_builder::outline;
use crate::ui::miniatures::texture::scatter;

/// Most spots in a row; in a larger area they lie farther apart.
const MAX_IN_A_ROW: f64 = 60.0;

/// Number of steps that an extent is cut into, each no longer than `apart`, inches, unless they would be too many.
pub(super) fn steps(extent: f64, apart: f64, max: f64) -> i32 {
    (extent / apart).ceil().clamp(1.0, max) as i32
}

/// Lowest and highest corner of a shape's bounds.
pub(in crate::ui::miniatures) fn bounds(shape: &Shape) -> [Point; 2] {
    let corners = outline(shape);
    let fold = |axis: usize, pick: fn(f64, f64) -> f64, from: f64| {
        corners.iter().map(|corner| corner[axis]).fold(from, pick)
    };
    let low = [0, 1].map(|axis| fold(axis, f64::min, f64::INFINITY));
    let high = [0, 1].map(|axis| fold(axis, f64::max, f64::NEG_INFINITY));
    [low, high]
}

/// Points scattered evenly over a shape, about so far apart, at least `inside` from its edge.
pub(super) fn spots(shape: &Shape, apart: f64, inside: f64, seed: i32) -> Vec<Point> {
    let [low, high] = bounds(shape);
    let extent = |axis: usize| (high[axis] - low[axis] - 2.0 * inside).max(0.0);
    let [columns, rows] = [0, 1].map(|axis| steps(extent(axis), apart, MAX_IN_A_ROW));
    let mut found = Vec::new();
    for row in 0..rows {
        for column in 0..columns {
            let nudge = |which: i32| f64::from(scatter(column + which, row + seed)) * 0.7 + 0.15;
            let at = |axis: usize, index: i32, count: i32, nudge: f64| {
                low[axis] + inside + (f64::from(index) + nudge) * extent(axis) / f64::from(count)
            };
            let spot = [at(0, column, columns, nudge(0)), at(1, row, rows, nudge(100))];
            if shape.depth_inside(spot) >= inside - 1e-9 {
                found.push(spot);
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Spots cover all of a shape but its rim, however long that is, and are no more than can be drawn.
    #[test]
    fn spots_lie_from_end_to_end() {
        for (size, apart, inside, [columns, rows]) in [
            ([40.0, 4.0], 2.0, 0.0, [20, 2]),
            ([9.0, 6.0], 2.0, 0.7, [4, 3]),
            ([140.0, 4.0], 2.0, 0.7, [60, 2]),
            ([90.0, 0.5], 0.8, 0.12, [60, 1]),
            ([1.0, 1.0], 2.0, 0.7, [0, 0]),
        ] {
            let [x, y] = size.map(|size: f64| size / 2.0);
            let shape = Shape::Polygon(vec![[-x, -y], [x, -y], [x, y], [-x, y]]);
            let spots = spots(&shape, apart, inside, 3);
            assert_eq!(spots.len(), columns * rows, "{size:?}");
            for (axis, count) in [(0, columns), (1, rows)].into_iter().filter(|_| !spots.is_empty()) {
                let gap = (size[axis] - 2.0 * inside) / count as f64;
                let ends = spots
                    .iter()
                    .map(|spot| spot[axis])
                    .fold([0.0_f64; 2], |[a, b], at| [a.min(at), b.max(at)]);
                let last = size[axis] / 2.0 - inside - gap;
                assert!(ends.iter().all(|end| end.abs() >= last), "{size:?}: {ends:?}");
            }
        }
    }
}
