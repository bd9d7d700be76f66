//! The gauges of each ruleset: sums a game, and one sum by another.

use serde::Serialize;

use super::mean::{Mean, Sums};
use crate::bench::{Terms, sum};
use crate::instruments::Gauge;
use crate::plan::Plan;
use crate::shard::Block;

/// A gauge under every ruleset.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Gauged {
    /// In words.
    pub words: String,
    /// Its meaning.
    pub means: String,
    /// People read it in percent.
    pub is_share: bool,
    /// For each arm; `None` where nothing was counted that it could be a part of.
    pub arms: Vec<Option<Mean>>,
}

/// Every gauge of a plan.
pub(super) fn all(plan: &Plan, blocks: &[Block]) -> Vec<Gauged> {
    let gauged = |gauge: &Gauge| Gauged {
        words: gauge.words.clone(),
        means: gauge.means.clone(),
        is_share: gauge.is_share,
        arms: (0..plan.arms.len()).map(|arm| ratio(plan, blocks, arm, gauge)).collect(),
    };
    plan.instruments.gauges.iter().map(gauged).collect()
}

/// One sum by another over all blocks; its error by how far each block is from it.
fn ratio(plan: &Plan, blocks: &[Block], arm: usize, gauge: &Gauge) -> Option<Mean> {
    let of = |block: &Block, terms: &Terms| {
        let ways = plan.ways(block.number).len();
        let games = block.games.get(arm * ways..(arm + 1) * ways)?;
        let sums: Option<Vec<f64>> = games.iter().map(|game| sum(terms, game)).collect();
        sums.map(|sums| sums.iter().sum::<f64>())
    };
    let parts = |block: &Block| {
        let per =
            if gauge.per.is_empty() { plan.ways(block.number).len() as f64 } else { of(block, &gauge.per)? };
        let stratum = (block.number % plan.strata()) as usize;
        Some((stratum, of(block, &gauge.top)? / gauge.parts, per))
    };
    let parts: Vec<(usize, f64, f64)> = blocks.iter().filter_map(parts).collect();
    let [top, per] = parts.iter().fold([0.0; 2], |[top, per], part| [top + part.1, per + part.2]);
    if per <= 0.0 {
        return None;
    }
    let value = top / per;
    let (mut off, mut counts) = (Sums::default(), vec![0; plan.strata() as usize]);
    for (stratum, top, per) in &parts {
        off.add(*stratum, top - value * per);
        counts[*stratum] += 1;
    }
    let error = off.error(&counts) * parts.len() as f64 / per;
    Some(Mean::with_error(value, error, parts.len() as u64).not_negative())
}
