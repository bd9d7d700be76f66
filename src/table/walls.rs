//! What of a wall is solid: everything but its openings, even where they lie one over another.

use super::piece::{Opening, Wall};
use super::plane::{Leg, distance};
use super::region::Region;
use super::shape::Shape;
use crate::rules::measures::Thou;

/// What a solid part of a wall is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum WallPart {
    /// Wall from bottom to top.
    Wall,
    /// Over or under an opening: paths lead through, bases find no room.
    Frame,
}

/// A solid part of a wall.
pub(super) struct SolidPart {
    /// From above.
    pub(super) region: Region,
    /// Its lowest and highest over the wall's floor.
    pub(super) heights: [Thou; 2],
    pub(super) part: WallPart,
}

/// A part of a wall shorter than this is none: places are no finer.
const LEAST_WALL: f64 = 0.002;

/// The solid parts of a wall: upright strips between the sides of its openings, each cut where
/// an opening is.
pub(super) fn solid_parts(wall: &Wall) -> Vec<SolidPart> {
    let length = distance(wall.from, wall.to);
    let mut cuts = vec![0.0, length];
    cuts.extend(wall.openings.iter().flat_map(sides).map(|side| side.clamp(0.0, length)));
    cuts.sort_by(f64::total_cmp);
    let mut parts = Vec::new();
    for cut in cuts.windows(2).filter(|cut| cut[1] - cut[0] > LEAST_WALL) {
        let middle = (cut[0] + cut[1]) / 2.0;
        let open = wall.openings.iter().filter(|opening| {
            let [from, to] = sides(opening);
            (from..to).contains(&middle)
        });
        let open: Vec<[Thou; 2]> = open.map(|opening| [opening.sill, opening.top]).collect();
        let part = if open.is_empty() { WallPart::Wall } else { WallPart::Frame };
        let region = along(wall, [cut[0], cut[1]]);
        let solid = outside(open, wall.height);
        parts.extend(solid.into_iter().map(|heights| SolidPart { region: region.clone(), heights, part }));
    }
    parts
}

/// What an opening leaves free of a wall, seen from above.
pub(super) fn opened(wall: &Wall, opening: &Opening) -> Region {
    along(wall, sides(opening))
}

/// Where an opening begins and ends, inches from the wall's beginning.
fn sides(opening: &Opening) -> [f64; 2] {
    let half = opening.width.0 / 2;
    [opening.along.0 - half, opening.along.0 + half].map(|side| Thou(side).inches())
}

/// What a part of a wall covers, seen from above; from and to are inches from its
/// beginning.
fn along(wall: &Wall, [from, to]: [f64; 2]) -> Region {
    let course = Leg { from: wall.from, to: wall.to };
    let length = course.length();
    let [a, b] = [course.at(from / length), course.at(to / length)];
    let half = wall.thickness.inches() / 2.0 / length;
    let side = [(wall.from[1] - wall.to[1]) * half, (wall.to[0] - wall.from[0]) * half];
    let corner = |end: [f64; 2], sign: f64| [end[0] + sign * side[0], end[1] + sign * side[1]];
    Region::new(Shape::Polygon(vec![corner(a, -1.0), corner(b, -1.0), corner(b, 1.0), corner(a, 1.0)]))
}

/// What of 0 to `height` is left when these are taken away.
fn outside(mut open: Vec<[Thou; 2]>, height: Thou) -> Vec<[Thou; 2]> {
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
    use crate::table::piece::OpeningKind;
    use crate::table::sample::wall;

    /// Rule: STR-1. A window over a door: neither's frame closes the other.
    #[test]
    fn openings_one_over_another_stay_open() {
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
