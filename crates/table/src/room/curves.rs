//! Contacts of a base in configuration space: straight lines and circles for its centre, and their intersections.

use super::Room;
use crate::outline::are_near;
use crate::piece::{Kind, Piece};
use crate::plane::{Leg, distance, dot, points_on_rings, subtract};
use crate::shape::{Point, Shape};
use crate::terrain::Terrain;
use crate::walk::Mover;
use warstrike_rules::measures::Thou;
use warstrike_rules::movement::bodies::meet_in_height;
use warstrike_rules::movement::going::Going;

/// Two curves that miss each other by no more than this touch, inches.
const TOUCHES: f64 = 1e-6;

/// Points on a line and on a circle that stand for all of it.
const POINTS_ON_LINE: usize = 12;
const POINTS_ON_CIRCLE: usize = 16;

/// A curve on which the centre of a base lies that touches something, or a point that just keeps a distance.
#[derive(Clone, Copy, Debug)]
pub enum Curve {
    /// A straight line.
    Line(Leg),
    /// A circle: its centre and its radius, inches.
    Circle(Point, f64),
}

/// Points where curves meet, then points all along them.
pub fn meeting_points(curves: &[Curve]) -> Vec<Point> {
    let pairs = curves
        .iter()
        .enumerate()
        .flat_map(|(index, curve)| curves[..index].iter().flat_map(|other| curve.crossings(*other)));
    pairs.chain(curves.iter().flat_map(|curve| curve.samples())).collect()
}

impl Curve {
    /// Intersections of two curves.
    pub(super) fn crossings(self, other: Self) -> Vec<Point> {
        match (self, other) {
            (Self::Line(a), Self::Line(b)) => a.intersection(b).into_iter().collect(),
            (Self::Line(leg), Self::Circle(centre, radius))
            | (Self::Circle(centre, radius), Self::Line(leg)) => on_line(leg, centre, radius),
            (Self::Circle(a, radius), Self::Circle(b, other)) => on_both([a, b], [radius, other]),
        }
    }

    /// Some points all along it.
    pub(super) fn samples(self) -> Vec<Point> {
        match self {
            Self::Line(leg) => {
                (0..=POINTS_ON_LINE).map(|step| leg.at(step as f64 / POINTS_ON_LINE as f64)).collect()
            }
            Self::Circle(centre, radius) => points_on_rings(centre, [radius], POINTS_ON_CIRCLE).collect(),
        }
    }
}

/// Intersections of a circle and a leg.
fn on_line(leg: Leg, centre: Point, radius: f64) -> Vec<Point> {
    let length = leg.length();
    if length == 0.0 {
        return Vec::new();
    }
    let along = subtract(leg.to, leg.from).map(|part| part / length);
    let middle = dot(subtract(centre, leg.from), along);
    let foot = [leg.from[0] + middle * along[0], leg.from[1] + middle * along[1]];
    let off = distance(foot, centre);
    if off > radius + TOUCHES {
        return Vec::new();
    }
    let half = (radius * radius - off * off).max(0.0).sqrt();
    let shares =
        [middle - half, middle + half].into_iter().filter(|at| (-TOUCHES..=length + TOUCHES).contains(at));
    shares.map(|at| [leg.from[0] + at * along[0], leg.from[1] + at * along[1]]).collect()
}

/// Intersections of two circles.
fn on_both([a, b]: [Point; 2], [radius, other]: [f64; 2]) -> Vec<Point> {
    let apart = distance(a, b);
    if apart == 0.0 || apart > radius + other + TOUCHES || apart < (radius - other).abs() - TOUCHES {
        return Vec::new();
    }
    let toward = subtract(b, a).map(|part| part / apart);
    let foot = (apart * apart + radius * radius - other * other) / (2.0 * apart);
    let half = (radius * radius - foot * foot).max(0.0).sqrt();
    let at =
        |side: f64| [a[0] + foot * toward[0] - side * toward[1], a[1] + foot * toward[1] + side * toward[0]];
    vec![at(half), at(-half)]
}

impl Terrain {
    /// Obstructions of a base at some height: impassable ground, solid parts of walls, obstacles.
    ///
    /// Rule: GO-4, MOV-4.
    pub(super) fn bars(&self, mover: Mover) -> impl Iterator<Item = &Shape> {
        self.bars_within(mover, [Thou(0), Thou(i32::MAX)])
    }

    /// Obstructions of a base that stands on the table itself.
    ///
    /// Rule: GO-4, MOV-4.
    pub(super) fn bars_on_table(&self, mover: Mover) -> impl Iterator<Item = &Shape> {
        self.bars_within(mover, mover.heights_at(Thou(0)))
    }

    fn bars_within(&self, mover: Mover, heights: [Thou; 2]) -> impl Iterator<Item = &Shape> {
        let impassable = self.areas.iter().filter(move |area| area.going(mover.gait).0 == Going::Impassable);
        let solids =
            self.solids.iter().filter(move |solid| meet_in_height(heights, [solid.bottom, solid.top]));
        let is_obstacle = |piece: &&Piece| matches!(piece.kind, Kind::Linear { .. } | Kind::Point { .. });
        impassable
            .map(|area| &area.region.shape)
            .chain(solids.map(|solid| &solid.region.shape))
            .chain(self.pieces.iter().filter(is_obstacle).map(|piece| &piece.footprint))
    }
}

impl Room<'_> {
    /// The curves of everything that a base can touch in the zone; it may be pushed in by `push` inches.
    pub(super) fn curves(&self, push: f64) -> Vec<Curve> {
        let radius = self.mover.radius - push;
        let zones = std::iter::once(self.zone.as_ref()).chain(&self.leader_zone);
        let mut curves: Vec<Curve> = zones.flat_map(|zone| inside(zone, radius)).collect();
        let around = self.zone.bounds();
        let near = |shape: &&Shape| are_near(shape.bounds(), around, radius);
        curves.extend(self.terrain.bars(self.mover).filter(near).flat_map(|shape| outside(shape, radius)));
        let circles = self
            .others
            .iter()
            .map(|other| (other.disc, radius))
            .chain(self.enemies.iter().map(|enemy| (*enemy, radius + self.enemy_gap)));
        let near =
            circles.filter(|(disc, reach)| are_near([disc.at.ground(); 2], around, disc.radius + reach));
        curves.extend(near.map(|(disc, reach)| Curve::Circle(disc.at.ground(), disc.radius + reach)));
        let [width, depth] = self.terrain.size.map(|size| size / 2.0 - radius);
        let edges = outline(&[[-width, -depth], [width, -depth], [width, depth], [-width, depth]]);
        curves.extend(edges.into_iter().map(Curve::Line));
        curves
    }
}

fn outline(corners: &[Point]) -> Vec<Leg> {
    let next = corners.iter().cycle().skip(1);
    corners.iter().zip(next).map(|(from, to)| Leg { from: *from, to: *to }).collect()
}

/// The curves of a base that touches a shape's edge from inside.
fn inside(shape: &Shape, radius: f64) -> Vec<Curve> {
    match shape {
        Shape::Circle { centre, radius: outer } => vec![Curve::Circle(*centre, (outer - radius).max(0.0))],
        Shape::Polygon(corners) => along_edges(shape, corners, radius),
    }
}

/// The curves of a point that stays `radius` inches away from a shape.
pub fn outside(shape: &Shape, radius: f64) -> Vec<Curve> {
    match shape {
        Shape::Circle { centre, radius: outer } => vec![Curve::Circle(*centre, outer + radius)],
        Shape::Polygon(corners) => along_edges(shape, corners, -radius),
    }
}

/// Edges moved to their left, and circles round the corners.
fn along_edges(shape: &Shape, corners: &[Point], left: f64) -> Vec<Curve> {
    let moved = shape.edges().filter_map(|edge| {
        let length = edge.length();
        if length == 0.0 {
            return None;
        }
        let [dx, dy] = subtract(edge.to, edge.from).map(|part| part * left / length);
        let by = |[x, y]: Point| [x - dy, y + dx];
        Some(Curve::Line(Leg { from: by(edge.from), to: by(edge.to) }))
    });
    moved.chain(corners.iter().map(|corner| Curve::Circle(*corner, left.abs()))).collect()
}
