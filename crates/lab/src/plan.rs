//! Games to be played: arms, tables, players, and the blocks that are made of them.
//!
//! Block `b` is the seed `first + b / strata` on table and players number `b % strata`, under every arm and every way. So the
//! first blocks of any number are spread evenly over tables and players.

use serde::{Deserialize, Serialize};

use crate::bench::{Column, GameOrder, Measure, Way, hex};
use crate::experiment::{Bet, Expected, Games};
use crate::instruments::Instruments;

/// The form of plans and shards. A later form is not read.
pub const FORMAT: u32 = 2;

/// Blocks of a shard, about: few, so that little is lost with a program that is killed.
const SHARD_BLOCKS: u64 = 8;

/// Of so many blocks one has a game that is played twice, in a world of its own, and must end the same.
const AUDITED: u64 = 16;

/// The games to be played, and the questions to be answered.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Plan {
    /// [`FORMAT`].
    pub format: u32,
    /// Identifies the games: of rules, tables, players, their files, seeds. Not what is watched, bet or waited for.
    #[serde(with = "hex")]
    pub identity: u64,
    /// Name of the experiment.
    pub name: String,
    /// Its author's question.
    pub question: String,
    /// The rules compared; the first is the yardstick.
    pub arms: Vec<Arm>,
    /// The tables by name.
    pub tables: Vec<String>,
    /// The styles of A and B by name.
    pub players: Vec<[String; 2]>,
    /// For each stratum the ways of a block.
    pub ways: Vec<Vec<Way>>,
    /// The forces of each table, if the game says what they are. Only where there is one ruleset.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub forces: Vec<Forces>,
    /// Number of games.
    pub games: Games,
    /// Counts of every game.
    pub columns: Vec<Column>,
    /// Measures that can be watched.
    pub measures: Vec<Measure>,
    /// Numbers of the measures that are judged.
    pub watch: Vec<usize>,
    /// The author's bets.
    pub bets: Vec<Bet>,
    /// Instruments shown beside them.
    pub instruments: Instruments,
    /// The experiment's file as it was named, for commands.
    pub file: String,
    /// The number of the stage, where it is one of a search: then `file` is that of the search.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stage: Option<u32>,
    /// Parts left out of the comparison, and why: rules under which a table cannot be played.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub left_out: Vec<String>,
    /// Measures or bets were changed when games had been played already: they were no longer said beforehand.
    #[serde(default)]
    pub changed_late: bool,
}

/// The two forces of a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Forces {
    /// Their names: of A's, of B's.
    pub names: [String; 2],
    /// Readiness to change sides.
    pub swap: Swap,
}

/// Readiness of two forces to change sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Swap {
    /// Each can have the other's side.
    Possible,
    /// They are the same but for their names: to swap them changes nothing.
    Alike,
    /// They stand on the table already.
    Placed,
}

/// Rules that are played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Arm {
    /// Their name.
    pub name: String,
    /// In what they differ from the yardstick, a line a point: empty for the yardstick itself.
    pub differs: Vec<String>,
}

impl Plan {
    /// Number of pairs of a table and players.
    pub fn strata(&self) -> u64 {
        (self.tables.len() * self.players.len()) as u64
    }

    /// Table and players of a block.
    pub fn stratum(&self, block: u64) -> (usize, usize) {
        let stratum = (block % self.strata()) as usize;
        (stratum / self.players.len(), stratum % self.players.len())
    }

    /// The seed of a block.
    pub fn seed(&self, block: u64) -> u64 {
        self.games.from_seed + block / self.strata()
    }

    /// The ways of a block.
    pub fn ways(&self, block: u64) -> &[Way] {
        &self.ways[(block % self.strata()) as usize]
    }

    /// The games of a block: arm by arm, and way by way.
    pub fn block(&self, block: u64) -> Vec<GameOrder> {
        let ((table, players), seed) = (self.stratum(block), self.seed(block));
        let of =
            |arm| self.ways(block).iter().map(move |way| GameOrder { arm, table, players, way: *way, seed });
        (0..self.arms.len()).flat_map(of).collect()
    }

    /// Styles of A and B in a game.
    pub fn styles(&self, order: &GameOrder) -> [&str; 2] {
        let [a, b] = &self.players[order.players];
        if order.way == Way::PlayersSwapped { [b, a] } else { [a, b] }
    }

    /// A game of a block under the yardstick, and the same under another arm; `None` if there is no such game.
    pub fn pair(&self, block: u64, index: usize, arm: usize) -> Option<[GameOrder; 2]> {
        let (orders, ways) = (self.block(block), self.ways(block).len());
        (index < ways && arm < self.arms.len()).then(|| [orders[index], orders[index + arm * ways]])
    }

    /// Blocks that are played at least, and at most.
    pub fn blocks(&self) -> [u64; 2] {
        [self.games.at_least, self.games.at_most].map(|seeds| seeds * self.strata())
    }

    /// Number of blocks of a shard: whole rounds of all tables and players.
    pub fn shard_blocks(&self) -> u64 {
        SHARD_BLOCKS.div_ceil(self.strata()) * self.strata()
    }

    /// A range of blocks cut where shards begin.
    pub fn shards(&self, from: u64, to: u64) -> impl Iterator<Item = (u64, u64)> {
        let size = self.shard_blocks();
        (from / size..to.div_ceil(size)).filter_map(move |index| {
            let (first, last) = ((index * size).max(from), ((index + 1) * size).min(to));
            (first < last).then_some((first, last))
        })
    }

    /// A game of this block is played twice.
    pub fn is_audited(&self, block: u64) -> bool {
        block.is_multiple_of(AUDITED)
    }

    /// A measure's name.
    pub fn measure(&self, number: usize) -> &Measure {
        &self.measures[number]
    }

    /// Takes over what was said before the first game, if this says something else now that there are games.
    pub fn after(mut self, before: &Self, any_games: bool) -> Self {
        let said = |plan: &Self| (plan.watch.clone(), plan.bets.clone());
        self.changed_late = any_games && (before.changed_late || said(&self) != said(before));
        self
    }
}

impl Expected {
    /// In words.
    pub fn words(&self) -> &'static str {
        match self {
            Self::Fewer => "fewer",
            Self::More => "more",
            Self::Same { .. } => "the same",
        }
    }
}
