//! The cards and the ruleset a level names, as far as they could be read.

use super::ron::nearest::nearest;
use crate::rules::card::Card;
use crate::rules::ruleset::Ruleset;

/// The cards and the ruleset a level is checked against.
#[derive(Clone, Debug)]
pub struct Library {
    /// Sorted by id; `None` where the card has faults of its own.
    pub cards: Vec<(String, Option<Card>)>,
    /// Ids of all cards there are, whether read or not; sorted.
    pub known_cards: Vec<String>,
    /// Places searched for them, as the end of a sentence: " in …"; empty where there are no folders.
    pub card_places: String,
    /// Names of all rulesets there are; empty where they are unknown.
    pub known_rulesets: Vec<String>,
    /// As `card_places`.
    pub ruleset_places: String,
    /// `None` where the ruleset has faults of its own.
    pub ruleset: Option<Ruleset>,
}

impl Library {
    /// Number of a card, and the card if it could be read.
    pub(super) fn card(&self, id: &str) -> Option<(usize, Option<&Card>)> {
        let at = self.cards.binary_search_by(|(known, _)| known.as_str().cmp(id)).ok()?;
        Some((at, self.cards[at].1.as_ref()))
    }
}

/// "one of a, b, c", the most similar first.
pub fn one_of_known(found: &str, known: &[String]) -> String {
    let list = known.iter().take(50).map(String::as_str).collect::<Vec<_>>().join(", ");
    match nearest(found, known.iter().map(String::as_str)) {
        Some(meant) => format!("{meant} (one of {list})"),
        None => format!("one of {list}"),
    }
}
