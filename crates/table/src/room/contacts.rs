//! One base after the other, each where it touches two things: the zone's edge, an obstacle, another model, a base placed
//! before it. Where any formation has room, so has one whose bases touch.

use super::Search;
use super::curves::{Curve, meeting_points};
use crate::outline::are_near;
use crate::plane::{distance, dot, points_on_rings};
use crate::shape::Point;
use warstrike_rules::measures::Place;

/// The directions in which the zone is filled up.
const SWEEPS: usize = 16;

/// Directions in which a base is tried beside another that touches nothing else.
const BESIDE: usize = 12;

/// Maximum number of orders in which the zone is filled up, and number of orders of the kind [`Order::Some`].
const MAX_FILLS: usize = 600;

/// Most places that touch something fixed.
const MAX_FIXED: usize = 600;

/// Weight of a step aside in a sweep.
const ASIDE: f64 = 0.01;

/// The order in which places are taken.
#[derive(Clone, Copy, Debug)]
enum Order {
    /// The farthest back in a direction; of two, the farthest to its left or right.
    Sweep(Point, f64),
    /// The nearest to the first.
    Around,
    /// The most things touched, then as a sweep.
    Hugging(Point),
    /// Some order; the number stands for it.
    Some(u64),
}

/// A place that a base may take.
#[derive(Clone, Copy, Debug)]
struct Candidate {
    at: Place,
    /// Whether it is in coherency with a base that has been placed.
    joins: bool,
}

impl Search<'_> {
    /// A formation whose bases touch what they can, pushed together by `push` inches.
    pub(super) fn touching(&self, push: f64) -> Option<Vec<Place>> {
        let curves = self.room.curves(push);
        let fixed = self.fixed_places(&curves);
        if fixed.is_empty() {
            return None;
        }
        let filler = Filler { search: self, curves, fixed, push };
        let directions: Vec<Point> = points_on_rings([0.0, 0.0], [1.0], SWEEPS).collect();
        let sweeps = directions.iter().flat_map(|ahead| [-1.0, 1.0].map(|side| Order::Sweep(*ahead, side)));
        let hugging = directions.iter().map(|ahead| Order::Hugging(*ahead));
        let some = (0..MAX_FILLS as u64).map(Order::Some);
        let orders = sweeps.chain([Order::Around]).chain(hugging).chain(some);
        for order in orders.take(MAX_FILLS) {
            for leader in filler.leaders(order) {
                if let Some(found) = filler.fill(leader, order) {
                    return Some(found);
                }
                if self.is_spent() {
                    return None;
                }
            }
        }
        None
    }

    /// Places that touch two fixed things, or one, or none, spread over the zone.
    fn fixed_places(&self, curves: &[Curve]) -> Vec<Place> {
        let mut places: Vec<Place> = Vec::new();
        for at in meeting_points(curves) {
            for place in self.places_at(at) {
                if !places.contains(&place) {
                    places.push(place);
                }
            }
            if places.len() >= MAX_FIXED {
                break;
            }
        }
        places
    }
}

/// Fills up a zone.
struct Filler<'a> {
    search: &'a Search<'a>,
    curves: Vec<Curve>,
    fixed: Vec<Place>,
    push: f64,
}

impl Filler<'_> {
    /// Places for the first base in an order, the leader's: several where the leader has a zone of his own.
    fn leaders(&self, order: Order) -> Vec<Place> {
        let mut may: Vec<Place> =
            self.fixed.iter().copied().filter(|place| self.search.room.may_lead(*place)).collect();
        may.sort_by(|a, b| self.worth(order, *a, None, &[]).total_cmp(&self.worth(order, *b, None, &[])));
        let several = if self.search.room.leader_zone.is_some() { 4 } else { 1 };
        may.truncate(several);
        may
    }

    /// The bases that fit when a leader stands there; `None` if they are too few.
    fn fill(&self, leader: Place, order: Order) -> Option<Vec<Place>> {
        let (room, count) = (self.search.room, self.search.count);
        let mut placed = vec![leader];
        let mut candidates: Vec<Candidate> =
            self.fixed.iter().map(|at| Candidate { at: *at, joins: false }).collect();
        let mut last = leader;
        while placed.len() < count {
            candidates
                .extend(self.beside(last, &placed).into_iter().map(|at| Candidate { at, joins: false }));
            let before = &placed[..placed.len() - 1];
            candidates.retain_mut(|one| {
                // New ones have not met those placed before the last.
                let clear = !room.overlaps(one.at, last);
                one.joins |= clear && room.links(one.at, last);
                clear
            });
            let free =
                |one: &&Candidate| one.joins && !before.iter().any(|other| room.overlaps(one.at, *other));
            let worth = |one: &Candidate| self.worth(order, one.at, Some(leader), &placed);
            let ranked = candidates.iter().filter(free).map(|one| (worth(one), one.at));
            let (_, next) = ranked.min_by(|a, b| a.0.total_cmp(&b.0))?;
            placed.push(next);
            last = next;
        }
        Some(placed)
    }

    /// Places that touch a base, or are just in coherency with it, and touch something else.
    fn beside(&self, last: Place, placed: &[Place]) -> Vec<Place> {
        let room = self.search.room;
        let (at, touching) = (last.ground(), 2.0 * room.mover.radius - self.push);
        let apart = 2.0 * room.mover.radius + room.max_gap;
        let rings = [Curve::Circle(at, touching), Curve::Circle(at, apart)];
        let mut points: Vec<Point> = Vec::new();
        for curve in self.curves.iter().filter(|curve| is_near(**curve, at, apart)) {
            points.extend(rings.iter().flat_map(|ring| ring.crossings(*curve)));
        }
        for other in placed.iter().filter(|other| **other != last) {
            let centre = other.ground();
            if distance(centre, at) <= touching + apart {
                let others = [Curve::Circle(centre, touching), Curve::Circle(centre, apart)];
                points.extend(rings[0].crossings(others[0]));
                points.extend(rings[0].crossings(others[1]));
                points.extend(rings[1].crossings(others[0]));
            }
        }
        points.extend(points_on_rings(at, [touching, apart], BESIDE));
        points.into_iter().flat_map(|point| self.search.places_at(point)).collect()
    }

    /// Sort key of a place in an order: the smallest is taken first.
    fn worth(&self, order: Order, place: Place, leader: Option<Place>, placed: &[Place]) -> f64 {
        let at = place.ground();
        let swept = |ahead: Point, side: f64| dot(at, ahead) + side * ASIDE * dot(at, [-ahead[1], ahead[0]]);
        match order {
            Order::Sweep(ahead, side) => swept(ahead, side),
            Order::Around => distance(at, leader.map_or(self.search.near, Place::ground)),
            Order::Hugging(ahead) => {
                let touches = self.curves.iter().filter(|curve| curve.passes(at)).count()
                    + placed.iter().filter(|other| self.touch(place, **other)).count();
                0.001 * swept(ahead, 1.0) - touches as f64
            }
            Order::Some(number) => mixed(number, place),
        }
    }

    fn touch(&self, a: Place, b: Place) -> bool {
        (a.ground_distance(b) - 2.0 * self.search.room.mover.radius + self.push).abs() < 0.002
    }
}

impl Curve {
    /// Whether it passes through a point.
    fn passes(self, at: Point) -> bool {
        let off = match self {
            Self::Line(leg) => distance(leg.nearest_to(at), at),
            Self::Circle(centre, radius) => (distance(centre, at) - radius).abs(),
        };
        off < 0.002
    }
}

/// Whether a curve comes so near to a point.
fn is_near(curve: Curve, at: Point, reach: f64) -> bool {
    match curve {
        Curve::Line(leg) => are_near(leg.bounds(), [at; 2], reach + 0.01),
        Curve::Circle(centre, radius) => (distance(centre, at) - radius).abs() <= reach + 0.01,
    }
}

/// A number for a place: the same in the same order, and otherwise any (SplitMix64's finisher).
fn mixed(number: u64, place: Place) -> f64 {
    let mut bits = number
        .wrapping_mul(0x9e37_79b9_7f4a_7c15)
        .wrapping_add((place.x.0 as u64) << 32)
        .wrapping_add(place.y.0 as u32 as u64);
    bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    (bits ^ (bits >> 31)) as f64
}
