//! Edges at which a model could fall off a floor or roof, and the margin that it keeps from them (STR-5).
//!
//! An edge beside another floor of the same height, or beside a step of a hill of that height, is no drop: roofs that touch are one
//! surface.

use super::ground_parts::outline_of;
use super::plane::{Interval, Leg, distance, subtract};
use super::region::{Region, merge_intervals, subtract_intervals};
use super::shape::{Point, Shape};
use warstrike_rules::measures::Thou;

/// Parts of an edge that are shorter, inches, are no drop.
const SHORTEST: f64 = 0.001;

/// Two lengths that differ by less, inches, are equal: floating-point noise.
const NOISE: f64 = 1e-9;

/// Part of a floor's edge with nothing of its height beyond it.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Drop {
    /// Height of the floor.
    pub(super) height: Thou,
    edge: Edge,
}

#[derive(Clone, Debug, PartialEq)]
enum Edge {
    Straight(Leg),
    Round { centre: Point, radius: f64 },
}

impl Drop {
    /// Whether a point of the floor is nearer to the drop than a margin, inches; exactly at the margin it is not.
    ///
    /// Rule: STR-5.
    pub(super) fn is_nearer(&self, at: Point, margin: f64) -> bool {
        let off = match &self.edge {
            Edge::Straight(edge) => distance(edge.nearest_to(at), at),
            Edge::Round { centre, radius } => radius - distance(*centre, at),
        };
        off < margin - NOISE
    }

    /// Rings around everything near the drop, to be widened by the margin: its straight edge, or the chords of its round one.
    pub(super) fn legs(&self) -> Vec<Leg> {
        match &self.edge {
            Edge::Straight(edge) => vec![*edge],
            Edge::Round { centre, radius } => {
                let circle = Shape::Circle { centre: *centre, radius: *radius };
                Shape::Polygon(outline_of(&circle)).edges().collect()
            }
        }
    }
}

/// Finds the drops along the edge of a floor, given as its region and its height. `beside` is all other ground that continues it; a gap of at most `touch` inches is none.
///
/// Rule: STR-5.
pub(super) fn drops(region: &Region, height: Thou, beside: &[&Region], touch: f64) -> Vec<Drop> {
    let near = beside.iter().copied().filter(|other| other.is_near(region.bounds, 2.0 * touch));
    let beside: Vec<&Region> = near.collect();
    let drop = |edge: Edge| Drop { height, edge };
    if let (Shape::Circle { centre, radius }, true) = (&region.shape, beside.is_empty()) {
        return vec![drop(Edge::Round { centre: *centre, radius: *radius })];
    }
    let outline = Shape::Polygon(outline_of(&region.shape));
    let parts = outline.edges().flat_map(|edge| parts(edge, &beside, touch));
    parts.map(|part| drop(Edge::Straight(part))).collect()
}

/// Parts of an edge with none of these regions just outside.
fn parts(edge: Leg, beside: &[&Region], touch: f64) -> Vec<Leg> {
    let [x, y] = subtract(edge.to, edge.from);
    // The floor is to the left of its edge.
    let out = 2.0 * touch / edge.length();
    let moved = |at: Point| [at[0] + out * y, at[1] - out * x];
    let outside = Leg { from: moved(edge.from), to: moved(edge.to) };
    let held = beside.iter().flat_map(|other| other.intervals_inside(outside, 0.0)).collect();
    let drops = subtract_intervals(&vec![Interval::WHOLE], &merge_intervals(held));
    let long = drops.into_iter().filter(|part| part.length() * edge.length() > SHORTEST);
    long.map(|part| Leg { from: edge.at(part.from), to: edge.at(part.to) }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rectangle([left, low]: Point, [right, high]: Point) -> Region {
        Region::new(Shape::Polygon(vec![[left, low], [right, low], [right, high], [left, high]]))
    }

    fn legs(region: Region, beside: &[Region]) -> Vec<[Point; 2]> {
        let beside: Vec<&Region> = beside.iter().collect();
        let drops = drops(&region, Thou(3000), &beside, 0.005);
        let rounded = |at: Point| at.map(|part| (part * 1e6).round() / 1e6 + 0.0);
        let legs = drops.iter().flat_map(Drop::legs);
        legs.map(|leg| [rounded(leg.from), rounded(leg.to)]).collect()
    }

    /// The edges of a roof from (0, 0) to (4, 4), by what lies beside it.
    ///
    /// Rule: STR-5.
    #[test]
    fn an_edge_beside_a_floor_of_its_height_is_no_drop() {
        let (low, right, top, left) = (
            [[0.0, 0.0], [4.0, 0.0]],
            [[4.0, 0.0], [4.0, 4.0]],
            [[4.0, 4.0], [0.0, 4.0]],
            [[0.0, 4.0], [0.0, 0.0]],
        );
        for (beside, expected, reason) in [
            (vec![], vec![low, right, top, left], "it stands alone"),
            (vec![rectangle([4.0, 0.0], [8.0, 4.0])], vec![low, top, left], "a roof along all of an edge"),
            (
                vec![rectangle([4.0, 1.0], [8.0, 2.0])],
                vec![low, [[4.0, 0.0], [4.0, 1.0]], [[4.0, 2.0], [4.0, 4.0]], top, left],
                "a narrower one",
            ),
            (
                vec![rectangle([4.004, 0.0], [8.0, 4.0])],
                vec![low, top, left],
                "with a gap as narrow as a touch",
            ),
            (vec![rectangle([4.02, 0.0], [8.0, 4.0])], vec![low, right, top, left], "with a wider gap"),
            (
                vec![rectangle([0.0, 0.0], [4.0, 4.0])],
                vec![low, right, top, left],
                "another of the same outline",
            ),
            (
                vec![rectangle([2.0, -9.0], [9.0, 9.0])],
                vec![[[0.0, 0.0], [2.0, 0.0]], [[2.0, 4.0], [0.0, 4.0]], left],
                "one that lies over half of it",
            ),
        ] {
            assert_eq!(legs(rectangle([0.0, 0.0], [4.0, 4.0]), &beside), expected, "{reason}");
        }
    }

    /// Rule: STR-5.
    #[test]
    fn the_margin_is_kept_from_straight_and_from_round_drops() {
        let round = Region::new(Shape::Circle { centre: [1.0, 2.0], radius: 3.0 });
        let square = rectangle([0.0, 0.0], [4.0, 4.0]);
        for (floor, at, expected, reason) in [
            (&square, [0.05, 2.0], false, "exactly the margin inside"),
            (&square, [0.049, 2.0], true, "less"),
            (&square, [-0.003, 2.0], true, "outside, by what any length may be off"),
            (&square, [2.0, 2.0], false, "in the middle"),
            (&round, [3.95, 2.0], false, "exactly the margin inside a round edge"),
            (&round, [3.951, 2.0], true, "less"),
            (&round, [4.003, 2.0], true, "outside it"),
        ] {
            let is_nearer = drops(floor, Thou(3000), &[], 0.005).iter().any(|drop| drop.is_nearer(at, 0.05));
            assert_eq!(is_nearer, expected, "{reason}");
        }
    }
}
