//! Prospects of an order: the odds of the rules as a window shows them.

use tabletop::agenda::Decision;
use tabletop_counters::{Chance, Foresight, Term};

use crate::game::{View, Wsr};
use crate::odds::words::{say_pool, say_purpose, say_terms};
use crate::odds::{HqOdds, Odds, PoolOdds, UnitOdds, percent, unchecked};
use crate::order::Order;

/// The fate of a counter that comes to no harm.
const HARMLESS: &str = "unharmed";

/// Prospects of a legal order.
pub fn foresight(view: View<'_>, decision: Decision<Wsr>, order: &Order) -> Option<Foresight<Wsr>> {
    unchecked(view, decision, order).map(|odds| of_odds(&odds))
}

/// Odds as a window shows them.
pub fn of_odds(odds: &Odds) -> Foresight<Wsr> {
    let units = odds.units.iter().map(of_unit);
    Foresight {
        sentence: odds.sentence.clone(),
        label: label(odds),
        terms: odds.pools.iter().flat_map(terms).collect(),
        chances: units.chain(odds.headquarters.iter().map(of_hq)).collect(),
        outcomes: outcomes(odds),
    }
}

fn of_unit(odds: &UnitOdds) -> Chance<Wsr> {
    let fates = [
        (HARMLESS, odds.unharmed),
        ("disrupted", odds.disrupted),
        ("reduced", odds.reduced),
        ("eliminated", odds.eliminated),
    ];
    Chance { counter: odds.unit.into(), fates: worth_saying(fates) }
}

fn of_hq(odds: &HqOdds) -> Chance<Wsr> {
    let unharmed = 1.0 - odds.reduced - odds.eliminated;
    let fates = [(HARMLESS, unharmed), ("reduced", odds.reduced), ("eliminated", odds.eliminated)];
    Chance { counter: odds.hq.into(), fates: worth_saying(fates) }
}

/// The harmless fate, and others that may come.
fn worth_saying<const N: usize>(fates: [(&str, f64); N]) -> Vec<(String, f64)> {
    let said = fates.into_iter().enumerate().filter(|(place, (_, chance))| *place == 0 || *chance > 0.0);
    said.map(|(_, (word, chance))| (word.to_owned(), chance)).collect()
}

fn terms(pool: &PoolOdds) -> impl Iterator<Item = Term> + '_ {
    let purpose = say_purpose(pool.purpose).map_or_else(String::new, |word| format!(", {word}"));
    let name = say_pool(pool) + &purpose;
    let terms = say_terms(&pool.terms);
    terms.map(move |(text, rule)| Term { pool: name.clone(), text, rule: rule.to_owned() })
}

/// What may come of the whole.
fn outcomes(odds: &Odds) -> Vec<(String, f64)> {
    let fight = odds.fight.iter().flat_map(|fight| {
        worth_saying([
            ("the attackers have the hex", fight.taken),
            ("the defenders keep it", fight.held),
            ("nobody is left there", fight.empty),
        ])
    });
    fight.chain(odds.outcomes.iter().map(|of| (of.what.to_owned(), of.chance))).collect()
}

/// What decides most: of a fight whether the hex is taken, of other orders the likeliest change, or the chance to harm him who is
/// harmed most easily.
fn label(odds: &Odds) -> String {
    if let Some(fight) = &odds.fight {
        return format!("taken {}", percent(fight.taken));
    }
    let changes = odds.outcomes.iter().filter(|of| !of.short.is_empty());
    if let Some(likely) = changes.max_by(|a, b| a.chance.total_cmp(&b.chance)) {
        return format!("{} {}", likely.short, percent(likely.chance));
    }
    let worst = odds.units.iter().max_by(|a, b| a.harmed().total_cmp(&b.harmed()));
    match (worst, odds.units.len()) {
        (None, _) => "harms nobody".to_owned(),
        (Some(unit), 1) => format!("harmed {}", percent(unit.harmed())),
        (Some(unit), _) => format!("{} harmed {}", unit.unit, percent(unit.harmed())),
    }
}
