//! The search for the safe position of FB-4: best-first branch and bound over a quadtree of the table's
//! surfaces, ordered by lower bounds of the leader's path.
//!
//! A cell is dropped if no place in it can be closer to the leader than to an enemy, if some enemy certainly
//! sees all of it Clear, or if no path leads there; else it is subdivided, down to cells so small that the
//! centre is covered if the cell holds a position that stays safe when moved. In those the leader's path is
//! followed to where it becomes safe.

mod leader_paths;
mod long;
mod open_cells;
mod path_end;
mod short;
mod shortest;

use std::cell::RefMut;
use std::rc::Rc;

use super::context::RetreatContext;
use super::retreat::Reachability;
use super::safe::SafePositionTest;
use crate::game::plan::model::PlannedPath;
use crate::rules::measures::Place;
use crate::table::open_list::OpenList;
use crate::table::sight::exposure::Cell;
use leader_paths::{LeaderPaths, PathEndCache, SEARCH_MARGIN_INCHES};
use open_cells::{Classified, Key, Node, OpenCell};

/// A safe position and the path to it.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct FoundPosition {
    pub(super) at: Place,
    pub(super) path: PlannedPath,
    pub(super) reachability: Reachability,
}

/// The safe position for a leader, or the cover it runs for; `None` if there is none.
///
/// Rule: FB-2, FB-4, OFB-3.
pub(super) fn find_safe_position(context: &RetreatContext) -> Option<FoundPosition> {
    let mut search = PositionSearch::new(context);
    if let Some(here) = search.stay_if_safe() {
        return Some(here);
    }
    let max_lengths = search.upper_limits();
    let planner = context.planner(max_lengths[0])?;
    let path_trees = planner.path_trees_within(max_lengths.map(|max| max + SEARCH_MARGIN_INCHES));
    let ends = PathEndCache::default();
    let paths =
        LeaderPaths { planner: &planner, path_trees: &path_trees, ends: &ends, through: 0.0, max_lengths };
    let in_range = search.in_range();
    let found = search.search_shortest(&paths, &in_range);
    found.or_else(|| search.search_short(&paths)).or_else(|| search.search_long())
}

struct PositionSearch<'c, 'a> {
    context: &'c RetreatContext<'a>,
    safety: RefMut<'c, SafePositionTest<'a>>,
    /// Cells and positions.
    open_list: OpenList<Key, Node>,
    /// Cells below the leader's lower limit, for when there is nothing in range.
    short_cells: Vec<OpenCell>,
}

/// Radii of cells, in inches, whose visibility is checked: for larger ones most observers stay undecided, for
/// smaller ones a single place says as much.
const CLASSIFIED_RADII_INCHES: std::ops::RangeInclusive<f64> = 0.12..=5.0;

/// Up to so many observers are checked before paths.
const FEW_OBSERVERS: usize = 8;

impl<'c, 'a> PositionSearch<'c, 'a> {
    fn new(context: &'c RetreatContext<'a>) -> Self {
        let safety = context.safety.borrow_mut();
        let undecided = safety.undecided();
        let mut search = Self { context, safety, open_list: OpenList::new(), short_cells: Vec::new() };
        for cell in context.view.terrain().root_cells() {
            let undecided = Rc::clone(&undecided);
            search.push_cell(OpenCell { cell, undecided, classified: Classified::No }, 0.0);
        }
        search
    }

    /// The leader's own place, if it need not move.
    ///
    /// Rule: OFB-3 (the nearest).
    fn stay_if_safe(&mut self) -> Option<FoundPosition> {
        let (at, all) = (self.context.leader.pose.at, self.safety.undecided());
        let stays = self.min_lower_limit() == 0.0 && self.safety.is_safe(at, &all);
        stays.then_some(FoundPosition { at, path: PlannedPath::NONE, reachability: Reachability::Here })
    }

    /// Upper limits of paths around and through difficult ground, including what rounding takes.
    fn upper_limits(&self) -> [f64; 2] {
        let basics = &self.context.view.setup().ruleset.basics;
        let slack = (basics.allowance - basics.clearance).max(0.0);
        let limits = self.context.limits;
        [limits.open[1] + slack, limits.on_difficult[1] + slack]
    }

    /// The smaller one of the lower limits.
    fn min_lower_limit(&self) -> f64 {
        self.context.limits.open[0].min(self.context.limits.on_difficult[0])
    }

    /// A cell with the observers undecided for it; they are not checked yet for cells so large that all would be.
    fn classify(&mut self, open: OpenCell) -> Option<OpenCell> {
        match open.classified {
            Classified::No if CLASSIFIED_RADII_INCHES.contains(&open.cell.radius()) => {
                Some(OpenCell { undecided: self.safety.classify(&open.cell, &open.undecided)?, ..open })
            }
            Classified::Yes | Classified::No => Some(open),
        }
    }

    /// The same if they are few: then sight is cheaper to check than paths. For a smallest cell `None` unless its centre
    /// is covered.
    fn classify_first(&mut self, open: OpenCell) -> Option<OpenCell> {
        if !self.is_smallest(&open.cell) {
            if open.classified == Classified::Yes || open.undecided.len() > FEW_OBSERVERS {
                return Some(open);
            }
            return Some(OpenCell { classified: Classified::Yes, ..self.classify(open)? });
        }
        let open = self.classify(open)?;
        let at = self.safety.centre(&open.cell)?;
        let is_covered = self.safety.is_covered(at, &open.undecided);
        is_covered.then_some(OpenCell { classified: Classified::Yes, ..open })
    }

    fn is_smallest(&self, cell: &Cell) -> bool {
        cell.radius() <= self.safety.min_cell_radius()
    }
}
