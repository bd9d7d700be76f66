//! The four levels of quality.

use serde::{Deserialize, Serialize};

/// Quality of the table's drawing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Quality {
    /// For processors that draw every pixel themselves: one small shadow map, and nothing after it.
    Software,
    /// For graphics built into a processor.
    Low,
    /// For graphics cards: shadows that soften with distance, smooth edges, depth of field on close shots.
    Good,
    /// For pictures, and for the best cards: corners that light does not reach as well, and the lens's depth of field.
    Fine,
}

impl Quality {
    /// All of them, with their names, the cheapest first.
    pub const ALL: [(Self, &str); 4] =
        [(Self::Software, "software"), (Self::Low, "low"), (Self::Good, "good"), (Self::Fine, "fine")];

    /// Its name.
    pub fn name(self) -> &'static str {
        Self::ALL[self as usize].1
    }

    /// The next cheaper one, if there is any.
    pub(crate) fn lower(self) -> Option<Self> {
        match self {
            Self::Software => None,
            Self::Low => Some(Self::Software),
            Self::Good => Some(Self::Low),
            Self::Fine => Some(Self::Good),
        }
    }
}

impl std::str::FromStr for Quality {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let named = Self::ALL.into_iter().find(|(_, name)| *name == text);
        named.map(|(quality, _)| quality).ok_or_else(|| "expected software, low, good or fine".to_owned())
    }
}
