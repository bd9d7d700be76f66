//! What a report shows beside the judged measures: rows of each game, gauges, charts, and the dice that are held against what
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
    /// What luck is: sums of columns whose mean is 0 whatever the rules, because they are dice less what these were expected to show.
    pub luck: Vec<Control>,
    /// What is shown of each ruleset.
    pub gauges: Vec<Gauge>,
    /// What is drawn.
    pub charts: Vec<Chart>,
    /// The tables from above.
    pub grounds: Vec<Ground>,
}

/// A kind of rows: a file of its own.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RowKind {
    /// Its file's name without ending.
    pub name: String,
    /// What a row has.
    pub columns: Vec<RowColumn>,
}

/// A column of rows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RowColumn {
    /// Its name at the file's head.
    pub name: String,
    /// What its numbers are called, from 0; where there are no names, numbers stay numbers.
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
    /// What the sum is divided by.
    pub divided_by: f64,
}

/// A number of a ruleset: a sum a game, or one sum by another.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Gauge {
    /// In words.
    pub words: String,
    /// What it is, in a sentence.
    pub means: String,
    /// What is summed.
    pub top: Terms,
    /// By what it is divided; by the number of games where this is empty.
    pub per: Terms,
    /// What the sum stands for so many times: 10 for tenths.
    pub parts: f64,
    /// Whether people read it in percent.
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
        /// What its numbers are called, from 0.
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
        /// What is shown as shades, and what as dots: columns with words.
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
    /// What lies on it: outlines in its own measure, the origin in its middle.
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
