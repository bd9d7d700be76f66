//! Flaws of a rulebook whose text is well-formed: ids, sources, references, rulings.

use super::book::{Mark, Paragraph, Rulebook, Ruling};
use std::collections::BTreeSet;

/// Reason why a text is not a rulebook.
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
    #[error("{0} is not an id (letters in capitals, a hyphen and a number from 1 to 255)")]
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
    /// A ruling that decides nothing; with its number.
    #[error("{0}: ruling {1} has no text")]
    NoRuling(String, usize),
    /// A ruling without the reading that was not taken; with its number.
    #[error("{0}: ruling {1} does not say which reading it was chosen instead of")]
    NoOtherReading(String, usize),
    /// A text, note or ruling that names a paragraph which is not there.
    #[error("{0} refers to {1}, which does not exist")]
    UnknownReference(String, String),
}

fn list(flaws: &[Flaw]) -> String {
    let flaws: Vec<String> = flaws.iter().map(ToString::to_string).collect();
    flaws.join("; ")
}

impl Rulebook {
    /// Every mistake in its content.
    pub(super) fn flaws(&self) -> Vec<Flaw> {
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
        for (index, ruling) in paragraph.rulings.iter().enumerate() {
            self.check_ruling((id, index + 1), ruling, flaws);
        }
    }

    fn check_ruling(&self, (id, number): (&str, usize), ruling: &Ruling, flaws: &mut Vec<Flaw>) {
        let Ruling { ruling, instead_of, code } = ruling;
        if ruling.is_empty() {
            flaws.push(Flaw::NoRuling(id.to_owned(), number));
        }
        if instead_of.is_empty() {
            flaws.push(Flaw::NoOtherReading(id.to_owned(), number));
        }
        self.check_references(id, ruling, flaws);
        self.check_references(id, instead_of, flaws);
        code.iter().for_each(|code| self.check_references(id, code, flaws));
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
