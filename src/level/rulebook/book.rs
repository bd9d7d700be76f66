//! Parts of a rulebook: chapters, paragraphs with their rulings, articles.

use serde::{Deserialize, Deserializer, Serialize};
use std::fmt;

/// Chapters of numbered paragraphs, and the articles that belong to no chapter.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rulebook {
    /// Meaning of each source mark.
    pub sources: Vec<Source>,
    /// In the order of the book.
    pub chapters: Vec<Chapter>,
    /// In the order of the book, after the chapters.
    pub articles: Vec<Article>,
}

/// A source mark spelled out.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Source {
    /// As in the paragraphs.
    pub mark: Mark,
    /// Meaning to a player.
    pub meaning: String,
}

/// Source of a rule; [`Rulebook::sources`] explains each.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Mark {
    /// The author's post on leadership and suppression.
    S1,
    /// The author's outline of the Action phase.
    S3,
    /// The author's post on moving infantry.
    S4,
    /// The author's other public posts.
    P,
    /// House rule.
    H,
}

impl fmt::Display for Mark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::S1 => "S1",
            Self::S3 => "S3",
            Self::S4 => "S4",
            Self::P => "P",
            Self::H => "H",
        })
    }
}

/// A base ruleset.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Edition {
    /// Everything together; the default.
    #[serde(rename(serialize = "combined"))]
    Combined,
    /// Without what only the outline of 2012 has.
    #[serde(rename(serialize = "v0.52"))]
    V052,
    /// Markers and orders in place of suppression and nerve.
    #[serde(rename(serialize = "outline-2012"))]
    Outline2012,
}

impl Edition {
    /// In the order in which they are shown.
    pub const ALL: [Self; 3] = [Self::Combined, Self::V052, Self::Outline2012];

    fn all() -> Vec<Self> {
        Self::ALL.to_vec()
    }
}

impl fmt::Display for Edition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Combined => "combined",
            Self::V052 => "v0.52",
            Self::Outline2012 => "outline-2012",
        })
    }
}

/// Paragraphs on one subject.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Chapter {
    /// From 1.
    pub number: u8,
    /// Its subject.
    pub title: String,
    /// In the order of the book; all ids of a group are in one chapter.
    pub paragraphs: Vec<Paragraph>,
}

/// One rule.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Paragraph {
    /// A group in capitals and a number from 1, such as `MOV-5`.
    pub id: String,
    /// A few words.
    pub title: String,
    /// Blocks of running text, separated by empty lines.
    #[serde(deserialize_with = "running_text")]
    pub text: String,
    /// At least one.
    pub sources: Vec<Mark>,
    /// Sources of the parts of the text, if they differ.
    #[serde(default)]
    pub source_note: Option<String>,
    /// The base rulesets in which it applies; by default all.
    #[serde(default = "Edition::all")]
    pub editions: Vec<Edition>,
    /// Differences in some of those editions.
    #[serde(default)]
    pub edition_note: Option<String>,
    /// Part that the program does not play yet, if any.
    #[serde(default)]
    pub missing: Option<String>,
    /// Rulings of the program where the text is silent or unclear; usually none.
    #[serde(default)]
    pub rulings: Vec<Ruling>,
}

/// A decision on a point that a paragraph leaves open. Rulings are named by their number in the paragraph, from 1.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ruling {
    /// Rule as played, in a sentence or two.
    #[serde(deserialize_with = "running_text")]
    pub ruling: String,
    /// The other way to read the paragraph, which is not played.
    #[serde(deserialize_with = "running_text")]
    pub instead_of: String,
    /// Reason why a ruleset cannot set the other reading; absent where a switch does.
    #[serde(default, deserialize_with = "some_running_text", skip_serializing_if = "Option::is_none")]
    pub code: Option<String>,
}

impl Paragraph {
    /// The letters of the id: `MOV` of `MOV-5`.
    pub fn group(&self) -> &str {
        group_of(&self.id)
    }
}

/// A text that is not a rule, such as the one on editions.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Article {
    /// One word in capitals.
    pub id: String,
    /// A few words.
    pub title: String,
    /// As a paragraph's.
    #[serde(deserialize_with = "running_text")]
    pub text: String,
}

impl Rulebook {
    /// Every paragraph, in the order of the book.
    pub fn paragraphs(&self) -> impl Iterator<Item = &Paragraph> {
        self.chapters.iter().flat_map(|chapter| &chapter.paragraphs)
    }

    /// The paragraph with this id, written as in the book.
    pub fn paragraph(&self, id: &str) -> Option<&Paragraph> {
        self.paragraphs().find(|paragraph| paragraph.id == id)
    }

    /// The article with this id, written as in the book.
    pub fn article(&self, id: &str) -> Option<&Article> {
        self.articles.iter().find(|article| article.id == id)
    }

    /// The chapter of a group of ids (`MOV`).
    pub fn chapter_of(&self, group: &str) -> Option<&Chapter> {
        let holds = |paragraph: &Paragraph| paragraph.group() == group;
        let mut chapters = self.chapters.iter();
        chapters.find(|chapter| chapter.paragraphs.iter().any(holds))
    }

    /// The meaning of a source mark.
    pub fn meaning(&self, mark: Mark) -> Option<&str> {
        let source = self.sources.iter().find(|source| source.mark == mark)?;
        Some(&source.meaning)
    }
}

/// Joins the lines of each block; empty lines separate blocks.
fn running_text<'de, D: Deserializer<'de>>(reader: D) -> Result<String, D::Error> {
    let raw = String::deserialize(reader)?;
    let lines: Vec<&str> = raw.lines().map(str::trim).collect();
    let blocks = lines.split(|line| line.is_empty());
    let full = blocks.filter(|block| !block.is_empty());
    let running: Vec<String> = full.map(|block| block.join(" ")).collect();
    Ok(running.join("\n\n"))
}

/// The same for a text that may be left out.
fn some_running_text<'de, D: Deserializer<'de>>(reader: D) -> Result<Option<String>, D::Error> {
    running_text(reader).map(Some)
}

/// The letters of an id: `MOV` of `MOV-5`.
pub fn group_of(id: &str) -> &str {
    id.split_once('-').map_or(id, |(group, _)| group)
}
