//! The leader's ways to the plots of the table, and what is surely known of them.

use super::{Search, reach};
use crate::game::phases::fall_back::safe::STEP;
use crate::game::plan::{ModelPlanner, Spreads};
use crate::table::sight::exposure::Cell;

/// The leader's ways within the limits.
#[derive(Clone, Copy)]
pub(super) struct Ways<'w, 'a> {
    pub(super) planner: &'w ModelPlanner<'a>,
    pub(super) spreads: &'w Spreads<'w>,
    /// None to the plot at hand that goes through difficult ground is shorter, inches.
    pub(super) through: f64,
    /// The longest that count, round difficult ground and through it.
    pub(super) most: [f64; 2],
}

/// What paths to a plot are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum WaysTo {
    /// All of them shorter than he has to go.
    TooShort,
    /// All of them longer than he may go, or none leads there.
    TooLong,
    /// Some may do.
    Unsure,
}

/// So much farther than counts ways are searched: a small plot to whose middle none leads has none that counts,
/// inches.
pub(super) const MARGIN: f64 = 0.75;

impl Search<'_> {
    /// What paths to a plot surely are: small ones on which nothing bars ways are judged by their middles.
    pub(super) fn ways_to(&self, ways: &Ways, plot: &Cell) -> WaysTo {
        let reach = reach(plot.bounds);
        if plot.floor.is_some() {
            return WaysTo::Unsure;
        }
        if let Some(farthest) = ways.spreads.straight_to(plot.bounds) {
            // The ends of paths are followed a little past the finest plots.
            let past = farthest + self.safety.finest() + STEP;
            return if past < self.limits.open[0] { WaysTo::TooShort } else { WaysTo::Unsure };
        }
        if reach > 3.0 || !ways.planner.is_open(plot.bounds) {
            return WaysTo::Unsure;
        }
        let Some(at) = self.middle(plot) else { return WaysTo::Unsure };
        let ends = ways.spreads.ends_to(at);
        let Some((length, _)) = ends.shortest() else {
            return if reach < MARGIN { WaysTo::TooLong } else { WaysTo::Unsure };
        };
        // A way through difficult ground is no shorter anywhere on the plot, or is too long.
        let whole = ways.through > ways.most[1].min(length + reach);
        let least = if whole { self.limits.open[0] } else { self.least_of_all() };
        match ends.shortest_of(ways.most) {
            Some((length, _)) if length + reach < least => WaysTo::TooShort,
            _ => WaysTo::Unsure,
        }
    }
}
