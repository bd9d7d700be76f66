//! Shapes prepared for clipping: which parts of a straight leg lie inside a shape, inset or offset by some
//! distance (the Minkowski sum with a disc).

use super::outline::{Bounds, are_near};
use super::plane::{Interval, Leg, cross, distance, dot, fast_max, fast_min, subtract};
use super::shape::{Point, Shape};
use warstrike_rules::basics::Disc;

/// Intervals of a leg, as shares of its length from 0 to 1, in order and disjoint.
pub type Intervals = Vec<Interval>;

/// Ends nearer to each other than this are the same, as a share of a leg's length.
const SHARE_TOLERANCE: f64 = 1e-12;

/// A shape and its bounding box.
#[derive(Clone, Debug, PartialEq)]
pub struct Region {
    /// The shape.
    pub shape: Shape,
    /// Its bounding box.
    pub bounds: Bounds,
    /// Whether the shape is convex.
    pub is_convex: bool,
}

impl Region {
    /// Prepares a shape.
    #[inline]
    pub fn new(shape: Shape) -> Self {
        Self { bounds: shape.bounds(), is_convex: shape.is_convex(), shape }
    }

    /// A base seen from above.
    #[inline]
    pub fn of_disc(disc: Disc) -> Self {
        Self::new(Shape::Circle { centre: disc.at.ground(), radius: disc.radius })
    }

    /// Whether a rectangle comes within `reach` of the bounding box, inches.
    #[inline]
    pub fn is_near(&self, other: Bounds, reach: f64) -> bool {
        are_near(self.bounds, other, reach)
    }

    /// Whether a point lies deeper than `inset` inside the shape; with a negative inset, no farther outside
    /// than that.
    pub fn contains(&self, point: Point, inset: f64) -> bool {
        if !self.is_near([point, point], -inset.min(0.0)) {
            return false;
        }
        match &self.shape {
            Shape::Circle { centre, radius } => is_deeper(radius - distance(*centre, point), inset),
            Shape::Polygon(corners) => {
                let inside = ring_contains(corners, point);
                if inset == 0.0 {
                    return inside && !is_on_edge(&self.shape, point);
                }
                let near =
                    self.shape.edges().any(|edge| distance(edge.nearest_to(point), point) <= inset.abs());
                if inset > 0.0 { inside && !near } else { inside || near }
            }
        }
    }

    /// Whether all of another region lies in this one, or no farther outside than `by`, inches.
    #[inline]
    pub fn covers(&self, other: &Self, by: f64) -> bool {
        match &other.shape {
            Shape::Circle { centre, radius } => self.shape.depth_inside(*centre) >= radius - by,
            Shape::Polygon(_) => other.shape.edges().all(|edge| {
                let inside: f64 = self.intervals_inside(edge, -by).into_iter().map(Interval::length).sum();
                inside >= 1.0 - SHARE_TOLERANCE
            }),
        }
    }

    /// The parts of a leg deeper than `inset` inside the shape; with a negative inset, no farther outside
    /// than that.
    ///
    /// A leg that only touches the edge has no part inside at inset 0.
    pub fn intervals_inside(&self, leg: Leg, inset: f64) -> Intervals {
        if !self.is_near(leg.bounds(), -inset.min(0.0)) {
            return Intervals::new();
        }
        if leg.from == leg.to {
            return if self.contains(leg.from, inset) { vec![Interval::WHOLE] } else { Intervals::new() };
        }
        match &self.shape {
            Shape::Circle { centre, radius } => clip_to_circle(leg, *centre, radius - inset)
                .filter(|part| part.length() > SHARE_TOLERANCE)
                .into_iter()
                .collect(),
            Shape::Polygon(corners) if lie_on_one_side(corners, leg, -inset.min(0.0)) => Intervals::new(),
            Shape::Polygon(corners) if self.is_convex && inset >= 0.0 => {
                let part = clip_to_inset_convex(corners, leg, inset);
                // A leg along an edge touches the shape, it does not enter it.
                let is_inside =
                    |part: &Interval| inset > 0.0 || !is_on_edge(&self.shape, leg.at(part.middle()));
                part.filter(is_inside).into_iter().collect()
            }
            Shape::Polygon(corners) => {
                if self.is_convex
                    && let Some(part) = clip_to_offset_convex(corners, leg, -inset)
                {
                    return part.into_iter().collect();
                }
                let inside = intervals_in_polygon(corners, &self.shape, leg);
                if inset == 0.0 || (inset > 0.0 && inside.is_empty()) {
                    return inside;
                }
                let capsules = self.shape.edges().filter_map(|edge| clip_to_capsule(leg, edge, inset.abs()));
                let capsules = merge_intervals(capsules.collect());
                if inset > 0.0 {
                    subtract_intervals(&inside, &capsules)
                } else {
                    merge_intervals([inside, capsules].concat())
                }
            }
        }
    }
}

/// Compares a depth with an inset; an equal depth counts for negative insets only.
fn is_deeper(inside: f64, inset: f64) -> bool {
    if inset < 0.0 { inside >= inset } else { inside > inset }
}

/// The even–odd rule, by a ray to the right.
#[inline]
pub(crate) fn ring_contains(corners: &[Point], point: Point) -> bool {
    let next = corners.iter().cycle().skip(1);
    let crossed = corners.iter().zip(next).filter(|(from, to)| {
        let (above, next_above) = (from[1] > point[1], to[1] > point[1]);
        above != next_above && {
            let share = (point[1] - from[1]) / (to[1] - from[1]);
            from[0] + share * (to[0] - from[0]) > point[0]
        }
    });
    crossed.count() % 2 == 1
}

/// Whether all points surely lie on one side of a leg's line, farther than `reach` from it.
fn lie_on_one_side(points: &[Point], leg: Leg, reach: f64) -> bool {
    let along = subtract(leg.to, leg.from);
    let margin = (reach + 10.0 * EDGE_TOLERANCE) * dot(along, along).sqrt();
    let aside = |point: &Point| cross(along, subtract(*point, leg.from));
    points.iter().all(|point| aside(point) > margin) || points.iter().all(|point| aside(point) < -margin)
}

/// Clips a leg to a convex polygon inset by some distance: to the inner side of every edge's line, moved by
/// it.
fn clip_to_inset_convex(corners: &[Point], leg: Leg, inset: f64) -> Option<Interval> {
    let along = subtract(leg.to, leg.from);
    let ([mut first, mut last], mut a) = ([0.0, 1.0], *corners.last()?);
    for &b in corners {
        let edge = subtract(b, a);
        let length = dot(edge, edge).sqrt();
        // Inside is left of every edge.
        let [start, turn] = [cross(edge, subtract(leg.from, a)) - inset * length, cross(edge, along)];
        if turn > 0.0 {
            first = fast_max(first, -start / turn);
        } else if turn < 0.0 {
            last = fast_min(last, -start / turn);
        } else if start <= 0.0 && length > 0.0 {
            return None;
        }
        a = b;
    }
    (last - first > SHARE_TOLERANCE).then_some(Interval::new(first, last))
}

/// Clips a leg to a convex polygon offset outward by `reach`; `None` where an end of the result lies beyond a
/// corner, whose rounding this does not know.
fn clip_to_offset_convex(corners: &[Point], leg: Leg, reach: f64) -> Option<Option<Interval>> {
    // Cut by the moved lines of all edges alone: the corners are not yet rounded.
    let Some(part) = clip_to_inset_convex(corners, leg, -reach) else { return Some(None) };
    let is_beside_one = |share: f64| {
        let at = leg.at(share);
        let mut outside = 0;
        for (index, &to) in corners.iter().enumerate() {
            let from = corners[(index + corners.len() - 1) % corners.len()];
            let (edge, there) = (subtract(to, from), subtract(at, from));
            if cross(edge, there) < 0.0 {
                outside += 1;
                let along = dot(edge, there);
                if outside > 1 || along < 0.0 || along > dot(edge, edge) {
                    return false;
                }
            }
        }
        true
    };
    part.ends().into_iter().all(is_beside_one).then_some(Some(part))
}

/// Cuts the leg wherever it meets an edge, and keeps the parts whose middle lies inside.
fn intervals_in_polygon(corners: &[Point], shape: &Shape, leg: Leg) -> Intervals {
    let mut cuts = vec![0.0, 1.0];
    for edge in shape.edges() {
        edge_crossings(leg, edge, &mut cuts);
    }
    cuts.sort_by(f64::total_cmp);
    let pieces = cuts.windows(2).filter(|cut| cut[1] - cut[0] > SHARE_TOLERANCE);
    // A part between two cuts that runs along an edge is touched, not entered.
    let inside = pieces.filter(|cut| {
        let middle = leg.at((cut[0] + cut[1]) / 2.0);
        ring_contains(corners, middle) && !is_on_edge(shape, middle)
    });
    merge_intervals(inside.map(|cut| Interval::new(cut[0], cut[1])).collect())
}

fn is_on_edge(shape: &Shape, point: Point) -> bool {
    shape.edges().any(|edge| distance(edge.nearest_to(point), point) < EDGE_TOLERANCE)
}

/// Closer than this a leg runs along what it touches, inches: far below the thousandths in which places are
/// stored, far above the rounding of distances.
pub(super) const EDGE_TOLERANCE: f64 = 1e-7;

/// Adds the shares of a leg at which it meets an edge.
fn edge_crossings(leg: Leg, edge: Leg, cuts: &mut Vec<f64>) {
    let (along, across) = (subtract(leg.to, leg.from), subtract(edge.to, edge.from));
    let between = subtract(edge.from, leg.from);
    let turn = cross(along, across);
    let mut add = |share: f64| {
        if share > 0.0 && share < 1.0 {
            cuts.push(share);
        }
    };
    if turn != 0.0 {
        let on_edge = cross(between, along) / turn;
        if (-CORNER_TOLERANCE..=1.0 + CORNER_TOLERANCE).contains(&on_edge) {
            add(cross(between, across) / turn);
        }
    } else {
        let squared = dot(along, along);
        add(dot(between, along) / squared);
        add(dot(subtract(edge.to, leg.from), along) / squared);
    }
}

/// Extension of an edge beyond its end within which it still counts as met, as a share of its length: a leg exactly through a corner must
/// meet one of the two edges there, however they are rounded.
const CORNER_TOLERANCE: f64 = 1e-9;

/// Clips a leg to a circle.
pub(super) fn clip_to_circle(leg: Leg, centre: Point, radius: f64) -> Option<Interval> {
    if radius < 0.0 {
        return None;
    }
    let (along, from) = (subtract(leg.to, leg.from), subtract(leg.from, centre));
    let (a, b, c) = (dot(along, along), dot(along, from), dot(from, from) - radius * radius);
    if a == 0.0 {
        return (c <= 0.0).then_some(Interval::WHOLE);
    }
    let root = b * b - a * c;
    if root < 0.0 {
        return None;
    }
    let root = root.sqrt();
    clip_to_leg((-b - root) / a, (-b + root) / a)
}

/// Clips a leg to all points within `reach` of an edge.
fn clip_to_capsule(leg: Leg, edge: Leg, reach: f64) -> Option<Interval> {
    let ends = [clip_to_circle(leg, edge.from, reach), clip_to_circle(leg, edge.to, reach)];
    let parts = ends.into_iter().chain([clip_to_slab(leg, edge, reach)]).flatten();
    // A capsule is convex: its part of a line is one piece.
    parts.reduce(|a, b| Interval::new(a.from.min(b.from), a.to.max(b.to)))
}

/// Clips a leg to the rectangle within `reach` of an edge, to both sides of it.
fn clip_to_slab(leg: Leg, edge: Leg, reach: f64) -> Option<Interval> {
    let across = subtract(edge.to, edge.from);
    let length = dot(across, across).sqrt();
    if length == 0.0 {
        return None;
    }
    let (from, along) = (subtract(leg.from, edge.from), subtract(leg.to, leg.from));
    let beside = [cross(across, from) / length, cross(across, along) / length];
    let ahead = [dot(across, from) / length, dot(across, along) / length];
    let a = shares_between(beside, -reach, reach)?;
    let b = shares_between(ahead, 0.0, length)?;
    clip_to_leg(a.from.max(b.from), a.to.min(b.to))
}

/// The shares at which `start + share * slope` lies from `low` to `high`.
fn shares_between([start, slope]: [f64; 2], low: f64, high: f64) -> Option<Interval> {
    if slope == 0.0 {
        return (low..=high).contains(&start).then_some(Interval::new(f64::NEG_INFINITY, f64::INFINITY));
    }
    let (a, b) = ((low - start) / slope, (high - start) / slope);
    Some(Interval::new(a.min(b), a.max(b)))
}

fn clip_to_leg(from: f64, to: f64) -> Option<Interval> {
    let (from, to) = (from.max(0.0), to.min(1.0));
    (from <= to).then_some(Interval::new(from, to))
}

/// The union of intervals: in order, those that meet joined.
#[inline]
pub(super) fn merge_intervals(mut parts: Intervals) -> Intervals {
    parts.sort_by(|a, b| a.from.total_cmp(&b.from));
    let mut out: Intervals = Vec::with_capacity(parts.len());
    for part in parts {
        match out.last_mut() {
            Some(last) if part.from <= last.to + SHARE_TOLERANCE => last.to = last.to.max(part.to),
            _ => out.push(part),
        }
    }
    out
}

/// The intervals without others; both in order and disjoint.
pub(super) fn subtract_intervals(parts: &Intervals, taken: &Intervals) -> Intervals {
    let mut out = Intervals::new();
    for &Interval { from, to } in parts {
        let mut from = from;
        for &Interval { from: start, to: end } in taken {
            if end <= from || start >= to {
                continue;
            }
            if start > from + SHARE_TOLERANCE {
                out.push(Interval::new(from, start));
            }
            from = from.max(end);
        }
        if to > from + SHARE_TOLERANCE {
            out.push(Interval::new(from, to));
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn square() -> Region {
        Region::new(Shape::Polygon(vec![[0.0, 0.0], [4.0, 0.0], [4.0, 4.0], [0.0, 4.0]]))
    }

    /// A U of eight corners, open at the top.
    fn cup() -> Region {
        let corners =
            [[0.0, 0.0], [6.0, 0.0], [6.0, 4.0], [4.0, 4.0], [4.0, 1.0], [2.0, 1.0], [2.0, 4.0], [0.0, 4.0]];
        Region::new(Shape::Polygon(corners.to_vec()))
    }

    #[test]
    fn a_point_on_the_edge_has_depth_zero() {
        for (inset, contained, reason) in [
            (-0.005, true, "an offset reaches beyond the edge"),
            (0.0, false, "depth zero is not inside"),
            (0.005, false, "not that deep"),
        ] {
            assert_eq!(square().contains([4.0, 1.0], inset), contained, "{reason}");
        }
        assert!(square().contains([3.995, 1.0], -0.005) && square().contains([4.004, 1.0], -0.005));
    }

    fn check(region: &Region, leg: ([f64; 2], [f64; 2]), inset: f64, expected: &[[f64; 2]], reason: &str) {
        let leg = Leg { from: leg.0, to: leg.1 };
        let parts = region.intervals_inside(leg, inset);
        let same = parts.len() == expected.len()
            && parts
                .iter()
                .zip(expected)
                .all(|(a, b)| (0..2).all(|end| (a.ends()[end] - b[end]).abs() < 1e-9));
        assert!(same, "{reason}: {parts:?}, expected {expected:?}");
        // Every point of the leg agrees, but for those next to an interval's end.
        for step in 0..=100 {
            let share = f64::from(step) / 100.0;
            let within = expected.iter().any(|part| share > part[0] - 1e-6 && share < part[1] + 1e-6);
            let clear = expected.iter().flatten().all(|end| (share - end).abs() > 1e-6);
            if clear {
                assert_eq!(region.contains(leg.at(share), inset), within, "{reason}, at {share}");
            }
        }
    }

    #[test]
    fn a_leg_is_cut_where_it_enters_and_leaves() {
        let disc = Region::new(Shape::Circle { centre: [2.0, 2.0], radius: 2.0 });
        let diamond = Region::new(Shape::Polygon(vec![[2.0, 1.0], [6.0, 3.0], [4.0, 7.0], [0.0, 5.0]]));
        for (region, leg, expected, reason) in [
            (square(), ([-4.0, 2.0], [8.0, 2.0]), &[[1.0 / 3.0, 2.0 / 3.0]][..], "straight through"),
            (square(), ([1.0, 1.0], [3.0, 3.0]), &[[0.0, 1.0]], "wholly inside"),
            (square(), ([-4.0, 0.0], [8.0, 0.0]), &[], "along an edge"),
            (square(), ([-4.0, 4.0], [8.0, 4.0]), &[], "along the edge opposite"),
            (square(), ([-2.0, 2.0], [2.0, -2.0]), &[], "touches a corner"),
            (square(), ([-2.0, -2.0], [6.0, 6.0]), &[[0.25, 0.75]], "through two corners"),
            (square(), ([-4.0, 5.0], [8.0, 5.0]), &[], "passes"),
            (cup(), ([-1.0, 2.0], [7.0, 2.0]), &[[0.125, 0.375], [0.625, 0.875]], "through both arms"),
            (cup(), ([-1.0, 1.0], [7.0, 1.0]), &[[0.125, 0.375], [0.625, 0.875]], "along the cup's bottom"),
            (disc, ([-2.0, 2.0], [6.0, 2.0]), &[[0.25, 0.75]], "through a disc"),
            (diamond.clone(), ([-1.0, 4.0], [7.0, 4.0]), &[[0.1875, 0.8125]], "through a tilted square"),
            (diamond, ([2.0, 0.0], [2.0, 8.0]), &[[0.125, 0.75]], "through its lowest corner"),
        ] {
            check(&region, leg, 0.0, expected, reason);
        }
    }

    #[test]
    fn insets_and_offsets_move_the_ends() {
        let disc = Region::new(Shape::Circle { centre: [2.0, 2.0], radius: 2.0 });
        for (region, leg, inset, expected, reason) in [
            (square(), ([-4.0, 2.0], [8.0, 2.0]), 0.5, &[[4.5 / 12.0, 7.5 / 12.0]][..], "half an inch in"),
            (square(), ([-4.0, 0.3], [8.0, 0.3]), 0.5, &[], "within half an inch of an edge all along"),
            (square(), ([-4.0, 2.0], [8.0, 2.0]), -0.5, &[[3.5 / 12.0, 8.5 / 12.0]], "half an inch out"),
            (
                square(),
                ([-4.0, 4.3], [8.0, 4.3]),
                -0.5,
                &[[3.6 / 12.0, 8.4 / 12.0]],
                "beside an edge, round its ends",
            ),
            (
                square(),
                ([3.7, 5.2], [5.2, 3.7]),
                -0.5,
                &[],
                "past a corner, as near as that to both its lines",
            ),
            (
                square(),
                ([3.6, 5.0], [5.0, 3.6]),
                -0.5,
                &[[
                    0.5 - 0.07_f64.sqrt() / 1.4 / 2.0_f64.sqrt(),
                    0.5 + 0.07_f64.sqrt() / 1.4 / 2.0_f64.sqrt(),
                ]],
                "past a corner, round it",
            ),
            (square(), ([2.0, 2.0], [6.0, 2.0]), -0.5, &[[0.0, 2.5 / 4.0]], "starts inside"),
            (disc.clone(), ([-2.0, 2.0], [6.0, 2.0]), 0.5, &[[2.5 / 8.0, 5.5 / 8.0]], "into a disc"),
            (
                disc,
                ([-2.0, 4.3], [6.0, 4.3]),
                -0.5,
                &[[0.5 - 0.96_f64.sqrt() / 8.0, 0.5 + 0.96_f64.sqrt() / 8.0]],
                "past a disc",
            ),
            (
                cup(),
                ([-1.0, 1.2], [7.0, 1.2]),
                0.3,
                &[[1.3 / 8.0, 2.7 / 8.0], [5.3 / 8.0, 6.7 / 8.0]],
                "both arms",
            ),
        ] {
            check(&region, leg, inset, expected, reason);
        }
    }
}
