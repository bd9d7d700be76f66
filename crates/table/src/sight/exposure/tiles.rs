//! A binary space partition of a grid: tiles halved along their longer side down to single cells, so that most cells
//! are settled many at a time.

use std::ops::Range;

use super::grid::Grid;
use crate::outline::Bounds;
use warstrike_rules::measures::Place;

/// A block of cells.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Tile {
    pub(super) columns: Range<usize>,
    pub(super) rows: Range<usize>,
    /// Around the middles of its cells.
    pub(super) bounds: Bounds,
    /// The lowest and the highest foot, inches.
    pub(super) feet: [f64; 2],
    /// Its halves: the first is the next tile in the list, the second has this index. `None` for a single cell.
    pub(super) second: Option<usize>,
}

impl Tile {
    /// The number of its cells.
    pub(super) fn cells(&self) -> usize {
        self.columns.len() * self.rows.len()
    }
}

/// All tiles of a grid of at least one cell, given the feet of the cells' bodies. The first tile is the whole grid.
pub(super) fn tiles(grid: &Grid, feet: &[Place]) -> Vec<Tile> {
    let mut tiles = Vec::with_capacity(2 * grid.cells());
    split(grid, feet, 0..grid.columns, 0..grid.rows, &mut tiles);
    tiles
}

/// For each tile, whether any of its cells is wanted.
pub(super) fn wanted_tiles(grid: &Grid, tiles: &[Tile], is_wanted: impl Fn(usize) -> bool) -> Vec<bool> {
    let mut wanted = vec![false; tiles.len()];
    // A tile's halves come after it.
    for (index, tile) in tiles.iter().enumerate().rev() {
        wanted[index] = match tile.second {
            Some(second) => wanted[index + 1] || wanted[second],
            None => is_wanted(grid.index(tile.columns.start, tile.rows.start)),
        };
    }
    wanted
}

/// Adds a tile and all tiles within it; returns its index.
fn split(
    grid: &Grid,
    feet: &[Place],
    columns: Range<usize>,
    rows: Range<usize>,
    tiles: &mut Vec<Tile>,
) -> usize {
    let node = tiles.len();
    let low = grid.middle(columns.start, rows.start);
    let high = grid.middle(columns.end - 1, rows.end - 1);
    let foot = feet[grid.index(columns.start, rows.start)].z.inches();
    tiles.push(Tile {
        columns: columns.clone(),
        rows: rows.clone(),
        bounds: [low.ground(), high.ground()],
        feet: [foot; 2],
        second: None,
    });
    let [first, second] = if columns.len() >= rows.len() {
        let half = columns.start + columns.len() / 2;
        [(columns.start..half, rows.clone()), (half..columns.end, rows)]
    } else {
        let half = rows.start + rows.len() / 2;
        [(columns.clone(), rows.start..half), (columns, half..rows.end)]
    };
    if first.0.is_empty() || first.1.is_empty() {
        return node;
    }
    let first = split(grid, feet, first.0, first.1, tiles);
    let second = split(grid, feet, second.0, second.1, tiles);
    let [a, b] = [tiles[first].feet, tiles[second].feet];
    tiles[node].feet = [a[0].min(b[0]), a[1].max(b[1])];
    tiles[node].second = Some(second);
    node
}
