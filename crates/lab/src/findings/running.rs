//! The margin block by block: how its mean came to be what it is.

use serde::Serialize;

use super::differences::{is_watched, sequence, value};
use super::mean::Strata;
use crate::plan::Plan;
use crate::shard::Block;
use crate::statistics::moments::Moments;
use crate::statistics::sequence::FIRST_LOOK;
use crate::statistics::{ALPHA, Interval, fixed};

/// So many blocks are shown, and so many means of them, at most.
const SHOWN: usize = 400;
const STOPS: u64 = 60;

/// The margin of an arm against the yardstick.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Running {
    /// The arm.
    pub arm: usize,
    /// The margin in words.
    pub words: String,
    /// Blocks by their place among those compared, from 1, and their differences: of very many every so-manieth.
    pub blocks: Vec<(u64, f64)>,
    /// The mean after so many, and its interval.
    pub means: Vec<(u64, f64, Option<Interval>)>,
    /// After as many blocks, the distance of two equal arms in 95 of 100 experiments, each with dice of its own.
    pub noise: Vec<Option<f64>>,
}

/// Every arm but the yardstick.
pub(super) fn all(plan: &Plan, blocks: &[Block]) -> Vec<Running> {
    let number = plan.instruments.margin.or_else(|| plan.watch.first().copied());
    let Some(measure) = number.map(|number| plan.measure(number)) else { return Vec::new() };
    let of_arm = |arm: usize| {
        let values = |block: &Block| {
            let [before, after] = [0, arm].map(|arm| value(plan, block, arm, measure));
            Some((block.number, before?, after? - before?))
        };
        let values: Vec<(u64, f64, f64)> = blocks.iter().filter_map(values).collect();
        let count = values.len() as u64;
        let (step, stop) = (values.len().div_ceil(SHOWN).max(1), count.div_ceil(STOPS).max(1));
        let (mut moments, mut yardstick) = (Moments::default(), Strata::of(plan));
        let (mut means, mut noise) = (Vec::new(), Vec::new());
        for (index, (block, before, difference)) in (1..).zip(&values) {
            moments.add(*difference);
            yardstick.add(*block, *before);
            if index % stop == 0 || index == count {
                let interval = match is_watched(plan) {
                    true => (index >= FIRST_LOOK).then(|| sequence(plan).interval(&moments)),
                    false => fixed::interval(&moments, ALPHA),
                };
                means.push((index, moments.mean, interval));
                noise.push(yardstick.noise());
            }
        }
        let shown = (1..).zip(values).step_by(step).map(|(index, (.., difference))| (index, difference));
        Running { arm, words: measure.words.clone(), blocks: shown.collect(), means, noise }
    };
    (1..plan.arms.len()).map(of_arm).collect()
}
