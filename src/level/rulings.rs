//! Rulings as data: which switches of a ruleset say the reading of a ruling, and which rulings an author has confirmed.
//!
//! A ruling is named by its paragraph and its number there, from 1: `FB-5.1`. The first word of its switch is the ruling,
//! the others are the readings that were not taken.

use serde::Serialize;

use super::ron::Node;
use super::rulebook::{Paragraph, Rulebook, Ruling, rulebook};
use crate::rules::ruleset::{Allowed, KeyInfo, Ruleset, Value, keys};

/// The longest name of a ruling that is read, characters.
const MAX_NAME_LENGTH: usize = 16;

/// The name of a ruling: `FB-5.1`.
pub fn name(paragraph: &str, index: usize) -> String {
    format!("{paragraph}.{}", index + 1)
}

/// A switch that says which reading of a ruling is played.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Reading {
    /// The key of the switch.
    pub key: &'static str,
    /// The word that it is set to.
    pub value: &'static str,
    /// Its other words, the ruling itself first if it is one of them.
    pub others: Vec<&'static str>,
}

/// The switches of a ruling, set as in a ruleset or, without one, to the ruling; none if it is code.
pub fn readings(ruling: &str, ruleset: Option<&Ruleset>) -> Vec<Reading> {
    keys_of(ruling).filter_map(|info| reading(info, ruleset)).collect()
}

/// The keys of a ruling.
fn keys_of(ruling: &str) -> impl Iterator<Item = &'static KeyInfo> {
    keys().iter().filter(move |info| info.ruling == Some(ruling))
}

fn reading(info: &'static KeyInfo, ruleset: Option<&Ruleset>) -> Option<Reading> {
    let Allowed::Choice(choices) = info.allowed else { return None };
    let words = || choices.iter().map(|choice| choice.name);
    let value = match ruleset.and_then(|ruleset| ruleset.value(info.key)) {
        Some(Value::Choice(word)) => word,
        _ => words().next()?,
    };
    Some(Reading { key: info.key, value, others: words().filter(|word| *word != value).collect() })
}

/// Whether a key says the reading of a ruling.
pub(super) fn belongs_to(key: &str, ruling: &str) -> bool {
    keys_of(ruling).any(|info| info.key == key)
}

/// Reads the name of a ruling that an author confirms.
///
/// `None`, with a fault, if the rulebook has no such ruling.
pub(super) fn read_confirmed(node: Node<'_>) -> Option<String> {
    let asked = node.name(MAX_NAME_LENGTH)?;
    let book = rulebook().ok()?;
    let Err((what, expected)) = find(book, &asked) else { return Some(asked) };
    node.fault(what, expected);
    None
}

/// The ruling of a name.
///
/// # Errors
/// What is wrong with the name, and what was expected.
pub fn find<'b>(book: &'b Rulebook, asked: &str) -> Result<&'b Ruling, (String, String)> {
    let Some((id, number)) = asked.rsplit_once('.') else {
        let expected = "a paragraph and a number, such as FB-5.1".to_owned();
        return Err((format!("\"{asked}\" is not the name of a ruling"), expected));
    };
    let Some(paragraph) = book.paragraph(id) else {
        let expected = "one of those that `warstrike rules --rulings` lists".to_owned();
        return Err((format!("the rulebook has no paragraph {id}"), expected));
    };
    let index = number.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
    // `01` is no number of a ruling: each has one name.
    let found =
        index.filter(|index| name(id, *index) == asked).and_then(|index| paragraph.rulings.get(index));
    found.ok_or_else(|| (format!("there is no ruling {asked}"), expected_of(paragraph)))
}

/// The rulings of a paragraph, as what was expected.
fn expected_of(paragraph: &Paragraph) -> String {
    let id = &paragraph.id;
    match paragraph.rulings.len() {
        0 => format!("another paragraph: {id} has no rulings"),
        1 => name(id, 0),
        several => format!("{} to {}", name(id, 0), name(id, several - 1)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_names_are_faults_that_say_what_there_is() {
        let book = rulebook().unwrap();
        assert_eq!(find(book, "FB-5.1"), Ok(&book.paragraph("FB-5").unwrap().rulings[0]));
        for (asked, what, expected) in [
            ("FB-5", "is not the name of a ruling", "such as FB-5.1"),
            ("FB-5.4", "there is no ruling FB-5.4", "FB-5.1 to FB-5.3"),
            ("FB-5.0", "there is no ruling FB-5.0", "FB-5.1 to FB-5.3"),
            ("FB-5.01", "there is no ruling FB-5.01", "FB-5.1 to FB-5.3"),
            ("TURN-4.2", "there is no ruling TURN-4.2", "TURN-4.1"),
            ("FB-1.1", "there is no ruling FB-1.1", "FB-1 has no rulings"),
            ("FB-55.1", "no paragraph FB-55", "warstrike rules --rulings"),
        ] {
            let (said, hoped) = find(book, asked).unwrap_err();
            assert!(said.contains(what) && hoped.contains(expected), "{asked}: {said}; {hoped}");
        }
    }

    /// Each key of a ruling names one that exists, and is a switch whose first word is the ruling: what older files mean.
    #[test]
    fn the_switches_of_rulings_begin_with_what_is_played_by_default() {
        let book = rulebook().unwrap();
        for info in keys() {
            let Some(ruling) = info.ruling else { continue };
            assert!(find(book, ruling).is_ok(), "{}: there is no ruling {ruling}", info.key);
            let Allowed::Choice(choices) = info.allowed else { panic!("{} is no switch", info.key) };
            assert_eq!(info.before, Some(Value::Choice(choices[0].name)), "{}", info.key);
            let (paragraph, _) = ruling.rsplit_once('.').unwrap();
            assert!(info.rules.contains(&paragraph), "{} does not name {paragraph}", info.key);
        }
    }

    /// Each ruling is a switch, or says why it is code; none does both.
    #[test]
    fn every_ruling_is_a_switch_or_says_why_not() {
        for paragraph in rulebook().unwrap().paragraphs() {
            for (index, ruling) in paragraph.rulings.iter().enumerate() {
                let name = name(&paragraph.id, index);
                let is_data = !readings(&name, None).is_empty();
                assert_eq!(ruling.code.is_none(), is_data, "{name}: {:?}", ruling.code);
            }
        }
    }
}
