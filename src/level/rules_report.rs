//! The output of `warstrike rules`: the rulebook, and how much of it the program plays.
//!
//! Joins the paragraphs with their statuses and, where there are sources, with who cites them. Text and JSON are two
//! forms of the same values. Knows no command line.

mod form;
mod numbers;
mod text;
mod values;

use super::{
    citations::Citation,
    glossary::Term,
    rulebook::{Article, Chapter, Paragraph, Rulebook, group_of, rulebook},
    rules_status::status,
};
use crate::rules::ruleset::Ruleset;
use std::io::Write;
use tabletop::text::layout;

pub use form::{Format, ReportError};
pub use numbers::{Rulesets, asked_key, write_found, write_key};

use form::json;
use numbers::Found;
use values::{ListReport, ParagraphReport, RulingsReport, TermReport};

/// Writes every paragraph by chapter with its title and status, and how many have which status.
///
/// # Errors
///
/// If `out` cannot be written.
pub fn write_list(out: &mut impl Write, format: Format) -> Result<(), ReportError> {
    let list = ListReport::new(rulebook()?, status);
    match format {
        Format::Text => text::list(out, &list)?,
        Format::Json => json(out, &list)?,
    }
    Ok(())
}

/// Writes every ruling with the reading that was not taken and the switch that sets it, by chapter and paragraph, and how
/// many there are. The switches are set as in a ruleset, which also says which rulings its author has confirmed; without one
/// they are at the rulings.
///
/// # Errors
///
/// If `out` cannot be written.
pub fn write_rulings(
    out: &mut impl Write,
    ruleset: Option<&Ruleset>,
    format: Format,
) -> Result<(), ReportError> {
    let rulings = RulingsReport::new(rulebook()?, ruleset);
    match format {
        Format::Text => text::rulings(out, &rulings)?,
        Format::Json => json(out, &rulings)?,
    }
    Ok(())
}

/// Writes one paragraph whole, with its rulings, sources, editions, numbers and citations; or one article.
///
/// The id may be in small letters. `citations` are those of the whole rulebook, or `None` where they are not known.
///
/// # Errors
///
/// If there is no such id, naming ids near it; or if `out` cannot be written.
pub fn write_paragraph(
    out: &mut impl Write,
    id: &str,
    citations: Option<&[Citation]>,
    rulesets: Rulesets,
    format: Format,
) -> Result<(), ReportError> {
    let book = rulebook()?;
    match find(book, id)? {
        Entry::Paragraph(chapter, found) => {
            let report = ParagraphReport::new(book, chapter, found, citations, rulesets);
            match format {
                Format::Text => text::paragraph(out, &report)?,
                Format::Json => json(out, &report)?,
            }
        }
        Entry::Article(article) => match format {
            Format::Text => text::article(out, article)?,
            Format::Json => json(out, article)?,
        },
    }
    Ok(())
}

/// Writes a word of the rulebook: its one sentence, its other forms and its paragraph; then the other paragraphs and the keys of
/// rulesets in which it stands as it was asked for.
///
/// # Errors
///
/// If `out` cannot be written.
pub fn write_term(
    out: &mut impl Write,
    term: &Term,
    asked: &str,
    rulesets: Rulesets,
    format: Format,
) -> Result<(), ReportError> {
    let book = rulebook()?;
    let Entry::Paragraph(_, paragraph) = find(book, &term.rule)? else { return Ok(()) };
    let found = Found::new(asked, rulesets)?;
    match format {
        Format::Text => {
            text::term(out, term, paragraph)?;
            if !found.is_empty() {
                writeln!(out)?;
            }
            found.write(out)?;
        }
        Format::Json => json(out, &TermReport::new(term, paragraph, found))?,
    }
    Ok(())
}

/// Whether the rulebook has a paragraph or an article of this id.
pub fn is_id(id: &str) -> bool {
    rulebook().is_ok_and(|book| find(book, id).is_ok())
}

/// The entry of an id.
#[derive(Debug)]
enum Entry<'a> {
    Paragraph(&'a Chapter, &'a Paragraph),
    Article(&'a Article),
}

fn find<'a>(book: &'a Rulebook, asked: &str) -> Result<Entry<'a>, ReportError> {
    let id = asked.to_ascii_uppercase();
    for chapter in &book.chapters {
        if let Some(found) = chapter.paragraphs.iter().find(|p| p.id == id) {
            return Ok(Entry::Paragraph(chapter, found));
        }
    }
    match book.article(&id) {
        Some(article) => Ok(Entry::Article(article)),
        None => Err(ReportError::UnknownId { id: asked.to_owned(), near: near(book, &id) }),
    }
}

/// The ids of the chapter of an unknown id's group; if there is none, the first of every group.
fn near(book: &Rulebook, id: &str) -> Vec<String> {
    if let Some(chapter) = book.chapter_of(group_of(id)) {
        return chapter.paragraphs.iter().map(|p| p.id.clone()).collect();
    }
    let mut groups: Vec<String> = book.paragraphs().map(|p| p.group().to_owned()).collect();
    groups.dedup();
    let numbered = groups.iter().map(|group| format!("{group}-1"));
    numbered.chain(book.articles.iter().map(|a| a.id.clone())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_may_be_asked_for_in_small_letters() {
        for asked in ["MOV-5", "mov-5", "editions"] {
            let found = match find(rulebook().unwrap(), asked).unwrap() {
                Entry::Paragraph(_, paragraph) => &paragraph.id,
                Entry::Article(article) => &article.id,
            };
            assert_eq!(*found, asked.to_uppercase());
        }
    }

    #[test]
    fn an_unknown_id_lists_the_ids_of_its_chapter_or_every_group() {
        for (asked, first, last) in [("GO-9", "MOV-1", "SPR-1"), ("move", "BAS-1", "CHARACTERISTICS")] {
            match find(rulebook().unwrap(), asked) {
                Err(ReportError::UnknownId { id, near }) => {
                    assert_eq!(id, asked);
                    assert_eq!(near.first().unwrap(), first);
                    assert_eq!(near.last().unwrap(), last);
                }
                other => panic!("{asked}: {other:?}"),
            }
        }
    }
}
