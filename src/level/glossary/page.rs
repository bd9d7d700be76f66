//! The glossary as the part of docs/glossary.md that is about the rulebook.

use std::fmt::Write;

use super::{Glossary, Term};

/// A table of Markdown for each subject: the term, what it means, the paragraph.
pub fn page(glossary: &Glossary) -> String {
    let mut page = String::new();
    for group in glossary.groups() {
        let rows = group.terms.iter().map(row).collect::<String>();
        // Writing to a text cannot fail.
        let _ = write!(page, "### {}\n\n| term | meaning | rule |\n|---|---|---|\n{rows}\n", group.title);
    }
    page
}

fn row(term: &Term) -> String {
    format!("| {} | {} | {} |\n", term.title(), term.meaning, term.rule)
}
