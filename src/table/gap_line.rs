//! The line along which the gap between two bases is measured, and what of structures lies on it.

use super::plane::{Interval, Leg};
use super::region::EDGE_TOLERANCE;
use super::terrain::Terrain;
use super::walls::WallPart;
use crate::rules::basics::Disc;

impl Terrain {
    /// The piece whose wall or floor lies between two bases.
    ///
    /// What counts is the line along which their gap is measured, from edge to edge at the heights they stand at. It
    /// runs through a wall where it meets one between bottom and top; to touch a wall, or the joint of two, is enough. An
    /// opening lets it through at any height, as it does a path. It runs through a floor if it leads from above it to
    /// below, the floor that the higher model stands on included; its edge does not count.
    ///
    /// Rule: CC-1 (through walls or floors), BAS-1, STR-1.
    pub fn structure_between(&self, a: Disc, b: Disc) -> Option<usize> {
        let centres = Leg { from: a.at.ground(), to: b.at.ground() };
        let (length, radii) = (centres.length(), a.radius + b.radius);
        let shares = if length > radii {
            [a.radius / length, 1.0 - b.radius / length]
        } else if length > 0.0 {
            // They overlap, seen from above: the middle of what they share.
            [((1.0 + (a.radius - b.radius) / length) / 2.0).clamp(0.0, 1.0); 2]
        } else {
            [0.0; 2]
        };
        let line = Leg { from: centres.at(shares[0]), to: centres.at(shares[1]) };
        let [from, to] = [a, b].map(|base| base.at.z.inches());
        let height = |share: f64| from + share * (to - from);
        let wall = self.solids.iter().filter(|solid| solid.part == WallPart::Wall).find(|wall| {
            let [bottom, top] = [wall.bottom, wall.top].map(|height| height.inches());
            let meets = |part: &Interval| {
                let [start, end] = part.ends().map(height);
                start.min(end) < top && bottom <= start.max(end)
            };
            wall.region.intervals_inside(line, -EDGE_TOLERANCE).iter().any(meets)
        });
        let floor = || {
            let between = |height: f64| from.min(to) < height && height <= from.max(to);
            self.floors.iter().find(|floor| {
                let height = floor.height.inches();
                let pierced = || line.at((height - from) / (to - from));
                between(height) && floor.region.contains(pierced(), self.touch_depth())
            })
        };
        wall.map(|wall| wall.piece).or_else(|| floor().map(|floor| floor.piece))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::measures::Place;
    use crate::table::piece::Piece;
    use crate::table::sample::{at, hill, house, table};

    fn base(at: Place) -> Disc {
        Disc { at, radius: 0.5 }
    }

    /// Rule: CC-1, BAS-1, STR-1. The house is 8 wide with its walls 3 high; its upper floor lies over the half at +x.
    #[test]
    fn walls_and_floors_lie_between_models_on_either_side() {
        let inside = at(-2.0, 0.0, 0.0);
        let check = |pieces: Vec<Piece>, a: Place, b: Place, expected: Option<usize>, reason: &str| {
            let terrain = table(pieces);
            assert_eq!(terrain.structure_between(base(a), base(b)), expected, "{reason}");
            assert_eq!(terrain.structure_between(base(b), base(a)), expected, "{reason}, the other way");
        };
        for (a, b, expected, reason) in [
            (inside, at(2.0, 2.0, 0.0), None, "both inside, on the ground"),
            (inside, at(-6.0, 0.0, 0.0), Some(0), "a wall"),
            (inside, at(-4.6, 0.0, 0.0), Some(0), "a wall that one of them touches"),
            (at(0.5, -5.0, 0.0), at(-0.5, -3.0, 0.0), None, "through the open door"),
            (at(0.0, 5.0, 0.0), at(0.0, 3.0, 0.0), None, "through the window, its sill does not count"),
            (at(1.5, 5.0, 0.0), at(1.5, 3.0, 0.0), Some(0), "the wall beside the window"),
            (at(-6.0, -4.1, 0.0), at(6.0, -4.1, 0.0), Some(0), "along the face of a wall, which it touches"),
            (at(-6.0, -4.2, 0.0), at(6.0, -4.2, 0.0), None, "past the house"),
            (at(2.0, 0.0, 3.0), at(2.0, 0.0, 0.0), Some(0), "straight above, the floor"),
            (at(2.0, 0.0, 3.0), at(2.9, 0.0, 0.0), Some(0), "above beside it, the bases overlap"),
            (at(2.0, 0.0, 3.0), inside, Some(0), "the floor, near its edge"),
            (at(0.5, 0.0, 3.0), inside, None, "down from the very edge of the floor"),
            (at(2.0, 0.0, 3.0), at(3.0, 3.0, 3.0), None, "both upstairs"),
            (at(2.0, 3.4, 3.0), at(2.0, 6.0, 3.0), None, "over the wall of the ground level"),
            // The line comes down from 4 to 0 and meets the wall half-way, at 2; from 8 it passes at 4, over its 3.
            (at(-2.0, 0.0, 4.0), at(-6.0, 0.0, 0.0), Some(0), "down through a wall"),
            (at(-2.0, 0.0, 8.0), at(-6.0, 0.0, 0.0), None, "down over a wall"),
        ] {
            check(vec![house()], a, b, expected, reason);
        }
        check(vec![hill()], at(-6.0, 0.0, 0.0), at(0.0, 0.0, 2.0), None, "steps of a hill");
        // Seen from above the smaller base lies wholly on the larger one: what they share is all of it, and its middle, at x
        // 0.05, is over the floor.
        let small = Disc { at: at(0.05, 0.0, 3.0), radius: 0.5 };
        let large = Disc { at: at(-0.75, 0.0, 0.0), radius: 1.5 };
        assert_eq!(table(vec![house()]).structure_between(small, large), Some(0), "a large base below");
    }
}
