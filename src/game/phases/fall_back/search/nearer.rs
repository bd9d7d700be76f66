//! A safe position nearer than the leader has to go.

use std::rc::Rc;

use super::near_end::Want;
use super::queue::{Item, Key, Looked, Ties, What};
use super::ways::Ways;
use super::{Found, Search, quarters, reach};
use crate::game::phases::fall_back::retreat::Reachability;
use crate::game::plan::Way;
use crate::rules::measures::Place;
use crate::table::sight::exposure::{Cell, UndecidedObserver};

impl Search<'_> {
    /// A position nearer than he has to go: the one with the longest path, his own place included; of all to which
    /// it is as long, the one that the ties name.
    ///
    /// Rule: FB-4.
    pub(super) fn nearer(&mut self, ways: &Ways) -> Option<Found> {
        let far = std::mem::take(&mut self.heap);
        // Kept for later: what lies beyond.
        let here = self.leader.pose.at;
        let all = self.safety.doubts();
        let mut found: Vec<(Place, Way)> = Vec::new();
        if self.safety.is_safe(here, &all) {
            found.push((here, Way::NONE));
        }
        let even = self.even();
        let mut longest = 0.0_f64;
        for (plot, doubts) in std::mem::take(&mut self.near) {
            self.push_near(ways, plot, doubts);
        }
        while let Some(item) = self.heap.pop() {
            let What::Cell(plot, doubts, _) = item.what else { continue };
            // No path to what is left is longer than this.
            if (-item.key.length) as f64 * even < longest - even {
                break;
            }
            if !self.is_finest(&plot) {
                for part in quarters(&plot) {
                    if let Some(doubts) = self.safety.look(&part, &doubts) {
                        self.push_near(ways, part, doubts);
                    }
                }
                continue;
            }
            let Some(at) = self.middle(&plot) else { continue };
            if !self.safety.is_covered(at, &doubts) {
                continue;
            }
            let ends = ways.spreads.ends_to(at);
            let Some(way) = ways.spreads.way_of(&ends, ways.most) else { continue };
            let [low, _] = self.limits.of(way.kind.limit());
            let position = self.followed(ways, &way, reach(plot.bounds), &doubts, Want::Longest(low));
            if let Some((at, way)) = position
                && way.length >= longest - even
            {
                longest = longest.max(way.length);
                found.push((at, way));
            }
        }
        self.heap = far;
        let as_long = found.into_iter().filter(|(_, way)| way.length >= longest - even);
        let by_ties = as_long.map(|(at, way)| (self.ties(at), at, way));
        let (_, at, way) = by_ties.min_by(|a, b| a.0.cmp(&b.0))?;
        let lies = if at == here { Reachability::Here } else { Reachability::Nearer };
        Some(Found { at, way, lies })
    }

    /// Puts a plot on the list whose longest path comes first.
    fn push_near(&mut self, ways: &Ways, plot: Cell, doubts: Rc<[UndecidedObserver]>) {
        let most = self.limits.open[0];
        let reach = reach(plot.bounds);
        let open = plot.floor.is_none() && ways.planner.is_open(plot.bounds);
        let middle = || self.middle(&plot).and_then(|at| ways.spreads.shortest(at));
        let longest =
            if open { middle().map_or(most, |(length, _)| (length + reach).min(most)) } else { most };
        let nth = self.next();
        let key = Key { length: -self.steps(longest) - 1, ties: Ties::of_plot(0.0), nth };
        self.heap.push(Item { key, what: What::Cell(plot, doubts, Looked::Already) });
    }
}
