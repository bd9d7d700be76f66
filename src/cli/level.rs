//! `warstrike level`: a moment of a save as a level.

use std::io::{ErrorKind, Write};
use std::path::PathBuf;

use clap::Args;

use warstrike::game::engine::play::{Match, MatchError};
use warstrike::game::moment_level::write_level;
use warstrike::level::data_folder::{DataFolder, check_file};

use super::open::{damage_message, go_to, load_error, moment_of};
use super::own::save_parser;
use super::run::{cannot_save, existing};
use super::{ToolError, ToolResult};

#[derive(Args)]
pub(super) struct LevelArgs {
    /// The save: its path, or its name in the folder of saves
    #[arg(value_parser = save_parser())]
    save: PathBuf,
    /// The moment: after this entry, by the numbers that `run` and `replay` print; 0 is the opening [default: the last]
    #[arg(long, value_name = "ENTRY")]
    at: Option<usize>,
    /// The level file to write; cards and rulesets of the save that lie nowhere else are written beside it
    #[arg(long, value_name = "FILE.ron")]
    out: PathBuf,
    /// Let --out replace a file
    #[arg(long)]
    overwrite: bool,
}

/// Writes the level, and what it needs beside it.
pub(super) fn level(args: &LevelArgs, data: &DataFolder, out: &mut impl Write) -> ToolResult {
    let loaded = Match::load(&args.save).map_err(|error| ToolError::Bad(load_error(&args.save, &error)))?;
    let mut game = loaded.game;
    match (args.at, &loaded.damage) {
        (Some(entry), damage) => go_to(&args.save, &mut game, entry, damage.as_ref())?,
        (None, Some(damage)) => return Err(ToolError::Bad(damage_message(&args.save, &game, damage))),
        (None, None) => {}
    }
    if args.out.extension().is_none_or(|ending| ending != "ron") {
        return Err(ToolError::Bad(format!("{}: a level's file ends in .ron", args.out.display())));
    }
    let bundle = moment_of(&args.save, &game)?;
    let written = write_level(&bundle, &args.out, existing(args.overwrite), data);
    let beside = written.map_err(|(path, error)| match error.kind() {
        ErrorKind::AlreadyExists if path != args.out => ToolError::Bad(format!(
            "{}: the save has another file of that name: choose another folder for {}",
            path.display(),
            args.out.display()
        )),
        _ => cannot_save(&path, &MatchError::Save(error)),
    })?;
    for path in beside {
        writeln!(out, "{}: written beside it, as the save has it", path.display())?;
    }
    let kind = check_file(&args.out, data).map_err(|faults| ToolError::Failed(faults.to_string()))?;
    Ok(writeln!(out, "{}: {kind}", args.out.display())?)
}
