//! Random games: legal and illegal commands on every level, and after each of
//! them everything that must hold.
//!
//! A failure names level, seed and command, so that it can be played again.

use std::collections::BTreeMap;

use warstrike::game::agenda::Choice;
use warstrike::game::battle::Battle;
use warstrike::game::command::{
    AdvanceUnit, AtTheDouble, Command, DeployUnit, GetDown, ModelMove, ModelPlace, ModelTurn, OpenFire, Order,
};
use warstrike::game::dice::Dice;
use warstrike::game::play::{Game, GameError};
use warstrike::game::record::save::parse_save;
use warstrike::game::refusal::Reason;
use warstrike::game::turn::may_still_act;
use warstrike::game::view::ModelView;
use warstrike::rules::action::Action;
use warstrike::rules::ids::{ModelId, Side, UnitId};
use warstrike::rules::measures::{Facing, Place, Thou};
use warstrike::rules::movement::bodies::overlap;

use super::chance::Chance;
use super::support::{
    LEVELS, arriving, by, deployment, end_phase, game, in_block, moved, shift, stay, straight,
};

/// What the battery has seen.
#[derive(Default)]
struct Tally {
    tried: BTreeMap<&'static str, usize>,
    accepted: usize,
    refused: BTreeMap<Reason, usize>,
}

fn kind(order: &Order) -> &'static str {
    match order {
        Order::DeployUnit(_) => "DeployUnit",
        Order::AdvanceUnit(_) => "AdvanceUnit",
        Order::AtTheDouble(_) => "AtTheDouble",
        Order::OpenFire(_) => "OpenFire",
        Order::GetDown(_) => "GetDown",
        Order::AnnounceDouble(_) => "AnnounceDouble",
        Order::OnMyTarget(_) => "OnMyTarget",
        Order::FallBack(_) => "FallBack",
        Order::FireAfterRunning(_) => "FireAfterRunning",
        Order::SnapFire(_) => "SnapFire",
        Order::HoldFire => "HoldFire",
        Order::EndPhase => "EndPhase",
    }
}

/// Some place on or just off the table.
fn anywhere(game: &Game, chance: &mut Chance) -> Place {
    let table = game.setup().level.table;
    Place::flat(chance.around(table.width.0 / 2 + 1000), chance.around(table.depth.0 / 2 + 1000))
}

/// A command that is likely to be legal.
fn sensible(game: &Game, chance: &mut Chance) -> Option<Command> {
    let decision = game.battle().decision()?;
    let player = decision.player;
    match decision.choice {
        Choice::PlaceUnit { .. } => Some(deployment(game, player, chance)),
        Choice::Act => Some(action(game, player, chance)),
        Choice::Run { unit } => Some(run(game, unit, chance)),
        Choice::MoveAfterFiring { unit } => Some(shift(game, unit, chance.around(3500), chance.around(3500))),
        Choice::SnapFire { .. } | Choice::FireAfterRunning { .. } => {
            Some(Command { player, order: Order::HoldFire })
        }
    }
}

fn action(game: &Game, player: Side, chance: &mut Chance) -> Command {
    let view = game.battle().view();
    let fresh: Vec<UnitId> = view
        .units()
        .filter(|unit| unit.id.side == player && may_still_act(view, *unit))
        .map(|unit| unit.id)
        .collect();
    let Some(unit) = chance.pick(&fresh) else { return end_phase(player) };
    match chance.below(14) {
        0..=2 => get_down(game, unit, chance),
        3 => stay(unit),
        4..=6 => run(game, unit, chance),
        7..=9 => open_fire(game, unit, chance),
        _ => shift(game, unit, chance.around(3500), chance.around(3500)),
    }
}

/// A run of a whole unit, everyone looking ahead.
fn run(game: &Game, unit: UnitId, chance: &mut Chance) -> Command {
    let (x, y) = (chance.around(7000), chance.around(7000));
    let mut command = by(Action::AtTheDouble, shift(game, unit, x, y));
    let ahead = Facing::toward(Place::flat(0, 0), Place::flat(x, y)).unwrap_or_default();
    if let Order::AtTheDouble(order) = &mut command.order {
        order.moves.iter_mut().for_each(|one| one.facing = ahead);
    }
    command
}

/// Open Fire with a small move of the whole unit before; every second time all of it turns, which units
/// with Limited Vision may not.
fn open_fire(game: &Game, unit: UnitId, chance: &mut Chance) -> Command {
    let mut command = by(Action::OpenFire, shift(game, unit, chance.around(1500), chance.around(1500)));
    if let Order::OpenFire(order) = &mut command.order
        && chance.one_in(2)
    {
        let turned = Facing::from_degrees(f64::from(chance.around(360))).unwrap();
        order.moves.iter_mut().for_each(|one| one.facing = turned);
    }
    command
}

fn get_down(game: &Game, unit: UnitId, chance: &mut Chance) -> Command {
    let turned = game.battle().view().standing(unit).filter(|_| chance.one_in(3));
    let turns: Vec<ModelTurn> = turned
        .map(|model| ModelTurn { model: model.id, facing: Facing::from_degrees(45.0).unwrap() })
        .collect();
    Command { player: unit.side, order: Order::GetDown(GetDown { unit, turns }) }
}

/// A command that is likely to be refused, each kind of mistake in its turn.
fn mistaken(game: &Game, chance: &mut Chance) -> Option<Command> {
    let Some(mut command) = sensible(game, chance) else { return Some(end_phase(Side::A)) };
    if matches!(command.order, Order::EndPhase) {
        command = shift(game, UnitId { side: command.player, number: 1 }, 1000, 0);
    }
    match chance.below(9) {
        0 => command.player = command.player.other(),
        1 => command.order = Order::EndPhase,
        2 => command = other_choice(&command, game),
        3 => rename_unit(&mut command, game, chance),
        _ => spoil(&mut command.order, game, chance),
    }
    Some(command)
}

/// A command that answers another question than the one asked.
fn other_choice(command: &Command, game: &Game) -> Command {
    let unit = UnitId { side: command.player, number: 1 };
    match &command.order {
        Order::DeployUnit(_) => stay(unit),
        _ => {
            let models = game.battle().view().models(unit).map(|model| ModelPlace {
                model: model.id,
                at: model.pose.at,
                facing: model.facing(),
            });
            let order = Order::DeployUnit(DeployUnit { unit, models: models.collect() });
            Command { player: command.player, order }
        }
    }
}

/// Puts another unit's id in: a foreign one, a spent one, a lost one, one that is not there.
fn rename_unit(command: &mut Command, game: &Game, chance: &mut Chance) {
    let foreign_too = chance.one_in(3);
    let units = game.battle().view().units().map(|unit| unit.id);
    let units: Vec<UnitId> = units.filter(|unit| foreign_too || unit.side == command.player).collect();
    let other = match chance.pick(&units) {
        Some(unit) if !chance.one_in(3) => unit,
        _ => UnitId { side: command.player, number: 200 },
    };
    command.order = match &command.order {
        Order::DeployUnit(order) => Order::DeployUnit(DeployUnit { unit: other, ..order.clone() }),
        _ if chance.one_in(2) => stay(other).order,
        _ => Order::GetDown(GetDown { unit: other, turns: vec![] }),
    };
}

fn spoil(order: &mut Order, game: &Game, chance: &mut Chance) {
    match order {
        Order::DeployUnit(order) => spoil_placing(order, game, chance),
        Order::AdvanceUnit(AdvanceUnit { unit, moves, .. })
        | Order::AtTheDouble(AtTheDouble { unit, moves })
        | Order::OpenFire(OpenFire { unit, moves, .. }) => spoil_moves(*unit, moves, game, chance),
        Order::GetDown(order) => {
            let model = some_model(order.unit, chance);
            let turn = ModelTurn { model, facing: Facing::default() };
            order.turns = vec![turn; 1 + chance.below(2)];
        }
        _ => {}
    }
}

/// A model of the unit, or one it has not, or another unit's.
fn some_model(unit: UnitId, chance: &mut Chance) -> ModelId {
    match chance.below(4) {
        0 => unit.model(200),
        1 => UnitId { number: unit.number + 1, ..unit }.model(1),
        _ => unit.model(1 + chance.below(10) as u8),
    }
}

fn spoil_placing(order: &mut DeployUnit, game: &Game, chance: &mut Chance) {
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

fn spoil_moves(unit: UnitId, moves: &mut Vec<ModelMove>, game: &Game, chance: &mut Chance) {
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
fn nearest_edge(game: &Game, from: Place) -> Place {
    let depth = game.setup().level.table.depth.0;
    Place { y: Thou(if from.y.0 < 0 { -depth } else { depth }), ..from }
}

/// A place at most `most` thousandths from one toward another.
fn toward(from: Place, to: Place, most: i32) -> Place {
    let distance = (from.ground_distance(to) * 1000.0).max(1.0);
    let share = (f64::from(most) / distance).min(1.0);
    let part = |from: Thou, to: Thou| (f64::from(to.0 - from.0) * share) as i32;
    moved(from, part(from.x, to.x), part(from.y, to.y))
}

/// Plays one command and checks all that must hold after it.
fn play(game: &mut Game, command: Command, tally: &mut Tally) {
    *tally.tried.entry(kind(&command.order)).or_default() += 1;
    let before = game.battle().snapshot();
    let entries = game.history().entries().len();
    let foreseen = game.battle().check(&command);
    let mut clone = clone_of(game);
    match game.submit(command.clone()) {
        Ok(_) => {
            assert_eq!(foreseen, Ok(()), "check refused what was then accepted");
            tally.accepted += 1;
            let outcome = clone.submit(&command).unwrap();
            assert_eq!(outcome, game.history().present().outcome, "a clone went another way");
            assert_eq!(clone.snapshot(), game.battle().snapshot());
            check_undo(game);
            check_invariants(game);
        }
        Err(GameError::Refused(refusal)) => {
            assert_eq!(foreseen.as_ref(), Err(&*refusal), "check and submit disagree");
            assert_eq!(game.battle().snapshot(), before, "a refused command changed something");
            assert_eq!(game.history().entries().len(), entries, "a refused command was logged");
            *tally.refused.entry(refusal.reason).or_default() += 1;
        }
        Err(error) => panic!("{error}"),
    }
    check_save(game);
}

/// A fresh battle brought to where the game stands: all it knows of it is a snapshot.
fn clone_of(game: &Game) -> Battle {
    let (mut clone, _) = Battle::new(game.setup().clone(), Dice::seeded(game.seed())).unwrap();
    clone.restore(&game.battle().snapshot()).unwrap();
    assert_eq!(clone.decision(), game.battle().decision());
    clone
}

/// Undone and redone, the battle is the same; undone, it is what it was before.
fn check_undo(game: &mut Game) {
    let after = game.battle().snapshot();
    let line = game.history().line();
    let earlier = line[line.len() - 2].outcome.hash;
    assert!(game.undo().unwrap());
    assert_eq!(game.battle().snapshot().hash().unwrap(), earlier, "undo");
    assert!(game.redo().unwrap());
    assert_eq!(game.battle().snapshot(), after, "redo");
}

/// Saved and loaded, the game is the same.
fn check_save(game: &Game) {
    let bytes = game.save_bytes().unwrap();
    let loaded = Game::from_save(parse_save(&bytes).unwrap()).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(loaded.damage, None);
    assert_eq!(loaded.game.battle().snapshot(), game.battle().snapshot());
    assert_eq!(loaded.game.save_bytes().unwrap(), bytes, "saved again it is the same file");
}

/// What holds in every position that commands lead to.
fn check_invariants(game: &Game) {
    let view = game.battle().view();
    let standing: Vec<ModelView> = view.units().flat_map(|unit| view.standing(unit.id)).collect();
    let table = game.setup().level.table;
    for (nth, model) in standing.iter().enumerate() {
        let [x, y] = model.pose.at.ground();
        let radius = model.card.base.radius() - 0.005 - 1e-9;
        assert!(x.abs() + radius <= table.width.inches() / 2.0, "{} is off the table", model.id);
        assert!(y.abs() + radius <= table.depth.inches() / 2.0, "{} is off the table", model.id);
        let borne = view.terrain().surface_at(model.pose.at.ground(), model.pose.at.z);
        assert!(borne.is_some(), "{} stands in the air", model.id);
        for other in &standing[..nth] {
            let bodies = (model.body_at(model.pose.at), other.body_at(other.pose.at));
            assert!(!overlap(bodies.0, bodies.1, view.allowance()), "{} stands on {}", model.id, other.id);
        }
    }
    for unit in view.units() {
        assert!(
            unit.morale.nerve_markers <= unit.card.characteristics.nerve,
            "{} has too many markers",
            unit.id
        );
    }
    let turn = view.turn();
    assert!(turn.round <= view.rounds(), "round {} of {}", turn.round, view.rounds());
    if let Some(decision) = game.battle().decision() {
        let other = matches!(decision.choice, Choice::SnapFire { .. });
        assert!(turn.round == 0 || (decision.player == turn.side) != other, "the wrong player decides");
    }
}

/// Plays a random game; `length` commands, a third of them meant to be refused.
fn random_game(level: &str, seed: u64, length: usize, tally: &mut Tally) {
    let mut game = game(level, seed);
    let mut chance = Chance::new(seed);
    for nth in 0..length {
        let command = match chance.below(3) {
            0 => mistaken(&game, &mut chance),
            _ => sensible(&game, &mut chance),
        };
        let Some(command) = command else {
            play(&mut game, end_phase(Side::A), tally);
            break;
        };
        let told = format!("{level}, seed {seed}, command {nth}: {command:?}");
        let played =
            std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| play(&mut game, command, tally)));
        assert!(played.is_ok(), "in {told}");
    }
    assert_eq!(game.verify().unwrap(), game.history().entries().len(), "{level}, seed {seed}: re-rolled");
}

#[test]
fn random_games_hold_together_command_by_command() {
    let mut tally = Tally::default();
    for (level, games, length) in [
        ("street", 24, 60),
        ("duel", 50, 40),
        ("muster", 30, 60),
        ("mid-battle", 12, 40),
        ("crossroads", 10, 50),
        ("movement-gallery", 10, 60),
        ("sight-gallery", 3, 60),
        ("stress", 3, 30),
    ] {
        for seed in 0..games {
            random_game(level, seed, length, &mut tally);
        }
    }
    let tried: usize = tally.tried.values().sum();
    println!("{tried} commands tried, {} accepted: {:?}, {:?}", tally.accepted, tally.tried, tally.refused);
    assert!(3 * tally.accepted >= tried, "only {} of {tried} commands were accepted", tally.accepted);
    for kind in ["DeployUnit", "AdvanceUnit", "AtTheDouble", "OpenFire", "GetDown", "EndPhase"] {
        let times = tally.tried.get(kind).copied().unwrap_or_default();
        assert!(times >= 500, "{kind} was tried only {times} times");
    }
    for reason in Reason::ALL {
        assert!(tally.refused.contains_key(reason), "no command was refused as {reason:?}");
    }
}

/// The battery plays every level that is shipped, so a new one cannot be forgotten.
#[test]
fn every_shipped_level_is_played() {
    for level in super::support::data().levels() {
        assert!(LEVELS.contains(&level.as_str()), "{level} is missing in the tests' list of levels");
    }
}
