//! Which functions, types and tests cite which paragraph of the rulebook.
//!
//! The build script generates the table from the `Rule:` lines in the docs of the sources.
//! Does not know the paragraphs themselves.

use serde::Serialize;

/// One place in the sources that cites one paragraph.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Citation {
    /// The paragraph's id.
    pub rule: &'static str,
    /// Whether it plays, checks or measures the rule.
    pub kind: CitationKind,
    /// The path of the function or type, such as `rules::movement::forward_arc`.
    pub item: &'static str,
    /// The file, from the project's root.
    pub file: &'static str,
    /// From 1; 0 for a doc that is not a line comment.
    pub line: usize,
    /// What is cited, if it is only part of the paragraph.
    pub note: Option<&'static str>,
}

/// The kind of code that cites.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum CitationKind {
    /// It plays the rule.
    Code,
    /// It checks the rule.
    Test,
    /// It measures how long the rule takes.
    Bench,
}

static CITATIONS: &[Citation] = include!(concat!(env!("OUT_DIR"), "/citations.rs"));

/// Every citation, ordered by id, kind, file and line.
pub fn all_citations() -> &'static [Citation] {
    CITATIONS
}

/// The citations of one paragraph, ordered by kind, file and line.
pub fn citations(id: &str) -> impl Iterator<Item = &'static Citation> {
    CITATIONS.iter().filter(move |citation| citation.rule == id)
}

#[cfg(test)]
#[path = "../../build/citations.rs"]
mod scanner;

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    #[test]
    fn the_table_is_what_the_sources_say() {
        let found = scanner::index(Path::new(env!("CARGO_MANIFEST_DIR"))).unwrap();
        assert_eq!(found.unread, Vec::<String>::new(), "files that are not Rust");
        let found = found.citations.iter().map(|c| {
            let kind = format!("{:?}", c.kind);
            let note = c.note.as_deref();
            (c.rule.as_str(), kind, c.item.as_str(), c.file.as_str(), c.line, note)
        });
        let built = CITATIONS.iter().map(|c| {
            let kind = format!("{:?}", c.kind);
            (c.rule, kind, c.item, c.file, c.line, c.note)
        });
        assert_eq!(built.collect::<Vec<_>>(), found.collect::<Vec<_>>());
    }

    #[test]
    fn citations_of_one_paragraph_are_its_own() {
        for citation in all_citations() {
            assert!(citations(citation.rule).any(|found| found == citation));
        }
        assert_eq!(citations("MOV").count(), 0);
    }
}
