//! The open list of the search: cells and positions, smallest lower bound first.

use std::cmp::Ordering;
use std::rc::Rc;

use super::Search;
use crate::game::plan::model::PlannedPath;
use crate::game::table_edge::{edges, from_edge, own_edge};
use crate::rules::measures::Place;
use crate::table::sight::exposure::{Cell, UndecidedObserver};

/// An entry of the open list.
pub(super) struct OpenEntry {
    pub(super) key: Key,
    pub(super) node: Node,
}

pub(super) enum Node {
    Cell(Cell, Rc<[UndecidedObserver]>, Classified),
    Position(Place, PlannedPath),
}

/// Whether a cell's visibility has been checked.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Classified {
    No,
    Yes,
}

/// The order of the open list, smallest first: a lower bound of the path's length in steps of
/// [`Search::tie_tolerance`], then the ties of FB-4.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Key {
    pub(super) length: i64,
    pub(super) ties: Ties,
    pub(super) sequence: u64,
}

/// The tie break between positions with equally long paths, smallest first.
///
/// Rule: FB-4 (ties).
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Ties {
    /// The negative distance to the nearest enemy, inches; for a cell a lower bound.
    pub(super) enemy: f64,
    /// Distance to the leader's own edge, distance to any edge, clockwise angle; for a cell minus infinity.
    rest: [f64; 3],
}

impl Ties {
    pub(super) fn cmp(&self, other: &Self) -> Ordering {
        let rest = || {
            let pairs = self.rest.iter().zip(&other.rest);
            pairs.map(|(a, b)| a.total_cmp(b)).find(|order| order.is_ne()).unwrap_or(Ordering::Equal)
        };
        self.enemy.total_cmp(&other.enemy).then_with(rest)
    }

    /// A lower bound of the ties of all places in a cell.
    pub(super) fn of_cell(enemy: f64) -> Self {
        Self { enemy, rest: [f64::NEG_INFINITY; 3] }
    }
}

impl Key {
    fn cmp(&self, other: &Self) -> Ordering {
        let by_length = self.length.cmp(&other.length);
        by_length.then_with(|| self.ties.cmp(&other.ties)).then(self.sequence.cmp(&other.sequence))
    }
}

impl PartialEq for OpenEntry {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for OpenEntry {}

impl PartialOrd for OpenEntry {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for OpenEntry {
    /// Reversed: the heap pops the greatest.
    fn cmp(&self, other: &Self) -> Ordering {
        other.key.cmp(&self.key)
    }
}

/// Places are whole thousandths of an inch.
const THOUSANDTH: f64 = 0.001;

impl Search<'_> {
    /// Paths that differ by less count as equally long, inches.
    ///
    /// Rule: BAS-10.
    pub(super) fn tie_tolerance(&self) -> f64 {
        self.view.allowance().0.max(THOUSANDTH)
    }

    pub(super) fn length_steps(&self, length: f64) -> i64 {
        // Longer than any path on a table.
        (length.min(1e9) / self.tie_tolerance()).floor() as i64
    }

    /// The tie break of a position.
    ///
    /// Rule: FB-4 (ties).
    pub(super) fn ties(&self, at: Place) -> Ties {
        let rest = [self.to_own_edge(at), self.to_any_edge(at), self.safety.clockwise(at)];
        Ties { enemy: -self.safety.clearance(at), rest }
    }

    pub(super) fn push_cell(
        &mut self,
        cell: Cell,
        undecided: Rc<[UndecidedObserver]>,
        classified: Classified,
        bound: f64,
    ) {
        let enemy = -self.safety.max_clearance(&cell);
        self.push_cell_with_bound(cell, undecided, classified, [bound, enemy]);
    }

    /// The same for a cell that was on the list with a smaller bound.
    pub(super) fn push_cell_with_bound(
        &mut self,
        cell: Cell,
        undecided: Rc<[UndecidedObserver]>,
        classified: Classified,
        [bound, enemy]: [f64; 2],
    ) {
        let key = Key { length: self.length_steps(bound), ties: Ties::of_cell(enemy), sequence: self.next() };
        self.open_list.push(OpenEntry { key, node: Node::Cell(cell, undecided, classified) });
    }

    pub(super) fn push_position(&mut self, at: Place, path: PlannedPath, bound: f64) {
        let length = self.length_steps(path.length.max(bound));
        let key = Key { length, ties: self.ties(at), sequence: self.next() };
        self.open_list.push(OpenEntry { key, node: Node::Position(at, path) });
    }

    pub(super) fn next(&mut self) -> u64 {
        self.sequence += 1;
        self.sequence
    }

    /// Distance from a place to the leader's own edge, inches.
    fn to_own_edge(&self, at: Place) -> f64 {
        from_edge(own_edge(self.view, self.leader.id.unit.side), at.ground())
    }

    fn to_any_edge(&self, at: Place) -> f64 {
        let distances = edges(self.view.terrain().size).map(|edge| from_edge(edge, at.ground()));
        distances.into_iter().fold(f64::INFINITY, f64::min)
    }
}
