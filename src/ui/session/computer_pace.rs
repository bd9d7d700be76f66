//! Time for which a command of the computer is announced before it is carried out.

use std::time::Duration;

use serde::{Deserialize, Serialize};

/// The pace of computer players.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum ComputerPace {
    /// Time to look at the table.
    Slow,
    /// Time to read what it is about to do.
    #[default]
    Usual,
    /// Time to see who acts.
    Quick,
    /// None.
    AtOnce,
}

impl ComputerPace {
    /// All of them, with their names.
    pub const ALL: [(Self, &str); 4] =
        [(Self::Slow, "slow"), (Self::Usual, "usual"), (Self::Quick, "quick"), (Self::AtOnce, "at once")];

    /// Time for which a command is announced; one that has nothing to say is not.
    pub fn time(self, text: &str) -> Duration {
        let milliseconds = match self {
            _ if text.is_empty() => 200,
            Self::Slow => 4500,
            Self::Usual => 2200,
            Self::Quick => 900,
            Self::AtOnce => 0,
        };
        Duration::from_millis(milliseconds)
    }
}
