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

inputs! {
    /// What it depends on.
    pub(super) struct Inputs { lesson: Lesson, selection: Selection, settings: Settings }
}

impl Query for GhostShot {
    const NAME: &'static str = "ghost shot";
    const TASK: Task = Task::GhostShot;

    type Inputs = Inputs<'static>;
    type Question = UnitId;
    /// Who may fire at whom; `None` where nobody has a target.
    type Answer = Option<(UnitId, UnitId)>;
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

/// The orders by which a unit may fire from where it stands: whichever of them its state and the turn allow.
///
/// Rule: ACT-1, ACT-2, FB-1 (snap fire in place of the move).
fn orders_of_fire(unit: UnitId, at: UnitId) -> [Order; 3] {
    let fire = FireAt { at, by: None };
    let (moves, sequence) = (Vec::new(), Sequence::MoveFirst);
    [
        Order::from(OpenFire { unit, moves: Vec::new(), fire: vec![fire.clone()] }),
        Order::from(AdvanceUnit { unit, moves, fire: vec![fire.clone()], sequence }),
        Order::from(FallBack { fire: Some(fire), ..FallBack::of(unit) }),
    ]
}

/// A shot that the battle allows: by this unit if it has a target, else by another of its side; at the nearest enemy of those
/// that it may fire at.
fn ghost_shot(battle: &Battle, unit: UnitId) -> Option<(UnitId, UnitId)> {
    let view = battle.view();
    let others = units_to_act(view, unit.side).filter(|other| other.id != unit);
    let is_allowed = |from: UnitId, at: UnitId| {
        let commands = orders_of_fire(from, at).map(|order| Command { player: from.side, order });
        commands.iter().any(|command| battle.check(command).is_ok())
    };
    std::iter::once(unit).chain(others.map(|other| other.id)).find_map(|from| {
        let enemies = enemies_by_distance(view, from);
        enemies.into_iter().find(|(at, _)| is_allowed(from, *at)).map(|(at, _)| (from, at))
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

    /// Rule: SHO-2.
    #[test]
    fn the_hand_aims_only_where_the_rules_let_the_unit_fire() {
        let battle = battle("mid-battle");
        let player = battle.decision().unwrap().player;
        let able: Vec<UnitId> = battle
            .view()
            .units()
            .map(|unit| unit.id)
            .filter(|id| id.side == player && ghost_shot(&battle, *id).is_some_and(|(from, _)| from == *id))
            .collect();
        assert!(!able.is_empty(), "somebody has a target");
        for id in battle.view().units().map(|unit| unit.id).filter(|id| id.side == player) {
            let Some((from, at)) = ghost_shot(&battle, id) else { continue };
            assert!(from == id || able.contains(&from), "{id}: {from} has no target");
            let commands = orders_of_fire(from, at).map(|order| Command { player, order });
            assert!(commands.iter().any(|command| battle.check(command).is_ok()), "{from} at {at}");
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
                let found = ghost_shot(&battle, unit.id).map(|(from, _)| from);
                assert_eq!(found == Some(unit.id), may_fire, "{level}: {}", unit.id);
                able += usize::from(may_fire);
            }
        }
        assert!(able > 0, "no suppressed unit of these levels may fire");
    }
}
