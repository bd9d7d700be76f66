//! FAC-1 and FAC-4: what lies in front of a model, and what must not.

use serde::{Deserialize, Serialize};

use crate::rules::basics::{Allowance, Disc};
use crate::rules::measures::{Facing, Place};

/// Where something lies to a model.
///
/// Rule: FAC-1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Arc {
    /// In front of the line through its shoulders, or touching it.
    Forward,
    /// Wholly behind that line.
    Flank,
}

/// In which arc of a model a base lies; in its flank arc only wholly.
///
/// Rule: FAC-1.
pub fn arc(centre: Place, facing: Facing, other: Disc, allowance: Allowance) -> Arc {
    if in_forward_arc(centre, facing, other, allowance) { Arc::Forward } else { Arc::Flank }
}

/// Whether a base lies in a model's forward arc: in front of the line through
/// its centre square to its facing, or touching that line, by any part.
///
/// Rule: FAC-1.
pub fn in_forward_arc(centre: Place, facing: Facing, other: Disc, allowance: Allowance) -> bool {
    let [cx, cy] = centre.ground();
    let [ox, oy] = other.at.ground();
    let [dx, dy] = facing.direction();
    let ahead = (ox - cx) * dx + (oy - cy) * dy;
    allowance.at_least(ahead + other.radius, 0.0)
}

/// Whether a model that ran has the place its leader started from in its forward
/// arc, where it must not be. A base that covers the place is exempt.
///
/// Rule: FAC-4.
pub fn looks_back(base: Disc, facing: Facing, leaders_start: Place, allowance: Allowance) -> bool {
    let covered = allowance.at_most(base.at.ground_distance(leaders_start), base.radius);
    let start = Disc { at: leaders_start, radius: 0.0 };
    !covered && in_forward_arc(base.at, facing, start, allowance)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::movement::sample::{ALLOWANCE, disc};

    /// Rule: FAC-1. Touching the line through the shoulders counts as in front.
    #[test]
    fn the_forward_arc_is_all_before_the_shoulders() {
        let east = Facing::from_degrees(0.0).unwrap();
        let north_west = Facing::from_degrees(135.0).unwrap();
        for (facing, other, expected, reason) in [
            (east, disc(5000, 0), true, "straight ahead"),
            (east, disc(0, 5000), true, "on the line"),
            (east, disc(-500, 5000), true, "its edge touches the line"),
            (east, disc(-510, 5000), false, "a hundredth behind the line"),
            (east, disc(-5000, 0), false, "behind"),
            (north_west, disc(-3000, 3000), true, "ahead of one that looks north-west"),
            (north_west, disc(3000, -3000), false, "behind one that looks north-west"),
        ] {
            let centre = Place::flat(0, 0);
            assert_eq!(in_forward_arc(centre, facing, other, ALLOWANCE), expected, "{reason}");
            let lies_in = if expected { Arc::Forward } else { Arc::Flank };
            assert_eq!(arc(centre, facing, other, ALLOWANCE), lies_in, "{reason}");
        }
    }

    /// Rule: FAC-4. On the line through the shoulders is in front.
    #[test]
    fn after_running_nobody_looks_back_to_where_the_leader_began() {
        let facing = |degrees| Facing::from_degrees(degrees).unwrap();
        for (base, looks, expected, reason) in [
            (disc(9000, 0), 0.0, false, "looks straight on"),
            (disc(9000, 0), 180.0, true, "looks straight back"),
            (disc(9000, 0), 90.0, true, "square to the way: on the line"),
            (disc(9000, 0), 89.0, false, "a little less than square"),
            (disc(9000, 0), 271.0, false, "the same to the other side"),
            (disc(400, 0), 180.0, false, "its base covers the place"),
            (disc(500, 0), 180.0, false, "its base's edge touches the place"),
            (disc(510, 0), 180.0, true, "its base ends just beside the place"),
        ] {
            assert_eq!(looks_back(base, facing(looks), Place::flat(0, 0), ALLOWANCE), expected, "{reason}");
        }
    }
}
