//! Prospects of an order: the odds of the rules as a window shows them, also under the other readings.

use tabletop::agenda::Decision;
use tabletop_counters::{Chance, Foresight, Reading, Term};

use crate::game::Lhy;
use crate::gate::is_legal;
use crate::odds::{AssaultOdds, Odds, odds, percent};
use crate::order::Order;
use crate::view::View;

/// The fate of a counter that comes to no harm.
const HARMLESS: &str = "unharmed";

/// Chances that differ by less come of rounding.
const SAME: f64 = 1e-9;

/// Prospects of a legal order.
pub fn foresight(view: View<'_>, decision: Decision<Lhy>, order: &Order) -> Option<Foresight<Lhy>> {
    let view = view.seen_by(decision.player);
    odds(view, decision.player, order).ok()?.map(|odds| of_odds(&odds))
}

/// Odds as a window shows them.
pub fn of_odds(odds: &Odds) -> Foresight<Lhy> {
    let sentence = odds.sentence().to_owned();
    match odds {
        Odds::Fire(fire) => {
            let pool = format!("die {:+}", fire.added);
            let fates = |of: &crate::odds::FireUnit| Chance {
                counter: of.unit.into(),
                fates: worth_saying([
                    (HARMLESS, of.unharmed),
                    ("Disrupted", of.disrupted),
                    ("reduced", of.reduced),
                    ("eliminated", of.eliminated),
                ]),
            };
            let worst = fire.units.iter().map(|of| 1.0 - of.unharmed).fold(0.0, f64::max);
            let label = match (fire.units.is_empty(), fire.incomplete) {
                (true, _) => "concealed".to_owned(),
                (false, true) => format!("harmed {}, incomplete", percent(worst)),
                (false, false) => format!("harmed {}", percent(worst)),
            };
            Foresight {
                sentence,
                label,
                terms: fire.terms.iter().map(|term| of_term(&pool, term)).collect(),
                chances: fire.units.iter().map(fates).collect(),
                outcomes: Vec::new(),
            }
        }
        Odds::Recovery(of) => Foresight {
            sentence,
            label: format!("recovers {}", percent(of.recovers + of.rallies)),
            terms: of.terms.iter().map(|term| of_term(&format!("at most {}", of.limit), term)).collect(),
            chances: Vec::new(),
            outcomes: worth_saying([
                ("it does not recover", 1.0 - of.recovers - of.rallies),
                ("it recovers", of.recovers),
                ("it rallies and may act again", of.rallies),
            ]),
        },
        Odds::Assault(of) => of_assault(sentence, of),
    }
}

fn of_term(pool: &str, term: &crate::chapters::Term) -> Term {
    let text = format!("{:+}, {}", term.amount, term.label);
    Term { pool: pool.to_owned(), text, rule: term.rule.to_owned() }
}

fn of_assault(sentence: String, of: &AssaultOdds) -> Foresight<Lhy> {
    let pool = of.modifier.as_ref().map_or_else(String::new, |modifier| format!("die {:+}", modifier.drm));
    let lines = of.modifier.iter().flat_map(|modifier| &modifier.lines);
    let chance = |unit: &crate::odds::assault::UnitOdds| {
        let harmed = unit.lost + unit.reduced + unit.disrupted;
        Chance {
            counter: unit.unit.into(),
            fates: worth_saying([
                (HARMLESS, (1.0 - harmed).max(0.0)),
                ("Disrupted", unit.disrupted),
                ("reduced", unit.reduced),
                ("eliminated", unit.lost),
            ]),
        }
    };
    let [attacker, defender] = &of.sides;
    Foresight {
        sentence,
        label: format!("taken {}", percent(attacker.keeps)),
        terms: lines
            .map(|line| Term {
                pool: pool.clone(),
                text: format!("{:+}, {}", line.value, line.why),
                rule: line.rule.0.to_owned(),
            })
            .collect(),
        chances: of.units.iter().map(chance).collect(),
        outcomes: worth_saying([
            ("the attackers have the hex", attacker.keeps),
            ("the defenders keep it", defender.keeps),
            ("nobody is left there", of.empty),
        ]),
    }
}

/// The first fate, and others that may come.
fn worth_saying<const N: usize>(fates: [(&str, f64); N]) -> Vec<(String, f64)> {
    let said = fates.into_iter().enumerate().filter(|(place, (_, chance))| *place == 0 || *chance > 0.0);
    said.map(|(_, (word, chance))| (word.to_owned(), chance)).collect()
}

/// The order under every other reading that changes its odds, the most different first.
pub fn other_readings(view: View<'_>, decision: Decision<Lhy>, order: &Order) -> Vec<Reading<Lhy>> {
    let Some(here) = foresight(view, decision, order) else { return Vec::new() };
    let mut setup = view.setup.clone();
    let mut all: Vec<(f64, Reading<Lhy>)> = Vec::new();
    for (switch, switches) in view.setup.rules.switches.others() {
        setup.rules.switches = switches;
        let other = View { setup: &setup, ..view };
        let legal = is_legal(other, decision.player, order, decision.choice);
        let there = if legal { foresight(other, decision, order) } else { None };
        let apart = there.as_ref().map_or(f64::INFINITY, |there| difference(&here, there));
        let value = switches.values().into_iter().find(|(known, ..)| *known == switch);
        let name = format!("{switch}: {}", value.map_or_else(String::new, |(_, value, _)| value));
        if apart > SAME {
            all.push((apart, Reading { name, foresight: there }));
        }
    }
    all.sort_by(|a, b| b.0.total_cmp(&a.0));
    all.into_iter().map(|(_, reading)| reading).collect()
}

/// The largest difference between chances of two prospects.
fn difference(one: &Foresight<Lhy>, other: &Foresight<Lhy>) -> f64 {
    let chances = |of: &Foresight<Lhy>| -> Vec<(String, f64)> {
        let fates = of.chances.iter().flat_map(|chance| {
            chance.fates.iter().map(|(fate, of)| (format!("{} {fate}", chance.counter), *of))
        });
        of.outcomes.iter().cloned().chain(fates).collect()
    };
    let (one, other) = (chances(one), chances(other));
    let of = |all: &[(String, f64)], name: &str| {
        all.iter().find(|(known, _)| known == name).map_or(0.0, |(_, chance)| *chance)
    };
    one.iter().chain(&other).map(|(name, _)| (of(&one, name) - of(&other, name)).abs()).fold(0.0, f64::max)
}
