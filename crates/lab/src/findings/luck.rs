//! Luck taken out: how much of the margin goes with dice that fell otherwise than was to be expected.
//!
//! The controls were fixed before any game, and their mean is 0 under any rules and players: each die less its chance, whatever
//! led to it. Taking some of them from the margin therefore moves no mean; it makes it surer. How much of each is taken is found
//! by least squares in one half of the blocks and used in the other, so that no block has a say in its own.

use serde::Serialize;

use super::differences::{is_watched, sequence};
use super::mean::Mean;
use crate::bench::{GameOrder, Measure, Played, sum};
use crate::plan::Plan;
use crate::shard::Block;
use crate::statistics::moments::Moments;
use crate::statistics::regression::{explained, slopes};
use crate::statistics::{ALPHA, Interval, fixed};

/// Blocks for each control in a half, at least: of fewer nothing can be learnt.
const BLOCKS_A_CONTROL: usize = 5;

/// Into so many parts games are cut to see how sure a share is.
const PARTS: usize = 10;

/// The margin of an arm against the yardstick, raw and with luck taken out.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Adjusted {
    /// The arm.
    pub arm: usize,
    /// The margin in words.
    pub words: String,
    /// The mean difference of the blocks.
    pub raw: f64,
    /// Its interval.
    pub raw_interval: Option<Interval>,
    /// The mean difference with luck taken out.
    pub adjusted: f64,
    /// Its interval.
    pub adjusted_interval: Option<Interval>,
    /// Share of the differences' variance that luck explains: of blocks that had no say in it.
    pub r2: f64,
    /// Blocks.
    pub blocks: u64,
    /// The mean of each kind of luck, in the difference: 0 but for chance.
    pub zero: Vec<Zero>,
}

/// A kind of luck, whose mean is 0.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Zero {
    /// In words.
    pub words: String,
    /// Its mean, of side A less side B, a game.
    pub mean: Mean,
}

/// Explanation of the margin of games under the yardstick: shares of its variance.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Explained {
    /// The margin in words.
    pub words: String,
    /// With the table.
    pub table: Mean,
    /// With who plays, and who plays which side, on a table.
    pub players: Mean,
    /// With the dice.
    pub dice: Mean,
    /// With nothing of these: how the same players play on, given what fell.
    pub rest: f64,
    /// Games.
    pub games: u64,
}

/// A block's or a game's margin, and its luck.
struct Row {
    margin: f64,
    luck: Vec<f64>,
}

fn margin(plan: &Plan) -> Option<&Measure> {
    plan.instruments.margin.filter(|_| !plan.instruments.luck.is_empty()).map(|margin| plan.measure(margin))
}

fn luck(plan: &Plan, game: &Played) -> Option<Vec<f64>> {
    let of = |control: &crate::instruments::Control| Some(sum(&control.terms, game)? / control.divided_by);
    plan.instruments.luck.iter().map(of).collect()
}

/// Margin and luck of an arm's games of a block, on average.
fn of_arm(plan: &Plan, block: &Block, arm: usize) -> Option<Row> {
    let (measure, ways) = (margin(plan)?, plan.ways(block.number).len());
    let games = block.games.get(arm * ways..(arm + 1) * ways)?;
    let mut row = Row { margin: 0.0, luck: vec![0.0; plan.instruments.luck.len()] };
    for game in games {
        row.margin += measure.of(game)? / ways as f64;
        row.luck.iter_mut().zip(luck(plan, game)?).for_each(|(sum, luck)| *sum += luck / ways as f64);
    }
    Some(row)
}

/// Every arm but the yardstick; those of which too few blocks were played are left out.
pub(super) fn adjusted(plan: &Plan, blocks: &[Block]) -> Vec<Adjusted> {
    (1..plan.arms.len()).filter_map(|arm| of_an_arm(plan, blocks, arm)).collect()
}

fn of_an_arm(plan: &Plan, blocks: &[Block], arm: usize) -> Option<Adjusted> {
    let words = margin(plan)?.words.clone();
    let difference = |block: &Block| {
        let [before, after] = [of_arm(plan, block, 0)?, of_arm(plan, block, arm)?];
        let luck = after.luck.iter().zip(&before.luck).map(|(after, before)| after - before).collect();
        // Halves by seed, so that each has all tables and players.
        let half = (block.number / plan.strata() % 2) as usize;
        Some((half, Row { margin: after.margin - before.margin, luck }))
    };
    let rows: Vec<(usize, Row)> = blocks.iter().filter_map(difference).collect();
    let of_half = |half: usize| rows.iter().filter(move |row| row.0 == half).map(|row| &row.1);
    let controls = plan.instruments.luck.len();
    if [0, 1].iter().any(|half| of_half(*half).count() < BLOCKS_A_CONTROL * controls) {
        return None;
    }
    let learnt = [1, 0].map(|other| slopes(of_half(other).map(|row| (row.luck.as_slice(), row.margin))));
    let raw = Moments::of(rows.iter().map(|(_, row)| row.margin));
    let without =
        Moments::of(rows.iter().map(|(half, row)| row.margin - explained(&row.luck, &learnt[*half])));
    let share = |moments: &Moments| moments.deviation() * moments.deviation();
    let interval = |moments: &Moments| match is_watched(plan) {
        true => Some(sequence(plan).interval(moments)),
        false => fixed::interval(moments, ALPHA),
    };
    let zero = plan.instruments.luck.iter().enumerate().map(|(index, control)| {
        let luck = Moments::of(rows.iter().map(|(_, row)| row.luck[index]));
        Zero { words: control.words.clone(), mean: Mean::with_error(luck.mean, luck.error(), luck.n) }
    });
    Some(Adjusted {
        arm,
        words,
        raw: raw.mean,
        raw_interval: interval(&raw),
        adjusted: without.mean,
        adjusted_interval: interval(&without),
        r2: if share(&raw) > 0.0 { 1.0 - share(&without) / share(&raw) } else { 0.0 },
        blocks: raw.n,
        zero: zero.collect(),
    })
}

/// A game of the yardstick: who meets where, and which way.
struct Game {
    part: usize,
    cell: (usize, usize, usize),
    row: Row,
}

/// Explanation of the margin under the yardstick; `None` where too little was played.
pub(super) fn explains(plan: &Plan, blocks: &[Block]) -> Option<Explained> {
    let measure = margin(plan)?;
    let mut games = Vec::new();
    for block in blocks {
        let seed = block.number / plan.strata();
        for (order, game) in
            plan.block(block.number).iter().zip(&block.games).filter(|(order, _)| order.arm == 0)
        {
            let GameOrder { table, players, way, .. } = *order;
            let (Some(margin), Some(luck)) = (measure.of(game), luck(plan, game)) else { continue };
            let cell = (table, players, way as usize);
            games.push(Game { part: seed as usize % PARTS, cell, row: Row { margin, luck } });
        }
    }
    if games.len() < BLOCKS_A_CONTROL * PARTS * 2 {
        return None;
    }
    let all: Vec<&Game> = games.iter().collect();
    let found = shares(&all)?;
    // How much each share moves when a part of the games is left out (the jackknife).
    let left_out: Vec<[f64; 3]> = (0..PARTS)
        .filter_map(|part| shares(&games.iter().filter(|game| game.part != part).collect::<Vec<_>>()))
        .collect();
    let mean = |index: usize| {
        let parts = Moments::of(left_out.iter().map(|shares| shares[index]));
        let error = parts.deviation() * (parts.n as f64 - 1.0).max(0.0) / (parts.n.max(1) as f64).sqrt();
        Mean::with_error(found[index], error, parts.n)
    };
    Some(Explained {
        words: measure.words.clone(),
        table: mean(0),
        players: mean(1),
        dice: mean(2),
        rest: (1.0 - found.iter().sum::<f64>()).max(0.0),
        games: games.len() as u64,
    })
}

/// The shares of the margin's variance that go with table, players and dice, one after the other; each less what as many
/// meaningless numbers would explain.
fn shares(games: &[&Game]) -> Option<[f64; 3]> {
    let n = games.len() as f64;
    let mean_by = |key: &dyn Fn(&Game) -> (usize, usize, usize)| {
        let mut cells: std::collections::BTreeMap<(usize, usize, usize), Moments> = Default::default();
        games.iter().for_each(|game| cells.entry(key(game)).or_default().add(game.row.margin));
        cells
    };
    let all = mean_by(&|_| (0, 0, 0));
    let tables = mean_by(&|game| (game.cell.0, 0, 0));
    let cells = mean_by(&|game| game.cell);
    let left = |means: &std::collections::BTreeMap<_, Moments>,
                key: &dyn Fn(&Game) -> (usize, usize, usize)| {
        let off = |game: &&Game| {
            let off = game.row.margin - means.get(&key(game)).map_or(0.0, |cell| cell.mean);
            off * off
        };
        games.iter().map(off).sum::<f64>() / (n - means.len() as f64).max(1.0)
    };
    let whole = left(&all, &|_| (0, 0, 0));
    let without_table = left(&tables, &|game| (game.cell.0, 0, 0));
    let without_cells = left(&cells, &|game| game.cell);
    let residual = |game: &Game| game.row.margin - cells.get(&game.cell).map_or(0.0, |cell| cell.mean);
    let rows: Vec<(&[f64], f64)> =
        games.iter().map(|game| (game.row.luck.as_slice(), residual(game))).collect();
    let slopes = slopes(rows.iter().copied());
    let mean_luck: Vec<f64> =
        (0..slopes.len()).map(|index| rows.iter().map(|(luck, _)| luck[index]).sum::<f64>() / n).collect();
    let off = |(luck, residual): &(&[f64], f64)| {
        let off = residual - explained(luck, &slopes) + explained(&mean_luck, &slopes);
        off * off
    };
    let without_dice = rows.iter().map(off).sum::<f64>() / (n - (cells.len() + slopes.len()) as f64).max(1.0);
    let share = |more: f64, less: f64| ((more - less) / whole).max(0.0);
    (whole > 0.0).then(|| {
        [share(whole, without_table), share(without_table, without_cells), share(without_cells, without_dice)]
    })
}
