//! VIS-6: which model of a unit a shooter fires at.

use crate::basics::compare;
use crate::ids::ModelId;
use crate::shooting::HitRoll;

/// A model that a shooter may fire at.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Candidate {
    /// The model.
    pub model: ModelId,
    /// Roll that the shooter needs to hit it: state, Aw and flank together (SHO-3).
    pub roll: HitRoll,
    /// Between their bases, inches (BAS-1).
    pub gap: f64,
}

/// The model a shooter takes, of those of a unit it may fire at: the easiest to hit, then the nearest,
/// then the one with the lowest id. So one model in the open undoes the cover of the rest.
///
/// Rule: VIS-6.
pub fn best_target(candidates: impl IntoIterator<Item = Candidate>) -> Option<Candidate> {
    candidates
        .into_iter()
        .min_by(|a, b| a.roll.cmp(&b.roll).then(compare(a.gap, b.gap)).then(a.model.cmp(&b.model)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use HitRoll::{Needs, TwoSixes};

    /// Rule: VIS-6.
    #[test]
    fn the_easiest_is_taken_then_the_nearest_then_the_lowest() {
        for (candidates, expected, reason) in [
            (&[(1, Needs(5), 4.0), (2, Needs(4), 9.0), (3, TwoSixes, 1.0)][..], Some(2), "the easiest"),
            (&[(1, TwoSixes, 4.0), (2, Needs(6), 9.0)], Some(2), "a six is easier than two"),
            (&[(1, Needs(4), 9.0), (2, Needs(4), 4.0), (3, Needs(4), 8.0)], Some(2), "the nearest"),
            (&[(3, Needs(4), 4.0), (2, Needs(4), 4.0), (5, Needs(4), 4.0)], Some(2), "the lowest id"),
            (&[(7, TwoSixes, 9.0)], Some(7), "the only one"),
            (&[], None, "no model may be fired at"),
        ] {
            let unit = "B3".parse::<crate::ids::UnitId>().unwrap();
            let candidate = |(number, roll, gap): &(u8, HitRoll, f64)| Candidate {
                model: unit.model(*number),
                roll: *roll,
                gap: *gap,
            };
            let found = best_target(candidates.iter().map(candidate));
            assert_eq!(found.map(|found| found.model.number), expected, "{reason}");
        }
    }
}
