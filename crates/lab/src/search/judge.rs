//! Judges combinations against a target, by intervals that all hold together.

use std::collections::BTreeMap;

use serde::Serialize;

use super::{PlayedStage, Search};
use crate::bench::Measure;
use crate::experiment::Aim;
use crate::findings::{Sums, value};
use crate::statistics::Interval;
use crate::statistics::binomial::upper_bound;
use crate::statistics::functions::student_quantile;
use crate::statistics::sequence::{FIRST_LOOK, MIN_DIFFERENT};

/// Standing against the target.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub enum Standing {
    /// It is met: all of the interval is within.
    Meets,
    /// The games cannot say.
    Open,
    /// It is not: all of the interval is without.
    Misses,
}

/// A measure of a combination.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Measured {
    /// Its mean.
    pub mean: f64,
    /// Its interval, together with all others; `None` where nothing can be said.
    pub interval: Option<Interval>,
    /// Its standing against the wanted range.
    pub standing: Standing,
}

/// A combination.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Judged {
    /// The blocks it was played in and that count: all their games have an end.
    pub blocks: u64,
    /// The last stage it was played in.
    pub last_stage: u32,
    /// Its measures, in the order of the target.
    pub measures: Vec<Measured>,
    /// Its standing against the target: that of its worst measure.
    pub standing: Standing,
}

/// The values of a measure, by stratum: a mean for each block.
type Values = Vec<Vec<f64>>;

/// Every combination, by the stages played so far.
pub fn judge(search: &Search, played: &[PlayedStage]) -> Vec<Judged> {
    let arms = 0..search.plan.arms.len();
    let values: Vec<Vec<Values>> = arms
        .clone()
        .map(|arm| search.target.iter().map(|aim| values(search, played, arm, aim)).collect())
        .collect();
    let widest: Vec<f64> = (0..search.target.len())
        .map(|aim| values.iter().map(|of_arm| reach(&of_arm[aim])).fold(0.0, f64::max))
        .collect();
    let of_arm = |arm: usize| {
        let measured = |(index, aim): (usize, &Aim)| {
            measured(search, (aim, search.plan.measure(aim.measure)), &values[arm][index], widest[index])
        };
        let measures: Vec<Measured> = search.target.iter().enumerate().map(measured).collect();
        let standing = measures.iter().map(|measure| measure.standing).max().unwrap_or(Standing::Open);
        let first = values[arm].first();
        Judged {
            blocks: first.map_or(0, |values| values.iter().map(|of| of.len() as u64).sum()),
            last_stage: played
                .iter()
                .filter(|played| played.stage.arms.contains(&arm))
                .map(|played| played.stage.number)
                .max()
                .unwrap_or_default(),
            measures,
            standing,
        }
    };
    arms.map(of_arm).collect()
}

/// The values of an arm in every stage that had it.
fn values(search: &Search, played: &[PlayedStage], arm: usize, aim: &Aim) -> Values {
    let mut values: Values = vec![Vec::new(); search.plan.strata() as usize];
    for PlayedStage { stage, blocks } in played {
        let Some(here) = stage.arms.iter().position(|other| *other == arm) else { continue };
        for block in blocks {
            let found = value(&stage.plan, block, here, stage.plan.measure(aim.measure));
            values[(block.number % stage.plan.strata()) as usize].extend(found);
        }
    }
    values
}

/// The commonest value.
fn commonest(values: &[f64]) -> f64 {
    let mut counts: BTreeMap<u64, usize> = BTreeMap::new();
    // Adding 0 turns −0 into 0.
    values.iter().for_each(|value| *counts.entry((value + 0.0).to_bits()).or_default() += 1);
    counts.into_iter().max_by_key(|(_, count)| *count).map_or(0.0, |(bits, _)| f64::from_bits(bits))
}

/// Greatest distance of a value from the commonest one of its stratum.
fn reach(values: &Values) -> f64 {
    let of = |values: &Vec<f64>| {
        let middle = commonest(values);
        values.iter().map(|value| (value - middle).abs()).fold(0.0, f64::max)
    };
    values.iter().map(of).fold(0.0, f64::max)
}

fn measured(search: &Search, (aim, measure): (&Aim, &Measure), values: &Values, widest: f64) -> Measured {
    let blocks = values.iter().map(Vec::len).sum::<usize>();
    let mean = values.iter().flatten().sum::<f64>() / blocks.max(1) as f64;
    let [low, high] = measure.bounds();
    // How far a count could go nobody knows before many blocks have been seen, and then only about.
    let known = blocks as u64 >= FIRST_LOOK && widest > 0.0;
    let limit = measure.limit().or(known.then_some(2.0 * widest));
    let interval = interval(search, values, limit).map(|interval| Interval {
        low: interval.low.clamp(low, high),
        high: interval.high.clamp(low, high),
    });
    let standing = match interval {
        Some(interval) if interval.high < aim.from || interval.low > aim.to => Standing::Misses,
        Some(interval) if aim.from <= interval.low && interval.high <= aim.to => Standing::Meets,
        Some(_) | None => Standing::Open,
    };
    Measured { mean, interval, standing }
}

/// Student's interval, stratum by stratum. Where fewer than [`MIN_DIFFERENT`] blocks differ from the commonest value of their
/// stratum, the exact bound of how many do, each by no more than `limit`; without one
/// nothing is said.
fn interval(search: &Search, values: &Values, limit: Option<f64>) -> Option<Interval> {
    let counts: Vec<u64> = values.iter().map(|of| of.len() as u64).collect();
    let (blocks, strata) = (counts.iter().sum::<u64>(), counts.len() as u64);
    if blocks == 0 {
        return None;
    }
    let differs = |of: &Vec<f64>| {
        let middle = commonest(of);
        of.iter().filter(|value| **value != middle).count() as u64
    };
    let differing: u64 = values.iter().map(differs).sum();
    if differing >= MIN_DIFFERENT && counts.iter().all(|count| *count > 1) {
        let mut sums = Sums::default();
        for (stratum, of) in values.iter().enumerate() {
            of.iter().for_each(|value| sums.add(stratum, *value));
        }
        let freedom = (blocks - strata).max(1) as f64;
        let half = student_quantile(1.0 - search.level() / 2.0, freedom) * sums.error(&counts);
        return Some(Interval::around(sums.total() / blocks as f64, half));
    }
    let reach = limit? * upper_bound(differing, blocks, search.level() / 2.0);
    let middle = values.iter().map(|of| commonest(of) * of.len() as f64).sum::<f64>() / blocks as f64;
    Some(Interval::around(middle, reach))
}
