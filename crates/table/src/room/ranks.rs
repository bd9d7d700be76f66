//! Ranks and files: points of a lattice in one alignment after another, as many of them together as there are bases.

use std::collections::BTreeSet;

use super::Search;
use crate::outline::are_near;
use crate::plane::{distance, dot, subtract};
use crate::shape::{Point, Shape};
use warstrike_rules::measures::Place;

/// The free space between bases in open ranks, inches.
const OPEN: f64 = 0.5;

/// Most alignments, and most lines on which a first file or rank lies.
const MAX_ALIGNMENTS: usize = 10;
const MAX_LINES: usize = 7;

/// Two alignments nearer to each other than this are the same, degrees; two lines, inches.
const SAME_ALIGNMENT: f64 = 0.01;
const SAME_LINE: f64 = 1e-4;

/// Arrangement of files behind each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Weave {
    /// One right behind the other.
    Square,
    /// In the gaps of the rank before.
    Staggered,
}

/// A lattice: an origin, the step along a rank, and that to the next rank.
#[derive(Clone, Copy, Debug)]
struct Lattice {
    /// The direction of a rank.
    along: Point,
    /// Position of a file along the rank and of a rank across it, inches.
    lines: [f64; 2],
    /// From base to base.
    pitch: f64,
    weave: Weave,
}

impl Search<'_> {
    /// Ranks with some space between the bases, along the longest edge of the zone.
    pub(super) fn in_open_ranks(&self) -> Option<Vec<Place>> {
        let pitch = 2.0 * self.room.mover.radius + OPEN.min(self.room.max_gap);
        let along = *self.alignments().first()?;
        let middle = [along, across(along)].map(|axis| {
            let [low, high] = self.extent(axis);
            let spare = (high - low).max(0.0) % pitch;
            low + spare / 2.0
        });
        self.in_lattice(Lattice { along, lines: middle, pitch, weave: Weave::Square })
    }

    /// Ranks whose bases touch, in every alignment, first along the zone's edges, then along what stands in it.
    pub(super) fn in_ranks(&self) -> Option<Vec<Place>> {
        let pitch = 2.0 * self.room.mover.radius;
        for along in self.alignments() {
            for weave in [Weave::Square, Weave::Staggered] {
                let turned = match weave {
                    Weave::Square => vec![along],
                    Weave::Staggered => vec![along, across(along)],
                };
                for along in turned {
                    let [files, ranks] = [along, across(along)].map(|axis| self.lines(axis));
                    for rank in &ranks {
                        for file in &files {
                            let lattice = Lattice { along, lines: [*file, *rank], pitch, weave };
                            if let Some(found) = self.in_lattice(lattice) {
                                return Some(found);
                            }
                            if self.is_spent() {
                                return None;
                            }
                        }
                    }
                }
            }
        }
        None
    }

    /// Finds the required number of lattice points in coherency, the nearest first.
    fn in_lattice(&self, lattice: Lattice) -> Option<Vec<Place>> {
        let points = self.points(lattice);
        let mut tried: BTreeSet<usize> = BTreeSet::new();
        for (first, at) in points.iter().enumerate() {
            if tried.contains(&first) {
                continue;
            }
            let Some(leader) = self.places_at(*at).into_iter().find(|place| self.room.may_lead(*place))
            else {
                continue;
            };
            let together = self.grown(leader, first, &points, &mut tried);
            if together.len() == self.count {
                return Some(together);
            }
        }
        None
    }

    /// The bases that join a leader, those nearest to him first.
    fn grown(
        &self,
        leader: Place,
        first: usize,
        points: &[Point],
        tried: &mut BTreeSet<usize>,
    ) -> Vec<Place> {
        let reach = 2.0 * self.room.mover.radius + self.room.max_gap + 0.01;
        let mut order: Vec<(f64, usize)> = (0..points.len())
            .filter(|index| *index != first)
            .map(|index| (distance(points[index], points[first]), index))
            .collect();
        order.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        let mut together = vec![leader];
        tried.insert(first);
        let mut left = order;
        // Each pass takes whoever the last one brought into coherency.
        loop {
            let before = together.len();
            left.retain(|(_, index)| {
                if together.len() == self.count {
                    return true;
                }
                let near = |place: &Place| distance(place.ground(), points[*index]) <= reach;
                if !together.iter().any(near) {
                    return true;
                }
                let joins = |place: &Place| together.iter().any(|other| self.room.links(*place, *other));
                match self.places_at(points[*index]).into_iter().find(joins) {
                    Some(place) => {
                        tried.insert(*index);
                        together.push(place);
                        false
                    }
                    None => true,
                }
            });
            if together.len() == self.count || together.len() == before {
                return together;
            }
        }
    }

    /// The points of a lattice in the zone, those near the wanted point first.
    fn points(&self, lattice: Lattice) -> Vec<Point> {
        let Lattice { along, lines: [file, rank], pitch, weave } = lattice;
        let across = across(along);
        let [files, ranks] = [along, across].map(|axis| self.extent(axis));
        let (step, shift) = match weave {
            Weave::Square => (pitch, 0.0),
            Weave::Staggered => (pitch * 0.75_f64.sqrt(), pitch / 2.0),
        };
        let from = |low: f64, line: f64, step: f64| ((low - line) / step - 1e-6).ceil() as i64;
        let to = |high: f64, line: f64, step: f64| ((high - line) / step + 1e-6).floor() as i64;
        let mut points = Vec::new();
        for row in from(ranks[0], rank, step)..=to(ranks[1], rank, step) {
            let line = file + if row.rem_euclid(2) == 1 { shift } else { 0.0 };
            for column in from(files[0], line, pitch)..=to(files[1], line, pitch) {
                let [u, v] = [line + column as f64 * pitch, rank + row as f64 * step];
                points.push([u * along[0] + v * across[0], u * along[1] + v * across[1]]);
            }
        }
        points.retain(|at| self.room.lies_in(&self.room.zone, *at));
        points.sort_by(|a, b| distance(*a, self.near).total_cmp(&distance(*b, self.near)));
        points
    }

    /// The directions of ranks: of the zone's edges, the longest first, then of the edges of what stands in it.
    fn alignments(&self) -> Vec<Point> {
        let mut edges: Vec<Point> = edges_by_length(&self.room.zone);
        edges.push([1.0, 0.0]);
        for shape in self.room.terrain.bars(self.room.mover).filter(|shape| self.is_near(shape)) {
            edges.extend(edges_by_length(shape));
        }
        let turn = SAME_ALIGNMENT.to_radians();
        // A quarter turn of ranks is files.
        let same = |a: Point, b: Point| {
            let d = dot(a, b).abs();
            d.min((a[0] * b[1] - a[1] * b[0]).abs()) <= turn
        };
        let mut found: Vec<Point> = Vec::new();
        for edge in edges {
            if found.len() < MAX_ALIGNMENTS && !found.iter().any(|other| same(*other, edge)) {
                found.push(edge);
            }
        }
        found
    }

    /// Positions along an axis of the centres of bases that touch the zone's ends, or an obstacle or a model in it; and those halfway.
    fn lines(&self, axis: Point) -> Vec<f64> {
        let (radius, pitch) = (self.room.mover.radius, 2.0 * self.room.mover.radius);
        let [low, high] = self.extent(axis);
        let spare = (high - low).max(0.0) % pitch;
        let mut lines = vec![low, high, low + spare / 2.0];
        let bars = self.room.terrain.bars(self.room.mover).filter(|shape| self.is_near(shape));
        let shapes: Vec<[f64; 2]> = bars.map(|shape| extent_of(shape, axis)).collect();
        let others = self.room.others.iter().filter(|other| {
            self.is_near(&Shape::Circle { centre: other.disc.at.ground(), radius: other.disc.radius })
        });
        let others = others.map(|other| {
            let at = dot(other.disc.at.ground(), axis);
            [at - other.disc.radius, at + other.disc.radius]
        });
        lines.extend(shapes.into_iter().chain(others).flat_map(|[low, high]| [low - radius, high + radius]));
        let mut found: Vec<f64> = Vec::new();
        for line in lines {
            let same = |other: &f64| {
                let off = (line - other).rem_euclid(pitch);
                off.min(pitch - off) <= SAME_LINE
            };
            if found.len() < MAX_LINES && !found.iter().any(same) {
                found.push(line);
            }
        }
        found
    }

    /// The centres that lie farthest along an axis in the zone.
    fn extent(&self, axis: Point) -> [f64; 2] {
        let [low, high] = extent_of(&self.room.zone, axis);
        let (radius, middle) = (self.room.mover.radius, (low + high) / 2.0);
        // In a zone that is just too narrow the allowance may help.
        [(low + radius).min(middle), (high - radius).max(middle)]
    }

    fn is_near(&self, shape: &Shape) -> bool {
        are_near(shape.bounds(), self.room.zone.bounds(), self.room.mover.radius)
    }
}

/// Square to a direction.
fn across([x, y]: Point) -> Point {
    [-y, x]
}

/// The directions of a shape's edges, the longest first.
fn edges_by_length(shape: &Shape) -> Vec<Point> {
    let mut edges: Vec<(f64, Point)> = shape
        .edges()
        .map(|edge| (edge.length(), subtract(edge.to, edge.from)))
        .filter(|(length, _)| *length > 0.0)
        .collect();
    edges.sort_by(|a, b| b.0.total_cmp(&a.0));
    edges.into_iter().map(|(length, along)| along.map(|part| part / length)).collect()
}

/// The lowest and the highest point of a shape along an axis.
fn extent_of(shape: &Shape, axis: Point) -> [f64; 2] {
    match shape {
        Shape::Circle { centre, radius } => {
            let at = dot(*centre, axis);
            [at - radius, at + radius]
        }
        Shape::Polygon(corners) => {
            let along = corners.iter().map(|corner| dot(*corner, axis));
            along.fold([f64::INFINITY, f64::NEG_INFINITY], |[low, high], at| [low.min(at), high.max(at)])
        }
    }
}
