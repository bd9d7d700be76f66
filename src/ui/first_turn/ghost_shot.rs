//! At whom the ghost hand aims: a shot that the battle allows, found on a thread by the check that orders pass.

use bevy::ecs::system::SystemParamItem;

use super::ghost_hand::{enemies_by_distance, may_show, shown_unit};
use super::steps::{Lesson, Step};
use crate::game::engine::battle::Battle;
use crate::game::engine::command::Command;
use crate::game::kinds::Order;
use crate::game::phases::moving::kinds::OpenFire;
use crate::game::phases::shooting::kinds::FireAt;
use crate::rules::ids::UnitId;
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
        is_asked.then(|| shown_unit(view, &inputs.selection, &inputs.lesson)).flatten().map(|unit| unit.id)
    }

    fn answer(battle: &mut WhatIfBattle, unit: &UnitId, (): &mut ()) -> Self::Answer {
        ghost_shot(battle.battle(), *unit)
    }
}

/// A shot that the battle allows: by this unit if it has a target, else by another of its side; at the nearest enemy of those
/// that it may fire at.
fn ghost_shot(battle: &Battle, unit: UnitId) -> Option<(UnitId, UnitId)> {
    let view = battle.view();
    let others = view.units().filter(|other| may_show(view, other, unit.side) && other.id != unit);
    let is_allowed = |from: UnitId, at: UnitId| {
        let fire = vec![FireAt { at, by: None }];
        let order = Order::from(OpenFire { unit: from, moves: Vec::new(), fire });
        battle.check(&Command { player: from.side, order }).is_ok()
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
            let order = OpenFire { unit: from, moves: vec![], fire: vec![FireAt { at, by: None }] };
            let command = Command { player, order: order.into() };
            assert!(battle.check(&command).is_ok(), "{from} at {at}");
        }
    }
}
