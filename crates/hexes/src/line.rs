//! What the line between two centres crosses: a matter of the way from one to the other alone, so each way is worked out
//! once.
//!
//! Rule: WSR-LOS-2, WSR-LOS-3.

use crate::geometry::{Point, centre, corners};
use crate::hex::{Axial, Direction};

/// Something that a line crosses, by the way from its beginning.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Crossing {
    /// The open inside of a hex.
    Inside(Axial),
    /// The common side of two hexes, along it.
    Along(Axial, Axial),
}

/// Position of a hex relative to a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Meeting {
    /// Not met, or at a corner alone.
    None,
    Inside,
    /// One of its sides lies on the line.
    Side,
}

/// Finds all that the line from the origin's centre to another hex's centre crosses between the two, in order of
/// their coordinates.
///
/// Rule: WSR-LOS-3.
pub fn crossings(to: Axial) -> Vec<Crossing> {
    let mut found = Vec::new();
    let mut beside = Vec::new();
    for hex in candidates(to) {
        match meeting(to, hex) {
            Meeting::None => {}
            Meeting::Inside => found.push(Crossing::Inside(hex)),
            Meeting::Side => beside.push(hex),
        }
    }
    for (index, hex) in beside.iter().enumerate() {
        let others = beside[index + 1..].iter();
        found.extend(
            others
                .filter(|other| share_side_on_line(to, *hex, **other))
                .map(|other| Crossing::Along(*hex, *other)),
        );
    }
    found.sort();
    found
}

/// The hexes whose column the line passes through where it does: few more than it meets.
fn candidates(to: Axial) -> impl Iterator<Item = Axial> {
    let end = centre(to);
    let columns = to.q.min(0)..=to.q.max(0);
    columns.flat_map(move |q| {
        let [low, high] = heights(end, i64::from(q));
        let row = |y: i64| (y - i64::from(q)).div_euclid(2) as i32;
        (row(low) - 1..=row(high) + 2).map(move |r| Axial { q, r })
    })
}

/// Heights between which a line from the origin runs within a column, rounded outwards.
fn heights(end: Point, q: i64) -> [i64; 2] {
    let (low, high) = (end.y.min(0), end.y.max(0));
    if end.x == 0 {
        return [low, high];
    }
    let at = |x: i64| (end.y * x).div_euclid(end.x);
    let [one, other] = [at(3 * q - 2), at(3 * q + 2)];
    [one.min(other).clamp(low, high), (one.max(other) + 1).clamp(low, high)]
}

/// How a hex between lies to the line; the ends are not between.
fn meeting(to: Axial, hex: Axial) -> Meeting {
    if hex == to || hex == (Axial { q: 0, r: 0 }) {
        return Meeting::None;
    }
    let end = centre(to);
    let corners = corners(hex);
    let sides = corners.map(|corner| end.cross(corner));
    let (left, right) = (sides.iter().any(|side| *side < 0), sides.iter().any(|side| *side > 0));
    if left && right {
        return if is_between(end, chord_point(corners, sides)) { Meeting::Inside } else { Meeting::None };
    }
    let on_line: Vec<Point> = (0..6).filter(|index| sides[*index] == 0).map(|index| corners[index]).collect();
    match on_line[..] {
        [one, _] if is_between(end, (one, 1)) => Meeting::Side,
        _ => Meeting::None,
    }
}

/// A point of the line in a hex, as a point and its divisor. A hex that is neither end lies wholly before, between or
/// behind them, so one point says which.
fn chord_point(corners: [Point; 6], sides: [i64; 6]) -> (Point, i64) {
    let crossed = (0..6).find(|index| sides[*index] < 0 && sides[(index + 1) % 6] >= 0);
    // Corners lie on both sides of the line, so somewhere it is crossed.
    let index = crossed.unwrap_or_default();
    let (here, next) = (corners[index], corners[(index + 1) % 6]);
    let (near, far) = (-sides[index], sides[(index + 1) % 6]);
    let weighed = |here: i64, next: i64| here * far + next * near;
    (Point { x: weighed(here.x, next.x), y: weighed(here.y, next.y) }, near + far)
}

/// Whether a point of the line lies between its ends.
fn is_between(end: Point, (point, divisor): (Point, i64)) -> bool {
    let along = end.dot(point);
    0 < along && along < end.dot(end) * divisor
}

/// Whether two hexes that each have a side on the line have the same.
fn share_side_on_line(to: Axial, one: Axial, other: Axial) -> bool {
    let end = centre(to);
    let is_neighbour = Direction::ALL.iter().any(|direction| one.plus(direction.step()) == other);
    let on_line = |hex| corners(hex).into_iter().filter(move |corner| end.cross(*corner) == 0);
    is_neighbour && on_line(one).all(|corner| on_line(other).any(|known| known == corner))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A part of a line as a pair of fractions.
    type Part = [(i128, i128); 2];

    /// A second opinion by another way: the half planes of a hex cut the line from 0 to 1. Returns the part inside a hex,
    /// closed if `closed`; `None` where it is empty or a single point.
    fn part_inside(to: Axial, hex: Axial, closed: bool) -> Option<Part> {
        let (end, middle) = (centre(to), centre(hex));
        let [mut low, mut high]: Part = [(0, 1), (1, 1)];
        // |y| < 1, |x + y| < 2, |x - y| < 2 round the centre.
        for (a, b, limit) in [(0, 1, 1), (1, 1, 2), (1, -1, 2)] {
            let rate = i128::from(a * end.x + b * end.y);
            let offset = i128::from(a * middle.x + b * middle.y);
            for sign in [1, -1] {
                // sign * (t * rate - offset) < limit
                let (rate, limit) = (sign * rate, limit + sign * offset);
                match rate.signum() {
                    0 if limit < 0 || limit == 0 && !closed => return None,
                    0 => {}
                    1 if limit * high.1 < high.0 * rate => high = (limit, rate),
                    1 => {}
                    _ if -limit * low.1 > low.0 * -rate => low = (-limit, -rate),
                    _ => {}
                }
            }
        }
        (low.0 * high.1 < high.0 * low.1).then_some([low, high])
    }

    fn crossings_by_clipping(to: Axial) -> Vec<Crossing> {
        let reach = to.length() as i32 + 1;
        let all: Vec<Axial> =
            (-reach..=reach).flat_map(|q| (-reach..=reach).map(move |r| Axial { q, r })).collect();
        let ends = [Axial { q: 0, r: 0 }, to];
        let between: Vec<Axial> = all.into_iter().filter(|hex| !ends.contains(hex)).collect();
        let inside = between.iter().filter(|hex| part_inside(to, **hex, false).is_some());
        let mut found: Vec<Crossing> = inside.map(|hex| Crossing::Inside(*hex)).collect();
        let touched: Vec<(Axial, Part)> = between
            .iter()
            .filter(|hex| part_inside(to, **hex, false).is_none())
            .filter_map(|hex| Some((*hex, part_inside(to, *hex, true)?)))
            .collect();
        for (index, (one, part)) in touched.iter().enumerate() {
            for (other, same) in &touched[index + 1..] {
                let equal = |a: (i128, i128), b: (i128, i128)| a.0 * b.1 == b.0 * a.1;
                if equal(part[0], same[0]) && equal(part[1], same[1]) {
                    found.push(Crossing::Along(*one, *other));
                }
            }
        }
        found.sort();
        found
    }

    /// Rule: WSR-LOS-1, WSR-LOS-3.
    #[test]
    fn two_ways_find_the_same_crossings() {
        let mut along = 0;
        for q in -9..=9 {
            for r in -12..=12 {
                let to = Axial { q, r };
                let found = crossings(to);
                assert_eq!(found, crossings_by_clipping(to), "to {to:?}");
                along += found.iter().filter(|crossing| matches!(crossing, Crossing::Along(..))).count();
            }
        }
        assert!(along > 100, "lines along a side are among them: {along}");
    }

    /// Rule: WSR-LOS-2 (the same from either end.)
    #[test]
    fn the_way_back_crosses_the_same() {
        for q in -9..=9 {
            for r in -9..=9 {
                let to = Axial { q, r };
                let back = Axial { q: -q, r: -r };
                let mut turned: Vec<Crossing> = crossings(back)
                    .into_iter()
                    .map(|crossing| match crossing {
                        Crossing::Inside(hex) => Crossing::Inside(hex.plus(to)),
                        Crossing::Along(one, other) => {
                            let [one, other] = [one.plus(to), other.plus(to)];
                            Crossing::Along(one.min(other), one.max(other))
                        }
                    })
                    .collect();
                turned.sort();
                assert_eq!(turned, crossings(to), "to {to:?}");
            }
        }
    }
}
