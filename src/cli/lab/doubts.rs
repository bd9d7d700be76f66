//! `warstrike lab doubts`: each switch of a ruleset turned alone, as an experiment like any other.

use std::fmt::Write as _;
use std::io::Write;
use std::path::Path;

use clap::Args;

use tabletop_lab::shard::write_whole;
use warstrike::level::data_folder::DataFolder;

use super::{HowArgs, folder, play};
use crate::cli::{ToolError, ToolResult};

/// What is watched: what an author feels at the table.
const WATCHED: &str =
    "[Wins, Points, Rounds, Shaken, NerveMarkers, FallBacks, Routs, CloseCombats, ModelsLost]";

#[derive(Args)]
pub(super) struct DoubtsArgs {
    /// The ruleset whose switches are turned, by name or path
    #[arg(long, value_name = "RULESET", default_value = "combined")]
    on: String,
    /// A table, by name or path; may be given again
    #[arg(long = "table", value_name = "LEVEL", default_values = ["chapel", "watermill"])]
    tables: Vec<String>,
    /// Who plays both sides, by name or path
    #[arg(long, value_name = "STYLE", default_value = "swift")]
    style: String,
    /// Seeds of each table; each is played both ways by every ruleset
    #[arg(long, value_name = "N", default_value_t = 60, value_parser = clap::value_parser!(u32).range(1..))]
    seeds: u32,
    /// Only write the experiment
    #[arg(long)]
    dry: bool,
    /// Print the report as JSON
    #[arg(long, conflicts_with = "dry")]
    json: bool,
    #[command(flatten)]
    how: HowArgs,
}

/// Writes the experiment into its folder, and plays it. Given again, it goes on where it stopped.
pub(super) fn doubts(args: &DoubtsArgs, data: &DataFolder, out: &mut impl Write) -> ToolResult {
    let stem = Path::new(&args.on).file_stem().and_then(|stem| stem.to_str()).unwrap_or(&args.on);
    let name = format!("doubts-{stem}");
    let folder = folder(&args.how, &name);
    let failed = |error: std::io::Error| ToolError::Failed(format!("{}: {error}", folder.display()));
    std::fs::create_dir_all(&folder).map_err(failed)?;
    let path = folder.join(format!("{name}.ron"));
    write_whole(&path, text(args, &name)?.as_bytes()).map_err(failed)?;
    let how = HowArgs { out: Some(folder), ..args.how.clone() };
    match args.dry {
        true => Ok(writeln!(out, "{}", path.display())?),
        false => play::whole(&path, &how, args.json, data, out),
    }
}

/// The experiment.
fn text(args: &DoubtsArgs, name: &str) -> Result<String, ToolError> {
    let mut tables = String::new();
    for table in &args.tables {
        let _always_written = write!(tables, "{:?}, ", named(table)?);
    }
    let (on, style) = (named(&args.on)?, named(&args.style)?);
    Ok(format!(
        "// Written by `warstrike lab doubts`. Each switch of the ruleset is turned alone.\nExperiment(\n    name: {name:?},\n    \
         question: \"Which of the switches does anything at all?\",\n    doubts: {on:?},\n    tables: [{}],\n    players: [(A: \
         {style:?}, B: {style:?})],\n    games: Pairs(at_least: {}),\n    watch: {WATCHED},\n)\n",
        tables.trim_end_matches(", "),
        args.seeds
    ))
}

/// A name stays one; a path is written so that it can be found from the experiment's folder.
fn named(name: &str) -> Result<String, ToolError> {
    if !Path::new(name).is_file() {
        return Ok(name.to_owned());
    }
    let absolute = std::path::absolute(name).map_err(|error| ToolError::Bad(format!("{name}: {error}")))?;
    Ok(absolute.display().to_string())
}
