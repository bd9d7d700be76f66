//! Least squares: how much of a number goes with others, and what is left of it without them.

/// The slopes of `y` on the columns of `x`, each about its mean; 0 for a column that never changes or says what others say
/// already. Rows are `(x, y)`; all `x` are of one length.
pub fn slopes<'r>(rows: impl Iterator<Item = (&'r [f64], f64)> + Clone) -> Vec<f64> {
    let width = rows.clone().next().map_or(0, |(x, _)| x.len());
    let count = rows.clone().count() as f64;
    if count < 2.0 {
        return vec![0.0; width];
    }
    let mean_y = rows.clone().map(|(_, y)| y).sum::<f64>() / count;
    let means: Vec<f64> =
        (0..width).map(|column| rows.clone().map(|(x, _)| x[column]).sum::<f64>() / count).collect();
    // The normal equations, with what they are equal to in the last column.
    let mut equations = vec![vec![0.0; width + 1]; width];
    for (x, y) in rows {
        for row in 0..width {
            let off = x[row] - means[row];
            for column in 0..width {
                equations[row][column] += off * (x[column] - means[column]);
            }
            equations[row][width] += off * (y - mean_y);
        }
    }
    solve(equations)
}

/// Gauss with the largest pivot; an unknown without one is 0.
fn solve(mut equations: Vec<Vec<f64>>) -> Vec<f64> {
    let width = equations.len();
    let scale: Vec<f64> = (0..width).map(|row| equations[row][row].abs()).collect();
    let mut row_of = vec![None; width];
    let mut next = 0;
    for column in 0..width {
        let pivot =
            (next..width).max_by(|a, b| equations[*a][column].abs().total_cmp(&equations[*b][column].abs()));
        let Some(pivot) = pivot.filter(|row| equations[*row][column].abs() > 1e-9 * scale[column]) else {
            continue;
        };
        equations.swap(next, pivot);
        let (above, below) = equations.split_at_mut(next + 1);
        let pivot = &above[next];
        for row in below {
            let factor = row[column] / pivot[column];
            row.iter_mut().zip(pivot).for_each(|(value, other)| *value -= factor * other);
        }
        row_of[column] = Some(next);
        next += 1;
    }
    let mut found = vec![0.0; width];
    for column in (0..width).rev() {
        let Some(row) = row_of[column] else { continue };
        let known: f64 = (column + 1..width).map(|other| equations[row][other] * found[other]).sum();
        found[column] = (equations[row][width] - known) / equations[row][column];
    }
    found
}

/// Sum of columns times their slopes.
pub fn explained(x: &[f64], slopes: &[f64]) -> f64 {
    x.iter().zip(slopes).map(|(x, slope)| x * slope).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// y = 2a − 3b + 7 without noise; a third column that is the sum of both, and one that never changes, say nothing more.
    #[test]
    fn slopes_are_those_of_the_plane() {
        let ab = [[1.0, 2.0], [2.0, 1.0], [4.0, -1.0], [0.0, 5.0], [-3.0, 2.5]];
        let rows: Vec<(Vec<f64>, f64)> =
            ab.iter().map(|[a, b]| (vec![*a, *b, a + b, 4.0], 2.0 * a - 3.0 * b + 7.0)).collect();
        let of = |width: usize| slopes(rows.iter().map(move |(x, y)| (&x[..width], *y)));
        let two = of(2);
        assert!((two[0] - 2.0).abs() < 1e-9 && (two[1] + 3.0).abs() < 1e-9, "{two:?}");
        let four = of(4);
        for (x, y) in &rows {
            let off = explained(x, &four) - explained(&rows[0].0, &four) - (y - rows[0].1);
            assert!(off.abs() < 1e-9, "{four:?}");
        }
        assert_eq!(slopes(rows.iter().take(1).map(|(x, y)| (x.as_slice(), *y))), [0.0; 4]);
    }
}
