//! The solid parts of walls: everything but the openings, even where openings lie one above another.

use super::piece::{Opening, Wall};
use super::plane::{Leg, distance};
use super::region::Region;
use super::shape::Shape;
use warstrike_rules::measures::Thou;

/// Kind of solid part of a wall.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum WallPart {
    /// Wall from bottom to top.
    Wall,
    /// Above or below an opening: paths lead through it, but no base may end there.
    Frame,
}

/// A solid part of a wall.
pub(super) struct SolidPart {
    /// Seen from above.
    pub(super) region: Region,
    /// Its bottom and top over the wall's floor.
    pub(super) heights: [Thou; 2],
    pub(super) part: WallPart,
}

/// A shorter part of a wall is dropped, inches: positions are no finer.
const MIN_PART_LENGTH: f64 = 0.002;

/// The solid parts of a wall: it is cut at the sides of its openings, and each strip then has the heights
/// that no opening takes.
pub(super) fn solid_parts(wall: &Wall) -> Vec<SolidPart> {
    let length = distance(wall.from, wall.to);
    let mut cuts = vec![0.0, length];
    cuts.extend(wall.openings.iter().flat_map(opening_span).map(|side| side.clamp(0.0, length)));
    cuts.sort_by(f64::total_cmp);
    let mut parts = Vec::new();
    for cut in cuts.windows(2).filter(|cut| cut[1] - cut[0] > MIN_PART_LENGTH) {
        let middle = (cut[0] + cut[1]) / 2.0;
        let open = wall.openings.iter().filter(|opening| {
            let [from, to] = opening_span(opening);
            (from..to).contains(&middle)
        });
        let open: Vec<[Thou; 2]> = open.map(|opening| [opening.sill, opening.top]).collect();
        let part = if open.is_empty() { WallPart::Wall } else { WallPart::Frame };
        let region = wall_region(wall, [cut[0], cut[1]]);
        let solid = heights_without(open, wall.height);
        parts.extend(solid.into_iter().map(|heights| SolidPart { region: region.clone(), heights, part }));
    }
    parts
}

/// The footprint of an opening.
pub(super) fn opening_region(wall: &Wall, opening: &Opening) -> Region {
    wall_region(wall, opening_span(opening))
}

/// Start and end of an opening, inches along the wall.
fn opening_span(opening: &Opening) -> [f64; 2] {
    let half = opening.width.0 / 2;
    [opening.along.0 - half, opening.along.0 + half].map(|side| Thou(side).inches())
}

/// The footprint of a stretch of wall, from and to in inches along it.
fn wall_region(wall: &Wall, [from, to]: [f64; 2]) -> Region {
    let axis = Leg { from: wall.from, to: wall.to };
    let length = axis.length();
    let [a, b] = [axis.at(from / length), axis.at(to / length)];
    let half = wall.thickness.inches() / 2.0 / length;
    let side = [(wall.from[1] - wall.to[1]) * half, (wall.to[0] - wall.from[0]) * half];
    let corner = |end: [f64; 2], sign: f64| [end[0] + sign * side[0], end[1] + sign * side[1]];
    Region::new(Shape::Polygon(vec![corner(a, -1.0), corner(b, -1.0), corner(b, 1.0), corner(a, 1.0)]))
}

/// The heights from 0 to `height` without the open ones.
fn heights_without(mut open: Vec<[Thou; 2]>, height: Thou) -> Vec<[Thou; 2]> {
    open.sort_unstable();
    let mut left = Vec::new();
    let mut from = Thou(0);
    for [sill, top] in open {
        left.push([from, sill]);
        from = from.max(top);
    }
    left.push([from, height]);
    left.retain(|[bottom, top]| bottom < top);
    left
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::piece::OpeningKind;
    use crate::sample::wall;

    /// Rule: STR-1. A window over a door: neither's frame closes the other.
    #[test]
    fn stacked_openings_stay_open() {
        let opening = |along, width, sill, top| {
            let [along, width, sill, top] = [along, width, sill, top].map(Thou);
            Opening { kind: OpeningKind::Hole, along, width, sill, top }
        };
        let openings = vec![opening(4000, 2000, 0, 1000), opening(4000, 1000, 1500, 1800)];
        let wall = Wall { height: Thou(2000), ..wall([0.0, 0.0], [10.0, 0.0], openings) };
        let found: Vec<_> = solid_parts(&wall)
            .into_iter()
            .map(|part| {
                let [from, to] = part.region.bounds.map(|[x, _]| (x * 1000.0).round() as i32);
                ([from, to], part.heights.map(|height| height.0), part.part)
            })
            .collect();
        let expected = [
            ([0, 3000], [0, 2000], WallPart::Wall),
            ([3000, 3500], [1000, 2000], WallPart::Frame),
            ([3500, 4500], [1000, 1500], WallPart::Frame),
            ([3500, 4500], [1800, 2000], WallPart::Frame),
            ([4500, 5000], [1000, 2000], WallPart::Frame),
            ([5000, 10000], [0, 2000], WallPart::Wall),
        ];
        assert_eq!(found, expected);
    }
}
