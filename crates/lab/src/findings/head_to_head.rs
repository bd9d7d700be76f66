//! Player against player under one ruleset: pairs of games with the sides swapped.

use tabletop::ids::Side;

use super::HeadToHead;
use crate::bench::Way;
use crate::experiment::Until;
use crate::plan::Plan;
use crate::shard::Block;
use crate::statistics::ALPHA;
use crate::statistics::pentanomial::{Counts, Test, mean_share};

/// By how much more than a half a player wins who is called better, if the experiment does not say.
const BETTER: f64 = 0.03;

/// The test that a plan asks for.
pub(super) fn test(plan: &Plan) -> Test {
    let by = match plan.games.until {
        Some(Until::Better { by }) => by,
        _ => BETTER,
    };
    Test { lower: 0.5, higher: 0.5 + by, alpha: ALPHA }
}

/// Results of each pair of two players.
pub(super) fn all(plan: &Plan, blocks: &[Block]) -> Vec<HeadToHead> {
    let test = test(plan);
    let meets = |players: &usize| plan.players[*players][0] != plan.players[*players][1];
    (0..plan.players.len())
        .filter(meets)
        .map(|players| {
            let counts = counts(plan, blocks, players);
            let (share, error) = mean_share(&counts);
            HeadToHead {
                players,
                counts,
                share,
                error,
                shares: [test.lower, test.higher],
                ratio: test.log_likelihood_ratio(&counts),
                bounds: test.bounds(),
                decision: test.decide(&counts),
            }
        })
        .collect()
}

/// Number of pairs with each result. A pair without an end counts nowhere.
pub(super) fn counts(plan: &Plan, blocks: &[Block], players: usize) -> Counts {
    let mut counts = Counts::default();
    for block in blocks.iter().filter(|block| plan.stratum(block.number).1 == players) {
        let ways = plan.ways(block.number);
        let shares = block.games.iter().zip(ways).map(|(game, way)| match way {
            Way::AsWritten | Way::FirstTurnSwapped | Way::ForcesSwapped => game.share(Side::A),
            Way::PlayersSwapped => game.share(Side::B),
        });
        let won: Option<f64> = shares.sum();
        if let (Some(won), 2) = (won, ways.len()) {
            counts[(2.0 * won) as usize] += 1;
        }
    }
    counts
}
