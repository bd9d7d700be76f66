//! `warstrike lab see`: a game of an experiment under two rulesets, as saves.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use tabletop_lab::bench::GameOrder;
use tabletop_lab::plan::Plan;
use tabletop_shell::say::say_entry;

use tabletop_lab::laboratory::{Laboratory, Prepared, Shown, show};

use super::{open, unwritable};
use crate::cli::{ToolError, ToolResult};

#[derive(Args)]
pub(super) struct SeeArgs {
    /// The experiment
    pub(super) experiment: PathBuf,
    /// The block: one seed on a table
    #[arg(long, value_name = "N")]
    block: u64,
    /// The game of the block: 0 as the experiment says it, 1 with players, forces or first turn swapped
    #[arg(long, value_name = "N", default_value_t = 0)]
    game: usize,
    /// The rules to hold against the first ones [default: the second]
    #[arg(long, value_name = "NAME")]
    rules: Option<String>,
    /// Folder for the saves [default: labs/NAME]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

/// Plays the two games once more, and says where they part.
pub(super) fn see(args: &SeeArgs, lab: &impl Laboratory, out: &mut impl Write) -> ToolResult {
    let Prepared { plan, bench } = open(&args.experiment, lab)?;
    let orders = orders(args, &plan)?;
    let folder = args.out.clone().unwrap_or_else(|| std::path::Path::new("labs").join(&plan.name));
    std::fs::create_dir_all(&folder).map_err(|error| unwritable(&folder, &error))?;
    let named: Vec<_> = orders.iter().map(|order| (*order, plan.arms[order.arm].name.as_str())).collect();
    let Shown { saves, games, differs_at } = show(lab, &bench, &named, &folder).map_err(ToolError::Failed)?;
    match differs_at {
        None if games.len() < 2 => {}
        None => writeln!(out, "The two games are the same to the last die.")?,
        Some(at) => {
            writeln!(out, "The games part at entry {at}:")?;
            for ((_, name), game) in named.iter().zip(&games) {
                writeln!(out, "\nBy {name}:")?;
                match game.history().entries().get(at) {
                    Some(entry) => say_entry(out, entry, lab.sentences(game, &entry.outcome.facts))?,
                    None => writeln!(out, "The battle is over.")?,
                }
            }
            writeln!(out)?;
        }
    }
    for save in saves {
        writeln!(out, "warstrike play {}", save.display())?;
    }
    Ok(())
}

/// The game under the first rules, and under those it is held against; of an experiment with one ruleset the game alone.
fn orders(args: &SeeArgs, plan: &Plan) -> Result<Vec<GameOrder>, ToolError> {
    let arm = match &args.rules {
        None => 1.min(plan.arms.len() - 1),
        Some(name) => {
            let names: Vec<&str> = plan.arms.iter().map(|arm| arm.name.as_str()).collect();
            names.iter().position(|known| known == name).ok_or_else(|| {
                ToolError::Bad(format!("the experiment has no rules \"{name}\": it has {}", names.join(", ")))
            })?
        }
    };
    let [before, after] = plan
        .pair(args.block, args.game, arm)
        .ok_or_else(|| ToolError::Bad(format!("block {} has no game {}", args.block, args.game)))?;
    Ok(if arm == 0 { vec![before] } else { vec![before, after] })
}
