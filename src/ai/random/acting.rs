//! Actions: near an enemy a unit charges or fires, farther off it fires or goes for an objective or an enemy.

use crate::game::engine::battle::Battle;
use crate::game::engine::command::Order;
use crate::game::engine::view::{UnitView, View};
use crate::game::leadership::has_to_fall_back;
use crate::game::phases::close_combat::kinds::MoveInCombat;
use crate::game::phases::fall_back::kinds::FallBack;
use crate::game::phases::get_down::kinds::GetDown;
use crate::game::phases::moving::kinds::{
    AdvanceUnit, AnnounceDouble, AtTheDouble, ModelMove, OpenFire, Order as MovingOrder, Sequence,
};
use crate::game::phases::shooting::kinds::{FireAt, OnMyTarget, Shooter};
use crate::game::phases::turn::kinds::Order as TurnOrder;
use crate::game::phases::turn::may_still_act;
use crate::game::plan::UnitPlanner;
use crate::rules::action::Action;
use crate::rules::card::Handling;
use crate::rules::ids::{ModelId, Side, UnitId};
use crate::rules::measures::{Facing, Place};
use crate::table::shape::Point;

use super::targets::{Enemy, enemies, objectives, range};
use super::{RandomPlayer, plans};

/// A gap that MOV-5 allows and that CC-1 links, inches.
const CHARGING_GAP: f64 = 2.05;
/// CC-1 links models so near, inches.
const LINKED: f64 = 6.0;

impl RandomPlayer {
    /// An action of a unit that has not acted; the end of the phase if there is none.
    pub(super) fn act(&mut self, battle: &Battle, player: Side, used: f64) -> Option<Order> {
        let view = battle.view();
        let fresh = fresh(view, player);
        let Some(unit) = self.chance.pick(&fresh) else { return Some(TurnOrder::EndPhase.into()) };
        let (id, speed) = (unit.id, f64::from(unit.card.characteristics.movement));
        if has_to_fall_back(view, unit) {
            return Some(self.fall_back(view, id).into());
        }
        let enemies = enemies(view, id);
        let Some(nearest) = enemies.first() else { return self.advance(view, id, used).map(Into::into) };
        let near = nearest.gap <= speed + LINKED - 0.5;
        let charges = if strikes_twice(unit) { !self.chance.one_in(5) } else { self.chance.one_in(4) };
        if near && charges {
            return self.charge(view, id, nearest, used).map(Into::into);
        }
        if self.chance.one_in(14) {
            return Some(GetDown { unit: id, turns: Vec::new() }.into());
        }
        if nearest.gap <= range(view, id) && !self.chance.one_in(3) {
            return self.fire(view, id, &enemies);
        }
        if nearest.gap > 2.0 * speed && self.chance.one_in(2) {
            return Some(AnnounceDouble { unit: id }.into());
        }
        if plans(used) || self.chance.one_in(24) {
            return self.planned(battle, id, Action::Advance);
        }
        let mut order = self.advance(view, id, used)?;
        if let MovingOrder::AdvanceUnit(advance) = &mut order {
            advance.fire = self.fire_at(view, id, &enemies);
        }
        Some(order.into())
    }

    /// Stays, or falls back if it must; the end of the phase once everybody has acted.
    pub(super) fn plain_action(&self, view: View, player: Side) -> Order {
        match fresh(view, player).first() {
            Some(unit) if has_to_fall_back(view, *unit) => FallBack::of(unit.id).into(),
            Some(unit) => stay(unit.id),
            None => TurnOrder::EndPhase.into(),
        }
    }

    pub(super) fn fall_back(&mut self, view: View, unit: UnitId) -> FallBack {
        let mut order = FallBack::of(unit);
        if self.chance.one_in(3) {
            let at = enemies(view, unit).first().map(|enemy| enemy.unit);
            order.fire = at.map(|at| FireAt { at, by: None });
        }
        order
    }

    /// An Advance toward what the unit goes for.
    pub(super) fn advance(&mut self, view: View, unit: UnitId, used: f64) -> Option<MovingOrder> {
        let speed = f64::from(view.unit(unit)?.card.characteristics.movement);
        let way = self.goal(view, unit);
        let moves = self.shift(view, unit, way, speed, used)?;
        Some(MovingOrder::AdvanceUnit(advance(unit, moves)))
    }

    pub(super) fn run(&mut self, view: View, unit: UnitId, used: f64) -> Option<Order> {
        let speed = f64::from(view.unit(unit)?.card.characteristics.movement);
        let way = self.goal(view, unit);
        let moves = self.shift(view, unit, way, 2.0 * speed, used)?;
        Some(AtTheDouble { unit, moves }.into())
    }

    /// The winner of a combat goes a little way.
    pub(super) fn consolidate(&mut self, view: View, unit: UnitId, used: f64) -> Option<Order> {
        let speed = f64::from(view.unit(unit)?.card.characteristics.movement);
        let way = self.goal(view, unit);
        let moves = self.shift(view, unit, way, speed / 2.0, used)?;
        Some(MoveInCombat { unit, moves }.into())
    }

    /// Into the reach of close combat.
    fn charge(&mut self, view: View, unit: UnitId, enemy: &Enemy, used: f64) -> Option<MovingOrder> {
        let speed = f64::from(view.unit(unit)?.card.characteristics.movement);
        let length = speed.min(enemy.gap - CHARGING_GAP).max(0.1);
        let moves = self.shift(view, unit, enemy.way, length, used)?;
        let mut order = advance(unit, moves);
        if self.chance.one_in(2) {
            order.fire = vec![FireAt { at: enemy.unit, by: None }];
        }
        Some(MovingOrder::AdvanceUnit(order))
    }

    /// The way to an objective or to an enemy.
    fn goal(&mut self, view: View, unit: UnitId) -> Point {
        let objectives = objectives(view, unit);
        let enemies = enemies(view, unit);
        let enemy = enemies.first().map(|enemy| enemy.way);
        match self.chance.pick(&objectives) {
            Some(way) if enemy.is_none() || !self.chance.one_in(3) => way,
            _ => enemy.unwrap_or([0.0, 0.0]),
        }
    }

    /// A move of all models alike, at most so far; shorter and more aside the more tries are used up.
    fn shift(
        &mut self,
        view: View,
        unit: UnitId,
        way: Point,
        length: f64,
        used: f64,
    ) -> Option<Vec<ModelMove>> {
        let distance = libm::hypot(way[0], way[1]);
        let length = length.min(distance) * (1.0 - 0.9 * used);
        if length < 0.05 {
            return None;
        }
        let aside = (2.0 * self.chance.share() - 1.0) * 100.0 * used;
        let heading = libm::atan2(way[1], way[0]) + aside.to_radians();
        let step = [length * libm::cos(heading), length * libm::sin(heading)];
        let facing = Facing::from_degrees(heading.to_degrees().rem_euclid(360.0)).ok()?;
        let moved = |model: crate::game::engine::view::ModelView| {
            let [x, y] = model.pose.at.ground();
            let end = [x + step[0], y + step[1]];
            let height = view.terrain().arrival_height(model.pose.at, end)?;
            let at = Place::from_inches(end[0], end[1], height.inches()).ok()?;
            Some(ModelMove { model: model.id, path: vec![at], facing })
        };
        view.standing(unit).map(moved).collect()
    }

    /// As the planner would lead the unit: round obstacles, through doors.
    pub(super) fn planned(&mut self, battle: &Battle, unit: UnitId, action: Action) -> Option<Order> {
        let view = battle.view();
        let way = self.goal(view, unit);
        let [x, y] = view.leader(unit)?.pose.at.ground();
        let share = (14.0 / libm::hypot(way[0], way[1])).min(1.0);
        let to = Place::from_inches(x + share * way[0], y + share * way[1], 0.0).ok()?;
        let planner = UnitPlanner::new(battle, unit, action)?;
        let plan = planner.path_trees().plan_to(to, 0.0)?;
        Some(plan.command.order)
    }

    /// Open Fire, On My Target, or an Advance that fires first.
    fn fire(&mut self, view: View, unit: UnitId, enemies: &[Enemy]) -> Option<Order> {
        let fire = self.fire_at(view, unit, enemies);
        Some(match self.chance.below(10) {
            0 | 1 => {
                let models: Vec<ModelId> =
                    fire.iter().flat_map(|fire| view.standing(fire.at)).map(|model| model.id).collect();
                OnMyTarget { unit, at: self.chance.pick(&models)?, by: None }.into()
            }
            2 | 3 => AdvanceUnit { unit, moves: Vec::new(), fire, sequence: Sequence::FireFirst }.into(),
            _ => OpenFire { unit, moves: Vec::new(), fire }.into(),
        })
    }

    /// Fire at an enemy within range, mostly the nearest; with grenades, where they reach.
    fn fire_at(&mut self, view: View, unit: UnitId, enemies: &[Enemy]) -> Vec<FireAt> {
        let range = range(view, unit);
        let near: Vec<Enemy> = enemies.iter().copied().filter(|enemy| enemy.gap <= range).take(3).collect();
        let first = if self.chance.one_in(3) { self.chance.pick(&near) } else { near.first().copied() };
        let Some(first) = first else { return Vec::new() };
        let thrown = |model: crate::game::engine::view::ModelView| {
            let weapon = model.card.carried(model.id.number).find(|own| own.handling == Handling::Thrown)?;
            Some(Shooter { weapon: Some(weapon.name.clone()), ..Shooter::of(model.id) })
        };
        let throws = first.gap <= 5.0 && self.chance.one_in(2);
        let by: Vec<Shooter> = view.standing(unit).filter(|_| throws).filter_map(thrown).take(2).collect();
        let mut fire = vec![FireAt { at: first.unit, by: (!by.is_empty()).then_some(by) }];
        if let Some(second) = near.iter().find(|other| other.unit != first.unit)
            && self.chance.one_in(5)
        {
            let models: Vec<ModelId> = view.standing(unit).map(|model| model.id).collect();
            let some = &models[..models.len() / 2];
            fire.push(FireAt { at: second.unit, by: Some(some.iter().copied().map(Shooter::of).collect()) });
        }
        fire
    }
}

/// Who may still act; of these only those that have arrived, which act first (MIS-3).
fn fresh(view: View, player: Side) -> Vec<UnitView> {
    let fresh = view.units().filter(|unit| unit.id.side == player && may_still_act(view, *unit));
    let (arrived, others): (Vec<_>, Vec<_>) = fresh.partition(|unit| view.arrivals().contains(&unit.id));
    if arrived.is_empty() { others } else { arrived }
}

/// Whether a unit has weapons made for close combat.
fn strikes_twice(unit: UnitView) -> bool {
    unit.card.weapons.iter().any(|weapon| weapon.handling == Handling::Melee && weapon.rate > 1)
}

fn advance(unit: UnitId, moves: Vec<ModelMove>) -> AdvanceUnit {
    AdvanceUnit { unit, moves, fire: Vec::new(), sequence: Sequence::MoveFirst }
}

/// An Advance that leaves everybody in place.
pub(super) fn stay(unit: UnitId) -> Order {
    advance(unit, Vec::new()).into()
}
