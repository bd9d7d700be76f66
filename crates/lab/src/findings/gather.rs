//! Numbers of charts, gathered block by block, so that nobody has to hold the rows of all games.

use std::collections::BTreeMap;

use serde::Serialize;

use super::mean::{Mean, Sums};
use crate::instruments::Chart;
use crate::plan::Plan;
use crate::shard::Block;

/// A drawing as plain data.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub enum Picture {
    /// Sums by a number such as the round.
    Course {
        /// Its heading.
        title: String,
        /// The number that runs along the bottom.
        by: String,
        /// The first number.
        from: i64,
        /// Blocks of each arm.
        blocks: u64,
        /// A small drawing each.
        panels: Vec<Panel>,
    },
    /// A bar for each name.
    Bars {
        /// Its heading.
        title: String,
        /// The bars are shares of all games.
        is_share: bool,
        /// The names that came up, the commonest first.
        bars: Vec<Bar>,
        /// Those that never did.
        never: Vec<String>,
    },
    /// A table from above.
    Places {
        /// Its heading.
        title: String,
        /// The table.
        table: usize,
        /// Blocks of each arm.
        blocks: u64,
        /// Layers shown as shades.
        shades: Vec<Layer>,
        /// Layers shown as dots.
        dots: Vec<Layer>,
    },
}

/// A small drawing of a [`Picture::Course`].
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Panel {
    /// Its values in words.
    pub words: String,
    /// For each arm the mean a game at each number.
    pub arms: Vec<Vec<Mean>>,
}

/// A bar for each arm.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Bar {
    /// The name.
    pub words: String,
    /// For each arm the mean a game, or the share of games.
    pub arms: Vec<Mean>,
}

/// Counts of something in each square of a table.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Layer {
    /// Its subject.
    pub words: String,
    /// For each arm the count of each square, a game.
    pub arms: Vec<Vec<f64>>,
    /// The fullest square of the first arm. Its noise says how far apart the squares of two equal arms may be.
    pub fullest: Mean,
}

/// Place of a sum of a block's values: which sum, and the number or name in its rows.
type Cell = (usize, i64);

/// Gathers what the charts of a plan show.
pub struct Gatherer<'p> {
    plan: &'p Plan,
    /// By chart and arm.
    cells: Vec<Vec<BTreeMap<Cell, Sums>>>,
    /// For each stratum the blocks that were gathered.
    blocks: Vec<u64>,
}

impl<'p> Gatherer<'p> {
    /// Nothing yet.
    pub fn new(plan: &'p Plan) -> Self {
        let arms = plan.arms.len();
        Self {
            plan,
            cells: vec![vec![BTreeMap::new(); arms]; plan.instruments.charts.len()],
            blocks: vec![0; plan.strata() as usize],
        }
    }

    /// Sums of some blocks whose rows are at hand.
    pub fn of(plan: &'p Plan, blocks: &[Block]) -> Self {
        let mut gatherer = Self::new(plan);
        blocks.iter().for_each(|block| gatherer.take(block));
        gatherer
    }

    /// Takes the next block. One that has a game without an end shows nothing.
    pub fn take(&mut self, block: &Block) {
        if block.games.iter().any(|game| !game.has_ended()) {
            return;
        }
        let stratum = (block.number % self.plan.strata()) as usize;
        self.blocks[stratum] += 1;
        let (table, _) = self.plan.stratum(block.number);
        let ways = self.plan.ways(block.number).len();
        for (arm, games) in block.games.chunks_exact(ways).enumerate() {
            for (chart, cells) in self.plan.instruments.charts.iter().zip(&mut self.cells) {
                let mut sums: BTreeMap<Cell, i64> = BTreeMap::new();
                for game in games {
                    let rows = |kind: usize| {
                        let width = self.plan.instruments.rows[kind].columns.len().max(1);
                        game.rows.get(kind).map_or(&[][..], Vec::as_slice).chunks_exact(width)
                    };
                    match chart {
                        Chart::Course { rows: kind, by, sums: of, .. } => {
                            for row in rows(*kind) {
                                for (index, (column, _)) in of.iter().enumerate() {
                                    *sums.entry((index, row[*by])).or_default() += row[*column];
                                }
                            }
                        }
                        Chart::Uses { rows: kind, by, sums: of, .. } => {
                            for row in rows(*kind) {
                                let uses: i64 = of.iter().map(|column| row[*column]).sum();
                                *sums.entry((0, row[*by])).or_default() += uses;
                            }
                        }
                        Chart::Shares { column, .. } => {
                            *sums.entry((0, game.values[*column])).or_default() += 1;
                        }
                        Chart::Places { rows: kind, square, shades, dots, .. } => {
                            for row in rows(*kind) {
                                for (index, (column, _)) in shades.iter().chain(dots).enumerate() {
                                    let layer = table * (shades.len() + dots.len()) + index;
                                    *sums.entry((layer, row[*square])).or_default() += row[*column];
                                }
                            }
                        }
                    }
                }
                for (cell, sum) in sums {
                    cells[arm].entry(cell).or_default().add(stratum, sum as f64 / ways as f64);
                }
            }
        }
    }

    /// The pictures.
    pub fn pictures(&self) -> Vec<Picture> {
        let charts = self.plan.instruments.charts.iter().zip(&self.cells);
        charts.flat_map(|(chart, cells)| self.drawn(chart, cells)).collect()
    }

    fn mean(&self, cells: &BTreeMap<Cell, Sums>, cell: Cell) -> Mean {
        cells.get(&cell).cloned().unwrap_or_default().mean(&self.blocks)
    }

    fn drawn(&self, chart: &Chart, cells: &[BTreeMap<Cell, Sums>]) -> Vec<Picture> {
        let title = chart.title().to_owned();
        match chart {
            Chart::Course { rows, by, sums, .. } => {
                let by = self.plan.instruments.rows[*rows].columns[*by].name.clone();
                let numbers = || cells.iter().flat_map(|cells| cells.keys().map(|cell| cell.1));
                let (from, to) = (numbers().min().unwrap_or(0), numbers().max().unwrap_or(-1));
                let panel = |(index, (_, words)): (usize, &(usize, String))| {
                    let arm = |cells: &BTreeMap<Cell, Sums>| {
                        (from..=to).map(|number| self.mean(cells, (index, number))).collect()
                    };
                    Panel { words: words.clone(), arms: cells.iter().map(arm).collect() }
                };
                let panels = sums.iter().enumerate().map(panel).collect();
                vec![Picture::Course { title, by, from, blocks: self.blocks.iter().sum(), panels }]
            }
            Chart::Uses { rows, by, .. } => {
                let names = &self.plan.instruments.rows[*rows].columns[*by].names;
                vec![self.bars(title, names, cells, false)]
            }
            Chart::Shares { names, .. } => vec![self.bars(title, names, cells, true)],
            Chart::Places { shades, dots, .. } => {
                let tables = 0..self.plan.tables.len().min(self.plan.instruments.grounds.len());
                let width = shades.len() + dots.len();
                let places = |table: usize| {
                    let [columns, rows] = self.plan.instruments.grounds[table].squares();
                    let layer = |(index, (_, words)): (usize, &(usize, String))| {
                        let layer = (table, table * width + index);
                        let arms: Vec<Vec<f64>> =
                            cells.iter().map(|cells| self.squares(cells, layer, columns * rows)).collect();
                        let fullest = cells.first().zip(arms.first());
                        let fullest = fullest.map(|(cells, squares)| self.fullest(cells, layer, squares));
                        Layer { words: words.clone(), arms, fullest: fullest.unwrap_or_default() }
                    };
                    let mut layers: Vec<Layer> = shades.iter().chain(dots).enumerate().map(layer).collect();
                    let dots = layers.split_off(shades.len());
                    let blocks = self.blocks_of(table);
                    Picture::Places { title: title.clone(), table, blocks, shades: layers, dots }
                };
                tables.map(places).collect()
            }
        }
    }

    /// The mean of the fullest square of a table.
    fn fullest(&self, cells: &BTreeMap<Cell, Sums>, (table, layer): (usize, usize), squares: &[f64]) -> Mean {
        let fullest = (0..squares.len()).max_by(|a, b| squares[*a].total_cmp(&squares[*b])).unwrap_or(0);
        let players = self.plan.players.len();
        let is_here = |stratum: usize| (table * players..(table + 1) * players).contains(&stratum);
        let blocks = self.blocks.iter().enumerate();
        let blocks: Vec<u64> =
            blocks.map(|(stratum, blocks)| if is_here(stratum) { *blocks } else { 0 }).collect();
        cells.get(&(layer, fullest as i64)).map_or_else(Mean::default, |sums| sums.mean(&blocks))
    }

    /// Blocks that were gathered of a table.
    fn blocks_of(&self, table: usize) -> u64 {
        let players = self.plan.players.len();
        self.blocks[table * players..(table + 1) * players].iter().sum()
    }

    /// The counts of all squares of a table, a game.
    fn squares(
        &self,
        cells: &BTreeMap<Cell, Sums>,
        (table, layer): (usize, usize),
        squares: usize,
    ) -> Vec<f64> {
        let blocks = self.blocks_of(table).max(1) as f64;
        let count = |square| cells.get(&(layer, square)).map_or(0.0, |sums| sums.total() / blocks);
        (0..squares as i64).map(count).collect()
    }

    fn bars(
        &self,
        title: String,
        names: &[String],
        cells: &[BTreeMap<Cell, Sums>],
        is_share: bool,
    ) -> Picture {
        let of = |(number, words): (usize, &String)| Bar {
            words: words.clone(),
            arms: cells.iter().map(|cells| self.mean(cells, (0, number as i64))).collect(),
        };
        let all = names.iter().enumerate().map(of);
        let (mut bars, rest): (Vec<Bar>, Vec<Bar>) =
            all.partition(|bar| bar.arms.iter().any(|mean| mean.value > 0.0));
        let size = |bar: &Bar| bar.arms.iter().map(|mean| mean.value).fold(0.0, f64::max);
        bars.sort_by(|a, b| size(b).total_cmp(&size(a)));
        // A name that stands in a row, if only with a 0, came up.
        let comes_up = |words: &String| {
            let number = names.iter().position(|name| name == words).map(|number| number as i64);
            cells.iter().any(|cells| number.is_some_and(|number| cells.contains_key(&(0, number))))
        };
        let never =
            rest.into_iter().map(|bar| bar.words).filter(|words| !is_share && !comes_up(words)).collect();
        Picture::Bars { title, is_share, bars, never }
    }
}
