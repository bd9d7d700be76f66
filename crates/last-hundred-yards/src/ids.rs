//! Names of units, and what sentences are about.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use tabletop_hexes::hex::Hex;

/// Letters of the longest name.
const LENGTH: usize = 6;

/// A unit by its name, `US-1` or `GE-FP`: two capital letters, a hyphen, one to three capital letters or digits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct UnitId {
    /// ASCII, filled up with zeros, so that names are in the order of their text.
    letters: [u8; LENGTH],
}

/// Subject of an answer, refusal or sentence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[allow(missing_docs, reason = "the names say it")]
pub enum Subject {
    Hex(Hex),
    Unit(UnitId),
}

impl UnitId {
    fn as_str(&self) -> &str {
        let end = self.letters.iter().position(|letter| *letter == 0).unwrap_or(LENGTH);
        // Only ASCII is ever put in.
        std::str::from_utf8(&self.letters[..end]).unwrap_or_default()
    }
}

impl fmt::Display for UnitId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl fmt::Display for Subject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Hex(hex) => write!(f, "hex {hex}"),
            Self::Unit(unit) => unit.fmt(f),
        }
    }
}

impl FromStr for UnitId {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let is_name = |nation: &str, rest: &str| {
            nation.len() == 2
                && nation.bytes().all(|letter| letter.is_ascii_uppercase())
                && (1..=LENGTH - 3).contains(&rest.len())
                && rest.bytes().all(|letter| letter.is_ascii_uppercase() || letter.is_ascii_digit())
        };
        if !text.split_once('-').is_some_and(|(nation, rest)| is_name(nation, rest)) {
            return Err(format!("\"{text}\" is no unit: a unit is written as in US-1 or GE-FP"));
        }
        let mut letters = [0; LENGTH];
        letters[..text.len()].copy_from_slice(text.as_bytes());
        Ok(Self { letters })
    }
}

tabletop::as_text!(UnitId);

impl From<Hex> for Subject {
    fn from(hex: Hex) -> Self {
        Self::Hex(hex)
    }
}

impl From<UnitId> for Subject {
    fn from(unit: UnitId) -> Self {
        Self::Unit(unit)
    }
}
