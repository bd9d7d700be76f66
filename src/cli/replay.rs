//! `warstrike replay`: replays a save.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use tabletop_shell::replay::{self, Recovery, check, header_of_recorded, say_line, write_facts};
use tabletop_shell::{ToolError, ToolResult};

use warstrike::game::engine::play::Match;

use super::open::load_error;
use super::own::save_parser;
use super::result_line::{say_result, write_result};
use super::run::{existing, narrated};

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

pub(super) fn replay(args: &ReplayArgs, out: &mut impl Write) -> ToolResult {
    let loaded = Match::load(&args.save).map_err(|error| ToolError::Bad(load_error(&args.save, &error)))?;
    let recovery =
        Recovery { save: &args.save, to: args.recover.as_deref(), existing: existing(args.overwrite) };
    replay::replay(&loaded, recovery, out, |game, damage, out| match (args.check, args.say) {
        (true, _) => check(game, damage, out),
        (_, true) if args.result => say_result(out, game, header_of_recorded(game)),
        (_, false) if args.result => write_result(out, game, header_of_recorded(game)),
        (false, true) => say_line(game, None, |facts| narrated(game, facts), out),
        (false, false) => write_facts(game, None, out),
    })
}
