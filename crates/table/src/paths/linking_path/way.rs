//! Ways that link models, and those past no base, which all who ask on a table share.

use std::sync::Arc;

use crate::plane::Leg;
use crate::shared_cache::SharedCache;
use warstrike_rules::measures::Thou;
use warstrike_rules::movement::going::Gait;

/// Cost of a way so far, inches.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cost {
    /// Over the table.
    pub(super) level: f64,
    /// Up and down.
    pub(super) rise: f64,
}

impl Cost {
    pub(super) fn total(self) -> f64 {
        self.level + self.rise
    }
}

/// A way of a point.
pub(crate) struct Way {
    pub(super) cost: Cost,
    pub(super) legs: Vec<Leg>,
}

/// Maximum number of ways in each map of the cache: all of them together hold some 2 MB.
const MAX_WAYS: usize = 512;

/// Both ends, what is added to their distance and how long a way may be, and what of the mover counts.
type WayKey = ([[Thou; 3]; 2], [u64; 2], Thou, Gait);

/// Ways past no base, by their ends.
pub(crate) type LinkingWays = SharedCache<WayKey, Option<Arc<Way>>, MAX_WAYS>;
