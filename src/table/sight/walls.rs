//! What of a wall is solid: everything but its openings, even where they lie one over another.

use crate::rules::measures::Thou;
use crate::table::piece::Wall;
use crate::table::plane::distance;
use crate::table::region::Region;
use crate::table::terrain::{LEAST_WALL, along};

/// A solid part of a wall.
pub(super) struct WallPart {
    /// From above.
    pub(super) region: Region,
    /// Its lowest and highest over the wall's floor.
    pub(super) heights: [Thou; 2],
}

/// The solid parts of a wall: upright strips between the sides of its openings, each cut where
/// an opening is.
pub(super) fn solid_parts(wall: &Wall) -> Vec<WallPart> {
    let length = distance(wall.from, wall.to);
    let sides = |along: Thou, width: Thou| {
        let [middle, half] = [along.inches(), width.inches() / 2.0];
        [(middle - half).clamp(0.0, length), (middle + half).clamp(0.0, length)]
    };
    let mut cuts = vec![0.0, length];
    cuts.extend(wall.openings.iter().flat_map(|opening| sides(opening.along, opening.width)));
    cuts.sort_by(f64::total_cmp);
    let mut parts = Vec::new();
    for cut in cuts.windows(2).filter(|cut| cut[1] - cut[0] > LEAST_WALL) {
        let middle = (cut[0] + cut[1]) / 2.0;
        let open = wall.openings.iter().filter(|opening| {
            let [from, to] = sides(opening.along, opening.width);
            from < middle && middle < to
        });
        let open = open.map(|opening| [opening.sill, opening.top]).collect();
        for heights in outside(open, wall.height) {
            parts.push(WallPart { region: along(wall, cut[0], cut[1]), heights });
        }
    }
    parts
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
