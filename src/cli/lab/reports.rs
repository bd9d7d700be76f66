//! Puts the games of a folder together and writes what they say.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use tabletop_lab::findings::{Findings, Gatherer, Picture, judged};
use tabletop_lab::merge::{MergeError, merge, read_plan, walk};
use tabletop_lab::plan::Plan;
use tabletop_lab::report::{Report, first_screen, html, text};
use tabletop_lab::rows::{Csv, Parquet, ParquetError, Rows};
use tabletop_lab::search::{Front, PlayedStage, SEARCH, gathered, read_search_file};
use tabletop_lab::shard::{write_piecewise, write_whole};

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
    let pictures = pictures(folder, &plan, count as u64).map_err(|error| failed(&error))?;
    let report = Report::of(Findings::of(&plan, &merged.blocks, pictures));
    write_report(folder, &report, json, out)?;
    write_rows(folder, &plan, count as u64).map_err(|error| failed(&error))
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
    let pictures = pictures(&last, &stage.plan, count).map_err(|error| failed(&error))?;
    let front = Front::of(&search, &played);
    let report = Report::of_search(Findings::of(&stage.plan, blocks, pictures), front);
    write_report(folder, &report, json, out)?;
    write_rows(&last, &stage.plan, count).map_err(|error| failed(&error))
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

/// What the charts show.
fn pictures(folder: &Path, plan: &Plan, count: u64) -> Result<Vec<Picture>, MergeError> {
    let mut gatherer = Gatherer::new(plan);
    walk(folder, plan, count, |block| {
        gatherer.take(block);
        Ok::<(), MergeError>(())
    })?;
    Ok(gatherer.pictures())
}

/// Why rows could not be written.
#[derive(Debug, thiserror::Error)]
enum RowsError {
    #[error("{0}")]
    Io(#[from] io::Error),
    #[error("{0}")]
    Parquet(#[from] ParquetError),
    #[error("{0}")]
    Merge(#[from] MergeError),
}

/// Writes `games` and a table for each kind of rows, as CSV and as Parquet; each goes through the shards once, so that none is held.
fn write_rows(folder: &Path, plan: &Plan, count: u64) -> Result<(), RowsFault> {
    for rows in Rows::all(plan) {
        let fault = |path: PathBuf| move |error| RowsFault { path, error };
        let path = folder.join(format!("{}.csv", rows.name(plan)));
        let written = write_piecewise(&path, |to| {
            let mut csv = Csv::new(to, plan, rows)?;
            walk(folder, plan, count, |block| {
                rows.of(plan, block, |cells| Ok::<(), RowsError>(csv.row(cells)?))
            })
        });
        written.map_err(fault(path))?;
        let path = folder.join(format!("{}.parquet", rows.name(plan)));
        let written = write_piecewise(&path, |to| {
            let mut parquet = Parquet::new(to, plan, rows)?;
            walk(folder, plan, count, |block| {
                rows.of(plan, block, |cells| Ok::<(), RowsError>(parquet.row(cells)?))
            })?;
            Ok::<(), RowsError>(parquet.finish()?)
        });
        written.map_err(fault(path))?;
    }
    Ok(())
}

/// A table that could not be written.
struct RowsFault {
    path: PathBuf,
    error: RowsError,
}

impl std::fmt::Display for RowsFault {
    fn fmt(&self, to: &mut std::fmt::Formatter) -> std::fmt::Result {
        match &self.error {
            RowsError::Merge(error) => write!(to, "{error}"),
            RowsError::Io(error) => to.write_str(&unwritten(&self.path, error)),
            RowsError::Parquet(error) => to.write_str(&unwritten(&self.path, error)),
        }
    }
}
