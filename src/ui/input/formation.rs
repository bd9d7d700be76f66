//! The block in which a unit is first put on the table.

use crate::table::shape::Shape;

/// Free space between bases in the block, inches.
const SPACE: f64 = 0.5;

/// Most models side by side.
const WIDEST: usize = 6;

/// Where each of so many models of this base diameter stands in a block around
/// the origin that looks along +x: the first row in front.
pub(super) fn block(count: usize, diameter: f64) -> Vec<[f64; 2]> {
    let step = diameter + SPACE;
    let rows = count.div_ceil(WIDEST).max(1);
    let wide = count.div_ceil(rows).max(1);
    (0..count)
        .map(|nth| {
            let (row, column) = (nth / wide, nth % wide);
            let in_row = wide.min(count - row * wide);
            let across = column as f64 - (in_row - 1) as f64 / 2.0;
            [((rows - 1) as f64 / 2.0 - row as f64) * step, -across * step]
        })
        .collect()
}

/// Turns a point around the origin, degrees counter-clockwise.
pub(super) fn rotated([x, y]: [f64; 2], degrees: f64) -> [f64; 2] {
    let angle = degrees.to_radians();
    let (sin, cos) = (libm::sin(angle), libm::cos(angle));
    [x * cos - y * sin, x * sin + y * cos]
}

/// The middle of a shape's corners; a circle's centre.
pub(super) fn middle(shape: &Shape) -> [f64; 2] {
    match shape {
        Shape::Circle { centre, .. } => *centre,
        Shape::Polygon(corners) => mean(corners.iter().copied()),
    }
}

/// The mean of some points; the origin where there are none.
pub(super) fn mean(points: impl Iterator<Item = [f64; 2]>) -> [f64; 2] {
    let (count, sum) = points.fold((0.0, [0.0, 0.0]), |(n, [x, y]), [px, py]| (n + 1.0, [x + px, y + py]));
    if count == 0.0 { [0.0, 0.0] } else { sum.map(|one: f64| one / count) }
}

/// The way a unit looks that is placed in a zone: toward the table's middle,
/// squarely; degrees.
pub(super) fn outlook(zone: &Shape) -> f64 {
    let [x, y] = middle(zone);
    match (x.abs() > y.abs(), x > 0.0, y > 0.0) {
        (true, true, _) => 180.0,
        (true, false, _) => 0.0,
        (false, _, true) => 270.0,
        (false, _, false) => 90.0,
    }
}
