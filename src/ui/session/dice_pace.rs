//! Duration of rolling dice, as they are shown.

use serde::{Deserialize, Serialize};

/// Seconds that a throw rolls, however long its dice tumble in the simulation.
pub(in crate::ui) const ROLL_SECONDS: f32 = 1.0;
pub(in crate::ui) const SHORT_ROLL_SECONDS: f32 = 0.5;

/// Duration of rolling dice.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum DicePace {
    /// As long as one likes to watch them.
    #[default]
    Full,
    /// Half as long.
    Short,
    /// None are seen rolling.
    None,
}

impl DicePace {
    /// All of them, with their names.
    pub const ALL: [(Self, &str); 3] = [(Self::Full, "full"), (Self::Short, "short"), (Self::None, "none")];

    /// Seconds that a throw rolls.
    pub fn seconds(self) -> f32 {
        match self {
            Self::Full => ROLL_SECONDS,
            Self::Short => SHORT_ROLL_SECONDS,
            Self::None => 0.0,
        }
    }
}
