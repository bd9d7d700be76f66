//! Rows for other programs: a row a game, and a row for each row of each kind that games have; as CSV and as Parquet.

mod csv;
mod files;
mod parquet;

use std::borrow::Cow;

use crate::bench::{GameOrder, Played};
use crate::instruments::RowColumn;
use crate::plan::Plan;
use crate::shard::Block;

pub use csv::Csv;
pub use files::{RowFiles, RowsFault};
pub use parquet::{Parquet, ParquetError};

/// A table of rows: that of the games, or that of a kind of rows by its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rows {
    /// A row a game.
    Games,
    /// The rows of a kind.
    Kind(usize),
}

/// Values that a column holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Holds {
    /// Whole numbers.
    Numbers,
    /// Words.
    Words,
}

/// A value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cell<'a> {
    /// In a column of numbers.
    Number(i64),
    /// In a column of words.
    Words(Cow<'a, str>),
}

impl<'a> From<&'a str> for Cell<'a> {
    fn from(words: &'a str) -> Self {
        Self::Words(Cow::Borrowed(words))
    }
}

impl From<String> for Cell<'_> {
    fn from(words: String) -> Self {
        Self::Words(Cow::Owned(words))
    }
}

/// Columns of every table, that of games has more.
const HEAD: [(&str, Holds); 4] =
    [("block", Holds::Numbers), ("seed", Holds::Numbers), ("rules", Holds::Words), ("table", Holds::Words)];
const OF_GAMES: [(&str, Holds); 6] = [
    ("player_a", Holds::Words),
    ("player_b", Holds::Words),
    ("way", Holds::Words),
    ("end", Holds::Words),
    ("commands", Holds::Numbers),
    ("state", Holds::Words),
];

impl Rows {
    /// All tables of a plan.
    pub fn all(plan: &Plan) -> impl Iterator<Item = Self> {
        std::iter::once(Self::Games).chain((0..plan.instruments.rows.len()).map(Self::Kind))
    }

    /// The name of its file without ending.
    pub fn name(self, plan: &Plan) -> &str {
        match self {
            Self::Games => "games",
            Self::Kind(number) => &plan.instruments.rows[number].name,
        }
    }

    /// Its columns.
    pub fn columns(self, plan: &Plan) -> Vec<(String, Holds)> {
        let mut columns: Vec<(String, Holds)> = HEAD.map(|(name, holds)| (name.to_owned(), holds)).to_vec();
        match self {
            Self::Games => {
                columns.extend(OF_GAMES.map(|(name, holds)| (name.to_owned(), holds)));
                columns.extend(plan.columns.iter().map(|column| (column.name.clone(), Holds::Numbers)));
            }
            Self::Kind(number) => {
                columns.push(("way".to_owned(), Holds::Words));
                let holds = |column: &RowColumn| match column.names.is_empty() {
                    true => Holds::Numbers,
                    false => Holds::Words,
                };
                let own = &plan.instruments.rows[number].columns;
                columns.extend(own.iter().map(|column| (column.name.clone(), holds(column))));
            }
        }
        columns
    }

    /// Gives each row of a block to `take`.
    ///
    /// # Errors
    /// Those of `take`.
    pub fn of<E>(
        self,
        plan: &Plan,
        block: &Block,
        mut take: impl FnMut(&[Cell]) -> Result<(), E>,
    ) -> Result<(), E> {
        for (order, game) in plan.block(block.number).into_iter().zip(&block.games) {
            let mut cells = head(plan, block, &order);
            match self {
                Self::Games => {
                    let [a, b] = plan.styles(&order);
                    cells.extend([a.into(), b.into(), order.way.words().into(), game.end.to_string().into()]);
                    cells.extend([
                        Cell::Number(i64::from(game.commands)),
                        format!("{:016x}", game.state).into(),
                    ]);
                    cells.extend(game.values.iter().map(|value| Cell::Number(*value)));
                    take(&cells)?;
                }
                Self::Kind(number) => {
                    cells.push(order.way.words().into());
                    rows(plan, number, game, cells, &mut take)?;
                }
            }
        }
        Ok(())
    }
}

/// First cells of every row of a game.
fn head<'a>(plan: &'a Plan, block: &Block, order: &GameOrder) -> Vec<Cell<'a>> {
    let (rules, table) = (plan.arms[order.arm].name.as_str(), plan.tables[order.table].as_str());
    // Seeds are counted on from the first, which a file writes down: none is beyond what a number holds.
    let number = |number: u64| Cell::Number(i64::try_from(number).unwrap_or(i64::MAX));
    vec![number(block.number), number(order.seed), rules.into(), table.into()]
}

/// The rows of a kind that a game has, each after what all of its rows begin with.
fn rows<'a, E>(
    plan: &'a Plan,
    number: usize,
    game: &Played,
    mut cells: Vec<Cell<'a>>,
    take: &mut impl FnMut(&[Cell]) -> Result<(), E>,
) -> Result<(), E> {
    let columns = &plan.instruments.rows[number].columns;
    let begins = cells.len();
    let cell = |(number, column): (&i64, &'a RowColumn)| match column.names.is_empty() {
        true => Cell::Number(*number),
        false => match usize::try_from(*number).ok().and_then(|number| column.names.get(number)) {
            Some(name) => name.as_str().into(),
            None => number.to_string().into(),
        },
    };
    for row in game.rows.get(number).map_or(&[][..], Vec::as_slice).chunks_exact(columns.len().max(1)) {
        cells.truncate(begins);
        cells.extend(row.iter().zip(columns).map(cell));
        take(&cells)?;
    }
    Ok(())
}
