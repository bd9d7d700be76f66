//! Going: its classes, the going of obstacles, hills and structures, and how leapers treat them.

use serde::{Deserialize, Serialize};

use crate::card::{Card, SpecialRule};
use crate::ruleset::MovementRules;

/// Class of ground by the difficulty of crossing it.
///
/// Rule: GO-1, GO-2, GO-3, GO-4, GO-5.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Going {
    /// No effect.
    Clear,
    /// Bars At The Double.
    Slow,
    /// Halves the allowance.
    Difficult,
    /// Both.
    SlowAndDifficult,
    /// No entering, landing on or crossing.
    Impassable,
}

impl Going {
    /// Whether it bars At The Double.
    #[inline]
    pub fn is_slow(self) -> bool {
        matches!(self, Self::Slow | Self::SlowAndDifficult)
    }

    /// Whether it halves the allowance.
    #[inline]
    pub fn is_difficult(self) -> bool {
        matches!(self, Self::Difficult | Self::SlowAndDifficult)
    }

    /// The paragraph that describes it.
    #[inline]
    pub fn rule(self) -> &'static str {
        match self {
            Self::Clear => "GO-1",
            Self::Slow => "GO-2",
            Self::Difficult => "GO-3",
            Self::SlowAndDifficult => "GO-5",
            Self::Impassable => "GO-4",
        }
    }
}

/// Manner in which a model deals with obstacles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Gait {
    /// The ordinary way.
    Walker,
    /// SPR-1.
    Leaper,
}

impl Gait {
    /// The gait of a card's models.
    ///
    /// Rule: SPR-1.
    #[inline]
    pub fn of(card: &Card) -> Self {
        if card.has(SpecialRule::Leaper) { Self::Leaper } else { Self::Walker }
    }
}

/// The going of a linear or point obstacle of a height (inches), and the paragraph that gives it.
///
/// Heights are compared exactly: 4.000 is "4 or more".
///
/// Rule: OBS-1, OBS-2, OBS-3, SPR-1.
#[inline]
pub fn obstacle_going(height: f64, gait: Gait, rules: &MovementRules) -> (Going, &'static str) {
    match gait {
        Gait::Walker if height <= rules.low_obstacle => (Going::Slow, "OBS-1"),
        Gait::Walker if height < rules.high_obstacle => (Going::SlowAndDifficult, "OBS-2"),
        Gait::Walker => (Going::Impassable, "OBS-3"),
        Gait::Leaper if height <= rules.leaper_clear_obstacle => (Going::Clear, "SPR-1"),
        Gait::Leaper if height < rules.leaper_difficult_obstacle => (Going::Slow, "SPR-1"),
        Gait::Leaper if height < rules.leaper_high_obstacle => (Going::SlowAndDifficult, "SPR-1"),
        Gait::Leaper => (Going::Impassable, "SPR-1"),
    }
}

/// The going of a climb up a hill's step or a structure's level.
///
/// Rule: HIL-1, STR-2, SPR-1.
#[inline]
pub fn climbing_going(climb: Climb, gait: Gait) -> (Going, &'static str) {
    match (gait, climb) {
        (Gait::Leaper, _) => (Going::Clear, "SPR-1"),
        (Gait::Walker, Climb::Step) => (Going::Slow, "HIL-1"),
        (Gait::Walker, Climb::Level) => (Going::Difficult, "STR-2"),
    }
}

/// Rise that a model climbs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Climb {
    /// A step of a hill.
    Step,
    /// A level of a structure.
    Level,
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Rule: OBS-1, OBS-2, OBS-3, SPR-1.
    #[test]
    fn an_obstacle_is_as_hard_as_it_is_high() {
        use Gait::{Leaper, Walker};
        use Going::{Clear, Impassable, Slow, SlowAndDifficult};
        for (height, gait, expected, rule, reason) in [
            (0.5, Walker, Slow, "OBS-1", "a kerb"),
            (2.0, Walker, Slow, "OBS-1", "exactly 2 is up to 2"),
            (2.001, Walker, SlowAndDifficult, "OBS-2", "over 2"),
            (3.999, Walker, SlowAndDifficult, "OBS-2", "under 4"),
            (4.0, Walker, Impassable, "OBS-3", "exactly 4 is 4 or more"),
            (2.0, Leaper, Clear, "SPR-1", "up to 2"),
            (2.001, Leaper, Slow, "SPR-1", "over 2"),
            (3.999, Leaper, Slow, "SPR-1", "under 4"),
            (4.0, Leaper, SlowAndDifficult, "SPR-1", "4 to under 6"),
            (5.999, Leaper, SlowAndDifficult, "SPR-1", "just under 6"),
            (6.0, Leaper, Impassable, "SPR-1", "6 or more"),
        ] {
            assert_eq!(
                obstacle_going(height, gait, &MovementRules::COMBINED),
                (expected, rule),
                "{gait:?}: {reason}"
            );
        }
    }

    /// Rule: HIL-1, STR-2, SPR-1.
    #[test]
    fn going_up_is_hard_except_for_leapers() {
        for (climb, gait, expected) in [
            (Climb::Step, Gait::Walker, (Going::Slow, "HIL-1")),
            (Climb::Level, Gait::Walker, (Going::Difficult, "STR-2")),
            (Climb::Step, Gait::Leaper, (Going::Clear, "SPR-1")),
            (Climb::Level, Gait::Leaper, (Going::Clear, "SPR-1")),
        ] {
            assert_eq!(climbing_going(climb, gait), expected);
        }
    }

    /// Rule: GO-1, GO-2, GO-3, GO-4, GO-5.
    #[test]
    fn slow_and_difficult_are_independent() {
        for (going, slow, difficult, rule) in [
            (Going::Clear, false, false, "GO-1"),
            (Going::Slow, true, false, "GO-2"),
            (Going::Difficult, false, true, "GO-3"),
            (Going::SlowAndDifficult, true, true, "GO-5"),
            (Going::Impassable, false, false, "GO-4"),
        ] {
            assert_eq!((going.is_slow(), going.is_difficult(), going.rule()), (slow, difficult, rule));
        }
    }
}
