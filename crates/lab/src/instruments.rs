//! Instruments beside the judged measures: rows of each game, gauges, charts, and the dice that are held against what
//! was to be expected. Said by the game as plain data, before the first game; drawn by who knows no game.

use serde::{Deserialize, Serialize};

use crate::bench::Terms;

/// Everything that is looked at beside what is judged.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Instruments {
    /// The kinds of rows that each game has.
    pub rows: Vec<RowKind>,
    /// The measure from which luck is taken out, by its number.
    pub margin: Option<usize>,
    /// Luck: sums of columns whose mean is 0 whatever the rules, because they are dice less what these were expected to show.
    pub luck: Vec<Control>,
    /// Gauges of each ruleset.
    pub gauges: Vec<Gauge>,
    /// Charts.
    pub charts: Vec<Chart>,
    /// The tables from above.
    pub grounds: Vec<Ground>,
}

/// A kind of rows: a file of its own.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RowKind {
    /// Its file's name without ending.
    pub name: String,
    /// Its columns.
    pub columns: Vec<RowColumn>,
}

/// A column of rows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RowColumn {
    /// Its name at the file's head.
    pub name: String,
    /// Names of its numbers, from 0; where there are none, numbers stay numbers.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub names: Vec<String>,
}

/// A kind of luck.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Control {
    /// In words.
    pub words: String,
    /// Its columns.
    pub terms: Terms,
    /// Divisor of the sum.
    pub divided_by: f64,
}

/// A number of a ruleset: a sum a game, or one sum by another.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Gauge {
    /// In words.
    pub words: String,
    /// Its meaning, in a sentence.
    pub means: String,
    /// Columns that are summed.
    pub top: Terms,
    /// By what it is divided; by the number of games where this is empty.
    pub per: Terms,
    /// Parts of one in the sum: 10 for tenths.
    pub parts: f64,
    /// People read it in percent.
    pub is_share: bool,
}

/// A drawing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Chart {
    /// Sums of rows by a number in them, such as the round: a small drawing for each sum.
    Course {
        /// Its heading.
        title: String,
        /// The kind of rows.
        rows: usize,
        /// The column that has the number.
        by: usize,
        /// The columns that are summed, with words.
        sums: Vec<(usize, String)>,
    },
    /// Sums of rows by the name in a column of theirs: a bar for each name.
    Uses {
        /// Its heading.
        title: String,
        /// The kind of rows.
        rows: usize,
        /// The column that has the name.
        by: usize,
        /// The columns that are summed.
        sums: Vec<usize>,
    },
    /// Shares of games by what a column says: a bar for each name.
    Shares {
        /// Its heading.
        title: String,
        /// The column of games.
        column: usize,
        /// Names of its numbers, from 0.
        names: Vec<String>,
    },
    /// The tables from above, in squares: how often something was there.
    Places {
        /// Its heading.
        title: String,
        /// The kind of rows.
        rows: usize,
        /// The column that has the square, counted from the table's first corner, row by row.
        square: usize,
        /// Columns shown as shades, with their words.
        shades: Vec<(usize, String)>,
        /// The same as dots.
        dots: Vec<(usize, String)>,
    },
}

impl Chart {
    /// Its heading.
    pub fn title(&self) -> &str {
        match self {
            Self::Course { title, .. }
            | Self::Uses { title, .. }
            | Self::Shares { title, .. }
            | Self::Places { title, .. } => title,
        }
    }
}

/// A table from above.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Ground {
    /// Width and depth.
    pub size: [f64; 2],
    /// The side of a square.
    pub square: f64,
    /// Outlines of what lies on it, in its own measure, the origin in its middle.
    pub outlines: Vec<Vec<[f64; 2]>>,
}

impl Ground {
    /// Squares in a row, and rows.
    pub fn squares(&self) -> [usize; 2] {
        self.size.map(|side| libm::ceil(side / self.square).max(1.0) as usize)
    }

    /// The square of a point; what lies outside counts to the nearest.
    pub fn square_of(&self, point: [f64; 2]) -> usize {
        let [columns, rows] = self.squares();
        let of = |axis: usize, count: usize| {
            let along = libm::floor((point[axis] + self.size[axis] / 2.0) / self.square);
            along.clamp(0.0, (count - 1) as f64) as usize
        };
        of(1, rows) * columns + of(0, columns)
    }
}
