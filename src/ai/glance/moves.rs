//! How a unit gets somewhere without the planner: all models alike and straight, or each as far as it comes.

use crate::ai::proposals::{facing, may_be_made, turned};
use crate::game::engine::battle::Battle;
use crate::game::engine::command::{Command, Order};
use crate::game::engine::view::UnitView;
use crate::game::phases::moving::kinds::ModelMove;
use crate::game::plan::{led, shifted};
use crate::rules::action::Action;
use crate::table::shape::Point;

/// Where all models go alike, at these shares of the way to a place, turned by so many degrees: first these,
const BESIDE: [(f64, f64); 5] = [(1.0, 0.0), (0.85, 0.0), (0.95, 15.0), (0.95, -15.0), (0.5, 0.0)];

/// and these where nothing straighter is legal.
const ASIDE: [(f64, f64); 4] = [(0.9, 40.0), (0.9, -40.0), (0.8, 75.0), (0.8, -75.0)];

/// Moves of a unit by an action that take its leader to a place or toward it; `None` where the battle accepts none of these.
pub(super) fn moves_to(battle: &Battle, unit: UnitView, action: Action, at: Point) -> Option<Vec<ModelMove>> {
    let view = battle.view();
    let from = view.leader(unit.id)?.pose.at.ground();
    let facing = facing(view, unit, action, at)?;
    let accepted = |moves: Vec<ModelMove>| {
        let order = Order::of_move(action, unit.id, moves.clone())?;
        may_be_made(battle, Command::new(unit.id.side, order)).then_some(moves)
    };
    let alike = |(share, turn): &(f64, f64)| {
        accepted(shifted(view, unit.id, &[turned(from, at, *share, *turn)], facing)?)
    };
    let straight = BESIDE.iter().find_map(alike);
    let straight = straight.or_else(|| accepted(led(view, unit.id, action, at, facing)?));
    straight.or_else(|| ASIDE.iter().find_map(alike))
}
