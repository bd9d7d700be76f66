//! Interface that a game plugs in.

use std::fmt;

use serde::{Deserialize, Serialize};
use tabletop::ids::Side;

/// A game that can be played again and again. Shared by all threads; each has a worker of its own.
pub trait Bench: Sync {
    /// One thread's worlds, used again for every game.
    type Worker;

    /// A worker that has played nothing yet.
    fn worker(&self) -> Self::Worker;

    /// Plays a game. The same order gives the same game, whoever plays it and whatever he has played before.
    fn play(&self, worker: &mut Self::Worker, game: &GameOrder) -> Played;
}

/// A game to be played. The numbers count what the plan lists.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameOrder {
    /// By which rules.
    pub arm: usize,
    /// On which table.
    pub table: usize,
    /// By which two players.
    pub players: usize,
    /// Its swap.
    pub way: Way,
    /// Seed of the dice.
    pub seed: u64,
}

/// Swap in the second game of a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Way {
    /// Nothing: the game as the experiment says it.
    AsWritten,
    /// The players of the sides.
    PlayersSwapped,
    /// The first turn.
    FirstTurnSwapped,
    /// The forces of the sides.
    ForcesSwapped,
}

impl Way {
    /// In words.
    pub fn words(self) -> &'static str {
        match self {
            Self::AsWritten => "as written",
            Self::PlayersSwapped => "players swapped",
            Self::FirstTurnSwapped => "first turn swapped",
            Self::ForcesSwapped => "forces swapped",
        }
    }
}

/// End of a game. Only the first two are results of the game; the others are results of their own, and never draws.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum End {
    /// A side won.
    Won(Side),
    /// Nobody won.
    Drawn,
    /// It did not end within the limit of commands.
    Stalled,
    /// It could not be played on: a player found no legal answer, a command was refused, or the program has a fault. Why.
    Refused(String),
}

impl fmt::Display for End {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Won(side) => write!(f, "won by {side}"),
            Self::Drawn => f.write_str("drawn"),
            Self::Stalled => f.write_str("stalled"),
            Self::Refused(why) => write!(f, "refused: {why}"),
        }
    }
}

/// Outcome of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Played {
    /// Its end.
    pub end: End,
    /// Number of its commands.
    pub commands: u32,
    /// Hash of its last state.
    #[serde(with = "hex")]
    pub state: u64,
    /// A number for each of the plan's columns.
    pub values: Vec<i64>,
    /// For each of the plan's kinds of rows its rows, one after the other, a number for each of their columns.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rows: Vec<Vec<i64>>,
}

impl Played {
    /// The game came to its end.
    pub fn has_ended(&self) -> bool {
        matches!(self.end, End::Won(_) | End::Drawn)
    }

    /// Share of the win that a side has: 1, ½ or 0; `None` for a game that did not come to its end.
    pub fn share(&self, side: Side) -> Option<f64> {
        match self.end {
            End::Won(winner) => Some(f64::from(u8::from(winner == side))),
            End::Drawn => Some(0.5),
            End::Stalled | End::Refused(_) => None,
        }
    }
}

/// A number that is counted in every game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Column {
    /// Its name at the head of `games.csv`.
    pub name: String,
    /// Its subject, in words.
    pub words: String,
}

/// Something that an experiment can watch: a sum of columns, or a share of wins.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Measure {
    /// As experiment files write it.
    pub name: String,
    /// As reports write it.
    pub words: String,
    /// Its formula.
    pub from: Formula,
}

/// Columns, each times a factor.
pub type Terms = Vec<(usize, i64)>;

/// The sum of some columns of a game; `None` in a game that did not come to its end.
pub fn sum(terms: &[(usize, i64)], game: &Played) -> Option<f64> {
    let of = |(column, factor): &(usize, i64)| game.values.get(*column).map(|value| value * factor);
    terms.iter().map(of).sum::<Option<i64>>().filter(|_| game.has_ended()).map(|sum| sum as f64)
}

/// Formula of a measure.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Formula {
    /// The share of wins of a side.
    Wins(Side),
    /// The share of wins of the side that a column names: 0 is A, 1 is B.
    WinsOf(usize),
    /// The sum of columns, each times a factor.
    Sum(Terms),
}

impl Measure {
    /// The side whose wins it counts in a game; `None` where it counts no wins, or the game does not say whose.
    pub fn side(&self, game: &Played) -> Option<Side> {
        match &self.from {
            Formula::Wins(side) => Some(*side),
            Formula::WinsOf(column) => {
                Side::BOTH.get(usize::try_from(*game.values.get(*column)?).ok()?).copied()
            }
            Formula::Sum(_) => None,
        }
    }

    /// Its value in a game; `None` in a game that did not come to its end.
    pub fn of(&self, game: &Played) -> Option<f64> {
        match &self.from {
            Formula::Wins(_) | Formula::WinsOf(_) => game.share(self.side(game)?),
            Formula::Sum(terms) => sum(terms, game),
        }
    }

    /// The largest difference that two games can have in it, where there is one.
    pub fn limit(&self) -> Option<f64> {
        self.is_share().then_some(1.0)
    }

    /// Its lowest and highest possible values.
    pub fn bounds(&self) -> [f64; 2] {
        match &self.from {
            Formula::Wins(_) | Formula::WinsOf(_) => [0.0, 1.0],
            Formula::Sum(terms) if terms.iter().all(|term| term.1 >= 0) => [0.0, f64::INFINITY],
            Formula::Sum(_) => [f64::NEG_INFINITY, f64::INFINITY],
        }
    }

    /// True of a share, which people read in percent.
    pub fn is_share(&self) -> bool {
        matches!(self.from, Formula::Wins(_) | Formula::WinsOf(_))
    }
}

/// A 64-bit number in files: sixteen hexadecimal digits, because JSON numbers do not hold it.
pub(crate) mod hex {
    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    pub(crate) fn serialize<S: Serializer>(number: &u64, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(&format_args!("{number:016x}"))
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<u64, D::Error> {
        let text = String::deserialize(from)?;
        let digits = text.len() == 16 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
        let number = digits.then(|| u64::from_str_radix(&text, 16).ok()).flatten();
        number.ok_or_else(|| D::Error::custom("not sixteen hexadecimal digits"))
    }
}
