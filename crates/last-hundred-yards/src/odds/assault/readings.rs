//! The same assault under other readings of the rules.

use serde::Serialize;

use super::{AssaultOdds, assault_odds};
use crate::assault::case::Case;
use crate::assault::progress::Standing;
use crate::data::ruleset::Ruleset;

/// Odds under one switch turned alone.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Reading {
    /// Name of the switch.
    pub switch: &'static str,
    /// Its word here.
    pub word: String,
    /// Odds under it.
    pub odds: AssaultOdds,
}

/// Readings of the rules under which the odds of an assault are others, each switch turned alone.
///
/// Rule: LHY-LSC-1, LHY-REG-1, LHY-IMM-1, LHY-URB-1, LHY-RES-5, LHY-RES-7, LHY-DRM-1, LHY-DRM-8.
pub fn readings(case: &Case<'_>, start: &Standing) -> Vec<Reading> {
    let usual = assault_odds(case, start);
    let others = case.rules.switches.others().into_iter();
    let read = others.map(|(switch, switches)| {
        let rules = Ruleset { switches, ..case.rules.clone() };
        let other = Case { rules: &rules, fighters: case.fighters.clone(), ..*case };
        let values = switches.values();
        let word = values.into_iter().find(|known| known.name == switch).map(|known| known.word);
        Reading { switch, word: word.unwrap_or_default(), odds: assault_odds(&other, start) }
    });
    read.filter(|reading| !is_same(&reading.odds, &usual)).collect()
}

/// Nothing is different but the last digits of a sum.
fn is_same(one: &AssaultOdds, other: &AssaultOdds) -> bool {
    let numbers = |odds: &AssaultOdds| -> Vec<f64> {
        let units = odds.units.iter().flat_map(|unit| {
            [unit.lost, unit.reduced, unit.disrupted, unit.regrouping, unit.retreats, unit.unharmed]
        });
        let sides = odds.sides.iter().flat_map(|side| [side.keeps, side.retreats, side.advances, side.wiped]);
        units.chain(sides).chain([odds.empty]).collect()
    };
    let close = numbers(one).iter().zip(numbers(other)).all(|(one, other)| (one - other).abs() < 1e-12);
    close && one.rows == other.rows && one.at_once == other.at_once
}
