//! Chapter 5: lengths of paths, the enemies' 2 inches, coherency, arcs.
//!
//! Plain geometry of round bases. What lies under a path is `table/`'s to say.

use super::basics::{Allowance, Disc, gap};
use super::measures::{Facing, Place};

/// Length over the table of a path that starts at `start` and runs straight
/// from corner to corner, inches.
///
/// Rule: MOV-1 (on open ground; levels are not built).
pub fn path_length(start: Place, corners: &[Place]) -> f64 {
    legs(start, corners).map(|(from, to)| from.ground_distance(to)).sum()
}

/// The straight legs of a path, in order.
pub fn legs(start: Place, corners: &[Place]) -> impl Iterator<Item = (Place, Place)> + '_ {
    std::iter::once(start).chain(corners.iter().copied()).zip(corners.iter().copied())
}

/// The point of the straight line between two places that lies nearest to a
/// third, over the table, inches.
pub fn nearest_on_leg((from, to): (Place, Place), point: Place) -> [f64; 2] {
    nearest_between(from.ground(), to.ground(), point.ground())
}

/// As [`nearest_on_leg`], of points that need not be stored places, inches.
pub fn nearest_between([ax, ay]: [f64; 2], [bx, by]: [f64; 2], [px, py]: [f64; 2]) -> [f64; 2] {
    let (dx, dy) = (bx - ax, by - ay);
    let squared = dx * dx + dy * dy;
    if squared == 0.0 {
        return [ax, ay];
    }
    let share = (((px - ax) * dx + (py - ay) * dy) / squared).clamp(0.0, 1.0);
    [ax + share * dx, ay + share * dy]
}

/// Whether two bases stand on one another: closer, over the table, than they
/// can be without overlapping, at heights where their bodies meet. Touching is
/// not overlapping.
///
/// Rule: MOV-4 (models).
pub fn overlap(a: Body, b: Body, allowance: Allowance) -> bool {
    a.meets_in_height(b)
        && !allowance.at_least(a.disc.at.ground_distance(b.disc.at), a.disc.radius + b.disc.radius)
}

/// A base and how high the model on it stands.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Body {
    /// Its base.
    pub disc: Disc,
    /// Inches over the base.
    pub height: f64,
}

impl Body {
    fn meets_in_height(self, other: Self) -> bool {
        let (bottom, other_bottom) = (self.disc.at.z.inches(), other.disc.at.z.inches());
        bottom < other_bottom + other.height && other_bottom < bottom + self.height
    }
}

/// Where a path comes too near to an enemy, and how near.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Approach {
    /// Where the mover's centre would be, over the table, inches.
    pub at: [f64; 2],
    /// The gap there, inches; below 0 where the bases would overlap.
    pub gap: f64,
    /// The smallest gap allowed there, inches.
    pub limit: f64,
}

/// Finds the first leg of a path on which a model comes closer to an enemy than
/// it may, and the nearest point of that leg.
///
/// The limit is `enemy_gap`. A mover that starts closer may not let that gap
/// shrink until it is out; how far out it has come is the limit from then on,
/// so that many small steps gain nothing. Through a base there is no way.
///
/// Rule: MOV-5.
pub fn too_close(
    mover: Disc,
    corners: &[Place],
    enemy: Disc,
    enemy_gap: f64,
    allowance: Allowance,
) -> Option<Approach> {
    let mut limit = clearance(mover, enemy).min(enemy_gap);
    for leg in legs(mover.at, corners) {
        let at = nearest_on_leg(leg, enemy.at);
        let nearest = clearance_at(at, leg.0, mover.radius, enemy);
        if !allowance.at_least(nearest, limit) {
            return Some(Approach { at, gap: nearest, limit });
        }
        let end = Disc { at: leg.1, ..mover };
        limit = limit.max(clearance(end, enemy).min(enemy_gap));
    }
    None
}

/// The gap of two bases where they stand apart; how deep they overlap, below 0,
/// where they do not.
fn clearance(a: Disc, b: Disc) -> f64 {
    let level = a.at.ground_distance(b.at) - a.radius - b.radius;
    if level < 0.0 && a.at.z == b.at.z { level } else { gap(a, b) }
}

/// [`clearance`] of a base that stands at an unrounded point.
fn clearance_at(at: [f64; 2], ground: Place, radius: f64, enemy: Disc) -> f64 {
    let [ex, ey] = enemy.at.ground();
    let (dx, dy) = (at[0] - ex, at[1] - ey);
    let level = (dx * dx + dy * dy).sqrt() - radius - enemy.radius;
    let height = ground.z.inches() - enemy.at.z.inches();
    if height == 0.0 {
        return level;
    }
    let apart = level.max(0.0);
    (apart * apart + height * height).sqrt()
}

/// A model that lost touch with its unit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Straggler {
    /// Index of the base.
    pub model: usize,
    /// Gap to the nearest base that keeps together with the leader, inches.
    pub gap: f64,
}

/// Finds the first base that no chain of gaps of at most `distance` ties to the
/// leader's.
///
/// The mover chooses the order in which his models move, and a model that stays
/// in place counts as having moved; so "each ends within 2 of one that has
/// already moved" holds for some order exactly where such chains tie the whole
/// unit together.
///
/// Rule: COH-1 (on one level), COH-2, COH-3.
pub fn straggler(bases: &[Disc], leader: usize, distance: f64, allowance: Allowance) -> Option<Straggler> {
    let mut tied = vec![false; bases.len()];
    let mut reached = vec![leader];
    tied[leader] = true;
    while let Some(from) = reached.pop() {
        for to in 0..bases.len() {
            if !tied[to] && allowance.at_most(gap(bases[from], bases[to]), distance) {
                tied[to] = true;
                reached.push(to);
            }
        }
    }
    let model = tied.iter().position(|&tied| !tied)?;
    let gaps = (0..bases.len()).filter(|&other| tied[other]).map(|other| gap(bases[model], bases[other]));
    Some(Straggler { model, gap: gaps.fold(f64::INFINITY, f64::min) })
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::measures::Thou;

    const ALLOWANCE: Allowance = Allowance(0.005);

    fn disc(x: i32, y: i32) -> Disc {
        Disc { at: Place::flat(x, y), radius: 0.5 }
    }

    /// Rule: MOV-1.
    #[test]
    fn the_length_of_a_path_is_the_sum_of_its_legs_over_the_table() {
        let up = Place { z: Thou(2000), ..Place::flat(3000, 4000) };
        for (corners, expected, reason) in [
            (vec![], 0.0, "a model that stays"),
            (vec![Place::flat(3000, 4000)], 5.0, "one straight leg"),
            (vec![Place::flat(3000, 4000), Place::flat(3000, 5000)], 6.0, "two legs"),
            (vec![Place::flat(3000, 0), Place::flat(0, 0)], 6.0, "there and back counts twice"),
            (vec![up], 5.0, "height costs nothing"),
        ] {
            assert!((path_length(Place::flat(0, 0), &corners) - expected).abs() < 1e-12, "{reason}");
        }
    }

    /// Rule: MOV-5.
    #[test]
    fn no_path_comes_closer_to_an_enemy_than_two_inches() {
        let enemy = disc(0, 0);
        for (from, corners, refused, reason) in [
            (disc(-9000, 3000), vec![Place::flat(9000, 3000)], false, "passes at exactly 2"),
            (disc(-9000, 2996), vec![Place::flat(9000, 2996)], false, "0.004 nearer is allowed for"),
            (disc(-9000, 2990), vec![Place::flat(9000, 2990)], true, "0.010 nearer is not"),
            (disc(-9000, 0), vec![Place::flat(-3000, 0)], false, "ends at exactly 2"),
            (disc(-9000, 0), vec![Place::flat(-2900, 0)], true, "ends at 1.9"),
            (disc(-9000, 0), vec![Place::flat(9000, 0)], true, "straight through"),
            (disc(-9000, 0), vec![Place::flat(0, 9000), Place::flat(0, 1000)], true, "on its second leg"),
            (disc(-9000, 0), vec![], false, "stays"),
        ] {
            let found = too_close(from, &corners, enemy, 2.0, ALLOWANCE).is_some();
            assert_eq!(found, refused, "{reason}");
        }
    }

    /// Rule: MOV-5. One that starts closer may only widen the gap until it is out.
    #[test]
    fn a_model_that_starts_too_close_may_only_go_away() {
        let enemy = disc(0, 0);
        for (from, corners, refused, reason) in [
            (disc(2000, 0), vec![Place::flat(6000, 0)], false, "straight away"),
            (disc(2000, 0), vec![Place::flat(2000, 3000)], false, "sideways, which is away too"),
            (disc(2000, 0), vec![Place::flat(1500, 0)], true, "nearer"),
            (disc(2000, 0), vec![Place::flat(-9000, 0)], true, "out on the other side, through the base"),
            (disc(2000, 0), vec![Place::flat(3000, 0), Place::flat(2000, 0)], true, "out and back in"),
            (
                disc(2000, 0),
                vec![Place::flat(2500, 0), Place::flat(2200, 0)],
                true,
                "some way out and half back",
            ),
            (disc(1000, 0), vec![Place::flat(-9000, 0)], true, "from contact through the base"),
            (disc(1000, 0), vec![Place::flat(1000, 4000)], false, "from contact along its edge"),
        ] {
            let found = too_close(from, &corners, enemy, 2.0, ALLOWANCE).is_some();
            assert_eq!(found, refused, "{reason}");
        }
    }

    /// Rule: MOV-5. The allowance is not there to be gathered up.
    #[test]
    fn many_small_steps_toward_an_enemy_gain_nothing() {
        let creep: Vec<Place> = (1..40).map(|step| Place::flat(2000 - 4 * step, 0)).collect();
        let found = too_close(disc(2000, 0), &creep, disc(0, 0), 2.0, ALLOWANCE);
        assert!(found.is_some_and(|approach| (approach.limit - 1.0).abs() < 1e-9));
    }

    /// Rule: MOV-5. What is told is where the path is nearest.
    #[test]
    fn the_spot_of_an_approach_is_the_nearest_point_of_the_path() {
        let found = too_close(disc(-9000, 1000), &[Place::flat(9000, 1000)], disc(0, 0), 2.0, ALLOWANCE);
        assert_eq!(found, Some(Approach { at: [0.0, 1.0], gap: 0.0, limit: 2.0 }));
    }

    /// Rule: COH-1, COH-2, COH-3.
    #[test]
    fn a_unit_keeps_together_by_chains_of_gaps() {
        let two_and = |extra: i32| disc(3000 + extra, 0);
        for (bases, leader, distance, lost, reason) in [
            (vec![disc(0, 0)], 0, 2.0, None, "one model is always together"),
            (vec![disc(0, 0), two_and(0)], 0, 2.0, None, "exactly 2"),
            (vec![disc(0, 0), two_and(5)], 0, 2.0, None, "0.005 more is allowed for"),
            (vec![disc(0, 0), two_and(6)], 0, 2.0, Some(1), "0.006 more is not"),
            (vec![disc(0, 0), disc(6000, 0), disc(3000, 0)], 0, 2.0, None, "a chain in any order"),
            (vec![disc(0, 0), disc(9000, 0), disc(6000, 0)], 0, 2.0, Some(1), "two that lost the third"),
            (vec![disc(0, 0), disc(6000, 0), disc(9000, 0)], 2, 2.0, Some(0), "the leader's part counts"),
            (vec![disc(0, 0), disc(5000, 0)], 0, 4.0, None, "Spread (4)"),
            (vec![disc(0, 0), disc(5006, 0)], 0, 4.0, Some(1), "beyond Spread (4)"),
        ] {
            let found = straggler(&bases, leader, distance, ALLOWANCE).map(|straggler| straggler.model);
            assert_eq!(found, lost, "{reason}");
        }
    }

    /// Rule: MOV-4.
    #[test]
    fn bases_may_touch_but_not_overlap() {
        let body = |x: i32, z: i32| Body {
            disc: Disc { at: Place { z: Thou(z), ..Place::flat(x, 0) }, radius: 0.5 },
            height: 1.25,
        };
        for (a, b, expected, reason) in [
            (body(0, 0), body(1000, 0), false, "touching"),
            (body(0, 0), body(996, 0), false, "0.004 in is allowed for"),
            (body(0, 0), body(990, 0), true, "0.010 in is not"),
            (body(0, 0), body(0, 0), true, "on top of one another"),
            (body(0, 0), body(0, 3000), false, "a floor above"),
            (body(0, 0), body(0, 1000), true, "standing in another's head"),
        ] {
            assert_eq!(overlap(a, b, ALLOWANCE), expected, "{reason}");
        }
    }

    /// Rule: FAC-1. Touching the line through the shoulders counts as in front.
    #[test]
    fn the_forward_arc_is_everything_not_wholly_behind_the_shoulders() {
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
            assert_eq!(in_forward_arc(Place::flat(0, 0), facing, other, ALLOWANCE), expected, "{reason}");
        }
    }
}
