//! Chapter 1: comparing lengths, the gap between models, halves.

use std::cmp::Ordering;

use serde::{Deserialize, Serialize};

use super::measures::Place;
use super::ruleset::{BasicsRules, Rounding};

/// A measured length as the rules compare it: whole billionths of an inch.
///
/// A gap is the difference of binary fractions, a path a sum of them: 3.555 − 0.775 − 0.775 comes out a little more than
/// 2.005. In billionths whole thousandths are whole again, and so are halves of them, the radii of odd bases. What rounds
/// off is some thousand times larger than what such sums are off by, and smaller than anything that two places in
/// thousandths differ by on one level: two distances up to 250 inches that are not the same, one of them in whole or half
/// thousandths, differ by more.
///
/// Rule: BAS-10.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Exact(i64);

impl Exact {
    const IN_AN_INCH: f64 = 1e9;

    /// A length in inches; one that is infinite is longer than any other.
    #[inline]
    pub fn of(inches: f64) -> Self {
        Self(nearest_whole(inches * Self::IN_AN_INCH))
    }
}

/// The nearest whole number, by a cast: `round` is a call on machines without an instruction for it.
#[inline]
pub fn nearest_whole(number: f64) -> i64 {
    (number + 0.5_f64.copysign(number)) as i64
}

/// Compares two measured lengths, exactly.
///
/// Rule: BAS-10.
#[inline]
pub fn compare(a: f64, b: f64) -> Ordering {
    Exact::of(a).cmp(&Exact::of(b))
}

/// Comparison of lengths with limits: exactly ([`Exact`]), and in the mover's favour.
///
/// Rule: BAS-10.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Allowance(pub f64);

impl Allowance {
    /// "Within n" or "at most n": length ≤ limit, in the mover's favour.
    ///
    /// Rule: BAS-10.
    #[inline]
    pub fn at_most(self, length: f64, limit: f64) -> bool {
        Exact::of(length) <= Exact::of(limit + self.0)
    }

    /// The opposite of [`Self::at_least`]: too near, too small.
    ///
    /// Rule: BAS-10.
    #[inline]
    pub fn falls_short(self, length: f64, limit: f64) -> bool {
        !self.at_least(length, limit)
    }

    /// "At least n", the opposite of "closer than n": length ≥ limit, in the
    /// mover's favour.
    ///
    /// Rule: BAS-10.
    #[inline]
    pub fn at_least(self, length: f64, limit: f64) -> bool {
        Exact::of(length) >= Exact::of(limit - self.0)
    }

    /// "Beyond n" where the mover has to be: length > limit, in the mover's favour.
    ///
    /// Rule: BAS-10.
    #[inline]
    pub fn beyond(self, length: f64, limit: f64) -> bool {
        Exact::of(length) > Exact::of(limit - self.0)
    }

    /// Upper bound of the lengths that [`Self::at_most`] finds within a limit: searches stop there, and anything farther away is not
    /// measured.
    ///
    /// Rule: BAS-10.
    #[inline]
    pub fn farthest(self, limit: f64) -> f64 {
        limit + self.0 + 1.0 / Exact::IN_AN_INCH
    }
}

/// Far less than a share of a whole number can differ from the next whole number.
const ROUNDING: f64 = 1e-9;

/// Rounds a share of a whole number to a whole number.
///
/// Rule: BAS-4 (halves).
#[inline]
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
#[inline]
pub fn gap(a: Disc, b: Disc) -> f64 {
    let level = (a.at.ground_distance(b.at) - a.radius - b.radius).max(0.0);
    let height = a.at.z.inches() - b.at.z.inches();
    (level * level + height * height).sqrt()
}

/// Models left of a unit.
///
/// Rule: BAS-6.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Strength {
    /// Models that stand.
    pub standing: u32,
    /// Models at the start.
    pub started: u32,
}

/// The bands of strength that the rules distinguish.
///
/// Rule: BAS-6.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
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
    #[inline]
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
    use crate::measures::Thou;

    fn disc(x: i32, y: i32, z: i32, radius: f64) -> Disc {
        let at = Place { z: Thou(z), ..Place::flat(x, y) };
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
        for (length, at_most, at_least, beyond) in [
            (5.990, true, false, false),
            (5.994, true, false, false),
            (5.995, true, true, false),
            (5.996, true, true, true),
            (6.000, true, true, true),
            (6.005, true, true, true),
            (6.006, false, true, true),
            (f64::INFINITY, false, true, true),
        ] {
            assert_eq!(allowance.at_most(length, 6.0), at_most, "{length} at most 6");
            assert_eq!(allowance.at_least(length, 6.0), at_least, "{length} at least 6");
            assert_eq!(allowance.falls_short(length, 6.0), !at_least, "{length} falls short of 6");
            assert_eq!(allowance.beyond(length, 6.0), beyond, "{length} beyond 6");
            assert!(!at_most || length <= allowance.farthest(6.0), "{length} is not too far for 6");
        }
    }

    /// Rule: BAS-10, BAS-1. Every limit that a card or a rule may have, from half an inch to a yard, between bases of every
    /// size, along an axis and aslant: whole thousandths are whole, whatever their binary fractions are off by.
    #[test]
    fn gaps_of_whole_thousandths_are_compared_exactly() {
        let allowance = Allowance(0.005);
        for (limit, diameter) in limits_and_diameters() {
            for other in [diameter, 1000, 2050] {
                let apart = limit + (diameter + other) / 2;
                let inches = f64::from(limit) / 1000.0;
                let base = |at: Place, diameter: i32| Disc { at, radius: Thou(diameter).inches() / 2.0 };
                let measure = |extra: i32| {
                    let own = base(Place::flat(-7301, 4203), diameter);
                    let ahead = base(Place::flat(-7301 + apart + extra, 4203), other);
                    gap(own, ahead)
                };
                for (extra, at_most, at_least, beyond) in [
                    (-6, true, false, false),
                    (-5, true, true, false),
                    (0, true, true, true),
                    (5, true, true, true),
                    (6, false, true, true),
                ] {
                    let found = measure(extra);
                    let row = format!("bases of {diameter} and {other}, {extra} past {limit}: {found}");
                    assert_eq!(allowance.at_most(found, inches), at_most, "at most; {row}");
                    assert_eq!(allowance.at_least(found, inches), at_least, "at least; {row}");
                    assert_eq!(allowance.beyond(found, inches), beyond, "beyond; {row}");
                    assert!(!at_most || found <= allowance.farthest(inches), "farthest; {row}");
                    assert_eq!(Exact::of(found), Exact::of(f64::from(limit + extra) / 1000.0), "{row}");
                }
                // 3 to 4 to 5: aslant the distance is in whole thousandths too.
                let aslant = |by: i32| {
                    let far = (apart + by) / 5;
                    gap(base(Place::flat(0, 0), diameter), base(Place::flat(3 * far, -4 * far), other))
                };
                let row = format!("aslant, bases of {diameter} and {other}, {limit}");
                assert!(allowance.at_most(aslant(5), inches), "{row}");
                assert!(!allowance.at_most(aslant(10), inches), "{row}");
                assert!(allowance.at_least(aslant(-5), inches), "{row}");
                assert!(!allowance.at_least(aslant(-10), inches), "{row}");
            }
        }
    }

    /// Limits from half an inch to a yard, each with bases from half an inch to 8 across; thousandths.
    fn limits_and_diameters() -> impl Iterator<Item = (i32, i32)> {
        (1..=72).flat_map(|limit| (10..=160).map(move |diameter| (500 * limit, 50 * diameter)))
    }

    /// Rule: BAS-10. Equal lengths are equal, however they were measured; a thousandth is a difference.
    #[test]
    fn measured_lengths_are_ordered_exactly() {
        for (a, b, expected, reason) in [
            (0.1 + 0.2, 0.3, Ordering::Equal, "a sum of binary fractions"),
            (3.555 - 0.775 - 0.775, 2.005, Ordering::Equal, "a gap of odd bases"),
            (3.9375 - 0.6875, 3.25, Ordering::Equal, "halves of thousandths"),
            (2.0005, 2.001, Ordering::Less, "half a thousandth shorter"),
            (2.001, 2.0, Ordering::Greater, "a thousandth longer"),
            (-0.3, -(0.1 + 0.2), Ordering::Equal, "depths below 0"),
            (-0.001, 0.0, Ordering::Less, "a thousandth below 0"),
            (36.0, f64::INFINITY, Ordering::Less, "endless is longer"),
            (f64::INFINITY, f64::INFINITY, Ordering::Equal, "endless"),
        ] {
            assert_eq!(compare(a, b), expected, "{reason}: {a}, {b}");
            assert_eq!(compare(b, a), expected.reverse(), "{reason}, the other way: {a}, {b}");
        }
    }
}
