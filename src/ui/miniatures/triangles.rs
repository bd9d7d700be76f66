//! Triangulates a simple polygon by ear clipping.

use crate::table::shape::Point;

/// Triangles that cover a simple polygon, as indices of its corners, each
/// counter-clockwise. Corners run counter-clockwise; fewer than three give none.
pub(in crate::ui) fn triangles(corners: &[Point]) -> Vec<[usize; 3]> {
    let mut left: Vec<usize> = (0..corners.len()).collect();
    let mut cut = Vec::new();
    while left.len() > 3 {
        // A simple polygon always has an ear. Should rounding hide it, any
        // corner is cut off: a wrong sliver of colour is better than no piece.
        let ear = (0..left.len()).find(|&at| is_ear(corners, &left, at)).unwrap_or(0);
        cut.push(around(&left, ear));
        left.remove(ear);
    }
    if let [a, b, c] = left[..] {
        cut.push([a, b, c]);
    }
    cut
}

/// A corner with its neighbours.
fn around(left: &[usize], at: usize) -> [usize; 3] {
    let count = left.len();
    [left[(at + count - 1) % count], left[at], left[(at + 1) % count]]
}

/// Whether the triangle at a corner lies inside and holds no other corner.
fn is_ear(corners: &[Point], left: &[usize], at: usize) -> bool {
    let ear = around(left, at);
    let [a, b, c] = ear.map(|corner| corners[corner]);
    let inside = |p: Point| turn(a, b, p) >= 0.0 && turn(b, c, p) >= 0.0 && turn(c, a, p) >= 0.0;
    turn(a, b, c) > 0.0 && !left.iter().any(|other| !ear.contains(other) && inside(corners[*other]))
}

/// Above 0 where the way over three points turns left.
fn turn(a: Point, b: Point, c: Point) -> f64 {
    (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
}
