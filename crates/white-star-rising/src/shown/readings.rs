//! The same order under the other readings of the rules: every switch of the ruleset turned alone.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use tabletop::agenda::Decision;
use tabletop_counters::Reading;
use tabletop_shell::Hosted;
use tabletop_shell::rules::{Book, BookRuling};

use super::foresight::of_odds;
use crate::data::ruleset::Switches;
use crate::game::{View, Wsr};
use crate::gate::judge;
use crate::ids::Subject;
use crate::odds::{Odds, unchecked};
use crate::order::Order;

/// Chances that differ by less come of rounding.
const SAME: f64 = 1e-9;

/// The order under every other reading that changes its odds, the most different first; a refusal is the greatest difference.
pub fn readings(view: View<'_>, decision: Decision<Wsr>, order: &Order) -> Vec<Reading<Wsr>> {
    let Some(here) = unchecked(view, decision, order) else { return Vec::new() };
    let mut setup = view.setup.clone();
    let mut all: Vec<(f64, Reading<Wsr>)> = Vec::new();
    for (switch, switches) in view.setup.rules.switches.others() {
        setup.rules.switches = switches;
        let view = View { setup: &setup, ..view };
        let there = match judge(view, decision.player, order, decision.choice) {
            Some(Ok(())) => unchecked(view, decision, order),
            Some(Err(_)) | None => None,
        };
        let apart = there.as_ref().map_or(f64::INFINITY, |there| difference(&here, there));
        if apart > SAME {
            let foresight = there.as_ref().map(of_odds);
            all.push((apart, Reading { name: name(switch, &switches), foresight }));
        }
    }
    all.sort_by(|a, b| b.0.total_cmp(&a.0));
    all.into_iter().map(|(_, reading)| reading).collect()
}

/// The largest difference between the chances of two odds of one order.
fn difference(one: &Odds, other: &Odds) -> f64 {
    let (one, other) = (chances(one), chances(other));
    let of = |all: &BTreeMap<Of, [f64; 4]>, what: &Of| all.get(what).copied().unwrap_or(UNCHANGED);
    let apart = one.keys().chain(other.keys()).flat_map(|what| {
        let (a, b) = (of(&one, what), of(&other, what));
        a.into_iter().zip(b).map(|(a, b)| (a - b).abs())
    });
    apart.fold(0.0, f64::max)
}

/// What chances are of; the hex of a fight is nobody's.
type Of = Option<Subject>;

/// Chances of whom an order cannot touch.
const UNCHANGED: [f64; 4] = [1.0, 0.0, 0.0, 0.0];

fn chances(odds: &Odds) -> BTreeMap<Of, [f64; 4]> {
    let units = odds
        .units
        .iter()
        .map(|of| (Some(of.unit.into()), [of.unharmed, of.disrupted, of.reduced, of.eliminated]));
    let headquarters = odds
        .headquarters
        .iter()
        .map(|of| (Some(of.hq.into()), [1.0 - of.reduced - of.eliminated, 0.0, of.reduced, of.eliminated]));
    let fight = odds.fight.iter().map(|fight| (None, [fight.taken, fight.held, fight.empty, 0.0]));
    units.chain(headquarters).chain(fight).collect()
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
