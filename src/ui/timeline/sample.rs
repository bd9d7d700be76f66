//! Games for the tests of the time line.

use std::sync::Arc;

use crate::game::engine::command::{Command, Order};
use crate::game::engine::play::{DiceChoice, Match};
use crate::game::phases::moving::kinds::{AdvanceUnit, Sequence};
use crate::game::phases::turn::kinds::Order as TurnOrder;
use crate::game::phases::turn::may_still_act;
use crate::level::setup::Setup;

/// A whole battle in which every unit stays where it is.
pub(in crate::ui) fn long_game(setup: Arc<Setup>) -> Match {
    let mut game = Match::start(setup, DiceChoice::Seed(7)).unwrap();
    while plays(&mut game, 1) == 1 {}
    game
}

/// Lets units stay where they are one after the other, and ends each phase in which all have; how many commands were taken.
pub(in crate::ui) fn plays(game: &mut Match, count: usize) -> usize {
    for done in 0..count {
        let view = game.battle().view();
        let Some(player) = game.battle().decision().map(|decision| decision.player) else { return done };
        let next = view.units().find(|unit| unit.id.side == player && may_still_act(view, *unit));
        let order = next.map_or(Command::new(player, Order::Turn(TurnOrder::EndPhase)), |unit| {
            let sequence = Sequence::MoveFirst;
            Command::new(player, AdvanceUnit { unit: unit.id, moves: Vec::new(), fire: Vec::new(), sequence })
        });
        if game.submit(order).is_err() {
            return done;
        }
    }
    count
}
