//! The visibility fan of a search node: the polygon covered by all straight legs from it, each limited by
//! obstacles and by what is left of the allowed length. A rotational sweep of rays, refined until it is exact
//! enough.

use super::leg_traversal::same_layer;
use super::length_bounds::LengthBounds;
use super::reach::ShortestPathTree;
use super::search::Node;
use super::tangent_vertex::{TangentVertex, TurnDirection};
use crate::outline::signed_area;
use crate::plane::{Interval, Leg, cross, distance, dot, subtract};
use crate::shape::Point;
use crate::walk::{Footing, Surface};

/// Largest angle between neighbouring rays, and the smallest to which refinement halves it; radians.
pub(super) const MAX_ANGLE_STEP: f64 = 0.08;
const MIN_ANGLE_STEP: f64 = 0.004;

/// Maximum deviation of the end of a span, along its ray, from the line between its neighbours' ends, inches.
const MAX_DEVIATION: f64 = 0.02;

/// Maximum distance of an outline from the ends of rays, along them, inches.
const FLATNESS_INCHES: f64 = 0.004;

/// Factor by which an outline may run farther out where a ray need not be followed to its end: the fewer corners it needs, the sooner it is
/// united with others.
const NEEDED_FACTOR: f64 = 1.5;

/// Upper bound of ends without a corner in a row: each is checked against every new line.
const MAX_RUN: usize = 32;

/// Angle between a tangent to a vertex and the rays to both sides of it, radians.
const TANGENT_OFFSET: f64 = 1e-4;

/// A straight leg from a node, and the parts of it that a model can reach.
#[derive(Clone, Debug)]
struct Ray {
    from: Point,
    along: Point,
    /// The surface it starts on.
    surface: Surface,
    /// Surfaces, and intervals of the ray in inches.
    parts: Vec<(Surface, Interval)>,
    /// Distance to which it has to be followed, inches; infinite: to its end.
    needed: f64,
}

/// The rays of a node, by angle.
pub(super) struct VisibilityFan<'s> {
    tree: &'s ShortestPathTree<'s>,
    node: &'s Node,
    vertex: &'s TangentVertex,
    /// Of the fans of nodes with shorter paths.
    lengths: &'s LengthBounds,
    rays: Vec<(f64, Ray)>,
}

impl<'s> VisibilityFan<'s> {
    /// The polygons that the rays of a node cover, with their surfaces. Where paths by other nodes are shorter, they
    /// may be left out.
    pub(super) fn of(
        tree: &'s ShortestPathTree<'s>,
        node: &'s Node,
        lengths: &'s LengthBounds,
    ) -> Vec<(Surface, Vec<Point>)> {
        let vertex = &tree.search.vertices[node.vertex];
        let mut fan = Self { tree, node, vertex, lengths, rays: Vec::new() };
        let angles = fan.angles();
        for angle in angles {
            match fan.ray(angle, fan.rays.last()) {
                Some(ray) => fan.rays.push((angle, ray)),
                None => {
                    fan.approach_blocked(angle);
                    break;
                }
            }
        }
        fan.refine();
        fan.rings()
    }

    /// Adds rays between the last one and an angle to which the arc is blocked, by bisection.
    fn approach_blocked(&mut self, blocked: f64) {
        let mut blocked = blocked;
        while let Some(last) = self.rays.last().map(|(angle, _)| *angle)
            && blocked - last > MIN_ANGLE_STEP
        {
            let middle = (last + blocked) / 2.0;
            match self.ray(middle, self.rays.last()) {
                Some(ray) => self.rays.push((middle, ray)),
                None => blocked = middle,
            }
        }
    }

    /// The angles to start with: regular ones, and those beside tangents.
    fn angles(&self) -> Vec<f64> {
        let remaining = self.tree.search.max_length - self.node.cost;
        let is_start = self.node.segment.is_none();
        // At a point, of radius 0, turning uses up no length.
        let max_turn = (remaining / self.vertex.radius).min(std::f64::consts::PI);
        let high = if is_start { std::f64::consts::TAU } else { max_turn };
        // At a vertex without neighbours a path may turn to both sides.
        let turns_both_ways = !is_start && self.vertex.radius == 0.0 && self.vertex.neighbours.is_none();
        let low = if turns_both_ways { -high } else { 0.0 };
        let steps = (high / MAX_ANGLE_STEP).ceil().max(1.0);
        let regular = (0..=steps as usize).map(|index| low + (high - low) * index as f64 / steps);
        let mut angles: Vec<f64> = regular.collect();
        angles.extend(self.tangent_angles().into_iter().filter(|angle| *angle > low && *angle < high));
        angles.sort_by(f64::total_cmp);
        angles.dedup_by(|b, a| *b - *a < 1e-7);
        angles
    }

    /// Angles, relative to the direction of arrival, just beside the tangents from the node to other
    /// vertices.
    fn tangent_angles(&self) -> Vec<f64> {
        let remaining = self.tree.search.max_length - self.node.cost;
        let (arrival, direction) = (self.arrival(), self.direction());
        let mut angles = Vec::new();
        for vertex in &self.tree.search.vertices[1..] {
            for &turn in vertex.turns() {
                let Some(tangent) = self.vertex.tangent(self.node.turn, vertex, turn) else { continue };
                if tangent.length < 1e-6 || tangent.length > remaining {
                    continue;
                }
                let angle =
                    direction.signed(libm::atan2(cross(arrival, tangent.along), dot(arrival, tangent.along)));
                let is_start = self.node.segment.is_none();
                let beside = [angle - TANGENT_OFFSET, angle + TANGENT_OFFSET];
                angles.extend(
                    beside.map(|at| if is_start { at.rem_euclid(std::f64::consts::TAU) } else { at }),
                );
            }
        }
        angles
    }

    /// The direction in which the path arrives; arbitrary for the start.
    fn arrival(&self) -> Point {
        let along = match &self.node.segment {
            // Even if no leg leads to it: the start may lie on a circle.
            Some(_) if self.vertex.radius > 0.0 => {
                let [x, y] = subtract(self.node.at, self.vertex.centre);
                [-y, x].map(|part| self.node.turn.signed(part))
            }
            Some(segment) => subtract(segment.at, segment.from),
            None => [1.0, 0.0],
        };
        unit(along).unwrap_or([1.0, 0.0])
    }

    /// The side to which the path turns at the vertex.
    fn direction(&self) -> TurnDirection {
        if self.node.segment.is_none() {
            return TurnDirection::Left;
        }
        match self.vertex.neighbours {
            _ if self.vertex.radius > 0.0 => self.node.turn,
            Some([a, b]) => {
                let arrival = self.arrival();
                let [a, b] = [a, b].map(|neighbour| cross(arrival, subtract(neighbour, self.vertex.centre)));
                if a + b >= 0.0 { TurnDirection::Left } else { TurnDirection::Right }
            }
            None => TurnDirection::Left,
        }
    }

    /// The ray at an angle from the direction of arrival; `None` if the arc to it, from an earlier ray, is
    /// blocked.
    fn ray(&self, angle: f64, earlier: Option<&(f64, Ray)>) -> Option<Ray> {
        let along = rotated(self.arrival(), self.direction().signed(angle));
        let (mut from, mut surface, mut cost) = (self.node.at, self.node.surface, self.node.cost);
        if self.vertex.radius > 0.0 {
            from = self.on_arc(angle);
            cost += self.vertex.radius * angle;
            if let Some((begin, earlier)) = earlier {
                let arc = self.vertex.arc_from(self.on_arc(*begin), self.direction().signed(angle - begin));
                surface = self.tree.search.arc_end(earlier.surface, arc.as_ref())?;
            }
        }
        // At the last angle rounding may leave less than nothing.
        let length = (self.tree.search.max_length - cost).max(1e-6).min(self.to_edge(from, along));
        let leg = Leg { from, to: [from[0] + along[0] * length, from[1] + along[1] * length] };
        let parts = self.tree.search.window.walkable_spans(leg, surface);
        let parts: Vec<(Surface, Interval)> = parts
            .into_iter()
            .map(|(surface, part)| (surface, Interval::new(part.from * length, part.to * length)))
            .collect();
        let mut ray = Ray { from, along, surface, parts, needed: f64::INFINITY };
        let end = self.lengths.end_of_ray(
            cost,
            self.vertex.radius,
            length,
            |at| ray.at(at),
            |at| ray.is_on_ground(at),
        );
        ray.needed = end.unwrap_or(f64::INFINITY);
        Some(ray)
    }

    /// The point of the vertex's circle at an angle from where the path touches it.
    fn on_arc(&self, angle: f64) -> Point {
        let out = rotated(subtract(self.node.at, self.vertex.centre), self.direction().signed(angle));
        [self.vertex.centre[0] + out[0], self.vertex.centre[1] + out[1]]
    }

    /// Distance that a base can go in a direction before it overhangs the table's edge, inches.
    fn to_edge(&self, from: Point, along: Point) -> f64 {
        let size = self.tree.planner.terrain.size;
        let distance_along = |axis: usize| {
            let edge = size[axis] / 2.0 - self.tree.planner.mover.radius;
            if along[axis] == 0.0 {
                f64::INFINITY
            } else {
                (edge.copysign(along[axis]) - from[axis]) / along[axis]
            }
        };
        distance_along(0).min(distance_along(1)).max(1e-6)
    }

    /// Bisects between neighbouring rays until interpolation predicts each new ray.
    fn refine(&mut self) {
        let rays = std::mem::take(&mut self.rays);
        let mut refined: Vec<(f64, Ray)> = Vec::with_capacity(rays.len() * 2);
        for next in rays {
            if let Some(last) = refined.last().cloned() {
                self.refine_between(&last, &next, &mut refined);
            }
            refined.push(next);
        }
        self.rays = refined;
    }

    fn refine_between(&self, from: &(f64, Ray), to: &(f64, Ray), refined: &mut Vec<(f64, Ray)>) {
        if to.0 - from.0 < MIN_ANGLE_STEP {
            return;
        }
        let middle = (from.0 + to.0) / 2.0;
        let Some(ray) = self.ray(middle, Some(from)) else { return };
        let is_needed = from.1.needed.max(to.1.needed) == f64::INFINITY;
        if !is_needed || ray.is_interpolated_by(&from.1, &to.1) {
            refined.push((middle, ray));
            return;
        }
        let middle = (middle, ray);
        self.refine_between(from, &middle, refined);
        refined.push(middle.clone());
        self.refine_between(&middle, to, refined);
    }

    /// The polygons between neighbouring rays: ribbons from ray to ray, as long as the rays' parts overlap.
    fn rings(&self) -> Vec<(Surface, Vec<Point>)> {
        let mut rings = Vec::new();
        let mut open: Vec<Ribbon> = Vec::new();
        for (index, (_, ray)) in self.rays.iter().enumerate() {
            let needed = self.neighbours(index).map(|ray| ray.needed).fold(ray.needed, f64::max);
            let parts: Vec<&(Surface, Interval)> =
                ray.parts.iter().filter(|(_, part)| part.from < needed).collect();
            let mut used = vec![false; parts.len()];
            let mut continued = Vec::with_capacity(open.len());
            for mut ribbon in open {
                let next = parts.iter().enumerate().position(|(index, (surface, part))| {
                    !used[index] && same_layer(*surface, ribbon.surface) && part.overlaps(ribbon.last)
                });
                match next {
                    Some(index) => {
                        used[index] = true;
                        ribbon.add(ray, needed, parts[index].1);
                        continued.push(ribbon);
                    }
                    None => rings.extend(ribbon.ring()),
                }
            }
            let new = parts.iter().zip(&used).filter(|(_, used)| !**used);
            continued.extend(new.map(|((surface, part), _)| Ribbon::new(*surface, ray, needed, *part)));
            open = continued;
        }
        rings.extend(open.into_iter().filter_map(Ribbon::ring));
        rings
    }

    /// The rays next to a ray.
    fn neighbours(&self, index: usize) -> impl Iterator<Item = &Ray> {
        let neighbours = [index.checked_sub(1), Some(index + 1)];
        neighbours.into_iter().flatten().filter_map(|index| self.rays.get(index)).map(|(_, ray)| ray)
    }
}

/// Overlapping parts of consecutive rays on one surface.
struct Ribbon {
    surface: Surface,
    inner: Vec<Point>,
    outer: Vec<OuterEnd>,
    last: Interval,
}

/// The outer end of a ray's part: how far along the ray at least, how far rather, and how far at most, inches.
struct OuterEnd {
    from: Point,
    along: Point,
    min: f64,
    at: f64,
    max: f64,
}

impl Ribbon {
    fn new(surface: Surface, ray: &Ray, needed: f64, part: Interval) -> Self {
        let mut ribbon = Self { surface, inner: Vec::new(), outer: Vec::new(), last: part };
        ribbon.add(ray, needed, part);
        ribbon
    }

    fn add(&mut self, ray: &Ray, needed: f64, part: Interval) {
        let inner = ray.at(part.from);
        if self.inner.last() != Some(&inner) {
            self.inner.push(inner);
        }
        self.outer.push(OuterEnd {
            from: ray.from,
            along: ray.along,
            min: needed.min(part.to - FLATNESS_INCHES),
            at: (NEEDED_FACTOR * needed).min(part.to),
            max: part.to + FLATNESS_INCHES,
        });
        self.last = part;
    }

    /// Its outline; a single ray has none.
    fn ring(self) -> Option<(Surface, Vec<Point>)> {
        if self.outer.len() < 2 {
            return None;
        }
        let ring = outer_line(&self.outer).into_iter().chain(self.inner.into_iter().rev()).collect();
        Some((self.surface, counter_clockwise(ring)))
    }
}

/// The corners of a line along outer ends, without those that it can do without.
fn outer_line(ends: &[OuterEnd]) -> Vec<Point> {
    let mut corners: Vec<Point> = ends.first().map(OuterEnd::point).into_iter().collect();
    let mut last = 0;
    while last + 1 < ends.len() {
        let mut next = last + 1;
        let passes = |to: usize| {
            let line = [ends[last].point(), ends[to].point()];
            ends[last + 1..to].iter().all(|end| end.allows(line))
        };
        while next + 1 < ends.len() && next - last < MAX_RUN && passes(next + 1) {
            next += 1;
        }
        corners.push(ends[next].point());
        last = next;
    }
    corners
}

impl OuterEnd {
    fn point(&self) -> Point {
        [self.from[0] + self.along[0] * self.at, self.from[1] + self.along[1] * self.at]
    }

    /// Whether a line between the ends of two other rays, on both sides, crosses the ray where it may end.
    fn allows(&self, [from, to]: [Point; 2]) -> bool {
        let line = subtract(to, from);
        let turn = cross(self.along, line);
        let distance = cross(subtract(from, self.from), line) / turn;
        turn.abs() > 1e-9 && self.min <= distance && distance <= self.max
    }
}

impl Ray {
    /// Whether it reaches the ground at a distance, and no other surface.
    fn is_on_ground(&self, distance: f64) -> bool {
        let mut parts = self.parts.iter().filter(|(_, part)| part.from <= distance && distance <= part.to);
        parts.next().is_some_and(|(surface, _)| surface.footing == Footing::Ground) && parts.next().is_none()
    }

    fn at(&self, distance: f64) -> Point {
        [self.from[0] + self.along[0] * distance, self.from[1] + self.along[1] * distance]
    }

    /// The distance along the ray to the line between two points; if parallel, to the first of them. Where a
    /// border is almost parallel to the rays a small deviation from the line is a long one along the ray, and
    /// the area cut off there widens outward.
    fn intersection(&self, from: Point, to: Point) -> f64 {
        let (to_from, line) = (subtract(from, self.from), subtract(to, from));
        let turn = cross(self.along, line);
        if turn.abs() < 1e-9 {
            return dot(to_from, self.along);
        }
        cross(to_from, line) / turn
    }

    /// Whether its parts begin and end on the lines between the ends of its neighbours' parts.
    fn is_interpolated_by(&self, previous: &Self, next: &Self) -> bool {
        let same = |other: &Self| {
            let both = self.parts.iter().zip(&other.parts);
            other.parts.len() == self.parts.len()
                && both.into_iter().all(|((a, _), (b, _))| same_layer(*a, *b))
        };
        same(previous)
            && same(next)
            && self.parts.iter().enumerate().all(|(index, (_, part))| {
                (0..2).all(|end| {
                    let [from, to] = [previous, next].map(|ray| ray.at(ray.parts[index].1.ends()[end]));
                    (self.intersection(from, to) - part.ends()[end]).abs() <= MAX_DEVIATION
                })
            })
    }
}

fn counter_clockwise(mut ring: Vec<Point>) -> Vec<Point> {
    if signed_area(&ring) < 0.0 {
        ring.reverse();
    }
    ring
}

fn rotated([x, y]: Point, angle: f64) -> Point {
    let (sin, cos) = (libm::sin(angle), libm::cos(angle));
    [x * cos - y * sin, x * sin + y * cos]
}

fn unit(along: Point) -> Option<Point> {
    let length = distance(along, [0.0, 0.0]);
    (length > 0.0).then(|| [along[0] / length, along[1] / length])
}

#[cfg(test)]
mod tests {
    use std::f64::consts::{PI, TAU};

    use super::*;
    use crate::paths::{DifficultGoing, GoingPolicy, OtherModels, PathPlanner};
    use crate::piece::Piece;
    use crate::sample::{SOLDIER, at, ground, table};
    use warstrike_rules::basics::Disc;
    use warstrike_rules::measures::{Place, Thou};
    use warstrike_rules::movement::allowance::SlowGoing;
    use warstrike_rules::movement::going::Going;

    /// Visits the fan of each node of a run of 8 inches that starts 6 inches west of the origin.
    fn each_fan(pieces: Vec<Piece>, others: OtherModels, mut visit: impl FnMut(&VisibilityFan)) {
        let terrain = table(pieces);
        let policy = GoingPolicy { slow: SlowGoing::Barred, difficult: DifficultGoing::Avoided };
        let planner = PathPlanner::new(&terrain, SOLDIER, policy, others, 0.002);
        let tree = planner.shortest_path_tree(at(-6.0, 0.0, 0.0), 8.0);
        let lengths = LengthBounds::new([[0.0; 2]; 2], MAX_ANGLE_STEP);
        for node in &tree.search.nodes {
            let vertex = &tree.search.vertices[node.vertex];
            visit(&VisibilityFan { tree: &tree, node, vertex, lengths: &lengths, rays: Vec::new() });
        }
    }

    /// Rule: GO-2. Slow ground 4 square around the origin: two of its corners are near.
    #[test]
    fn the_rays_of_a_fan_are_regular_and_beside_tangents() {
        let mut bends = 0;
        each_fan(vec![ground(Going::Slow)], OtherModels::default(), |fan| {
            let angles = fan.angles();
            let (first, last) = (angles[0], angles[angles.len() - 1]);
            if fan.node.segment.is_some() {
                bends += 1;
                assert_eq!((first, last), (0.0, PI), "around its own corner only");
                let regular = (PI / MAX_ANGLE_STEP).ceil() as usize + 1;
                assert_eq!(angles.len(), regular, "the others are farther away than the remaining length");
                return;
            }
            assert_eq!((first, last), (0.0, TAU), "all around the start");
            let off = 2.0 + 0.002 / 2.0_f64.sqrt();
            let up = libm::atan2(off, 6.0 - off);
            let beside = [
                up - TANGENT_OFFSET,
                up + TANGENT_OFFSET,
                TAU - up - TANGENT_OFFSET,
                TAU - up + TANGENT_OFFSET,
            ];
            for wanted in beside {
                assert!(angles.iter().any(|angle| (angle - wanted).abs() < 1e-9), "{wanted}: {angles:?}");
            }
            let regular = (TAU / MAX_ANGLE_STEP).ceil() as usize + 1;
            assert_eq!(angles.len(), regular + beside.len());
        });
        assert_eq!(bends, 2);
    }

    /// Rule: MOV-5, MOV-1. Around an enemy the remaining length shrinks by the path along the ring.
    #[test]
    fn rays_are_as_long_as_the_remaining_length() {
        let enemy = Disc { at: Place::flat(0, 0), radius: 0.5 };
        let others = OtherModels { enemies: vec![enemy], enemy_gap: 2.0, friends: Vec::new() };
        let (ring, mut bends) = (3.002_f64, 0);
        each_fan(vec![], others, |fan| {
            if fan.node.segment.is_none() {
                return;
            }
            bends += 1;
            let remaining = 8.0 - (36.0 - ring * ring).sqrt();
            let last = fan.angles().pop().unwrap_or_default();
            assert!((last - remaining / ring).abs() < 1e-9, "{last}");
            for angle in [0.0, 0.3, 0.9] {
                let ray = fan.ray(angle, None).unwrap();
                assert!((distance(ray.from, [0.0, 0.0]) - ring).abs() < 1e-9);
                assert!(dot(ray.from, ray.along).abs() < 1e-9, "along the ring's tangent");
                let [(_, Interval { from, to })] = ray.parts[..] else { panic!("{ray:?}") };
                assert!(from == 0.0 && (to - (remaining - ring * angle)).abs() < 1e-9, "{angle}: {to}");
            }
        });
        assert_eq!(bends, 2);
    }

    /// A line along the ends of rays does without those that it passes between how far they must go and how far they
    /// may.
    #[test]
    fn an_outer_line_has_only_the_corners_it_needs() {
        let end =
            |x: f64, [min, at, max]: [f64; 3]| OuterEnd { from: [x, 0.0], along: [0.0, 1.0], min, at, max };
        let exact = [1.999, 2.0, 2.001];
        for (middle, corners, reason) in [
            (exact, 2, "in line"),
            ([2.099, 2.1, 2.101], 3, "a ray that ends behind the line"),
            ([1.899, 1.9, 1.901], 3, "a ray that ends before it"),
            ([1.5, 2.25, 5.0], 2, "a ray that need not go so far and may"),
            ([2.5, 3.75, 5.0], 3, "a ray that has to go farther"),
        ] {
            let found = outer_line(&[end(0.0, exact), end(1.0, middle), end(2.0, exact)]);
            assert_eq!(found.len(), corners, "{reason}: {found:?}");
        }
    }

    #[test]
    fn a_ray_is_interpolated_by_its_neighbours_if_its_ends_are_on_line() {
        let on = |height| Surface { height: Thou(height), footing: Footing::Ground };
        let floor = Surface { height: Thou(3000), footing: Footing::Floor { piece: 0, level: 1 } };
        let ray = |y: f64, parts: &[(Surface, [f64; 2])]| Ray {
            from: [0.0, y],
            along: [1.0, 0.0],
            surface: on(0),
            parts: parts.iter().map(|(surface, [from, to])| (*surface, Interval::new(*from, *to))).collect(),
            needed: f64::INFINITY,
        };
        let one = |end: f64| vec![(on(0), [0.0, end])];
        let gap = || vec![(on(0), [0.0, 2.0]), (on(0), [3.0, 4.0])];
        for (previous, between, next, expected, reason) in [
            (one(2.0), one(2.0), one(2.0), true, "all alike"),
            (one(1.0), one(2.0), one(3.0), true, "in line"),
            (one(2.0), one(2.015), one(2.0), true, "out of line by less than two hundredths"),
            (one(2.0), one(2.05), one(2.0), false, "out of line"),
            (gap(), gap(), gap(), true, "the same gap in each"),
            (one(2.0), gap(), one(2.0), false, "a gap in this one only"),
            (gap(), one(2.0), gap(), false, "a gap in both others only"),
            (one(2.0), one(2.0), gap(), false, "a gap in the next only"),
            (gap(), one(2.0), one(2.0), false, "a gap in the previous one only"),
            (one(2.0), vec![(floor, [0.0, 2.0])], one(2.0), false, "on another level"),
            (one(2.0), vec![(on(1000), [0.0, 2.0])], one(2.0), true, "on higher ground"),
        ] {
            let [previous, between, next] =
                [(-1.0, previous), (0.0, between), (1.0, next)].map(|(y, parts)| ray(y, &parts));
            assert_eq!(between.is_interpolated_by(&previous, &next), expected, "{reason}");
        }
    }
}
