//! The word that stands for an order which the rules refuse: what it would have brought about happened on the table.

use super::kinds::{Order, SetUnit};
use crate::game::dispatch::drafted;
use crate::game::engine::command::Order as AnyOrder;
use crate::game::engine::view::View;
use crate::game::phases::deployment::kinds::ModelPlace;
use crate::game::phases::drafted::Drafted;
use crate::game::phases::moving::kinds::ModelMove;
use crate::game::phases::turn::kinds::Order as TurnOrder;
use crate::rules::ids::{ModelId, UnitId};
use crate::rules::measures::Place;
use crate::table::shape::Point;

/// Players' word for an order; `None` for an order that moves, places and ends nothing: its hits and losses are told one by one.
pub fn instead_of(view: View, order: &AnyOrder) -> Option<Order> {
    if *order == AnyOrder::Turn(TurnOrder::EndPhase) {
        return Some(Order::PhaseIsOver);
    }
    let (unit, models) = match drafted(order)? {
        Drafted::Action(action) => (action.unit, ends(view, &action.moves)),
        Drafted::CombatMove { unit, moves } => (unit, ends(view, moves)),
        Drafted::Placing { unit, models } => (unit, models.to_vec()),
    };
    (!models.is_empty()).then_some(Order::SetUnit(SetUnit { unit, models }))
}

/// Final places of moves.
fn ends(view: View, moves: &[ModelMove]) -> Vec<ModelPlace> {
    let end = |one: &ModelMove| {
        let at = one.path.last().copied().or_else(|| Some(view.model(one.model)?.pose.at))?;
        Some(ModelPlace { model: one.model, at, facing: one.facing })
    };
    moves.iter().filter_map(end).collect()
}

/// A whole unit that stands in its present formation with its leader at a point; `None` for one that is not on the table, or where
/// no number says how far that is.
pub fn standing_at(view: View, unit: UnitId, leader_at: Place) -> Option<Order> {
    let from = view.leader(unit)?.pose.at.ground();
    let by = [leader_at.ground()[0] - from[0], leader_at.ground()[1] - from[1]];
    let models = view.standing(unit).map(|model| {
        let [x, y] = model.pose.at.ground();
        let at = bearing(view, [x + by[0], y + by[1]], leader_at)?;
        Some(ModelPlace { model: model.id, at, facing: model.facing() })
    });
    let models = models.collect::<Option<Vec<_>>>()?;
    Some(Order::SetUnit(SetUnit { unit, models }))
}

/// The place at a point on the level of another, where there is one; else on the ground.
pub fn bearing(view: View, at: Point, level_of: Place) -> Option<Place> {
    let terrain = view.terrain();
    let flat = Place::from_inches(at[0], at[1], 0.0).ok()?;
    let is_level = terrain.surface_at(flat.ground(), level_of.z).is_some();
    let z = if is_level { level_of.z } else { terrain.ground_height(flat.ground()) };
    Some(Place { z, ..flat })
}

/// One model less of a unit: this one, or the last that does not lead it.
pub fn one_less(view: View, unit: UnitId) -> Option<ModelId> {
    let leader = view.leader(unit).map(|leader| leader.id);
    let others = view.standing(unit).map(|model| model.id).filter(|model| Some(*model) != leader);
    others.last().or(leader)
}
