//! COH-1 to COH-3: coherency, as connectivity of the graph of models whose gaps are small enough.

use crate::basics::{Allowance, Disc, gap};

/// A model out of coherency.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OutOfCoherency {
    /// Index of the base.
    pub model: usize,
    /// Gap to the nearest base that is in coherency with the leader, inches.
    pub gap: f64,
}

/// Finds the first model that no chain of gaps of at most `distance` connects to the
/// leader; `gap` measures between two models by their indices below `count`.
///
/// The player chooses the order in which the models move, and a model that stays
/// in place counts as having moved; so "each ends within 2 of one that has
/// already moved" holds for some order if and only if such chains connect the
/// whole unit.
///
/// Rule: COH-1, COH-2, COH-3.
pub fn out_of_coherency(
    count: usize,
    leader: usize,
    distance: f64,
    gap: impl Fn(usize, usize) -> f64,
    allowance: Allowance,
) -> Option<OutOfCoherency> {
    let mut connected = vec![false; count];
    let mut reached = vec![leader];
    connected[leader] = true;
    while let Some(from) = reached.pop() {
        for (to, connected) in connected.iter_mut().enumerate().filter(|(_, connected)| !**connected) {
            if allowance.at_most(gap(from, to), distance) {
                *connected = true;
                reached.push(to);
            }
        }
    }
    let model = connected.iter().position(|&connected| !connected)?;
    let gaps = (0..count).filter(|&other| connected[other]).map(|other| gap(model, other));
    Some(OutOfCoherency { model, gap: gaps.fold(f64::INFINITY, f64::min) })
}

/// The gap between two models for coherency: between neighbouring levels of one
/// structure height does not count.
///
/// Rule: COH-1, BAS-1.
#[inline]
pub fn coherency_gap(a: Disc, b: Disc, levels: Levels) -> f64 {
    match levels {
        Levels::Neighbours => (a.at.ground_distance(b.at) - a.radius - b.radius).max(0.0),
        Levels::Unrelated => gap(a, b),
    }
}

/// Relation between the levels that two models stand on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Levels {
    /// One right above the other in one structure.
    Neighbours,
    /// Anything else, including the same level.
    Unrelated,
}

/// Relation between two places on structures, given the piece and level of each.
///
/// Rule: COH-1.
#[inline]
pub fn level_relation(a: Option<(usize, usize)>, b: Option<(usize, usize)>) -> Levels {
    match (a, b) {
        (Some((piece, level)), Some((other, other_level)))
            if piece == other && level.abs_diff(other_level) == 1 =>
        {
            Levels::Neighbours
        }
        _ => Levels::Unrelated,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::measures::{Place, Thou};
    use crate::movement::sample::{ALLOWANCE, disc};

    /// Rule: COH-1, COH-2, COH-3.
    #[test]
    fn chains_of_gaps_keep_a_unit_in_coherency() {
        let two_and = |extra: i32| disc(3000 + extra, 0);
        for (bases, leader, distance, lost, reason) in [
            (vec![disc(0, 0)], 0, 2.0, None, "one model is always together"),
            (vec![disc(0, 0), two_and(0)], 0, 2.0, None, "exactly 2"),
            (vec![disc(0, 0), two_and(5)], 0, 2.0, None, "0.005 more is within the allowance"),
            (vec![disc(0, 0), two_and(6)], 0, 2.0, Some(1), "0.006 more is not"),
            (vec![disc(0, 0), disc(6000, 0), disc(3000, 0)], 0, 2.0, None, "a chain in any order"),
            (
                vec![disc(0, 0), disc(9000, 0), disc(6000, 0)],
                0,
                2.0,
                Some(1),
                "two that are too far from the third",
            ),
            (vec![disc(0, 0), disc(6000, 0), disc(9000, 0)], 2, 2.0, Some(0), "the leader's part counts"),
            (vec![disc(0, 0), disc(5000, 0)], 0, 4.0, None, "Spread (4)"),
            (vec![disc(0, 0), disc(5006, 0)], 0, 4.0, Some(1), "beyond Spread (4)"),
        ] {
            let between = |a: usize, b: usize| coherency_gap(bases[a], bases[b], Levels::Unrelated);
            let found = out_of_coherency(bases.len(), leader, distance, between, ALLOWANCE);
            let found = found.map(|found| found.model);
            assert_eq!(found, lost, "{reason}");
        }
    }

    /// Rule: COH-1, BAS-1.
    #[test]
    fn between_neighbouring_levels_height_does_not_count() {
        let upstairs = |x| Disc { at: Place { z: Thou(3000), ..Place::flat(x, 0) }, radius: 0.5 };
        for (other, levels, expected, reason) in [
            (upstairs(3000), Levels::Neighbours, 2.0, "2 beside, one level up"),
            (upstairs(0), Levels::Neighbours, 0.0, "straight above"),
            (upstairs(0), Levels::Unrelated, 3.0, "straight above, on another structure's level"),
            (upstairs(5000), Levels::Unrelated, 5.0, "4 beside and 3 up"),
            (disc(3000, 0), Levels::Unrelated, 2.0, "on the same level"),
        ] {
            assert!((coherency_gap(disc(0, 0), other, levels) - expected).abs() < 1e-12, "{reason}");
        }
    }
}
