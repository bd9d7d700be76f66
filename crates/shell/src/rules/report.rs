//! Reports on a rulebook: plain data, and the same as text.

use std::io::Write;

use serde::Serialize;
use tabletop::text::layout::{COLUMNS, blocks, field, wrap};
use tabletop_data::citations::{Citation, CitationKind};
use tabletop_data::rule_status::Status;

use super::book::{Book, BookChapter, BookParagraph, BookRuling, BookSource};
use super::{NamedValues, RuleValue};
use crate::error::ToolResult;

/// Every paragraph in a line.
#[derive(Serialize)]
pub(super) struct ListReport<'a> {
    chapters: Vec<ChapterLines<'a>>,
    /// Number of paragraphs of each status.
    counts: Vec<(Status, usize)>,
}

#[derive(Serialize)]
struct ChapterLines<'a> {
    title: &'a str,
    paragraphs: Vec<Line<'a>>,
}

#[derive(Serialize)]
struct Line<'a> {
    id: &'a str,
    /// The beginning of its text.
    begins: String,
    status: Status,
}

impl<'a> ListReport<'a> {
    pub(super) fn new(book: &'a Book) -> Self {
        let line = |paragraph: &'a BookParagraph| Line {
            id: &paragraph.id,
            begins: wrap(&paragraph.text, 64).into_iter().next().unwrap_or_default(),
            status: paragraph.status,
        };
        let chapter = |chapter: &'a BookChapter| ChapterLines {
            title: &chapter.title,
            paragraphs: chapter.paragraphs.iter().map(line).collect(),
        };
        let count = |status| book.paragraphs().filter(|paragraph| paragraph.status == status).count();
        Self {
            chapters: book.chapters.iter().map(chapter).collect(),
            counts: Status::ALL.map(|status| (status, count(status))).to_vec(),
        }
    }

    pub(super) fn write(&self, out: &mut impl Write) -> ToolResult {
        for (number, ChapterLines { title, paragraphs }) in (1..).zip(&self.chapters) {
            writeln!(out, "{number}. {title}")?;
            for Line { id, begins, status } in paragraphs {
                writeln!(out, "  {id:<13}{begins:<66}{}", status.words())?;
            }
            writeln!(out)?;
        }
        let all: usize = self.counts.iter().map(|(_, count)| count).sum();
        let counts = self.counts.iter().map(|(status, count)| format!("{count} {}", status.words()));
        Ok(writeln!(out, "{all} paragraphs: {}", counts.collect::<Vec<_>>().join(", "))?)
    }
}

/// A ruling, and what sets it.
#[derive(Serialize)]
struct RulingReport<'a> {
    #[serde(flatten)]
    ruling: &'a BookRuling,
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<&'a RuleValue>,
}

impl<'a> RulingReport<'a> {
    fn of(paragraph: &'a BookParagraph, ruleset: &'a NamedValues) -> Vec<Self> {
        let value_of = |ruling: &BookRuling| {
            let key = ruling.switch.as_ref()?;
            ruleset.values.iter().find(|value| value.key == *key)
        };
        paragraph.rulings.iter().map(|ruling| Self { ruling, value: value_of(ruling) }).collect()
    }
}

fn write_rulings(out: &mut impl Write, rulings: &[RulingReport<'_>]) -> ToolResult {
    const INDENT: usize = 6;
    for (number, RulingReport { ruling: BookRuling { ruling, instead_of, .. }, value }) in (1..).zip(rulings)
    {
        let instead = (!instead_of.is_empty()).then(|| format!("Instead of: {instead_of}"));
        let switch = value
            .map(|one| format!("Switch: {} is {}, not {}.", one.key, one.value, one.others.join(" or ")));
        let parts = [Some(ruling.clone()), instead, switch].into_iter().flatten();
        let lines = parts.flat_map(|part| wrap(&part, COLUMNS - INDENT));
        for (place, line) in lines.enumerate() {
            let number = if place == 0 { format!("{number:>4}") } else { String::new() };
            writeln!(out, "{number:<INDENT$}{line}")?;
        }
    }
    Ok(())
}

/// Every ruling, by paragraph.
#[derive(Serialize)]
pub(super) struct RulingsReport<'a> {
    ruleset: &'a str,
    paragraphs: Vec<RuledParagraph<'a>>,
}

#[derive(Serialize)]
struct RuledParagraph<'a> {
    id: &'a str,
    rulings: Vec<RulingReport<'a>>,
}

impl<'a> RulingsReport<'a> {
    pub(super) fn new(book: &'a Book, ruleset: &'a NamedValues) -> Self {
        let ruled = book.paragraphs().filter(|paragraph| !paragraph.rulings.is_empty());
        let paragraphs = ruled.map(|paragraph| RuledParagraph {
            id: &paragraph.id,
            rulings: RulingReport::of(paragraph, ruleset),
        });
        Self { ruleset: &ruleset.name, paragraphs: paragraphs.collect() }
    }

    pub(super) fn write(&self, out: &mut impl Write) -> ToolResult {
        let intro = format!(
            "Where the sources are silent or unclear, the program plays by these rulings. Those that name a switch are set \
             in a ruleset, here as in {}.",
            self.ruleset
        );
        blocks(out, &intro)?;
        for RuledParagraph { id, rulings } in &self.paragraphs {
            writeln!(out, "\n{id}")?;
            write_rulings(out, rulings)?;
        }
        let all: usize = self.paragraphs.iter().map(|paragraph| paragraph.rulings.len()).sum();
        Ok(writeln!(out, "\n{all} rulings on {} paragraphs", self.paragraphs.len())?)
    }
}

/// A paragraph whole.
#[derive(Serialize)]
pub(super) struct ParagraphReport<'a> {
    id: &'a str,
    chapter: &'a str,
    status: Status,
    text: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    missing: Option<&'a str>,
    rulings: Vec<RulingReport<'a>>,
    sources: Vec<&'a BookSource>,
    /// The values of the ruleset that it uses.
    values: Vec<&'a RuleValue>,
    ruleset: &'a str,
    /// Its citations; `None` where the sources of the program are not at hand.
    cited_by: Option<Vec<&'a Citation>>,
}

impl<'a> ParagraphReport<'a> {
    pub(super) fn new(
        book: &'a Book,
        chapter: &'a BookChapter,
        paragraph: &'a BookParagraph,
        ruleset: &'a NamedValues,
        citations: Option<&'a [Citation]>,
    ) -> Self {
        let cites = |citation: &&Citation| citation.rule == paragraph.id;
        let is_source = |source: &&BookSource| paragraph.sources.contains(&source.mark);
        let uses = |value: &&RuleValue| value.rules.contains(&paragraph.id);
        Self {
            id: &paragraph.id,
            chapter: &chapter.title,
            status: paragraph.status,
            text: &paragraph.text,
            missing: paragraph.missing.as_deref(),
            rulings: RulingReport::of(paragraph, ruleset),
            sources: book.sources.iter().filter(is_source).collect(),
            values: ruleset.values.iter().filter(uses).collect(),
            ruleset: &ruleset.name,
            cited_by: citations.map(|all| all.iter().filter(cites).collect()),
        }
    }

    pub(super) fn write(&self, out: &mut impl Write) -> ToolResult {
        writeln!(out, "{}  ({}; {})\n", self.id, self.chapter, self.status.words())?;
        blocks(out, self.text)?;
        if let Some(missing) = self.missing {
            writeln!(out)?;
            blocks(out, &format!("Not played yet: {missing}"))?;
        }
        if !self.rulings.is_empty() {
            writeln!(out, "\nRulings")?;
            write_rulings(out, &self.rulings)?;
        }
        writeln!(out)?;
        let source = |source: &&BookSource| format!("{}: {}", source.mark, source.meaning);
        field(out, "Sources", self.sources.iter().map(source))?;
        let value = |value: &&RuleValue| format!("{} = {}", value.key, value.value);
        field(out, "Ruleset", self.values.iter().map(value))?;
        let Some(cited_by) = &self.cited_by else {
            return Ok(writeln!(
                out,
                "\nWhich functions and tests cite it is listed only where the program's sources are."
            )?);
        };
        for (name, kind) in
            [("Code", CitationKind::Code), ("Tests", CitationKind::Test), ("Benches", CitationKind::Bench)]
        {
            let of_kind = cited_by.iter().filter(|citation| citation.kind == kind);
            field(out, name, of_kind.map(|citation| place(citation)))?;
        }
        Ok(())
    }
}

/// A citation: item, file and line, and which part it is limited to.
fn place(citation: &Citation) -> String {
    let Citation { item, file, line, .. } = citation;
    let note = citation.note.as_ref().map(|note| format!(" (in part: {note})"));
    format!("{item}  {file}:{line}{}", note.unwrap_or_default())
}
