//! Names that commands, facts and files use for sides, units, models and rules.
//!
//! `A3` is the third unit of side A, `A3.7` that unit's seventh model. They are
//! short, sort in playing order and never change during a battle.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};
pub use tabletop::ids::{RuleId, Side};

/// A unit: its side and its number in that force, from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct UnitId {
    /// Owner of the unit.
    pub side: Side,
    /// From 1.
    pub number: u8,
}

/// A model: its unit and its number in it, from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ModelId {
    /// The unit it belongs to.
    pub unit: UnitId,
    /// From 1.
    pub number: u8,
}

impl UnitId {
    /// The unit's model of that number.
    pub const fn model(self, number: u8) -> ModelId {
        ModelId { unit: self, number }
    }
}

impl fmt::Display for UnitId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.side, self.number)
    }
}

impl fmt::Display for ModelId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.unit, self.number)
    }
}

/// Why a text is not a unit or model id.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum IdError {
    /// Not of the form `A3`.
    #[error("\"{0}\" is not a unit id: write the side and the unit's number, as in A3")]
    Unit(String),
    /// Not of the form `A3.7`.
    #[error("\"{0}\" is not a model id: write the unit and the model's number, as in A3.7")]
    Model(String),
}

/// A whole number from 1 to 255 without sign or leading zero.
fn number(text: &str) -> Option<u8> {
    let plain = text.bytes().all(|b| b.is_ascii_digit()) && !text.starts_with('0');
    if plain { text.parse().ok() } else { None }
}

impl FromStr for UnitId {
    type Err = IdError;

    fn from_str(text: &str) -> Result<Self, IdError> {
        let parse = || {
            let (side, rest) = match text.as_bytes().first()? {
                b'A' => (Side::A, &text[1..]),
                b'B' => (Side::B, &text[1..]),
                _ => return None,
            };
            Some(Self { side, number: number(rest)? })
        };
        parse().ok_or_else(|| IdError::Unit(text.to_owned()))
    }
}

impl FromStr for ModelId {
    type Err = IdError;

    fn from_str(text: &str) -> Result<Self, IdError> {
        let parse = || {
            let (unit, model) = text.split_once('.')?;
            Some(Self { unit: unit.parse().ok()?, number: number(model)? })
        };
        parse().ok_or_else(|| IdError::Model(text.to_owned()))
    }
}

/// Text formats write the id as a string, binary formats as plain numbers.
macro_rules! serde_as_text {
    ($id:ty, $raw:ty, $to_raw:expr, $from_raw:expr) => {
        impl Serialize for $id {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                if serializer.is_human_readable() {
                    serializer.collect_str(self)
                } else {
                    let raw: $raw = $to_raw(self);
                    raw.serialize(serializer)
                }
            }
        }

        impl<'de> Deserialize<'de> for $id {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                if deserializer.is_human_readable() {
                    let text = <std::borrow::Cow<'de, str>>::deserialize(deserializer)?;
                    text.parse().map_err(serde::de::Error::custom)
                } else {
                    <$raw>::deserialize(deserializer).map($from_raw)
                }
            }
        }
    };
}

serde_as_text!(UnitId, (Side, u8), |id: &UnitId| (id.side, id.number), |(side, number)| UnitId {
    side,
    number
});
serde_as_text!(ModelId, (UnitId, u8), |id: &ModelId| (id.unit, id.number), |(unit, number)| ModelId {
    unit,
    number
});

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_read_as_they_are_written() {
        for text in ["A1", "B12", "A255"] {
            assert_eq!(text.parse::<UnitId>().unwrap().to_string(), text);
        }
        for text in ["A1.1", "B12.255"] {
            assert_eq!(text.parse::<ModelId>().unwrap().to_string(), text);
            let json = format!("\"{text}\"");
            let id: ModelId = serde_json::from_str(&json).unwrap();
            assert_eq!(serde_json::to_string(&id).unwrap(), json);
            assert_eq!(postcard::from_bytes::<ModelId>(&postcard::to_allocvec(&id).unwrap()).unwrap(), id);
        }
    }

    #[test]
    fn invalid_ids_are_refused() {
        for text in ["", "A", "A0", "A01", "C1", "a1", "A256", "A-1", "A+1", "A1.", " A1", "A1 ", "Ä1"] {
            assert!(text.parse::<UnitId>().is_err(), "{text:?} as a unit");
        }
        for text in ["A1", "A1.0", "A1.01", "A1.256", "A1.1.1", ".1", "A1.x"] {
            assert!(text.parse::<ModelId>().is_err(), "{text:?} as a model");
        }
    }

    #[test]
    fn ids_sort_in_playing_order() {
        let mut ids: Vec<ModelId> =
            ["B1.1", "A10.1", "A2.10", "A2.9"].iter().map(|text| text.parse().unwrap()).collect();
        ids.sort();
        let texts: Vec<String> = ids.iter().map(ToString::to_string).collect();
        assert_eq!(texts, ["A2.9", "A2.10", "A10.1", "B1.1"]);
    }
}
