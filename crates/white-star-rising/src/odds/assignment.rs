//! The cheapest assignment of columns to rows: the Hungarian method with potentials (Kuhn 1955, in the form of Jonker and Volgenant
//! that adds one row at a time).

/// The column of each row, no column twice, so that the sum of the costs is least. There are at least as many columns as rows.
pub fn cheapest(costs: &[Vec<f64>]) -> Vec<usize> {
    let (rows, columns) = (costs.len(), costs.first().map_or(0, Vec::len));
    // Row 0 and column 0 stand for none.
    let mut row_price = vec![0.0; rows + 1];
    let mut column_price = vec![0.0; columns + 1];
    let mut row_of = vec![0; columns + 1];
    for row in 1..=rows {
        row_of[0] = row;
        let mut at = 0;
        let mut slack = vec![f64::INFINITY; columns + 1];
        let mut way = vec![0; columns + 1];
        let mut is_used = vec![false; columns + 1];
        while row_of[at] != 0 {
            is_used[at] = true;
            let from = row_of[at];
            let mut next = 0;
            let mut step = f64::INFINITY;
            for column in (1..=columns).filter(|column| !is_used[*column]) {
                let reduced = costs[from - 1][column - 1] - row_price[from] - column_price[column];
                if reduced < slack[column] {
                    (slack[column], way[column]) = (reduced, at);
                }
                if slack[column] < step {
                    (step, next) = (slack[column], column);
                }
            }
            for column in 0..=columns {
                if is_used[column] {
                    row_price[row_of[column]] += step;
                    column_price[column] -= step;
                } else {
                    slack[column] -= step;
                }
            }
            at = next;
        }
        while at != 0 {
            row_of[at] = row_of[way[at]];
            at = way[at];
        }
    }
    let mut column_of = vec![0; rows];
    for (column, row) in row_of.iter().enumerate().skip(1).filter(|(_, row)| **row != 0) {
        column_of[row - 1] = column - 1;
    }
    column_of
}

#[cfg(test)]
mod tests {
    use super::cheapest;

    /// Every assignment tried.
    fn tried(costs: &[Vec<f64>], used: &mut Vec<usize>) -> f64 {
        let Some(row) = costs.get(used.len()) else { return 0.0 };
        let mut best = f64::INFINITY;
        for (column, cost) in row.iter().enumerate() {
            if !used.contains(&column) {
                used.push(column);
                best = best.min(cost + tried(costs, used));
                used.pop();
            }
        }
        best
    }

    #[test]
    fn the_assignment_is_the_best_of_all() {
        for seed in 0..200u64 {
            let (rows, columns) = (1 + seed as usize % 4, 4 + seed as usize % 3);
            let cost = |row: usize, column: usize| {
                let mixed =
                    (seed * 31 + row as u64 * 7 + column as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
                -((mixed >> 40) as f64) / 1e6
            };
            let costs: Vec<Vec<f64>> =
                (0..rows).map(|row| (0..columns).map(|column| cost(row, column)).collect()).collect();
            let found: f64 = cheapest(&costs).iter().zip(&costs).map(|(column, row)| row[*column]).sum();
            assert!((found - tried(&costs, &mut Vec::new())).abs() < 1e-9, "{seed}");
        }
        assert!(cheapest(&[]).is_empty());
    }
}
