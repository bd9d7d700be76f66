//! How a unit gets somewhere: all models alike, if nothing is in the way, and otherwise as the planner leads them, or each as
//! far as it comes.

use std::cell::Cell;

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

/// A quick move also tries half the way, and turns aside where nothing straighter is legal.
const HALFWAY: [(f64, f64); 1] = [(0.5, 0.0)];
const ASIDE: [(f64, f64); 4] = [(0.9, 40.0), (0.9, -40.0), (0.8, 75.0), (0.8, -75.0)];

/// Moves of one unit by one action. Each method gives moves that the battle accepts, or `None`.
pub(super) struct UnitMoves<'a> {
    battle: &'a Battle,
    unit: UnitView<'a>,
    action: Action,
    planned: Cell<usize>,
}

impl<'a> UnitMoves<'a> {
    pub(super) fn new(battle: &'a Battle, unit: UnitView<'a>, action: Action) -> Self {
        Self { battle, unit, action, planned: Cell::new(0) }
    }

    /// All models alike, to a place or beside it.
    pub(super) fn straight_to(&self, at: Point) -> Option<Vec<ModelMove>> {
        self.alike(at, &BESIDE, |at| facing(self.battle.view(), self.unit, self.action, at))
    }

    /// The leader to a place or toward it, as the planner leads the unit.
    pub(super) fn planned_to(&self, at: Point) -> Option<Vec<ModelMove>> {
        if let Some(moves) = self.straight_to(at) {
            return Some(moves);
        }
        let view = self.battle.view();
        if self.planned.get() >= PLANNED {
            return self.led_to(at, facing(view, self.unit, self.action, at)?);
        }
        self.planned.set(self.planned.get() + 1);
        let planner = UnitPlanner::new(self.battle, self.unit.id, self.action)?;
        let height = view.terrain().ground_height(at);
        let to = Place::from_inches(at[0], at[1], height.inches()).ok()?;
        let plan = planner.path_trees().plan_near(to, 0.0)?;
        plan.command
            .order
            .drafted_action()
            .map(|drafted| drafted.moves.into_owned())
            .filter(|moves| !moves.is_empty())
    }

    /// The leader to a place or toward it, without the planner.
    pub(super) fn quickly_to(&self, at: Point) -> Option<Vec<ModelMove>> {
        let facing = facing(self.battle.view(), self.unit, self.action, at)?;
        let alike = |ways: &[(f64, f64)]| self.alike(at, ways, |_| Some(facing));
        let straight = alike(&BESIDE).or_else(|| alike(&HALFWAY));
        straight.or_else(|| self.led_to(at, facing)).or_else(|| alike(&ASIDE))
    }

    /// All models alike, by the first legal one of some ways.
    fn alike(
        &self,
        at: Point,
        ways: &[(f64, f64)],
        facing: impl Fn(Point) -> Option<Facing>,
    ) -> Option<Vec<ModelMove>> {
        let view = self.battle.view();
        let from = view.leader(self.unit.id)?.pose.at.ground();
        let ends = ways.iter().map(|(share, degrees)| turned(from, at, *share, *degrees));
        let mut moves = ends.filter_map(|end| shifted(view, self.unit.id, &[end], facing(end)?));
        moves.find(|moves| self.is_legal(moves))
    }

    fn led_to(&self, at: Point, facing: Facing) -> Option<Vec<ModelMove>> {
        let moves = led(self.battle.view(), self.unit.id, self.action, at, facing)?;
        self.is_legal(&moves).then_some(moves)
    }

    /// Whether the battle accepts moves, if perhaps only once the run is announced.
    fn is_legal(&self, moves: &[ModelMove]) -> bool {
        let Some(order) = Order::of_move(self.action, self.unit.id, moves.to_vec()) else { return false };
        match self.battle.check(&Command::new(self.unit.id.side, order)) {
            Ok(()) => true,
            // That is checked last.
            Err(refusal) => refusal.reason() == ShootingReason::NotAnnounced.into(),
        }
    }
}

/// A share of the way to a place, turned about its beginning.
fn turned(from: Point, to: Point, share: f64, degrees: f64) -> Point {
    let [dx, dy] = [share * (to[0] - from[0]), share * (to[1] - from[1])];
    let (sin, cos) = (libm::sin(degrees.to_radians()), libm::cos(degrees.to_radians()));
    [from[0] + dx * cos - dy * sin, from[1] + dx * sin + dy * cos]
}

/// All models alike, straight, so that the leader comes to a place.
pub(super) fn straight(view: View, unit: UnitView, action: Action, at: Point) -> Option<Vec<ModelMove>> {
    shifted(view, unit.id, &[at], facing(view, unit, action, at)?)
}

/// At the enemy that is nearest to a place; in a run, ahead.
fn facing(view: View, unit: UnitView, action: Action, at: Point) -> Option<Facing> {
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
