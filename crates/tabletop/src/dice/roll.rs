//! Rolls of dice: purpose, roller and the faces that succeed.

use std::fmt;

use serde::{Deserialize, Serialize, Serializer};

use super::Die;
use crate::game::Game;
use crate::ids::Side;
use crate::interned::Name;

/// Condition for a face to succeed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
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

    /// Number of a die's faces that succeed; `None` where no face is needed.
    pub fn good_faces(self, die: Die) -> Option<u8> {
        match self {
            Self::AtLeast(min) => Some(die.sides() - min.saturating_sub(1).min(die.sides())),
            Self::AtMost(max) => Some(max.min(die.sides())),
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

/// Roller of dice: a player, for himself or for something of his.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Roller<G: Game> {
    /// The player.
    pub side: Side,
    /// Firing, saving or testing subject; `None` where the player rolls for himself.
    pub subject: Option<G::Subject>,
}

impl<G: Game> Roller<G> {
    /// A player who rolls for something of his.
    pub fn of(side: Side, subject: impl Into<G::Subject>) -> Self {
        Self { side, subject: Some(subject.into()) }
    }
}

impl<G: Game> From<Side> for Roller<G> {
    fn from(side: Side) -> Self {
        Self { side, subject: None }
    }
}

/// `A`, or `A3`.
impl<G: Game> fmt::Display for Roller<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.subject {
            None => self.side.fmt(f),
            Some(subject) => subject.fmt(f),
        }
    }
}

impl<G: Game> Serialize for Roller<G> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// Description of a batch of dice. All of them are alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(bound = "")]
pub struct Roll<G: Game> {
    /// Purpose, as a noun: "leadership test to recover". The same words everywhere: luck is counted by them.
    pub purpose: &'static str,
    /// Roller.
    pub by: Roller<G>,
    /// Condition for success.
    pub needs: Needs,
    /// The kind of dice.
    #[serde(skip_serializing_if = "Die::is_six")]
    pub die: Die,
}

impl<G: Game> Roll<G> {
    /// A roll of six-sided dice.
    pub fn six(purpose: &'static str, by: impl Into<Roller<G>>, needs: Needs) -> Self {
        Self { purpose, by: by.into(), needs, die: Die::SIX }
    }

    /// Number of a die's faces that succeed; `None` where no face is needed.
    pub fn good_faces(self) -> Option<u8> {
        self.needs.good_faces(self.die)
    }
}

impl<G: Game> fmt::Display for Roll<G> {
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
#[serde(bound = "")]
pub struct Draw<G: Game> {
    /// Roll that the die belongs to.
    #[serde(flatten)]
    pub roll: Roll<G>,
    /// From 1.
    pub face: u8,
}

/// Dice alike that were rolled one after another, face by face.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(bound = "")]
pub struct Rolled<G: Game> {
    /// Roll that the dice belong to.
    #[serde(flatten)]
    pub roll: Roll<G>,
    /// In the order in which they were drawn.
    pub faces: Vec<u8>,
}

/// A [`Rolled`] as it is saved.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(bound = "")]
pub struct SavedRoll<G: Game> {
    /// Purpose of the roll.
    #[serde(deserialize_with = "crate::interned::deserialize")]
    purpose: Name,
    /// Player who rolls.
    player: Side,
    /// Subject that the player rolls for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    of: Option<G::Subject>,
    /// Condition for success.
    needs: Needs,
    /// The kind of dice.
    #[serde(default = "Die::six", skip_serializing_if = "Die::is_six")]
    die: Die,
    /// In the order in which they were drawn.
    faces: Vec<u8>,
}

impl<G: Game> From<Rolled<G>> for SavedRoll<G> {
    fn from(rolled: Rolled<G>) -> Self {
        let Rolled { roll: Roll { purpose, by: Roller { side: player, subject: of }, needs, die }, faces } =
            rolled;
        Self { purpose, player, of, needs, die, faces }
    }
}

impl<G: Game> SavedRoll<G> {
    /// Each die by itself.
    pub fn draws(&self) -> impl Iterator<Item = Draw<G>> + '_ {
        let Self { purpose, player: side, of: subject, needs, die, ref faces } = *self;
        let roll = Roll { purpose, by: Roller { side, subject }, needs, die };
        faces.iter().map(move |face| Draw { roll, face: *face })
    }
}

/// Puts dice that were drawn one after another for the same roll together.
pub fn rolls<G: Game>(draws: &[Draw<G>]) -> Vec<Rolled<G>> {
    let alike = draws.chunk_by(|one, next| one.roll == next.roll);
    alike.map(|draws| Rolled { roll: draws[0].roll, faces: draws.iter().map(|d| d.face).collect() }).collect()
}

/// Dice that could not be rolled because too few faces were fed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(bound = "")]
pub struct Wanted<G: Game> {
    /// Roll that the dice belong to.
    #[serde(flatten)]
    pub roll: Roll<G>,
    /// Dice alike that are wanted.
    pub count: u32,
    /// Number of faces that were fed.
    pub there: u32,
}

impl<G: Game> Wanted<G> {
    /// Number of faces still missing.
    pub const fn missing(self) -> u32 {
        self.count - self.there
    }
}

impl<G: Game> fmt::Display for Wanted<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { roll, count, there } = self;
        let die = if *count == 1 { "die" } else { "dice" };
        write!(f, "{roll}: {count} {die}, faces given: {there}")
    }
}
