//! What dice are rolled for: by whom, and which faces succeed.

use std::fmt;

use serde::{Serialize, Serializer};

use crate::rules::ids::{Side, UnitId};

/// What a die needs to show.
///
/// Rule: BAS-3 (N+, N−).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub enum Needs {
    /// This face or a higher one; N+.
    AtLeast(u8),
    /// This face or a lower one; N−.
    AtMost(u8),
    /// No face succeeds or fails: a roll-off, a deviation.
    Nothing,
}

impl Needs {
    /// Whether a face is a success; `None` where none is needed.
    pub const fn met_by(self, face: u8) -> Option<bool> {
        match self {
            Self::AtLeast(min) => Some(face >= min),
            Self::AtMost(max) => Some(face <= max),
            Self::Nothing => None,
        }
    }

    /// How many of the six faces succeed; `None` where none is needed.
    pub fn good_faces(self) -> Option<u8> {
        match self {
            Self::AtLeast(min) => Some(7_u8.saturating_sub(min).min(6)),
            Self::AtMost(max) => Some(max.min(6)),
            Self::Nothing => None,
        }
    }
}

/// As the rulebook writes it: `4+`, `3-`.
impl fmt::Display for Needs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::AtLeast(min) => write!(f, "{min}+"),
            Self::AtMost(max) => write!(f, "{max}-"),
            Self::Nothing => f.write_str("any face"),
        }
    }
}

/// Who rolls: a player for himself, or for a unit of his.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Roller {
    /// The player.
    Side(Side),
    /// The unit that fires, saves, tests.
    Unit(UnitId),
}

impl Roller {
    /// Whose dice they are.
    pub const fn side(self) -> Side {
        match self {
            Self::Side(side) => side,
            Self::Unit(unit) => unit.side,
        }
    }
}

impl From<Side> for Roller {
    fn from(side: Side) -> Self {
        Self::Side(side)
    }
}

impl From<UnitId> for Roller {
    fn from(unit: UnitId) -> Self {
        Self::Unit(unit)
    }
}

/// `A`, or `A3`.
impl fmt::Display for Roller {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Side(side) => side.fmt(f),
            Self::Unit(unit) => unit.fmt(f),
        }
    }
}

impl Serialize for Roller {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// What a batch of dice is rolled for. All of them are alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Roll {
    /// What for, as a noun: "leadership test to recover". The same words everywhere: luck is
    /// counted by them.
    pub purpose: &'static str,
    /// Who rolls.
    pub by: Roller,
    /// Which faces succeed.
    pub needs: Needs,
}

impl fmt::Display for Roll {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, rolled by {}", self.purpose, self.by)?;
        match self.needs {
            Needs::Nothing => Ok(()),
            needs => write!(f, ", {needs} needed"),
        }
    }
}

/// One die that was rolled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Draw {
    /// What for.
    pub purpose: &'static str,
    /// Who rolled.
    pub by: Roller,
    /// Which faces succeed.
    pub needs: Needs,
    /// 1 to 6.
    pub face: u8,
}

impl Draw {
    pub(super) const fn new(Roll { purpose, by, needs }: Roll, face: u8) -> Self {
        Self { purpose, by, needs, face }
    }

    /// What it was rolled for.
    pub const fn roll(self) -> Roll {
        Roll { purpose: self.purpose, by: self.by, needs: self.needs }
    }
}

/// Dice alike that were rolled one after another, face by face.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Rolled {
    /// What for.
    #[serde(flatten)]
    pub roll: Roll,
    /// In the order in which they were drawn.
    pub faces: Vec<u8>,
}

/// Puts dice that were drawn one after another for the same roll together.
pub fn rolls(draws: &[Draw]) -> Vec<Rolled> {
    let alike = draws.chunk_by(|one, next| one.roll() == next.roll());
    alike
        .map(|draws| Rolled { roll: draws[0].roll(), faces: draws.iter().map(|d| d.face).collect() })
        .collect()
}

/// Dice that could not be rolled because too few faces were fed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Wanted {
    /// What for.
    #[serde(flatten)]
    pub roll: Roll,
    /// Dice alike that are wanted.
    pub count: u32,
    /// How many of them were there.
    pub there: u32,
}

impl Wanted {
    /// How many faces are still to come.
    pub const fn missing(self) -> u32 {
        self.count - self.there
    }
}

impl fmt::Display for Wanted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { roll, count, there } = self;
        let die = if *count == 1 { "die" } else { "dice" };
        write!(f, "{roll}: {count} {die}, faces given: {there}")
    }
}
