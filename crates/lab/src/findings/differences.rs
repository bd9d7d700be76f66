//! Ruleset against ruleset: the paired differences of blocks.

use std::collections::BTreeMap;

use super::mean::Strata;
use super::{Difference, Judged, Method, Part, Verdict, bet_on};
use crate::bench::Measure;
use crate::experiment::Expected;
use crate::plan::Plan;
use crate::shard::Block;
use crate::statistics::moments::{Moments, correlation};
use crate::statistics::sequence::{FIRST_LOOK, MIN_DIFFERENT, Sequence, blocks_for};
use crate::statistics::{ALPHA, Interval, binomial, bootstrap, fixed, holm, homogeneity};

/// The mean of a measure over the games of a block under an arm; `None` if one of them has no end.
pub(crate) fn value(plan: &Plan, block: &Block, arm: usize, measure: &Measure) -> Option<f64> {
    let ways = plan.ways(block.number).len();
    let games = block.games.get(arm * ways..(arm + 1) * ways)?;
    let values: Option<Vec<f64>> = games.iter().map(|game| measure.of(game)).collect();
    values.map(|values| values.iter().sum::<f64>() / ways as f64)
}

/// The two values of a block: under the yardstick and under an arm.
fn values(plan: &Plan, block: &Block, arm: usize, measure: &Measure) -> Option<[f64; 2]> {
    Some([value(plan, block, 0, measure)?, value(plan, block, arm, measure)?])
}

/// Every watched measure under every arm but the yardstick.
pub(super) fn all(plan: &Plan, blocks: &[Block]) -> Vec<Difference> {
    let asked = (1..plan.arms.len()).flat_map(|arm| plan.watch.iter().map(move |measure| (arm, *measure)));
    let mut found: Vec<Difference> =
        asked.map(|(arm, measure)| difference(plan, blocks, arm, measure)).collect();
    let together = holm::adjusted(&found.iter().map(|found| found.chance).collect::<Vec<_>>());
    for (found, together) in found.iter_mut().zip(together) {
        found.together = together;
        found.verdict = verdict(found);
        found.bet = found.bet.map(|(expected, _)| {
            (expected, if plan.changed_late { Judged::TooLate } else { judge(expected, found) })
        });
        found.would_settle = would_settle(plan, found, &moments(plan, blocks, found));
    }
    found
}

fn moments(plan: &Plan, blocks: &[Block], found: &Difference) -> Moments {
    let Some(measure) = plan.measures.iter().find(|measure| measure.name == found.measure) else {
        return Moments::default();
    };
    Moments::of(pairs(plan, blocks, found.arm, measure).map(|(_, [a, b])| b - a))
}

fn pairs<'a>(
    plan: &'a Plan,
    blocks: &'a [Block],
    arm: usize,
    measure: &'a Measure,
) -> impl Iterator<Item = (&'a Block, [f64; 2])> + Clone {
    blocks.iter().filter_map(move |block| Some((block, values(plan, block, arm, measure)?)))
}

fn difference(plan: &Plan, blocks: &[Block], arm: usize, number: usize) -> Difference {
    let measure = plan.measure(number);
    let pairs = || pairs(plan, blocks, arm, measure);
    let differences: Vec<f64> = pairs().map(|(_, [a, b])| b - a).collect();
    let found = Moments::of(differences.iter().copied());
    let differing = differing(&differences);
    let (interval, by) = interval(plan, &found, (differing, &differences), measure.limit());
    let chance = match (interval, by) {
        (None, _) | (_, Method::Rare) => 1.0,
        (Some(_), Method::Fixed) => fixed::p_value(&found),
        (Some(_), Method::Sequence) => sequence(plan).p_value(&found),
    };
    let mut yardstick = Strata::of(plan);
    pairs().for_each(|(block, [before, _])| yardstick.add(block.number, before));
    let (tables, players) = (plan.tables.len(), plan.players.len());
    let (mut by_table, mut by_players) =
        (vec![Moments::default(); tables], vec![Moments::default(); players]);
    for (block, [a, b]) in pairs() {
        let (table, players) = plan.stratum(block.number);
        by_table[table].add(b - a);
        by_players[players].add(b - a);
    }
    Difference {
        arm,
        words: measure.words.clone(),
        measure: measure.name.clone(),
        is_share: measure.is_share(),
        yardstick: Moments::of(pairs().map(|(_, [a, _])| a)).mean,
        here: Moments::of(pairs().map(|(_, [_, b])| b)).mean,
        difference: found.mean,
        interval,
        by,
        noise: yardstick.noise(),
        bootstrap: bootstrap::interval(&differences, plan.identity ^ number as u64, ALPHA),
        chance,
        together: 1.0,
        blocks: found.n,
        differing,
        verdict: Verdict::TooFew,
        bet: bet_on(plan, number).map(|bet| (bet.says, Judged::Open)),
        would_settle: None,
        correlation: correlation(pairs().map(|(_, [a, b])| (a, b))),
        by_players: by_players.iter().map(part).collect(),
        players_apart: homogeneity::are_apart(&by_players, ALPHA),
        by_table: by_table.iter().map(part).collect(),
        tables_apart: homogeneity::are_apart(&by_table, ALPHA),
    }
}

fn part(moments: &Moments) -> Part {
    Part { difference: moments.mean, interval: fixed::interval(moments, ALPHA), blocks: moments.n }
}

/// Number of blocks without the commonest difference.
pub(super) fn differing(differences: &[f64]) -> u64 {
    let mut counts: BTreeMap<u64, u64> = BTreeMap::new();
    // Adding 0 turns −0 into 0.
    differences.iter().for_each(|difference| *counts.entry((difference + 0.0).to_bits()).or_default() += 1);
    differences.len() as u64 - counts.values().max().copied().unwrap_or_default()
}

/// The confidence sequence of a plan, narrowest when as many blocks are played as must be.
pub(super) fn sequence(plan: &Plan) -> Sequence {
    Sequence::tuned(plan.blocks()[0].max(FIRST_LOOK), ALPHA)
}

/// The number of blocks depends on the findings.
pub(super) fn is_watched(plan: &Plan) -> bool {
    plan.games.until.is_some()
}

/// The interval, and how it is made. Rare events are bounded exactly where no block can differ by more than a limit; of others
/// nothing is said.
pub(super) fn interval(
    plan: &Plan,
    found: &Moments,
    (differing, differences): (u64, &[f64]),
    limit: Option<f64>,
) -> (Option<Interval>, Method) {
    if differing >= MIN_DIFFERENT {
        return match is_watched(plan) {
            true if found.n < FIRST_LOOK => (None, Method::Sequence),
            true => (Some(sequence(plan).interval(found)), Method::Sequence),
            false => (fixed::interval(found, ALPHA), Method::Fixed),
        };
    }
    let Some(limit) = limit.filter(|_| found.n > 0) else { return (None, Method::Rare) };
    let not_zero = differences.iter().filter(|difference| **difference != 0.0).count() as u64;
    // A run that is watched spends its chance of an error over all its looks.
    let looks = (found.n / plan.shard_blocks()).max(1) as f64;
    let alpha = if is_watched(plan) { ALPHA / 2.0 / (looks * (looks + 1.0)) } else { ALPHA / 2.0 };
    let reach = limit * binomial::upper_bound(not_zero, found.n, alpha);
    (Some(Interval { low: -reach, high: reach }), Method::Rare)
}

fn verdict(found: &Difference) -> Verdict {
    match found.interval {
        _ if found.blocks == 0 => Verdict::TooFew,
        _ if found.differing == 0 && found.difference == 0.0 => Verdict::Same,
        None => Verdict::TooFew,
        Some(_) if found.together <= ALPHA => Verdict::Clear,
        Some(interval) if !interval.holds(0.0) => Verdict::Leans,
        Some(interval) => Verdict::NoMoreThan(interval.reach()),
    }
}

fn judge(expected: Expected, found: &Difference) -> Judged {
    let clear = found.verdict == Verdict::Clear;
    let (falls, rises) = (found.difference < 0.0, found.difference > 0.0);
    match expected {
        Expected::Fewer if clear && falls => Judged::Right,
        Expected::More if clear && rises => Judged::Right,
        Expected::Fewer | Expected::More if clear => Judged::Wrong,
        Expected::Fewer | Expected::More if found.verdict == Verdict::Same && found.blocks >= FIRST_LOOK => {
            Judged::Wrong
        }
        Expected::Fewer | Expected::More => Judged::Open,
        Expected::Same { within } => match found.interval {
            Some(interval) if interval.reach() <= within => Judged::Right,
            Some(interval) if interval.low > within || interval.high < -within => Judged::Wrong,
            _ => Judged::Open,
        },
    }
}

/// Number of blocks in all that would settle it: an interval as narrow as the bet says, or one that leaves out 0 if the
/// difference stays what it is.
fn would_settle(plan: &Plan, found: &Difference, moments: &Moments) -> Option<u64> {
    let wanted = match (found.bet, found.verdict) {
        (Some((Expected::Same { within }, Judged::Open)), _) => within - found.difference.abs(),
        (_, Verdict::NoMoreThan(_) | Verdict::Leans) => found.difference.abs(),
        (_, Verdict::Clear | Verdict::Same | Verdict::TooFew) => return None,
    };
    let deviation = moments.deviation();
    if wanted <= 0.0 || deviation == 0.0 {
        return None;
    }
    let watched = is_watched(plan);
    let sequence = sequence(plan);
    let width =
        |n| if watched { sequence.half_width(n, deviation) } else { fixed::half_width(n, deviation, ALPHA) };
    blocks_for(wanted, width).filter(|blocks| *blocks > found.blocks)
}
