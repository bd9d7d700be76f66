//! The safe position with the shortest path, within the leader's limits or out of its reach.

use super::leader_paths::{LeaderPaths, PathLengths};
use super::open_cells::{Classified, Key, Node, OpenCell};
use super::path_end::WantedLength;
use super::{FoundPosition, PositionSearch};
use crate::game::phases::fall_back::retreat::Reachability;
use crate::rules::falling_back::Limits;

/// Which paths are wanted now.
pub(super) struct Goal {
    pub(super) limits: Limits,
    /// Cells with a larger bound stay on the open list.
    pub(super) max_steps: i64,
    /// The bound of cells without such paths, inches.
    pub(super) out_of_range: f64,
    pub(super) reachability: Reachability,
}

impl PositionSearch<'_, '_> {
    /// Paths within the leader's limits.
    pub(super) fn in_range(&self) -> Goal {
        let (limits, reachability) = (self.context.limits, Reachability::InRange);
        let max = limits.open[1];
        Goal { limits, max_steps: self.length_steps(max) + 1, out_of_range: self.beyond(max), reachability }
    }

    /// Paths of any length up to one.
    pub(super) fn up_to(&self, max: f64) -> Goal {
        let any = [0.0, f64::INFINITY];
        let (limits, reachability) = (Limits { open: any, on_difficult: any }, Reachability::TooFar);
        Goal { limits, max_steps: self.length_steps(max), out_of_range: self.beyond(max), reachability }
    }

    fn beyond(&self, max: f64) -> f64 {
        max + 2.5 * self.tie_tolerance()
    }

    /// The position with the shortest path of those wanted.
    ///
    /// Rule: FB-4.
    pub(super) fn search_shortest(&mut self, paths: &LeaderPaths, goal: &Goal) -> Option<FoundPosition> {
        while let Some((key, node)) = self.open_list.pop_if(|key| key.length <= goal.max_steps) {
            match node {
                Node::Position(at, path) => {
                    let (at, path) = self.refine_locally(paths, at, path, goal.limits);
                    return Some(FoundPosition { at, path, reachability: goal.reachability });
                }
                Node::Cell(open) => self.expand_cell(paths, goal, key, open),
            }
        }
        None
    }

    /// Puts a cell back with a better bound, or looks into it.
    fn expand_cell(&mut self, paths: &LeaderPaths, goal: &Goal, key: Key, open: OpenCell) {
        let [around, through] = paths.path_trees.lower_bounds_to(open.cell.bounds);
        // What is known of a cell's paths already counts too.
        let known = key.length as f64 * self.tie_tolerance();
        let mut bound = self.bound_within(&goal.limits, [around, through]).max(known);
        if bound == f64::INFINITY {
            bound = around.min(through).max(goal.out_of_range);
        }
        let length = self.length_steps(bound);
        if length > key.length {
            self.open_list.push(Key { length, ..key }, Node::Cell(open));
        } else if open.classified == Classified::Yes || !self.safety.is_ruled_out(&open.cell, &open.undecided)
        {
            self.look_into(&LeaderPaths { through, ..*paths }, goal, open, bound);
        }
    }

    /// A lower bound of the paths within limits, of lower bounds of those around and through difficult ground.
    fn bound_within(&self, limits: &Limits, [around, through]: [f64; 2]) -> f64 {
        let allowance = self.context.view.allowance();
        let in_limits = |bound: f64, [low, high]: [f64; 2]| {
            if bound > allowance.farthest(high) { f64::INFINITY } else { bound.max(low) }
        };
        in_limits(around, limits.open).min(in_limits(through, limits.on_difficult))
    }

    /// Drops a cell, leaves it for later, puts its parts on the open list, or finds a position in it.
    fn look_into(&mut self, paths: &LeaderPaths, goal: &Goal, open: OpenCell, bound: f64) {
        let radius = open.cell.radius();
        if self.safety.is_cell_blocked(&open.cell) {
            return;
        }
        let Some(open) = self.classify_first(open) else { return };
        match self.classify_path_lengths(paths, &open.cell) {
            PathLengths::AllTooShort => return self.short_cells.push(open),
            PathLengths::AllTooLong => return self.push_cell(open, goal.out_of_range),
            PathLengths::AtLeast(lengths) => {
                let at_least = self.bound_within(&goal.limits, lengths);
                if at_least > bound + radius {
                    return self.push_cell(open, at_least.min(goal.out_of_range));
                }
            }
        }
        let Some(open) = self.classify(open) else { return };
        if !self.is_smallest(&open.cell) {
            return self.push_parts(&open, bound);
        }
        let Some(at) = self.safety.centre(&open.cell) else { return };
        match paths.ends_to(at).shortest_within(paths.max_lengths) {
            None => {
                let open = OpenCell { classified: Classified::Yes, ..open };
                return self.push_cell(open, goal.out_of_range);
            }
            Some((length, kind)) if length + radius < goal.limits.of(kind.limit())[0] => {
                return self.short_cells.push(open);
            }
            Some(_) => {}
        }
        let Some(path) = paths.path_to(at) else { return };
        let [low, _] = goal.limits.of(path.kind.limit());
        if path.length - radius < low {
            self.short_cells.push(open.clone());
        }
        let wanted = WantedLength::Shortest(low);
        let Some((at, path)) = self.scan_path_end(paths, &path, radius, &open.undecided, wanted) else {
            return;
        };
        let ([low, high], allowance) = (goal.limits.of(path.kind.limit()), self.context.view.allowance());
        if allowance.at_least(path.length, low) && allowance.at_most(path.length, high) {
            self.push_position(at, path, low);
        }
    }
}
