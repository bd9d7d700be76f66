//! The values of the reports on the rulebook, which are also their JSON.

use super::numbers::{Found, Number, Rulesets, of_paragraph};
use crate::level::{
    citations::{Citation, CitationKind},
    glossary::Term,
    rulebook::{Article, Chapter, Edition, Mark, Paragraph, Rulebook, Ruling, Source},
    rules_status::{Status, status},
    rulings::{self, Reading},
};
use crate::rules::ruleset::Ruleset;
use serde::Serialize;

/// All paragraphs, a line each.
#[derive(Debug, Serialize)]
pub(super) struct ListReport<'a> {
    pub(super) chapters: Vec<ChapterLines<'a>>,
    pub(super) articles: Vec<ArticleLine<'a>>,
    pub(super) counts: Counts,
}

#[derive(Debug, Serialize)]
pub(super) struct ChapterLines<'a> {
    pub(super) number: u8,
    pub(super) title: &'a str,
    pub(super) paragraphs: Vec<ParagraphLine<'a>>,
}

#[derive(Debug, Serialize)]
pub(super) struct ParagraphLine<'a> {
    pub(super) id: &'a str,
    pub(super) title: &'a str,
    pub(super) status: Status,
}

#[derive(Debug, Serialize)]
pub(super) struct ArticleLine<'a> {
    pub(super) id: &'a str,
    pub(super) title: &'a str,
}

/// Number of paragraphs of each status.
#[derive(Debug, Default, PartialEq, Eq, Serialize)]
pub(super) struct Counts {
    pub(super) paragraphs: usize,
    pub(super) built: usize,
    pub(super) in_part: usize,
    pub(super) untested: usize,
    pub(super) not_built_yet: usize,
}

impl Counts {
    fn add(&mut self, status: Status) {
        self.paragraphs += 1;
        *match status {
            Status::Built => &mut self.built,
            Status::InPart => &mut self.in_part,
            Status::Untested => &mut self.untested,
            Status::NotBuilt => &mut self.not_built_yet,
        } += 1;
    }
}

impl<'a> ListReport<'a> {
    pub(super) fn new(book: &'a Rulebook, status: impl Fn(&str) -> Status) -> Self {
        let line = |paragraph: &'a Paragraph| ParagraphLine {
            id: &paragraph.id,
            title: &paragraph.title,
            status: status(&paragraph.id),
        };
        let chapter = |chapter: &'a Chapter| ChapterLines {
            number: chapter.number,
            title: &chapter.title,
            paragraphs: chapter.paragraphs.iter().map(line).collect(),
        };
        let chapters: Vec<_> = book.chapters.iter().map(chapter).collect();
        let mut counts = Counts::default();
        for line in chapters.iter().flat_map(|chapter| &chapter.paragraphs) {
            counts.add(line.status);
        }
        let article = |Article { id, title, .. }: &'a Article| ArticleLine { id, title };
        Self { chapters, articles: book.articles.iter().map(article).collect(), counts }
    }
}

/// All rulings, by chapter and paragraph.
#[derive(Debug, Serialize)]
pub(super) struct RulingsReport<'a> {
    /// The ruleset whose readings they are, if one was asked for.
    pub(super) ruleset: Option<&'a str>,
    /// The chapters that have any.
    pub(super) chapters: Vec<ChapterRulings<'a>>,
    pub(super) counts: RulingCounts,
}

#[derive(Debug, Serialize)]
pub(super) struct ChapterRulings<'a> {
    pub(super) number: u8,
    pub(super) title: &'a str,
    /// The paragraphs that have any.
    pub(super) paragraphs: Vec<ParagraphRulings<'a>>,
}

#[derive(Debug, Serialize)]
pub(super) struct ParagraphRulings<'a> {
    pub(super) id: &'a str,
    pub(super) title: &'a str,
    /// Not empty.
    pub(super) rulings: Vec<RulingReport<'a>>,
}

/// A ruling, and where a ruleset sets it.
#[derive(Debug, Serialize)]
pub(super) struct RulingReport<'a> {
    /// Its paragraph and number.
    pub(super) name: String,
    #[serde(flatten)]
    pub(super) ruling: &'a Ruling,
    /// The switches that say which reading is played; empty if it is code.
    pub(super) switches: Vec<Reading>,
    /// Whether the author of the ruleset has confirmed it.
    pub(super) confirmed: bool,
}

/// A paragraph's rulings.
fn rulings_of<'a>(paragraph: &'a Paragraph, ruleset: Option<&Ruleset>) -> Vec<RulingReport<'a>> {
    let report = |(index, ruling)| {
        let name = rulings::name(&paragraph.id, index);
        let switches = rulings::readings(&name, ruleset);
        let confirmed = ruleset.is_some_and(|ruleset| ruleset.confirmed.contains(&name));
        RulingReport { name, ruling, switches, confirmed }
    };
    paragraph.rulings.iter().enumerate().map(report).collect()
}

/// A word of the rulebook.
#[derive(Debug, Serialize)]
pub(super) struct TermReport<'a> {
    pub(super) term: &'a Term,
    pub(super) title: &'a str,
    pub(super) text: &'a str,
    /// Other occurrences.
    pub(super) found: Found<'a>,
}

impl<'a> TermReport<'a> {
    /// With the title and text of its paragraph.
    pub(super) fn new(term: &'a Term, paragraph: &'a Paragraph, found: Found<'a>) -> Self {
        Self { term, title: &paragraph.title, text: &paragraph.text, found }
    }
}

/// Number of rulings, and of the paragraphs that they belong to.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub(super) struct RulingCounts {
    pub(super) rulings: usize,
    pub(super) paragraphs: usize,
    /// Of the rulings, those that a switch sets.
    pub(super) switches: usize,
    /// Those that are confirmed.
    pub(super) confirmed: usize,
}

impl<'a> RulingsReport<'a> {
    pub(super) fn new(book: &'a Rulebook, ruleset: Option<&'a Ruleset>) -> Self {
        let ruled = |paragraph: &'a Paragraph| {
            let Paragraph { id, title, rulings, .. } = paragraph;
            let report = || ParagraphRulings { id, title, rulings: rulings_of(paragraph, ruleset) };
            (!rulings.is_empty()).then(report)
        };
        let chapter = |chapter: &'a Chapter| ChapterRulings {
            number: chapter.number,
            title: &chapter.title,
            paragraphs: chapter.paragraphs.iter().filter_map(ruled).collect(),
        };
        let mut chapters: Vec<_> = book.chapters.iter().map(chapter).collect();
        chapters.retain(|chapter| !chapter.paragraphs.is_empty());
        let paragraphs = || chapters.iter().flat_map(|chapter| &chapter.paragraphs);
        let rulings = || paragraphs().flat_map(|paragraph| &paragraph.rulings);
        let counts = RulingCounts {
            rulings: rulings().count(),
            paragraphs: paragraphs().count(),
            switches: rulings().filter(|ruling| !ruling.switches.is_empty()).count(),
            confirmed: rulings().filter(|ruling| ruling.confirmed).count(),
        };
        Self { ruleset: ruleset.map(|ruleset| ruleset.name.as_str()), chapters, counts }
    }
}

/// One paragraph whole.
#[derive(Debug, Serialize)]
pub(super) struct ParagraphReport<'a> {
    pub(super) id: &'a str,
    pub(super) title: &'a str,
    pub(super) chapter: ChapterName<'a>,
    pub(super) status: Status,
    pub(super) text: &'a str,
    pub(super) sources: Vec<&'a Source>,
    pub(super) source_note: Option<&'a str>,
    pub(super) editions: &'a [Edition],
    pub(super) edition_note: Option<&'a str>,
    pub(super) missing: Option<&'a str>,
    pub(super) rulings: Vec<RulingReport<'a>>,
    /// The keys of rulesets that belong to it.
    pub(super) numbers: Vec<Number>,
    /// `None` where the sources are not at hand.
    #[serde(flatten)]
    pub(super) cited_by: Option<CitedBy<'a>>,
}

/// Citations of a paragraph.
#[derive(Debug, Serialize)]
pub(super) struct CitedBy<'a> {
    pub(super) code: Vec<&'a Citation>,
    pub(super) tests: Vec<&'a Citation>,
    pub(super) benches: Vec<&'a Citation>,
}

impl<'a> CitedBy<'a> {
    fn new(id: &str, citations: &'a [Citation]) -> Self {
        let of_kind = |kind| citations.iter().filter(|c| c.rule == id && c.kind == kind).collect();
        Self {
            code: of_kind(CitationKind::Code),
            tests: of_kind(CitationKind::Test),
            benches: of_kind(CitationKind::Bench),
        }
    }
}

#[derive(Debug, Serialize)]
pub(super) struct ChapterName<'a> {
    pub(super) number: u8,
    pub(super) title: &'a str,
}

impl<'a> ParagraphReport<'a> {
    pub(super) fn new(
        book: &'a Rulebook,
        chapter: &'a Chapter,
        paragraph: &'a Paragraph,
        citations: Option<&'a [Citation]>,
        rulesets: Rulesets,
    ) -> Self {
        let source = |mark: &Mark| book.sources.iter().find(|source| source.mark == *mark);
        Self {
            id: &paragraph.id,
            title: &paragraph.title,
            chapter: ChapterName { number: chapter.number, title: &chapter.title },
            status: status(&paragraph.id),
            text: &paragraph.text,
            sources: paragraph.sources.iter().filter_map(source).collect(),
            source_note: paragraph.source_note.as_deref(),
            editions: &paragraph.editions,
            edition_note: paragraph.edition_note.as_deref(),
            missing: paragraph.missing.as_deref(),
            rulings: rulings_of(paragraph, None),
            numbers: of_paragraph(&paragraph.id, rulesets),
            cited_by: citations.map(|citations| CitedBy::new(&paragraph.id, citations)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::rulebook::rulebook;

    #[test]
    fn the_list_counts_each_status() {
        let book = rulebook().unwrap();
        let list = ListReport::new(book, |id| match id {
            "BAS-1" => Status::Built,
            _ => Status::NotBuilt,
        });
        let paragraphs = book.paragraphs().count();
        let expected = Counts { paragraphs, built: 1, not_built_yet: paragraphs - 1, ..Counts::default() };
        assert_eq!(list.counts, expected);
        assert_eq!(list.chapters[0].paragraphs[0].status, Status::Built);
    }

    #[test]
    fn a_paragraph_has_the_citations_of_its_id_by_kind() {
        let cite = |rule: &str, kind, note: Option<&str>| Citation {
            rule: rule.to_owned(),
            kind,
            file: "src/rules/basics.rs".to_owned(),
            line: 7,
            item: "rules::basics::gap".to_owned(),
            note: note.map(str::to_owned),
        };
        let citations = [
            cite("BAS-1", CitationKind::Code, Some("discs")),
            cite("BAS-10", CitationKind::Code, Some("discs")),
            cite("BAS-1", CitationKind::Test, None),
            cite("BAS-1", CitationKind::Bench, None),
        ];
        let book = rulebook().unwrap();
        let chapter = &book.chapters[0];
        let report = |citations| {
            ParagraphReport::new(book, chapter, &chapter.paragraphs[0], citations, Rulesets::default())
        };
        let found = report(Some(&citations[..]));
        assert_eq!((found.id, found.chapter.number), ("BAS-1", 1));
        let cited_by = found.cited_by.unwrap();
        assert_eq!(cited_by.code, [&citations[0]]);
        assert_eq!(cited_by.tests, [&citations[2]]);
        assert_eq!(cited_by.benches, [&citations[3]]);
        let json = |citations| serde_json::to_value(report(citations)).unwrap();
        assert_eq!(json(Some(&citations))["code"][0]["line"], 7);
        assert_eq!(json(None).get("code"), None, "unknown, not none");
    }
}
