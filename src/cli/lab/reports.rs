//! Puts the games of a folder together and writes what they say.

use std::io::Write;
use std::path::Path;

use tabletop_lab::findings::{Findings, judged};
use tabletop_lab::merge::{merge, read_plan};
use tabletop_lab::report::{Report, html, text};
use tabletop_lab::rows::games_csv;
use tabletop_lab::shard::write_whole;

use crate::cli::{ToolError, ToolResult};

/// Writes `report.txt`, `report.json`, `report.html` and `games.csv` into the folder and prints the first, or the second.
pub(super) fn merge_folder(folder: &Path, json: bool, out: &mut impl Write) -> ToolResult {
    let failed = |error: &dyn std::fmt::Display| ToolError::Failed(error.to_string());
    let plan = read_plan(folder).map_err(|error| ToolError::Bad(error.to_string()))?;
    let merged = merge(folder, &plan).map_err(|error| failed(&error))?;
    let (count, _) = judged(&plan, &merged.blocks);
    let report = Report::of(Findings::of(&plan, &merged.blocks));
    let texts = [
        ("report.txt", text(&report)),
        ("report.json", report.json()?),
        ("report.html", html(&report)),
        ("games.csv", games_csv(&plan, &merged.blocks[..count])),
    ];
    for (name, text) in &texts {
        let path = folder.join(name);
        write_whole(&path, text.as_bytes())
            .map_err(|error| failed(&format_args!("{}: {error}", path.display())))?;
    }
    Ok(out.write_all(texts[usize::from(json)].1.as_bytes())?)
}
