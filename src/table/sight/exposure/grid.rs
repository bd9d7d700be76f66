//! Square cells over a table, and the places in their middles.

use std::ops::Range;

use crate::rules::measures::{Place, Thou};
use crate::table::shape::Point;

/// Square cells in columns along x and rows along y.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Grid {
    /// The corner with the lowest x and y.
    pub low: [Thou; 2],
    /// The edge of a cell, above 0.
    pub cell: Thou,
    /// How many cells along x, at least 1.
    pub columns: usize,
    /// How many along y, at least 1.
    pub rows: usize,
}

/// Why there is no such grid.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum GridError {
    /// The edge of a cell is not a length above 0.
    #[error("{0} is no cell: its edge must be a number from 0.001 to 1000 inches")]
    Cell(f64),
    /// It would have more cells than may be asked for.
    #[error(
        "cells of {cell} are too small here: there would be {cells}, and {} is the most",
        Grid::MOST_CELLS
    )]
    TooMany {
        /// The edge of a cell.
        cell: Thou,
        /// How many there would be.
        cells: usize,
    },
    /// Some of it lies where no coordinate reaches.
    #[error("a grid must lie between -1000 and 1000 inches and have a cell at least")]
    Beyond,
}

impl Grid {
    /// The most cells of a grid: a little under a quarter of an inch on the largest tables.
    pub const MOST_CELLS: usize = 400_000;

    /// The length of half an inch.
    pub const HALF_INCH: Thou = Thou(500);

    /// Over the whole of a table of a width and depth, inches, from its corner on. Where the cells do
    /// not fill it evenly the last ones reach over its edge.
    ///
    /// # Errors
    /// Cells without size, or too many of them.
    pub fn over(size: Point, cell: Thou) -> Result<Self, GridError> {
        if cell.0 <= 0 {
            return Err(GridError::Cell(cell.inches()));
        }
        let thou = size.map(|length| (length * 1000.0).round() as i32);
        let [columns, rows] = thou.map(|length| (length.max(1) as usize).div_ceil(cell.0 as usize));
        Self { low: thou.map(|length| Thou(-length / 2)), cell, columns, rows }.checked()
    }

    /// The same grid, if it may be asked for.
    ///
    /// # Errors
    /// Cells without size, or too many of them.
    pub fn checked(self) -> Result<Self, GridError> {
        if self.cell.0 <= 0 {
            return Err(GridError::Cell(self.cell.inches()));
        }
        let cells = self.columns.saturating_mul(self.rows);
        if cells > Self::MOST_CELLS {
            return Err(GridError::TooMany { cell: self.cell, cells });
        }
        let limit = (Thou::LIMIT_INCHES * 1000.0) as i64;
        let end = |axis: usize, count: usize| {
            i64::from(self.low[axis].0) + i64::from(self.cell.0).saturating_mul(count as i64)
        };
        let lies_within = self.low.iter().all(|low| i64::from(low.0) >= -limit)
            && [end(0, self.columns), end(1, self.rows)].into_iter().all(|end| end <= limit);
        if lies_within && cells > 0 { Ok(self) } else { Err(GridError::Beyond) }
    }

    /// A length as the edge of a cell.
    ///
    /// # Errors
    /// Not a number, less than a thousandth of an inch or more than a coordinate may be.
    pub fn edge(inches: f64) -> Result<Thou, GridError> {
        let edge = Thou::from_inches(inches).map_err(|_| GridError::Cell(inches))?;
        if edge.0 > 0 { Ok(edge) } else { Err(GridError::Cell(inches)) }
    }

    /// How many cells there are.
    pub fn cells(&self) -> usize {
        self.columns * self.rows
    }

    /// The place in the middle of a cell, at height 0; to the next lower thousandth.
    pub fn middle(&self, column: usize, row: usize) -> Place {
        let at = |low: Thou, nth: usize| Thou(low.0 + (self.cell.0 * (2 * nth as i32 + 1)) / 2);
        Place { x: at(self.low[0], column), y: at(self.low[1], row), z: Thou(0) }
    }

    /// Where a cell stands in a list of all of them, row by row from the lowest y.
    pub fn index(&self, column: usize, row: usize) -> usize {
        row * self.columns + column
    }

    /// The column and the row of the cell over which a point lies, inches.
    pub fn cell_at(&self, at: Point) -> Option<[usize; 2]> {
        let nth = |axis: usize, most: usize| {
            let nth = ((at[axis] - self.low[axis].inches()) / self.cell.inches()).floor();
            (nth >= 0.0 && nth < most as f64).then_some(nth as usize)
        };
        Some([nth(0, self.columns)?, nth(1, self.rows)?])
    }

    /// The indices of all cells of a block.
    pub(super) fn indices(&self, columns: Range<usize>, rows: Range<usize>) -> impl Iterator<Item = usize> {
        let width = self.columns;
        rows.flat_map(move |row| columns.clone().map(move |column| row * width + column))
    }
}
