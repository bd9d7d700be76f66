//! A safe position within the limits.

use std::rc::Rc;

use super::near_end::Want;
use super::queue::{Looked, What};
use super::ways::{Ways, WaysTo};
use super::{Found, Search, reach};
use crate::game::phases::fall_back::retreat::Reachability;
use crate::table::sight::exposure::{Cell, UndecidedObserver};

impl Search<'_> {
    /// A position within the limits: the one with the shortest path.
    ///
    /// Rule: FB-4.
    pub(super) fn within(&mut self, ways: &Ways) -> Option<Found> {
        let most = self.limits.open[1];
        let (even, allowance) = (self.even(), self.view.allowance().0);
        let beyond = self.steps(most) + 1;
        while let Some(item) = self.heap.pop() {
            if item.key.length > beyond {
                self.heap.push(item);
                return None;
            }
            match item.what {
                What::Position(at, way) => {
                    let (at, way) = self.bettered(ways, at, way, self.limits);
                    return Some(Found { at, way, lies: Reachability::Within });
                }
                What::Cell(plot, doubts, looked) => {
                    let [round, through] = ways.spreads.least_to(plot.bounds);
                    let in_limits = |least: f64, [low, high]: [f64; 2]| {
                        if least > high + allowance { f64::INFINITY } else { least.max(low) }
                    };
                    let least =
                        in_limits(round, self.limits.open).min(in_limits(through, self.limits.on_difficult));
                    if least == f64::INFINITY {
                        let far = round.min(through).max(most + 2.5 * even);
                        self.push_farther(plot, doubts, looked, [far, item.key.ties.enemy]);
                    } else if self.steps(least) > item.key.length {
                        self.push_farther(plot, doubts, looked, [least, item.key.ties.enemy]);
                    } else if looked == Looked::Already || !self.safety.is_barred(&plot, &doubts) {
                        let ways = Ways { through, ..*ways };
                        self.split_within(&ways, plot, (doubts, looked), least);
                    }
                }
            }
        }
        None
    }

    fn split_within(
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
        let far = self.limits.open[1] + 2.5 * self.even();
        match self.ways_to(ways, &plot) {
            WaysTo::TooShort => return self.near.push((plot, doubts)),
            WaysTo::TooLong => return self.push_plot(plot, doubts, looked, far),
            WaysTo::Unsure => {}
        }
        let Some(doubts) = self.looked(&plot, doubts, looked) else { return };
        if !self.is_finest(&plot) {
            self.split(plot, &doubts, least);
            return;
        }
        let Some(at) = self.middle(&plot) else { return };
        let ends = ways.spreads.ends_to(at);
        match ends.shortest_of(ways.most) {
            None => return self.push_plot(plot, doubts, Looked::Already, far),
            Some((length, kind)) if length + reach < self.limits.of(kind.limit())[0] => {
                return self.near.push((plot, doubts));
            }
            Some(_) => {}
        }
        let Some(way) = ways.spreads.way_of(&ends, ways.most) else { return };
        let [low, _] = self.limits.of(way.kind.limit());
        if way.length - reach < low {
            self.near.push((plot, Rc::clone(&doubts)));
        }
        if let Some((at, way)) = self.followed(ways, &way, reach, &doubts, Want::Shortest(low)) {
            let [low, high] = self.limits.of(way.kind.limit());
            let allowance = self.view.allowance();
            if allowance.at_least(way.length, low) && allowance.at_most(way.length, high) {
                self.push_position(at, way, low);
            }
        }
    }
}
