//! Paragraphs of rulebooks, as gathered notes list them.

use crate::level::rulebook::rulebook;

/// A paragraph of a rulebook.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Paragraph {
    /// Its title; in a rulebook whose paragraphs have none, that of its chapter.
    pub title: String,
    /// Running text.
    pub text: String,
}

/// Finds a paragraph by its id, in whichever rulebook it is.
pub type Rulebooks<'a> = &'a dyn Fn(&str) -> Option<Paragraph>;

/// A paragraph of WarStrike's rulebook.
pub fn of_war_strike(rule: &str) -> Option<Paragraph> {
    let paragraph = rulebook().ok()?.paragraph(rule)?;
    Some(Paragraph { title: paragraph.title.clone(), text: paragraph.text.clone() })
}
