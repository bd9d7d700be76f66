//! What the search looks at next: plots and positions, the one to which a path can be shortest first.

use std::cmp::Ordering;
use std::rc::Rc;

use super::Search;
use crate::game::phases::fall_back::edge::{edges, from_edge, own_edge};
use crate::game::plan::Way;
use crate::rules::measures::Place;
use crate::table::sight::exposure::{Cell, UndecidedObserver};

/// Paths that differ by less are as long as each other, inches: BAS-10's allowance.
pub(super) const EVEN: f64 = 0.005;

/// Something to look at.
pub(super) struct Item {
    pub(super) key: Key,
    pub(super) what: What,
}

pub(super) enum What {
    Cell(Cell, Rc<[UndecidedObserver]>, Looked),
    Position(Place, Way),
}

/// Whether it was asked already who sees a plot.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Looked {
    NotYet,
    Already,
}

/// The smallest is looked at first: length of the path in steps of [`EVEN`], then the ties of FB-4.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Key {
    pub(super) length: i64,
    /// Less how far the nearest enemy is, inches.
    pub(super) enemy: f64,
    /// To his own edge, to any edge, clockwise: of a position.
    pub(super) ties: [f64; 3],
    pub(super) nth: u64,
}

impl Key {
    fn cmp(&self, other: &Self) -> Ordering {
        let ties = || {
            let pairs = self.ties.iter().zip(&other.ties);
            pairs.map(|(a, b)| a.total_cmp(b)).find(|order| order.is_ne()).unwrap_or(Ordering::Equal)
        };
        let by_length = self.length.cmp(&other.length);
        by_length
            .then_with(|| self.enemy.total_cmp(&other.enemy))
            .then_with(ties)
            .then(self.nth.cmp(&other.nth))
    }
}

impl PartialEq for Item {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Item {}

impl PartialOrd for Item {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Item {
    /// The heap gives the greatest first.
    fn cmp(&self, other: &Self) -> Ordering {
        other.key.cmp(&self.key)
    }
}

pub(super) fn steps(length: f64) -> i64 {
    // Far beyond any path on a table.
    (length.min(1e9) / EVEN).floor() as i64
}

impl Search<'_> {
    pub(super) fn push_plot(
        &mut self,
        plot: Cell,
        doubts: Rc<[UndecidedObserver]>,
        looked: Looked,
        least: f64,
    ) {
        let enemy = -self.safety.most_clearance(&plot);
        self.push_farther(plot, doubts, looked, [least, enemy]);
    }

    /// The same of a plot that was on the list with a shorter way to it.
    pub(super) fn push_farther(
        &mut self,
        plot: Cell,
        doubts: Rc<[UndecidedObserver]>,
        looked: Looked,
        [least, enemy]: [f64; 2],
    ) {
        let key = Key { length: steps(least), enemy, ties: [f64::NEG_INFINITY; 3], nth: self.next() };
        self.heap.push(Item { key, what: What::Cell(plot, doubts, looked) });
    }

    pub(super) fn push_position(&mut self, at: Place, way: Way, least: f64) {
        let ties = [self.to_own_edge(at), self.to_any_edge(at), self.safety.clockwise(at)];
        let enemy = -self.safety.clearance(at);
        let key = Key { length: steps(way.length.max(least)), enemy, ties, nth: self.next() };
        self.heap.push(Item { key, what: What::Position(at, way) });
    }

    pub(super) fn next(&mut self) -> u64 {
        self.pushed += 1;
        self.pushed
    }

    /// From a place to the edge of the table that is nearest to the middle of his side's zone, inches.
    fn to_own_edge(&self, at: Place) -> f64 {
        from_edge(own_edge(self.view, self.leader.id.unit.side), at.ground())
    }

    fn to_any_edge(&self, at: Place) -> f64 {
        let far = edges(self.view.terrain().size).map(|edge| from_edge(edge, at.ground()));
        far.into_iter().fold(f64::INFINITY, f64::min)
    }
}
