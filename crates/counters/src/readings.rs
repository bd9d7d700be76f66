//! Orders under other readings of the rules: the differences between prospects, and rulings in words.

use std::collections::BTreeMap;

use tabletop::game::Game;
use tabletop_data::ruleset::Switch;
use tabletop_shell::Hosted;
use tabletop_shell::rules::{Book, BookRuling};

use crate::foresight::{Foresight, Reading};

/// Chances that differ by less come of rounding.
const SAME: f64 = 1e-9;

/// Keeps the readings that change the prospects of an order, the most different first; a refusal is the greatest difference.
pub fn that_differ<G: Game>(
    here: &Foresight<G>,
    others: impl IntoIterator<Item = Reading<G>>,
) -> Vec<Reading<G>> {
    let apart = |reading: &Reading<G>| {
        reading.foresight.as_ref().map_or(f64::INFINITY, |there| difference(here, there))
    };
    let mut all: Vec<(f64, Reading<G>)> =
        others.into_iter().map(|reading| (apart(&reading), reading)).collect();
    all.retain(|(apart, _)| *apart > SAME);
    all.sort_by(|a, b| b.0.total_cmp(&a.0));
    all.into_iter().map(|(_, reading)| reading).collect()
}

/// The largest difference between the chances of two prospects of one order.
fn difference<G: Game>(one: &Foresight<G>, other: &Foresight<G>) -> f64 {
    let harmless: Vec<&str> = [one, other]
        .into_iter()
        .flat_map(|foresight| &foresight.chances)
        .filter_map(|chance| chance.fates.first().map(|(fate, _)| fate.as_str()))
        .collect();
    let (one, other) = (chances(one), chances(other));
    let of = |all: &BTreeMap<Of<'_, G>, f64>, what: &Of<'_, G>| match all.get(what) {
        Some(chance) => *chance,
        // Whoever is in only one of them comes to no harm in the other.
        None => {
            let unharmed = what.0.is_some() && harmless.contains(&what.1);
            f64::from(u8::from(unharmed && !all.keys().any(|known| known.0 == what.0)))
        }
    };
    one.keys().chain(other.keys()).map(|what| (of(&one, what) - of(&other, what)).abs()).fold(0.0, f64::max)
}

/// A fate of a counter, or an outcome of the whole.
type Of<'a, G> = (Option<<G as Game>::Subject>, &'a str);

fn chances<G: Game>(foresight: &Foresight<G>) -> BTreeMap<Of<'_, G>, f64> {
    let of_whole = foresight.outcomes.iter().map(|(what, chance)| ((None, what.as_str()), *chance));
    let fates = foresight.chances.iter().flat_map(|chance| {
        chance.fates.iter().map(|(fate, of)| ((Some(chance.counter), fate.as_str()), *of))
    });
    of_whole.chain(fates).collect()
}

/// Rulings of a game's rulebook that a switch of the ruleset can turn.
#[derive(Clone, Debug)]
pub struct Rulings(Vec<Ruling>);

#[derive(Clone, Debug)]
struct Ruling {
    switch: String,
    rule: String,
    played: String,
    instead: String,
}

impl Rulings {
    /// Reads them. A rulebook with faults has none: its own test finds them.
    pub fn of<G: Hosted>() -> Self {
        let Ok(book) = Book::parse(G::RULES) else { return Self(Vec::new()) };
        let of = |rule: &str, ruling: &BookRuling| {
            let switch = ruling.switch.as_deref()?.strip_prefix("switches.")?.to_owned();
            let (played, instead) = (ruling.ruling.clone(), ruling.instead_of.clone());
            Some(Ruling { switch, rule: rule.to_owned(), played, instead })
        };
        let all = book
            .paragraphs()
            .flat_map(|paragraph| paragraph.rulings.iter().map(move |ruling| (paragraph, ruling)));
        Self(all.filter_map(|(paragraph, ruling)| of(&paragraph.id, ruling)).collect())
    }

    /// A value of a switch in a line, as the rulebook has it: "On equal hits the defender stays (WSR-ASL-11)".
    ///
    /// `values` are those of a ruleset.
    pub fn name(&self, switch: &str, values: &[Switch]) -> String {
        let known = values.iter().find(|known| known.name == switch);
        let first = known.and_then(|known| known.words.first().copied()).unwrap_or_default();
        let value = known.map_or("", |known| known.word.as_str());
        let Some(ruling) = self.0.iter().find(|ruling| ruling.switch == switch) else {
            return format!("{switch}: {value}");
        };
        let words = if value == first { &ruling.played } else { &ruling.instead };
        format!("{} ({})", words.trim_end_matches('.'), ruling.rule)
    }
}
