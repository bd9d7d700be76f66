//! Data of the test to act: a step.

use serde::{Deserialize, Serialize};

use crate::rules::ids::UnitId;

/// A step before an order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Step {
    /// The test of a marked unit. Its order waits on the agenda below: it is carried out if the unit passes, and
    /// dropped if it fails. Rule: ACT-7.
    Test {
        /// The unit.
        unit: UnitId,
    },
}
