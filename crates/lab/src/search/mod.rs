//! A search: which combinations of a few numbers meet a target, or may meet it.
//!
//! It is played in stages. The first plays every combination, each next one as many seeds as all before it together, but only
//! those combinations that may still meet the target: the field is halved where the games allow it, and never by force. Each
//! stage is an experiment of its own, with a [`Plan`], blocks and shards as any other has; so it may be killed and gone on with.
//! A search ends in a front ([`Front`]), never in a winner.
//!
//! All intervals hold together ([`judge`]): over combinations, measures and looks. So no combination that meets the target is left
//! out in 95 of 100 searches.

mod folder;
mod front;
mod judge;
mod play;
#[cfg(test)]
mod tests;

use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::xxh3_64;

pub use crate::experiment::Aim;
use crate::experiment::Games;
use crate::plan::Plan;
use crate::shard::Block;

pub use folder::{SEARCH, SearchError, gathered, read_search_file, write_search};
pub use front::{Candidate, Ended, Front, StageSaid, Wanted};
pub use judge::{Judged, Measured, Standing, judge};
pub use play::{SearchEvent, Searcher};

/// A search that can be played: combinations and target.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Search {
    /// Every combination as an arm, the rules of today first. `games` has the seeds of the first stage as those at least, and those
    /// of all stages as those at most.
    pub plan: Plan,
    /// The numbers.
    pub numbers: Vec<Number>,
    /// For each arm its values, in the order of the numbers.
    pub combinations: Vec<Vec<f64>>,
    /// The target; all of it is to be met.
    pub target: Vec<Aim>,
    /// The target was changed when games had been played already.
    #[serde(default)]
    pub changed_late: bool,
}

/// A number of the rules.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Number {
    /// Its key.
    pub key: String,
    /// Its value in the rules of today.
    pub today: f64,
    /// The values that are tried, rising.
    pub values: Vec<f64>,
}

impl Number {
    /// From one value to the next, on average.
    fn step(&self) -> f64 {
        let [Some(low), Some(high)] = [self.values.first(), self.values.last()] else { return 1.0 };
        ((high - low) / (self.values.len().max(2) - 1) as f64).max(f64::MIN_POSITIVE)
    }
}

/// A stage: some combinations on the next seeds.
#[derive(Clone, Debug, PartialEq)]
pub struct Stage {
    /// From 1.
    pub number: u32,
    /// The arms of the search that are played, in the order of the plan. The first is always 0: the yardstick.
    pub arms: Vec<usize>,
    /// The experiment.
    pub plan: Plan,
}

/// A stage whose games have been played.
#[derive(Clone, Debug, PartialEq)]
pub struct PlayedStage {
    /// The stage.
    pub stage: Stage,
    /// Its blocks from the first, in whole rounds of all tables and players.
    pub blocks: Vec<Block>,
}

impl Search {
    /// Number of stages at most.
    pub fn stages(&self) -> u32 {
        let Games { at_least, at_most, .. } = self.plan.games;
        (1..64).find(|stages| self.seeds_of(*stages) >= at_most.min(at_least << 32)).unwrap_or(64)
    }

    /// Seeds of so many stages together.
    fn seeds_of(&self, stages: u32) -> u64 {
        let Games { at_least, at_most, .. } = self.plan.games;
        if stages == 0 { 0 } else { at_least.saturating_mul(1 << (stages - 1).min(40)).min(at_most) }
    }

    /// The chance of an error that each interval allows itself, so that all of them together keep theirs.
    pub fn level(&self) -> f64 {
        let all = self.plan.arms.len() * self.target.len();
        crate::statistics::ALPHA / (all.max(1) as f64 * f64::from(self.stages()))
    }

    /// The stage after these, all of them complete; `None` if nothing is left to find out, or no seeds are left.
    pub fn next(&self, played: &[PlayedStage]) -> Option<Stage> {
        let number = played.len() as u32 + 1;
        let Some(last) = played.last() else {
            return Some(self.stage(number, (0..self.plan.arms.len()).collect()));
        };
        let judged = judge(self, played);
        let is_open = |arm: &usize| judged[*arm].standing == Standing::Open;
        if number > self.stages() || !last.stage.arms.iter().any(is_open) {
            return None;
        }
        let stays = |arm: &usize| *arm == 0 || judged[*arm].standing != Standing::Misses;
        Some(self.stage(number, last.stage.arms.iter().copied().filter(stays).collect()))
    }

    fn stage(&self, number: u32, arms: Vec<usize>) -> Stage {
        let [before, with] = [number - 1, number].map(|stages| self.seeds_of(stages));
        let games = Games {
            from_seed: self.plan.games.from_seed + before,
            at_least: with - before,
            at_most: with - before,
            ..self.plan.games
        };
        let said = format!("{:016x} {arms:?} {}", self.plan.identity, games.from_seed);
        let plan = Plan {
            identity: xxh3_64(said.as_bytes()),
            arms: arms.iter().map(|arm| self.plan.arms[*arm].clone()).collect(),
            games,
            stage: Some(number),
            ..self.plan.clone()
        };
        Stage { number, arms, plan }
    }

    /// Distance of a combination from the rules of today in steps: one is from a value to the next on average; those of all numbers are
    /// added.
    pub fn steps(&self, arm: usize) -> f64 {
        let off = |(number, value): (&Number, &f64)| (value - number.today).abs() / number.step();
        self.numbers.iter().zip(&self.combinations[arm]).map(off).sum()
    }
}

impl Stage {
    /// Its folder within that of the search. Another field has another folder, so that nothing is lost if the target is changed.
    pub fn folder(&self) -> String {
        format!("stage-{}-{:08x}", self.number, self.plan.identity >> 32)
    }
}
