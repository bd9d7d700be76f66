//! A safe position below the leader's lower limit.

use std::rc::Rc;

use super::leader_paths::LeaderPaths;
use super::open_list::{Classified, Key, Node, OpenEntry, Ties};
use super::path_end::WantedLength;
use super::{FoundPosition, Search, radius_of, subdivide};
use crate::game::phases::fall_back::retreat::Reachability;
use crate::game::phases::fall_back::safe::SCAN_STEP_INCHES;
use crate::game::plan::model::PlannedPath;
use crate::rules::measures::Place;
use crate::table::sight::exposure::{Cell, UndecidedObserver};

impl Search<'_> {
    /// The position with the longest path among those below the lower limit, the leader's own place included;
    /// among equally long ones by the ties.
    ///
    /// Rule: FB-4.
    pub(super) fn search_short(&mut self, paths: &LeaderPaths) -> Option<FoundPosition> {
        let rest = std::mem::take(&mut self.open_list);
        // The rest of the open list, kept for positions out of reach.
        let here = self.leader.pose.at;
        let all = self.safety.undecided();
        let mut found: Vec<(Place, PlannedPath)> = Vec::new();
        if self.safety.is_safe(here, &all) {
            found.push((here, PlannedPath::NONE));
        }
        let tie_tolerance = self.tie_tolerance();
        let mut longest = 0.0_f64;
        for (cell, undecided) in std::mem::take(&mut self.short_cells) {
            self.push_short_cell(paths, cell, undecided);
        }
        while let Some(entry) = self.open_list.pop() {
            let Node::Cell(cell, undecided, _) = entry.node else { continue };
            // No path to the cells left is longer than this.
            if (-entry.key.length) as f64 * tie_tolerance < longest - tie_tolerance {
                break;
            }
            if !self.is_smallest(&cell) {
                for part in subdivide(&cell) {
                    if let Some(undecided) = self.safety.classify(&part, &undecided) {
                        self.push_short_cell(paths, part, undecided);
                    }
                }
                continue;
            }
            let Some(at) = self.centre(&cell) else { continue };
            if !self.safety.is_covered(at, &undecided) {
                continue;
            }
            let Some(path) = paths.path_to(at) else { continue };
            let [low, _] = self.limits.of(path.kind.limit());
            let position = self.scan_path_end(
                paths,
                &path,
                radius_of(cell.bounds),
                &undecided,
                WantedLength::Longest(low),
            );
            if let Some((at, path)) = position
                && path.length >= longest - tie_tolerance
            {
                longest = longest.max(path.length);
                found.push((at, path));
            }
        }
        self.open_list = rest;
        let as_long = found.into_iter().filter(|(_, path)| path.length >= longest - tie_tolerance);
        let by_ties = as_long.map(|(at, path)| (self.ties(at), at, path));
        let (_, at, path) = by_ties.min_by(|a, b| a.0.cmp(&b.0))?;
        let reachability = if at == here { Reachability::Here } else { Reachability::TooNear };
        Some(FoundPosition { at, path, reachability })
    }

    /// Adds a cell to the open list, ordered by the upper bound of its paths.
    fn push_short_cell(&mut self, paths: &LeaderPaths, cell: Cell, undecided: Rc<[UndecidedObserver]>) {
        let max = self.limits.open[0];
        let radius = radius_of(cell.bounds);
        let is_open = || {
            paths.planner.is_open(cell.bounds, cell.floor)
                || (cell.floor.is_none() && paths.planner.is_all_difficult(cell.bounds))
        };
        let centre = || self.centre(&cell).and_then(|at| paths.ends_to(at).shortest());
        let longest = if self.is_smallest(&cell) {
            // Only the path to its centre is followed, a little past it.
            centre().map_or(max, |(length, _)| (length + radius + SCAN_STEP_INCHES).min(max))
        } else if is_open() {
            centre().map_or(max, |(length, _)| (length + radius).min(max))
        } else {
            max
        };
        let sequence = self.next();
        let key = Key { length: -self.length_steps(longest) - 1, ties: Ties::of_cell(0.0), sequence };
        self.open_list.push(OpenEntry { key, node: Node::Cell(cell, undecided, Classified::Yes) });
    }
}
