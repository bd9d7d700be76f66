//! Rule of stopping. It looks only where a shard ends, on all blocks before it, so that the answer depends neither
//! on who played nor on how fast: results that come first are not the same as results that are first.

use super::differences::{interval, sequence, value};
use super::head_to_head::test;
use super::{Stopped, head_to_head, sides};
use crate::experiment::{Games, Until};
use crate::plan::Plan;
use crate::shard::Block;
use crate::statistics::moments::Moments;
use crate::statistics::pentanomial::Decision;
use crate::statistics::sequence::FIRST_LOOK;

/// Watches blocks as they are completed.
pub struct Watch<'p> {
    plan: &'p Plan,
    blocks: Vec<Block>,
}

impl<'p> Watch<'p> {
    /// Watches the blocks of a plan.
    pub fn new(plan: &'p Plan) -> Self {
        Self { plan, blocks: Vec::new() }
    }

    /// Takes the next blocks; says whether what is waited for is known.
    pub fn take(&mut self, blocks: &[Block]) -> bool {
        if self.plan.games.until.is_none() {
            // Nothing is waited for, so that nothing need be kept, however many games are played.
            return false;
        }
        self.blocks.extend(blocks.iter().map(|block| block.clone().without_rows()));
        is_look(self.plan, self.blocks.len() as u64) && enough(self.plan, &self.blocks)
    }

    /// Number of blocks that are kept.
    #[cfg(test)]
    pub(crate) fn kept(&self) -> usize {
        self.blocks.len()
    }
}

/// A look is due after so many blocks: at shards' ends, and the more seldom the more there are, so that looking costs
/// nothing beside playing.
fn is_look(plan: &Plan, blocks: u64) -> bool {
    let size = plan.shard_blocks();
    let every = (blocks / (20 * size)).max(1) * size;
    blocks >= plan.blocks()[0] && blocks.is_multiple_of(every)
}

/// The goal of a plan is known from these blocks; never if it has none.
pub fn enough(plan: &Plan, blocks: &[Block]) -> bool {
    match plan.games.until {
        None => false,
        Some(Until::Within { measure, half }) => {
            (1..plan.arms.len()).all(|arm| is_known(plan, blocks, (arm, measure), half))
        }
        Some(Until::Even { half }) => sides::are_known(plan, blocks, half),
        Some(Until::Better { .. }) => {
            let test = test(plan);
            let decided = |players| {
                let counts = head_to_head::counts(plan, blocks, players);
                test.decide(&counts) != Decision::Open
            };
            (0..plan.players.len()).all(decided)
        }
    }
}

/// A measure's difference is known to within `half` on both sides.
fn is_known(plan: &Plan, blocks: &[Block], (arm, measure): (usize, usize), half: f64) -> bool {
    let measure = plan.measure(measure);
    let difference = |block| Some(value(plan, block, arm, measure)? - value(plan, block, 0, measure)?);
    let differences: Vec<f64> = blocks.iter().filter_map(difference).collect();
    let found = Moments::of(differences.iter().copied());
    if found.n < FIRST_LOOK || sequence(plan).half_width(found.n, found.deviation()) > half {
        return false;
    }
    let differing = super::differences::differing(&differences);
    let (interval, _) = interval(plan, &found, (differing, &differences), measure.limit());
    interval.is_some_and(|interval| interval.high - interval.low <= 2.0 * half + 1e-12)
}

/// These blocks are all that an experiment needs.
pub fn is_settled(plan: &Plan, blocks: &[Block]) -> bool {
    matches!(judged(plan, blocks).1, Stopped::Known | Stopped::Fixed)
}

/// Number of the first blocks that are judged, and why no more.
pub fn judged(plan: &Plan, blocks: &[Block]) -> (usize, Stopped) {
    let Games { until, .. } = plan.games;
    let [at_least, at_most] = plan.blocks();
    // Whole rounds of all tables and players, so that each counts the same.
    let whole = blocks.len() as u64 / plan.strata() * plan.strata();
    let whole = if whole == 0 { blocks.len() as u64 } else { whole };
    if until.is_some() {
        let looks = (plan.shard_blocks()..=whole).step_by(plan.shard_blocks() as usize);
        let known =
            looks.filter(|look| is_look(plan, *look)).find(|look| enough(plan, &blocks[..*look as usize]));
        if let Some(known) = known {
            return (known as usize, Stopped::Known);
        }
    }
    let stopped = match plan.games.minutes {
        Some(_) if whole < at_most => Stopped::Clock,
        _ if until.is_some() => Stopped::Limit,
        Some(_) | None => Stopped::Fixed,
    };
    let limit = if until.is_none() && plan.games.minutes.is_none() { at_least } else { at_most };
    (whole.min(limit) as usize, stopped)
}
