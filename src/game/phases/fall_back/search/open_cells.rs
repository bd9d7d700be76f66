//! The open list of the search: cells and positions, smallest lower bound first.

use std::rc::Rc;

use super::PositionSearch;
use crate::game::phases::fall_back::safe::Ties;
use crate::game::plan::model::PlannedPath;
use crate::rules::measures::Place;
use crate::table::sight::exposure::{Cell, UndecidedObserver};

pub(super) enum Node {
    Cell(OpenCell),
    Position(Place, PlannedPath),
}

/// A cell that may hold a safe position.
#[derive(Clone)]
pub(super) struct OpenCell {
    pub(super) cell: Cell,
    pub(super) undecided: Rc<[UndecidedObserver]>,
    pub(super) classified: Classified,
}

/// Whether a cell's visibility has been checked.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Classified {
    No,
    Yes,
}

/// The order of the open list, smallest first: a lower bound of the path's length in steps of
/// [`PositionSearch::tie_tolerance`], then the ties of FB-4.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Key {
    pub(super) length: i64,
    pub(super) ties: Ties,
}

/// Places are whole thousandths of an inch.
const THOUSANDTH: f64 = 0.001;

impl PositionSearch<'_, '_> {
    /// Paths that differ by less count as equally long, inches.
    ///
    /// Rule: BAS-10.
    pub(super) fn tie_tolerance(&self) -> f64 {
        self.context.view.allowance().0.max(THOUSANDTH)
    }

    pub(super) fn length_steps(&self, length: f64) -> i64 {
        // Longer than any path on a table.
        (length.min(1e9) / self.tie_tolerance()).floor() as i64
    }

    pub(super) fn push_cell(&mut self, open: OpenCell, bound: f64) {
        let key = Key { length: self.length_steps(bound), ties: self.safety.ties_in(&open.cell) };
        self.open_list.push(key, Node::Cell(open));
    }

    pub(super) fn push_parts(&mut self, open: &OpenCell, bound: f64) {
        for cell in open.cell.parts() {
            self.push_cell(OpenCell { cell, classified: Classified::No, ..open.clone() }, bound);
        }
    }

    pub(super) fn push_position(&mut self, at: Place, path: PlannedPath, bound: f64) {
        let key = Key { length: self.length_steps(path.length.max(bound)), ties: self.safety.ties(at) };
        self.open_list.push(key, Node::Position(at, path));
    }
}
