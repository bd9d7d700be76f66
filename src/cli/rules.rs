//! `warstrike rules`: the rulebook as this program plays it, its words and rulings, and the differences
//! between two rulesets.

use std::io::Write;

use clap::Args;

use warstrike::level::citations::{all_citations, readers};
use warstrike::level::data_folder::DataFolder;
use warstrike::level::glossary::{Answer, Term, glossary};
use warstrike::level::rules_report::{
    Format, ReportError, Rulesets, asked_key, is_id, write_found, write_key, write_list, write_paragraph,
    write_rulings, write_term,
};
use warstrike::level::rules_status::{Status, status};
use warstrike::level::ruleset_diff::compare;
use warstrike::level::ruleset_file::read_ruleset;
use warstrike::rules::ruleset::{KeyInfo, Ruleset};
use warstrike::standard_error::tell;

use super::{ToolError, ToolResult};

#[derive(Args)]
pub(super) struct RulesArgs {
    /// A paragraph, such as MOV-5, a key of rulesets, such as leadership.shaken_at, or a word of the rulebook, such as suppressed;
    /// by default the list of all paragraphs
    #[arg(value_name = "PARAGRAPH|KEY|WORD")]
    asked: Vec<String>,
    /// Tell the numbers of this ruleset, by path or by name, beside those of `combined` where they differ; with --rulings its readings
    #[arg(long, value_name = "NAME", conflicts_with = "diff")]
    ruleset: Option<String>,
    /// Print the differences between two rulesets, each by path or by name
    #[arg(long, num_args = 2, value_names = ["A", "B"], conflicts_with = "asked")]
    diff: Option<Vec<String>>,
    /// Print every decision taken where the rulebook is silent or unclear
    #[arg(long, conflicts_with_all = ["asked", "diff"])]
    rulings: bool,
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
    let (combined, other) = rulesets(args, &data)?;
    let rulesets = Rulesets { combined: combined.as_ref(), asked: other.as_ref() };
    let sources = || data().ok();
    let unreadable = |error| ToolError::Bad(format!("the sources could not be read: {error}"));
    let written = match Asked::of(&asked) {
        Asked::Nothing if args.rulings => write_rulings(out, other.as_ref(), format),
        Asked::Nothing => write_list(out, format),
        Asked::Key(info) => {
            let read_by = sources().map(|data| readers(data.root(), info.path().1)).transpose();
            write_key(out, info, rulesets, read_by.map_err(unreadable)?.flatten().as_deref(), format)
        }
        Asked::Term(term) => write_term(out, term, &asked, rulesets, format),
        Asked::Other => match write_found(out, &asked, rulesets, format) {
            Ok(true) => Ok(()),
            Ok(false) if let Some(term) = nearest(&asked) => write_term(out, term, &asked, rulesets, format),
            Ok(false) => write_paragraph(out, &asked, None, rulesets, format),
            Err(error) => Err(error),
        },
        Asked::Id => {
            let citations = sources().map(|data| all_citations(data.root())).transpose();
            let citations = citations.map_err(unreadable)?.flatten();
            write_paragraph(out, &asked, citations.as_deref(), rulesets, format)
        }
    };
    written.map_err(|error| match error {
        ReportError::Io(error) => ToolError::from(error),
        error => ToolError::Bad(error.to_string()),
    })
}

/// The shipped yardstick, where it is at hand, and the ruleset that is asked for.
fn rulesets(
    args: &RulesArgs,
    data: impl Fn() -> Result<DataFolder, ToolError>,
) -> Result<(Option<Ruleset>, Option<Ruleset>), ToolError> {
    let combined = data().ok().and_then(|data| read("combined", &data).ok());
    let other = match &args.ruleset {
        Some(name) => Some(read(name, &data()?)?),
        None => None,
    };
    Ok((combined, other))
}

/// What is asked for.
enum Asked {
    Nothing,
    Id,
    Key(&'static KeyInfo),
    Term(&'static Term),
    /// Some word, or a term that is written wrongly.
    Other,
}

impl Asked {
    fn of(asked: &str) -> Self {
        let looks_like_id = asked.contains('-') && asked.ends_with(|last: char| last.is_ascii_digit());
        if asked.is_empty() {
            return Self::Nothing;
        }
        if is_id(asked) || looks_like_id {
            return Self::Id;
        }
        let key = asked_key(asked);
        match (
            key.filter(|_| asked.contains('.')),
            glossary().ok().and_then(|glossary| glossary.asked(asked)),
        ) {
            (Some(info), _) => Self::Key(info),
            (None, Some(Answer::Found(term))) => Self::Term(term),
            (None, _) => key.map_or(Self::Other, Self::Key),
        }
    }
}

fn read(name: &str, data: &DataFolder) -> Result<Ruleset, ToolError> {
    let ruleset = data.ruleset_chain(name).and_then(|chain| read_ruleset(&chain));
    ruleset.map_err(|faults| ToolError::Bad(faults.to_string()))
}

/// The term that is most probably meant.
fn nearest(asked: &str) -> Option<&'static Term> {
    let Answer::Nearest(term) = glossary().ok()?.asked(asked)? else { return None };
    tell(format!("the rulebook has no word \"{asked}\"; this is the nearest:"));
    Some(term)
}

fn diff(a: &str, b: &str, format: Format, data: &DataFolder, out: &mut impl Write) -> ToolResult {
    let comparison = compare(&read(a, data)?, &read(b, data)?, |id| status(id) != Status::NotBuilt);
    match format {
        Format::Text => comparison.write_words(out)?,
        Format::Json => comparison.write_json(out)?,
    }
    Ok(())
}
