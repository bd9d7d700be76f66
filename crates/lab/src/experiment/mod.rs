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

/// What an experiment names: to be looked up by the game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Names {
    /// What is compared; `None` where the file does not say it rightly.
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
    /// What it is called, and its folder of results.
    pub name: String,
    /// What its author wants to know.
    pub question: String,
    /// What it names.
    pub names: Names,
    /// Whether each seed is also played with the sides swapped.
    pub both_ways: bool,
    /// How many games.
    pub games: Games,
    /// The measures to be judged, by their number in the game's list.
    pub watch: Vec<usize>,
    /// What its author expects.
    pub bets: Vec<Bet>,
}

/// What is compared.
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

/// How many games are played.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Games {
    /// Seed of the first; the next have the next.
    pub from_seed: u64,
    /// So many seeds for each table and players.
    pub at_least: u64,
    /// No more seeds than that.
    pub at_most: u64,
    /// What is to be known by then.
    pub until: Option<Until>,
    /// No new games after so many minutes. What the clock ends is marked so.
    pub minutes: Option<u32>,
}

/// What is to be known.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum Until {
    /// A measure's difference to the yardstick to within so much on both sides, for each ruleset.
    Within {
        /// The measure's number.
        measure: usize,
        /// Half the interval.
        half: f64,
    },
    /// Whether the first player wins half or more, head to head: the sequential test of two shares has decided.
    Better {
        /// By how much more than a half.
        by: f64,
    },
    /// What each side of a table wins where a player meets himself, and each force, to within so much on both sides.
    Even {
        /// Half the interval.
        half: f64,
    },
}

/// What the author expects of a measure, written before the first game.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Bet {
    /// The measure's number.
    pub measure: usize,
    /// What it does.
    pub says: Expected,
}

/// What a measure does against the yardstick.
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
