//! Tests of any game: its rulebook agrees with its ruleset, its list of what is built, and the sources; its golden games say what they
//! said. Each panics with what is wrong.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test that cannot go on fails")]

mod golden;

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use tabletop_data::citations::{Citation, all_citations};
use tabletop_data::rule_status::Status;
use tabletop_data::source_text::SourceText;

use crate::hosted::Hosted;
use crate::rules::Book;
pub use golden::{golden_games, hold_log, log_of};

/// Ids of a game's paragraphs, in the order of its rulebook.
pub fn paragraphs<G: Hosted>() -> Vec<String> {
    let book = Book::parse(G::RULES).unwrap();
    book.paragraphs().map(|paragraph| paragraph.id.clone()).collect()
}

/// Holds `rules-status.txt` of a game against the sources: what code and tests cite, less what is listed as missing.
/// `WARSTRIKE_REGENERATE=1` writes it. `project` is the root of the sources.
pub fn status_follows_from_the_sources<G: Hosted>(project: &Path) {
    let name = format!("{}/rules-status.txt", G::FOLDER);
    let path = project.join(&name);
    let found = status_text::<G>(project);
    if std::env::var_os("WARSTRIKE_REGENERATE").is_some() {
        std::fs::write(&path, &found).unwrap();
    }
    let kept = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(kept == found, "{name} is not up to date; WARSTRIKE_REGENERATE=1 writes it:\n{found}");
}

fn status_text<G: Hosted>(project: &Path) -> String {
    let ids = paragraphs::<G>();
    let citations = all_citations(project).unwrap().unwrap();
    let missing: BTreeMap<&str, &str> =
        G::RULES.missing.lines().filter_map(|line| line.split_once(' ')).collect();
    let mut cited: BTreeMap<&str, Vec<&Citation>> = BTreeMap::new();
    for citation in citations.iter().filter(|citation| citation.rule.starts_with(G::RULES.prefix)) {
        cited.entry(&citation.rule).or_default().push(citation);
    }
    let known: BTreeSet<&str> = ids.iter().map(String::as_str).collect();
    let foreign: Vec<_> = cited.keys().chain(missing.keys()).filter(|id| !known.contains(**id)).collect();
    assert!(foreign.is_empty(), "no such paragraphs: {foreign:?}");
    let line = |id: &String| {
        let of_id = cited.get(id.as_str()).into_iter().flatten().copied();
        let status = Status::of(of_id, missing.get(id.as_str()).copied());
        format!("{id} {status}\n")
    };
    ids.iter().map(line).collect()
}

/// Holds a rulebook against itself and against a ruleset: every paragraph has a source that the book lists, every paragraph that a text
/// names is there, every switch of the ruleset belongs to one ruling, and every value of the ruleset names its paragraphs.
pub fn rulebook_agrees<G: Hosted>(ruleset: &SourceText) {
    let book = Book::parse(G::RULES).unwrap();
    let marks: BTreeSet<&str> = book.sources.iter().map(|source| source.mark.as_str()).collect();
    let (_, values) = G::values(ruleset).unwrap();
    let keys: BTreeSet<&str> = values.iter().map(|value| value.key.as_str()).collect();
    let mut set = BTreeSet::new();
    for paragraph in book.paragraphs() {
        assert!(!paragraph.sources.is_empty(), "{} has no source", paragraph.id);
        for mark in &paragraph.sources {
            assert!(
                marks.contains(mark.as_str()),
                "{} has a source that is not listed: {mark}",
                paragraph.id
            );
        }
        for switch in paragraph.rulings.iter().filter_map(|ruling| ruling.switch.as_deref()) {
            assert!(keys.contains(switch), "{}: {switch} is no key of the ruleset", paragraph.id);
            assert!(set.insert(switch), "{switch} is set by two rulings");
        }
        let is_part = |c: char| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '-';
        let words = paragraph.text.split(|c| !is_part(c)).filter(|word| word.starts_with(G::RULES.prefix));
        for word in words {
            assert!(book.find(word).is_some(), "{} names {word}", paragraph.id);
        }
    }
    let switches: BTreeSet<&str> = keys.iter().copied().filter(|key| key.starts_with("switches.")).collect();
    assert_eq!(set, switches, "every switch belongs to a ruling");
    for value in &values {
        assert!(!value.rules.is_empty(), "{} names no paragraph", value.key);
        for rule in &value.rules {
            assert!(book.find(rule).is_some(), "{} names {rule}, which is no paragraph", value.key);
        }
    }
}
