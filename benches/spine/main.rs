//! What the spine costs, on the stress level: each figure, its ratio to a ray
//! cast in the same run, and the budget it is held against.

#![allow(clippy::unwrap_used, clippy::expect_used)]

#[path = "../common/mod.rs"]
mod common;

use std::hint::black_box;
use std::sync::Arc;

use warstrike::game::engine::battle::Battle;
use warstrike::game::engine::command::Command;
use warstrike::game::engine::command::Order;
use warstrike::game::engine::dice::Dice;
use warstrike::game::engine::play::{DiceChoice, Match};
use warstrike::game::engine::record::history::EntryId;
use warstrike::game::engine::record::save::parse_save;
use warstrike::game::phases::get_down;
use warstrike::game::phases::get_down::kinds::GetDown;
use warstrike::game::phases::turn;
use warstrike::game::phases::turn::may_still_act;
use warstrike::level::setup::Setup;
use warstrike::rules::ids::UnitId;

use common::{Report, SEED, median, stress};

/// The unit that acts next.
fn fresh(battle: &Battle) -> Option<UnitId> {
    let (view, player) = (battle.view(), battle.decision()?.player);
    view.units().find(|unit| unit.id.side == player && may_still_act(view, *unit)).map(|unit| unit.id)
}

/// Get Down with the next unit, or the end of the phase: commands that need no geometry.
fn next_command(battle: &Battle) -> Option<Command> {
    let player = battle.decision()?.player;
    let order = fresh(battle).map_or(Order::Turn(turn::kinds::Order::EndPhase), |unit| {
        Order::GetDown(get_down::kinds::Order::GetDown(GetDown { unit, turns: vec![] }))
    });
    Some(Command { player, order })
}

/// A whole battle of commands without geometry.
fn long_game(setup: &Arc<Setup>) -> Match {
    let mut game = Match::start(Arc::clone(setup), DiceChoice::Seed(SEED)).unwrap();
    while let Some(command) = next_command(game.battle()) {
        game.submit(command).unwrap();
    }
    game
}

/// A command given again and again from the same state; the cost of going back to it is included.
fn command_cost(battle: &mut Battle, command: &Command) -> f64 {
    let start = battle.snapshot();
    median(200, || {
        battle.restore(&start).unwrap();
        black_box(battle.submit(command).unwrap());
    })
}

fn main() {
    let mut report = Report::new();
    let setup = stress();

    let (mut battle, _) = Battle::new(Arc::clone(&setup), Dice::seeded(SEED)).unwrap();
    let start = battle.snapshot();
    let restore = median(200, || battle.restore(black_box(&start)).unwrap());
    let command = next_command(&battle).unwrap();
    let one_step = command_cost(&mut battle, &command) - restore;
    while fresh(&battle).is_some() {
        let command = next_command(&battle).unwrap();
        battle.submit(&command).unwrap();
    }
    let end_phase = next_command(&battle).unwrap();
    let whole_phase = command_cost(&mut battle, &end_phase) - restore;
    // The end of the phase is five steps, checked and hashed once: more than a fifth of it no step costs.
    report.line("one agenda step without geometry, at most", whole_phase / 5.0, Some(25.0));
    report.line("a command of one step, checked and hashed", one_step, None);
    report.line("a command of five steps, checked and hashed", whole_phase, None);
    report.line("snapshot of 200 models, taken", median(200, || drop(black_box(battle.snapshot()))), None);
    let hash = || {
        black_box(start.hash().unwrap());
    };
    report.line("snapshot of 200 models, hashed", median(200, hash), None);
    report.line("snapshot of 200 models, restored", restore, None);

    report.line("level of 100 pieces and 200 models, loaded", median(1, || drop(black_box(stress()))), None);

    let mut game = long_game(&setup);
    let entries = game.history().entries().len();
    println!("replay of {entries} entries:");
    let mut at = 0;
    let seek = median(5, || {
        at = (at + 7919) % entries;
        game.go_to(EntryId(at)).unwrap();
    });
    // 100 ms, at the 0.8 µs a ray takes on the machine the budget was set on.
    report.line("any point of a replay", seek, Some(125_000.0));

    let look = median(50, || {
        at = (at + 7919) % entries;
        game.look_at(EntryId(at)).unwrap();
    });
    // 2 ms: the table follows the hand.
    report.line("any point, looked at", look, Some(2_500.0));
    let step = median(50, || {
        at = (at + entries - 1) % entries;
        game.look_at(EntryId(at)).unwrap();
    });
    report.line("a step back, looked at", step, Some(2_500.0));
    game.look_back().unwrap();

    let save = game.save_bytes().unwrap();
    let load = || drop(black_box(Match::from_save(parse_save(&save).unwrap()).unwrap()));
    report.line("that game, loaded from its save", median(1, load), None);
    report.end();
}
