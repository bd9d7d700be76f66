//! Puts the games of a folder together and writes what they say.

use std::io::Write;
use std::path::Path;

use tabletop_lab::findings::{Findings, Gatherer, Picture, judged};
use tabletop_lab::merge::{MergeError, merge, read_plan, walk};
use tabletop_lab::plan::Plan;
use tabletop_lab::report::{Report, first_screen, html, text};
use tabletop_lab::rows::{RowFiles, RowsFault};
use tabletop_lab::search::{Front, PlayedStage, SEARCH, gathered, read_search_file};
use tabletop_lab::shard::write_whole;

use crate::cli::{ToolError, ToolResult};

/// Writes `report.txt`, `report.json`, `report.html` and the rows as CSV and Parquet into the folder, and prints the first screen or the JSON.
pub(super) fn merge_folder(folder: &Path, json: bool, out: &mut impl Write) -> ToolResult {
    let failed = |error: &dyn std::fmt::Display| ToolError::Failed(error.to_string());
    if folder.join(SEARCH).exists() {
        return merge_search(folder, json, out);
    }
    let plan = read_plan(folder).map_err(|error| ToolError::Bad(error.to_string()))?;
    let merged = merge(folder, &plan).map_err(|error| failed(&error))?;
    let (count, _) = judged(&plan, &merged.blocks);
    let (pictures, rows) = through_rows(folder, &plan, count as u64).map_err(|error| failed(&error))?;
    let report = Report::of(Findings::of(&plan, &merged.blocks, pictures));
    write_report(folder, &report, json, out)?;
    finish(rows)
}

/// The same for a search: the front, and what the games of its last stage were like. Their rows lie in that stage's folder.
fn merge_search(folder: &Path, json: bool, out: &mut impl Write) -> ToolResult {
    let failed = |error: &dyn std::fmt::Display| ToolError::Failed(error.to_string());
    let search = read_search_file(folder).map_err(|error| ToolError::Bad(error.to_string()))?;
    let played = gathered(folder, &search).map_err(|error| failed(&error))?;
    let Some(PlayedStage { stage, blocks }) = played.last() else {
        return Err(ToolError::Failed("nothing has been played".to_owned()));
    };
    let (last, count) = (folder.join(stage.folder()), blocks.len() as u64);
    let (pictures, rows) = through_rows(&last, &stage.plan, count).map_err(|error| failed(&error))?;
    let front = Front::of(&search, &played);
    let report = Report::of_search(Findings::of(&stage.plan, blocks, pictures), front);
    write_report(folder, &report, json, out)?;
    finish(rows)
}

/// Prints what was asked for, which needs no room on a disk, and writes the report in each of its forms.
fn write_report(folder: &Path, report: &Report, json: bool, out: &mut impl Write) -> ToolResult {
    let json_text = report.json()?;
    let printed = if json { &json_text } else { &first_screen(report) };
    out.write_all(printed.as_bytes())?;
    let texts = [("report.txt", &text(report)), ("report.json", &json_text), ("report.html", &html(report))];
    for (name, text) in texts {
        let path = folder.join(name);
        write_whole(&path, text.as_bytes()).map_err(|error| ToolError::Failed(unwritten(&path, &error)))?;
    }
    Ok(())
}

/// What is said of a file that could not be written.
fn unwritten(path: &Path, error: &impl std::fmt::Display) -> String {
    let folder = path.parent().unwrap_or(Path::new("."));
    format!(
        "{} could not be written: {error}; the games are kept, and `warstrike lab merge {}` writes it",
        path.display(),
        folder.display()
    )
}

/// Goes through the rows of the first blocks once, so that none is held: what charts show of them, and their files in the making.
fn through_rows<'p>(
    folder: &Path,
    plan: &'p Plan,
    count: u64,
) -> Result<(Vec<Picture>, RowFiles<'p>), MergeError> {
    let (mut gatherer, mut files) = (Gatherer::new(plan), RowFiles::new(folder, plan));
    walk(folder, plan, count, |block| {
        gatherer.take(block);
        files.take(block);
        Ok::<(), MergeError>(())
    })?;
    Ok((gatherer.pictures(), files))
}

/// Gives the files of rows their names. A report that is written needs none of them.
fn finish(rows: RowFiles) -> ToolResult {
    rows.finish().map_err(|RowsFault { path, error }| ToolError::Failed(unwritten(&path, &error)))
}
