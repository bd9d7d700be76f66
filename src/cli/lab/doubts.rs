//! `warstrike lab doubts`: each switch of a ruleset turned alone, as an experiment like any other.

use std::fmt::Write as _;
use std::io::Write;
use std::path::Path;

use clap::Args;

use tabletop_lab::laboratory::{Laboratory, Usual, short};
use tabletop_lab::shard::write_whole;

use super::{HowArgs, folder, play, unwritable};
use crate::cli::{ToolError, ToolResult};

#[derive(Args)]
pub(super) struct DoubtsArgs {
    /// The ruleset whose switches are turned, by name or path [default: combined, or that of the tables' game]
    #[arg(long, value_name = "RULESET")]
    on: Option<String>,
    /// A table, by name or path; may be given again [default: chapel and watermill, or all of the ruleset's game]
    #[arg(long = "table", value_name = "LEVEL")]
    tables: Vec<String>,
    /// Who plays both sides, by name or path [default: swift, or the adviser of the game]
    #[arg(long, value_name = "STYLE")]
    style: Option<String>,
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

impl DoubtsArgs {
    /// What may say which game is meant: tables and ruleset.
    pub(super) fn names(&self) -> Vec<&str> {
        self.tables.iter().chain(&self.on).map(String::as_str).collect()
    }
}

/// Writes the experiment into its folder, and plays it. Given again, it goes on where it stopped.
pub(super) fn doubts(args: &DoubtsArgs, lab: &impl Laboratory, out: &mut impl Write) -> ToolResult {
    let usual = lab.usual();
    let on = args.on.as_deref().unwrap_or(usual.ruleset);
    let name = format!("doubts-{}", short(on));
    let folder = folder(&args.how, &name);
    let failed = |error: std::io::Error| unwritable(&folder, &error);
    std::fs::create_dir_all(&folder).map_err(failed)?;
    let path = folder.join(format!("{name}.ron"));
    write_whole(&path, text(args, &usual, &name)?.as_bytes()).map_err(failed)?;
    let how = HowArgs { out: Some(folder), ..args.how.clone() };
    match args.dry {
        true => Ok(writeln!(out, "{}", path.display())?),
        false => play::whole(&path, &how, args.json, lab, out),
    }
}

/// The experiment.
fn text(args: &DoubtsArgs, usual: &Usual, name: &str) -> Result<String, ToolError> {
    let mut tables = String::new();
    for table in if args.tables.is_empty() { &usual.tables } else { &args.tables } {
        let _always_written = write!(tables, "{:?}, ", named(table)?);
    }
    let on = named(args.on.as_deref().unwrap_or(usual.ruleset))?;
    let style = named(args.style.as_deref().unwrap_or(usual.style))?;
    Ok(format!(
        "// Written by `warstrike lab doubts`. Each switch of the ruleset is turned alone.\nExperiment(\n    name: {name:?},\n    \
         question: \"Which of the switches does anything at all?\",\n    doubts: {on:?},\n    tables: [{}],\n    players: [(A: \
         {style:?}, B: {style:?})],\n    games: Pairs(at_least: {}),\n    watch: {},\n)\n",
        tables.trim_end_matches(", "),
        args.seeds,
        usual.watch
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
