//! A grid's cells in tiles within tiles, so that most are settled many at a time.

use std::ops::Range;

use super::grid::Grid;
use crate::rules::measures::Place;
use crate::table::outline::Bounds;

/// A block of cells.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Tile {
    pub(super) columns: Range<usize>,
    pub(super) rows: Range<usize>,
    /// Around the cells' middles.
    pub(super) bounds: Bounds,
    /// The lowest and the highest foot, inches.
    pub(super) feet: [f64; 2],
    /// The tiles it falls into: the first follows it in the list, the second is at this index; none
    /// for a single cell.
    pub(super) second: Option<usize>,
}

impl Tile {
    /// How many cells it has.
    pub(super) fn cells(&self) -> usize {
        self.columns.len() * self.rows.len()
    }
}

/// All tiles of a grid whose cells have these feet, one at least; the whole grid is the first.
pub(super) fn tiles(grid: &Grid, feet: &[Place]) -> Vec<Tile> {
    let mut tiles = Vec::with_capacity(2 * grid.cells());
    grow(grid, feet, 0..grid.columns, 0..grid.rows, &mut tiles);
    tiles
}

/// For each tile whether any of its cells is asked for.
pub(super) fn asked_tiles(grid: &Grid, tiles: &[Tile], cell: impl Fn(usize) -> bool) -> Vec<bool> {
    let mut asked = vec![false; tiles.len()];
    // What a tile falls into comes behind it.
    for (nth, tile) in tiles.iter().enumerate().rev() {
        asked[nth] = match tile.second {
            Some(second) => asked[nth + 1] || asked[second],
            None => cell(grid.index(tile.columns.start, tile.rows.start)),
        };
    }
    asked
}

/// Adds a tile and all within it; its index.
fn grow(
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
    let first = grow(grid, feet, first.0, first.1, tiles);
    let second = grow(grid, feet, second.0, second.1, tiles);
    let [a, b] = [tiles[first].feet, tiles[second].feet];
    tiles[node].feet = [a[0].min(b[0]), a[1].max(b[1])];
    tiles[node].second = Some(second);
    node
}
