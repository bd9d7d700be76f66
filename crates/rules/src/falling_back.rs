//! Chapter 6: what a unit forced to fall back does, and how far it goes.

use serde::{Deserialize, Serialize};

use super::basics::{Band, Strength};
use super::movement::allowance::{MoveTerms, SlowGoing, move_allowance, on_difficult_ground};
use super::ruleset::{BasicsRules, FallBackProcedure, OutlineRules, Ruleset};

/// Occasion that forces a unit to fall back.
///
/// Rule: FB-1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Occasion {
    /// It is activated while suppressed (SUP-4).
    Action,
    /// It lost its nerve in close combat (CC-7, CC-8).
    CloseCombat,
}

/// Obligation of a unit forced to fall back.
///
/// Rule: FB-1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Forced {
    /// Over half strength: its player chooses between fire and the move. Rule: FB-1, OFB-1.
    MoveOrFire,
    /// It moves, or by the outline stays where it is in cover. Rule: FB-1, OFB-2.
    Move,
    /// It is destroyed.
    Destroyed,
}

/// Obligation that follows from strength and occasion.
///
/// Rule: FB-1, BAS-6, OFB-1 (over 50 %), OFB-2 (25–50 %), OFB-7.
pub fn forced(strength: Strength, occasion: Occasion, rules: &BasicsRules) -> Forced {
    match (strength.band(rules), occasion) {
        (Band::Strong, Occasion::Action) => Forced::MoveOrFire,
        (Band::Strong, Occasion::CloseCombat) | (Band::Weakened, _) => Forced::Move,
        (Band::Finished, _) => Forced::Destroyed,
    }
}

/// Why a model forced to fall back is lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, serde::Deserialize)]
pub enum LostFor {
    /// Its unit is too weak. Rule: FB-1, OFB-7.
    Weakness,
    /// Its path leads off the table. Rule: ROU-2, ROU-3.
    OffTable,
    /// In every direction it would end nearer than it began to an enemy it fled from. Rule: ROU-2.
    NoWayOut,
    /// It could move, but not into coherency with a model that has already moved. Rule: ROU-2.
    LeftBehind,
    /// Its leader has taken the only place where it could end. Rule: FB-4.
    NoPlace,
}

/// Whether a path has the full limits or halved ones.
///
/// Rule: FB-3.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum MoveLimit {
    /// It touches no difficult ground.
    Full,
    /// It touches some.
    Halved,
}

/// Shortest and longest move of a model that falls back, inches.
///
/// Rule: FB-2, FB-3.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Limits {
    /// At least, and at most.
    pub open: [f64; 2],
    /// The same if its path touches difficult ground.
    pub on_difficult: [f64; 2],
}

impl Limits {
    /// The same limits, capped at a length in inches.
    pub fn at_most(&self, cap: f64) -> Self {
        let cut = |[low, high]: [f64; 2]| [low.min(cap), high.min(cap)];
        Self { open: cut(self.open), on_difficult: cut(self.on_difficult) }
    }

    /// The limits that apply to a path.
    pub fn of(&self, limit: MoveLimit) -> [f64; 2] {
        match limit {
            MoveLimit::Full => self.open,
            MoveLimit::Halved => self.on_difficult,
        }
    }
}

/// The limits of a fall back for a unit's Mv. A run by the outline of 2012 has no lower limit.
///
/// Rule: FB-2, FB-3, FB-5, OFB-3 (up to 2 × Mv), GO-3 (halves).
pub fn limits(movement: u8, ruleset: &Ruleset) -> Limits {
    let rules = &ruleset.falling_back;
    let shares = match rules.procedure {
        FallBackProcedure::SafePosition => [rules.least_move, rules.most_move],
        FallBackProcedure::Outline => [0.0, ruleset.outline.run],
    };
    let open = shares.map(|share| move_allowance(movement, share, &ruleset.basics));
    let on_difficult = open.map(|length| on_difficult_ground(length, &ruleset.movement, &ruleset.basics));
    Limits { open, on_difficult }
}

/// Terms of a fall back's paths: the going that they may cross, and their upper limits.
///
/// Rule: FB-3 (slow going does not bar it), OFB-3.
pub fn terms(movement: u8, ruleset: &Ruleset) -> MoveTerms {
    let Limits { open: [_, allowance], on_difficult: [_, on_difficult] } = limits(movement, ruleset);
    let rule = match ruleset.falling_back.procedure {
        FallBackProcedure::SafePosition => "FB-2",
        FallBackProcedure::Outline => "OFB-3",
    };
    MoveTerms { allowance, on_difficult, slow: SlowGoing::Allowed, rule }
}

/// The longest path a model of a unit that runs for cover may take without drawing snap fire, inches.
///
/// Rule: OFB-4.
pub fn quiet_run(movement: u8, ruleset: &Ruleset) -> f64 {
    move_allowance(movement, ruleset.outline.snap_fire_beyond, &ruleset.basics)
}

/// Whether a unit that left the table over its own edge counts as destroyed.
///
/// Rule: OFB-6.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Counts {
    /// It does not: enough of it got away.
    Escaped,
    /// It does.
    Destroyed,
}

/// Status of a unit of a given strength that leaves over its own edge.
///
/// Rule: OFB-6.
pub fn counts_as(strength: Strength, rules: &OutlineRules) -> Counts {
    let above = u64::from(rules.escaped_above) * u64::from(strength.started);
    let got_away = 100 * u64::from(strength.standing) > above;
    if got_away { Counts::Escaped } else { Counts::Destroyed }
}

/// Terms of the paths of a unit that crawls instead of firing: the going that they may cross, and their upper limits.
///
/// Rule: OFB-1 (½ Mv), GO-3 (halves), GO-2 (only At The Double is barred).
pub fn crawl_terms(movement: u8, ruleset: &Ruleset) -> MoveTerms {
    let allowance = move_allowance(movement, ruleset.outline.crawl, &ruleset.basics);
    let on_difficult = on_difficult_ground(allowance, &ruleset.movement, &ruleset.basics);
    MoveTerms { allowance, on_difficult, slow: SlowGoing::Allowed, rule: "OFB-1" }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Rule: FB-1, BAS-6.
    #[test]
    fn strength_and_occasion_force_a_unit() {
        use Forced::{Destroyed, Move, MoveOrFire};
        for (standing, started, in_action, out_of_combat, reason) in [
            (10, 10, MoveOrFire, Move, "whole: out of close combat there is no choice"),
            (6, 10, MoveOrFire, Move, "60 %"),
            (5, 10, Move, Move, "exactly 50 %: no choice either"),
            (3, 12, Move, Move, "exactly 25 %: it still moves"),
            (2, 9, Destroyed, Destroyed, "22 %"),
            (1, 1, MoveOrFire, Move, "a unit of one model is whole"),
        ] {
            let strength = Strength { standing, started };
            let rules = &BasicsRules::COMBINED;
            assert_eq!(forced(strength, Occasion::Action, rules), in_action, "{reason}");
            assert_eq!(forced(strength, Occasion::CloseCombat, rules), out_of_combat, "{reason}");
        }
    }
}
