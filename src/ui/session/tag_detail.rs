//! Detail of the tags beside units on the table.

use serde::{Deserialize, Serialize};

/// Detail of a tag.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Tags {
    /// The sign of its type, its id, how many models are left, and its markers.
    #[default]
    Signs,
    /// Its name as well.
    Names,
    /// Only markers, where there are any.
    Off,
}

impl Tags {
    /// The next of them.
    pub(in crate::ui) fn next(self) -> Self {
        match self {
            Self::Signs => Self::Names,
            Self::Names => Self::Off,
            Self::Off => Self::Signs,
        }
    }
}
