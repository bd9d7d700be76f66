//! An experiment as its author writes it.

mod read;
mod search;

pub use read::{names_of, read_experiment};
pub use search::{Aim, MAX_COMBINATIONS, SearchFile, read_search};

use serde::{Deserialize, Serialize};

/// A text of a file, and the byte it stands at, for faults.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Placed {
    /// The text.
    pub text: String,
    /// Its first byte.
    pub at: usize,
}

/// Names in an experiment: to be looked up by the game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Names {
    /// The rules compared; `None` where the file does not say them rightly.
    pub rules: Option<Rules>,
    /// Levels, and moments of saves.
    pub tables: Vec<Table>,
    /// Styles of A and B, by name or path.
    pub players: Vec<[Placed; 2]>,
}

impl Names {
    /// The tables and the rulesets: what says of which game an experiment is.
    pub fn tables_and_rules(&self) -> (Vec<&Placed>, Vec<&Placed>) {
        let tables = self.tables.iter().map(|table| match table {
            Table::Level(named) | Table::Moment { save: named, .. } => named,
        });
        let rules = match &self.rules {
            None => Vec::new(),
            Some(Rules::Named(names)) => names.iter().collect(),
            Some(Rules::Varied { on, .. } | Rules::Grid { on, .. } | Rules::EachSwitch(on)) => vec![on],
        };
        (tables.collect(), rules)
    }
}

/// A table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Table {
    /// A level, by name or path.
    Level(Placed),
    /// A moment of a save, by its path: after this entry.
    Moment {
        /// The save.
        save: Placed,
        /// The entry; 0 is the opening.
        entry: u32,
    },
}

/// An experiment.
#[derive(Clone, Debug, PartialEq)]
pub struct Experiment {
    /// Its name, and that of its folder of results.
    pub name: String,
    /// Its author's question.
    pub question: String,
    /// Names in it.
    pub names: Names,
    /// Each seed is also played with the sides swapped.
    pub both_ways: bool,
    /// Its games.
    pub games: Games,
    /// The measures to be judged, by their number in the game's list.
    pub watch: Vec<usize>,
    /// Its author's bets.
    pub bets: Vec<Bet>,
}

/// The rules compared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Rules {
    /// Rulesets by name or path; the first is the yardstick.
    Named(Vec<Placed>),
    /// A ruleset with a key at several values; the first is the yardstick.
    Varied {
        /// The key.
        key: Placed,
        /// The ruleset.
        on: Placed,
        /// The values as they are written.
        values: Vec<Placed>,
    },
    /// A ruleset, and the same with each of its switches turned alone.
    EachSwitch(Placed),
    /// A ruleset, and the same with every combination of values of some numbers.
    Grid {
        /// The ruleset: the yardstick, whether its own values are among the others or not.
        on: Placed,
        /// The numbers.
        numbers: Vec<Tried>,
    },
}

/// A number of a ruleset with the values that are tried.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tried {
    /// The key.
    pub key: Placed,
    /// The values as they are written; those of a range stand at its beginning.
    pub values: Vec<Placed>,
}

/// Number of games.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Games {
    /// Seed of the first; the next have the next.
    pub from_seed: u64,
    /// So many seeds for each table and players.
    pub at_least: u64,
    /// No more seeds than that.
    pub at_most: u64,
    /// Goal that ends them sooner.
    pub until: Option<Until>,
    /// No new games after so many minutes. What the clock ends is marked so.
    pub minutes: Option<u32>,
}

/// Goal of an experiment that waits.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum Until {
    /// A measure's difference to the yardstick to within so much on both sides, for each ruleset.
    Within {
        /// The measure's number.
        measure: usize,
        /// Half the interval.
        half: f64,
    },
    /// The sequential test of two shares has decided whether the first player wins half or more, head to head.
    Better {
        /// By how much more than a half.
        by: f64,
    },
    /// The share of each side of a table where a player meets himself, and of each force, to within so much on both sides.
    Even {
        /// Half the interval.
        half: f64,
    },
}

/// The author's bet on a measure, written before the first game.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Bet {
    /// The measure's number.
    pub measure: usize,
    /// Its expected move.
    pub says: Expected,
}

/// Move of a measure against the yardstick.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum Expected {
    /// It falls.
    Fewer,
    /// It rises.
    More,
    /// It stays the same, but for so much.
    Same {
        /// On both sides.
        within: f64,
    },
}
