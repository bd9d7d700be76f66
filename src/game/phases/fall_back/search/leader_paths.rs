//! The leader's paths to cells, and what is certain about their lengths.

use std::cell::RefCell;
use std::rc::Rc;

use super::{Search, radius_of};
use crate::game::phases::fall_back::safe::SCAN_STEP_INCHES;
use crate::game::plan::model::{ModelPlanner, PathEnds, PlannedPath, ShortestPathTrees};
use crate::rules::measures::Place;
use crate::table::sight::exposure::Cell;

/// The leader's paths within the limits.
#[derive(Clone, Copy)]
pub(super) struct LeaderPaths<'w, 'a> {
    pub(super) planner: &'w ModelPlanner<'a>,
    pub(super) path_trees: &'w ShortestPathTrees<'w>,
    /// The last legs found last.
    pub(super) ends: &'w PathEndCache,
    /// A lower bound of paths through difficult ground to the current cell, inches.
    pub(super) through: f64,
    /// Upper limits around and through difficult ground.
    pub(super) max_lengths: [f64; 2],
}

/// The last legs to the last place: those to a cell's centre are asked for several times.
#[derive(Default)]
pub(super) struct PathEndCache(RefCell<Option<(Place, Rc<PathEnds>)>>);

impl LeaderPaths<'_, '_> {
    /// The last legs of the shortest paths to a place.
    pub(super) fn ends_to(&self, at: Place) -> Rc<PathEnds> {
        let mut cached = self.ends.0.borrow_mut();
        if let Some((_, ends)) = cached.as_ref().filter(|(place, _)| *place == at) {
            return Rc::clone(ends);
        }
        let ends = Rc::new(self.path_trees.path_ends_to(at));
        *cached = Some((at, Rc::clone(&ends)));
        ends
    }

    /// The shortest path to a place within the limits.
    pub(super) fn path_to(&self, at: Place) -> Option<PlannedPath> {
        self.path_trees.path_of(&self.ends_to(at), self.max_lengths)
    }
}

/// The lengths of paths to a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PathLengths {
    /// All are below the lower limit.
    AllTooShort,
    /// All are above the upper limit, or there is none.
    AllTooLong,
    /// Some may be within the limits.
    Unsure,
}

/// Paths are searched this much beyond the upper limit, inches: a small cell without a path to its centre then
/// has none within the limit.
pub(super) const SEARCH_MARGIN_INCHES: f64 = 0.75;

impl Search<'_> {
    /// What is certain about the paths to a cell; small open cells are judged by their centres.
    pub(super) fn classify_path_lengths(&self, paths: &LeaderPaths, cell: &Cell) -> PathLengths {
        let radius = radius_of(cell.bounds);
        if let Some(farthest) = paths.path_trees.farthest_if_straight(cell.bounds, cell.floor) {
            // Ends of paths are followed a little past the smallest cells.
            let past = farthest + self.safety.min_cell_radius() + SCAN_STEP_INCHES;
            return if past < self.limits.open[0] { PathLengths::AllTooShort } else { PathLengths::Unsure };
        }
        if cell.floor.is_some() || radius > 3.0 || !paths.planner.is_open(cell.bounds) {
            return PathLengths::Unsure;
        }
        let Some(at) = self.centre(cell) else { return PathLengths::Unsure };
        let ends = paths.ends_to(at);
        let Some((length, _)) = ends.shortest() else {
            return if radius < SEARCH_MARGIN_INCHES { PathLengths::AllTooLong } else { PathLengths::Unsure };
        };
        // Nowhere in the cell is a path through difficult ground shorter, or it is too long.
        let whole = paths.through > paths.max_lengths[1].min(length + radius);
        let bound = if whole { self.limits.open[0] } else { self.min_lower_limit() };
        match ends.shortest_within(paths.max_lengths) {
            Some((length, _)) if length + radius < bound => PathLengths::AllTooShort,
            _ => PathLengths::Unsure,
        }
    }
}
