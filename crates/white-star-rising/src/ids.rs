//! Names of units, headquarters, and what sentences are about.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use tabletop::ids::Side;
use tabletop_hexes::hex::Hex;

/// A unit: the letter of its side and its number, `A1`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct UnitId {
    /// Owner.
    pub side: Side,
    /// From 1.
    pub number: u8,
}

/// An HQ (`A-HQ`, number 0) or sub-headquarters (`A-S1`).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct HqId {
    /// Owner.
    pub side: Side,
    /// 0 for the HQ.
    pub number: u8,
}

/// Subject of an answer, refusal or sentence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[allow(missing_docs, reason = "the names say it")]
pub enum Subject {
    Hex(Hex),
    Unit(UnitId),
    Hq(HqId),
}

impl fmt::Display for UnitId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.side, self.number)
    }
}

impl fmt::Display for HqId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.number {
            0 => write!(f, "{}-HQ", self.side),
            number => write!(f, "{}-S{number}", self.side),
        }
    }
}

impl fmt::Display for Subject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Hex(hex) => write!(f, "hex {hex}"),
            Self::Unit(unit) => unit.fmt(f),
            Self::Hq(hq) => hq.fmt(f),
        }
    }
}

fn split_side(text: &str) -> Option<(Side, &str)> {
    let side = Side::BOTH.into_iter().find(|side| text.starts_with(&side.to_string()))?;
    Some((side, &text[1..]))
}

impl FromStr for UnitId {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let read = split_side(text).and_then(|(side, rest)| Some(Self { side, number: rest.parse().ok()? }));
        read.filter(|id| id.number > 0 && id.to_string() == text)
            .ok_or_else(|| format!("\"{text}\" is no unit: a unit is a letter and a number, as in A1"))
    }
}

impl FromStr for HqId {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let number = |rest: &str| match rest {
            "-HQ" => Some(0),
            rest => rest.strip_prefix("-S")?.parse().ok(),
        };
        let read = split_side(text).and_then(|(side, rest)| Some(Self { side, number: number(rest)? }));
        read.filter(|id| id.to_string() == text)
            .ok_or_else(|| format!("\"{text}\" is no headquarters: one is written A-HQ or A-S1"))
    }
}

tabletop::as_text!(UnitId, HqId);

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

impl From<HqId> for Subject {
    fn from(hq: HqId) -> Self {
        Self::Hq(hq)
    }
}
