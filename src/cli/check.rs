//! `warstrike check`: validates data files.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;

use tabletop_data::fault::Faults;
use tabletop_data::ron::first_word;
use warstrike::game::engine::play::Match;
use warstrike::lab::WarStrikeLab;
use warstrike::level::data_folder::{DataFolder, check_file};
use warstrike::level::text_file::read_head;

use super::open::{is_save, load_error};
use super::own::save_parser;
use super::{ToolError, ToolResult};
use super::{hand_over, lab};

#[derive(Args)]
pub(super) struct CheckArgs {
    /// Levels, cards, rulesets, styles, experiments, saves, by path or by name; judgement and director files
    #[arg(required = true, value_name = "FILE", value_parser = save_parser())]
    files: Vec<PathBuf>,
}

/// Reports every mistake of every file; status 2 if there is one.
pub(super) fn check(args: &CheckArgs, data: &DataFolder, out: &mut impl Write) -> ToolResult {
    let mut mistakes = Vec::new();
    for file in &args.files {
        match check_one(file, data) {
            Ok(what) => writeln!(out, "{}: {what}", file.display())?,
            Err(what) => mistakes.push(what),
        }
    }
    out.flush()?;
    if mistakes.is_empty() { Ok(()) } else { Err(ToolError::Bad(mistakes.join("\n"))) }
}

/// Faults of a file; of a name that no file has, with the levels there are.
fn in_words(file: &Path, faults: &Faults, data: &DataFolder) -> String {
    // What is wrong with a file names it.
    let is_missing = faults.0.iter().all(|fault| fault.file.is_empty());
    match hand_over::unknown_level(file, data).filter(|_| is_missing) {
        Some(levels) => format!("{faults}\n{levels}"),
        None => faults.to_string(),
    }
}

fn check_one(file: &Path, data: &DataFolder) -> Result<String, String> {
    if let Some(checked) = hand_over::check(file, data) {
        return checked;
    }
    if let Some("Experiment" | "Search") = read_head(file).as_deref().and_then(first_word) {
        return check_experiment(file, data);
    }
    if !is_save(file) {
        return check_file(file, data)
            .map(|kind| kind.to_string())
            .map_err(|faults| in_words(file, &faults, data));
    }
    let name = file.display().to_string();
    let loaded = Match::load(file).map_err(|error| load_error(file, &error))?;
    match loaded.damage {
        Some(damage) => Err(format!("{name}: damaged at {damage}")),
        None => {
            let commands = loaded.game.history().entries().len() - 1;
            let departures =
                loaded.game.departed_in_words().map(|words| format!("; {words}")).unwrap_or_default();
            Ok(format!("a save of {commands} commands{departures}"))
        }
    }
}

/// An experiment or a search, with everything that it names.
fn check_experiment(file: &Path, data: &DataFolder) -> Result<String, String> {
    let game = hand_over::of_experiment(file, data).map_err(ToolError::into_words)?;
    let checked = match game {
        Some(game) => game.check_experiment(file, &hand_over::folders(data)),
        None => lab::check(file, &WarStrikeLab(data)),
    };
    checked.map_err(|faults| faults.to_string())
}
