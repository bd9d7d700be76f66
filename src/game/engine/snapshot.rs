//! All that changes in a battle, as one plain value, and its hash.

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use xxhash_rust::xxh3::xxh3_64;

pub use super::components::{ModelState, UnitState};
pub use super::table_state::TableState;
use crate::game::engine::agenda::Agenda;
use crate::game::engine::dice::DiceState;
use crate::rules::turn::Turn;

/// A battle at rest: what it takes to go on from here, given its setup.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Snapshot {
    /// Whose turn it is.
    pub turn: Turn,
    /// What still has to happen.
    pub agenda: Agenda,
    /// Where the dice stand.
    pub dice: DiceState,
    /// What lies on the table, and how the battle ended.
    pub table: TableState,
    /// Every unit in id order.
    pub units: Vec<UnitState>,
    /// Every model in id order.
    pub models: Vec<ModelState>,
}

/// Hash of a [`Snapshot`]: equal snapshots have equal hashes on every machine
/// and in every build. Text formats write sixteen hexadecimal digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct StateHash(pub u64);

impl Snapshot {
    /// XXH3 of the snapshot's compact binary form, whose integers have one
    /// encoding everywhere.
    ///
    /// # Errors
    /// The encoder's, which for this type means memory ran out.
    pub fn hash(&self) -> Result<StateHash, postcard::Error> {
        postcard::to_allocvec(self).map(|bytes| StateHash(xxh3_64(&bytes)))
    }
}

impl std::fmt::Display for StateHash {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

impl Serialize for StateHash {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for StateHash {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = <std::borrow::Cow<'de, str>>::deserialize(deserializer)?;
        u64::from_str_radix(&text, 16).map(Self).map_err(serde::de::Error::custom)
    }
}
