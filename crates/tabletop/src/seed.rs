//! Seeds in text formats: written as text, because other readers of JSON hold numbers only up to 2^53 exactly. Read as
//! text or, as saves had them before, as numbers. In binary formats a seed is a number.

use std::fmt;

use serde::de::{Error, Visitor};
use serde::{Deserialize, Deserializer, Serializer};

/// Writes a seed.
///
/// # Errors
/// The serializer's.
pub fn serialize<S: Serializer>(seed: &u64, serializer: S) -> Result<S::Ok, S::Error> {
    if serializer.is_human_readable() {
        serializer.collect_str(seed)
    } else {
        serializer.serialize_u64(*seed)
    }
}

/// Reads a seed.
///
/// # Errors
/// It is no whole number from 0 to 2^64 - 1.
pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u64, D::Error> {
    if deserializer.is_human_readable() {
        deserializer.deserialize_any(SeedVisitor)
    } else {
        u64::deserialize(deserializer)
    }
}

struct SeedVisitor;

impl Visitor<'_> for SeedVisitor {
    type Value = u64;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a seed: a whole number from 0 to 18446744073709551615")
    }

    fn visit_u64<E: Error>(self, seed: u64) -> Result<u64, E> {
        Ok(seed)
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<u64, E> {
        let is_plain = text.bytes().all(|byte| byte.is_ascii_digit());
        let seed = text.parse().ok().filter(|_| is_plain);
        seed.ok_or_else(|| E::invalid_value(serde::de::Unexpected::Str(text), &self))
    }
}

#[cfg(test)]
mod tests {
    use crate::dice::DiceState;

    #[test]
    fn seeds_are_written_as_text_and_read_either_way() {
        for (json, seed, why) in [
            (r#"{"seed":"3","drawn":0}"#, Some(3), "as it is written"),
            (r#"{"seed":3,"drawn":0}"#, Some(3), "as it was written before"),
            (r#"{"seed":"9007199254740993","drawn":0}"#, Some((1 << 53) + 1), "no double holds it"),
            (r#"{"seed":18446744073709551615,"drawn":0}"#, Some(u64::MAX), "the largest"),
            (r#"{"seed":"18446744073709551616","drawn":0}"#, None, "too large"),
            (r#"{"seed":"+3","drawn":0}"#, None, "a sign"),
            (r#"{"seed":9.007199254740992e15,"drawn":0}"#, None, "what another reader made of one"),
            (r#"{"seed":-1,"drawn":0}"#, None, "below nothing"),
        ] {
            let read = serde_json::from_str::<DiceState>(json).ok();
            assert_eq!(read.map(|dice| dice.seed), seed, "{why}");
            if let Some(dice) = read {
                let written = serde_json::to_string(&dice).unwrap();
                assert_eq!(written, format!(r#"{{"seed":"{}","drawn":0}}"#, dice.seed), "{why}");
            }
        }
    }

    /// The hash of a state is over its binary form, which is as it was.
    #[test]
    fn in_binary_a_seed_is_a_number() {
        let bytes = postcard::to_allocvec(&DiceState { seed: 3, drawn: 2 }).unwrap();
        assert_eq!(bytes, [3, 2]);
        assert_eq!(postcard::from_bytes::<DiceState>(&bytes).unwrap(), DiceState { seed: 3, drawn: 2 });
    }
}
