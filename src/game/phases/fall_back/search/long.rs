//! A safe position out of the leader's reach.

use std::rc::Rc;

use super::leader_paths::{LeaderPaths, PathEndCache, PathLengths, SEARCH_MARGIN_INCHES};
use super::open_list::{Classified, Key, Node, OpenEntry};
use super::path_end::WantedLength;
use super::{FoundPosition, Search, radius_of, subdivide};
use crate::game::phases::fall_back::retreat::Reachability;
use crate::game::plan::model::ModelPlanner;
use crate::rules::falling_back::Limits;
use crate::table::sight::exposure::{Cell, UndecidedObserver};

/// How many cells are checked by sight and room before longer paths are searched, for each limit of their length: the
/// longer the paths, the more checks are cheaper than they are.
const PRUNING_CHECKS: [usize; 3] = [4096, 16_384, 65_536];

/// The longest path searched, as a multiple of the table's width plus depth.
const MAX_PATH_IN_TABLE_SIZES: f64 = 4.0;

impl Search<'_> {
    /// The position with the shortest path of those out of reach.
    ///
    /// Rule: FB-4.
    pub(super) fn search_long(&mut self) -> Option<FoundPosition> {
        let size = self.view.terrain().size;
        let longest = MAX_PATH_IN_TABLE_SIZES * (size[0] + size[1]);
        self.reset_bounds();
        let limits = [2.0 * self.limits.open[1], 4.0 * self.limits.open[1], longest];
        for (max, checks) in limits.into_iter().zip(PRUNING_CHECKS) {
            self.prune_unsafe_cells(checks);
            if self.open_list.is_empty() {
                return None;
            }
            let planner = self.planner(max + SEARCH_MARGIN_INCHES)?;
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
            if let Some(found) = self.search_long_up_to(&paths, max) {
                return Some(found);
            }
        }
        None
    }

    /// Drops cells without a safe position, whatever the paths to them: checking them is cheaper than searching
    /// paths far across the table. Makes at most so many checks.
    fn prune_unsafe_cells(&mut self, checks: usize) {
        let mut left = checks;
        let items = std::mem::take(&mut self.open_list).into_sorted_vec();
        let may_be_safe = |entry: &OpenEntry| match &entry.node {
            Node::Position(..) => true,
            Node::Cell(cell, undecided, classified) => {
                self.may_hold_safe_position(cell, undecided, *classified, &mut left)
            }
        };
        self.open_list = items.into_iter().filter(may_be_safe).collect();
    }

    /// Drops smallest cells to whose centres no path leads, of whatever length, because the base may not end there:
    /// seeing that is cheaper than searching paths to everywhere else.
    fn prune_blocked_ends(&mut self, planner: &ModelPlanner) {
        let items = std::mem::take(&mut self.open_list);
        let may_be_reached = |entry: &OpenEntry| match &entry.node {
            Node::Cell(cell, ..) if self.is_smallest(cell) => {
                !self.centre(cell).is_some_and(|at| planner.is_end_blocked(at))
            }
            Node::Cell(..) | Node::Position(..) => true,
        };
        self.open_list = items.into_iter().filter(may_be_reached).collect();
    }

    /// Whether a cell may hold a safe position, by sight and room alone. Checks at most `left` more cells.
    fn may_hold_safe_position(
        &mut self,
        cell: &Cell,
        undecided: &Rc<[UndecidedObserver]>,
        classified: Classified,
        left: &mut usize,
    ) -> bool {
        if *left == 0 {
            return true;
        }
        *left -= 1;
        if (classified == Classified::No && self.safety.is_ruled_out(cell, undecided))
            || self.is_blocked(cell)
        {
            return false;
        }
        let Some(undecided) = self.classify(cell, Rc::clone(undecided), classified) else { return false };
        if self.is_smallest(cell) {
            return self.centre(cell).is_some_and(|at| self.safety.is_covered(at, &undecided));
        }
        subdivide(cell).iter().any(|part| self.may_hold_safe_position(part, &undecided, Classified::No, left))
    }

    /// Resets the bounds on the open list to those of paths alone: a path through difficult ground may exceed
    /// the halved limit and still be the shortest of all.
    fn reset_bounds(&mut self) {
        let left = std::mem::take(&mut self.open_list).into_iter();
        let unbounded = |entry: OpenEntry| OpenEntry { key: Key { length: 0, ..entry.key }, ..entry };
        self.open_list = left.map(unbounded).collect();
    }

    fn search_long_up_to(&mut self, paths: &LeaderPaths, max: f64) -> Option<FoundPosition> {
        while let Some(entry) = self.open_list.pop() {
            if entry.key.length > self.length_steps(max) {
                self.open_list.push(entry);
                return None;
            }
            match entry.node {
                Node::Position(at, path) => {
                    let none = Limits { open: [0.0, max], on_difficult: [0.0, max] };
                    let (at, path) = self.refine_locally(paths, at, path, none);
                    return Some(FoundPosition { at, path, reachability: Reachability::TooFar });
                }
                Node::Cell(cell, undecided, classified) => {
                    let [around, through] = paths.path_trees.lower_bounds_to(cell.bounds);
                    let bound = around.min(through).max(entry.key.length as f64 * self.tie_tolerance());
                    if self.length_steps(bound) > entry.key.length {
                        self.push_cell_with_bound(cell, undecided, classified, [bound, entry.key.ties.enemy]);
                    } else if classified == Classified::Yes || !self.safety.is_ruled_out(&cell, &undecided) {
                        self.expand_long(paths, cell, (undecided, classified), bound);
                    }
                }
            }
        }
        None
    }

    fn expand_long(
        &mut self,
        paths: &LeaderPaths,
        cell: Cell,
        (undecided, classified): (Rc<[UndecidedObserver]>, Classified),
        bound: f64,
    ) {
        let radius = radius_of(cell.bounds);
        if self.is_blocked(&cell) {
            return;
        }
        let Some((undecided, classified)) = self.classify_first(&cell, undecided, classified) else {
            return;
        };
        let out_of_range = paths.max_lengths[0] + 2.5 * self.tie_tolerance();
        match self.classify_path_lengths(paths, &cell) {
            // Everything that counts there was searched before.
            PathLengths::AllTooShort => return,
            PathLengths::AllTooLong => return self.push_cell(cell, undecided, classified, out_of_range),
            PathLengths::AtLeast(lengths) => {
                let at_least = lengths[0].min(lengths[1]);
                if at_least > bound + radius {
                    return self.push_cell(cell, undecided, classified, at_least.min(out_of_range));
                }
            }
        }
        let Some(undecided) = self.classify(&cell, undecided, classified) else { return };
        if !self.is_smallest(&cell) {
            return self.push_quarters(cell, &undecided, bound);
        }
        let Some(at) = self.centre(&cell) else { return };
        let ends = paths.ends_to(at);
        if ends.shortest_within(paths.max_lengths).is_none() {
            return self.push_cell(cell, undecided, Classified::Yes, out_of_range);
        }
        let Some(path) = paths.path_to(at) else { return };
        if let Some((at, path)) =
            self.scan_path_end(paths, &path, radius, &undecided, WantedLength::Shortest(0.0))
        {
            self.push_position(at, path, 0.0);
        }
    }
}
