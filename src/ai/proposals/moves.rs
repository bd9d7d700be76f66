//! How a unit gets somewhere: all models alike, if nothing is in the way, and otherwise as the planner leads them, or each as
//! far as it comes.

use std::cell::{Cell, OnceCell};

use crate::game::engine::battle::Battle;
use crate::game::engine::command::{Command, Order};
use crate::game::engine::view::{UnitView, View};
use crate::game::phases::moving::kinds::ModelMove;
use crate::game::phases::shooting::kinds::Reason as ShootingReason;
use crate::game::plan::{UnitPlanner, led, shifted};
use crate::rules::action::Action;
use crate::rules::measures::{Facing, Place};
use crate::table::plane::distance;
use crate::table::shape::Point;

/// How many moves of a unit by an action the planner makes, which takes longest.
const PLANNED: usize = 1;

/// Where else all models go alike if the way to a place is barred: at these shares of the way, turned by so many degrees.
const BESIDE: [(f64, f64); 4] = [(1.0, 0.0), (0.85, 0.0), (0.95, 15.0), (0.95, -15.0)];

/// Moves of one unit by one action.
pub(super) struct UnitMoves<'a> {
    battle: &'a Battle,
    unit: UnitView<'a>,
    action: Action,
    planner: OnceCell<Option<UnitPlanner<'a>>>,
    planned: Cell<usize>,
}

impl<'a> UnitMoves<'a> {
    pub(super) fn new(battle: &'a Battle, unit: UnitView<'a>, action: Action) -> Self {
        Self { battle, unit, action, planner: OnceCell::new(), planned: Cell::new(0) }
    }

    /// Moves that take all models alike to a place or beside it; `None` where none are legal.
    pub(super) fn to_straight(&self, at: Point) -> Option<Vec<ModelMove>> {
        let view = self.battle.view();
        let from = view.leader(self.unit.id)?.pose.at.ground();
        let near = BESIDE.iter().map(|(share, turn)| turned(from, at, *share, *turn));
        let mut straight = near.filter_map(|at| straight(view, self.unit, self.action, at));
        straight.find(|moves| self.is_legal(moves.clone()))
    }

    /// Moves that take the leader to a place or toward it; `None` where the battle accepts none.
    pub(super) fn to(&self, at: Point) -> Option<Vec<ModelMove>> {
        if let Some(moves) = self.to_straight(at) {
            return Some(moves);
        }
        let view = self.battle.view();
        if self.planned.get() >= PLANNED {
            let facing = facing(view, self.unit, self.action, at)?;
            let moves = led(view, self.unit.id, self.action, at, facing)?;
            return self.is_legal(moves.clone()).then_some(moves);
        }
        self.planned.set(self.planned.get() + 1);
        let planner = self.planner.get_or_init(|| UnitPlanner::new(self.battle, self.unit.id, self.action));
        let height = view.terrain().ground_height(at);
        let to = Place::from_inches(at[0], at[1], height.inches()).ok()?;
        let plan = planner.as_ref()?.path_trees().plan_near(to, 0.0)?;
        plan.command.order.unit_move().map(|moved| moved.moves.to_vec()).filter(|moves| !moves.is_empty())
    }

    fn is_legal(&self, moves: Vec<ModelMove>) -> bool {
        let order = Order::of_move(self.action, self.unit.id, moves);
        order.is_some_and(|order| may_be_made(self.battle, Command::new(self.unit.id.side, order)))
    }
}

/// Whether a battle accepts a move, if perhaps only once the run is announced.
pub(in crate::ai) fn may_be_made(battle: &Battle, command: Command) -> bool {
    match battle.check(&command) {
        Ok(()) => true,
        // That is checked last.
        Err(refusal) => refusal.reason == ShootingReason::NotAnnounced.into(),
    }
}

/// A share of the way to a place, turned about its beginning.
pub(in crate::ai) fn turned(from: Point, to: Point, share: f64, degrees: f64) -> Point {
    let [dx, dy] = [share * (to[0] - from[0]), share * (to[1] - from[1])];
    let (sin, cos) = (libm::sin(degrees.to_radians()), libm::cos(degrees.to_radians()));
    [from[0] + dx * cos - dy * sin, from[1] + dx * sin + dy * cos]
}

/// All models alike, straight, so that the leader comes to a place, looking at the nearest enemy; in a run, ahead.
pub(in crate::ai) fn straight(
    view: View,
    unit: UnitView,
    action: Action,
    at: Point,
) -> Option<Vec<ModelMove>> {
    shifted(view, unit.id, &[at], facing(view, unit, action, at)?)
}

/// At the enemy that is nearest to a place; in a run, ahead.
pub(in crate::ai) fn facing(view: View, unit: UnitView, action: Action, at: Point) -> Option<Facing> {
    let from = view.leader(unit.id)?.pose.at.ground();
    let ahead = match (action, nearest_enemy(view, unit, at)) {
        (Action::AtTheDouble, _) | (_, None) => [at[0] - from[0], at[1] - from[1]],
        (_, Some(enemy)) => [enemy[0] - at[0], enemy[1] - at[1]],
    };
    Facing::from_degrees(libm::atan2(ahead[1], ahead[0]).to_degrees().rem_euclid(360.0)).ok()
}

fn nearest_enemy(view: View, unit: UnitView, at: Point) -> Option<Point> {
    let places = view.standing_of(unit.id.side.other()).map(|model| model.pose.at.ground());
    places.min_by(|a, b| distance(at, *a).total_cmp(&distance(at, *b)))
}
