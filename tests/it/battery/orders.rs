//! Commands of random games that are likely to be legal.

use warstrike::game::dispatch::answers;
use warstrike::game::engine::agenda::Choice;
use warstrike::game::engine::command::Command;
use warstrike::game::engine::command::Order;
use warstrike::game::engine::play::Match;
use warstrike::game::leadership::has_to_fall_back;
use warstrike::game::phases::fall_back;
use warstrike::game::phases::get_down;
use warstrike::game::phases::get_down::kinds::GetDown;
use warstrike::game::phases::get_down::kinds::ModelTurn;
use warstrike::game::phases::moving;
use warstrike::game::phases::moving::kinds::AdvanceUnit;
use warstrike::game::phases::moving::kinds::AnnounceDouble;
use warstrike::game::phases::moving::kinds::OpenFire;
use warstrike::game::phases::moving::kinds::Sequence;
use warstrike::game::phases::shooting;
use warstrike::game::phases::turn;
use warstrike::game::phases::turn::may_still_act;
use warstrike::rules::action::Action;
use warstrike::rules::ids::{Side, UnitId};
use warstrike::rules::measures::{Facing, Place};
use warstrike::rules::salvo::Manner;

use super::deploying::deploying;
use super::falling_back::fall_back;
use super::fire::{at_model, at_units, fire_after_running, nearest_enemies, snap_fire};
use super::words::word;
use crate::chance::Chance;
use crate::support::{by, end_phase, shift, stay};

/// A command that is likely to be legal.
pub fn sensible(game: &Match, chance: &mut Chance) -> Option<Command> {
    let decision = game.battle().decision()?;
    let player = decision.player;
    if game.setup().is_recorded()
        && chance.one_in(3)
        && let Some(word) = word(game, player, chance)
    {
        return Some(word);
    }
    match decision.choice {
        Choice::Word(_) => word(game, player, chance).or_else(|| Some(phase_is_over(player))),
        Choice::Deployment(choice) => Some(deploying(game, player, choice, chance)),
        Choice::Turn(turn::kinds::Choice::Act) => Some(action(game, player, chance)),
        Choice::FallBack(fall_back::kinds::Choice::FallBack { unit, .. }) => Some(Command {
            player,
            order: Order::FallBack(fall_back::kinds::Order::FallBack(fall_back(game, unit, chance))),
        }),
        Choice::Moving(moving::kinds::Choice::Run { unit }) if chance.one_in(3) => {
            Some(by(Action::AtTheDouble, stay(unit)))
        }
        Choice::Moving(moving::kinds::Choice::Run { unit }) => Some(run(game, unit, chance)),
        Choice::Moving(moving::kinds::Choice::MoveAfterFiring { unit }) => {
            Some(shift(game, unit, chance.around(3500), chance.around(3500)))
        }
        Choice::Shooting(shooting::kinds::Choice::SnapFire { at, .. }) => {
            Some(snap_fire(game, player, at, chance))
        }
        Choice::Shooting(shooting::kinds::Choice::FireAfterRunning { unit, turning }) => {
            Some(fire_after_running(game, (unit, turning), chance))
        }
        Choice::Turn(turn::kinds::Choice::Recover { .. }) | Choice::CloseCombat(_) => {
            let answers = answers(game.battle().view(), decision);
            let picked = chance.below(answers.len());
            answers.into_iter().nth(picked).map(|answer| Command { player, order: answer.order })
        }
    }
}

/// By the players' word.
fn phase_is_over(player: Side) -> Command {
    Command { player, order: Order::Word(warstrike::game::phases::word::kinds::Order::PhaseIsOver) }
}

fn action(game: &Match, player: Side, chance: &mut Chance) -> Command {
    let view = game.battle().view();
    let fresh = view.units().filter(|unit| unit.id.side == player && may_still_act(view, *unit));
    let fresh: Vec<(UnitId, bool)> = fresh.map(|unit| (unit.id, has_to_fall_back(view, unit))).collect();
    let Some((unit, suppressed)) = chance.pick(&fresh) else { return end_phase(player) };
    if suppressed {
        return Command {
            player,
            order: Order::FallBack(fall_back::kinds::Order::FallBack(fall_back(game, unit, chance))),
        };
    }
    match chance.below(20) {
        0..=1 => get_down(game, unit, chance),
        2 => stay(unit),
        3..=4 => run(game, unit, chance),
        5..=8 => Command {
            player,
            order: Order::Moving(moving::kinds::Order::AnnounceDouble(AnnounceDouble { unit })),
        },
        9..=13 => open_fire(game, unit, chance),
        14..=15 if !nearest_enemies(game, unit).is_empty() => at_model(game, unit, chance),
        16..=17 => fire_first(game, unit, chance),
        _ => advance(game, unit, chance),
    }
}

/// An Advance of a whole unit; every second time it fires from where it comes to stand.
fn advance(game: &Match, unit: UnitId, chance: &mut Chance) -> Command {
    let mut command = shift(game, unit, chance.around(3500), chance.around(3500));
    if let Order::Moving(moving::kinds::Order::AdvanceUnit(order)) = &mut command.order
        && chance.one_in(2)
    {
        order.fire = at_units(game, unit, Manner::Advance, chance);
    }
    command
}

/// Fire, and the move asked for afterwards.
fn fire_first(game: &Match, unit: UnitId, chance: &mut Chance) -> Command {
    let fire = at_units(game, unit, Manner::Advance, chance);
    let order = AdvanceUnit { unit, moves: vec![], fire, sequence: Sequence::FireFirst };
    Command { player: unit.side, order: Order::Moving(moving::kinds::Order::AdvanceUnit(order)) }
}

/// A run of a whole unit, everyone looking ahead.
fn run(game: &Match, unit: UnitId, chance: &mut Chance) -> Command {
    let (x, y) = (chance.around(7000), chance.around(7000));
    let mut command = by(Action::AtTheDouble, shift(game, unit, x, y));
    let ahead = Facing::toward(Place::flat(0, 0), Place::flat(x, y)).unwrap_or_default();
    if let Order::Moving(moving::kinds::Order::AtTheDouble(order)) = &mut command.order {
        order.moves.iter_mut().for_each(|one| one.facing = ahead);
    }
    command
}

/// Open Fire: with fire from where the unit stands; with a small move before, now and then with both; at
/// times all of it turns, which units with Limited Vision may not.
fn open_fire(game: &Match, unit: UnitId, chance: &mut Chance) -> Command {
    let fire = at_units(game, unit, Manner::OpenFire, chance);
    if !chance.one_in(3) {
        let order = Order::Moving(moving::kinds::Order::OpenFire(OpenFire { unit, moves: vec![], fire }));
        return Command { player: unit.side, order };
    }
    let mut command = by(Action::OpenFire, shift(game, unit, chance.around(1500), chance.around(1500)));
    if let Order::Moving(moving::kinds::Order::OpenFire(order)) = &mut command.order {
        if chance.one_in(2) {
            let turned = Facing::from_degrees(f64::from(chance.around(360))).unwrap();
            order.moves.iter_mut().for_each(|one| one.facing = turned);
        }
        if chance.one_in(2) {
            order.fire = fire;
        }
    }
    command
}

fn get_down(game: &Match, unit: UnitId, chance: &mut Chance) -> Command {
    let turned = game.battle().view().standing(unit).filter(|_| chance.one_in(3));
    let turns: Vec<ModelTurn> = turned
        .map(|model| ModelTurn { model: model.id, facing: Facing::from_degrees(45.0).unwrap() })
        .collect();
    Command {
        player: unit.side,
        order: Order::GetDown(get_down::kinds::Order::GetDown(GetDown { unit, turns })),
    }
}
