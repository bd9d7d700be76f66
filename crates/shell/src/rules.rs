//! `rules`: the rulebook of a game as this program plays it.

pub mod book;
mod report;
mod value;

use std::io::Write;
use std::path::Path;

use serde::Serialize;
use tabletop::text::layout::{COLUMNS, wrap};
use tabletop_data::citations::all_citations;

use crate::arguments::RulesArgs;
use crate::error::{ToolError, ToolResult};
use crate::files::{Files, RULESET};
use crate::hosted::Hosted;
use crate::lines::write_json;
pub use book::{Book, BookChapter, BookParagraph, BookRuling, BookSource};
use report::{ListReport, ParagraphReport, RulingsReport};
pub use tabletop_data::rule_status::Status;
pub use value::RuleValue;

/// The rulebook of a game, as it is part of the program.
#[derive(Clone, Copy, Debug)]
pub struct RuleTexts {
    /// First letters of every id: "LOST-".
    pub prefix: &'static str,
    /// The paragraphs, as [`Book`] reads them.
    pub book: &'static str,
    /// Status of every paragraph, a line each: its id and a [`Status`] in words.
    pub status: &'static str,
    /// The missing part of paragraphs that are built in part, a line each, after the id.
    pub missing: &'static str,
}

/// The texts of a rulebook: what every id begins with, and the folder of the game within `assets/`.
#[macro_export]
macro_rules! rule_texts {
    ($prefix:literal, $folder:literal) => {
        $crate::rules::RuleTexts {
            prefix: $prefix,
            book: $crate::rule_texts!(@file $folder "rulebook.ron"),
            status: $crate::rule_texts!(@file $folder "rules-status.txt"),
            missing: $crate::rule_texts!(@file $folder "rules-missing.txt"),
        }
    };
    (@file $folder:literal $name:literal) => {
        include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../assets/", $folder, "/", $name))
    };
}

/// A ruleset by its name, with its values.
pub(crate) struct NamedValues {
    name: String,
    values: Vec<RuleValue>,
}

/// Prints what is asked of the rulebook.
pub(crate) fn rules<G: Hosted>(args: &RulesArgs, files: &Files<'_>, out: &mut impl Write) -> ToolResult {
    if let Some([a, b]) = args.diff.as_deref() {
        return diff(&read::<G>(a, files)?, &read::<G>(b, files)?, args.json, out);
    }
    let book =
        Book::parse(G::RULES).map_err(|why| ToolError::Bad(format!("the rulebook of {}: {why}", G::NAME)))?;
    let ruleset = read::<G>(args.ruleset.as_deref().unwrap_or(Path::new(G::RULESET)), files)?;
    let asked = asked::<G>(&args.asked);
    if args.rulings {
        let report = RulingsReport::new(&book, &ruleset);
        return if args.json { write_json(out, &report) } else { report.write(out) };
    }
    if asked.is_empty() {
        let report = ListReport::new(&book);
        return if args.json { write_json(out, &report) } else { report.write(out) };
    }
    let id = asked.to_uppercase();
    let id = if id.starts_with(G::RULES.prefix) { id } else { format!("{}{id}", G::RULES.prefix) };
    if let Some((chapter, paragraph)) = book.find(&id) {
        let unreadable = |error| ToolError::Bad(format!("the sources could not be read: {error}"));
        let citations = all_citations(files.root()).map_err(unreadable)?;
        let report = ParagraphReport::new(&book, chapter, paragraph, &ruleset, citations.as_deref());
        return if args.json { write_json(out, &report) } else { report.write(out) };
    }
    search(&book, &asked, G::NAME, args.json, out)
}

/// The words asked for beside the name of the game.
fn asked<G: Hosted>(words: &[String]) -> String {
    let asked = words.join(" ");
    let names =
        [G::ID.to_owned(), G::NAME.to_lowercase(), G::RULES.prefix.trim_end_matches('-').to_lowercase()];
    let lower = asked.to_lowercase();
    let name = names.iter().find(|name| lower == **name || lower.starts_with(&format!("{name} ")));
    name.map_or(asked.clone(), |name| asked[name.len()..].trim().to_owned())
}

/// Prints every paragraph in which a word stands.
fn search(book: &Book, asked: &str, game: &str, as_json: bool, out: &mut impl Write) -> ToolResult {
    let lower = asked.to_lowercase();
    let found: Vec<&BookParagraph> =
        book.paragraphs().filter(|paragraph| paragraph.text.to_lowercase().contains(&lower)).collect();
    if found.is_empty() {
        let ids = book.near(asked).join(", ");
        return Err(ToolError::Bad(format!(
            "the rulebook of {game} has no paragraph and no word \"{asked}\"; its paragraphs: {ids}"
        )));
    }
    if as_json {
        return write_json(out, &found);
    }
    for paragraph in found {
        writeln!(out, "{}", paragraph.id)?;
        for line in wrap(&paragraph.text, COLUMNS - 4) {
            writeln!(out, "    {line}")?;
        }
    }
    Ok(())
}

fn read<G: Hosted>(ruleset: &Path, files: &Files<'_>) -> ToolResult<NamedValues> {
    let values = files.read(RULESET, ruleset).and_then(|source| G::values(&source));
    let (name, values) = values.map_err(|faults| ToolError::Bad(faults.to_string()))?;
    Ok(NamedValues { name, values })
}

/// A value that differs.
#[derive(Serialize)]
struct Difference<'a> {
    key: &'a str,
    rules: &'a [String],
    a: &'a str,
    b: &'a str,
}

/// Prints the values in which two rulesets differ.
fn diff(a: &NamedValues, b: &NamedValues, as_json: bool, out: &mut impl Write) -> ToolResult {
    let value_in = |key: &str| b.values.iter().find(|value| value.key == key).map(|value| &*value.value);
    let differs = |value: &'_ RuleValue| value_in(&value.key).is_some_and(|other| other != value.value);
    let differences: Vec<Difference<'_>> = a
        .values
        .iter()
        .filter(|value| differs(value))
        .map(|value| Difference {
            key: &value.key,
            rules: &value.rules,
            a: &value.value,
            b: value_in(&value.key).unwrap_or_default(),
        })
        .collect();
    if as_json {
        #[derive(Serialize)]
        struct Comparison<'a> {
            a: &'a str,
            b: &'a str,
            differences: &'a [Difference<'a>],
        }
        return write_json(out, &Comparison { a: &a.name, b: &b.name, differences: &differences });
    }
    match differences.len() {
        0 => writeln!(out, "{} and {} are the same rules.", a.name, b.name)?,
        1 => writeln!(out, "{} and {} differ in one point:", a.name, b.name)?,
        many => writeln!(out, "{} and {} differ in {many} points:", a.name, b.name)?,
    }
    let width = a.name.chars().count().max(b.name.chars().count());
    for Difference { key, rules, a: in_a, b: in_b } in &differences {
        writeln!(out, "  {key} ({})", rules.join(", "))?;
        writeln!(out, "    {:width$}  {in_a}", a.name)?;
        writeln!(out, "    {:width$}  {in_b}", b.name)?;
    }
    Ok(())
}
