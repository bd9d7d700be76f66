//! How far around a place the straight way is surely free: asked of many places, most of which lie in the open,
//! it spares the walk to each.

use super::PathPlanner;
use crate::rules::measures::Place;
use crate::table::outline::{Bounds, are_near};
use crate::table::plane::{Leg, distance, subtract};
use crate::table::region::Region;
use crate::table::shape::{Point, Shape};

/// Level ground around a place over which straight ways lead that nothing bars, difficult ground or another level
/// not nearer than it reaches.
#[derive(Clone, Debug)]
pub struct FreeSectors {
    at: Point,
    /// In each direction, inches.
    far: [f64; SECTORS],
}

/// So many directions are told apart.
const SECTORS: usize = 128;

/// What bars is taken to reach so much farther, inches: more than any allowance and what paths keep clear.
const MARGIN: f64 = 0.02;

/// Edges of what bars are looked at in parts no longer than this, inches.
const PART: f64 = 2.0;

impl FreeSectors {
    /// Around a place, to at most `most` inches from it.
    pub(super) fn new(routes: &PathPlanner, from: Place, most: f64) -> Self {
        let at = from.ground();
        let mut found = Self { at, far: [most; SECTORS] };
        let terrain = routes.terrain;
        let around = [[at[0] - most, at[1] - most], [at[0] + most, at[1] + most]];
        if from.z != terrain.ground_height(at) {
            found.far = [0.0; SECTORS];
        }
        for (region, keep) in &routes.bars.areas {
            found.cut_by(region, *keep, around);
        }
        routes.bars.uprights().for_each(|upright| found.cut_by(&upright.region, 0.0, around));
        terrain.steps.iter().for_each(|step| found.cut_by(&step.region, 0.0, around));
        terrain.floors.iter().for_each(|floor| found.cut_by(&floor.region, 0.0, around));
        for enemy in &routes.others.enemies {
            let centre = enemy.at.ground();
            found.cut([centre; 2], routes.ring_reach(enemy) + MARGIN);
        }
        let [x, y] = terrain.size.map(|long| long / 2.0 - routes.mover.radius);
        let corners = [[-x, -y], [x, -y], [x, y], [-x, y]];
        for nth in 0..corners.len() {
            found.cut_along(
                Leg { from: corners[nth], to: corners[(nth + 1) % corners.len()] },
                MARGIN,
                around,
            );
        }
        found
    }

    /// Whether a place lies on it.
    pub fn holds(&self, at: Point) -> bool {
        let way = subtract(at, self.at);
        distance(at, self.at) < self.far[sector(angle(way))]
    }

    /// How far the farthest place of a rectangle is, if all of it lies on it, inches.
    pub fn farthest_of(&self, [low, high]: Bounds) -> Option<f64> {
        let corners = [low, [high[0], low[1]], high, [low[0], high[1]]];
        let farthest = corners.iter().map(|corner| distance(*corner, self.at)).fold(0.0, f64::max);
        let is_inside = (0..2).all(|axis| low[axis] <= self.at[axis] && self.at[axis] <= high[axis]);
        let is_free = |nth: usize| farthest < self.far[nth];
        let is_all_free = if is_inside {
            (0..SECTORS).all(is_free)
        } else {
            let [first, last] = between(corners.map(|corner| angle(subtract(corner, self.at))));
            sectors(first, last).all(is_free)
        };
        is_all_free.then_some(farthest)
    }

    /// Ends it where a figure begins, made larger by a reach.
    fn cut_by(&mut self, region: &Region, reach: f64, around: Bounds) {
        let reach = reach + MARGIN;
        if !are_near(region.bounds, around, reach) {
            return;
        }
        match &region.shape {
            Shape::Circle { centre, radius } => self.cut([*centre; 2], radius + reach),
            Shape::Polygon(_) => {
                if region.contains(self.at, 0.0) {
                    self.far = [0.0; SECTORS];
                }
                region.shape.edges().for_each(|edge| self.cut_along(edge, reach, around));
            }
        }
    }

    fn cut_along(&mut self, edge: Leg, reach: f64, around: Bounds) {
        let parts = (distance(edge.from, edge.to) / PART).ceil().max(1.0);
        for nth in 0..parts as usize {
            let [from, to] = [nth, nth + 1].map(|nth| edge.at(nth as f64 / parts));
            if are_near(Leg { from, to }.bounds(), around, reach) {
                self.cut([from, to], reach);
            }
        }
    }

    /// Ends it where everything within a reach of a line begins.
    fn cut(&mut self, [from, to]: [Point; 2], reach: f64) {
        let nearest = Leg { from, to }.nearest_to(self.at);
        let free = distance(nearest, self.at) - reach;
        if free <= 0.0 {
            self.far = [0.0; SECTORS];
            return;
        }
        let seen = |end: Point| {
            let way = subtract(end, self.at);
            let wide = libm::asin((reach / distance(end, self.at)).min(1.0));
            (angle(way), wide)
        };
        let ([from, from_wide], [to, to_wide]) = (<[f64; 2]>::from(seen(from)), <[f64; 2]>::from(seen(to)));
        let ends = [from - from_wide, from + from_wide, to - to_wide, to + to_wide];
        let [first, last] = between(ends);
        for nth in sectors(first, last) {
            self.far[nth] = self.far[nth].min(free);
        }
    }
}

fn angle([x, y]: Point) -> f64 {
    libm::atan2(y, x)
}

/// The first and the last, counter-clockwise, of some directions that lie within half a turn.
fn between(angles: [f64; 4]) -> [f64; 2] {
    use std::f64::consts::{PI, TAU};
    let [mut first, mut last] = [0.0_f64; 2];
    for other in angles {
        // From the first of them, within half a turn either way.
        let turn = (other - angles[0] + PI).rem_euclid(TAU) - PI;
        (first, last) = (first.min(turn), last.max(turn));
    }
    [angles[0] + first, angles[0] + last]
}

/// A hair wider than the rounding of directions, radians.
const HAIR: f64 = 1e-9;

fn place_of(angle: f64) -> i64 {
    (angle / std::f64::consts::TAU * SECTORS as f64).floor() as i64
}

fn sector(angle: f64) -> usize {
    place_of(angle).rem_euclid(SECTORS as i64) as usize
}

/// The sectors from one direction to another.
fn sectors(first: f64, last: f64) -> impl Iterator<Item = usize> {
    let (first, last) = (place_of(first - HAIR), place_of(last + HAIR));
    (first..=last.min(first + SECTORS as i64 - 1)).map(|nth| nth.rem_euclid(SECTORS as i64) as usize)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::basics::Disc;
    use crate::rules::movement::allowance::SlowGoing;
    use crate::rules::movement::going::Going;
    use crate::table::paths::{DifficultGoing, Others, Ways};
    use crate::table::sample::{SOLDIER, at, ground, hill, house, piece, table};

    const WALK: Ways = Ways { slow: SlowGoing::Allowed, difficult: DifficultGoing::Avoided };

    /// Rule: MOV-1, MOV-5, GO-3, GO-4.
    #[test]
    fn to_places_in_a_clearing_the_shortest_path_is_straight() {
        let moved = |shape: Shape, [x, y]: Point| match shape {
            Shape::Polygon(corners) => {
                Shape::Polygon(corners.into_iter().map(|corner| [corner[0] + x, corner[1] + y]).collect())
            }
            Shape::Circle { centre, radius } => {
                Shape::Circle { centre: [centre[0] + x, centre[1] + y], radius }
            }
        };
        let pond = Shape::Circle { centre: [-7.0, 6.0], radius: 2.0 };
        let pond = piece("pond", pond, ground(Going::Impassable).kind);
        let pieces = vec![
            hill(),
            crate::table::piece::Piece { going: Some(Going::Impassable), ..pond },
            crate::table::piece::Piece {
                footprint: moved(ground(Going::Difficult).footprint, [8.0, -6.0]),
                ..ground(Going::Difficult)
            },
        ];
        let enemies = vec![Disc { at: at(-9.0, -8.0, 0.0), radius: 0.5 }];
        let others = || Others { enemies: enemies.clone(), enemy_gap: 2.0, friends: Vec::new() };
        for (pieces, from, least, reason) in [
            (vec![], at(0.0, 0.0, 0.0), 300, "only the enemy is in the way"),
            (pieces.clone(), at(0.0, 8.0, 0.0), 100, "between a hill and a pond"),
            (pieces, at(6.0, 0.0, 0.0), 100, "beside difficult ground"),
            (vec![house()], at(0.0, 0.0, 0.0), 0, "inside a house, under its floor"),
            (vec![house()], at(-8.0, 0.0, 0.0), 100, "outside it"),
        ] {
            let terrain = table(pieces);
            let routes = PathPlanner::new(&terrain, SOLDIER, WALK, others(), 0.002);
            let clearing = routes.clearing(from, 12.0);
            let mut held = 0;
            for nth in 0..400 {
                let (angle, far) = (f64::from(nth) * 2.399_963, 12.0 * f64::from(nth + 1) / 400.0);
                let to = [from.x.inches() + far * libm::cos(angle), from.y.inches() + far * libm::sin(angle)];
                let to = at(to[0], to[1], terrain.ground_height(to).inches());
                if clearing.holds(to.ground()) {
                    held += 1;
                    let route = routes.shortest(from, to, 30.0);
                    assert_eq!(route.map(|route| route.corners), Some(vec![to]), "{reason}: {to}");
                }
                let [x, y] = to.ground();
                let around = [[x - 0.2, y - 0.1], [x + 0.3, y + 0.3]];
                let corners =
                    [around[0], around[1], [around[0][0], around[1][1]], [around[1][0], around[0][1]]];
                if let Some(farthest) = clearing.farthest_of(around) {
                    assert!(corners.iter().all(|corner| clearing.holds(*corner)), "{reason}: {around:?}");
                    let far = corners.map(|corner| distance(corner, from.ground()));
                    assert!(far.into_iter().fold(0.0, f64::max) == farthest, "{reason}: {around:?}");
                }
            }
            assert!(held >= least, "{reason}: {held}");
        }
    }
}
