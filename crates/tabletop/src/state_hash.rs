//! The hash of a state.

use std::borrow::Cow;
use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use xxhash_rust::xxh3::xxh3_64;

/// Hash of a snapshot: equal snapshots have equal hashes on every machine and in every build. Text formats write sixteen
/// hexadecimal digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct StateHash(pub u64);

impl StateHash {
    /// XXH3 of a value's compact binary form, whose integers have one encoding everywhere.
    ///
    /// # Errors
    /// The encoder's, which for a snapshot means that memory ran out.
    pub fn of(value: &impl Serialize) -> Result<Self, postcard::Error> {
        postcard::to_allocvec(value).map(|bytes| Self(xxh3_64(&bytes)))
    }

    /// Hash of the debug form, for a ruleset in which that form has every value by which battles differ.
    pub fn of_debug(value: &impl fmt::Debug) -> u64 {
        Self::of(&format!("{value:?}")).map_or(0, |hash| hash.0)
    }
}

impl fmt::Display for StateHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
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
        let text = <Cow<'de, str>>::deserialize(deserializer)?;
        u64::from_str_radix(&text, 16).map(Self).map_err(serde::de::Error::custom)
    }
}
