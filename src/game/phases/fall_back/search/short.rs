//! A safe position below the leader's lower limit.

use super::leader_paths::LeaderPaths;
use super::open_cells::OpenCell;
use super::path_end::WantedLength;
use super::{FoundPosition, PositionSearch};
use crate::game::phases::fall_back::retreat::Reachability;
use crate::game::phases::fall_back::safe::SCAN_STEP_INCHES;
use crate::game::plan::model::PlannedPath;
use crate::table::open_list::OpenList;
use crate::table::sight::exposure::Cell;

impl PositionSearch<'_, '_> {
    /// The position with the longest path among those below the lower limit, the leader's own place included;
    /// among equally long ones by the ties.
    ///
    /// Rule: FB-4.
    pub(super) fn search_short(&mut self, paths: &LeaderPaths) -> Option<FoundPosition> {
        let here = self.context.leader.pose.at;
        let (tie_tolerance, all) = (self.tie_tolerance(), self.safety.undecided());
        let stays = self.safety.is_safe(here, &all).then_some((here, PlannedPath::NONE));
        let (mut found, mut longest) = (Vec::from_iter(stays), 0.0_f64);
        // The longest first.
        let mut open_list: OpenList<i64, OpenCell> = OpenList::new();
        let rank = |search: &Self, cell: &Cell| -search.length_steps(search.longest_to(paths, cell)) - 1;
        for open in std::mem::take(&mut self.short_cells) {
            open_list.push(rank(self, &open.cell), open);
        }
        while let Some((bound, OpenCell { cell, undecided, classified })) = open_list.pop() {
            // No path to the cells left is longer than this.
            if (-bound) as f64 * tie_tolerance < longest - tie_tolerance {
                break;
            }
            if !self.is_smallest(&cell) {
                for cell in cell.parts() {
                    if let Some(undecided) = self.safety.classify(&cell, &undecided) {
                        open_list.push(rank(self, &cell), OpenCell { cell, undecided, classified });
                    }
                }
                continue;
            }
            let Some(at) = self.safety.centre(&cell) else { continue };
            if !self.safety.is_covered(at, &undecided) {
                continue;
            }
            let Some(path) = paths.path_to(at) else { continue };
            let wanted = WantedLength::Longest(self.context.limits.of(path.kind.limit())[0]);
            let position = self.scan_path_end(paths, &path, cell.radius(), &undecided, wanted);
            if let Some((at, path)) = position
                && path.length >= longest - tie_tolerance
            {
                longest = longest.max(path.length);
                found.push((at, path));
            }
        }
        let as_long = found.into_iter().filter(|(_, path)| path.length >= longest - tie_tolerance);
        let (at, path) = as_long.min_by_key(|(at, _)| self.safety.ties(*at))?;
        let reachability = if at == here { Reachability::Here } else { Reachability::TooNear };
        Some(FoundPosition { at, path, reachability })
    }

    /// An upper bound of the paths to a cell, inches.
    fn longest_to(&self, paths: &LeaderPaths, cell: &Cell) -> f64 {
        let (max, radius) = (self.context.limits.open[0], cell.radius());
        let is_open = || {
            paths.planner.is_open(cell.bounds, cell.floor)
                || (cell.floor.is_none() && paths.planner.is_all_difficult(cell.bounds))
        };
        let past_centre = |by: f64| {
            let to_centre = self.safety.centre(cell).and_then(|at| paths.ends_to(at).shortest());
            to_centre.map_or(max, |(length, _)| (length + by).min(max))
        };
        if self.is_smallest(cell) {
            // Only the path to its centre is followed, a little past it.
            past_centre(radius + SCAN_STEP_INCHES)
        } else if is_open() {
            past_centre(radius)
        } else {
            max
        }
    }
}
