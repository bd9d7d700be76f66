//! Proof that so many bases have no room, however they are placed.

use super::Room;
use crate::outline::{Bounds, are_near, signed_area};
use crate::plane::{Leg, cross, distance, hull, subtract};
use crate::shape::{Point, Shape};

/// The most squares that are looked at.
const MAX_SQUARES: usize = 20_000;

/// Maximum number of times the zone's square is halved: the size of the smallest squares.
const MAX_DEPTH: u32 = 12;

/// Excess over a limit that is still given the benefit of the doubt, inches.
const ROUNDING: f64 = 1e-3;

impl Room<'_> {
    /// Whether so many bases certainly have no room: there is no place for them in the zone, nor for the leader in his.
    ///
    /// Rule: MIS-1, MIS-3, BAS-10.
    pub fn is_surely_too_small(&self, count: usize) -> bool {
        let limit = self.hull_bound(&self.zone).saturating_mul(self.layers());
        limit < count
            || self.squares_bound(&self.zone, count) < count
            || self.leader_zone.as_ref().is_some_and(|zone| self.squares_bound(zone, 1) == 0)
    }

    /// The shortest distance between the centres of two bases.
    fn pitch(&self) -> f64 {
        2.0 * self.mover.radius - self.allowance().0 - ROUNDING
    }

    /// Minimum distance of centres from a zone's edge, inches.
    fn inset(&self) -> f64 {
        self.mover.radius - self.allowance().0 - ROUNDING
    }

    /// Number of heights at which models may stand over the zone: some of them over the heads of others.
    fn layers(&self) -> usize {
        let around = self.zone.bounds();
        let floors = self.terrain.floors.iter().filter(|floor| floor.region.is_near(around, 0.0));
        let steps = self.terrain.steps.iter().filter(|step| step.region.is_near(around, 0.0));
        1 + floors.count() + steps.count()
    }

    /// The most centres on one height in a zone without regard to what stands there: in a convex shape of area A and perimeter
    /// P no more than 2/√3 A/d² + P/2d + 1 points lie d from each other (Oler 1961).
    fn hull_bound(&self, zone: &Shape) -> usize {
        let (area, perimeter) = match zone {
            Shape::Circle { radius, .. } => {
                let left = radius - self.inset();
                if left < 0.0 {
                    return 0;
                }
                (std::f64::consts::PI * left * left, std::f64::consts::TAU * left)
            }
            Shape::Polygon(corners) => {
                let left = inset_hull(hull(corners), self.inset());
                if left.is_empty() {
                    return 0;
                }
                let next = left.iter().cycle().skip(1);
                (signed_area(&left), left.iter().zip(next).map(|(a, b)| distance(*a, *b)).sum())
            }
        };
        let pitch = self.pitch();
        (area / (0.75_f64.sqrt() * pitch * pitch) + perimeter / (2.0 * pitch) + 1.0 + ROUNDING) as usize
    }

    /// The most centres in a zone around what stands there: one in each square that is smaller than a base and not surely
    /// barred. Where models can stand over each other's heads only the zone's edge bars.
    fn squares_bound(&self, zone: &Shape, enough: usize) -> usize {
        let [low, high] = zone.bounds();
        let side = (high[0] - low[0]).max(high[1] - low[1]);
        let mut squares = Squares { room: self, zone, layers: self.layers(), enough, looked: 0 };
        squares.bound([low, [low[0] + side, low[1] + side]], 0).saturating_mul(squares.layers)
    }

    /// Whether no centre within a distance of a point can be that of a base.
    fn is_barred(&self, zone: &Shape, at: Point, within: f64, layers: usize) -> bool {
        let (radius, slack) = (self.mover.radius, self.allowance().0 + ROUNDING);
        if zone.depth_inside(at) + within < radius - slack {
            return true;
        }
        if layers > 1 {
            return false;
        }
        let reach = radius - slack - within;
        let bars = |shape: &Shape| {
            are_near(shape.bounds(), [at; 2], reach.max(0.0))
                && shape.nearest_to_leg(Leg::point(at)).distance < reach
        };
        let near = |other: Point, apart: f64| distance(other, at) + within < apart - slack;
        reach > 0.0 && self.terrain.bars_on_table(self.mover).any(bars)
            || self
                .others
                .iter()
                .any(|one| one.disc.at.z.0 == 0 && near(one.disc.at.ground(), one.disc.radius + radius))
            || self
                .enemies
                .iter()
                .any(|one| one.at.z.0 == 0 && near(one.at.ground(), one.radius + radius + self.enemy_gap))
    }
}

/// Squares that are halved until they are barred or small.
struct Squares<'a> {
    room: &'a Room<'a>,
    zone: &'a Shape,
    layers: usize,
    enough: usize,
    looked: usize,
}

impl Squares<'_> {
    /// The most centres in a square; more than enough are not counted.
    fn bound(&mut self, [low, high]: Bounds, depth: u32) -> usize {
        self.looked += 1;
        let middle = [(low[0] + high[0]) / 2.0, (low[1] + high[1]) / 2.0];
        let within = distance(low, middle);
        if self.room.is_barred(self.zone, middle, within, self.layers) {
            return 0;
        }
        let small = 2.0 * within < self.room.pitch();
        if depth == MAX_DEPTH || self.looked > MAX_SQUARES {
            return if small { 1 } else { self.enough };
        }
        let quarters = [
            [low, middle],
            [[middle[0], low[1]], [high[0], middle[1]]],
            [[low[0], middle[1]], [middle[0], high[1]]],
            [middle, high],
        ];
        let mut found = 0;
        for quarter in quarters {
            found += self.bound(quarter, depth + 1);
            if small && found > 0 {
                return 1;
            }
            if found >= self.enough {
                return found;
            }
        }
        found
    }
}

/// The part of a convex polygon that lies deeper inside each of its edges than `inset` inches (Sutherland and Hodgman 1974).
fn inset_hull(hull: Vec<Point>, inset: f64) -> Vec<Point> {
    let edges: Vec<Leg> = Shape::Polygon(hull.clone()).edges().collect();
    edges.into_iter().fold(hull, |left, edge| {
        let depth =
            |at: Point| cross(subtract(edge.to, edge.from), subtract(at, edge.from)) / edge.length() - inset;
        let mut kept = Vec::new();
        for (a, b) in left.iter().zip(left.iter().cycle().skip(1)) {
            let [at, next] = [depth(*a), depth(*b)];
            if at >= 0.0 {
                kept.push(*a);
            }
            if (at >= 0.0) != (next >= 0.0) {
                kept.push(Leg { from: *a, to: *b }.at(at / (at - next)));
            }
        }
        kept
    })
}
