//! The values of the reports on the rulebook, which are also their JSON.
//!
//! A status is derived from citations alone, so nobody maintains a list of what is built.

use crate::level::{
    citations::{Citation, CitationKind},
    rulebook::{Article, Chapter, Edition, Mark, Paragraph, Rulebook, Source},
};
use serde::Serialize;
use std::fmt;

/// How much of a paragraph the program plays, by what its sources cite.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub(super) enum Status {
    /// Code plays the whole of it, and a test checks it.
    #[serde(rename = "built")]
    Built,
    /// Tested, but some code says that it plays a part only.
    #[serde(rename = "in part")]
    InPart,
    /// Code plays it, or a part of it, and no test checks it.
    #[serde(rename = "untested")]
    Untested,
    /// No code plays it.
    #[serde(rename = "not built yet")]
    NotBuilt,
}

impl Status {
    /// From the citations of one paragraph.
    fn of(citations: &[Citation]) -> Self {
        let mut code = citations.iter().filter(|c| c.kind == CitationKind::Code);
        let has_code = code.clone().next().is_some();
        let has_test = citations.iter().any(|c| c.kind == CitationKind::Test);
        match (has_code, has_test) {
            (false, _) => Self::NotBuilt,
            (true, false) => Self::Untested,
            (true, true) if code.any(|c| c.note.is_some()) => Self::InPart,
            (true, true) => Self::Built,
        }
    }
}

impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Built => "built",
            Self::InPart => "in part",
            Self::Untested => "untested",
            Self::NotBuilt => "not built yet",
        })
    }
}

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

/// How many paragraphs there are of each status.
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
    pub(super) fn new(book: &'a Rulebook, citations: &[Citation]) -> Self {
        let line = |paragraph: &'a Paragraph| ParagraphLine {
            id: &paragraph.id,
            title: &paragraph.title,
            status: Status::of(&of_rule(citations, &paragraph.id)),
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
    pub(super) code: Vec<Citation>,
    pub(super) tests: Vec<Citation>,
    pub(super) benches: Vec<Citation>,
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
        citations: &[Citation],
    ) -> Self {
        let cited = of_rule(citations, &paragraph.id);
        let of_kind = |kind| cited.iter().copied().filter(|c| c.kind == kind).collect();
        let source = |mark: &Mark| book.sources.iter().find(|source| source.mark == *mark);
        Self {
            id: &paragraph.id,
            title: &paragraph.title,
            chapter: ChapterName { number: chapter.number, title: &chapter.title },
            status: Status::of(&cited),
            text: &paragraph.text,
            sources: paragraph.sources.iter().filter_map(source).collect(),
            source_note: paragraph.source_note.as_deref(),
            editions: &paragraph.editions,
            edition_note: paragraph.edition_note.as_deref(),
            code: of_kind(CitationKind::Code),
            tests: of_kind(CitationKind::Test),
            benches: of_kind(CitationKind::Bench),
        }
    }
}

fn of_rule(citations: &[Citation], id: &str) -> Vec<Citation> {
    citations.iter().copied().filter(|c| c.rule == id).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::rulebook::rulebook;

    fn cite(kind: CitationKind, note: Option<&'static str>) -> Citation {
        Citation {
            rule: "BAS-1",
            kind,
            item: "rules::basics::gap",
            file: "src/rules/basics.rs",
            line: 7,
            note,
        }
    }

    const CODE: CitationKind = CitationKind::Code;
    const TEST: CitationKind = CitationKind::Test;
    const BENCH: CitationKind = CitationKind::Bench;

    #[test]
    fn the_status_follows_from_the_citations() {
        let part = Some("discs only");
        for (citations, expected) in [
            (vec![], Status::NotBuilt),
            (vec![cite(TEST, None)], Status::NotBuilt),
            (vec![cite(BENCH, None), cite(TEST, None)], Status::NotBuilt),
            (vec![cite(CODE, None)], Status::Untested),
            (vec![cite(CODE, part)], Status::Untested),
            (vec![cite(CODE, None), cite(BENCH, None)], Status::Untested),
            (vec![cite(CODE, None), cite(TEST, None)], Status::Built),
            (vec![cite(CODE, None), cite(TEST, part)], Status::Built),
            (vec![cite(CODE, part), cite(TEST, None)], Status::InPart),
            (vec![cite(CODE, None), cite(CODE, part), cite(TEST, None)], Status::InPart),
        ] {
            assert_eq!(Status::of(&citations), expected, "{citations:?}");
        }
    }

    #[test]
    fn the_list_counts_each_status() {
        let book = rulebook().unwrap();
        let citations = [cite(CODE, None), cite(TEST, None)];
        let list = ListReport::new(book, &citations);
        let paragraphs = book.paragraphs().count();
        let expected = Counts { paragraphs, built: 1, not_built_yet: paragraphs - 1, ..Counts::default() };
        assert_eq!(list.counts, expected);
        assert_eq!(list.chapters[0].paragraphs[0].status, Status::Built);
    }

    #[test]
    fn a_paragraph_has_the_citations_of_its_id_by_kind() {
        let citations = [cite(CODE, Some("discs")), cite(TEST, None), cite(BENCH, None)];
        let other = Citation { rule: "BAS-10", ..citations[0] };
        let cited = [citations[0], other, citations[1], citations[2]];
        let book = rulebook().unwrap();
        let chapter = &book.chapters[0];
        let found = ParagraphReport::new(book, chapter, &chapter.paragraphs[0], &cited);
        assert_eq!((found.id, found.chapter.number), ("BAS-1", 1));
        assert_eq!(found.code, citations[..1]);
        assert_eq!(found.tests, citations[1..2]);
        assert_eq!(found.benches, citations[2..]);
    }
}
