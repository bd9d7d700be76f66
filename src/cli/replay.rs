//! `warstrike replay`: replays a save.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;
use serde::Serialize;

use warstrike::game::engine::play::Match;
use warstrike::game::engine::record::history::DiceOrigin;
use warstrike::game::engine::record::save::Damage;
use warstrike::game::engine::snapshot::StateHash;

use warstrike::standard_error::tell;

use super::header::{Header, Players};
use super::open::{damage_message, load_error};
use super::own::save_parser;
use super::result_line::{say_result, write_result};
use super::run::{cannot_save, existing, write_entry, write_header, write_rationale};
use super::say::{say_entry, say_prompt};
use super::{ToolError, ToolResult};

#[derive(Args)]
pub(super) struct ReplayArgs {
    /// The save: its path, or its name in the folder of saves
    #[arg(value_parser = save_parser())]
    save: PathBuf,
    /// Roll its seed again and compare every face and state hash; scripted faces and faces rolled by hand
    /// cannot be rolled again: the report counts their entries as "fed"
    #[arg(long)]
    check: bool,
    /// Print what happened as sentences instead of JSON
    #[arg(long, conflicts_with = "check")]
    say: bool,
    /// Print one line only: which game it is, who won, points, rounds, losses, the hash of the end
    #[arg(long, conflicts_with = "check")]
    result: bool,
    /// Write the intact part of a damaged save to another file
    #[arg(long, value_name = "FILE")]
    recover: Option<PathBuf>,
    /// Let --recover replace a file
    #[arg(long, requires = "recover")]
    overwrite: bool,
}

/// The output of `--check`.
#[derive(Serialize)]
struct Report<'a> {
    /// Entries replayed, including the opening.
    entries: usize,
    /// Those with scripted faces or faces rolled by hand, which cannot be rolled again.
    fed: usize,
    /// Hash of the state the save ends in.
    state: StateHash,
    /// Whether it ends on a what-if branch.
    what_if: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    damage: Option<&'a Damage>,
    /// Entries that are shown as they were saved, because the rules of this program do not bring them about.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    departs: Vec<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    differs: Option<String>,
}

pub(super) fn replay(args: &ReplayArgs, out: &mut impl Write) -> ToolResult {
    let loaded = Match::load(&args.save).map_err(|error| ToolError::Bad(load_error(&args.save, &error)))?;
    let (game, damage) = (loaded.game, loaded.damage);
    let result = match (args.check, args.say) {
        (true, _) => check(&game, damage.as_ref(), out),
        (_, true) if args.result => say_result(out, &game, header(&game)),
        (_, false) if args.result => write_result(out, &game, header(&game)),
        (false, true) => say_line(&game, out),
        (false, false) => write_facts(&game, out),
    };
    if let Some(path) = &args.recover {
        recover(&game, args, path)?;
    }
    if let Some(words) = game.departed_in_words() {
        out.flush()?;
        tell(format!("{}: {words}", args.save.display()));
    }
    match damage {
        Some(damage) => {
            out.flush()?;
            Err(ToolError::Bad(damage_message(&args.save, &game, &damage)))
        }
        None => result,
    }
}

/// Which game it is, as far as the save says.
fn header(game: &Match) -> Header {
    Header::new(game, Players::of_recorded(game))
}

/// Writes the facts of the branch the save ends on.
fn write_facts(game: &Match, out: &mut impl Write) -> ToolResult {
    write_header(out, &header(game))?;
    let line = game.history().line();
    let last = line.len() - 1;
    for (index, entry) in line.into_iter().enumerate() {
        write_rationale(out, entry)?;
        let decides = if index == last { game.battle().decision() } else { None };
        write_entry(out, entry, decides)?;
    }
    Ok(())
}

/// Prints the branch the save ends on in sentences, and what the battle waits for.
fn say_line(game: &Match, out: &mut impl Write) -> ToolResult {
    header(game).say(out)?;
    for entry in game.history().line() {
        say_entry(out, game, entry)?;
    }
    say_prompt(out, game)
}

fn check(game: &Match, damage: Option<&Damage>, out: &mut impl Write) -> ToolResult {
    let verified = game.verify();
    let entries = game.history().entries();
    let report = Report {
        entries: entries.len(),
        fed: entries.iter().filter(|entry| entry.dice == DiceOrigin::Fed).count(),
        state: game.history().present().outcome.hash,
        what_if: game.is_what_if(),
        damage,
        departs: game.departures().map(|(entry, _)| entry.0).collect(),
        differs: verified.as_ref().err().map(ToString::to_string),
    };
    serde_json::to_writer(&mut *out, &report)?;
    out.write_all(b"\n")?;
    verified.map(|_| ()).map_err(|error| ToolError::Failed(error.to_string()))
}

fn recover(game: &Match, args: &ReplayArgs, to: &Path) -> ToolResult {
    let from = args.save.canonicalize().ok();
    let same = from.is_some_and(|from| to.canonicalize().is_ok_and(|to| to == from));
    if same {
        return Err(ToolError::Bad(
            "--recover needs a different file: the damaged one stays as it is".into(),
        ));
    }
    game.save(to, existing(args.overwrite)).map_err(|error| cannot_save(to, &error))
}
