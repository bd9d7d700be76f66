//! The numbers of the rulebook: which keys of a ruleset belong to a paragraph, with their values, and who reads each.

use std::io::{self, Write};

use serde::Serialize;

use super::form::{Format, ReportError, json};
use super::layout::{blocks, field};
use crate::level::citations::Mention;
use crate::level::rulebook::{Paragraph, rulebook};
use crate::rules::ruleset::{Allowed, KeyInfo, Ruleset, Value, keys};

/// Rulesets whose numbers are reported: `combined`, and another one that was asked for. Where the shipped files are not at hand there are
/// none, and the keys stand without values.
#[derive(Clone, Copy, Debug, Default)]
pub struct Rulesets<'a> {
    /// The yardstick.
    pub combined: Option<&'a Ruleset>,
    /// The one asked for, if it is another.
    pub asked: Option<&'a Ruleset>,
}

/// A key with its value.
#[derive(Debug, Serialize)]
pub(super) struct Number {
    key: &'static str,
    /// In the ruleset that was asked for, else in `combined`.
    value: Option<Value>,
    /// The value in `combined`, where it is another.
    #[serde(skip_serializing_if = "Option::is_none")]
    combined: Option<Value>,
    rules: &'static [&'static str],
    words: &'static str,
    #[serde(skip)]
    info: &'static KeyInfo,
}

impl Number {
    fn new(info: &'static KeyInfo, rulesets: Rulesets) -> Self {
        let of = |ruleset: Option<&Ruleset>| ruleset.and_then(|ruleset| ruleset.value(info.key));
        let (asked, combined) = (of(rulesets.asked), of(rulesets.combined));
        let KeyInfo { key, rules, words, .. } = *info;
        let value = asked.or(combined);
        Self { key, value, combined: combined.filter(|_| combined != value), rules, words, info }
    }

    /// "6 hits"; "8 hits (combined: 6 hits)".
    fn says(&self) -> String {
        let say = |value: Value| self.info.say(value);
        match (self.value, self.combined) {
            (None, _) => String::new(),
            (Some(value), None) => say(value),
            (Some(value), Some(combined)) => format!("{} (combined: {})", say(value), say(combined)),
        }
    }

    /// "leadership.shaken_at, 6 hits: Hits at which the hit-die stops and the unit is shaken."
    fn line(&self) -> String {
        let says = self.says();
        let comma = if says.is_empty() { "" } else { ", " };
        format!("{}{comma}{says}: {}", self.key, self.words)
    }
}

/// The keys that belong to a paragraph, those first that it defines.
pub(super) fn of_paragraph(id: &str, rulesets: Rulesets) -> Vec<Number> {
    let mut own: Vec<&KeyInfo> = keys().iter().filter(|info| info.rules.contains(&id)).collect();
    own.sort_by_key(|info| info.rules.first() != Some(&id));
    own.into_iter().map(|info| Number::new(info, rulesets)).collect()
}

/// Writes the numbers of a paragraph, a line each.
pub(super) fn write_numbers(out: &mut impl Write, numbers: &[Number]) -> io::Result<()> {
    field(out, "Numbers", numbers.iter().map(Number::line))
}

/// The key that is asked for: by chapter and field, or by its field, where no other has the same.
pub fn asked_key(asked: &str) -> Option<&'static KeyInfo> {
    let asked = asked.to_lowercase();
    let whole = keys().iter().find(|info| info.key == asked);
    whole.or_else(|| {
        let mut of_field = keys().iter().filter(|info| info.path().1 == asked);
        of_field.next().filter(|_| of_field.next().is_none())
    })
}

/// One key whole.
#[derive(Debug, Serialize)]
struct KeyReport<'a> {
    #[serde(flatten)]
    number: Number,
    chapter: &'static str,
    unit: &'static str,
    allowed: Allowed,
    paragraphs: Vec<Title<'a>>,
    /// `None` where the sources are not at hand.
    #[serde(skip_serializing_if = "Option::is_none")]
    read_by: Option<&'a [Mention]>,
}

/// A paragraph by its title.
#[derive(Debug, Serialize)]
struct Title<'a> {
    id: &'a str,
    title: &'a str,
}

impl<'a> Title<'a> {
    fn of(Paragraph { id, title, .. }: &'a Paragraph) -> Self {
        Self { id, title }
    }

    fn line(&self) -> String {
        format!("{}  {}", self.id, self.title)
    }
}

/// Writes a key: its value, its unit, what it may be, its paragraphs, and which functions read it.
///
/// # Errors
///
/// If `out` cannot be written.
pub fn write_key(
    out: &mut impl Write,
    info: &'static KeyInfo,
    rulesets: Rulesets,
    read_by: Option<&[Mention]>,
    format: Format,
) -> Result<(), ReportError> {
    let book = rulebook()?;
    let paragraphs = info.rules.iter().filter_map(|id| book.paragraph(id)).map(Title::of).collect();
    let KeyInfo { chapter, unit, allowed, .. } = *info;
    let number = Number::new(info, rulesets);
    let report = KeyReport { number, chapter, unit: unit.name(), allowed, paragraphs, read_by };
    match format {
        Format::Json => json(out, &report)?,
        Format::Text => key_in_words(out, &report)?,
    }
    Ok(())
}

fn key_in_words(out: &mut impl Write, report: &KeyReport) -> io::Result<()> {
    let KeyReport { number, chapter, unit, allowed, paragraphs, read_by } = report;
    writeln!(out, "{}  (chapter {chapter})\n", number.key)?;
    blocks(out, number.words)?;
    writeln!(out)?;
    field(out, "Value", Some(number.says()).filter(|says| !says.is_empty()).into_iter())?;
    field(out, "Unit", Some((*unit).to_owned()).filter(|unit| !unit.is_empty()).into_iter())?;
    field(out, "May be", std::iter::once(allowed.to_string()))?;
    if let Allowed::Choice(choices) = allowed {
        field(out, "Words", choices.iter().map(|choice| format!("{}: {}", choice.name, choice.words)))?;
    }
    field(out, "Rules", paragraphs.iter().map(Title::line))?;
    match read_by {
        Some(read_by) => field(out, "Read by", read_by.iter().map(Mention::to_string)),
        None => writeln!(out, "\nWhich functions read it is listed only where the program's sources are."),
    }
}

/// Occurrences of a word in the rulebook and in the keys of rulesets.
#[derive(Debug, Serialize)]
pub(super) struct Found<'a> {
    paragraphs: Vec<Title<'a>>,
    numbers: Vec<Number>,
}

impl<'a> Found<'a> {
    /// # Errors
    ///
    /// If the built-in rulebook is broken.
    pub(super) fn new(asked: &str, rulesets: Rulesets) -> Result<Self, ReportError> {
        let has = |text: &str| has_word(text, asked);
        let paragraphs = rulebook()?.paragraphs().filter(|one| has(&one.title) || has(&one.text));
        let numbers = keys().iter().filter(|info| has(&info.key.replace(['.', '_'], " ")) || has(info.words));
        let numbers = numbers.map(|info| Number::new(info, rulesets)).collect();
        Ok(Self { paragraphs: paragraphs.map(Title::of).collect(), numbers })
    }

    pub(super) fn is_empty(&self) -> bool {
        self.paragraphs.is_empty() && self.numbers.is_empty()
    }

    pub(super) fn write(&self, out: &mut impl Write) -> io::Result<()> {
        field(out, "Found in", self.paragraphs.iter().map(Title::line))?;
        field(out, "Numbers", self.numbers.iter().map(Number::line))
    }
}

/// Whether some words begin somewhere in a text at the beginning of a word, in any case.
fn has_word(text: &str, asked: &str) -> bool {
    let (text, asked) = (text.to_lowercase(), asked.to_lowercase());
    let starts_word = |at: usize| !text[..at].chars().next_back().is_some_and(char::is_alphanumeric);
    !asked.is_empty() && text.match_indices(&asked).any(|(at, _)| starts_word(at))
}

/// Writes where a word stands that is no term of its own; whether it stands anywhere.
///
/// # Errors
///
/// If `out` cannot be written.
pub fn write_found(
    out: &mut impl Write,
    asked: &str,
    rulesets: Rulesets,
    format: Format,
) -> Result<bool, ReportError> {
    let found = Found::new(asked, rulesets)?;
    if found.is_empty() {
        return Ok(false);
    }
    match format {
        Format::Json => json(out, &found)?,
        Format::Text => found.write(out)?,
    }
    Ok(true)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_is_found_at_the_beginning_of_words() {
        for (text, asked, expected) in [
            ("a unit that is shaken", "shaken", true),
            ("a unit that is Shaken.", "SHAKEN", true),
            ("unshaken", "shaken", false),
            ("shaken_at", "shake", true),
            ("on my target", "my target", true),
            ("anything", "", false),
        ] {
            assert_eq!(has_word(text, asked), expected, "{asked} in {text}");
        }
    }

    #[test]
    fn a_key_is_asked_for_by_its_path_or_by_its_field() {
        for (asked, expected) in [
            ("leadership.shaken_at", Some("leadership.shaken_at")),
            ("Shaken_At", Some("leadership.shaken_at")),
            // Shooting and close combat have each one.
            ("even_odds", None),
            ("close_combat.even_odds", Some("close_combat.even_odds")),
            ("shaken", None),
        ] {
            assert_eq!(asked_key(asked).map(|info| info.key), expected, "{asked}");
        }
    }

    /// Every key has a paragraph of the rulebook, and that paragraph knows it.
    #[test]
    fn every_key_belongs_to_a_paragraph_that_lists_it() {
        let book = rulebook().unwrap();
        for info in keys() {
            assert!(!info.rules.is_empty(), "{} has no paragraph", info.key);
            for id in info.rules {
                assert!(book.paragraph(id).is_some(), "{}: there is no {id}", info.key);
                let listed = of_paragraph(id, Rulesets::default());
                assert!(
                    listed.iter().any(|number| number.key == info.key),
                    "{id} does not list {}",
                    info.key
                );
            }
        }
    }
}
