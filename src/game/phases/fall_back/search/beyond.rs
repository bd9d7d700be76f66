//! A safe position that the leader cannot come to in one go.

use std::rc::Rc;

use super::near_end::Want;
use super::queue::{Item, Key, Looked, What};
use super::ways::{MARGIN, Ways, WaysTo};
use super::{Found, Search, quarters, reach};
use crate::game::phases::fall_back::retreat::Reachability;
use crate::rules::falling_back::Limits;
use crate::table::sight::exposure::{Cell, UndecidedObserver};

/// Plots looked at before ways over all of the table are searched.
const MAX_PLOTS_SIFTED: usize = 4096;

/// How many times width and depth of the table together the longest paths are that are looked for.
const LONGEST: f64 = 4.0;

impl Search<'_> {
    /// The nearest position of all that he cannot come to in one go.
    ///
    /// Rule: FB-4.
    pub(super) fn beyond(&mut self) -> Option<Found> {
        let size = self.view.terrain().size;
        let longest = LONGEST * (size[0] + size[1]);
        self.forget_limits();
        self.drop_barred();
        if self.heap.is_empty() {
            return None;
        }
        for most in [2.0 * self.limits.open[1], 4.0 * self.limits.open[1], longest] {
            let planner = self.planner(most + MARGIN)?;
            let spreads = planner.spreads_within([most + MARGIN; 2]);
            let ways = Ways { planner: &planner, spreads: &spreads, through: 0.0, most: [most; 2] };
            if let Some(found) = self.beyond_within(&ways, most) {
                return Some(found);
            }
            if self.heap.is_empty() {
                return None;
            }
        }
        None
    }

    /// Drops plots on which no position is safe, whatever the way to them: to look at them is cheaper than to search
    /// ways over all of the table.
    fn drop_barred(&mut self) {
        let mut left = MAX_PLOTS_SIFTED;
        let items = std::mem::take(&mut self.heap).into_sorted_vec();
        let may_be_safe = |item: &Item| match &item.what {
            What::Position(..) => true,
            What::Cell(plot, doubts, looked) => self.may_be_safe_on(plot, doubts, *looked, &mut left),
        };
        self.heap = items.into_iter().filter(may_be_safe).collect();
    }

    /// Whether a position on a plot may be safe, told by sight and room alone. Looks at so many plots more at most.
    fn may_be_safe_on(
        &mut self,
        plot: &Cell,
        doubts: &Rc<[UndecidedObserver]>,
        looked: Looked,
        left: &mut usize,
    ) -> bool {
        if *left == 0 {
            return true;
        }
        *left -= 1;
        if (looked == Looked::NotYet && self.safety.is_barred(plot, doubts)) || self.is_full(plot) {
            return false;
        }
        let Some(doubts) = self.looked(plot, Rc::clone(doubts), looked) else { return false };
        if self.is_finest(plot) {
            return self.middle(plot).is_some_and(|at| self.safety.is_covered(at, &doubts));
        }
        quarters(plot).iter().any(|part| self.may_be_safe_on(part, &doubts, Looked::NotYet, left))
    }

    /// What is left to look at counts by its paths alone: one through difficult ground is too long for half the
    /// limits, and may still be the shortest of all.
    fn forget_limits(&mut self) {
        let left = std::mem::take(&mut self.heap).into_iter();
        let unbounded = |item: Item| Item { key: Key { length: 0, ..item.key }, ..item };
        self.heap = left.map(unbounded).collect();
    }

    fn beyond_within(&mut self, ways: &Ways, most: f64) -> Option<Found> {
        while let Some(item) = self.heap.pop() {
            if item.key.length > self.steps(most) {
                self.heap.push(item);
                return None;
            }
            match item.what {
                What::Position(at, way) => {
                    let none = Limits { open: [0.0, most], on_difficult: [0.0, most] };
                    let (at, way) = self.bettered(ways, at, way, none);
                    return Some(Found { at, way, lies: Reachability::Beyond });
                }
                What::Cell(plot, doubts, looked) => {
                    let [round, through] = ways.spreads.least_to(plot.bounds);
                    let least = round.min(through).max(item.key.length as f64 * self.even());
                    if self.steps(least) > item.key.length {
                        self.push_farther(plot, doubts, looked, [least, item.key.ties.enemy]);
                    } else if looked == Looked::Already || !self.safety.is_barred(&plot, &doubts) {
                        self.split_beyond(ways, plot, (doubts, looked), least);
                    }
                }
            }
        }
        None
    }

    fn split_beyond(
        &mut self,
        ways: &Ways,
        plot: Cell,
        (doubts, looked): (Rc<[UndecidedObserver]>, Looked),
        least: f64,
    ) {
        let reach = reach(plot.bounds);
        if self.is_full(&plot) {
            return;
        }
        let Some((doubts, looked)) = self.covered_at_finest(&plot, doubts, looked) else { return };
        let beyond = ways.most[0] + 2.5 * self.even();
        match self.ways_to(ways, &plot) {
            // All that counts there was looked at before.
            WaysTo::TooShort => return,
            WaysTo::TooLong => return self.push_plot(plot, doubts, looked, beyond),
            WaysTo::Unsure => {}
        }
        if plot.floor.is_none() && reach < 3.0 && ways.planner.is_open(plot.bounds) {
            let middle = self.middle(&plot).and_then(|at| ways.spreads.shortest(at));
            if let Some((length, _)) = middle
                && length - reach > least + reach
            {
                return self.push_plot(plot, doubts, looked, length - reach);
            }
        }
        let Some(doubts) = self.looked(&plot, doubts, looked) else { return };
        if !self.is_finest(&plot) {
            return self.split(plot, &doubts, least);
        }
        let Some(at) = self.middle(&plot) else { return };
        let ends = ways.spreads.ends_to(at);
        if ends.shortest_of(ways.most).is_none() {
            return self.push_plot(plot, doubts, Looked::Already, beyond);
        }
        let Some(way) = ways.spreads.way_of(&ends, ways.most) else { return };
        if let Some((at, way)) = self.followed(ways, &way, reach, &doubts, Want::Shortest(0.0)) {
            self.push_position(at, way, 0.0);
        }
    }
}
