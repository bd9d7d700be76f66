//! Games that a change touches at all, the one to look at, and the evenness of the tables.

use tabletop::ids::Side;

use super::{Evenness, LookAt, Touched};
use crate::bench::{Played, Way};
use crate::plan::Plan;
use crate::shard::Block;
use crate::statistics::moments::Moments;

/// For each arm but the yardstick.
pub(super) fn all(plan: &Plan, blocks: &[Block]) -> Vec<Touched> {
    (1..plan.arms.len()).map(|arm| touched(plan, blocks, arm)).collect()
}

fn touched(plan: &Plan, blocks: &[Block], arm: usize) -> Touched {
    let mut touched =
        Touched { arm, untouched: 0, games: 0, games_touched: 0, winners_changed: 0, look_at: None };
    let mut best = 0.0;
    for block in blocks {
        let ways = plan.ways(block.number).len();
        let pairs =
            (0..ways).filter_map(|way| Some([block.games.get(way)?, block.games.get(arm * ways + way)?]));
        let mut same = true;
        for (index, [before, after]) in pairs.enumerate() {
            let went = |game: &Played| (game.state, game.commands);
            let is_same = went(before) == went(after) && before.end == after.end;
            touched.games += 1;
            touched.games_touched += u64::from(!is_same);
            same &= is_same;
            let winner_changed = before.has_ended() && after.has_ended() && before.end != after.end;
            touched.winners_changed += u64::from(winner_changed);
            // A changed winner is worth more than any other change.
            let measure = plan.watch.first().map(|watched| plan.measure(*watched));
            let by = measure.and_then(|measure| Some((measure.of(after)? - measure.of(before)?).abs()));
            let worth = if winner_changed { f64::INFINITY } else { by.unwrap_or_default() };
            // A level file does not say a swapped first turn, so no save can show it.
            let can_be_shown = plan.ways(block.number)[index] != Way::FirstTurnSwapped;
            if before != after && can_be_shown && (worth > best || touched.look_at.is_none()) {
                best = worth;
                let (block, seed) = (block.number, plan.seed(block.number));
                touched.look_at = Some(LookAt { block, seed, index, winner_changed });
            }
        }
        touched.untouched += u64::from(same);
    }
    touched
}

/// The share of A's wins on each table under the yardstick.
pub(super) fn evenness(plan: &Plan, blocks: &[Block]) -> Vec<Evenness> {
    (0..plan.tables.len())
        .map(|table| {
            let here = blocks.iter().filter(|block| plan.stratum(block.number).0 == table);
            let games =
                here.flat_map(|block| &block.games[..plan.ways(block.number).len().min(block.games.len())]);
            let shares = Moments::of(games.filter_map(|game| game.share(Side::A)));
            Evenness { table, share: shares.mean, games: shares.n }
        })
        .collect()
}
