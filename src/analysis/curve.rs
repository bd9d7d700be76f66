//! A game as two curves: what the orders of each side have gained so far, and what the dice have.

use super::{Analysis, Points};
use crate::game::engine::record::history::EntryId;
use crate::rules::ids::Side;
use crate::rules::turn::Turn;

/// Both parts after a command.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CurvePoint {
    /// The command's entry.
    pub entry: EntryId,
    /// The turn in which it was given.
    pub turn: Turn,
    /// Gain of each side's orders so far, for that side: index by [`Side::index`].
    pub orders: [Points; 2],
    /// Gain of A by the dice so far.
    pub dice: Points,
    /// The standard deviation of what such dice give.
    pub deviation: Points,
}

/// The curves, command by command.
pub fn curve(analysis: &Analysis) -> Vec<CurvePoint> {
    let (mut orders, mut dice, mut variance) = ([Points::default(); 2], Points::default(), 0.0);
    let points = analysis.moments.iter().map(|moment| {
        orders[moment.by.index()] += moment.order().for_side(moment.by);
        dice += moment.dice();
        variance += moment.variance;
        let deviation = Points::nearest(f64::sqrt(variance));
        CurvePoint { entry: moment.entry, turn: moment.turn, orders, dice, deviation }
    });
    points.collect()
}

impl CurvePoint {
    /// The orders of both as one: what A's have gained more than B's.
    pub fn orders_for_a(&self) -> Points {
        self.orders[Side::A.index()] - self.orders[Side::B.index()]
    }
}
