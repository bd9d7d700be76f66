//! Evenness of tables: what each side and each force wins, and whoever has the first turn, where a player meets himself under one
//! ruleset.
//!
//! A block is one observation: its games share their dice. With the forces swapped in its second game a side's share of the block
//! holds whichever force it has, and a force's on whichever side it stands, so that neither explains the other.

use serde::Serialize;
use tabletop::ids::Side;

use super::differences::{differing, is_watched};
use crate::bench::{End, Formula, Measure, Played, Way};
use crate::plan::Plan;
use crate::shard::Block;
use crate::statistics::moments::Moments;
use crate::statistics::sequence::{FIRST_LOOK, MIN_DIFFERENT, Sequence, blocks_for};
use crate::statistics::{ALPHA, Interval, binomial, fixed};

/// A share of the wins on a table.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SideShare {
    /// The table.
    pub table: usize,
    /// The players: one against himself.
    pub players: usize,
    /// Its owner.
    pub of: Whose,
    /// Games that it won, that another won, that nobody won.
    pub games: [u64; 3],
    /// Blocks all of whose games ended.
    pub blocks: u64,
    /// The share; a draw is half a win. Of draws: how many of all games they are.
    pub share: f64,
    /// The 95 % interval, as if this were all that is looked at.
    pub interval: Option<Interval>,
    /// The interval that holds together with those of all others.
    pub together: Option<Interval>,
    /// Conclusion.
    pub says: Lean,
    /// Blocks of this table and these players in all that would settle it, if it goes on as it does.
    pub would_settle: Option<u64>,
}

/// Owner of a share.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Whose {
    /// Side A, with the forces that it has in the games of a block.
    SideA,
    /// The force that the level gives to A, on both sides.
    ForceOfA,
    /// The side that has the first turn.
    First,
    /// Nobody: draws.
    Nobody,
}

/// Conclusion about a share.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub enum Lean {
    /// It is more than a half, or less, judged together with all others.
    Clear,
    /// Alone it would be clear.
    Leans,
    /// It is no further from a half than this.
    Within(f64),
    /// Too few blocks were played to say anything.
    TooFew,
    /// It is counted, and not held against a half.
    Counted,
}

/// A share that is asked for.
#[derive(Clone, Copy)]
struct Asked {
    table: usize,
    players: usize,
    of: Whose,
}

impl Asked {
    /// It is held against a half.
    fn is_judged(self) -> bool {
        self.of != Whose::Nobody
    }

    /// The side whose win counts in a game; `None` of a game in which nobody can be said to have it.
    fn side(self, plan: &Plan, game: &Played, way: Way) -> Option<Side> {
        match (self.of, way) {
            (Whose::SideA, _) => Some(Side::A),
            (Whose::ForceOfA, Way::ForcesSwapped) => Some(Side::B),
            (Whose::ForceOfA, Way::AsWritten | Way::PlayersSwapped | Way::FirstTurnSwapped) => Some(Side::A),
            (Whose::First, _) => first(plan).and_then(|first| first.side(game)),
            (Whose::Nobody, _) => None,
        }
    }

    /// Its share of a game; `None` of a game without an end.
    fn share(self, plan: &Plan, game: &Played, way: Way) -> Option<f64> {
        match self.of {
            Whose::Nobody => game.has_ended().then(|| f64::from(u8::from(game.end == End::Drawn))),
            Whose::SideA | Whose::ForceOfA | Whose::First => game.share(self.side(plan, game, way)?),
        }
    }

    fn blocks<'b>(self, plan: &'b Plan, blocks: &'b [Block]) -> impl Iterator<Item = &'b Block> {
        let is_here = move |block: &&Block| plan.stratum(block.number) == (self.table, self.players);
        blocks.iter().filter(is_here)
    }

    /// Its share of each block, of those all of whose games ended.
    fn shares(self, plan: &Plan, blocks: &[Block]) -> Vec<f64> {
        let share = |block: &Block| {
            let games = block.games.iter().zip(plan.ways(block.number));
            let shares: Option<Vec<f64>> = games.map(|(game, way)| self.share(plan, game, *way)).collect();
            shares.filter(|all| !all.is_empty()).map(|all| all.iter().sum::<f64>() / all.len() as f64)
        };
        self.blocks(plan, blocks).filter_map(share).collect()
    }

    /// The steps of a block's share: halves of its games.
    fn steps(self, plan: &Plan) -> u64 {
        2 * plan.ways[self.table * plan.players.len() + self.players].len() as u64
    }
}

/// The measure of whoever has the first turn, where the game counts it.
fn first(plan: &Plan) -> Option<&Measure> {
    plan.measures.iter().find(|measure| matches!(measure.from, Formula::WinsOf(_)))
}

/// Tables and players for which the question is asked: none where rules are compared.
fn strata(plan: &Plan) -> impl Iterator<Item = (usize, usize)> {
    let one = plan.arms.len() == 1;
    let meets_himself = move |(table, players): &(usize, usize)| {
        let [a, b] = &plan.players[*players];
        let ways = &plan.ways[table * plan.players.len() + players];
        one && a == b && !ways.contains(&Way::PlayersSwapped)
    };
    let all =
        (0..plan.tables.len()).flat_map(|table| (0..plan.players.len()).map(move |players| (table, players)));
    all.filter(meets_himself)
}

/// Questions of each table with each player: the side, then the force where forces are swapped.
fn asked(plan: &Plan) -> Vec<Asked> {
    let of_stratum = |(table, players): (usize, usize)| {
        let swaps = plan.ways[table * plan.players.len() + players].contains(&Way::ForcesSwapped);
        let whose = [
            Some(Whose::SideA),
            swaps.then_some(Whose::ForceOfA),
            first(plan).map(|_| Whose::First),
            Some(Whose::Nobody),
        ];
        whose.into_iter().flatten().map(move |of| Asked { table, players, of })
    };
    strata(plan).flat_map(of_stratum).collect()
}

/// Every table with every player who meets himself.
pub(super) fn all(plan: &Plan, blocks: &[Block]) -> Vec<SideShare> {
    let asked = asked(plan);
    let judged = asked.iter().filter(|asked| asked.is_judged()).count();
    asked.into_iter().map(|asked| found(plan, blocks, asked, judged)).collect()
}

/// Side and force of every table and player are known to within `half`.
pub(super) fn are_known(plan: &Plan, blocks: &[Block], half: f64) -> bool {
    let is_wanted = |asked: &Asked| matches!(asked.of, Whose::SideA | Whose::ForceOfA);
    asked(plan).into_iter().filter(is_wanted).all(|asked| {
        let interval = interval(plan, asked, &asked.shares(plan, blocks), ALPHA);
        interval.is_some_and(|at| at.high - at.low <= 2.0 * half + 1e-12)
    })
}

fn found(plan: &Plan, blocks: &[Block], asked: Asked, judged: usize) -> SideShare {
    let shares = asked.shares(plan, blocks);
    let moments = Moments::of(shares.iter().copied());
    let alone = interval(plan, asked, &shares, ALPHA);
    let together = interval(plan, asked, &shares, ALPHA / judged.max(1) as f64);
    let says = match (alone, together) {
        _ if !asked.is_judged() => Lean::Counted,
        (None, _) => Lean::TooFew,
        (Some(_), Some(together)) if !together.holds(0.5) => Lean::Clear,
        (Some(alone), _) if !alone.holds(0.5) => Lean::Leans,
        (Some(alone), _) => Lean::Within((alone.low - 0.5).abs().max((alone.high - 0.5).abs())),
    };
    SideShare {
        table: asked.table,
        players: asked.players,
        of: asked.of,
        games: games(plan, blocks, asked),
        blocks: moments.n,
        share: moments.mean,
        interval: alone,
        together: together.filter(|_| asked.is_judged()),
        says,
        would_settle: would_settle(plan, &moments, says),
    }
}

/// Games won, lost and drawn.
fn games(plan: &Plan, blocks: &[Block], asked: Asked) -> [u64; 3] {
    let mut games = [0; 3];
    for block in asked.blocks(plan, blocks) {
        for (game, way) in block.games.iter().zip(plan.ways(block.number)) {
            match game.end {
                End::Drawn => games[2] += 1,
                End::Won(winner) if asked.side(plan, game, *way) == Some(winner) => games[0] += 1,
                End::Won(_) => games[1] += 1,
                End::Stalled | End::Refused(_) => {}
            }
        }
    }
    games
}

/// The confidence sequence of one table and player.
fn sequence(plan: &Plan, alpha: f64) -> Sequence {
    Sequence::tuned(plan.games.at_least.max(FIRST_LOOK), alpha)
}

/// An interval of a share. Where few blocks differ from the commonest value it is exact.
fn interval(plan: &Plan, asked: Asked, shares: &[f64], alpha: f64) -> Option<Interval> {
    let found = Moments::of(shares.iter().copied());
    if found.n == 0 {
        return None;
    }
    let watched = is_watched(plan);
    if differing(shares) >= MIN_DIFFERENT {
        let at = match watched {
            true if found.n < FIRST_LOOK => return None,
            true => sequence(plan, alpha).interval(&found),
            false => fixed::interval(&found, alpha)?,
        };
        return Some(Interval { low: at.low.max(0.0), high: at.high.min(1.0) });
    }
    // A run that is watched spends its chance of an error over all its looks.
    let looks = (found.n as f64 * plan.strata() as f64 / plan.shard_blocks() as f64).max(1.0);
    let alpha = if watched { alpha / (looks * (looks + 1.0)) } else { alpha };
    Some(binomial::stepped(shares, asked.steps(plan), alpha))
}

fn would_settle(plan: &Plan, found: &Moments, says: Lean) -> Option<u64> {
    let (wanted, deviation) = ((found.mean - 0.5).abs(), found.deviation());
    let is_open = matches!(says, Lean::Leans | Lean::Within(_));
    if !is_open || wanted == 0.0 || deviation == 0.0 {
        return None;
    }
    let width = |n| match is_watched(plan) {
        true => sequence(plan, ALPHA).half_width(n, deviation),
        false => fixed::half_width(n, deviation, ALPHA),
    };
    blocks_for(wanted, width).filter(|blocks| *blocks > found.n)
}
