//! Duration of events shown on the table.

use serde::{Deserialize, Serialize};

/// Duration of walks, shots and falls.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum ShowPace {
    /// As long as one likes to watch them.
    #[default]
    Full,
    /// Half as long.
    Short,
    /// Nothing moves: figures are at once where they end.
    None,
}

impl ShowPace {
    /// All of them, with their names.
    pub const ALL: [(Self, &str); 3] = [(Self::Full, "full"), (Self::Short, "short"), (Self::None, "none")];

    /// Factor of every time.
    pub fn scale(self) -> f32 {
        match self {
            Self::Full => 1.0,
            Self::Short => 0.5,
            Self::None => 0.0,
        }
    }
}

/// Manner in which things move by themselves: the view, figures, dice.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Motion {
    /// Gradually.
    #[default]
    Full,
    /// At once, for eyes that do not like things to move.
    Reduced,
}
