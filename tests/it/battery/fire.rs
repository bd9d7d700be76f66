//! Fire in random games: at one unit or at several, by named models or whoever may, in full or in snap
//! fire, with firearms and thrown weapons.

use warstrike::game::engine::command::Command;
use warstrike::game::engine::command::Order;
use warstrike::game::engine::play::Match;
use warstrike::game::engine::view::ModelView;
use warstrike::game::phases::shooting;
use warstrike::game::phases::shooting::kinds::FireAfterRunning;
use warstrike::game::phases::shooting::kinds::FireAt;
use warstrike::game::phases::shooting::kinds::Fires;
use warstrike::game::phases::shooting::kinds::OnMyTarget;
use warstrike::game::phases::shooting::kinds::Shooter;
use warstrike::game::phases::shooting::kinds::SnapFire;
use warstrike::game::phases::shooting::snap_fire::snap_firers;
use warstrike::game::phases::shooting::targets_after_running;
use warstrike::rules::card::Handling;
use warstrike::rules::ids::{ModelId, Side, UnitId};
use warstrike::rules::movement::arcs::Turning;
use warstrike::rules::salvo::Manner;

use crate::chance::Chance;
use crate::support::moved;

/// Fire at a unit near by, or, one time in three, split between two.
pub fn at_units(game: &Match, unit: UnitId, manner: Manner, chance: &mut Chance) -> Vec<FireAt> {
    let near = nearest_enemies(game, unit);
    let Some(first) = near.first().copied() else { return vec![] };
    let first = if chance.one_in(4) { chance.pick(&near).unwrap() } else { first };
    if near.len() < 2 || !chance.one_in(3) {
        return vec![fire_at(game, unit, (first, manner), chance)];
    }
    let second = near.iter().find(|other| **other != first).copied().unwrap();
    let models: Vec<ModelId> = game.battle().view().standing(unit).map(|model| model.id).collect();
    let (some, others) = models.split_at(chance.below(models.len()));
    let by = |models: &[ModelId], at, chance: &mut Chance| FireAt {
        at,
        by: Some(models.iter().map(|model| shooter(game, *model, (at, manner), chance)).collect()),
    };
    match chance.below(3) {
        0 => vec![by(some, first, chance), FireAt { at: second, by: None }],
        1 => vec![FireAt { at: first, by: None }, by(others, second, chance)],
        _ => vec![by(some, first, chance), by(others, second, chance)],
    }
}

/// Fire at one unit, by whoever may or by some who are named.
fn fire_at(game: &Match, unit: UnitId, (at, manner): (UnitId, Manner), chance: &mut Chance) -> FireAt {
    let models = game.battle().view().standing(unit).map(|model| model.id);
    let by: Vec<ModelId> = models.filter(|_| chance.one_in(3)).collect();
    if by.is_empty() || chance.one_in(2) {
        return FireAt { at, by: None };
    }
    let by = by.iter().map(|model| shooter(game, *model, (at, manner), chance));
    FireAt { at, by: Some(by.collect()) }
}

/// A model with the weapon it has, or with one by name, in snap fire where there is such; a thrown weapon
/// at times at a point near the target.
fn shooter(game: &Match, model: ModelId, (at, manner): (UnitId, Manner), chance: &mut Chance) -> Shooter {
    let view = game.battle().view();
    let mut shooter = Shooter::of(model);
    let Some(stands) = view.model(model) else { return shooter };
    if manner == Manner::OpenFire && chance.one_in(4) {
        shooter.fires = Fires::Snap;
    }
    let thrown = stands.card.carried(model.number).find(|weapon| weapon.handling == Handling::Thrown);
    let (Some(thrown), true) = (thrown, is_near(game, stands, at, 7500)) else { return shooter };
    if chance.one_in(2) {
        shooter.weapon = Some(thrown.name.clone());
        let targets: Vec<ModelView> = view.standing(at).collect();
        let target = chance.pick(&targets).filter(|_| chance.one_in(2));
        shooter.throw_at =
            target.map(|target| moved(target.pose.at, chance.around(1500), chance.around(1500)));
    }
    shooter
}

/// Whether some model of a unit is so near, centre to centre, thousandths.
fn is_near(game: &Match, model: ModelView, unit: UnitId, most: i32) -> bool {
    let view = game.battle().view();
    view.standing(unit).any(|other| model.pose.at.ground_distance(other.pose.at) * 1000.0 <= f64::from(most))
}

/// The three enemy units whose models stand nearest to a unit's first, none farther off than a rifle reaches.
pub fn nearest_enemies(game: &Match, unit: UnitId) -> Vec<UnitId> {
    let view = game.battle().view();
    let Some(first) = view.standing(unit).next() else { return vec![] };
    let enemies = view.units().filter(|other| other.id.side != unit.side);
    let mut far: Vec<(f64, UnitId)> = enemies
        .filter_map(|other| {
            let gaps = view.standing(other.id).map(|model| model.pose.at.ground_distance(first.pose.at));
            gaps.min_by(f64::total_cmp).map(|gap| (gap, other.id))
        })
        .collect();
    far.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    far.retain(|(gap, _)| *gap <= 25.0);
    far.into_iter().take(3).map(|(_, id)| id).collect()
}

/// On My Target at some model near by.
pub fn at_model(game: &Match, unit: UnitId, chance: &mut Chance) -> Command {
    let near = nearest_enemies(game, unit);
    let at = near.first().copied().filter(|_| !chance.one_in(4)).or_else(|| chance.pick(&near));
    let models = at.into_iter().flat_map(|at| game.battle().view().standing(at));
    let models: Vec<ModelId> = models.map(|model| model.id).collect();
    let at = chance.pick(&models).unwrap_or(UnitId { side: unit.side.other(), number: 1 }.model(1));
    let by = fire_at(game, unit, (at.unit, Manner::OnMyTarget), chance).by;
    let by = by.map(|by| by.iter().map(|one| Shooter::of(one.model)).collect());
    Command {
        player: unit.side,
        order: Order::Shooting(shooting::kinds::Order::OnMyTarget(OnMyTarget { unit, at, by })),
    }
}

/// Snap fire by a unit that may, or none.
pub fn snap_fire(game: &Match, player: Side, at: UnitId, chance: &mut Chance) -> Command {
    let ready: Vec<UnitId> = snap_firers(game.battle().view(), at).collect();
    match chance.pick(&ready) {
        Some(unit) if !chance.one_in(4) => {
            let by = fire_at(game, unit, (at, Manner::SnapFire), chance).by;
            Command {
                player,
                order: Order::Shooting(shooting::kinds::Order::SnapFire(SnapFire { unit, by })),
            }
        }
        _ => Command { player, order: Order::Shooting(shooting::kinds::Order::HoldFire) },
    }
}

/// Fire of a unit that has run, or none.
pub fn fire_after_running(game: &Match, (unit, turning): (UnitId, Turning), chance: &mut Chance) -> Command {
    let view = game.battle().view();
    let targets: Vec<UnitId> = targets_after_running(view, view.unit(unit).unwrap(), turning).collect();
    match chance.pick(&targets) {
        Some(at) if !chance.one_in(4) => {
            let fire = fire_at(game, unit, (at, Manner::AfterRunning), chance);
            Command {
                player: unit.side,
                order: Order::Shooting(shooting::kinds::Order::FireAfterRunning(FireAfterRunning {
                    unit,
                    fire,
                })),
            }
        }
        _ => Command { player: unit.side, order: Order::Shooting(shooting::kinds::Order::HoldFire) },
    }
}
