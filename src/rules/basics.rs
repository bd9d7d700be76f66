//! Chapter 1: comparing lengths, the gap between models, halves.

use serde::Serialize;

use super::measures::Place;
use super::ruleset::{BasicsRules, Rounding};

/// How lengths are compared with limits.
///
/// Rule: BAS-10.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Allowance(pub f64);

impl Allowance {
    /// "Within n" or "at most n": length ≤ limit, in the mover's favour.
    ///
    /// Rule: BAS-10.
    pub fn at_most(self, length: f64, limit: f64) -> bool {
        length <= limit + self.0
    }

    /// The opposite of [`Self::at_least`]: too near, too small.
    ///
    /// Rule: BAS-10.
    pub fn falls_short(self, length: f64, limit: f64) -> bool {
        !self.at_least(length, limit)
    }

    /// "At least n", the opposite of "closer than n": length ≥ limit, in the
    /// mover's favour.
    ///
    /// Rule: BAS-10.
    pub fn at_least(self, length: f64, limit: f64) -> bool {
        length >= limit - self.0
    }
}

/// Far less than a share of a whole number can differ from the next whole number.
const ROUNDING: f64 = 1e-9;

/// Rounds a share of a whole number to a whole number.
///
/// Rule: BAS-4 (halves).
pub fn whole(share: f64, rounding: Rounding) -> f64 {
    match rounding {
        Rounding::Down => (share + ROUNDING).floor(),
        Rounding::Up => (share - ROUNDING).ceil(),
    }
}

/// A round base where it stands.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Disc {
    /// Its centre, and the height of the ground under it.
    pub at: Place,
    /// Inches.
    pub radius: f64,
}

/// The gap between two bases: the shortest distance between their discs at
/// their standing heights, in three dimensions, never below 0; inches.
///
/// Rule: BAS-1.
pub fn gap(a: Disc, b: Disc) -> f64 {
    let level = (a.at.ground_distance(b.at) - a.radius - b.radius).max(0.0);
    let height = a.at.z.inches() - b.at.z.inches();
    (level * level + height * height).sqrt()
}

/// What is left of a unit.
///
/// Rule: BAS-6.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Strength {
    /// Models that stand.
    pub standing: u32,
    /// Models at the start.
    pub started: u32,
}

/// The bands of strength that the rules distinguish.
///
/// Rule: BAS-6.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub enum Band {
    /// Over half.
    Strong,
    /// Half to a quarter, both included.
    Weakened,
    /// Under a quarter.
    Finished,
}

impl Strength {
    /// The band it is in.
    ///
    /// Rule: BAS-6.
    pub fn band(self, rules: &BasicsRules) -> Band {
        let of_start = |percent: u8| u64::from(percent) * u64::from(self.started);
        let left = 100 * u64::from(self.standing);
        if left > of_start(rules.weakened_at) {
            Band::Strong
        } else if left >= of_start(rules.finished_under) {
            Band::Weakened
        } else {
            Band::Finished
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn disc(x: i32, y: i32, z: i32, radius: f64) -> Disc {
        let at = Place { z: crate::rules::measures::Thou(z), ..Place::flat(x, y) };
        Disc { at, radius }
    }

    /// Rule: BAS-1.
    #[test]
    fn gaps_run_between_edges_in_three_dimensions() {
        for (a, b, expected, reason) in [
            (disc(0, 0, 0, 0.5), disc(3000, 0, 0, 0.5), 2.0, "3 between centres, less half an inch each"),
            (disc(0, 0, 0, 0.5), disc(1000, 0, 0, 0.5), 0.0, "touching"),
            (disc(0, 0, 0, 0.5), disc(300, 0, 0, 0.5), 0.0, "never below 0"),
            (disc(0, 0, 0, 0.5), disc(0, 0, 3000, 0.5), 3.0, "one straight above the other"),
            (disc(0, 0, 0, 0.5), disc(5000, 0, 3000, 0.5), 5.0, "4 level and 3 up"),
            (disc(0, 0, 0, 0.5), disc(3000, 4000, 0, 0.0), 4.5, "to a point: no radius of its own"),
        ] {
            assert!((gap(a, b) - expected).abs() < 1e-12, "{reason}: {}", gap(a, b));
            assert_eq!(gap(a, b), gap(b, a), "{reason}, the other way round");
        }
    }

    /// Rule: BAS-6, FB-1. Exactly half is no longer strong, exactly a quarter still stands.
    #[test]
    fn strength_is_compared_in_whole_numbers() {
        for (standing, started, expected, reason) in [
            (10, 10, Band::Strong, "whole"),
            (6, 10, Band::Strong, "60 %"),
            (6, 11, Band::Strong, "54.5 %: one more than half"),
            (5, 10, Band::Weakened, "exactly 50 %"),
            (5, 11, Band::Weakened, "45 %"),
            (3, 12, Band::Weakened, "exactly 25 %"),
            (2, 8, Band::Weakened, "exactly 25 % of fewer"),
            (1, 4, Band::Weakened, "exactly 25 %, a single model"),
            (2, 9, Band::Finished, "22 %"),
            (1, 5, Band::Finished, "20 %"),
            (2, 10, Band::Finished, "20 % of more"),
            (1, 1, Band::Strong, "a unit of one model"),
            (1, 2, Band::Weakened, "half of two"),
            (0, 1, Band::Finished, "no model"),
        ] {
            let band = Strength { standing, started }.band(&BasicsRules::COMBINED);
            assert_eq!(band, expected, "{reason}");
        }
    }

    /// Rule: BAS-4.
    #[test]
    fn halves_are_rounded_as_the_ruleset_says() {
        for (share, down, up, reason) in [
            (2.5, 2.0, 3.0, "a half"),
            (3.0, 3.0, 3.0, "a whole"),
            (0.1 * 30.0, 3.0, 3.0, "a share that is not exact in binary"),
        ] {
            assert_eq!(whole(share, Rounding::Down), down, "{reason}");
            assert_eq!(whole(share, Rounding::Up), up, "{reason}");
        }
    }

    /// Rule: BAS-10.
    #[test]
    fn a_comparison_allows_five_thousandths_in_the_movers_favour() {
        let allowance = Allowance(0.005);
        for (length, at_most, at_least) in [
            (5.990, true, false),
            (5.995, true, true),
            (6.000, true, true),
            (6.005, true, true),
            (6.006, false, true),
        ] {
            assert_eq!(allowance.at_most(length, 6.0), at_most, "{length} at most 6");
            assert_eq!(allowance.at_least(length, 6.0), at_least, "{length} at least 6");
        }
    }
}
