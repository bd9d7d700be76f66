//! The same order under the other readings of the rules: every switch of the ruleset turned alone.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use tabletop::agenda::Decision;
use tabletop_counters::{Foresight, Reading};
use tabletop_shell::Hosted;
use tabletop_shell::rules::{Book, BookRuling};

use super::foresight::{HARMLESS, foresight};
use crate::data::ruleset::Switches;
use crate::game::{View, Wsr};
use crate::gate::judge;
use crate::ids::Subject;
use crate::order::Order;

/// Chances that differ by less come of rounding.
const SAME: f64 = 1e-9;

/// The order under every other reading that changes its odds, the most different first; a refusal is the greatest difference.
pub fn readings(view: View<'_>, decision: Decision<Wsr>, order: &Order) -> Vec<Reading<Wsr>> {
    let Some(here) = foresight(view, decision, order) else { return Vec::new() };
    let mut setup = view.setup.clone();
    let mut all: Vec<(f64, Reading<Wsr>)> = Vec::new();
    for (switch, switches) in view.setup.rules.switches.others() {
        setup.rules.switches = switches;
        let view = View { setup: &setup, ..view };
        let there = match judge(view, decision.player, order, decision.choice) {
            Some(Ok(())) => foresight(view, decision, order),
            Some(Err(_)) | None => None,
        };
        let apart = there.as_ref().map_or(f64::INFINITY, |there| difference(&here, there));
        if apart > SAME {
            all.push((apart, Reading { name: name(switch, &switches), foresight: there }));
        }
    }
    all.sort_by(|a, b| b.0.total_cmp(&a.0));
    all.into_iter().map(|(_, reading)| reading).collect()
}

/// The largest difference between the chances of two prospects of one order.
fn difference(one: &Foresight<Wsr>, other: &Foresight<Wsr>) -> f64 {
    let (one, other) = (chances(one), chances(other));
    let of = |all: &BTreeMap<Of<'_>, f64>, what: &Of<'_>| match all.get(what) {
        Some(chance) => *chance,
        // Whoever is in only one of them comes to no harm in the other.
        None => f64::from(u8::from(what.1 == HARMLESS && !all.keys().any(|known| known.0 == what.0))),
    };
    one.keys().chain(other.keys()).map(|what| (of(&one, what) - of(&other, what)).abs()).fold(0.0, f64::max)
}

/// A fate of a counter, or an outcome of the whole.
type Of<'a> = (Option<Subject>, &'a str);

fn chances(foresight: &Foresight<Wsr>) -> BTreeMap<Of<'_>, f64> {
    let of_whole = foresight.outcomes.iter().map(|(what, chance)| ((None, what.as_str()), *chance));
    let fates = foresight.chances.iter().flat_map(|chance| {
        chance.fates.iter().map(|(fate, of)| ((Some(chance.counter), fate.as_str()), *of))
    });
    of_whole.chain(fates).collect()
}

/// The ruling that a switch stands for in a line, as the rulebook has it: "On equal hits the defender stays (WSR-ASL-11)".
fn name(switch: &str, switches: &Switches) -> String {
    static RULINGS: LazyLock<Vec<Ruling>> = LazyLock::new(rulings);
    let (value, first) = switches
        .values()
        .into_iter()
        .find(|(known, ..)| *known == switch)
        .map_or((String::new(), ""), |(_, value, words)| (value, words[0]));
    let Some(ruling) = RULINGS.iter().find(|ruling| ruling.switch == switch) else {
        return format!("{switch}: {value}");
    };
    let words = if value == first { &ruling.played } else { &ruling.instead };
    format!("{} ({})", words.trim_end_matches('.'), ruling.rule)
}

/// A ruling with a switch.
struct Ruling {
    switch: String,
    rule: String,
    played: String,
    instead: String,
}

fn rulings() -> Vec<Ruling> {
    // A test reads the rulebook: it has no faults.
    let Ok(book) = Book::parse(Wsr::RULES) else { return Vec::new() };
    let of = |rule: &str, ruling: &BookRuling| {
        let switch = ruling.switch.as_deref()?.strip_prefix("switches.")?.to_owned();
        let (played, instead) = (ruling.ruling.clone(), ruling.instead_of.clone());
        Some(Ruling { switch, rule: rule.to_owned(), played, instead })
    };
    let all = book
        .paragraphs()
        .flat_map(|paragraph| paragraph.rulings.iter().map(move |ruling| (paragraph, ruling)));
    all.filter_map(|(paragraph, ruling)| of(&paragraph.id, ruling)).collect()
}
