//! At whom the ghost hand aims: a shot that the battle allows, found on a thread by the check that orders pass.

use bevy::ecs::system::SystemParamItem;

use super::ghost_hand::enemies_by_distance;
use super::steps::{Lesson, Step};
use crate::game::engine::battle::Battle;
use crate::game::engine::command::Command;
use crate::game::engine::view::{UnitView, View};
use crate::game::kinds::Order;
use crate::game::phases::fall_back::kinds::FallBack;
use crate::game::phases::moving::kinds::{AdvanceUnit, OpenFire, Sequence};
use crate::game::phases::shooting::kinds::FireAt;
use crate::game::phases::turn::may_still_act;
use crate::rules::action::Action;
use crate::rules::ids::{Side, UnitId};
use crate::ui::background::background_query::Query;
use crate::ui::background::computing::Task;
use crate::ui::background::what_if::WhatIfBattle;
use crate::ui::drafts::selection::Selection;
use crate::ui::frame::inputs::inputs;
use crate::ui::session::open_game::OpenGame;
use crate::ui::session::settings::{FirstTurn, Settings};

/// The ghost hand's shot.
pub(super) struct GhostShot;

/// Who may fire at whom, and by which action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Shot {
    pub from: UnitId,
    pub at: UnitId,
    pub by: Action,
}

inputs! {
    /// What it depends on.
    pub(super) struct Inputs { lesson: Lesson, selection: Selection, settings: Settings }
}

impl Query for GhostShot {
    const NAME: &'static str = "ghost shot";
    const TASK: Task = Task::GhostShot;

    type Inputs = Inputs<'static>;
    type Question = UnitId;
    /// `None` where nobody has a target.
    type Answer = Option<Shot>;
    type Memory = ();

    fn question(opened: &OpenGame, inputs: &SystemParamItem<Self::Inputs>) -> Option<UnitId> {
        let is_asked = inputs.settings.first_turn == FirstTurn::Shown
            && inputs.lesson.step() == Some(Step::Fire)
            && opened.asks_to_act();
        let view = opened.game.battle().view();
        let side = inputs.lesson.learner.filter(|_| is_asked)?;
        let selected = inputs.selection.unit.and_then(|unit| view.unit(unit));
        let may_act = |unit: &UnitView| unit.id.side == side && may_still_act(view, *unit);
        selected.filter(may_act).or_else(|| units_to_act(view, side).next()).map(|unit| unit.id)
    }

    fn answer(battle: &mut WhatIfBattle, unit: &UnitId, (): &mut ()) -> Self::Answer {
        ghost_shot(battle.battle(), *unit)
    }
}

/// The units of a side that may still act, also those that have to fall back: they may snap fire instead.
fn units_to_act(view: View<'_>, side: Side) -> impl Iterator<Item = UnitView<'_>> {
    view.units().filter(move |unit| unit.id.side == side && may_still_act(view, *unit))
}

/// The orders by which a unit may fire from where it stands: whichever of them its state and the turn allow, the best rate first.
///
/// Rule: ACT-1, ACT-2, FB-1 (snap fire in place of the move).
fn orders_of_fire(unit: UnitId, at: UnitId) -> [(Action, Order); 3] {
    let fire = FireAt { at, by: None };
    let (moves, sequence) = (Vec::new(), Sequence::MoveFirst);
    [
        (Action::OpenFire, Order::from(OpenFire { unit, moves: Vec::new(), fire: vec![fire.clone()] })),
        (Action::Advance, Order::from(AdvanceUnit { unit, moves, fire: vec![fire.clone()], sequence })),
        (Action::FallBack, Order::from(FallBack { fire: Some(fire), ..FallBack::of(unit) })),
    ]
}

/// A shot that the battle allows: by Open Fire before any other action, by this unit before another of its side that may act; at
/// the nearest enemy of those that it may fire at.
fn ghost_shot(battle: &Battle, unit: UnitId) -> Option<Shot> {
    let view = battle.view();
    let others = units_to_act(view, unit.side).map(|other| other.id).filter(|other| *other != unit);
    let shots = std::iter::once(unit).chain(others).filter_map(|from| shot_of(battle, from));
    let rank = |shot: &Shot| ACTIONS_OF_FIRE.iter().position(|action| *action == shot.by);
    shots.min_by_key(rank)
}

/// The actions by which a unit fires, the one that is taught first.
const ACTIONS_OF_FIRE: [Action; 3] = [Action::OpenFire, Action::Advance, Action::FallBack];

/// The best shot of a unit.
fn shot_of(battle: &Battle, from: UnitId) -> Option<Shot> {
    let may = |order: Order| battle.check(&Command { player: from.side, order }).is_ok();
    enemies_by_distance(battle.view(), from).into_iter().find_map(|(at, _)| {
        let by = orders_of_fire(from, at).into_iter().find_map(|(by, order)| may(order).then_some(by))?;
        Some(Shot { from, at, by })
    })
}

#[cfg(test)]
mod tests {
    use std::path::Path;
    use std::sync::Arc;

    use super::*;
    use crate::game::engine::dice::Dice;
    use crate::game::leadership::has_to_fall_back;
    use crate::level::data_folder::{DataFolder, load_level};

    fn battle(level: &str) -> Battle {
        let data = DataFolder::find(Some(Path::new(env!("CARGO_MANIFEST_DIR")))).unwrap();
        Battle::new(Arc::new(load_level(level, &data, None).unwrap()), Dice::seeded(7)).unwrap().0
    }

    /// Rule: SHO-2, ACT-1.
    #[test]
    fn the_hand_aims_only_where_the_rules_let_the_unit_fire() {
        let battle = battle("mid-battle");
        let player = battle.decision().unwrap().player;
        let own: Vec<UnitId> =
            battle.view().units().map(|unit| unit.id).filter(|id| id.side == player).collect();
        let able = |by: Action| own.iter().any(|id| shot_of(&battle, *id).is_some_and(|shot| shot.by == by));
        assert!(able(Action::OpenFire), "somebody may open fire");
        for id in own.iter().copied() {
            let Some(shot) = ghost_shot(&battle, id) else { continue };
            assert_eq!(shot.by, Action::OpenFire, "{id}: the full rate is taught first");
            let own_shot = shot_of(&battle, id).filter(|own| own.by == Action::OpenFire);
            assert!(own_shot.is_none_or(|own| own == shot), "{id} has a target, {shot:?}");
            let order = orders_of_fire(shot.from, shot.at).into_iter().find(|(by, _)| *by == shot.by);
            assert!(battle.check(&Command { player, order: order.unwrap().1 }).is_ok(), "{shot:?}");
        }
    }

    /// Rule: FB-1. A suppressed unit at more than half its strength may snap fire in place of its move: it has a target too.
    #[test]
    fn a_suppressed_unit_that_may_snap_fire_has_a_target() {
        let games = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/games");
        let mut able = 0;
        for level in ["fall-back", "flight", "nerves", "morale", "brawl", "firing-line", "runners"] {
            let battle = battle(&games.join(format!("{level}.ron")).display().to_string());
            let view = battle.view();
            let Some(player) = battle.decision().map(|decision| decision.player) else { continue };
            let own = view.units().filter(|unit| unit.id.side == player);
            for unit in own.filter(|unit| may_still_act(view, *unit) && has_to_fall_back(view, *unit)) {
                let may_fire = enemies_by_distance(view, unit.id).into_iter().any(|(at, _)| {
                    let fire = Some(FireAt { at, by: None });
                    let order = Order::from(FallBack { fire, ..FallBack::of(unit.id) });
                    battle.check(&Command { player, order }).is_ok()
                });
                let found = shot_of(&battle, unit.id).map(|shot| shot.by);
                assert_eq!(found == Some(Action::FallBack), may_fire, "{level}: {}", unit.id);
                able += usize::from(may_fire);
            }
        }
        assert!(able > 0, "no suppressed unit of these levels may fire");
    }
}
