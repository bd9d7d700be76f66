//! MOV-5: the gap between a path and an enemy.

use super::{LevelSegment, nearest_between};
use crate::basics::{Allowance, Disc};

/// Point at which a path comes too near to an enemy.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Approach {
    /// Position of the mover's centre, over the table, inches.
    pub at: [f64; 2],
    /// The gap there, inches; negative if the bases would overlap.
    pub gap: f64,
    /// The smallest gap allowed there, inches.
    pub limit: f64,
}

/// Finds the first segment of a path on which a model comes closer to an enemy
/// than it may, and the nearest point of that segment.
///
/// The limit is `enemy_gap`, in three dimensions. A mover that starts closer may
/// not let the gap shrink until it is out; the largest gap reached so far is its
/// limit, so that many small steps gain nothing. No path leads through a base.
///
/// Rule: MOV-5.
pub fn too_close(
    segments: impl IntoIterator<Item = LevelSegment>,
    radius: f64,
    enemy: Disc,
    enemy_gap: f64,
    allowance: Allowance,
) -> Option<Approach> {
    let mut limit = None;
    for segment in segments {
        let gap_at = |at| clearance(at, segment.height.inches(), radius, enemy);
        let min_gap = *limit.get_or_insert_with(|| gap_at(segment.from).min(enemy_gap));
        let at = nearest_between(segment.from, segment.to, enemy.at.ground());
        let gap = gap_at(at);
        if !allowance.at_least(gap, min_gap) {
            return Some(Approach { at, gap, limit: min_gap });
        }
        limit = Some(min_gap.max(gap_at(segment.to).min(enemy_gap)));
    }
    None
}

/// The gap between a base and an enemy's (BAS-1), or minus the depth of their overlap.
#[inline]
pub fn clearance(at: [f64; 2], height: f64, radius: f64, enemy: Disc) -> f64 {
    let [ex, ey] = enemy.at.ground();
    let (dx, dy) = (at[0] - ex, at[1] - ey);
    let level = (dx * dx + dy * dy).sqrt() - radius - enemy.radius;
    let rise = height - enemy.at.z.inches();
    if rise == 0.0 {
        return level;
    }
    let apart = level.max(0.0);
    (apart * apart + rise * rise).sqrt()
}

/// Minimum distance between the centres of a base at a height and of an enemy, over the table, for their gap to be at least `enemy_gap`;
/// inches. `None` if the difference in height suffices.
///
/// Rule: MOV-5, BAS-1.
#[inline]
pub fn ring_radius(height: f64, radius: f64, enemy: Disc, enemy_gap: f64) -> Option<f64> {
    let rise = height - enemy.at.z.inches();
    let level = enemy_gap * enemy_gap - rise * rise;
    match (rise == 0.0, level > 0.0) {
        (true, _) => Some(radius + enemy.radius + enemy_gap),
        (false, true) => Some(radius + enemy.radius + level.sqrt()),
        (false, false) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::measures::{Place, Thou};
    use crate::movement::legs;
    use crate::movement::sample::{ALLOWANCE, disc};

    fn too_close(
        mover: Disc,
        corners: &[Place],
        enemy: Disc,
        enemy_gap: f64,
        allowance: Allowance,
    ) -> Option<Approach> {
        let segment = |(from, to): (Place, Place)| LevelSegment {
            from: from.ground(),
            to: to.ground(),
            height: Thou(0),
        };
        super::too_close(legs(mover.at, corners).map(segment), mover.radius, enemy, enemy_gap, allowance)
    }

    /// Rule: MOV-5.
    #[test]
    fn no_path_comes_closer_to_an_enemy_than_two_inches() {
        let enemy = disc(0, 0);
        for (from, corners, refused, reason) in [
            (disc(-9000, 3000), vec![Place::flat(9000, 3000)], false, "passes at exactly 2"),
            (disc(-9000, 2996), vec![Place::flat(9000, 2996)], false, "0.004 nearer is within the allowance"),
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

    /// Rule: MOV-5. A model that starts closer may only widen the gap until it is out.
    #[test]
    fn a_model_that_starts_too_close_may_only_move_away() {
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

    /// Rule: MOV-5. The allowance does not add up over steps.
    #[test]
    fn many_small_steps_toward_an_enemy_gain_nothing() {
        let creep: Vec<Place> = (1..40).map(|step| Place::flat(2000 - 4 * step, 0)).collect();
        let found = too_close(disc(2000, 0), &creep, disc(0, 0), 2.0, ALLOWANCE);
        assert!(found.is_some_and(|approach| (approach.limit - 1.0).abs() < 1e-9));
    }

    /// Rule: MOV-5.
    #[test]
    fn an_approach_is_reported_at_the_nearest_point_of_the_path() {
        let found = too_close(disc(-9000, 1000), &[Place::flat(9000, 1000)], disc(0, 0), 2.0, ALLOWANCE);
        assert_eq!(found, Some(Approach { at: [0.0, 1.0], gap: 0.0, limit: 2.0 }));
    }

    /// Rule: MOV-5, BAS-1. Height is part of the gap.
    #[test]
    fn two_inches_are_measured_in_three_dimensions() {
        let enemy = Disc { at: Place { z: Thou(1200), ..Place::flat(0, 0) }, radius: 0.5 };
        let past = |y: f64, height: i32| LevelSegment { from: [-9.0, y], to: [9.0, y], height: Thou(height) };
        let [below, above] = [1.0 + 1.6, 1.0 + 1.2];
        for (segment, refused, reason) in [
            (past(below, 0), false, "1.2 lower and 1.6 beside make exactly 2"),
            (past(below - 0.02, 0), true, "a little nearer"),
            (past(above, 2800), false, "1.6 higher and 1.2 beside make exactly 2"),
            (past(above - 0.02, 2800), true, "a little nearer, higher up"),
            (past(2.9, 1200), true, "beside it at its own height"),
            (past(0.0, 3200), false, "straight over it, 2 higher"),
            (past(0.0, 3100), true, "straight over it, 1.9 higher"),
        ] {
            let found = super::too_close([segment], 0.5, enemy, 2.0, ALLOWANCE).is_some();
            assert_eq!(found, refused, "{reason}");
        }
        for (height, expected, reason) in [
            (1.2, Some(3.0), "at its height"),
            (0.0, Some(below), "below"),
            (2.8, Some(above), "above"),
            (3.2, None, "2 higher"),
        ] {
            let found = ring_radius(height, 0.5, enemy, 2.0);
            assert_eq!(found.is_some(), expected.is_some(), "{reason}");
            assert!(found.zip(expected).is_none_or(|(found, expected)| (found - expected).abs() < 1e-9));
        }
    }

    /// Rule: MOV-5. A step up can bring a model nearer.
    #[test]
    fn stepping_up_to_an_enemy_counts_as_coming_nearer() {
        let enemy = Disc { at: Place { z: Thou(1500), ..Place::flat(0, 0) }, radius: 0.5 };
        let foot = LevelSegment { from: [6.0, 0.0], to: [2.5, 0.0], height: Thou(0) };
        let crest = LevelSegment { from: [2.5, 0.0], to: [2.5, 1.0], height: Thou(1500) };
        assert_eq!(super::too_close([foot], 0.5, enemy, 2.0, ALLOWANCE), None);
        let found = super::too_close([foot, crest], 0.5, enemy, 2.0, ALLOWANCE);
        assert_eq!(found, Some(Approach { at: [2.5, 0.0], gap: 1.5, limit: 2.0 }));
    }
}
