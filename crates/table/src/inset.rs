//! Shapes made smaller by a margin: where a base's centre may stand on a floor (STR-5).
//!
//! Every edge is moved inward; round a corner that points inward the margin is a circle, drawn with tangents just outside it,
//! so that nothing is nearer to the edge than the margin.

use super::outline::{first_crossing_edges, signed_area};
use super::plane::{Leg, cross, dot, subtract};
use super::shape::{Point, Shape};

/// The largest turn between two tangents of the circle round a corner, degrees: they keep off it by 0.001 of the margin or less.
const TANGENT_TURN_DEGREES: f64 = 6.0;

/// Edges whose directions differ by less are parallel: the sine of the angle.
const PARALLEL: f64 = 1e-9;

/// The part of a shape that lies at least `by` inches inside its edge; `None` if that is nothing, or more than one shape.
///
/// Rule: STR-5.
pub(super) fn inset(shape: &Shape, by: f64) -> Option<Shape> {
    match shape {
        Shape::Circle { centre, radius } => {
            (*radius > by).then(|| Shape::Circle { centre: *centre, radius: radius - by })
        }
        Shape::Polygon(_) => inset_polygon(&shape.edges().collect::<Vec<Leg>>(), by).map(Shape::Polygon),
    }
}

/// A line that bounds the inset shape, with the shape to its left.
#[derive(Clone, Copy, Debug)]
struct Line {
    at: Point,
    /// Of length 1.
    along: Point,
}

fn inset_polygon(edges: &[Leg], by: f64) -> Option<Vec<Point>> {
    let mut lines = lines(edges, by);
    loop {
        lines = without_parallels(lines);
        if lines.len() < 3 {
            return None;
        }
        let corners = corners(&lines);
        let next = corners.iter().cycle().skip(1);
        // An edge that is shorter than what is taken off both of its ends comes out the other way round.
        let vanished = lines
            .iter()
            .zip(corners.iter().zip(next))
            .position(|(line, (from, to))| dot(line.along, subtract(*to, *from)) <= 0.0);
        match vanished {
            Some(index) => drop(lines.remove(index)),
            None => {
                let is_whole = signed_area(&corners) > 0.0 && first_crossing_edges(&corners).is_none();
                return is_whole.then_some(corners);
            }
        }
    }
}

/// The edges moved inward, and the tangents between two that meet at a corner which points inward.
fn lines(edges: &[Leg], by: f64) -> Vec<Line> {
    let directions: Vec<Point> = edges
        .iter()
        .map(|edge| {
            let [x, y] = subtract(edge.to, edge.from);
            let length = libm::hypot(x, y);
            [x / length, y / length]
        })
        .collect();
    let moved = |at: Point, along: Point| Line { at: [at[0] - by * along[1], at[1] + by * along[0]], along };
    let mut lines = Vec::with_capacity(edges.len());
    for (index, edge) in edges.iter().enumerate() {
        let (along, next) = (directions[index], directions[(index + 1) % edges.len()]);
        lines.push(moved(edge.from, along));
        let turn = libm::atan2(cross(along, next), dot(along, next));
        if turn < 0.0 {
            let steps = (-turn.to_degrees() / TANGENT_TURN_DEGREES).ceil();
            lines.extend((1..steps as usize).map(|step| {
                let by = turn * step as f64 / steps;
                let (sin, cos) = (libm::sin(by), libm::cos(by));
                let [x, y] = along;
                moved(edge.to, [x * cos - y * sin, x * sin + y * cos])
            }));
        }
    }
    lines
}

/// Of neighbours that run the same way only the inner one bounds the shape.
fn without_parallels(lines: Vec<Line>) -> Vec<Line> {
    let mut kept: Vec<Line> = Vec::with_capacity(lines.len());
    let is_parallel =
        |a: &Line, b: &Line| cross(a.along, b.along).abs() < PARALLEL && dot(a.along, b.along) > 0.0;
    let inner = |a: Line, b: Line| if cross(a.along, subtract(b.at, a.at)) > 0.0 { b } else { a };
    for line in lines {
        match kept.last_mut() {
            Some(last) if is_parallel(last, &line) => *last = inner(*last, line),
            _ => kept.push(line),
        }
    }
    while kept.len() > 1 && is_parallel(&kept[kept.len() - 1], &kept[0]) {
        let last = kept.remove(kept.len() - 1);
        kept[0] = inner(last, kept[0]);
    }
    kept
}

/// Intersections of each line with the one before it.
fn corners(lines: &[Line]) -> Vec<Point> {
    let before = |index: usize| lines[(index + lines.len() - 1) % lines.len()];
    let meeting = |(index, line): (usize, &Line)| {
        let other = before(index);
        let share = cross(subtract(line.at, other.at), line.along) / cross(other.along, line.along);
        [other.at[0] + share * other.along[0], other.at[1] + share * other.along[1]]
    };
    lines.iter().enumerate().map(meeting).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn polygon(corners: &[[f64; 2]]) -> Shape {
        Shape::Polygon(corners.to_vec())
    }

    /// Corners by hand: an edge that leaves nothing between its neighbours goes; what is too thin leaves nothing.
    ///
    /// Rule: STR-5.
    #[test]
    fn edges_move_inward() {
        for (shape, expected, reason) in [
            (
                polygon(&[[0.0, 0.0], [4.0, 0.0], [4.0, 2.0], [0.0, 2.0]]),
                Some(vec![[0.5, 0.5], [3.5, 0.5], [3.5, 1.5], [0.5, 1.5]]),
                "a rectangle",
            ),
            (
                polygon(&[[0.0, 0.0], [4.0, 0.0], [4.0, 1.0], [0.0, 1.0]]),
                None,
                "exactly twice as wide as the margin",
            ),
            (polygon(&[[0.0, 0.0], [4.0, 0.0], [4.0, 0.5], [0.0, 0.5]]), None, "thinner"),
            (
                polygon(&[[0.0, 0.0], [3.8, 0.0], [4.0, 0.2], [4.0, 4.0], [0.0, 4.0]]),
                Some(vec![[0.5, 0.5], [3.5, 0.5], [3.5, 3.5], [0.5, 3.5]]),
                "a corner cut by less than the margin leaves",
            ),
            (
                polygon(&[[0.0, 0.0], [2.0, 0.0], [4.0, 0.0], [4.0, 2.0], [0.0, 2.0]]),
                Some(vec![[0.5, 0.5], [3.5, 0.5], [3.5, 1.5], [0.5, 1.5]]),
                "a corner on a straight edge",
            ),
        ] {
            let found = inset(&shape, 0.5).map(|shape| match shape {
                Shape::Polygon(corners) => corners,
                other => panic!("{reason}: {other:?}"),
            });
            let rounded = found.map(|corners| {
                let mut corners: Vec<[f64; 2]> =
                    corners.into_iter().map(|corner| corner.map(|part| (part * 1e6).round() / 1e6)).collect();
                let first = corners.iter().position(|corner| *corner == [0.5, 0.5]);
                corners.rotate_left(first.unwrap_or(0));
                corners
            });
            assert_eq!(rounded, expected, "{reason}");
        }
        let circle = Shape::Circle { centre: [1.0, 2.0], radius: 3.0 };
        assert_eq!(inset(&circle, 0.5), Some(Shape::Circle { centre: [1.0, 2.0], radius: 2.5 }));
        assert_eq!(inset(&circle, 3.0), None);
    }

    /// Round the corner of an L that points inward, and everywhere else, a point is in if it is the margin inside, to a thousandth.
    ///
    /// Rule: STR-5.
    #[test]
    fn what_is_left_keeps_the_margin() {
        let whole = polygon(&[[0.0, 0.0], [4.0, 0.0], [4.0, 2.0], [2.0, 2.0], [2.0, 4.0], [0.0, 4.0]]);
        let inner = inset(&whole, 0.5).unwrap();
        let mut inside = 0;
        for x in 0..=80 {
            for y in 0..=80 {
                let at = [f64::from(x) * 0.05, f64::from(y) * 0.05];
                let depth = whole.depth_inside(at);
                if (depth - 0.5).abs() > 0.001 {
                    assert_eq!(inner.depth_inside(at) > 0.0, depth > 0.5, "{at:?}: {depth} inside");
                    inside += usize::from(depth > 0.5);
                }
            }
        }
        assert!(inside > 1500, "{inside}");
    }
}
