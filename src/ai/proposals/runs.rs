//! Runs: announced where an enemy might snap fire, and only if they can be made.

use super::{Proposal, Proposer};
use crate::ai::goals::GoalSearch;
use crate::ai::moves::UnitMoves;
use crate::game::engine::command::{Command, Order};
use crate::game::engine::view::UnitView;
use crate::game::phases::moving::kinds::{AnnounceDouble, Order as Moving};
use crate::game::phases::shooting::poses_after_moves;
use crate::rules::action::Action;

/// How many runs of a unit are thought of.
const RUNS: usize = 3;

impl Proposer<'_> {
    /// Runs toward the nearest goals. What is announced would be accepted as things stand; after snap fire the paths are
    /// chosen again.
    ///
    /// Rule: ACT-4, RE-1.
    pub(super) fn runs(&self, unit: UnitView) -> Vec<Proposal> {
        let (view, action) = (self.battle.view(), Action::AtTheDouble);
        let mover = UnitMoves::new(self.battle, unit, action);
        let goals = GoalSearch::exact(view, unit).map(|search| search.goals(action, self.weighing.places));
        let runs = goals.into_iter().flatten().filter_map(|goal| {
            let moves = mover.straight_to(goal.at)?;
            let poses = poses_after_moves(view, &moves);
            let run = Order::of_move(action, unit.id, moves)?;
            let is_open = self.battle.check(&Command::new(unit.id.side, run.clone())).is_ok();
            let order = if is_open { run } else { Moving::from(AnnounceDouble { unit: unit.id }).into() };
            let words = goal.kind.to_string().replacen("goes", "runs", 1);
            let words = if words.starts_with("runs") { words } else { format!("{words} at a run") };
            Some(Proposal { poses, ..Proposal::new(unit.id, order, words) })
        });
        runs.take(RUNS).collect()
    }
}
