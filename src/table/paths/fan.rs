//! What lies behind one bend of a path: a fan of straight legs, cut short by what bars them or
//! by what is left of the allowance.

use super::corner::{Corner, Turn};
use super::reach::Spread;
use super::search::Node;
use super::tread::same_layer;
use crate::table::outline::signed_area;
use crate::table::plane::{Leg, cross, distance, dot, subtract};
use crate::table::shape::Point;
use crate::table::walk::Surface;

/// Widest angle between two rays of a fan to begin with, and the narrowest to which it is halved;
/// radians.
const WIDEST: f64 = 0.08;
const NARROWEST: f64 = 0.004;

/// How far, along a ray, it may begin or end from the line between its neighbours' ends, inches.
const BENT: f64 = 0.01;

/// How far beside a line that touches a corner it is looked along, radians.
const BESIDE: f64 = 1e-4;

/// A straight leg behind a bend: where it begins, and where a model can be on it.
#[derive(Clone, Debug)]
struct Ray {
    from: Point,
    along: Point,
    /// What it begins on.
    surface: Surface,
    parts: Vec<(Surface, [f64; 2])>,
}

/// The rays behind one bend, in the order in which they turn.
pub(super) struct Fan<'s> {
    spread: &'s Spread<'s>,
    node: &'s Node,
    corner: &'s Corner,
    rays: Vec<(f64, Ray)>,
}

impl<'s> Fan<'s> {
    /// The rings of corners that the legs behind a bend cover.
    pub(super) fn of(spread: &'s Spread<'s>, node: &'s Node) -> Vec<(Surface, Vec<Point>)> {
        let corner = &spread.search.corners[node.corner];
        let mut fan = Self { spread, node, corner, rays: Vec::new() };
        let angles = fan.angles();
        for angle in angles {
            match fan.ray(angle, fan.rays.last()) {
                Some(ray) => fan.rays.push((angle, ray)),
                None => {
                    fan.close_in(angle);
                    break;
                }
            }
        }
        fan.refine();
        fan.rings()
    }

    /// Adds rays between the last one and an angle that the way along the arc no longer
    /// reaches.
    fn close_in(&mut self, barred: f64) {
        let mut barred = barred;
        while let Some(last) = self.rays.last().map(|(angle, _)| *angle)
            && barred - last > NARROWEST
        {
            let middle = (last + barred) / 2.0;
            match self.ray(middle, self.rays.last()) {
                Some(ray) => self.rays.push((middle, ray)),
                None => barred = middle,
            }
        }
    }

    /// The angles to begin with: even ones, and those that touch a corner.
    fn angles(&self) -> Vec<f64> {
        let left = self.spread.search.most - self.node.far;
        let whole = self.node.bend.is_none();
        // At a plain point, of radius 0, nothing is used up by turning.
        let farthest = (left / self.corner.radius).min(std::f64::consts::PI);
        let high = if whole { std::f64::consts::TAU } else { farthest };
        // At a bend without a figure of its own straight on is in the middle.
        let is_bare = !whole && self.corner.radius == 0.0 && self.corner.wings.is_none();
        let low = if is_bare { -high } else { 0.0 };
        let steps = (high / WIDEST).ceil().max(1.0);
        let even = (0..=steps as usize).map(|nth| low + (high - low) * nth as f64 / steps);
        let mut angles: Vec<f64> = even.collect();
        angles.extend(self.touching().into_iter().filter(|angle| *angle > low && *angle < high));
        angles.sort_by(f64::total_cmp);
        angles.dedup_by(|b, a| *b - *a < 1e-7);
        angles
    }

    /// Angles, from straight on, at which legs that leave the bend touch other corners, and a hair
    /// beside them.
    fn touching(&self) -> Vec<f64> {
        let left = self.spread.search.most - self.node.far;
        let (straight, side) = (self.straight(), self.side());
        let mut angles = Vec::new();
        for corner in &self.spread.search.corners[1..] {
            let turns: &[Turn] = if corner.radius > 0.0 { &[Turn::Left, Turn::Right] } else { &[Turn::Left] };
            for &turn in turns {
                let Some(tangent) = self.corner.tangent(self.node.turn, corner, turn) else { continue };
                if tangent.length < 1e-6 || tangent.length > left {
                    continue;
                }
                let angle =
                    side.signed(libm::atan2(cross(straight, tangent.along), dot(straight, tangent.along)));
                let whole = self.node.bend.is_none();
                let beside = [angle - BESIDE, angle + BESIDE];
                angles.extend(beside.map(|at| if whole { at.rem_euclid(std::f64::consts::TAU) } else { at }));
            }
        }
        angles
    }

    /// The direction in which the path arrives; of the start, any.
    fn straight(&self) -> Point {
        let along = match &self.node.bend {
            // Even where no leg leads to it: a start may lie on a circle.
            Some(_) if self.corner.radius > 0.0 => {
                let [x, y] = subtract(self.node.at, self.corner.centre);
                [-y, x].map(|way| self.node.turn.signed(way))
            }
            Some(bend) => subtract(bend.at, bend.from),
            None => [1.0, 0.0],
        };
        unit(along).unwrap_or([1.0, 0.0])
    }

    /// Which way the path turns round the corner.
    fn side(&self) -> Turn {
        if self.node.bend.is_none() {
            return Turn::Left;
        }
        match self.corner.wings {
            _ if self.corner.radius > 0.0 => self.node.turn,
            Some([a, b]) => {
                let straight = self.straight();
                let [a, b] = [a, b].map(|wing| cross(straight, subtract(wing, self.corner.centre)));
                if a + b >= 0.0 { Turn::Left } else { Turn::Right }
            }
            None => Turn::Left,
        }
    }

    /// The leg that leaves at an angle from straight on; `None` where the way there, along
    /// the arc from an earlier ray, is barred.
    fn ray(&self, angle: f64, earlier: Option<&(f64, Ray)>) -> Option<Ray> {
        let along = turned(self.straight(), self.side().signed(angle));
        let (mut from, mut surface, mut far) = (self.node.at, self.node.surface, self.node.far);
        if self.corner.radius > 0.0 {
            from = self.on_arc(angle);
            far += self.corner.radius * angle;
            if let Some((begin, earlier)) = earlier {
                let arc = self.corner.followed(self.on_arc(*begin), self.side().signed(angle - begin));
                surface = self.spread.search.arc_end(earlier.surface, arc.as_ref())?;
            }
        }
        // Angles end where nothing is left, but for rounding.
        let most = (self.spread.search.most - far).max(1e-6).min(self.to_edge(from, along));
        let leg = Leg { from, to: [from[0] + along[0] * most, from[1] + along[1] * most] };
        let parts = self.spread.search.patch.cast(leg, surface);
        let parts =
            parts.into_iter().map(|(surface, part)| (surface, part.map(|share| share * most))).collect();
        Some(Ray { from, along, surface, parts })
    }

    /// The point of the corner's arc at an angle from where the path meets it.
    fn on_arc(&self, angle: f64) -> Point {
        let out = turned(subtract(self.node.at, self.corner.centre), self.side().signed(angle));
        [self.corner.centre[0] + out[0], self.corner.centre[1] + out[1]]
    }

    /// How far a base can go in a direction before it reaches over the table's edge.
    fn to_edge(&self, from: Point, along: Point) -> f64 {
        let size = self.spread.routes.terrain.size;
        let far = |axis: usize| {
            let edge = size[axis] / 2.0 - self.spread.routes.mover.radius;
            if along[axis] == 0.0 {
                f64::INFINITY
            } else {
                (edge.copysign(along[axis]) - from[axis]) / along[axis]
            }
        };
        far(0).min(far(1)).max(1e-6)
    }

    /// Adds rays between neighbours until each lies where its neighbours have it, or next to them.
    fn refine(&mut self) {
        let rays = std::mem::take(&mut self.rays);
        let mut fine: Vec<(f64, Ray)> = Vec::with_capacity(rays.len() * 2);
        for next in rays {
            if let Some(last) = fine.last().cloned() {
                self.refine_between(&last, &next, &mut fine);
            }
            fine.push(next);
        }
        self.rays = fine;
    }

    fn refine_between(&self, from: &(f64, Ray), to: &(f64, Ray), fine: &mut Vec<(f64, Ray)>) {
        if to.0 - from.0 < NARROWEST {
            return;
        }
        let middle = (from.0 + to.0) / 2.0;
        let Some(ray) = self.ray(middle, Some(from)) else { return };
        if ray.is_between(&from.1, &to.1) {
            fine.push((middle, ray));
            return;
        }
        let middle = (middle, ray);
        self.refine_between(from, &middle, fine);
        fine.push(middle.clone());
        self.refine_between(&middle, to, fine);
    }

    /// Rings around what neighbouring rays have in common: ribbons from ray to ray, each as
    /// long as it goes on.
    fn rings(&self) -> Vec<(Surface, Vec<Point>)> {
        let mut rings = Vec::new();
        let mut open: Vec<Ribbon> = Vec::new();
        for (_, ray) in &self.rays {
            let mut taken = vec![false; ray.parts.len()];
            let mut going_on = Vec::with_capacity(open.len());
            for mut ribbon in open {
                let next = ray.parts.iter().enumerate().position(|(nth, (surface, part))| {
                    !taken[nth] && same_layer(*surface, ribbon.surface) && overlap(*part, ribbon.last)
                });
                match next {
                    Some(nth) => {
                        taken[nth] = true;
                        ribbon.add(ray, ray.parts[nth].1);
                        going_on.push(ribbon);
                    }
                    None => rings.extend(ribbon.ring()),
                }
            }
            let new = ray.parts.iter().zip(&taken).filter(|(_, taken)| !**taken);
            going_on.extend(new.map(|((surface, part), _)| Ribbon::new(*surface, ray, *part)));
            open = going_on;
        }
        rings.extend(open.into_iter().filter_map(Ribbon::ring));
        rings
    }
}

/// What of several neighbouring rays lies on one surface, without a gap.
struct Ribbon {
    surface: Surface,
    near: Vec<Point>,
    far: Vec<Point>,
    last: [f64; 2],
}

impl Ribbon {
    fn new(surface: Surface, ray: &Ray, part: [f64; 2]) -> Self {
        let mut ribbon = Self { surface, near: Vec::new(), far: Vec::new(), last: part };
        ribbon.add(ray, part);
        ribbon
    }

    fn add(&mut self, ray: &Ray, part: [f64; 2]) {
        let near = ray.at(part[0]);
        if self.near.last() != Some(&near) {
            self.near.push(near);
        }
        self.far.push(ray.at(part[1]));
        self.last = part;
    }

    /// The ring around it; of a single ray there is none.
    fn ring(self) -> Option<(Surface, Vec<Point>)> {
        if self.far.len() < 2 {
            return None;
        }
        let ring = self.far.into_iter().chain(self.near.into_iter().rev()).collect();
        Some((self.surface, counter_clockwise(ring)))
    }
}

/// Whether two parts of neighbouring rays have anything in common.
fn overlap(a: [f64; 2], b: [f64; 2]) -> bool {
    a[0] < b[1] && b[0] < a[1]
}

impl Ray {
    fn at(&self, far: f64) -> Point {
        [self.from[0] + self.along[0] * far, self.from[1] + self.along[1] * far]
    }

    /// How far along it crosses the line between two points; where it runs along that line, to
    /// the first of them. Where a border runs almost along the rays, what lies beside the line by
    /// little can be far along the ray, and what is cut off there is wide farther out.
    fn crossing(&self, from: Point, to: Point) -> f64 {
        let (to_from, line) = (subtract(from, self.from), subtract(to, from));
        let turn = cross(self.along, line);
        if turn.abs() < 1e-9 {
            return dot(to_from, self.along);
        }
        cross(to_from, line) / turn
    }

    /// Whether its parts begin and end where lines between those of its neighbours lead.
    fn is_between(&self, before: &Self, after: &Self) -> bool {
        let same = |other: &Self| {
            let both = self.parts.iter().zip(&other.parts);
            other.parts.len() == self.parts.len()
                && both.into_iter().all(|((a, _), (b, _))| same_layer(*a, *b))
        };
        same(before)
            && same(after)
            && self.parts.iter().enumerate().all(|(nth, (_, part))| {
                (0..2).all(|end| {
                    let [from, to] = [before, after].map(|ray| ray.at(ray.parts[nth].1[end]));
                    (self.crossing(from, to) - part[end]).abs() <= BENT
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

fn turned([x, y]: Point, angle: f64) -> Point {
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
    use crate::rules::basics::Disc;
    use crate::rules::measures::{Place, Thou};
    use crate::rules::movement::allowance::SlowGoing;
    use crate::rules::movement::going::Going;
    use crate::table::paths::{DifficultGoing, Others, PathPlanner, Ways};
    use crate::table::piece::Piece;
    use crate::table::sample::{SOLDIER, at, ground, table};
    use crate::table::walk::Footing;

    /// Tells about the fan behind each bend of all runs of 8 inches from 6 inches west of the middle.
    fn each_fan(pieces: Vec<Piece>, others: Others, mut tell: impl FnMut(&Fan)) {
        let terrain = table(pieces);
        let ways = Ways { slow: SlowGoing::Barred, difficult: DifficultGoing::Avoided };
        let routes = PathPlanner::new(&terrain, SOLDIER, ways, others, 0.002);
        let spread = routes.spread(at(-6.0, 0.0, 0.0), 8.0);
        for node in &spread.search.nodes {
            let corner = &spread.search.corners[node.corner];
            tell(&Fan { spread: &spread, node, corner, rays: Vec::new() });
        }
    }

    /// Rule: GO-2. Slow ground 4 square in the middle: two of its corners are near.
    #[test]
    fn a_fan_looks_all_round_and_close_by_each_corner() {
        let mut bends = 0;
        each_fan(vec![ground(Going::Slow)], Others::default(), |fan| {
            let angles = fan.angles();
            let (first, last) = (angles[0], angles[angles.len() - 1]);
            if fan.node.bend.is_some() {
                bends += 1;
                assert_eq!((first, last), (0.0, PI), "round its own corner only");
                let even = (PI / WIDEST).ceil() as usize + 1;
                assert_eq!(angles.len(), even, "the others are farther off than what is left");
                return;
            }
            assert_eq!((first, last), (0.0, TAU), "all round the start");
            let off = 2.0 + 0.002 / 2.0_f64.sqrt();
            let up = libm::atan2(off, 6.0 - off);
            let beside = [up - BESIDE, up + BESIDE, TAU - up - BESIDE, TAU - up + BESIDE];
            for wanted in beside {
                assert!(angles.iter().any(|angle| (angle - wanted).abs() < 1e-9), "{wanted}: {angles:?}");
            }
            let even = (TAU / WIDEST).ceil() as usize + 1;
            assert_eq!(angles.len(), even + beside.len());
        });
        assert_eq!(bends, 2);
    }

    /// Rule: MOV-5, MOV-1. Round an enemy, what is left grows shorter by the way along his ring.
    #[test]
    fn legs_are_as_long_as_what_is_left() {
        let enemy = Disc { at: Place::flat(0, 0), radius: 0.5 };
        let others = Others { enemies: vec![enemy], enemy_gap: 2.0, friends: Vec::new() };
        let (ring, mut bends) = (3.002_f64, 0);
        each_fan(vec![], others, |fan| {
            if fan.node.bend.is_none() {
                return;
            }
            bends += 1;
            let left = 8.0 - (36.0 - ring * ring).sqrt();
            let last = fan.angles().pop().unwrap_or_default();
            assert!((last - left / ring).abs() < 1e-9, "{last}");
            for angle in [0.0, 0.3, 0.9] {
                let ray = fan.ray(angle, None).unwrap();
                assert!((distance(ray.from, [0.0, 0.0]) - ring).abs() < 1e-9);
                assert!(dot(ray.from, ray.along).abs() < 1e-9, "along the ring's tangent");
                let [(_, [from, to])] = ray.parts[..] else { panic!("{ray:?}") };
                assert!(from == 0.0 && (to - (left - ring * angle)).abs() < 1e-9, "{angle}: {to}");
            }
        });
        assert_eq!(bends, 2);
    }

    #[test]
    fn a_ray_between_two_is_where_they_have_it() {
        let on = |height| Surface { height: Thou(height), footing: Footing::Ground };
        let floor = Surface { height: Thou(3000), footing: Footing::Floor { piece: 0, level: 1 } };
        let ray = |y: f64, parts: &[(Surface, [f64; 2])]| Ray {
            from: [0.0, y],
            along: [1.0, 0.0],
            surface: on(0),
            parts: parts.to_vec(),
        };
        let whole = |end: f64| vec![(on(0), [0.0, end])];
        let gap = || vec![(on(0), [0.0, 2.0]), (on(0), [3.0, 4.0])];
        for (before, between, after, expected, reason) in [
            (whole(2.0), whole(2.0), whole(2.0), true, "all alike"),
            (whole(1.0), whole(2.0), whole(3.0), true, "in line"),
            (whole(2.0), whole(2.005), whole(2.0), true, "out of line by less than a hundredth"),
            (whole(2.0), whole(2.05), whole(2.0), false, "out of line"),
            (gap(), gap(), gap(), true, "the same gap in each"),
            (whole(2.0), gap(), whole(2.0), false, "a gap in this one only"),
            (gap(), whole(2.0), gap(), false, "a gap in both others only"),
            (whole(2.0), whole(2.0), gap(), false, "a gap in the next only"),
            (gap(), whole(2.0), whole(2.0), false, "a gap in the one before only"),
            (whole(2.0), vec![(floor, [0.0, 2.0])], whole(2.0), false, "on another level"),
            (whole(2.0), vec![(on(1000), [0.0, 2.0])], whole(2.0), true, "on higher ground"),
        ] {
            let [before, between, after] =
                [(-1.0, before), (0.0, between), (1.0, after)].map(|(y, parts)| ray(y, &parts));
            assert_eq!(between.is_between(&before, &after), expected, "{reason}");
        }
    }
}
