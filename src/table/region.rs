//! Figures of the table prepared for the question that movement asks most: which
//! parts of a straight leg lie in them, and how deep.

use super::outline::{Bounds, are_near};
use super::plane::{Leg, cross, distance, dot, greater, lesser, subtract};
use super::shape::{Point, Shape};
use crate::rules::basics::Disc;

/// Shares of a leg's length, from 0 to 1, in order and apart.
pub type Parts = Vec<[f64; 2]>;

/// Shares nearer to each other than this are one, as a share of a leg's length.
const SAME: f64 = 1e-12;

/// A figure and the rectangle around it.
#[derive(Clone, Debug, PartialEq)]
pub struct Region {
    /// The figure.
    pub shape: Shape,
    /// Around it.
    pub bounds: Bounds,
    /// Whether it nowhere turns in.
    pub is_convex: bool,
}

impl Region {
    /// Prepares a figure.
    pub fn new(shape: Shape) -> Self {
        Self { bounds: shape.bounds(), is_convex: shape.is_convex(), shape }
    }

    /// A base seen from above.
    pub fn of_disc(disc: Disc) -> Self {
        Self::new(Shape::Circle { centre: disc.at.ground(), radius: disc.radius })
    }

    /// Whether a rectangle comes within `reach` of the one around the figure, inches.
    pub fn is_near(&self, other: Bounds, reach: f64) -> bool {
        are_near(self.bounds, other, reach)
    }

    /// Whether a point lies farther inside than `depth`; with a depth below 0, not
    /// farther outside than that.
    pub fn holds(&self, point: Point, depth: f64) -> bool {
        if !self.is_near([point, point], -depth.min(0.0)) {
            return false;
        }
        match &self.shape {
            Shape::Circle { centre, radius } => farther(radius - distance(*centre, point), depth),
            Shape::Polygon(corners) => {
                let inside = is_inside(corners, point);
                if depth == 0.0 {
                    return inside && !is_on_edge(&self.shape, point);
                }
                let near =
                    self.shape.edges().any(|edge| distance(edge.nearest_to(point), point) <= depth.abs());
                if depth > 0.0 { inside && !near } else { inside || near }
            }
        }
    }

    /// The parts of a leg that lie farther inside than `depth`; with a depth below 0,
    /// not farther outside than that.
    ///
    /// A leg that only touches the edge has no part inside at depth 0.
    pub fn parts_inside(&self, leg: Leg, depth: f64) -> Parts {
        if !self.is_near(leg.bounds(), -depth.min(0.0)) {
            return Parts::new();
        }
        if leg.from == leg.to {
            return if self.holds(leg.from, depth) { vec![[0.0, 1.0]] } else { Parts::new() };
        }
        match &self.shape {
            Shape::Circle { centre, radius } => within_circle(leg, *centre, radius - depth)
                .filter(|part| part[1] - part[0] > SAME)
                .into_iter()
                .collect(),
            Shape::Polygon(corners) if are_beside(corners, leg, -depth.min(0.0)) => Parts::new(),
            Shape::Polygon(corners) if self.is_convex && depth >= 0.0 => {
                let part = within_convex(corners, leg, depth);
                // A leg along an edge touches the figure, it does not enter it.
                let is_inside = |part: &[f64; 2]| {
                    depth > 0.0 || !is_on_edge(&self.shape, leg.at((part[0] + part[1]) / 2.0))
                };
                part.filter(is_inside).into_iter().collect()
            }
            Shape::Polygon(corners) => {
                if self.is_convex
                    && let Some(part) = within_rounded(corners, leg, -depth)
                {
                    return part.into_iter().collect();
                }
                let inside = inside_polygon(corners, &self.shape, leg);
                if depth == 0.0 || (depth > 0.0 && inside.is_empty()) {
                    return inside;
                }
                let rims = self.shape.edges().filter_map(|edge| within_capsule(leg, edge, depth.abs()));
                let rims = merged(rims.collect());
                if depth > 0.0 { without(&inside, &rims) } else { merged([inside, rims].concat()) }
            }
        }
    }
}

/// Compares a depth; being exactly as deep counts only for depths below 0.
fn farther(inside: f64, depth: f64) -> bool {
    if depth < 0.0 { inside >= depth } else { inside > depth }
}

/// Whether a point lies in a ring of corners, by the edges right of it.
fn is_inside(corners: &[Point], point: Point) -> bool {
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

/// Whether points surely all lie on one side of the line of a leg, farther than `reach` from it.
fn are_beside(points: &[Point], leg: Leg, reach: f64) -> bool {
    let along = subtract(leg.to, leg.from);
    let far = (reach + 10.0 * TOUCHING) * dot(along, along).sqrt();
    let aside = |point: &Point| cross(along, subtract(*point, leg.from));
    points.iter().all(|point| aside(point) > far) || points.iter().all(|point| aside(point) < -far)
}

/// The part of a leg that lies farther than `depth` inside a ring of corners that nowhere turns in: so far from the
/// lines of all its edges.
fn within_convex(corners: &[Point], leg: Leg, depth: f64) -> Option<[f64; 2]> {
    let along = subtract(leg.to, leg.from);
    let ([mut first, mut last], mut a) = ([0.0, 1.0], *corners.last()?);
    for &b in corners {
        let edge = subtract(b, a);
        let length = dot(edge, edge).sqrt();
        // Inside is left of every edge.
        let [start, turn] = [cross(edge, subtract(leg.from, a)) - depth * length, cross(edge, along)];
        if turn > 0.0 {
            first = greater(first, -start / turn);
        } else if turn < 0.0 {
            last = lesser(last, -start / turn);
        } else if start <= 0.0 && length > 0.0 {
            return None;
        }
        a = b;
    }
    (last - first > SAME).then_some([first, last])
}

/// The part of a leg that lies no farther than `reach` outside a ring of corners that nowhere turns in; `None`
/// where an end of it lies beyond a corner, so that it takes more to tell.
fn within_rounded(corners: &[Point], leg: Leg, reach: f64) -> Option<Option<[f64; 2]>> {
    // As far from the lines of all edges: but for what is cut off round the corners.
    let Some(part) = within_convex(corners, leg, -reach) else { return Some(None) };
    let is_beside_one = |share: f64| {
        let at = leg.at(share);
        let mut outside = 0;
        for (nth, &to) in corners.iter().enumerate() {
            let from = corners[(nth + corners.len() - 1) % corners.len()];
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
    part.into_iter().all(is_beside_one).then_some(Some(part))
}

/// Cuts the leg wherever it meets an edge, and keeps the pieces whose middle lies inside.
fn inside_polygon(corners: &[Point], shape: &Shape, leg: Leg) -> Parts {
    let mut cuts = vec![0.0, 1.0];
    for edge in shape.edges() {
        meetings(leg, edge, &mut cuts);
    }
    cuts.sort_by(f64::total_cmp);
    let pieces = cuts.windows(2).filter(|cut| cut[1] - cut[0] > SAME);
    // A piece between two cuts that runs along an edge is touched, not entered.
    let inside = pieces.filter(|cut| {
        let middle = leg.at((cut[0] + cut[1]) / 2.0);
        is_inside(corners, middle) && !is_on_edge(shape, middle)
    });
    merged(inside.map(|cut| [cut[0], cut[1]]).collect())
}

fn is_on_edge(shape: &Shape, point: Point) -> bool {
    shape.edges().any(|edge| distance(edge.nearest_to(point), point) < TOUCHING)
}

/// Nearer than this a leg runs along what it touches, inches: far below the thousandths in
/// which places are stored, far above the rounding of distances.
pub(super) const TOUCHING: f64 = 1e-7;

/// Adds the shares of a leg at which it meets an edge.
fn meetings(leg: Leg, edge: Leg, cuts: &mut Vec<f64>) {
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
        if (-CORNER..=1.0 + CORNER).contains(&on_edge) {
            add(cross(between, across) / turn);
        }
    } else {
        let squared = dot(along, along);
        add(dot(between, along) / squared);
        add(dot(subtract(edge.to, leg.from), along) / squared);
    }
}

/// How far beyond its end an edge still counts as met, as a share of its length: a leg exactly
/// through a corner must meet one of the two edges there, however they are rounded.
const CORNER: f64 = 1e-9;

/// The part of a leg within a circle.
pub(super) fn within_circle(leg: Leg, centre: Point, radius: f64) -> Option<[f64; 2]> {
    if radius < 0.0 {
        return None;
    }
    let (along, from) = (subtract(leg.to, leg.from), subtract(leg.from, centre));
    let (a, b, c) = (dot(along, along), dot(along, from), dot(from, from) - radius * radius);
    if a == 0.0 {
        return (c <= 0.0).then_some([0.0, 1.0]);
    }
    let root = b * b - a * c;
    if root < 0.0 {
        return None;
    }
    let root = root.sqrt();
    clipped([(-b - root) / a, (-b + root) / a])
}

/// The part of a leg within `reach` of an edge.
fn within_capsule(leg: Leg, edge: Leg, reach: f64) -> Option<[f64; 2]> {
    let ends = [within_circle(leg, edge.from, reach), within_circle(leg, edge.to, reach)];
    let parts = ends.into_iter().chain([within_strip(leg, edge, reach)]).flatten();
    // The figure is convex: its part of a line is one piece.
    parts.reduce(|a, b| [a[0].min(b[0]), a[1].max(b[1])])
}

/// The part of a leg that lies beside an edge, within `reach` of it.
fn within_strip(leg: Leg, edge: Leg, reach: f64) -> Option<[f64; 2]> {
    let across = subtract(edge.to, edge.from);
    let length = dot(across, across).sqrt();
    if length == 0.0 {
        return None;
    }
    let (from, along) = (subtract(leg.from, edge.from), subtract(leg.to, leg.from));
    let beside = [cross(across, from) / length, cross(across, along) / length];
    let ahead = [dot(across, from) / length, dot(across, along) / length];
    let a = between(beside, -reach, reach)?;
    let b = between(ahead, 0.0, length)?;
    clipped([a[0].max(b[0]), a[1].min(b[1])])
}

/// The shares at which `start + share * slope` lies from `low` to `high`.
fn between([start, slope]: [f64; 2], low: f64, high: f64) -> Option<[f64; 2]> {
    if slope == 0.0 {
        return (low..=high).contains(&start).then_some([f64::NEG_INFINITY, f64::INFINITY]);
    }
    let (a, b) = ((low - start) / slope, (high - start) / slope);
    Some([a.min(b), a.max(b)])
}

fn clipped([from, to]: [f64; 2]) -> Option<[f64; 2]> {
    let (from, to) = (from.max(0.0), to.min(1.0));
    (from <= to).then_some([from, to])
}

/// The same parts in order, those that meet made one.
pub(super) fn merged(mut parts: Parts) -> Parts {
    parts.sort_by(|a, b| a[0].total_cmp(&b[0]));
    let mut out: Parts = Vec::with_capacity(parts.len());
    for part in parts {
        match out.last_mut() {
            Some(last) if part[0] <= last[1] + SAME => last[1] = last[1].max(part[1]),
            _ => out.push(part),
        }
    }
    out
}

/// What is left of parts where others are taken away; both in order and apart.
pub(super) fn without(parts: &Parts, taken: &Parts) -> Parts {
    let mut out = Parts::new();
    for &[from, to] in parts {
        let mut from = from;
        for &[start, end] in taken {
            if end <= from || start >= to {
                continue;
            }
            if start > from + SAME {
                out.push([from, start]);
            }
            from = from.max(end);
        }
        if to > from + SAME {
            out.push([from, to]);
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

    /// A U of eight corners, open upward.
    fn cup() -> Region {
        let corners =
            [[0.0, 0.0], [6.0, 0.0], [6.0, 4.0], [4.0, 4.0], [4.0, 1.0], [2.0, 1.0], [2.0, 4.0], [0.0, 4.0]];
        Region::new(Shape::Polygon(corners.to_vec()))
    }

    #[test]
    fn a_point_on_the_edge_is_as_deep_as_nothing() {
        for (depth, held, reason) in [
            (-0.005, true, "beyond the edge is allowed"),
            (0.0, false, "inside is asked"),
            (0.005, false, "deeper is asked"),
        ] {
            assert_eq!(square().holds([4.0, 1.0], depth), held, "{reason}");
        }
        assert!(square().holds([3.995, 1.0], -0.005) && square().holds([4.004, 1.0], -0.005));
    }

    fn check(region: &Region, leg: ([f64; 2], [f64; 2]), depth: f64, expected: &[[f64; 2]], reason: &str) {
        let leg = Leg { from: leg.0, to: leg.1 };
        let parts = region.parts_inside(leg, depth);
        let same = parts.len() == expected.len()
            && parts.iter().zip(expected).all(|(a, b)| (0..2).all(|i| (a[i] - b[i]).abs() < 1e-9));
        assert!(same, "{reason}: {parts:?}, expected {expected:?}");
        // Every point of the leg agrees, but for those next to where a part begins or ends.
        for step in 0..=100 {
            let share = f64::from(step) / 100.0;
            let within = expected.iter().any(|part| share > part[0] - 1e-6 && share < part[1] + 1e-6);
            let clear = expected.iter().flatten().all(|end| (share - end).abs() > 1e-6);
            if clear {
                assert_eq!(region.holds(leg.at(share), depth), within, "{reason}, at {share}");
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
            (diamond.clone(), ([-1.0, 4.0], [7.0, 4.0]), &[[0.1875, 0.8125]], "through a square that leans"),
            (diamond, ([2.0, 0.0], [2.0, 8.0]), &[[0.125, 0.75]], "through its lowest corner"),
        ] {
            check(&region, leg, 0.0, expected, reason);
        }
    }

    #[test]
    fn only_what_is_deeper_counts() {
        let disc = Region::new(Shape::Circle { centre: [2.0, 2.0], radius: 2.0 });
        for (region, leg, depth, expected, reason) in [
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
            (square(), ([2.0, 2.0], [6.0, 2.0]), -0.5, &[[0.0, 2.5 / 4.0]], "from amid it"),
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
            check(&region, leg, depth, expected, reason);
        }
    }
}
