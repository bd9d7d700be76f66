//! Prospects of an order: the odds of the rules as a window shows them.

use tabletop::agenda::Decision;
use tabletop_counters::{Chance, Foresight, Term};

use crate::chapters::signed;
use crate::game::Lhy;
use crate::ids::UnitId;
use crate::odds::{AssaultOdds, FireOdds, FireUnit, Odds, RecoveryOdds, odds, percent};
use crate::order::Order;
use crate::view::View;

/// The fate of a unit that comes to no harm.
const HARMLESS: &str = "unharmed";

/// Prospects of a legal order.
pub fn foresight(view: View<'_>, decision: Decision<Lhy>, order: &Order) -> Option<Foresight<Lhy>> {
    let view = view.seen_by(decision.player);
    let found = odds(view, decision.player, order).ok()??;
    Some(match &found {
        Odds::Fire(odds) => fire(view, odds),
        Odds::Recovery(odds) => recovery(odds),
        Odds::Assault(odds) => of_assault(odds),
    })
}

fn chance(unit: UnitId, fates: &[(&str, f64)]) -> Chance<Lhy> {
    // The harmless fate, and others that may come.
    let said = fates.iter().enumerate().filter(|(place, (_, chance))| *place == 0 || *chance > 0.0);
    let fates = said.map(|(_, (fate, chance))| ((*fate).to_owned(), *chance)).collect();
    Chance { counter: unit.into(), fates }
}

fn terms<'a>(pool: String, lines: impl Iterator<Item = (i8, &'a str, &'a str)>) -> Vec<Term> {
    lines
        .map(|(amount, words, rule)| Term {
            pool: pool.clone(),
            text: format!("{}, {words}", signed(amount)),
            rule: rule.to_owned(),
        })
        .collect()
}

/// Rule: LHY-SAF-1, LHY-SAF-2.
fn fire(view: View<'_>, odds: &FireOdds) -> Foresight<Lhy> {
    let of_unit = |of: &FireUnit| {
        let fates = [
            (HARMLESS, of.unharmed),
            ("Disrupted", of.disrupted),
            ("reduced", of.reduced),
            ("eliminated", of.eliminated),
        ];
        chance(of.unit, &fates)
    };
    let harmed = |of: &FireUnit| 1.0 - of.unharmed;
    let worst = odds.units.iter().max_by(|a, b| harmed(a).total_cmp(&harmed(b)));
    let label = match (worst, odds.units.len()) {
        (None, _) if odds.incomplete => "at somebody concealed".to_owned(),
        (None, _) => "harms nobody".to_owned(),
        (Some(of), 1) => format!("harmed {}", percent(harmed(of))),
        (Some(of), _) => format!("{} harmed {}", of.unit, percent(harmed(of))),
    };
    let limits = odds.units.iter().map(|of| {
        let limit = crate::chapters::cohesion(view.setup, view.play, of.unit);
        let pool = format!("The die {} against Cohesion", signed(odds.added));
        let text = format!("{}: over {limit}", of.unit);
        Term { pool, text, rule: "LHY-SAF-2".to_owned() }
    });
    let lines = odds.terms.iter().map(|term| (term.amount, term.label.as_str(), term.rule));
    let sum = terms(format!("The die {}", signed(odds.added)), lines);
    Foresight {
        sentence: odds.sentence.clone(),
        label,
        terms: sum.into_iter().chain(limits).collect(),
        chances: odds.units.iter().map(of_unit).collect(),
        outcomes: Vec::new(),
    }
}

/// Rule: LHY-REC-1.
fn recovery(odds: &RecoveryOdds) -> Foresight<Lhy> {
    let lines = odds.terms.iter().map(|term| (term.amount, term.label.as_str(), term.rule));
    let fails = 1.0 - odds.recovers - odds.rallies;
    let outcomes = [
        ("stays as it is", fails),
        ("recovers", odds.recovers),
        ("recovers and may act again", odds.rallies),
    ];
    let outcomes = outcomes.into_iter().filter(|(_, chance)| *chance > 0.0);
    Foresight {
        sentence: odds.sentence.clone(),
        label: format!("recovers {}", percent(1.0 - fails)),
        terms: terms(format!("The die against Cohesion {}", odds.limit), lines),
        chances: Vec::new(),
        outcomes: outcomes.map(|(what, chance)| (what.to_owned(), chance)).collect(),
    }
}

/// Rule: LHY-DRM-1, LHY-RES-1, LHY-RES-8.
pub fn of_assault(odds: &AssaultOdds) -> Foresight<Lhy> {
    let of_unit = |of: &crate::odds::assault::UnitOdds| {
        let weakened = (1.0 - of.unharmed - of.lost).max(0.0);
        chance(of.unit, &[(HARMLESS, of.unharmed), ("weakened", weakened), ("lost", of.lost)])
    };
    let modifier = odds.modifier.iter().flat_map(|of| {
        let lines = of.lines.iter().map(|line| (line.value, line.why.as_str(), line.rule.0));
        let held = if of.sum == of.drm { String::new() } else { format!(", held from {}", signed(of.sum)) };
        terms(format!("The assault die {}{held}", signed(of.drm)), lines)
    });
    let rows = odds.rows.iter().filter(|row| row.faces > 0).map(|row| {
        let name = row.from.map_or("the lowest row".to_owned(), |from| format!("{from} or more"));
        Term {
            pool: "Rows of the table, in ten".to_owned(),
            text: format!("{name}: {}", row.faces),
            rule: "LHY-RES-1".to_owned(),
        }
    });
    let [attacker, defender] = &odds.sides;
    let outcomes = [
        ("the attackers have the hex", attacker.keeps),
        ("the defenders keep it", defender.keeps),
        ("nobody is left there", odds.empty),
    ];
    let outcomes = outcomes.into_iter().filter(|(_, chance)| *chance > 0.0);
    Foresight {
        sentence: odds.sentence.clone(),
        label: format!("taken {}", percent(attacker.keeps)),
        terms: modifier.chain(rows).collect(),
        chances: odds.units.iter().map(of_unit).collect(),
        outcomes: outcomes.map(|(what, chance)| (what.to_owned(), chance)).collect(),
    }
}
