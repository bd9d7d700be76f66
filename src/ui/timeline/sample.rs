//! Games for the tests of the time line.

use crate::game::engine::command::Command;
use crate::game::engine::play::Match;
use crate::game::phases::moving::kinds::{AdvanceUnit, Sequence};
use crate::game::phases::turn::may_still_act;

/// A whole battle in which every unit stays where it is.
pub(in crate::ui) fn long_game(setup: std::sync::Arc<crate::level::setup::Setup>) -> Match {
    let mut game = Match::start(setup, crate::game::engine::play::DiceChoice::Seed(7)).unwrap();
    while let Some(decision) = game.battle().decision() {
        while stays(&mut game, 1) == 1 {}
        let end = crate::game::phases::turn::kinds::Order::EndPhase;
        let end = Command::new(decision.player, crate::game::engine::command::Order::Turn(end));
        if game.submit(end).is_err() {
            break;
        }
    }
    game
}

/// Lets units that may act stay where they are, one after the other; how many did.
pub(in crate::ui) fn stays(game: &mut Match, count: usize) -> usize {
    for done in 0..count {
        let view = game.battle().view();
        let Some(decision) = game.battle().decision() else { return done };
        let acts = |unit: &crate::game::engine::view::UnitView| {
            unit.id.side == decision.player && may_still_act(view, *unit)
        };
        let Some(unit) = view.units().find(acts).map(|unit| unit.id) else { return done };
        let stay = AdvanceUnit { unit, moves: Vec::new(), fire: Vec::new(), sequence: Sequence::MoveFirst };
        game.submit(Command::new(decision.player, stay)).unwrap();
    }
    count
}
