//! The result of a search as plain data: the front, the standing of every combination when it was last played, and the stages.

use serde::Serialize;

use super::{Aim, Judged, Measured, Number, PlayedStage, Search, Standing, judge};
use crate::plan::Plan;

/// The result of a search.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Front {
    /// The numbers.
    pub numbers: Vec<Number>,
    /// The target.
    pub target: Vec<Wanted>,
    /// Every combination, that of today first.
    pub combinations: Vec<Candidate>,
    /// Combinations that meet the target or may meet it, the nearest to the rules of today first.
    pub front: Vec<usize>,
    /// If nothing meets it, the combinations that come nearest, as far as games can tell.
    pub nearest: Vec<usize>,
    /// The stages.
    pub stages: Vec<StageSaid>,
    /// Stages at most.
    pub stages_at_most: u32,
    /// The reason it ended.
    pub ended: Ended,
    /// The chance of an error that each interval allows itself.
    pub level: f64,
    /// Games without an end, of all combinations.
    pub without_end: u64,
    /// The target was changed when games had been played already.
    pub changed_late: bool,
}

/// A wanted measure.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Wanted {
    /// The measure in words.
    pub words: String,
    /// A share, which people read in percent.
    pub is_share: bool,
    /// At least.
    pub from: f64,
    /// At most.
    pub to: f64,
}

/// A combination.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Candidate {
    /// The name of its rules.
    pub name: String,
    /// Its values.
    pub values: Vec<f64>,
    /// Steps from the rules of today.
    pub steps: f64,
    /// Its measures and standing.
    #[serde(flatten)]
    pub judged: Judged,
}

/// A stage.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct StageSaid {
    /// From 1.
    pub number: u32,
    /// Combinations in it.
    pub combinations: u64,
    /// Blocks of each.
    pub blocks: u64,
    /// Games of all.
    pub games: u64,
    /// Combinations that were left out after it.
    pub left_out: u64,
}

/// The reason a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Ended {
    /// Of every combination it is known how it stands.
    Known,
    /// Of some it is not, and no more was to be played.
    Limit,
    /// A clock ended it, or somebody, and it can go on.
    Early,
}

impl Front {
    /// The result of these stages; of the last one as much as was played. There must be at least one.
    pub fn of(search: &Search, played: &[PlayedStage]) -> Self {
        let judged = judge(search, played);
        let known = |judged: &Judged| judged.standing != Standing::Open;
        let is_whole = |played: &PlayedStage| played.blocks.len() as u64 == played.stage.plan.blocks()[0];
        let all_whole = played.iter().all(is_whole);
        let ended = match search.next(played) {
            _ if judged.iter().all(known) => Ended::Known,
            Some(_) => Ended::Early,
            None if all_whole => Ended::Limit,
            None => Ended::Early,
        };
        let candidate = |(arm, judged): (usize, Judged)| Candidate {
            name: search.plan.arms[arm].name.clone(),
            values: search.combinations[arm].clone(),
            steps: search.steps(arm),
            judged,
        };
        let combinations: Vec<Candidate> = judged.into_iter().enumerate().map(candidate).collect();
        let may = |arm: &usize| combinations[*arm].judged.standing != Standing::Misses;
        let mut front: Vec<usize> = (0..combinations.len()).filter(may).collect();
        front.sort_by(|a, b| combinations[*a].steps.total_cmp(&combinations[*b].steps));
        let nearest = if front.is_empty() { nearest(&search.target, &combinations) } else { Vec::new() };
        let stages = said(played, &combinations);
        Self {
            numbers: search.numbers.clone(),
            target: wanted(&search.plan, &search.target),
            combinations,
            front,
            nearest,
            stages,
            stages_at_most: search.stages(),
            ended,
            level: search.level(),
            without_end: played
                .iter()
                .flat_map(|played| &played.blocks)
                .flat_map(|block| &block.games)
                .filter(|game| !game.has_ended())
                .count() as u64,
            changed_late: search.changed_late,
        }
    }
}

fn wanted(plan: &Plan, target: &[Aim]) -> Vec<Wanted> {
    let wanted = |aim: &Aim| {
        let measure = plan.measure(aim.measure);
        Wanted { words: measure.words.clone(), is_share: measure.is_share(), from: aim.from, to: aim.to }
    };
    target.iter().map(wanted).collect()
}

fn said(played: &[PlayedStage], combinations: &[Candidate]) -> Vec<StageSaid> {
    let left_out = |number: u32| {
        let here = combinations.iter().filter(|candidate| {
            candidate.judged.standing == Standing::Misses && candidate.judged.last_stage == number
        });
        here.count() as u64
    };
    let of = |PlayedStage { stage, blocks }: &PlayedStage| StageSaid {
        number: stage.number,
        combinations: stage.arms.len() as u64,
        blocks: blocks.len() as u64,
        games: blocks.iter().map(|block| block.games.len() as u64).sum(),
        left_out: left_out(stage.number),
    };
    played.iter().map(of).collect()
}

/// Distance of a value from a range, in widths of the range.
fn off(aim: &Aim, value: f64) -> f64 {
    (aim.from - value).max(value - aim.to).max(0.0) / (aim.to - aim.from)
}

/// Least and greatest distance of a combination from the target, by the measure that is farthest off.
fn distance(target: &[Aim], measures: &[Measured]) -> [f64; 2] {
    let of = |(aim, measured): (&Aim, &Measured)| match measured.interval {
        None => [0.0, f64::INFINITY],
        Some(interval) => {
            let [low, high] = [off(aim, interval.low), off(aim, interval.high)];
            let holds = interval.low <= aim.to && interval.high >= aim.from;
            [if holds { 0.0 } else { low.min(high) }, low.max(high)]
        }
    };
    target.iter().zip(measures).map(of).fold([0.0; 2], |[low, high], of| [of[0].max(low), of[1].max(high)])
}

/// Combinations that may be nearer to the target than any other, if all miss it; the nearest by their means first.
fn nearest(target: &[Aim], combinations: &[Candidate]) -> Vec<usize> {
    let distances: Vec<[f64; 2]> =
        combinations.iter().map(|candidate| distance(target, &candidate.judged.measures)).collect();
    let surely = distances.iter().map(|distance| distance[1]).fold(f64::INFINITY, f64::min);
    let by_mean = |arm: usize| {
        let off = |(aim, measured): (&Aim, &Measured)| off(aim, measured.mean);
        target.iter().zip(&combinations[arm].judged.measures).map(off).fold(0.0, f64::max)
    };
    let mut nearest: Vec<usize> =
        (0..combinations.len()).filter(|arm| distances[*arm][0] <= surely).collect();
    nearest.sort_by(|a, b| by_mean(*a).total_cmp(&by_mean(*b)));
    nearest
}
