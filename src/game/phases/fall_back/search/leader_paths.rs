//! The leader's paths to cells, and what is certain about their lengths.

use std::cell::RefCell;
use std::rc::Rc;

use super::PositionSearch;
use crate::game::phases::fall_back::safe::SCAN_STEP_INCHES;
use crate::game::plan::model::{ModelPlanner, PathEnds, PlannedPath, ShortestPathTrees};
use crate::rules::measures::Place;
use crate::table::outline::Bounds;
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
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum PathLengths {
    /// All are below the lower limit.
    AllTooShort,
    /// All are above the upper limit, or there is none.
    AllTooLong,
    /// Some may be within the limits; those around and through difficult ground are at least so long.
    AtLeast([f64; 2]),
}

/// Paths are searched this much beyond the upper limit, inches: a small cell without a path to its centre then
/// has none within the limit.
pub(super) const SEARCH_MARGIN_INCHES: f64 = 0.75;

/// The radius of the largest cells that are judged by the paths to their centres, inches.
const MAX_JUDGED_RADIUS_INCHES: f64 = 3.0;

/// Nothing is known of the paths to a cell.
const UNKNOWN: PathLengths = PathLengths::AtLeast([0.0; 2]);

/// A rectangle with everything within some inches of it.
fn grown([low, high]: Bounds, by: f64) -> Bounds {
    [low.map(|part| part - by), high.map(|part| part + by)]
}

impl PositionSearch<'_, '_> {
    /// What is certain about the paths to a cell; small cells without obstacles are judged by their centres.
    ///
    /// Rule: FB-3 (halved), FB-4 (the limits).
    pub(super) fn classify_path_lengths(&self, paths: &LeaderPaths, cell: &Cell) -> PathLengths {
        let radius = cell.radius();
        // Ends of paths are followed a little past the smallest cells.
        let past = self.safety.min_cell_radius() + SCAN_STEP_INCHES;
        if let Some(farthest) = paths.path_trees.farthest_if_straight(cell.bounds, cell.floor) {
            return if farthest + past < self.context.limits.open[0] {
                PathLengths::AllTooShort
            } else {
                UNKNOWN
            };
        }
        if radius > MAX_JUDGED_RADIUS_INCHES {
            return UNKNOWN;
        }
        let is_barred_around = match paths.planner.is_open(cell.bounds, cell.floor) {
            true => false,
            false if cell.floor.is_none() && paths.planner.is_all_difficult(cell.bounds) => true,
            false => return UNKNOWN,
        };
        let Some(at) = self.safety.centre(cell) else { return UNKNOWN };
        let ends = paths.ends_to(at);
        let [mut around, through] = ends.lengths();
        if is_barred_around {
            around = f64::INFINITY;
        }
        let shortest = around.min(through);
        if shortest.is_infinite() {
            return if radius < SEARCH_MARGIN_INCHES { PathLengths::AllTooLong } else { UNKNOWN };
        }
        let about = radius + past;
        // A path through difficult ground to any place of the cell is no shorter than this.
        let crossing = paths.through.max(shortest - about);
        let shorter = paths.max_lengths[1].min(shortest + about);
        let no_shorter_crossing =
            || crossing > shorter || paths.path_trees.surely_none_through(grown(cell.bounds, past), shorter);
        if shortest + about < self.min_lower_limit()
            || (around + about < self.context.limits.open[0] && no_shorter_crossing())
        {
            return PathLengths::AllTooShort;
        }
        // Beyond the margin nothing is known of paths around it.
        let around = if around.is_infinite() && !is_barred_around && radius >= SEARCH_MARGIN_INCHES {
            shortest
        } else {
            around
        };
        let at_least = [around - about, crossing];
        if (0..2).all(|kind| at_least[kind] > paths.max_lengths[kind]) {
            return PathLengths::AllTooLong;
        }
        PathLengths::AtLeast(at_least)
    }
}
