//! What the search looks at next: plots and positions, the one to which a path can be shortest first.

use std::cmp::Ordering;
use std::rc::Rc;

use super::Search;
use crate::game::phases::fall_back::edge::{edges, from_edge, own_edge};
use crate::game::plan::Way;
use crate::rules::measures::Place;
use crate::table::sight::exposure::{Cell, UndecidedObserver};

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

/// The smallest is looked at first: length of the path in steps of [`Search::even`], then the ties of FB-4.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Key {
    pub(super) length: i64,
    pub(super) ties: Ties,
    pub(super) nth: u64,
}

/// What decides between positions to which the paths are as long, the smallest first.
///
/// Rule: FB-4 (ties).
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Ties {
    /// Less how far the nearest enemy is, inches; of a plot at most.
    pub(super) enemy: f64,
    /// To its own edge, to any edge, clockwise; of a plot nothing is known of them.
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

    /// Of a plot all of whose places are at most so near to the edges and so far from the enemy.
    pub(super) fn of_plot(enemy: f64) -> Self {
        Self { enemy, rest: [f64::NEG_INFINITY; 3] }
    }
}

impl Key {
    fn cmp(&self, other: &Self) -> Ordering {
        let by_length = self.length.cmp(&other.length);
        by_length.then_with(|| self.ties.cmp(&other.ties)).then(self.nth.cmp(&other.nth))
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

/// Places are whole thousandths of an inch.
const THOUSANDTH: f64 = 0.001;

impl Search<'_> {
    /// Paths that differ by less are as long as each other, inches.
    ///
    /// Rule: BAS-10.
    pub(super) fn even(&self) -> f64 {
        self.view.allowance().0.max(THOUSANDTH)
    }

    pub(super) fn steps(&self, length: f64) -> i64 {
        // Far beyond any path on a table.
        (length.min(1e9) / self.even()).floor() as i64
    }

    /// What decides between a position and others to which the path is as long.
    ///
    /// Rule: FB-4 (ties).
    pub(super) fn ties(&self, at: Place) -> Ties {
        let rest = [self.to_own_edge(at), self.to_any_edge(at), self.safety.clockwise(at)];
        Ties { enemy: -self.safety.clearance(at), rest }
    }

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
        let key = Key { length: self.steps(least), ties: Ties::of_plot(enemy), nth: self.next() };
        self.heap.push(Item { key, what: What::Cell(plot, doubts, looked) });
    }

    pub(super) fn push_position(&mut self, at: Place, way: Way, least: f64) {
        let length = self.steps(way.length.max(least));
        let key = Key { length, ties: self.ties(at), nth: self.next() };
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
