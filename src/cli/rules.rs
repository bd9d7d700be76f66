//! `warstrike rules`: the rulebook as this program plays it, its rulings, and the differences
//! between two rulesets.

use std::io::Write;

use clap::Args;

use warstrike::level::citations::all_citations;
use warstrike::level::data_folder::DataFolder;
use warstrike::level::rules_report::{Format, ReportError, write_list, write_paragraph, write_rulings};
use warstrike::level::rules_status::{Status, status};
use warstrike::level::ruleset_diff::compare;
use warstrike::level::ruleset_file::read_ruleset;

use super::{ToolError, ToolResult};

#[derive(Args)]
pub(super) struct RulesArgs {
    /// A paragraph, such as MOV-5; by default the list of all
    id: Option<String>,
    /// Print the differences between two rulesets
    #[arg(long, num_args = 2, value_names = ["A", "B"], conflicts_with = "id")]
    diff: Option<Vec<String>>,
    /// Print every decision taken where the rulebook is silent or unclear
    #[arg(long, conflicts_with_all = ["id", "diff"])]
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
    let written = match &args.id {
        Some(id) => {
            let citations = data().ok().map(|data| all_citations(data.root())).transpose();
            let unreadable = |error| ToolError::Bad(format!("the sources could not be read: {error}"));
            write_paragraph(out, id, citations.map_err(unreadable)?.flatten().as_deref(), format)
        }
        None if args.rulings => write_rulings(out, format),
        None => write_list(out, format),
    };
    written.map_err(|error| match error {
        ReportError::Io(error) => ToolError::from(error),
        error => ToolError::Bad(error.to_string()),
    })
}

fn diff(a: &str, b: &str, format: Format, data: &DataFolder, out: &mut impl Write) -> ToolResult {
    let read = |name: &str| data.ruleset_chain(name).and_then(|chain| read_ruleset(&chain));
    let read = |name: &str| read(name).map_err(|faults| ToolError::Bad(faults.to_string()));
    let comparison = compare(&read(a)?, &read(b)?, |id| status(id) != Status::NotBuilt);
    match format {
        Format::Text => comparison.write_words(out)?,
        Format::Json => comparison.write_json(out)?,
    }
    Ok(())
}
