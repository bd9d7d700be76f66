//! The rulebook as players read it: ids, titles and text in our own words, with sources and editions.
//!
//! All chapters. The text is part of the program, so that it can be shown anywhere. Knows nothing of
//! how a rule is played; `citations` knows which code plays it.

use serde::{Deserialize, Deserializer, Serialize};
use std::{collections::BTreeSet, fmt, sync::OnceLock};

static TEXT: &str = include_str!("../../assets/rulebook.ron");

/// The rulebook that this program was built with.
///
/// # Errors
///
/// If the built-in text is not a valid rulebook, which a test rules out.
pub fn rulebook() -> Result<&'static Rulebook, &'static RulebookError> {
    static RULEBOOK: OnceLock<Result<Rulebook, RulebookError>> = OnceLock::new();
    RULEBOOK.get_or_init(|| Rulebook::parse(TEXT)).as_ref()
}

/// Chapters of numbered paragraphs, and the articles that belong to no chapter.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rulebook {
    /// What each source mark means.
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
    /// What it means to a player.
    pub meaning: String,
}

/// Where a rule comes from; [`Rulebook::sources`] explains each.
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
    /// Which part of the text has which source, if they differ.
    #[serde(default)]
    pub source_note: Option<String>,
    /// The base rulesets in which it applies; by default all.
    #[serde(default = "Edition::all")]
    pub editions: Vec<Edition>,
    /// What is different in some of those editions.
    #[serde(default)]
    pub edition_note: Option<String>,
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
    /// Reads a rulebook and checks the whole of it.
    ///
    /// # Errors
    ///
    /// If the text is malformed, the place; otherwise every flaw of its content.
    pub fn parse(text: &str) -> Result<Self, RulebookError> {
        let options =
            ron::Options::default().with_default_extension(ron::extensions::Extensions::IMPLICIT_SOME);
        let book: Self = options.from_str(text)?;
        let flaws = book.flaws();
        if flaws.is_empty() { Ok(book) } else { Err(RulebookError::Content(flaws)) }
    }

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

    fn flaws(&self) -> Vec<Flaw> {
        let mut flaws = Vec::new();
        let mut ids = BTreeSet::new();
        for paragraph in self.paragraphs() {
            self.check_paragraph(paragraph, &mut flaws);
            if !ids.insert(&paragraph.id) {
                flaws.push(Flaw::DuplicateId(paragraph.id.clone()));
            }
        }
        for article in &self.articles {
            self.check_text(&article.id, &article.title, &article.text, &mut flaws);
            if !ids.insert(&article.id) {
                flaws.push(Flaw::DuplicateId(article.id.clone()));
            }
        }
        flaws
    }

    fn check_paragraph(&self, paragraph: &Paragraph, flaws: &mut Vec<Flaw>) {
        let id = &paragraph.id;
        if !is_id(id) {
            flaws.push(Flaw::BadId(id.clone()));
        }
        if paragraph.sources.is_empty() {
            flaws.push(Flaw::NoSource(id.clone()));
        }
        if paragraph.editions.is_empty() {
            flaws.push(Flaw::NoEdition(id.clone()));
        }
        for &mark in &paragraph.sources {
            if self.meaning(mark).is_none() {
                flaws.push(Flaw::UnexplainedMark(id.clone(), mark));
            }
        }
        self.check_text(id, &paragraph.title, &paragraph.text, flaws);
        for note in paragraph.source_note.iter().chain(&paragraph.edition_note) {
            self.check_references(id, note, flaws);
        }
    }

    fn check_text(&self, id: &str, title: &str, text: &str, flaws: &mut Vec<Flaw>) {
        if title.trim().is_empty() {
            flaws.push(Flaw::NoTitle(id.to_owned()));
        }
        if text.is_empty() {
            flaws.push(Flaw::NoText(id.to_owned()));
        }
        self.check_references(id, text, flaws);
    }

    fn check_references(&self, id: &str, text: &str, flaws: &mut Vec<Flaw>) {
        for reference in mentioned_ids(text) {
            if self.paragraph(reference).is_none() {
                flaws.push(Flaw::UnknownReference(id.to_owned(), reference.to_owned()));
            }
        }
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

/// The letters of an id: `MOV` of `MOV-5`.
pub fn group_of(id: &str) -> &str {
    id.split_once('-').map_or(id, |(group, _)| group)
}

fn is_id(word: &str) -> bool {
    word.split_once('-').is_some_and(|(group, number)| {
        !group.is_empty()
            && group.chars().all(|c| c.is_ascii_uppercase())
            && !number.starts_with('0')
            && number.parse::<u8>().is_ok()
    })
}

fn mentioned_ids(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_ascii_alphanumeric() && c != '-').filter(|word| is_id(word))
}

/// Why a text is not a rulebook.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum RulebookError {
    /// It is malformed; with line and column.
    #[error("rulebook:{0}")]
    Syntax(#[from] ron::error::SpannedError),
    /// It is well-formed, but its content is wrong.
    #[error("rulebook: {}", list(.0))]
    Content(Vec<Flaw>),
}

/// One mistake in the content of a rulebook.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Flaw {
    /// Two entries with one id.
    #[error("{0} occurs twice")]
    DuplicateId(String),
    /// An id of another form.
    #[error("{0} is not an id (capital letters, a hyphen and a number from 1 to 255)")]
    BadId(String),
    /// An entry without a title.
    #[error("{0} has no title")]
    NoTitle(String),
    /// An entry without a text.
    #[error("{0} has no text")]
    NoText(String),
    /// A paragraph without a source mark.
    #[error("{0} has no source")]
    NoSource(String),
    /// A paragraph with an empty list of editions.
    #[error("{0} applies in no edition")]
    NoEdition(String),
    /// A paragraph with a mark that no source explains.
    #[error("{0} has the source {1}, which is not explained")]
    UnexplainedMark(String, Mark),
    /// A text or note that names a paragraph which is not there.
    #[error("{0} refers to {1}, which does not exist")]
    UnknownReference(String, String),
}

fn list(flaws: &[Flaw]) -> String {
    let flaws: Vec<String> = flaws.iter().map(ToString::to_string).collect();
    flaws.join("; ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn book(paragraphs: &str, articles: &str) -> Result<Rulebook, RulebookError> {
        Rulebook::parse(&format!(
            "Rulebook(sources: [(mark: H, meaning: \"house rule\")],
            chapters: [(number: 1, title: \"Basics\", paragraphs: [{paragraphs}])],
            articles: [{articles}])"
        ))
    }

    fn paragraph(id: &str, text: &str) -> String {
        format!("(id: \"{id}\", title: \"T\", text: \"{text}\", sources: [H]),")
    }

    #[test]
    fn the_built_in_rulebook_is_sound() {
        assert_eq!(rulebook().err(), None);
    }

    #[test]
    fn flawed_books_are_refused() {
        let good = paragraph("A-1", "Text.");
        let bare = |field: &str| good.replace("text: \"Text.\"", field);
        for (paragraphs, flaw) in [
            (good.repeat(2), Flaw::DuplicateId("A-1".into())),
            (paragraph("a-1", "Text."), Flaw::BadId("a-1".into())),
            (paragraph("A-01", "Text."), Flaw::BadId("A-01".into())),
            (paragraph("A-1", " \n "), Flaw::NoText("A-1".into())),
            (good.replace("\"T\"", "\" \""), Flaw::NoTitle("A-1".into())),
            (good.replace("[H]", "[]"), Flaw::NoSource("A-1".into())),
            (bare("text: \"Text.\", editions: []"), Flaw::NoEdition("A-1".into())),
            (good.replace("[H]", "[H, S4]"), Flaw::UnexplainedMark("A-1".into(), Mark::S4)),
            (paragraph("A-1", "See (B-7)."), Flaw::UnknownReference("A-1".into(), "B-7".into())),
            (
                bare("text: \"Text.\", edition_note: \"no B-7\""),
                Flaw::UnknownReference("A-1".into(), "B-7".into()),
            ),
        ] {
            let refused = book(&paragraphs, "").err();
            assert_eq!(refused, Some(RulebookError::Content(vec![flaw])));
        }
    }

    #[test]
    fn flawed_articles_are_refused() {
        let article = "(id: \"A\", title: \"T\", text: \"See A-9.\"),";
        let unknown = Flaw::UnknownReference("A".into(), "A-9".into());
        let flaws = vec![unknown.clone(), unknown, Flaw::DuplicateId("A".into())];
        let refused = book("", &article.repeat(2)).err();
        assert_eq!(refused, Some(RulebookError::Content(flaws)));
    }

    #[test]
    fn a_malformed_text_is_refused_with_its_place() {
        let refused = Rulebook::parse("Rulebook(\n  sources: [],\n  chapter: [],\n)").err();
        let message = refused.map(|error| error.to_string()).unwrap_or_default();
        assert!(message.starts_with("rulebook:3:"), "{message}");
    }

    #[test]
    fn line_breaks_are_ignored_and_empty_lines_separate_blocks() {
        let read = book(&paragraph("A-1", "\n   One\n  two.\n\n\n   Three.\n "), "").unwrap();
        assert_eq!(read.paragraphs().next().unwrap().text, "One two.\n\nThree.");
    }

    #[test]
    fn a_paragraph_applies_in_all_editions_unless_it_lists_some() {
        let limited = "(id: \"A-2\", title: \"T\", text: \"X\", sources: [H], editions: [V052]),";
        let read = book(&(paragraph("A-1", "Text.") + limited), "").unwrap();
        assert_eq!(read.paragraph("A-1").unwrap().editions, Edition::ALL);
        assert_eq!(read.paragraph("A-2").unwrap().editions, [Edition::V052]);
    }
}
