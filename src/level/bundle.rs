//! Checks the texts of a level, its cards and its rulesets together and makes a
//! [`Setup`] of them, whether they come from files or from a save.

use super::card_file::{CardDefaults, card_id, read_card};
use super::fault::{Fault, Faults};
use super::level_file::read_level;
use super::library::Library;
use super::ron::MAX_FAULTS;
use super::ruleset_file::read_ruleset;
use super::setup::{Bundle, Setup};
use super::text_file::whole_file_fault;
use crate::rules::card::Card;

/// Available names and the places searched, for the advice in faults; empty where unknown.
#[derive(Clone, Debug, Default)]
pub(super) struct FileNames {
    pub(super) cards: Vec<String>,
    pub(super) card_places: String,
    pub(super) rulesets: Vec<String>,
    pub(super) ruleset_places: String,
}

impl FileNames {
    pub(super) fn has_ruleset(&self, name: &str) -> bool {
        self.rulesets.iter().any(|known| known == name)
    }
}

impl Setup {
    /// Checks texts that belong together and makes a setup of them.
    ///
    /// # Errors
    /// Every fault: the level's first, then the cards', then the ruleset's.
    pub fn from_bundle(bundle: Bundle) -> Result<Self, Faults> {
        check_bundle(bundle, FileNames::default(), Vec::new())
    }
}

/// As [`Setup::from_bundle`], with advice on what else there is. `faults` are those
/// found while the texts were gathered.
pub(super) fn check_bundle(
    bundle: Bundle,
    known: FileNames,
    mut faults: Vec<Fault>,
) -> Result<Setup, Faults> {
    let mut ruleset_faults = Vec::new();
    let ruleset = match bundle.rulesets.is_empty() {
        true => None,
        false => read_ruleset(&bundle.rulesets).map_err(|found| ruleset_faults = found.0).ok(),
    };
    let defaults = ruleset.as_ref().map_or(CardDefaults::UNPLAYED, CardDefaults::of);
    let cards = read_cards(&bundle, &defaults, &mut faults);
    faults.extend(ruleset_faults);
    let known_cards = if known.cards.is_empty() { ids(&cards) } else { known.cards };
    let library = Library {
        cards,
        known_cards,
        card_places: known.card_places,
        known_rulesets: known.rulesets,
        ruleset_places: known.ruleset_places,
        ruleset,
    };
    let level = match read_level(&bundle.level, &library) {
        Ok(level) => Some(level),
        Err(found) => {
            faults.splice(0..0, found.0);
            None
        }
    };
    let cards: Option<Vec<Card>> = library.cards.into_iter().map(|(_, card)| card).collect();
    match (level, cards, library.ruleset) {
        (Some(level), Some(cards), Some(ruleset)) if faults.is_empty() => {
            Ok(Setup { level, cards, ruleset, bundle })
        }
        _ => Err(capped(faults, &bundle)),
    }
}

fn ids(cards: &[(String, Option<Card>)]) -> Vec<String> {
    cards.iter().map(|(id, _)| id.clone()).collect()
}

/// The cards by id, sorted.
fn read_cards(
    bundle: &Bundle,
    defaults: &CardDefaults,
    faults: &mut Vec<Fault>,
) -> Vec<(String, Option<Card>)> {
    let mut cards: Vec<(String, Option<Card>)> = Vec::with_capacity(bundle.cards.len());
    for source in &bundle.cards {
        let card = read_card(source, defaults).map_err(|found| faults.extend(found.0)).ok();
        cards.push((card_id(&source.name), card));
    }
    cards.sort_by(|a, b| a.0.cmp(&b.0));
    cards.dedup_by(|a, b| a.0 == b.0);
    cards
}

/// The faults to report: at least one, and a bounded number.
fn capped(mut faults: Vec<Fault>, bundle: &Bundle) -> Faults {
    if faults.is_empty() {
        let what = "no ruleset came with this level";
        faults.push(whole_file_fault(&bundle.level.name, what, "the ruleset it is played by"));
    }
    let limit = 2 * MAX_FAULTS;
    if faults.len() > limit {
        let more = faults.len() - limit;
        let what = format!("and {more} more faults in other files: fix the errors above first");
        faults.truncate(limit);
        faults.push(whole_file_fault(&bundle.level.name, what, ""));
    }
    Faults(faults)
}
