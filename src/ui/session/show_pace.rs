//! How long what happens on the table is shown.

use serde::{Deserialize, Serialize};

/// How long figures walk, shots fly and bodies fall.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(in crate::ui) enum ShowPace {
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

    /// What every time is multiplied by.
    pub fn scale(self) -> f32 {
        match self {
            Self::Full => 1.0,
            Self::Short => 0.5,
            Self::None => 0.0,
        }
    }
}

/// How whatever moves by itself gets where it goes: the view, figures, dice.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(in crate::ui) enum Motion {
    /// Gradually.
    #[default]
    Full,
    /// At once, for eyes that do not like things to move.
    Reduced,
}
