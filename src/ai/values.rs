//! What things are worth to computer players, whether they work their orders out or estimate them.

/// An enemy fires at one unit of several: this much of what it could do counts.
pub(super) const SHARED_FIRE: f64 = 0.5;

/// An enemy that is suppressed now may have rallied by then.
pub(super) const SUPPRESSED_ENEMY: f64 = 0.35;

/// What share of a unit's points it costs to be forced out of a fight, beside what the hits do to it.
pub(super) const FORCED_OUT: f64 = 0.25;

/// An objective is worth this share of a side's points; one by which a side would win or lose the battle, so much.
pub(super) const OBJECTIVE: f64 = 1.0 / 6.0;
pub(super) const DECIDES: f64 = 0.4;

/// What share of an objective is had by standing at it beside the enemy, and by standing at one that a friend holds.
pub(super) const CONTESTED: f64 = 0.6;
pub(super) const HELD_BY_A_FRIEND: f64 = 0.15;

/// What share of an objective is left for a unit if a friend is nearer to it.
pub(super) const FRIEND_IS_NEARER: f64 = 0.45;

/// From how far an objective attracts, inches, and what share of its worth it is to be about to reach it.
const ATTRACTS_FROM: f64 = 40.0;
const ON_THE_WAY: f64 = 0.6;

/// What share of an objective it is to be so far from it, inches, and on the way there.
pub(super) fn on_the_way(gap: f64) -> f64 {
    ON_THE_WAY * (1.0 - gap / ATTRACTS_FROM).max(0.0)
}

/// How near the enemy counts, inches, and what share of a unit's points being next to it is worth.
const APPROACH_FROM: f64 = 36.0;
const APPROACH: f64 = 0.3;

/// What share of a unit's points it is worth to be so far from the nearest enemy, inches.
pub(super) fn nearness(gap: f64) -> f64 {
    APPROACH * (1.0 - gap / APPROACH_FROM).max(0.0)
}
