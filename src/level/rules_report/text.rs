//! The reports on the rulebook as text, at most 100 columns wide.

use super::layout::{COLUMNS, blocks, field, wrap};
use super::numbers::write_numbers;
use super::values::{
    ArticleLine, CitedBy, Counts, ListReport, ParagraphReport, RulingCounts, RulingReport, RulingsReport,
};
use crate::level::{
    citations::Citation,
    glossary::Term,
    rulebook::{Article, Paragraph, Ruling},
    rulings::Reading,
};
use std::io::{self, Write};

/// One line for each paragraph, under the title of its chapter.
pub(super) fn list(out: &mut impl Write, list: &ListReport) -> io::Result<()> {
    for chapter in &list.chapters {
        writeln!(out, "{}. {}", chapter.number, chapter.title)?;
        for line in &chapter.paragraphs {
            writeln!(out, "  {:<8}{:<36}{}", line.id, line.title, line.status)?;
        }
        writeln!(out)?;
    }
    for ArticleLine { id, title } in &list.articles {
        writeln!(out, "{id}: {title}")?;
    }
    writeln!(out)?;
    let Counts { paragraphs, built, in_part, untested, not_built_yet } = list.counts;
    writeln!(
        out,
        "{paragraphs} paragraphs: {built} built, {in_part} in part, {untested} untested, \
         {not_built_yet} not built yet"
    )
}

/// Every paragraph that has rulings, with them, under the title of its chapter.
pub(super) fn rulings(out: &mut impl Write, report: &RulingsReport) -> io::Result<()> {
    let by = report.ruleset.map_or_else(String::new, |name| format!(" The switches are set as in {name}."));
    let intro = format!(
        "Where the rulebook is silent or unclear, the program plays by these rulings. The author of the game may \
         confirm each by its paragraph and number, in a ruleset's field confirmed, and overturn those that name a \
         switch by setting it; the others are code, and say why.{by}"
    );
    blocks(out, &intro)?;
    for chapter in &report.chapters {
        writeln!(out, "\n{}. {}", chapter.number, chapter.title)?;
        for paragraph in &chapter.paragraphs {
            writeln!(out, "\n{}  {}", paragraph.id, paragraph.title)?;
            numbered_rulings(out, &paragraph.rulings)?;
        }
    }
    let RulingCounts { rulings, paragraphs, switches, confirmed } = report.counts;
    writeln!(
        out,
        "\n{switches} of them have switches, {} are code, {confirmed} are confirmed",
        rulings - switches
    )?;
    writeln!(out, "{rulings} rulings on {paragraphs} paragraphs")
}

/// Each ruling with its number; below it the reading that was not taken, and the switch that sets it or why none does.
fn numbered_rulings(out: &mut impl Write, rulings: &[RulingReport]) -> io::Result<()> {
    const INDENT: usize = 6;
    for (index, RulingReport { ruling, switches, confirmed, .. }) in rulings.iter().enumerate() {
        let Ruling { ruling, instead_of, code } = ruling;
        let number = format!("{:>4}", index + 1);
        let switch =
            |one: &Reading| format!("Switch: {} is {}, not {}.", one.key, one.value, one.others.join(" or "));
        let code = code.iter().map(|code| format!("Code: {code}"));
        let settled = confirmed.then(|| "Confirmed.".to_owned());
        let parts = [ruling.clone(), format!("Instead of: {instead_of}")].into_iter();
        let parts = parts.chain(switches.iter().map(switch)).chain(code).chain(settled);
        for (place, line) in parts.flat_map(|part| wrap(&part, COLUMNS - INDENT)).enumerate() {
            let number = if place == 0 { &number } else { "" };
            writeln!(out, "{number:<INDENT$}{line}")?;
        }
    }
    Ok(())
}

/// A whole paragraph with its rulings, sources, editions and citations.
pub(super) fn paragraph(out: &mut impl Write, paragraph: &ParagraphReport) -> io::Result<()> {
    let ParagraphReport { id, title, chapter, status, .. } = paragraph;
    let (number, name) = (chapter.number, chapter.title);
    writeln!(out, "{id}  {title}  (chapter {number}, {name}; {status})\n")?;
    blocks(out, paragraph.text)?;
    if let Some(missing) = paragraph.missing {
        writeln!(out)?;
        blocks(out, &format!("Not played yet: {missing}"))?;
    }
    if !paragraph.rulings.is_empty() {
        writeln!(out, "\nRulings")?;
        numbered_rulings(out, &paragraph.rulings)?;
    }
    writeln!(out)?;
    let sources = paragraph.sources.iter();
    let sources = sources.map(|source| format!("{}: {}", source.mark, source.meaning));
    field(out, "Sources", sources.chain(paragraph.source_note.map(str::to_owned)))?;
    let editions: Vec<String> = paragraph.editions.iter().map(ToString::to_string).collect();
    let editions = std::iter::once(editions.join(", "));
    field(out, "Editions", editions.chain(paragraph.edition_note.map(str::to_owned)))?;
    write_numbers(out, &paragraph.numbers)?;
    let Some(CitedBy { code, tests, benches }) = &paragraph.cited_by else {
        return writeln!(
            out,
            "\nWhich functions and tests cite it is listed only where the program's sources are."
        );
    };
    field(out, "Code", code.iter().map(|citation| place(citation)))?;
    field(out, "Tests", tests.iter().map(|citation| place(citation)))?;
    field(out, "Benches", benches.iter().map(|citation| place(citation)))
}

/// A word of the rulebook: its sentence, its other forms, and its paragraph.
pub(super) fn term(out: &mut impl Write, term: &Term, paragraph: &Paragraph) -> io::Result<()> {
    writeln!(out, "{}\n", term.title())?;
    blocks(out, &term.meaning)?;
    let forms: Vec<&str> = term.forms.iter().map(String::as_str).collect();
    if !forms.is_empty() {
        writeln!(out)?;
        blocks(out, &format!("Also: {}", forms.join(", ")))?;
    }
    writeln!(out, "\n{}  {}\n", paragraph.id, paragraph.title)?;
    blocks(out, &paragraph.text)
}

/// An article: its title and its text.
pub(super) fn article(out: &mut impl Write, article: &Article) -> io::Result<()> {
    writeln!(out, "{}\n", article.title)?;
    blocks(out, &article.text)
}

/// A citation: item, file and line, and which part it is limited to.
fn place(citation: &Citation) -> String {
    let Citation { item, file, line, .. } = citation;
    let note = citation.note.as_ref().map(|note| format!(" (in part: {note})"));
    format!("{item}  {file}:{line}{}", note.unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::super::Rulesets;
    use super::*;
    use crate::level::{citations::CitationKind, rulebook::rulebook};

    #[test]
    fn text_breaks_between_words_and_counts_letters_not_bytes() {
        for (text, columns, expected) in [
            ("", 5, &[""][..]),
            ("one two", 7, &["one two"]),
            ("one two", 6, &["one", "two"]),
            ("½ × Mv", 6, &["½ × Mv"]),
            ("a overlong b", 4, &["a", "overlong", "b"]),
            ("a  b", 9, &["a  b"]),
        ] {
            assert_eq!(wrap(text, columns), expected, "{text:?} in {columns}");
        }
    }

    #[test]
    fn a_paragraph_shows_its_sources_editions_and_citations() {
        let part = [Citation {
            rule: "LD-2".to_owned(),
            kind: CitationKind::Code,
            file: "src/rules/nerve.rs".to_owned(),
            line: 12,
            item: "rules::nerve::current".to_owned(),
            note: Some("without the limit".to_owned()),
        }];
        let book = rulebook().unwrap();
        let found = book.paragraph("LD-2").unwrap();
        let written = |citations| {
            let mut out = Vec::new();
            paragraph(
                &mut out,
                &ParagraphReport::new(book, &book.chapters[2], found, citations, Rulesets::default()),
            )
            .unwrap();
            String::from_utf8(out).unwrap()
        };
        let out = written(Some(&part));
        for expected in [
            "LD-2  Current nerve  (chapter 3, Leadership, suppression, nerve; ",
            ")\n\nEach ",
            "\nSources   S1: Leadership & Suppression 0.5, 23 Feb 2013\n",
            "\nEditions  combined, v0.52, outline-2012\n          outline-2012: there are no nerve",
            "\nCode      rules::nerve::current  src/rules/nerve.rs:12 (in part: without the limit)\n",
        ] {
            assert!(out.contains(expected), "{expected:?} in\n{out}");
        }
        assert!(!out.contains("Tests") && !out.contains("listed only"), "{out}");
        let out = written(None);
        assert!(
            !out.contains("Code") && out.ends_with("listed only where the program's sources are.\n"),
            "{out}"
        );
    }
}
