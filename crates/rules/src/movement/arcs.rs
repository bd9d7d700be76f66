//! FAC-1 to FAC-4: the arcs of a model, and how it may turn.

use serde::{Deserialize, Serialize};

use crate::basics::{Allowance, Disc};
use crate::measures::{Facing, Place};

/// The arc of a model in which something lies.
///
/// Rule: FAC-1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Arc {
    /// In front of the line through its shoulders, or touching it.
    Forward,
    /// Wholly behind that line.
    Flank,
}

/// The arc of a model in which a base lies; in the flank arc only if wholly.
///
/// Rule: FAC-1.
#[inline]
pub fn arc(centre: Place, facing: Facing, other: Disc, allowance: Allowance) -> Arc {
    if in_forward_arc(centre, facing, other, allowance) { Arc::Forward } else { Arc::Flank }
}

/// Whether any part of a base lies in a model's forward arc: in front of the line
/// through its centre perpendicular to its facing, or touching that line.
///
/// Rule: FAC-1.
#[inline]
pub fn in_forward_arc(centre: Place, facing: Facing, other: Disc, allowance: Allowance) -> bool {
    let [cx, cy] = centre.ground();
    let [ox, oy] = other.at.ground();
    let [dx, dy] = facing.direction();
    let ahead = (ox - cx) * dx + (oy - cy) * dy;
    allowance.at_least(ahead + other.radius, 0.0)
}

/// Whether a model that ran has its leader's starting place in its forward arc,
/// which is forbidden. A base that covers the place is exempt.
///
/// Rule: FAC-4.
#[inline]
pub fn looks_back(base: Disc, facing: Facing, leaders_start: Place, allowance: Allowance) -> bool {
    let covered = allowance.at_most(base.at.ground_distance(leaders_start), base.radius);
    let start = Disc { at: leaders_start, radius: 0.0 };
    !covered && in_forward_arc(base.at, facing, start, allowance)
}

/// Turns that a model may make before it fires.
///
/// Rule: FAC-3, FAC-4.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Turning {
    /// Any way.
    Free,
    /// Not at all.
    None,
    /// So that it does not face back to where its leader started running.
    NotBackTo(Place),
}

/// The facing with which a model fires at another: its own if the target lies in its forward arc; else straight at the
/// target; if that is not allowed, the allowed facing nearest to that, to a tenth of a degree. `None` if no facing is
/// allowed.
///
/// Rule: SHO-2, FAC-1, FAC-3, FAC-4.
pub fn facing_to_fire(
    base: Disc,
    facing: Facing,
    target: Disc,
    turning: Turning,
    allowance: Allowance,
) -> Option<Facing> {
    let serves = |facing: &Facing| {
        let back =
            matches!(turning, Turning::NotBackTo(start) if looks_back(base, *facing, start, allowance));
        !back && in_forward_arc(base.at, *facing, target, allowance)
    };
    if serves(&facing) {
        return Some(facing);
    }
    let straight = Facing::toward(base.at, target.at).unwrap_or(facing);
    let off =
        |tenths: i32| Facing::from_degrees((straight.degrees() + f64::from(tenths) / 10.0).rem_euclid(360.0));
    match turning {
        Turning::None => None,
        Turning::Free => Some(straight).filter(serves),
        Turning::NotBackTo(_) => {
            let turns = (0..1800).flat_map(|tenths| [tenths, -tenths]);
            turns.filter_map(|tenths| off(tenths).ok()).find(serves)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::movement::sample::{ALLOWANCE, disc};

    /// Rule: FAC-1. Touching the line through the shoulders counts as in front.
    #[test]
    fn the_forward_arc_is_everything_in_front_of_the_shoulders() {
        let east = Facing::from_degrees(0.0).unwrap();
        let north_west = Facing::from_degrees(135.0).unwrap();
        for (facing, other, expected, reason) in [
            (east, disc(5000, 0), true, "straight ahead"),
            (east, disc(0, 5000), true, "on the line"),
            (east, disc(-500, 5000), true, "its edge touches the line"),
            (east, disc(-510, 5000), false, "a hundredth behind the line"),
            (east, disc(-5000, 0), false, "behind"),
            (north_west, disc(-3000, 3000), true, "ahead of a model facing north-west"),
            (north_west, disc(3000, -3000), false, "behind a model facing north-west"),
        ] {
            let centre = Place::flat(0, 0);
            assert_eq!(in_forward_arc(centre, facing, other, ALLOWANCE), expected, "{reason}");
            let lies_in = if expected { Arc::Forward } else { Arc::Flank };
            assert_eq!(arc(centre, facing, other, ALLOWANCE), lies_in, "{reason}");
        }
    }

    /// Rule: FAC-4. On the line through the shoulders is in front.
    #[test]
    fn after_running_no_model_faces_back_to_the_start() {
        let facing = |degrees| Facing::from_degrees(degrees).unwrap();
        for (base, looks, expected, reason) in [
            (disc(9000, 0), 0.0, false, "faces straight ahead"),
            (disc(9000, 0), 180.0, true, "faces straight back"),
            (disc(9000, 0), 90.0, true, "perpendicular to the path: on the line"),
            (disc(9000, 0), 89.0, false, "a little less than perpendicular"),
            (disc(9000, 0), 271.0, false, "the same to the other side"),
            (disc(400, 0), 180.0, false, "its base covers the place"),
            (disc(500, 0), 180.0, false, "its base's edge touches the place"),
            (disc(510, 0), 180.0, true, "its base ends just beside the place"),
        ] {
            assert_eq!(looks_back(base, facing(looks), Place::flat(0, 0), ALLOWANCE), expected, "{reason}");
        }
    }

    /// Rule: SHO-2, FAC-1, FAC-3, FAC-4. The model stands at (9, 0) and faces east.
    #[test]
    fn models_turn_to_fire_as_little_as_they_must() {
        let facing = |degrees| Facing::from_degrees(degrees).unwrap();
        let began = Turning::NotBackTo(Place::flat(0, 0));
        // A point behind the start cannot be in front unless the start is too.
        let point = Disc { at: Place::flat(-9000, 0), radius: 0.0 };
        assert_eq!(facing_to_fire(disc(9000, 0), facing(0.0), point, began, ALLOWANCE), None);
        for (turning, target, expected, reason) in [
            (Turning::None, disc(20_000, 3000), Some(0.0), "in front: it stays as it is"),
            (Turning::None, disc(0, 0), None, "behind, and it may not turn"),
            (Turning::Free, disc(20_000, 3000), Some(0.0), "in front: it need not turn"),
            (Turning::Free, disc(0, 0), Some(180.0), "behind: straight at it"),
            (Turning::Free, disc(0, 9000), Some(135.0), "behind and to the side"),
            (began, disc(20_000, 3000), Some(0.0), "in front"),
            // Straight at it, at about 99, it would face back; at 90 the start is on the line.
            (began, disc(8000, 6000), Some(89.962), "a little behind: as far around as FAC-4 allows"),
            (
                began,
                disc(-9000, 0),
                Some(270.1),
                "beyond the start: its edge is in front, the start just not",
            ),
            (began, disc(0, 500), Some(89.92), "just beside the start"),
        ] {
            let found = facing_to_fire(disc(9000, 0), facing(0.0), target, turning, ALLOWANCE);
            let degrees = found.map(|facing| (facing.degrees() * 1000.0).round() / 1000.0);
            assert_eq!(degrees, expected, "{reason}");
        }
    }
}
