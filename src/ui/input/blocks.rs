//! The block of a unit: the hull of its bases, with a little around it. Between two models one points at their unit.

use std::collections::BTreeMap;

use crate::rules::ids::{ModelId, UnitId};
use crate::table::plane::hull;
use crate::table::plane::{Leg, distance};
use crate::table::shape::{Point, Shape};

/// How far a block reaches beyond its bases, inches.
const MARGIN: f64 = 0.25;

/// Bases this much higher or lower than what is pointed at stand on another floor, inches.
const SAME_FLOOR: f64 = 0.9;

/// The base of a model, inches.
#[derive(Clone, Copy, Debug)]
pub(super) struct Base {
    pub model: ModelId,
    pub at: Point,
    pub height: f64,
    pub radius: f64,
}

impl Base {
    /// From its rim to a spot, inches; negative within the base.
    fn gap(&self, spot: Point) -> f64 {
        distance(self.at, spot) - self.radius
    }
}

/// The nearest model of the unit in whose block a spot lies; where blocks overlap, of the unit that has a model nearest to it.
pub(super) fn model_in_block(bases: impl Iterator<Item = Base>, spot: Point, height: f64) -> Option<ModelId> {
    let mut blocks: BTreeMap<UnitId, Vec<Base>> = BTreeMap::new();
    for base in bases.filter(|base| (base.height - height).abs() < SAME_FLOOR) {
        blocks.entry(base.model.unit).or_default().push(base);
    }
    let around = blocks.into_values().filter(|block| contains(block, spot)).flatten();
    around.min_by(|a, b| a.gap(spot).total_cmp(&b.gap(spot))).map(|base| base.model)
}

/// Whether a spot lies in the hull of some bases, or just outside it.
fn contains(block: &[Base], spot: Point) -> bool {
    let widest = block.iter().map(|base| base.radius).fold(0.0, f64::max);
    let centres: Vec<Point> = block.iter().map(|base| base.at).collect();
    let corners = hull(&centres);
    let rim =
        || corners.iter().zip(corners.iter().cycle().skip(1)).map(|(from, to)| Leg { from: *from, to: *to });
    let nearest_centre = centres.iter().map(|centre| distance(*centre, spot)).fold(f64::INFINITY, f64::min);
    let nearest = rim().map(|edge| distance(edge.nearest_to(spot), spot)).fold(nearest_centre, f64::min);
    nearest <= widest + MARGIN || (corners.len() > 2 && Shape::Polygon(corners.clone()).contains(spot))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn base(model: &str, at: Point, height: f64) -> Base {
        Base { model: model.parse().unwrap(), at, height, radius: 0.5 }
    }

    /// Between models, and a little outside, one points at the unit; farther out, or on another floor, at nothing.
    #[test]
    fn a_spot_in_a_block_is_its_unit() {
        let square = [("A1.1", [0.0, 0.0]), ("A1.2", [4.0, 0.0]), ("A1.3", [0.0, 4.0]), ("A1.4", [4.0, 4.0])];
        let row = [("B1.1", [10.0, 0.0]), ("B1.2", [14.0, 0.0])];
        let within = [("B2.1", [2.6, 2.0])];
        let alone = [("B3.1", [20.0, 0.0])];
        let upstairs = base("B4.1", [30.0, 0.0], 3.0);
        let flat = [&square[..], &row, &within, &alone].concat();
        let all = || flat.iter().map(|(model, at)| base(model, *at, 0.0)).chain([upstairs]);
        for (spot, height, expected, case) in [
            ([1.5, 1.6], 0.0, Some("A1.1"), "in the middle of four, nearest to the first"),
            ([2.0, -0.7], 0.0, Some("A1.1"), "a little outside; at the same distance the first"),
            ([2.0, -0.8], 0.0, None, "farther outside"),
            ([12.4, 0.7], 0.0, Some("B1.2"), "beside the line between two"),
            ([12.4, 0.8], 0.0, None, "farther beside it"),
            ([2.5, 2.6], 0.0, Some("B2.1"), "another unit's model stands in the block"),
            ([20.7, 0.0], 0.0, Some("B3.1"), "round a single model"),
            ([20.8, 0.0], 0.0, None, "farther from it"),
            ([1.5, 1.6], 3.0, None, "a roof over the block"),
            ([30.3, 0.0], 3.0, Some("B4.1"), "on the roof with it"),
            ([30.3, 0.0], 0.0, None, "under it"),
        ] {
            let expected: Option<ModelId> = expected.map(|model| model.parse().unwrap());
            assert_eq!(model_in_block(all(), spot, height), expected, "{case}");
        }
    }
}
