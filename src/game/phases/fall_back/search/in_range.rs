//! A safe position within the leader's limits.

use std::rc::Rc;

use super::leader_paths::{LeaderPaths, PathLengths};
use super::open_list::{Classified, Node};
use super::path_end::WantedLength;
use super::{FoundPosition, Search, radius_of};
use crate::game::phases::fall_back::retreat::Reachability;
use crate::table::sight::exposure::{Cell, UndecidedObserver};

impl Search<'_> {
    /// The position with the shortest path within the limits.
    ///
    /// Rule: FB-4.
    pub(super) fn search_in_range(&mut self, paths: &LeaderPaths) -> Option<FoundPosition> {
        let max = self.limits.open[1];
        let tie_tolerance = self.tie_tolerance();
        let max_steps = self.length_steps(max) + 1;
        while let Some(entry) = self.open_list.pop() {
            if entry.key.length > max_steps {
                self.open_list.push(entry);
                return None;
            }
            match entry.node {
                Node::Position(at, path) => {
                    let (at, path) = self.refine_locally(paths, at, path, self.limits);
                    return Some(FoundPosition { at, path, reachability: Reachability::InRange });
                }
                Node::Cell(cell, undecided, classified) => {
                    let [around, through] = paths.path_trees.lower_bounds_to(cell.bounds);
                    // What is known of a cell's paths already counts too.
                    let known = entry.key.length as f64 * tie_tolerance;
                    let bound = self.bound_in_limits([around, through]).max(known);
                    if bound == f64::INFINITY {
                        let out_of_range = around.min(through).max(max + 2.5 * tie_tolerance);
                        self.push_cell_with_bound(
                            cell,
                            undecided,
                            classified,
                            [out_of_range, entry.key.ties.enemy],
                        );
                    } else if self.length_steps(bound) > entry.key.length {
                        self.push_cell_with_bound(cell, undecided, classified, [bound, entry.key.ties.enemy]);
                    } else if classified == Classified::Yes || !self.safety.is_ruled_out(&cell, &undecided) {
                        let paths = LeaderPaths { through, ..*paths };
                        self.expand_in_range(&paths, cell, (undecided, classified), bound);
                    }
                }
            }
        }
        None
    }

    /// A lower bound of the paths within the limits, of lower bounds of those around and through difficult ground.
    fn bound_in_limits(&self, [around, through]: [f64; 2]) -> f64 {
        let allowance = self.view.allowance();
        let in_limits = |bound: f64, [low, high]: [f64; 2]| {
            if bound > allowance.farthest(high) { f64::INFINITY } else { bound.max(low) }
        };
        in_limits(around, self.limits.open).min(in_limits(through, self.limits.on_difficult))
    }

    fn expand_in_range(
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
        let out_of_range = self.limits.open[1] + 2.5 * self.tie_tolerance();
        match self.classify_path_lengths(paths, &cell) {
            PathLengths::AllTooShort => return self.short_cells.push((cell, undecided)),
            PathLengths::AllTooLong => return self.push_cell(cell, undecided, classified, out_of_range),
            PathLengths::AtLeast(lengths) => {
                let at_least = self.bound_in_limits(lengths);
                if at_least > bound + radius {
                    return self.push_cell(cell, undecided, classified, at_least.min(out_of_range));
                }
            }
        }
        let Some(undecided) = self.classify(&cell, undecided, classified) else { return };
        if !self.is_smallest(&cell) {
            self.push_quarters(cell, &undecided, bound);
            return;
        }
        let Some(at) = self.centre(&cell) else { return };
        let ends = paths.ends_to(at);
        match ends.shortest_within(paths.max_lengths) {
            None => return self.push_cell(cell, undecided, Classified::Yes, out_of_range),
            Some((length, kind)) if length + radius < self.limits.of(kind.limit())[0] => {
                return self.short_cells.push((cell, undecided));
            }
            Some(_) => {}
        }
        let Some(path) = paths.path_to(at) else { return };
        let [low, _] = self.limits.of(path.kind.limit());
        if path.length - radius < low {
            self.short_cells.push((cell, Rc::clone(&undecided)));
        }
        if let Some((at, path)) =
            self.scan_path_end(paths, &path, radius, &undecided, WantedLength::Shortest(low))
        {
            let [low, high] = self.limits.of(path.kind.limit());
            let allowance = self.view.allowance();
            if allowance.at_least(path.length, low) && allowance.at_most(path.length, high) {
                self.push_position(at, path, low);
            }
        }
    }
}
