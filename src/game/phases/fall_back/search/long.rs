//! A safe position out of the leader's reach.

use std::rc::Rc;

use super::leader_paths::{LeaderPaths, PathEndCache, SEARCH_MARGIN_INCHES};
use super::open_cells::{Classified, Node, OpenCell};
use super::{FoundPosition, PositionSearch};
use crate::game::plan::model::ModelPlanner;

/// How many cells are checked by sight and room before longer paths are searched, for each limit of their length: the
/// longer the paths, the more checks are cheaper than they are.
const PRUNING_CHECKS: [usize; 3] = [4096, 16_384, 65_536];

impl PositionSearch<'_, '_> {
    /// The position with the shortest path of those out of reach.
    ///
    /// Rule: FB-4.
    pub(super) fn search_long(&mut self) -> Option<FoundPosition> {
        let context = self.context;
        // Bounds of paths alone: one through difficult ground may exceed the halved limit and still be the shortest of all.
        self.open_list.change_keys(|key| key.length = 0);
        let limits = [2.0 * context.limits.open[1], 4.0 * context.limits.open[1], context.longest_path()];
        for (max, checks) in limits.into_iter().zip(PRUNING_CHECKS) {
            self.prune_unsafe_cells(checks);
            if self.open_list.is_empty() {
                return None;
            }
            let planner = context.planner(max + SEARCH_MARGIN_INCHES)?;
            self.prune_blocked_ends(&planner);
            if self.open_list.is_empty() {
                return None;
            }
            let path_trees = planner.path_trees_within([max + SEARCH_MARGIN_INCHES; 2]);
            let paths = LeaderPaths {
                planner: &planner,
                path_trees: &path_trees,
                ends: &PathEndCache::default(),
                through: 0.0,
                max_lengths: [max; 2],
            };
            let up_to = self.up_to(max);
            if let Some(found) = self.search_shortest(&paths, &up_to) {
                return Some(found);
            }
        }
        None
    }

    /// Drops cells without a safe position, whatever the paths to them: checking them is cheaper than searching
    /// paths far across the table. Makes at most so many checks.
    fn prune_unsafe_cells(&mut self, checks: usize) {
        let (mut open_list, mut left) = (std::mem::take(&mut self.open_list), checks);
        open_list.retain(|node| match node {
            Node::Position(..) => true,
            Node::Cell(open) => self.may_hold_safe_position(open.clone(), &mut left),
        });
        self.open_list = open_list;
    }

    /// Drops smallest cells to whose centres no path leads, of whatever length, because the base may not end there:
    /// seeing that is cheaper than searching paths to everywhere else.
    fn prune_blocked_ends(&mut self, planner: &ModelPlanner) {
        let mut open_list = std::mem::take(&mut self.open_list);
        open_list.retain(|node| match node {
            Node::Cell(open) if self.is_smallest(&open.cell) => {
                !self.safety.centre(&open.cell).is_some_and(|at| planner.is_end_blocked(at))
            }
            Node::Cell(_) | Node::Position(..) => true,
        });
        self.open_list = open_list;
    }

    /// Whether a cell may hold a safe position, by sight and room alone. Checks at most `left` more cells.
    fn may_hold_safe_position(&mut self, open: OpenCell, left: &mut usize) -> bool {
        if *left == 0 {
            return true;
        }
        *left -= 1;
        let is_classified = open.classified == Classified::Yes;
        if (!is_classified && self.safety.is_ruled_out(&open.cell, &open.undecided))
            || self.safety.is_cell_blocked(&open.cell)
        {
            return false;
        }
        let Some(OpenCell { cell, undecided, .. }) = self.classify(open) else { return false };
        if self.is_smallest(&cell) {
            return self.safety.centre(&cell).is_some_and(|at| self.safety.is_covered(at, &undecided));
        }
        cell.parts().into_iter().any(|cell| {
            let undecided = Rc::clone(&undecided);
            self.may_hold_safe_position(OpenCell { cell, undecided, classified: Classified::No }, left)
        })
    }
}
