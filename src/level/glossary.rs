//! The words of the rulebook, each in one sentence: `assets/glossary.ron`.
//!
//! The text is part of the program, so that it can be shown anywhere. `finder.rs` finds the words in what players read,
//! `read.rs` reads and checks the file, `page.rs` writes it as a part of docs/glossary.md.

mod finder;
pub mod page;
mod read;

use std::sync::OnceLock;

use serde::Serialize;

use self::finder::Finder;
pub use self::finder::Mention;
pub use self::read::read_glossary;
use super::fault::Faults;
use super::ron::nearest::nearest;
use super::rulebook::rulebook;
use super::setup::SourceText;
use crate::rules::sight::SightState;

static TEXT: &str = include_str!("../../assets/glossary.ron");

/// All terms, by subject.
#[derive(Debug)]
pub struct Glossary {
    groups: Vec<Group>,
    finder: Finder,
}

/// Terms on one subject.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    /// The subject.
    pub title: String,
    /// In the order of the file.
    pub terms: Vec<Term>,
}

/// A word of the rulebook.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Term {
    /// The word as a title.
    pub name: String,
    /// Its abbreviation on cards.
    pub short: Option<String>,
    /// Other forms, in any case.
    pub forms: Vec<String>,
    /// Forms that mean it only as they are written.
    pub exact: Vec<String>,
    /// Meaning, in one sentence.
    pub meaning: String,
    /// The paragraph that settles it.
    pub rule: String,
    /// The mark by which the table shows it.
    #[serde(skip)]
    pub sign: Option<Sign>,
    /// Forms in which texts are searched for it.
    #[serde(skip)]
    marked: Marked,
}

/// Forms of a term to search texts for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Marked {
    /// The name itself, not only its other forms.
    by_name: Name,
    /// Neighbours that the abbreviation needs to count.
    short: Beside,
}

/// Whether a name is distinct from everyday words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Name {
    /// It is only used for the term.
    Special,
    /// It is an everyday word as well.
    Common,
}

/// Neighbours that an abbreviation needs to count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Beside {
    Anything,
    /// A number, or brackets around it.
    Number,
}

/// A mark on the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sign {
    /// The pale die with a unit's hits.
    HitDie,
    /// The red die of a unit that is shaken.
    ShakenDie,
    /// The violet N.
    NerveMarker,
    /// The shield over a safe position.
    SafeShield,
    /// The flag of an objective.
    Flag,
    /// The line of sight to a target in a state.
    SightLine(SightState),
}

/// The glossary that this program was built with.
///
/// # Errors
/// The faults of the built-in file, which a test rules out.
pub fn glossary() -> Result<&'static Glossary, &'static Faults> {
    static GLOSSARY: OnceLock<Result<Glossary, Faults>> = OnceLock::new();
    GLOSSARY
        .get_or_init(|| {
            let source = SourceText { name: "assets/glossary.ron".to_owned(), text: TEXT.to_owned() };
            // Without a rulebook, of which another test takes care, no paragraph exists.
            read_glossary(&source, |id| rulebook().is_ok_and(|book| book.paragraph(id).is_some()))
        })
        .as_ref()
}

/// Glossary's answer to a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer<'a> {
    /// The term.
    Found(&'a Term),
    /// There is no such word; this one is spelt most like it.
    Nearest(&'a Term),
}

impl Glossary {
    fn new(groups: Vec<Group>) -> Self {
        let finder = Finder::new(groups.iter().flat_map(|group| &group.terms));
        Self { groups, finder }
    }

    /// The subjects, in the order of the file.
    pub fn groups(&self) -> &[Group] {
        &self.groups
    }

    /// All terms, in the order of the file.
    pub fn terms(&self) -> impl Iterator<Item = &Term> {
        self.groups.iter().flat_map(|group| &group.terms)
    }

    /// The term with a number, as in a [`Mention`].
    pub fn term(&self, number: usize) -> Option<&Term> {
        self.terms().nth(number)
    }

    /// The number of a term, by its name or any other form of it.
    pub fn number_of(&self, word: &str) -> Option<usize> {
        let word = plain(word);
        self.terms().position(|term| term.words().any(|form| plain(form) == word))
    }

    /// Mentions of terms in a text, in its order; none overlaps another.
    pub fn mentions(&self, text: &str) -> Vec<Mention> {
        self.finder.mentions(text)
    }

    /// The term that somebody asks for by any of its forms, in any case, or the one that he probably means.
    pub fn asked(&self, word: &str) -> Option<Answer<'_>> {
        if let Some(term) = self.number_of(word).and_then(|number| self.term(number)) {
            return Some(Answer::Found(term));
        }
        let mentioned = self.mentions(word);
        if let [Mention { range, term }] = mentioned.as_slice()
            && plain(word) == plain(&word[range.clone()])
        {
            // A plural.
            return self.term(*term).map(Answer::Found);
        }
        let plain_word = plain(word);
        let forms: Vec<(String, &Term)> =
            self.terms().flat_map(|term| term.words().map(move |form| (plain(form), term))).collect();
        let meant = nearest(&plain_word, forms.iter().map(|(form, _)| form.as_str()))?;
        forms.iter().find(|(form, _)| form == meant).map(|(_, term)| Answer::Nearest(term))
    }
}

impl Term {
    /// Its name, abbreviation and other forms.
    pub fn words(&self) -> impl Iterator<Item = &str> {
        let others = self.short.iter().chain(&self.forms).chain(&self.exact);
        std::iter::once(&self.name).chain(others).map(String::as_str)
    }

    /// The name with its abbreviation: "evasion (Ev)".
    pub fn title(&self) -> String {
        match &self.short {
            Some(short) => format!("{} ({short})", self.name),
            None => self.name.clone(),
        }
    }
}

/// A word in small letters, with one space where words part.
fn plain(word: &str) -> String {
    let parts = word.split(|letter: char| letter.is_whitespace() || letter == '-');
    let parts: Vec<String> = parts.filter(|part| !part.is_empty()).map(str::to_lowercase).collect();
    parts.join(" ")
}

#[cfg(test)]
mod tests;
