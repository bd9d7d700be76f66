//! A game of an experiment played once more, as it is recorded.

use std::sync::Arc;

use tabletop_lab::bench::{GameOrder, Way};

use super::bench::{WarStrikeBench, seed_of};
use crate::ai::ComputerPlayer;
use crate::game::engine::play::{DiceChoice, Match};
use crate::rules::ids::Side;

/// Plays a game once more.
///
/// # Errors
/// Words: it cannot be played. A game whose first turn is swapped is in no level file, and so in no save.
pub(super) fn replay(bench: &WarStrikeBench, order: &GameOrder) -> Result<Match, String> {
    if order.way == Way::FirstTurnSwapped {
        return Err("the first turn is swapped in it, which no level file says".to_owned());
    }
    let setup = bench.setup_of(order);
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
    Ok(game)
}
