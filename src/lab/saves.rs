//! A game of an experiment as a save: it is played once more, recorded, and where it first goes otherwise is looked for.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use tabletop_lab::bench::{GameOrder, Way};

use super::bench::{WarStrikeBench, seed_of};
use crate::ai::ComputerPlayer;
use crate::game::engine::play::{DiceChoice, Match};
use crate::game::engine::record::claim::{Claim, Existing};
use crate::rules::ids::Side;

/// A game under two rulesets.
pub struct Shown {
    /// The files: under the yardstick, and under the other rules.
    pub saves: [PathBuf; 2],
    /// The games.
    pub games: [Match; 2],
    /// The first entry that brought something else about; `None` where none did.
    pub differs_at: Option<usize>,
}

/// Plays two games once more and records them in a folder.
///
/// # Errors
/// Words: a game cannot be played or recorded. A game whose first turn is swapped is in no level file, and so in no save.
pub fn show(
    bench: &WarStrikeBench,
    orders: [GameOrder; 2],
    names: [&str; 2],
    folder: &Path,
) -> Result<Shown, String> {
    let path = |index: usize| folder.join(format!("seed-{}-{}.jsonl", orders[index].seed, names[index]));
    let saves = [path(0), path(1)];
    let games = [record(bench, &orders[0], &saves[0])?, record(bench, &orders[1], &saves[1])?];
    let [before, after] = [&games[0], &games[1]].map(|game| game.history().entries());
    let parts = before.iter().zip(after).position(|(a, b)| a.outcome.hash != b.outcome.hash);
    let longer = (before.len() != after.len()).then_some(before.len().min(after.len()));
    Ok(Shown { differs_at: parts.or(longer), saves, games })
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
    let claim =
        Claim::on(path, Existing::Replaced).map_err(|error| format!("{}: {error}", path.display()))?;
    game.record_to(claim).map_err(|error| format!("{}: {error}", path.display()))?;
    Ok(game)
}
