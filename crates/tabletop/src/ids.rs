//! Names that commands, facts and files of every game use.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::interned::Name;

/// One of the two players, and their force.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Side {
    /// The first force of the level.
    A,
    /// The second force of the level.
    B,
}

impl Side {
    /// Both sides in order.
    pub const BOTH: [Self; 2] = [Self::A, Self::B];

    /// The opponent.
    pub const fn other(self) -> Self {
        match self {
            Self::A => Self::B,
            Self::B => Self::A,
        }
    }

    /// 0 for A, 1 for B.
    pub const fn index(self) -> usize {
        self as usize
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::A => "A",
            Self::B => "B",
        })
    }
}

/// The id of a paragraph of a rulebook, such as `MOV-5`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct RuleId(#[serde(deserialize_with = "crate::interned::deserialize")] pub Name);

impl fmt::Display for RuleId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}
