//! Occluders that block a beam together.

use super::*;
use crate::sight::exposure::joint_occluders::silhouettes;

fn rock(low: Point, high: Point, height: i32) -> Piece {
    piece("rock", rectangle(low, high), Kind::Point { height: Thou(height) })
}

fn round(x: f64, radius: f64) -> Piece {
    piece("round", Shape::Circle { centre: [x, 0.0], radius }, Kind::Point { height: Thou(5000) })
}

/// Rule: VIS-1.
#[test]
fn gapless_occluders_block_a_beam() {
    let [from, to] = [soldier([-10.0, 0.0], 0.0), soldier([10.0, 0.0], 0.0)];
    let right = rock([-1.0, -4.0], [1.0, 0.1], 5000);
    for (pieces, expected, reason) in [
        (vec![right.clone(), rock([-1.0, 0.0], [1.0, 4.0], 5000)], true, "across each other"),
        (vec![right.clone(), rock([-1.0, 0.1], [1.0, 4.0], 5000)], true, "face to face"),
        (vec![right.clone(), rock([-1.0, 0.2], [1.0, 4.0], 5000)], false, "with a gap"),
        (vec![right.clone(), rock([3.0, -2.0], [4.0, 4.0], 5000)], true, "one behind the other's end"),
        (vec![right.clone(), rock([-4.0, -2.0], [-3.0, 4.0], 5000)], true, "one before the other's end"),
        (vec![right.clone(), rock([3.0, 0.2], [4.0, 4.0], 5000)], false, "seen between them"),
        (vec![right.clone(), rock([-1.0, 0.0], [1.0, 4.0], 600)], false, "one is low"),
        (vec![right.clone(), rock([-1.0, 0.0], [1.0, 0.5], 5000)], false, "seen on the left"),
        (vec![right.clone(), rock([12.0, -2.0], [13.0, 4.0], 5000)], false, "one is behind the body"),
        (
            vec![right.clone(), rock([9.6, -2.0], [9.9, 4.0], 5000)],
            false,
            "one is too near to the body to be certain",
        ),
        (vec![right.clone(), rock([9.0, -2.0], [11.0, 4.0], 5000)], false, "the body is inside one"),
        (
            vec![rock([-1.0, -4.0], [1.0, -0.1], 5000), round(5.0, 2.0), rock([-1.0, 0.1], [1.0, 4.0], 5000)],
            true,
            "a tower behind a gap",
        ),
        (
            vec![rock([-1.0, -4.0], [1.0, -0.1], 5000), round(5.0, 0.1), rock([-1.0, 0.1], [1.0, 4.0], 5000)],
            false,
            "a post behind a gap",
        ),
    ] {
        let terrain = table(pieces);
        let candidates: Vec<usize> = (0..terrain.sight.all().len()).collect();
        // To one cell, and to a tile of 2 by 2.
        for (bounds, across) in [([[10.0, 0.0]; 2], "a cell"), ([[10.0, -1.0], [12.0, 1.0]], "a tile")] {
            let beam = Beam::new(&from, &tile(bounds, 0.0), &to);
            let silhouettes = silhouettes(&from, &terrain.sight);
            let found = beam.is_jointly_blocked(&terrain.sight, &candidates, &silhouettes);
            assert_eq!(found, expected, "{across}: {reason}");
            let [low, high] = bounds;
            for corner in [low, [high[0], low[1]], high, [low[0], high[1]]] {
                let to = soldier(corner, 0.0);
                for [from, to] in [[from, to], [to, from]] {
                    let in_view = terrain.fraction_in_view(&from, &to);
                    assert!(!found || in_view < 1e-9, "{across}: {reason}: {in_view}");
                }
            }
        }
    }
}

/// Rule: VIS-1. The ends of a tower's silhouette lie across the line to it, a little within its rim; from inside it has
/// none.
#[test]
fn a_silhouette_has_two_ends() {
    for [x, y] in [[5.0, 0.0], [3.0, 4.0], [-4.0, 3.0], [0.0, -5.0]] {
        let eye = soldier([1.0, -2.0], 0.0);
        let tower = |radius| Shape::Circle { centre: [1.0 + x, -2.0 + y], radius };
        let found = |radius| {
            let kind = Kind::Point { height: Thou(5000) };
            silhouettes(&eye, &table(vec![piece("tower", tower(radius), kind)]).sight)[0]
        };
        // 0.99 x 2 aside; the unit vector is a fifth of the offset along each axis.
        let [aside_x, aside_y] = [y * 0.396, -x * 0.396];
        let expected = [[x + aside_x, y + aside_y], [x - aside_x, y - aside_y]];
        let apart = |a: Point, b: Point| (a[0] - b[0]).abs() + (a[1] - b[1]).abs();
        let ends = found(2.0).unwrap();
        assert!((0..2).all(|side| apart(ends[side], expected[side]) < 1e-9), "{ends:?}, not {expected:?}");
        assert_eq!(found(5.5), None, "from inside");
    }
}
