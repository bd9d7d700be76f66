//! The block formation of a unit that is being deployed.

use crate::table::shape::Shape;

/// Free space between bases in the block.
const GAP_INCHES: f64 = 0.5;

/// Most models in a row.
const MAX_ROW_LENGTH: usize = 6;

/// The places of models with this base diameter in a block around the origin that faces +x, the first row in
/// front.
pub(in crate::ui) fn block(count: usize, diameter: f64) -> Vec<[f64; 2]> {
    let step = diameter + GAP_INCHES;
    let rows = count.div_ceil(MAX_ROW_LENGTH).max(1);
    let width = count.div_ceil(rows).max(1);
    (0..count)
        .map(|index| {
            let (row, column) = (index / width, index % width);
            let in_row = width.min(count - row * width);
            let across = column as f64 - (in_row - 1) as f64 / 2.0;
            [((rows - 1) as f64 / 2.0 - row as f64) * step, -across * step]
        })
        .collect()
}

/// Turns a point around the origin, degrees counter-clockwise.
pub(in crate::ui) fn rotated([x, y]: [f64; 2], degrees: f64) -> [f64; 2] {
    let angle = degrees.to_radians();
    let (sin, cos) = (libm::sin(angle), libm::cos(angle));
    [x * cos - y * sin, x * sin + y * cos]
}

/// The centroid of a polygon's corners; a circle's centre.
pub(in crate::ui) fn middle(shape: &Shape) -> [f64; 2] {
    match shape {
        Shape::Circle { centre, .. } => *centre,
        Shape::Polygon(corners) => centroid(corners.iter().copied()),
    }
}

/// The centroid of some points; the origin if there are none.
pub(in crate::ui) fn centroid(points: impl Iterator<Item = [f64; 2]>) -> [f64; 2] {
    let (count, sum) = points.fold((0.0, [0.0, 0.0]), |(n, [x, y]), [px, py]| (n + 1.0, [x + px, y + py]));
    if count == 0.0 { [0.0, 0.0] } else { sum.map(|one: f64| one / count) }
}

/// The facing of a unit that is placed in a zone: at right angles to the table's edges, toward its middle;
/// degrees.
pub(in crate::ui) fn inward_facing(zone: &Shape) -> f64 {
    let [x, y] = middle(zone);
    match (x.abs() > y.abs(), x > 0.0, y > 0.0) {
        (true, true, _) => 180.0,
        (true, false, _) => 0.0,
        (false, _, true) => 270.0,
        (false, _, false) => 90.0,
    }
}
