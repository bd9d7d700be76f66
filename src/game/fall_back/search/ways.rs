//! The leader's ways to the plots of the table, and what is surely known of them.

use super::queue::EVEN;
use super::{Search, reach};
use crate::game::fall_back::safe::STEP;
use crate::game::plan::{ModelPlanner, Spreads};
use crate::rules::measures::Place;
use crate::table::sight::exposure::Plot;

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

/// How far plots reach from their middles that are judged by several of their places, inches: one size in four.
const SAMPLED: std::ops::Range<f64> = 0.15..0.3;

impl Search<'_> {
    /// What paths to a plot surely are. Where something bars ways on it, small plots are judged by several of
    /// their places.
    pub(super) fn ways_to(&self, ways: &Ways, plot: &Plot) -> WaysTo {
        let reach = reach(plot.bounds);
        if plot.floor.is_some() {
            return WaysTo::Unsure;
        }
        if let Some(farthest) = ways.spreads.straight_to(plot.bounds) {
            // The ends of paths are followed a little past the finest plots.
            let past = farthest + self.safety.finest() + STEP;
            return if past < self.limits.open[0] { WaysTo::TooShort } else { WaysTo::Unsure };
        }
        if reach > 3.0 {
            return WaysTo::Unsure;
        }
        let of = |at: Place| {
            let ends = ways.spreads.ends_to(at);
            let Some((length, _)) = ends.shortest() else {
                return if reach < MARGIN { WaysTo::TooLong } else { WaysTo::Unsure };
            };
            // A way through difficult ground is no shorter anywhere on the plot, or is too long.
            let whole = ways.through > ways.most[1].min(length + reach) + EVEN;
            let least = if whole { self.limits.open[0] } else { self.least_of_all() };
            match ends.shortest_of(ways.most) {
                Some((length, _)) if length + reach < least => WaysTo::TooShort,
                _ => WaysTo::Unsure,
            }
        };
        if ways.planner.is_open(plot.bounds) {
            return self.middle(plot).map_or(WaysTo::Unsure, of);
        }
        if !SAMPLED.contains(&reach) {
            return WaysTo::Unsure;
        }
        let [low, high] = plot.bounds;
        let at = |axis: usize, share: f64| low[axis] + share * (high[axis] - low[axis]);
        let shares = [0.5, 0.0, 1.0];
        let mut places = shares.iter().flat_map(|x| shares.map(|y| [at(0, *x), at(1, y)])).filter_map(|at| {
            let height = self.safety.height_on(plot, at)?;
            let place = Place::from_inches(at[0], at[1], height.inches()).ok()?;
            self.safety.has_room(place).then_some(place)
        });
        let Some(first) = places.next().map(of) else { return WaysTo::Unsure };
        if places.all(|place| of(place) == first) { first } else { WaysTo::Unsure }
    }
}
