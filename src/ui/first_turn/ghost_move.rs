//! Where the ghost hand drags the ghost unit: a move that the battle allows, found on a thread by the routines that orders use.

use bevy::ecs::system::SystemParamItem;

use super::ghost_hand::{enemies_by_distance, shown_unit};
use super::steps::{Lesson, Step};
use crate::game::engine::battle::Battle;
use crate::game::engine::command::Command;
use crate::game::kinds::Order;
use crate::game::phases::moving::kinds::ModelMove;
use crate::game::plan::{UnitPlanner, shifted};
use crate::rules::action::Action;
use crate::rules::ids::UnitId;
use crate::rules::measures::Place;
use crate::table::plane::distance;
use crate::table::shape::Point;
use crate::ui::background::background_query::Query;
use crate::ui::background::computing::Task;
use crate::ui::background::what_if::WhatIfBattle;
use crate::ui::drafts::selection::Selection;
use crate::ui::frame::inputs::inputs;
use crate::ui::session::open_game::OpenGame;
use crate::ui::session::settings::{FirstTurn, Settings};

/// What shares of its allowance the unit is dragged, the first that can be; and how far from the way to the enemy, degrees.
const SHARES: [f64; 3] = [0.8, 0.5, 0.3];
/// Backwards only where no way leads forward.
const FORWARD: [f64; 7] = [0.0, 25.0, -25.0, 50.0, -50.0, 80.0, -80.0];
const BACK: [f64; 4] = [120.0, -120.0, 160.0, -160.0];

/// The ghost unit's move.
pub(super) struct GhostMove;

inputs! {
    /// What it depends on.
    pub(super) struct Inputs { lesson: Lesson, selection: Selection, settings: Settings }
}

impl Query for GhostMove {
    const NAME: &'static str = "ghost unit";
    const TASK: Task = Task::GhostMove;

    type Inputs = Inputs<'static>;
    type Question = UnitId;
    /// Each model that moves with the corners of its path; `None` where the unit cannot go anywhere.
    type Answer = Option<Vec<ModelMove>>;
    type Memory = ();

    fn question(opened: &OpenGame, inputs: &SystemParamItem<Self::Inputs>) -> Option<UnitId> {
        let is_asked = inputs.settings.first_turn == FirstTurn::Shown
            && inputs.lesson.step() == Some(Step::Move)
            && opened.asks_to_act();
        let view = opened.game.battle().view();
        is_asked.then(|| shown_unit(view, &inputs.selection, &inputs.lesson)).flatten().map(|unit| unit.id)
    }

    fn answer(battle: &mut WhatIfBattle, unit: &UnitId, (): &mut ()) -> Self::Answer {
        ghost_move(battle.battle(), *unit)
    }
}

/// A move of a unit that the battle allows: as a player would drag it, all models straight ahead, towards the nearest enemy where
/// that is open and else aside; where nothing is, around what stands in the way.
fn ghost_move(battle: &Battle, unit: UnitId) -> Option<Vec<ModelMove>> {
    let view = battle.view();
    let (state, leader) = (view.unit(unit)?, view.leader(unit)?);
    let from = leader.pose.at.ground();
    let allowance = f64::from(state.card.characteristics.movement);
    let ahead = match enemies_by_distance(view, unit).first() {
        Some((_, at)) => [at[0] - from[0], at[1] - from[1]],
        None => leader.facing().direction(),
    };
    let far = libm::hypot(ahead[0], ahead[1]).max(0.001);
    // Not so far that it would stand beside him.
    let length = |share: f64| (allowance * share).min(far * 0.5);
    let end = |turn: f64, share: f64| -> Point {
        let (sin, cos) = libm::sincos(turn.to_radians());
        let scale = length(share) / far;
        let [x, y] = [ahead[0] * cos - ahead[1] * sin, ahead[0] * sin + ahead[1] * cos];
        [from[0] + x * scale, from[1] + y * scale]
    };
    let is_allowed = |moves: &Vec<ModelMove>| {
        let order = Order::of_move(Action::Advance, unit, moves.clone());
        order.is_some_and(|order| battle.check(&Command { player: unit.side, order }).is_ok())
    };
    let ends = || {
        let all = |turns: &'static [f64]| {
            let ways = SHARES.into_iter().flat_map(|share| turns.iter().map(move |turn| (*turn, share)));
            ways.map(|(turn, share)| end(turn, share))
        };
        all(&FORWARD).chain(all(&BACK))
    };
    let straight = ends().filter_map(|end| shifted(view, unit, &[end], leader.facing())).find(is_allowed);
    straight.or_else(|| {
        let planner = UnitPlanner::new(battle, unit, Action::Advance)?;
        let [x, y] = end(0.0, SHARES[0]);
        let height = view.terrain().height_near([x, y], leader.pose.at.z);
        let plan = planner.path_trees().plan_near(Place::from_inches(x, y, height.inches()).ok()?, 0.0)?;
        let moves = plan.command.order.drafted_action()?.moves.into_owned();
        (moves.iter().any(|one| !one.path.is_empty()) && is_allowed(&moves)).then_some(moves)
    })
}

/// Where a model is after a share of its way, from where it stands.
pub(super) fn on_the_way(from: Place, path: &[Place], share: f64) -> ([f64; 2], f64) {
    let corners: Vec<([f64; 2], f64)> =
        std::iter::once(&from).chain(path).map(|at| (at.ground(), at.z.inches())).collect();
    let legs = || corners.windows(2).map(|leg| (leg[0], leg[1], distance(leg[0].0, leg[1].0)));
    let mut left = share * legs().map(|(_, _, length)| length).sum::<f64>();
    for (begin, end, length) in legs() {
        if left <= length {
            let part = if length > 0.0 { left / length } else { 0.0 };
            let mix = |one: f64, other: f64| one + (other - one) * part;
            return ([mix(begin.0[0], end.0[0]), mix(begin.0[1], end.0[1])], mix(begin.1, end.1));
        }
        left -= length;
    }
    corners[corners.len() - 1]
}

#[cfg(test)]
mod tests {
    use std::path::Path;
    use std::sync::Arc;

    use super::*;
    use crate::game::engine::play::{DiceChoice, Match};
    use crate::game::phases::turn::may_still_act;
    use crate::level::data_folder::{DataFolder, load_level};

    /// In every level that opens in play: the ghosts of a unit go where the battle lets them, and most units go somewhere.
    #[test]
    fn ghosts_go_where_an_order_could() {
        let data = DataFolder::find(Some(Path::new(env!("CARGO_MANIFEST_DIR")))).unwrap();
        let (mut asked, mut found) = (0, 0);
        for level in ["street", "duel", "mid-battle"] {
            let Ok(setup) = load_level(Path::new(level), &data, None) else { continue };
            let game = Match::start(Arc::new(setup), DiceChoice::Seed(7)).unwrap();
            let battle = game.battle();
            let Some(player) = battle.decision().map(|decision| decision.player) else { continue };
            let view = battle.view();
            let own = view.units().filter(|unit| unit.id.side == player && may_still_act(view, *unit));
            for unit in own.map(|unit| unit.id) {
                asked += 1;
                let Some(moves) = ghost_move(battle, unit) else { continue };
                let moved = moves.iter().filter(|one| !one.path.is_empty()).count();
                found += usize::from(moved > 0);
                let order = Order::of_move(Action::Advance, unit, moves).unwrap();
                assert_eq!(battle.check(&Command { player, order }).err(), None, "{level}: {unit}");
            }
        }
        assert!(asked >= 4 && found * 4 >= asked * 3, "{found} of {asked} move");
    }

    /// A ghost follows the corners of its path, at an even pace.
    #[test]
    fn a_ghost_goes_round_corners() {
        let at = |x: f64, y: f64, z: f64| Place::from_inches(x, y, z).unwrap();
        let path = [at(3.0, 0.0, 0.0), at(3.0, 1.0, 2.0)];
        for (share, expected) in [
            (0.0, ([0.0, 0.0], 0.0)),
            (0.5, ([2.0, 0.0], 0.0)),
            (0.75, ([3.0, 0.0], 0.0)),
            (0.875, ([3.0, 0.5], 1.0)),
            (1.0, ([3.0, 1.0], 2.0)),
        ] {
            assert_eq!(on_the_way(at(0.0, 0.0, 0.0), &path, share), expected, "{share}");
        }
        assert_eq!(on_the_way(at(1.0, 2.0, 0.0), &[], 0.5), ([1.0, 2.0], 0.0), "one that stays");
    }
}
