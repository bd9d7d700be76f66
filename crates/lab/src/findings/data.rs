//! Findings, as plain data.

use serde::Serialize;

use super::{Adjusted, Explained, Gauged, Picture, Running, SideShare};
use crate::bench::End;
use crate::experiment::Expected;
use crate::instruments::Ground;
use crate::plan::{Arm, Forces};
use crate::statistics::{Interval, pentanomial};

/// Everything that is found.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Findings {
    /// The experiment's name.
    pub name: String,
    /// Its question.
    pub question: String,
    /// Identifies what was played.
    #[serde(serialize_with = "crate::bench::hex::serialize")]
    pub identity: u64,
    /// The rules; the first is the yardstick.
    pub arms: Vec<Arm>,
    /// The tables.
    pub tables: Vec<String>,
    /// The players.
    pub players: Vec<[String; 2]>,
    /// Amount that was played.
    pub played: Amount,
    /// Differences to the yardstick: arm by arm, and in each by measure as it is watched.
    pub differences: Vec<Difference>,
    /// Players against each other; only where there is one ruleset.
    pub head_to_head: Vec<HeadToHead>,
    /// Shares of the sides of tables where a player meets himself; only where there is one ruleset.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub sides: Vec<SideShare>,
    /// The forces of each table, if the game says what they are.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub forces: Vec<Forces>,
    /// Evenness of the tables under the yardstick.
    pub evenness: Vec<Evenness>,
    /// For each arm but the yardstick, how many games the change touches at all.
    pub touched: Vec<Touched>,
    /// The margin with luck taken out.
    pub adjusted: Vec<Adjusted>,
    /// Explanation of the margin of games; `None` of too few games.
    pub explained: Option<Explained>,
    /// Numbers of each ruleset.
    pub gauges: Vec<Gauged>,
    /// The margin block by block.
    pub running: Vec<Running>,
    /// Charts of the games.
    pub pictures: Vec<Picture>,
    /// The tables from above.
    pub grounds: Vec<Ground>,
    /// The experiment's file.
    pub file: String,
    /// The number of the stage, where it is one of a search.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stage: Option<u32>,
    /// Parts left out of the comparison, and why.
    pub left_out: Vec<String>,
    /// The judged measures were named only after games had been played.
    pub changed_late: bool,
}

/// Amount that was played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Amount {
    /// Blocks that are judged.
    pub blocks: u64,
    /// Their games.
    pub games: u64,
    /// Games played twice, all with the same end.
    pub audited: u64,
    /// Rule of stopping.
    pub stopped: Stopped,
    /// Games that did not end.
    pub stalled: u64,
    /// Games that could not be played on.
    pub refused: u64,
    /// The first few of both, with why.
    pub without_end: Vec<WithoutEnd>,
    /// Blocks in which one of the games has no end: they have no difference.
    pub incomparable: u64,
}

/// Rule of stopping that ended the games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Stopped {
    /// The number of blocks was fixed beforehand.
    Fixed,
    /// The clock ended it, whatever had been found.
    Clock,
    /// The goal is known.
    Known,
    /// It is not, but no more was to be played.
    Limit,
}

/// A game without an end.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct WithoutEnd {
    /// Its block.
    pub block: u64,
    /// Its seed.
    pub seed: u64,
    /// Its rules.
    pub arm: usize,
    /// Its table.
    pub table: usize,
    /// Its ending.
    pub end: End,
}

/// Move of a measure under an arm, against the yardstick.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Difference {
    /// The arm.
    pub arm: usize,
    /// The measure in words.
    pub words: String,
    /// Its name.
    pub measure: String,
    /// It is a share, which people read in percent.
    pub is_share: bool,
    /// Its mean under the yardstick, a game.
    pub yardstick: f64,
    /// Its mean under the arm.
    pub here: f64,
    /// The mean difference of the blocks.
    pub difference: f64,
    /// Its 95 % interval; `None` where too few blocks differ.
    pub interval: Option<Interval>,
    /// Method of the interval.
    pub by: Method,
    /// Distance of two equal arms in 95 of 100 experiments of this size, each with dice of its own; `None` of fewer than two blocks.
    /// With the same dice it is 0.
    pub noise: Option<f64>,
    /// The bootstrap of blocks beside it.
    pub bootstrap: Option<Interval>,
    /// The chance of such a difference without an effect.
    pub chance: f64,
    /// The same, all watched measures of all arms judged together (Holm).
    pub together: f64,
    /// Blocks that were compared.
    pub blocks: u64,
    /// Those whose difference is not the commonest one.
    pub differing: u64,
    /// Conclusion.
    pub verdict: Verdict,
    /// The author's bet, and its outcome.
    pub bet: Option<(Expected, Judged)>,
    /// Blocks in all that would settle it, if it goes on as it does; `None` where it is settled, or never would be.
    pub would_settle: Option<u64>,
    /// The correlation of the games of a block; near 0, the same dice save nothing.
    pub correlation: Option<f64>,
    /// The difference for each pair of players, on all tables: not judged, only shown.
    pub by_players: Vec<Part>,
    /// Verdict on the pairs of players: true where they differ in it by more than chance; `None` of one pair, or of few blocks.
    pub players_apart: Option<bool>,
    /// The same for each table.
    pub by_table: Vec<Part>,
    /// The verdict on the tables.
    pub tables_apart: Option<bool>,
}

/// The difference in a part of the blocks.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Part {
    /// The mean.
    pub difference: f64,
    /// Its 95 % interval, as if this were all that is looked at.
    pub interval: Option<Interval>,
    /// Blocks.
    pub blocks: u64,
}

/// Method of an interval.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Method {
    /// Student's, for a number of blocks that was fixed beforehand.
    Fixed,
    /// A confidence sequence, which may be watched.
    Sequence,
    /// The exact bound of a share: few blocks differ at all, and none by more than 1.
    Rare,
}

/// Conclusion about a difference.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub enum Verdict {
    /// It is there, judged together with all others.
    Clear,
    /// Alone it would be clear, but not among so many.
    Leans,
    /// There is no effect larger than this.
    NoMoreThan(f64),
    /// Every block gives the same.
    Same,
    /// Too few blocks differ, or were played, to say anything.
    TooFew,
}

/// Outcome of a bet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Judged {
    /// It was.
    Right,
    /// It was not.
    Wrong,
    /// The games cannot say.
    Open,
    /// It was written when games had been played already.
    TooLate,
}

/// One player against another, sides swapped.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct HeadToHead {
    /// The pair of players.
    pub players: usize,
    /// Pairs of games by what the first won in both together: 0, ½, 1, 1½, 2.
    pub counts: pentanomial::Counts,
    /// His share of the wins.
    pub share: f64,
    /// Its standard error.
    pub error: f64,
    /// The shares that the test tells apart.
    pub shares: [f64; 2],
    /// The logarithm of the likelihood ratio.
    pub ratio: f64,
    /// Bounds at which it decides.
    pub bounds: [f64; 2],
    /// Its decision.
    pub decision: pentanomial::Decision,
}

/// Evenness of a table.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Evenness {
    /// The table.
    pub table: usize,
    /// Share of the wins of side A under the yardstick.
    pub share: f64,
    /// Games.
    pub games: u64,
}

/// Blocks that a change touches at all.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Touched {
    /// The arm.
    pub arm: usize,
    /// Blocks all of whose games went as under the yardstick, to the last die.
    pub untouched: u64,
    /// Games under the arm.
    pub games: u64,
    /// Those that went otherwise than under the yardstick.
    pub games_touched: u64,
    /// Games with another winner.
    pub winners_changed: u64,
    /// The game to look at: one whose winner changed, else the one whose first watched measure changed most.
    pub look_at: Option<LookAt>,
}

/// A game to look at.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct LookAt {
    /// Its block.
    pub block: u64,
    /// Its seed.
    pub seed: u64,
    /// Its number in the block under the yardstick.
    pub index: usize,
    /// Its winner changed.
    pub winner_changed: bool,
}
