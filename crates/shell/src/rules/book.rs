//! A rulebook: chapters of paragraphs, with their rulings and sources.

use serde::{Deserialize, Deserializer, Serialize};
use tabletop_data::rule_status::Status;

use super::RuleTexts;

/// The rulebook of a game.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename = "Rulebook", deny_unknown_fields)]
pub struct Book {
    /// Meaning of each mark of a source.
    pub sources: Vec<BookSource>,
    /// In the order of the book.
    pub chapters: Vec<BookChapter>,
}

/// A mark of a source, spelled out.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BookSource {
    /// As in the paragraphs.
    pub mark: String,
    /// Meaning to a player.
    pub meaning: String,
}

/// Paragraphs on one subject.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BookChapter {
    /// Its subject.
    pub title: String,
    /// In the order of the book.
    pub paragraphs: Vec<BookParagraph>,
}

/// One rule.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BookParagraph {
    /// Prefix, group and number: "LOST-FIR-5".
    pub id: String,
    /// Running text.
    #[serde(deserialize_with = "running_text")]
    pub text: String,
    /// Marks of its sources.
    pub sources: Vec<String>,
    /// Decisions where the sources are silent or unclear.
    #[serde(default)]
    pub rulings: Vec<BookRuling>,
    /// Status in the program.
    #[serde(skip, default)]
    pub status: Status,
    /// Its part that is not played yet.
    #[serde(skip, default)]
    pub missing: Option<String>,
}

/// A decision on a point that a paragraph leaves open.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BookRuling {
    /// Rule as played.
    #[serde(deserialize_with = "running_text")]
    pub ruling: String,
    /// The reading that was not taken; empty where the sources are silent.
    #[serde(default, deserialize_with = "running_text", skip_serializing_if = "String::is_empty")]
    pub instead_of: String,
    /// Key of the ruleset that sets it: "switches.assault_tie".
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub switch: Option<String>,
}

/// Text whose line breaks mean nothing.
fn running_text<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    let text = String::deserialize(deserializer)?;
    Ok(text.split_whitespace().collect::<Vec<_>>().join(" "))
}

impl Book {
    /// Reads the rulebook of a game, with the status of each paragraph.
    ///
    /// # Errors
    /// The text is none, or two paragraphs have one id; for a rulebook that is part of the program a test rules that out.
    pub fn parse(texts: RuleTexts) -> Result<Self, String> {
        let options =
            ron::Options::default().with_default_extension(ron::extensions::Extensions::IMPLICIT_SOME);
        let mut book: Self = options.from_str(texts.book).map_err(|error| error.to_string())?;
        let missing =
            |id: &str| texts.missing.lines().find_map(|line| line.strip_prefix(id)?.strip_prefix(' '));
        let mut ids: Vec<String> = Vec::new();
        for paragraph in book.chapters.iter_mut().flat_map(|chapter| &mut chapter.paragraphs) {
            paragraph.status = Status::in_lines(texts.status, &paragraph.id);
            paragraph.missing = missing(&paragraph.id).map(str::to_owned);
            if !paragraph.id.starts_with(texts.prefix) || ids.contains(&paragraph.id) {
                return Err(format!("{} is no id of its own", paragraph.id));
            }
            ids.push(paragraph.id.clone());
        }
        Ok(book)
    }

    /// Every paragraph, in the order of the book.
    pub fn paragraphs(&self) -> impl Iterator<Item = &BookParagraph> {
        self.chapters.iter().flat_map(|chapter| &chapter.paragraphs)
    }

    /// The paragraph of an id, and its chapter.
    pub fn find(&self, id: &str) -> Option<(&BookChapter, &BookParagraph)> {
        self.chapters.iter().find_map(|chapter| {
            Some((chapter, chapter.paragraphs.iter().find(|paragraph| paragraph.id == id)?))
        })
    }

    /// The ids of the group of an unknown one; if there is no such group, the first of every group.
    pub fn near(&self, asked: &str) -> Vec<String> {
        let asked = asked.to_uppercase();
        let group = |id: &str| id.rsplit_once('-').map(|(group, _)| group.to_owned());
        let ids = || self.paragraphs().map(|paragraph| paragraph.id.clone());
        let of_group: Vec<String> =
            ids().filter(|id| group(id).is_some() && group(id) == group(&asked)).collect();
        if of_group.is_empty() { ids().filter(|id| id.ends_with("-1")).collect() } else { of_group }
    }
}
