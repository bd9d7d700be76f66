//! A grid of square cells over a table, and the places in their middles.

use std::ops::Range;

use crate::shape::Point;
use warstrike_rules::measures::{Place, Thou};

/// Square cells in columns along x and rows along y.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Grid {
    /// The corner with the lowest x and y.
    pub low: [Thou; 2],
    /// The edge length of a cell, above 0.
    pub cell: Thou,
    /// Cells along x, at least 1.
    pub columns: usize,
    /// Cells along y, at least 1.
    pub rows: usize,
}

/// Why a grid is invalid.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum GridError {
    /// The edge of a cell is not a length above 0.
    #[error("{0} is not a valid cell size: it must be a number from 0.001 to 1000 inches")]
    Cell(f64),
    /// It would have too many cells.
    #[error(
        "cells of {cell} are too small here: there would be {cells} of them, and at most {} are allowed",
        Grid::MAX_CELLS
    )]
    TooMany {
        /// The edge of a cell.
        cell: Thou,
        /// Number of cells there would be.
        cells: usize,
    },
    /// It has no cell, or some of it lies where no coordinate reaches.
    #[error("a grid must lie between -1000 and 1000 inches and have at least one cell")]
    Beyond,
}

impl Grid {
    /// Enough for cells of a little under a quarter of an inch on the largest tables.
    pub const MAX_CELLS: usize = 400_000;

    /// The length of half an inch.
    pub const HALF_INCH: Thou = Thou(500);

    /// A grid over the whole of a table of a width and depth, inches, starting at its corner. If cells do not fit
    /// evenly, the last ones reach over the table's edge.
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

    /// The same grid, if it is valid.
    ///
    /// # Errors
    /// Cells without size, no cells, too many of them, or some out of range.
    pub fn checked(self) -> Result<Self, GridError> {
        if self.cell.0 <= 0 {
            return Err(GridError::Cell(self.cell.inches()));
        }
        let cells = self.columns.saturating_mul(self.rows);
        if cells > Self::MAX_CELLS {
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

    /// A length in inches as the edge of a cell.
    ///
    /// # Errors
    /// Not a number, less than a thousandth of an inch, or larger than a coordinate may be.
    pub fn edge(inches: f64) -> Result<Thou, GridError> {
        let edge = Thou::from_inches(inches).map_err(|_| GridError::Cell(inches))?;
        if edge.0 > 0 { Ok(edge) } else { Err(GridError::Cell(inches)) }
    }

    /// The number of cells.
    pub fn cells(&self) -> usize {
        self.columns * self.rows
    }

    /// The place in the middle of a cell, at height 0, rounded down to a thousandth.
    pub fn middle(&self, column: usize, row: usize) -> Place {
        let at = |low: Thou, index: usize| Thou(low.0 + (self.cell.0 * (2 * index as i32 + 1)) / 2);
        Place { x: at(self.low[0], column), y: at(self.low[1], row), z: Thou(0) }
    }

    /// A cell's index: row by row from the lowest y.
    pub fn index(&self, column: usize, row: usize) -> usize {
        row * self.columns + column
    }

    /// The column and row of the cell that contains a point, inches.
    pub fn cell_at(&self, at: Point) -> Option<[usize; 2]> {
        let index = |axis: usize, count: usize| {
            let index = ((at[axis] - self.low[axis].inches()) / self.cell.inches()).floor();
            (index >= 0.0 && index < count as f64).then_some(index as usize)
        };
        Some([index(0, self.columns)?, index(1, self.rows)?])
    }

    /// The indices of all cells in a block.
    pub(super) fn indices(&self, columns: Range<usize>, rows: Range<usize>) -> impl Iterator<Item = usize> {
        let width = self.columns;
        rows.flat_map(move |row| columns.clone().map(move |column| row * width + column))
    }
}
