//! Shared by the tests of this folder.

use crate::basics::{Allowance, Disc};
use crate::measures::Place;

pub(crate) const ALLOWANCE: Allowance = Allowance(0.005);

/// A base 1 inch across, at a place in thousandths.
pub(crate) fn disc(x: i32, y: i32) -> Disc {
    Disc { at: Place::flat(x, y), radius: 0.5 }
}
