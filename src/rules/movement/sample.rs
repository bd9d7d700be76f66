//! Shared by the tests of this folder.

use crate::rules::basics::{Allowance, Disc};
use crate::rules::measures::Place;

pub(in crate::rules) const ALLOWANCE: Allowance = Allowance(0.005);

/// A base 1 inch across, at a place in thousandths.
pub(in crate::rules) fn disc(x: i32, y: i32) -> Disc {
    Disc { at: Place::flat(x, y), radius: 0.5 }
}
