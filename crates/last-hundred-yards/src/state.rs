//! State of a unit: steps that are left, and its markers.

use serde::{Deserialize, Serialize};

/// Steps and markers of a unit, wherever it is.
///
/// Rule: LHY-FRM-3, LHY-STA-1, LHY-STA-2, LHY-STA-3, LHY-STA-4, LHY-STA-5, LHY-STA-6.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct State {
    /// Steps left; 0 of what has none.
    pub steps: u8,
    /// Disrupted.
    pub disrupted: bool,
    /// Regrouping.
    pub regrouping: bool,
    /// Shocked: AFVs only.
    pub shocked: bool,
    /// Heroic.
    pub heroic: bool,
    /// Concealed.
    pub concealed: bool,
    /// In motion; otherwise stationary.
    pub in_motion: bool,
    /// Out of Command.
    pub out_of_command: bool,
    /// It entered a sunken road through its hedgerows.
    pub sunken: bool,
}
