//! What the games say: plain data that every report writes down, and nothing that a report has to work out.

mod differences;
mod head_to_head;
mod stop;
mod touched;

use serde::Serialize;

use crate::bench::{End, GameOrder};
use crate::experiment::{Bet, Expected};
use crate::plan::{Arm, Plan};
use crate::shard::Block;
use crate::statistics::{Interval, pentanomial};

pub use stop::{Watch, enough, is_settled, judged};

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
    /// How much was played.
    pub played: Amount,
    /// Differences to the yardstick: arm by arm, and in each by measure as it is watched.
    pub differences: Vec<Difference>,
    /// Players against each other; only where there is one ruleset.
    pub head_to_head: Vec<HeadToHead>,
    /// How even the tables are under the yardstick.
    pub evenness: Vec<Evenness>,
    /// For each arm but the yardstick, how many games the change touches at all.
    pub touched: Vec<Touched>,
    /// Whether what is judged was said only after games had been played.
    pub changed_late: bool,
}

/// How much was played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Amount {
    /// Blocks that are judged.
    pub blocks: u64,
    /// Their games.
    pub games: u64,
    /// Games played twice, all with the same end.
    pub audited: u64,
    /// How it was decided when to stop.
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

/// How it was decided when to stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Stopped {
    /// The number of blocks was fixed beforehand.
    Fixed,
    /// The clock ended it, whatever had been found.
    Clock,
    /// What was waited for is known.
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
    /// How it ended.
    pub end: End,
}

/// What a measure does under an arm, against the yardstick.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Difference {
    /// The arm.
    pub arm: usize,
    /// The measure in words.
    pub words: String,
    /// Its name.
    pub measure: String,
    /// Whether it is a share, which people read in percent.
    pub is_share: bool,
    /// Its mean under the yardstick, a game.
    pub yardstick: f64,
    /// Its mean under the arm.
    pub here: f64,
    /// The mean difference of the blocks.
    pub difference: f64,
    /// Its 95 % interval; `None` where too few blocks differ.
    pub interval: Option<Interval>,
    /// How the interval was made.
    pub by: Method,
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
    /// What can be said.
    pub verdict: Verdict,
    /// What the author expected, and whether he was right.
    pub bet: Option<(Expected, Judged)>,
    /// Blocks in all that would settle it, if it goes on as it does; `None` where it is settled, or never would be.
    pub would_settle: Option<u64>,
    /// The correlation of the games of a block; near 0, the same dice save nothing.
    pub correlation: Option<f64>,
    /// The difference for each pair of players, on all tables: not judged, only shown.
    pub by_players: Vec<Part>,
    /// The same for each table.
    pub by_table: Vec<Part>,
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

/// How an interval was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Method {
    /// Student's, for a number of blocks that was fixed beforehand.
    Fixed,
    /// A confidence sequence, which may be watched.
    Sequence,
    /// The exact bound of a share: few blocks differ at all, and none by more than 1.
    Rare,
}

/// What can be said of a difference.
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

/// Whether a bet was right.
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
    /// Where it decides.
    pub bounds: [f64; 2],
    /// What it says.
    pub decision: pentanomial::Decision,
}

/// How even a table is.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Evenness {
    /// The table.
    pub table: usize,
    /// Share of the wins of side A under the yardstick.
    pub share: f64,
    /// Games.
    pub games: u64,
}

/// How many blocks a change touches at all.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Touched {
    /// The arm.
    pub arm: usize,
    /// Blocks all of whose games went as under the yardstick, to the last die.
    pub untouched: u64,
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
    /// Whether its winner changed.
    pub winner_changed: bool,
}

impl Findings {
    /// What the blocks of a plan say: of as many of the first as its rule of stopping takes.
    pub fn of(plan: &Plan, blocks: &[Block]) -> Self {
        let (count, stopped) = stop::judged(plan, blocks);
        let blocks = &blocks[..count];
        let head_to_head = if plan.arms.len() == 1 { head_to_head::all(plan, blocks) } else { Vec::new() };
        Self {
            name: plan.name.clone(),
            question: plan.question.clone(),
            identity: plan.identity,
            arms: plan.arms.clone(),
            tables: plan.tables.clone(),
            players: plan.players.clone(),
            played: amount(plan, blocks, stopped),
            differences: differences::all(plan, blocks),
            head_to_head,
            evenness: touched::evenness(plan, blocks),
            touched: touched::all(plan, blocks),
            changed_late: plan.changed_late,
        }
    }

    /// As JSON, for programs.
    ///
    /// # Errors
    /// The encoder's, which for this type means memory ran out.
    pub fn json(&self) -> serde_json::Result<String> {
        serde_json::to_string_pretty(self).map(|text| text + "\n")
    }
}

fn amount(plan: &Plan, blocks: &[Block], stopped: Stopped) -> Amount {
    const SHOWN: usize = 5;
    let mut amount = Amount {
        blocks: blocks.len() as u64,
        games: 0,
        audited: 0,
        stopped,
        stalled: 0,
        refused: 0,
        without_end: Vec::new(),
        incomparable: 0,
    };
    for block in blocks {
        amount.games += block.games.len() as u64;
        amount.audited += u64::from(block.again.is_some());
        amount.incomparable += u64::from(block.games.iter().any(|game| !game.has_ended()));
        for (order, game) in plan.block(block.number).iter().zip(&block.games) {
            match game.end {
                End::Won(_) | End::Drawn => continue,
                End::Stalled => amount.stalled += 1,
                End::Refused(_) => amount.refused += 1,
            }
            let GameOrder { seed, arm, table, .. } = *order;
            let without_end = WithoutEnd { block: block.number, seed, arm, table, end: game.end.clone() };
            amount.without_end.extend((amount.without_end.len() < SHOWN).then_some(without_end));
        }
    }
    amount
}

/// What the author bet on a measure.
fn bet_on(plan: &Plan, measure: usize) -> Option<&Bet> {
    plan.bets.iter().find(|bet| bet.measure == measure)
}
