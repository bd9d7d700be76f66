//! `warstrike rules`: the rulebook as this program plays it, its words and rulings, and the differences
//! between two rulesets.

use std::io::Write;

use clap::Args;

use warstrike::level::citations::all_citations;
use warstrike::level::data_folder::DataFolder;
use warstrike::level::glossary::{Answer, Term, glossary};
use warstrike::level::rules_report::{
    Format, ReportError, is_id, write_list, write_paragraph, write_rulings, write_term,
};
use warstrike::level::rules_status::{Status, status};
use warstrike::level::ruleset_diff::compare;
use warstrike::level::ruleset_file::read_ruleset;
use warstrike::rules::ruleset::Ruleset;
use warstrike::standard_error::tell;

use super::{ToolError, ToolResult};

#[derive(Args)]
pub(super) struct RulesArgs {
    /// A paragraph, such as MOV-5, or a word of the rulebook, such as suppressed; by default the list of all paragraphs
    #[arg(value_name = "PARAGRAPH|WORD")]
    asked: Vec<String>,
    /// Print the differences between two rulesets, each by path or by name
    #[arg(long, num_args = 2, value_names = ["A", "B"], conflicts_with = "asked")]
    diff: Option<Vec<String>>,
    /// Print every decision taken where the rulebook is silent or unclear
    #[arg(long, conflicts_with_all = ["asked", "diff"])]
    rulings: bool,
    /// The ruleset whose readings --rulings prints
    #[arg(long, value_name = "RULESET", requires = "rulings")]
    ruleset: Option<String>,
    /// Write JSON
    #[arg(long)]
    json: bool,
}

pub(super) fn rules(
    args: &RulesArgs,
    data: impl Fn() -> Result<DataFolder, ToolError>,
    out: &mut impl Write,
) -> ToolResult {
    let format = if args.json { Format::Json } else { Format::Text };
    if let Some([a, b]) = args.diff.as_deref() {
        return diff(a, b, format, &data()?, out);
    }
    // A word may be several: `warstrike rules on my target`.
    let asked = args.asked.join(" ");
    let written = match (asked.as_str(), term(&asked)) {
        ("", _) if args.rulings => {
            let read = |name: &String| read(name, &data()?);
            write_rulings(out, args.ruleset.as_ref().map(read).transpose()?.as_ref(), format)
        }
        ("", _) => write_list(out, format),
        (_, Some(term)) => write_term(out, term, format),
        (id, None) => {
            let citations = data().ok().map(|data| all_citations(data.root())).transpose();
            let unreadable = |error| ToolError::Bad(format!("the sources could not be read: {error}"));
            write_paragraph(out, id, citations.map_err(unreadable)?.flatten().as_deref(), format)
        }
    };
    written.map_err(|error| match error {
        ReportError::Io(error) => ToolError::from(error),
        error => ToolError::Bad(error.to_string()),
    })
}

/// The term that is asked for, or most probably meant; `None` for the id of a paragraph, and for what looks like one.
fn term(asked: &str) -> Option<&'static Term> {
    let looks_like_id = asked.contains('-') && asked.ends_with(|last: char| last.is_ascii_digit());
    if is_id(asked) || looks_like_id {
        return None;
    }
    match glossary().ok()?.asked(asked)? {
        Answer::Found(term) => Some(term),
        Answer::Nearest(term) => {
            tell(format!("the rulebook has no word \"{asked}\"; this is the nearest:"));
            Some(term)
        }
    }
}

fn read(name: &str, data: &DataFolder) -> Result<Ruleset, ToolError> {
    let ruleset = data.ruleset_chain(name).and_then(|chain| read_ruleset(&chain));
    ruleset.map_err(|faults| ToolError::Bad(faults.to_string()))
}

fn diff(a: &str, b: &str, format: Format, data: &DataFolder, out: &mut impl Write) -> ToolResult {
    let comparison = compare(&read(a, data)?, &read(b, data)?, |id| status(id) != Status::NotBuilt);
    match format {
        Format::Text => comparison.write_words(out)?,
        Format::Json => comparison.write_json(out)?,
    }
    Ok(())
}
