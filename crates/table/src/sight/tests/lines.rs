//! Tests of the solids and woods on a line of sight.

use super::*;
use crate::sample::table;

/// Rule: VIS-1, VIS-2 (the length of a line inside woods). Lines end halfway up the body.
#[test]
fn a_line_is_cut_by_solids_and_runs_through_woods() {
    let wood = |id: &str, low: Point, high: Point, height: i32| {
        piece(id, rectangle(low, high), Kind::Wood { height: Thou(height) })
    };
    let level = SightBody { eyes: Thou(625), ..soldier(0.0, 0.0, 0.0) };
    let there = soldier(10.0, 0.0, 0.0);
    for (pieces, from, blocked, in_woods, reason) in [
        (vec![], level, None, 0.0, "open ground"),
        (vec![rock([4.0, -1.0], [5.0, 1.0], 2000)], level, Some((0, 0.4)), 0.0, "cut at its near face"),
        (
            vec![rock([7.0, -1.0], [8.0, 1.0], 2000), rock([4.0, -1.0], [5.0, 1.0], 2000)],
            level,
            Some((1, 0.4)),
            0.0,
            "the nearer of two",
        ),
        (vec![rock([4.0, -1.0], [5.0, 1.0], 625)], level, None, 0.0, "touches its top"),
        (vec![rock([4.0, 0.0], [5.0, 1.0], 2000)], level, None, 0.0, "along its face"),
        (vec![wood("wood", [4.0, -1.0], [6.5, 1.0], 4000)], level, None, 2.5, "through a wood"),
        (vec![wood("wood", [4.0, -1.0], [6.5, 1.0], 600)], level, None, 0.0, "over low trees"),
        (vec![wood("wood", [9.0, -1.0], [12.0, 1.0], 4000)], level, None, 1.0, "into a wood"),
        (vec![wood("wood", [-3.0, -1.0], [0.75, 1.0], 4000)], level, None, 0.75, "out of a wood"),
        (vec![wood("wood", [-3.0, -1.0], [12.0, 1.0], 4000)], level, None, 10.0, "within one wood"),
        (vec![wood("wood", [4.0, 0.0], [6.5, 1.0], 4000)], level, None, 0.0, "along its edge"),
        (
            vec![wood("wood", [4.0, -1.0], [6.5, 1.0], 4000), wood("wood", [6.0, -1.0], [7.0, 1.0], 4000)],
            level,
            None,
            3.0,
            "overlapping woods count once",
        ),
        (
            vec![wood("wood", [2.0, -1.0], [9.0, 1.0], 4000)],
            SightBody { eyes: Thou(8125), ..level },
            None,
            (9.0 - 5.5) * 1.25,
            "down into the trees: 7.5 in 10, below 4 for the last 4.5 of them",
        ),
        (vec![loft()], soldier(2.0, 0.0, 3.0), None, 0.0, "no floor in the way"),
        (vec![table_top(625)], soldier(0.0, 0.0, 0.0), None, 0.0, "a floor that it ends on"),
        (vec![table_top(1100)], soldier(0.0, 0.0, 0.0), None, 0.0, "a floor that it begins on"),
        (
            vec![table_top(863)],
            soldier(0.0, 0.0, 0.0),
            Some((0, 0.237 / 0.475)),
            0.0,
            "a floor between these heights",
        ),
        (
            vec![loft()],
            SightBody { eyes: Thou(4625), ..soldier(2.0, 0.0, 3.0) },
            Some((0, 4.625 / 7.0)),
            0.0,
            "down through the floor",
        ),
    ] {
        let to = if reason == "down through the floor" { soldier(5.0, 0.0, 0.0) } else { there };
        let to = if reason == "no floor in the way" { soldier(5.0, 0.0, 3.0) } else { to };
        let line = table(pieces).sight_line(&from, &to);
        assert_eq!(line.blocked.map(|cut| cut.0), blocked.map(|cut| cut.0), "{reason}");
        let [share, expected] = [line.blocked, blocked].map(|cut| cut.map_or(0.0, |cut| cut.1));
        assert!((share - expected).abs() < 1e-9, "{reason}: cut at {share}");
        assert!((line.in_woods - in_woods).abs() < 1e-9, "{reason}: {} in woods", line.in_woods);
    }
}
