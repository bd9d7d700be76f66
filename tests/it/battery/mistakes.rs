//! Commands of random games that are likely to be refused, each kind of mistake in its turn.

use warstrike::game::engine::agenda::Choice;
use warstrike::game::engine::command::Command;
use warstrike::game::engine::command::Order;
use warstrike::game::engine::play::Match;
use warstrike::game::engine::view::ModelView;
use warstrike::game::phases::deployment;
use warstrike::game::phases::deployment::kinds::DeployUnit;
use warstrike::game::phases::deployment::kinds::ModelPlace;
use warstrike::game::phases::fall_back;
use warstrike::game::phases::fall_back::kinds::FallBack;
use warstrike::game::phases::get_down;
use warstrike::game::phases::get_down::kinds::GetDown;
use warstrike::game::phases::get_down::kinds::ModelTurn;
use warstrike::game::phases::moving;
use warstrike::game::phases::moving::kinds::AdvanceUnit;
use warstrike::game::phases::moving::kinds::AnnounceDouble;
use warstrike::game::phases::moving::kinds::AtTheDouble;
use warstrike::game::phases::moving::kinds::ModelMove;
use warstrike::game::phases::moving::kinds::OpenFire;
use warstrike::game::phases::moving::kinds::Sequence;
use warstrike::game::phases::shooting;
use warstrike::game::phases::shooting::kinds::FireAfterRunning;
use warstrike::game::phases::shooting::kinds::FireAt;
use warstrike::game::phases::shooting::kinds::Fires;
use warstrike::game::phases::shooting::kinds::OnMyTarget;
use warstrike::game::phases::shooting::kinds::Shooter;
use warstrike::game::phases::shooting::kinds::SnapFire;
use warstrike::game::phases::turn;
use warstrike::game::phases::turn::kinds::TestToRecover;
use warstrike::rules::ids::{ModelId, Side, UnitId};
use warstrike::rules::measures::{Facing, Place, Thou};

use super::close_combat::some_fighting;
use super::deploying::some_deploying;
use super::falling_back::spoil_fall_back;
use super::orders::sensible;
use super::words::mistaken_word;
use crate::chance::Chance;
use crate::support::{arriving, end_phase, in_block, moved, shift, stay, straight};

/// Some place on or just off the table.
fn anywhere(game: &Match, chance: &mut Chance) -> Place {
    let table = game.setup().level.table;
    Place::flat(chance.around(table.width.0 / 2 + 1000), chance.around(table.depth.0 / 2 + 1000))
}

/// A command that is likely to be refused, each kind of mistake in its turn.
pub fn mistaken(game: &Match, chance: &mut Chance) -> Option<Command> {
    let Some(mut command) = sensible(game, chance) else { return Some(end_phase(Side::A)) };
    if matches!(command.order, Order::Turn(turn::kinds::Order::EndPhase)) {
        command = shift(game, UnitId { side: command.player, number: 1 }, 1000, 0);
    }
    if game.setup().is_recorded()
        && chance.one_in(3)
        && let Some(word) = mistaken_word(game, command.player, chance)
    {
        return Some(word);
    }
    let fights = game.battle().decision().map(|decision| decision.choice);
    if matches!(fights, Some(Choice::Turn(turn::kinds::Choice::Recover { .. }))) && chance.one_in(2) {
        let units: Vec<UnitId> = game.battle().view().units().map(|unit| unit.id).collect();
        command.order = TestToRecover { unit: chance.pick(&units)? }.into();
        return Some(command);
    }
    if matches!(fights, Some(Choice::CloseCombat(_))) && chance.one_in(2) {
        command.order = some_fighting(game, command.player, chance);
        return Some(command);
    }
    if let Order::FallBack(fall_back::kinds::Order::FallBack(order)) = &mut command.order
        && chance.one_in(3)
    {
        spoil_fall_back(order, game, chance);
        return Some(command);
    }
    match chance.below(24) {
        0 => command.player = command.player.other(),
        1 => command.order = Order::Turn(turn::kinds::Order::EndPhase),
        2 => command = other_choice(&command, game),
        3 => rename_unit(&mut command, game, chance),
        4..=9 => command.order = other_kind(&command, game, chance),
        17..=23 => command.order = some_deploying(game, command.player, chance),
        _ => spoil(&mut command.order, game, chance),
    }
    Some(command)
}

/// A command that answers another question than the one asked.
fn other_choice(command: &Command, game: &Match) -> Command {
    let unit = UnitId { side: command.player, number: 1 };
    match &command.order {
        Order::Deployment(deployment::kinds::Order::DeployUnit(_)) => stay(unit),
        _ => {
            let models = game.battle().view().models(unit).map(|model| ModelPlace {
                model: model.id,
                at: model.pose.at,
                facing: model.facing(),
            });
            let order = Order::Deployment(deployment::kinds::Order::DeployUnit(DeployUnit {
                unit,
                models: models.collect(),
            }));
            Command { player: command.player, order }
        }
    }
}

/// An order of any kind of some unit, whatever is asked.
fn other_kind(command: &Command, game: &Match, chance: &mut Chance) -> Order {
    let view = game.battle().view();
    let unit = |side: Side, chance: &mut Chance| {
        let units: Vec<UnitId> = view.units().map(|unit| unit.id).filter(|unit| unit.side == side).collect();
        chance.pick(&units).unwrap_or(UnitId { side, number: 1 })
    };
    let (own, other) = (unit(command.player, chance), unit(command.player.other(), chance));
    let by = chance.one_in(2).then(|| {
        let mut shooter = Shooter::of(some_model(own, chance));
        spoil_shooter(&mut shooter, game, chance);
        vec![shooter]
    });
    let fire = FireAt { at: if chance.one_in(6) { own } else { other }, by };
    match chance.below(17) {
        0..=1 => Order::Shooting(shooting::kinds::Order::HoldFire),
        11..=14 => Order::FallBack(fall_back::kinds::Order::FallBack(FallBack::of(own))),
        2..=3 | 15..=16 => {
            Order::Shooting(shooting::kinds::Order::SnapFire(SnapFire { unit: own, by: fire.by }))
        }
        8..=10 => {
            Order::Shooting(shooting::kinds::Order::FireAfterRunning(FireAfterRunning { unit: own, fire }))
        }
        4 => Order::Moving(moving::kinds::Order::AnnounceDouble(AnnounceDouble { unit: own })),
        5 => Order::Shooting(shooting::kinds::Order::OnMyTarget(OnMyTarget {
            unit: own,
            at: some_model(fire.at, chance),
            by: fire.by,
        })),
        6 => Order::Moving(moving::kinds::Order::OpenFire(OpenFire {
            unit: own,
            moves: vec![],
            fire: vec![fire],
        })),
        _ => {
            let sequence = Sequence::FireFirst;
            Order::Moving(moving::kinds::Order::AdvanceUnit(AdvanceUnit {
                unit: own,
                moves: vec![],
                fire: vec![fire],
                sequence,
            }))
        }
    }
}

/// Puts another unit's id in: a foreign one, a spent one, a lost one, one that is not there.
fn rename_unit(command: &mut Command, game: &Match, chance: &mut Chance) {
    let foreign_too = chance.one_in(3);
    let units = game.battle().view().units().map(|unit| unit.id);
    let units: Vec<UnitId> = units.filter(|unit| foreign_too || unit.side == command.player).collect();
    let other = match chance.pick(&units) {
        Some(unit) if !chance.one_in(3) => unit,
        _ => UnitId { side: command.player, number: 200 },
    };
    command.order = match &command.order {
        Order::Deployment(deployment::kinds::Order::DeployUnit(order)) => {
            Order::Deployment(deployment::kinds::Order::DeployUnit(DeployUnit {
                unit: other,
                ..order.clone()
            }))
        }
        _ if chance.one_in(2) => stay(other).order,
        _ => Order::GetDown(get_down::kinds::Order::GetDown(GetDown { unit: other, turns: vec![] })),
    };
}

fn spoil(order: &mut Order, game: &Match, chance: &mut Chance) {
    match order {
        Order::Deployment(deployment::kinds::Order::DeployUnit(order)) => spoil_placing(order, game, chance),
        Order::Moving(moving::kinds::Order::AdvanceUnit(AdvanceUnit { unit, fire, .. }))
        | Order::Moving(moving::kinds::Order::OpenFire(OpenFire { unit, fire, .. }))
            if !fire.is_empty() && !chance.one_in(4) =>
        {
            spoil_fire(*unit, fire, game, chance);
        }
        Order::Moving(moving::kinds::Order::AdvanceUnit(AdvanceUnit { unit, moves, .. }))
        | Order::Moving(moving::kinds::Order::AtTheDouble(AtTheDouble { unit, moves }))
        | Order::Moving(moving::kinds::Order::OpenFire(OpenFire { unit, moves, .. })) => {
            spoil_moves(*unit, moves, game, chance)
        }
        Order::FallBack(fall_back::kinds::Order::FallBack(order)) => spoil_fall_back(order, game, chance),
        Order::GetDown(get_down::kinds::Order::GetDown(order)) => {
            let model = some_model(order.unit, chance);
            let turn = ModelTurn { model, facing: Facing::default() };
            order.turns = vec![turn; 1 + chance.below(2)];
        }
        Order::Shooting(shooting::kinds::Order::OnMyTarget(order)) => {
            let mut shooter = Shooter::of(some_model(order.unit, chance));
            spoil_shooter(&mut shooter, game, chance);
            match chance.below(3) {
                0 => order.at = some_model(order.at.unit, chance),
                1 => order.by = Some(vec![]),
                _ => order.by = Some(vec![shooter; 1 + chance.below(2)]),
            }
        }
        Order::Shooting(shooting::kinds::Order::SnapFire(order)) if chance.one_in(2) => {
            let units = game.battle().view().units().map(|unit| unit.id);
            let units: Vec<UnitId> = units.filter(|unit| unit.side == order.unit.side).collect();
            *order = SnapFire { unit: chance.pick(&units).unwrap(), by: None };
        }
        Order::Shooting(shooting::kinds::Order::FireAfterRunning(FireAfterRunning {
            unit,
            fire: FireAt { by, .. },
        }))
        | Order::Shooting(shooting::kinds::Order::SnapFire(SnapFire { unit, by })) => {
            let mut shooter = Shooter::of(some_model(*unit, chance));
            spoil_shooter(&mut shooter, game, chance);
            *by = Some(vec![shooter; 1 + chance.below(2)]);
        }
        _ => {}
    }
}

/// Another target, the same twice, a model at two targets, no shooters, the wrong ones.
fn spoil_fire(unit: UnitId, fire: &mut Vec<FireAt>, game: &Match, chance: &mut Chance) {
    let view = game.battle().view();
    let units: Vec<UnitId> = view.units().map(|unit| unit.id).collect();
    let models: Vec<ModelId> = view.standing(unit).map(|model| model.id).collect();
    let mut shooter = Shooter::of(chance.pick(&models).unwrap_or(unit.model(1)));
    match chance.below(7) {
        5 | 6 if fire.len() == 1 => fire.push(fire[0].clone()),
        0 => fire[0].at = chance.pick(&units).unwrap_or(unit),
        1 => fire[0].at = UnitId { side: unit.side.other(), number: 200 },
        2 => fire.push(fire[0].clone()),
        3 => {
            let at = chance.pick(&units).unwrap_or(unit);
            fire[0].by = Some(vec![shooter.clone()]);
            fire.push(FireAt { at, by: Some(vec![shooter]) });
        }
        4 => fire[0].by = Some(vec![]),
        _ => {
            if chance.one_in(3) {
                shooter.model = some_model(unit, chance);
            }
            spoil_shooter(&mut shooter, game, chance);
            fire[0].by = Some(vec![shooter]);
        }
    }
}

/// Some weapon, some manner, some point.
fn spoil_shooter(shooter: &mut Shooter, game: &Match, chance: &mut Chance) {
    const WEAPONS: [&str; 7] = ["Rifle", "Bayonet", "Pistol", "Sabre", "Grenade", "Autogun", "Spoon"];
    shooter.weapon = (!chance.one_in(3)).then(|| chance.pick(&WEAPONS).unwrap().to_owned());
    if chance.one_in(4) {
        shooter.fires = Fires::Snap;
    }
    if chance.one_in(4) {
        let near = game.battle().view().model(shooter.model).map(|model| model.pose.at);
        let near = near.map(|at| moved(at, chance.around(8000), chance.around(8000)));
        let mut point = near.unwrap_or_else(|| anywhere(game, chance));
        if chance.one_in(4) {
            point.z = Thou(4321);
        }
        shooter.throw_at = Some(point);
    }
}

/// A model of the unit, or one it has not, or another unit's.
pub fn some_model(unit: UnitId, chance: &mut Chance) -> ModelId {
    match chance.below(4) {
        0 => unit.model(200),
        1 => UnitId { number: unit.number + 1, ..unit }.model(1),
        _ => unit.model(1 + chance.below(10) as u8),
    }
}

fn spoil_placing(order: &mut DeployUnit, game: &Match, chance: &mut Chance) {
    let Some(first) = order.models.first().copied() else { return };
    match chance.below(7) {
        0 => drop(order.models.pop()),
        1 => order.models.push(first),
        2 => order.models.push(ModelPlace { model: some_model(order.unit, chance), ..first }),
        3 => order.models.iter_mut().for_each(|one| one.at = first.at),
        4 => order.models.iter_mut().for_each(|one| one.at.z = Thou(5555)),
        5 => {
            let level = &game.setup().level;
            let mut far = anywhere(game, chance);
            far.y = Thou(if order.unit.side == Side::A { -1 } else { 1 } * (level.table.depth.0 / 2 - 2000));
            order.models[0].at = far;
        }
        _ => {
            let corner = anywhere(game, chance);
            (0..).zip(&mut order.models).for_each(|(nth, one)| one.at = in_block(corner, nth, 1000));
        }
    }
}

fn spoil_moves(unit: UnitId, moves: &mut Vec<ModelMove>, game: &Match, chance: &mut Chance) {
    let view = game.battle().view();
    let standing: Vec<ModelView> = view.standing(unit).collect();
    let Some(model) = chance.pick(&standing) else { return };
    let others: Vec<ModelView> = view.units().flat_map(|unit| view.standing(unit.id)).collect();
    let near = chance.pick(&others).map_or(model.pose.at, |other| other.pose.at);
    let mut one = straight(model, near);
    let lost = view.models(unit).find(|model| !model.stands());
    if let Some(lost) = lost.filter(|_| chance.one_in(3)) {
        *moves = vec![straight(lost, near)];
        return;
    }
    let ahead = |to: Place| arriving(game, model, to);
    match chance.below(10) {
        0 => one.path = vec![moved(model.pose.at, 200, 0); 70],
        1 => one.path = vec![Place { z: Thou(2000), ..model.pose.at }],
        2 => one.path = vec![ahead(moved(model.pose.at, chance.around(9000), chance.around(9000)))],
        3 => one.path = vec![ahead(toward(model.pose.at, near, 5500))],
        4 => one.path = vec![ahead(toward(model.pose.at, anywhere(game, chance), 5500))],
        5 => one.path = vec![ahead(moved(model.pose.at, chance.around(1200), chance.around(1200)))],
        6 => one.model = some_model(unit, chance),
        7 => *moves = vec![one.clone()],
        8 => one.facing = Facing::from_degrees(f64::from(chance.around(360))).unwrap(),
        _ => one.path = vec![toward(model.pose.at, nearest_edge(game, model.pose.at), 6000)],
    }
    moves.retain(|other| other.model != one.model);
    if chance.one_in(8) {
        moves.push(one.clone());
    }
    moves.push(one);
}

/// A place straight beyond the table's nearest long edge.
fn nearest_edge(game: &Match, from: Place) -> Place {
    let depth = game.setup().level.table.depth.0;
    Place { y: Thou(if from.y.0 < 0 { -depth } else { depth }), ..from }
}

/// A place at most `most` thousandths from one toward another.
pub fn toward(from: Place, to: Place, most: i32) -> Place {
    let distance = (from.ground_distance(to) * 1000.0).max(1.0);
    let share = (f64::from(most) / distance).min(1.0);
    let part = |from: Thou, to: Thou| (f64::from(to.0 - from.0) * share) as i32;
    moved(from, part(from.x, to.x), part(from.y, to.y))
}
