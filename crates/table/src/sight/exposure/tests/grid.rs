//! Grids and the bodies in their cells.

use super::soldier;
use crate::sample::{hill, house, table};
use crate::shape::Point;
use crate::sight::exposure::{Grid, GridError};
use warstrike_rules::measures::Thou;
use warstrike_rules::ruleset::SightRules;

/// 4 columns and 3 rows of 2 inches, starting at (-3, 1).
const SMALL: Grid = Grid { low: [Thou(-3000), Thou(1000)], cell: Thou(2000), columns: 4, rows: 3 };

#[test]
fn a_point_lies_in_the_cell_around_it_or_in_none() {
    for (point, expected, reason) in [
        ([-3.0, 1.0], Some([0, 0]), "the lowest corner"),
        ([-2.0, 2.0], Some([0, 0]), "the middle of the first cell"),
        ([2.0, 6.0], Some([2, 2]), "the third column, the third row"),
        ([4.999, 6.999], Some([3, 2]), "the last cell"),
        ([-1.0, 3.0], Some([1, 1]), "a corner belongs to the highest of its four cells"),
        ([-3.001, 2.0], None, "left of all"),
        ([5.0, 2.0], None, "right of all"),
        ([0.0, 0.999], None, "below all"),
        ([0.0, 7.0], None, "above all"),
    ] {
        assert_eq!(SMALL.cell_at(point), expected, "{reason}");
    }
    for cell in SMALL.indices(0..4, 0..3) {
        let [column, row] = [cell % 4, cell / 4];
        assert_eq!(SMALL.cell_at(SMALL.middle(column, row).ground()), Some([column, row]));
        assert_eq!(SMALL.index(column, row), cell);
    }
}

#[test]
fn a_grid_covers_its_table() {
    for (size, cell, columns, rows) in [
        ([44.0, 30.0], 1000, 44, 30),
        // The last cells reach over the edge.
        ([44.0, 30.0], 4000, 11, 8),
        ([0.5, 7.0], 7000, 1, 1),
    ] {
        let found = Grid::over(size, Thou(cell)).unwrap();
        let low: Point = size.map(|length| -length / 2.0);
        assert_eq!((found.columns, found.rows, found.low.map(Thou::inches)), (columns, rows, low));
    }
}

#[test]
fn invalid_grids_are_refused() {
    let limit = 1_000_000;
    let grid = |low: [i32; 2], cell: i32, columns: usize, rows: usize| {
        Grid { low: low.map(Thou), cell: Thou(cell), columns, rows }.checked()
    };
    let max = Grid::MAX_CELLS;
    let too_many = |cells: usize| GridError::TooMany { cell: Thou(1), cells };
    for (found, expected, reason) in [
        (grid([0, 0], 1000, 3, 2), None, "a small one"),
        (grid([0, 0], 1, max, 1), None, "as many cells as allowed"),
        (grid([0, 0], 1, max + 1, 1), Some(too_many(max + 1)), "one more"),
        (grid([0, 0], 0, 3, 2), Some(GridError::Cell(0.0)), "cells without size"),
        (grid([0, 0], 1000, 0, 2), Some(GridError::Beyond), "no cells"),
        (grid([-limit, -limit], 1000, 2, 2), None, "from the lowest place"),
        (grid([-limit - 1, 0], 1000, 2, 2), Some(GridError::Beyond), "from beyond it along x"),
        (grid([0, -limit - 1], 1000, 2, 2), Some(GridError::Beyond), "from beyond it along y"),
        (grid([limit - 2000, 0], 1000, 2, 2), None, "up to the highest place"),
        (grid([limit - 1999, 0], 1000, 2, 2), Some(GridError::Beyond), "over it along x"),
        (grid([0, limit - 1999], 1000, 2, 2), Some(GridError::Beyond), "over it along y"),
    ] {
        assert_eq!(found.err(), expected, "{reason}");
    }
}

/// Rule: VIS-1. In the middles of cells of 2 inches: on the steps of a hill, 1 and 2 high with radii of 4 and 2; in a
/// house, on the ground or on the floor at 3 that covers its half toward +x.
#[test]
fn bodies_stand_on_the_level_nearest_to_the_one_given() {
    let grid = Grid { low: [Thou(-6000), Thou(-1000)], cell: Thou(2000), columns: 6, rows: 1 };
    for (piece, level, expected, reason) in [
        (hill(), 0, [0.0, 1.0, 2.0, 2.0, 1.0, 0.0], "up the hill"),
        (house(), 0, [0.0; 6], "on the ground of the house"),
        (house(), 2900, [0.0, 0.0, 0.0, 3.0, 3.0, 0.0], "on its upper floor"),
    ] {
        let like = soldier([0.0, 0.0], 0.0);
        let bodies =
            table(vec![piece]).body_grid(grid, &like, move |_| Thou(level), &SightRules::COMBINED).unwrap();
        let feet: Vec<f64> = bodies.bodies().map(|body| body.foot.z.inches()).collect();
        assert_eq!(feet, expected, "{reason}");
    }
}
