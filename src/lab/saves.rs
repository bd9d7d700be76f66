//! A game of an experiment as a save: it is played once more, recorded, and where it first goes otherwise is looked for.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use tabletop_lab::bench::{GameOrder, Way};

use super::bench::{WarStrikeBench, seed_of};
use crate::ai::ComputerPlayer;
use crate::game::engine::play::{DiceChoice, Match};
use crate::game::engine::record::claim::{Claim, Existing};
use crate::rules::ids::Side;

/// Two saves of a game under two rulesets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shown {
    /// The files: under the yardstick, and under the other rules.
    pub saves: [PathBuf; 2],
    /// The first entry that differs; `None` where none does.
    pub differs_at: Option<usize>,
}

/// Plays two games once more and records them in a folder.
///
/// # Errors
/// Words: a game cannot be played or recorded. A game whose first turn is swapped is in no level file, and so in no save.
pub fn show(bench: &WarStrikeBench, orders: [GameOrder; 2], names: [&str; 2], folder: &Path) -> Result<Shown, String> {
    let [before, after] = [0, 1].map(|index| {
        let path = folder.join(format!("seed-{}-{}.jsonl", orders[index].seed, names[index]));
        record(bench, &orders[index], &path).map(|game| (path, game))
    });
    let ((before, first), (after, second)) = (before?, after?);
    let entries = first.history().entries().iter().zip(second.history().entries());
    let differs = |(a, b): (&_, &_)| outcome(a) != outcome(b);
    let differs_at = entries.clone().position(differs).or_else(|| {
        let [a, b] = [&first, &second].map(|game| game.history().entries().len());
        (a != b).then_some(a.min(b))
    });
    Ok(Shown { saves: [before, after], differs_at })
}

/// What an entry brought about.
fn outcome(entry: &crate::game::engine::record::history::Entry) -> crate::game::engine::snapshot::StateHash {
    entry.outcome.hash
}

fn record(bench: &WarStrikeBench, order: &GameOrder, path: &Path) -> Result<Match, String> {
    if order.way == Way::FirstTurnSwapped {
        return Err("the first turn is swapped in it, which no level file says".to_owned());
    }
    let setup = bench.setup(order.arm, order.table);
    let game = Match::start(Arc::clone(setup), DiceChoice::Seed(order.seed));
    let mut game = game.map_err(|error| error.to_string())?;
    let mut players = Vec::new();
    for (styles, side) in bench.styles_of(order).into_iter().zip(Side::BOTH) {
        let player = ComputerPlayer::new(setup, styles.clone(), seed_of(order.seed, side));
        players.push(player.map_err(|error| error.to_string())?);
    }
    while let Some(decision) = game.battle().decision() {
        let chosen = players[decision.player.index()].choose(game.battle());
        let command = chosen.ok_or("no player has an answer")?.command;
        game.submit(command).map_err(|error| error.to_string())?;
    }
    let claim = Claim::on(path, Existing::Replaced).map_err(|error| format!("{}: {error}", path.display()))?;
    game.record_to(claim).map_err(|error| format!("{}: {error}", path.display()))?;
    Ok(game)
}
