//! Free distance by direction around a place: a cheap test for straight legs that spares a search, for the
//! many places in the open.

use super::PathPlanner;
use crate::outline::{Bounds, are_near};
use crate::plane::{Leg, distance, subtract};
use crate::region::Region;
use crate::shape::{Point, Shape};
use crate::terrain::Floor;
use warstrike_rules::basics::Disc;
use warstrike_rules::measures::Place;
use warstrike_rules::movement::bodies::meet_in_height;
use warstrike_rules::movement::enemies::ring_radius;

/// Level ground or floor around a place on which straight legs are surely free: no obstacle, difficult ground or change of level is
/// closer.
#[derive(Clone, Debug)]
pub struct FreeSectors {
    at: Point,
    /// Bounds within which obstacles limit the sectors.
    around: Bounds,
    /// For each sector of directions, inches.
    free_distance: [f64; SECTORS],
}

/// Number of sectors.
const SECTORS: usize = 256;

/// Enlargement of obstacles, inches: more than any allowance and clearance.
const MARGIN_INCHES: f64 = 0.02;

/// Longer edges are split before they limit sectors, inches.
const MAX_PIECE_INCHES: f64 = 2.0;

impl FreeSectors {
    /// Around a place, up to `max_distance` inches from it, for legs that stay on its surface, the ground or one floor, with no other
    /// level over or under them.
    pub(super) fn new(planner: &PathPlanner, from: Place, max_distance: f64) -> Self {
        let mut found = Self::along(planner, from, max_distance);
        if planner.terrain.floor_of(from).is_none() {
            planner.terrain.floors.iter().for_each(|floor| found.limit_by_region(&floor.region, 0.0));
        }
        found
    }

    /// The same, whatever lies over or under them: nobody comes onto a floor from level ground below it.
    pub(super) fn along(planner: &PathPlanner, from: Place, max_distance: f64) -> Self {
        let mut found = Self::unlimited(from.ground(), max_distance);
        match planner.terrain.floor_of(from) {
            Some(floor) => {
                found.limit_by_edge_of(floor);
                found.limit_on_floor(planner, floor);
            }
            None if from.z == planner.terrain.ground_height(found.at) => {
                found.limit_on_ground(planner, |_| true)
            }
            None => found.free_distance = [0.0; SECTORS],
        }
        // Rule: MOV-5 (in space).
        let ring = |enemy: &Disc| {
            ring_radius(from.z.inches(), planner.mover.radius, *enemy, planner.others.enemy_gap)
        };
        found.limit_by_models_and_table(planner, ring);
        found
    }

    /// The same for legs from a floor, over its edge where they cross it, to the open ground: they lead right down from
    /// it at their ends or drop at its edge. `None` if the place is on no floor.
    ///
    /// Rule: STR-3.
    pub(super) fn off_floor(planner: &PathPlanner, from: Place, max_distance: f64) -> Option<Self> {
        let floor = planner.terrain.floor_of(from)?;
        let mut found = Self::unlimited(from.ground(), max_distance);
        found.limit_on_floor(planner, floor);
        // A leg passes over what lies under the floor.
        let counts = |region: &Region| !floor.region.covers(region, planner.terrain.touch_depth());
        found.limit_on_ground(planner, counts);
        found.limit_by_floors(planner, counts);
        found.limit_by_models_and_table(planner, |enemy| Some(planner.ring_reach(enemy)));
        Some(found)
    }

    fn unlimited(at: Point, max_distance: f64) -> Self {
        let around = [at.map(|part| part - max_distance), at.map(|part| part + max_distance)];
        Self { at, around, free_distance: [max_distance; SECTORS] }
    }

    /// Limits sectors by the obstacles, hills and difficult ground that a model on the ground meets, of those that count.
    fn limit_on_ground(&mut self, planner: &PathPlanner, counts: impl Fn(&Region) -> bool) {
        let terrain = planner.terrain;
        for (region, keep_out) in &planner.obstacles.areas {
            // What keeps the whole base away reaches beyond its region.
            if *keep_out > 0.0 || counts(region) {
                self.limit_by_region(region, *keep_out);
            }
        }
        let prisms = planner.obstacles.prisms().map(|prism| prism.region.as_ref());
        let steps = terrain.steps.iter().map(|step| &step.region);
        let regions: Vec<&Region> = prisms.chain(steps).filter(|region| counts(region)).collect();
        regions.into_iter().for_each(|region| self.limit_by_region(region, 0.0));
    }

    /// Limits sectors by the floors that a model which drops to the ground meets, of those that count.
    fn limit_by_floors(&mut self, planner: &PathPlanner, counts: impl Fn(&Region) -> bool) {
        let terrain = planner.terrain;
        // Nobody drops onto an impassable floor.
        let at = self.at;
        let is_impassable =
            |floor: &Floor| terrain.impassable_floor(floor.piece, planner.mover.gait, at).is_some();
        let floors = terrain.floors.iter().filter(|floor| counts(&floor.region) || is_impassable(floor));
        floors.for_each(|floor| self.limit_by_region(&floor.region, 0.0));
    }

    /// Limits sectors by the walls, hills and other floors as high that a model on a floor meets.
    fn limit_on_floor(&mut self, planner: &PathPlanner, own: &Floor) {
        let terrain = planner.terrain;
        if terrain.impassable_floor(own.piece, planner.mover.gait, self.at).is_some() {
            self.free_distance = [0.0; SECTORS];
        }
        let heights = planner.mover.heights_at(own.height);
        let prisms = planner.obstacles.prisms().filter(|prism| meet_in_height(heights, prism.heights));
        prisms.for_each(|prism| self.limit_by_region(&prism.region, 0.0));
        let steps = terrain.steps.iter().filter(|step| step.top >= own.height);
        steps.for_each(|step| self.limit_by_region(&step.region, 0.0));
        let floors = terrain.floors.iter().filter(|floor| floor.height == own.height && *floor != own);
        floors.for_each(|floor| self.limit_by_region(&floor.region, 0.0));
    }

    /// Limits sectors by the edge of the floor that the place lies on.
    fn limit_by_edge_of(&mut self, floor: &Floor) {
        match &floor.region.shape {
            Shape::Circle { centre, radius } => {
                let free = (radius - distance(*centre, self.at) - MARGIN_INCHES).max(0.0);
                self.free_distance.iter_mut().for_each(|distance| *distance = distance.min(free));
            }
            Shape::Polygon(_) if floor.region.contains(self.at, 0.0) => {
                floor.region.shape.edges().for_each(|edge| self.limit_by_edge(edge, MARGIN_INCHES));
            }
            Shape::Polygon(_) => self.free_distance = [0.0; SECTORS],
        }
    }

    /// Limits sectors by enemies' rings of a radius, if they have one, and by the edge of the table.
    fn limit_by_models_and_table(&mut self, planner: &PathPlanner, ring: impl Fn(&Disc) -> Option<f64>) {
        for enemy in &planner.others.enemies {
            if let Some(radius) = ring(enemy) {
                self.limit_by_segment([enemy.at.ground(); 2], radius + MARGIN_INCHES);
            }
        }
        let [x, y] = planner.terrain.size.map(|length| length / 2.0 - planner.mover.radius);
        let corners = [[-x, -y], [x, -y], [x, y], [-x, y]];
        for index in 0..corners.len() {
            let edge = Leg { from: corners[index], to: corners[(index + 1) % corners.len()] };
            self.limit_by_edge(edge, MARGIN_INCHES);
        }
    }

    /// Whether the straight leg to a place is surely free.
    pub fn contains(&self, at: Point) -> bool {
        distance(at, self.at) < self.free_distance[sector(angle(subtract(at, self.at)))]
    }

    /// The distance of the farthest place of a rectangle, if straight legs to all of it are surely free,
    /// inches.
    pub fn max_distance_to(&self, [low, high]: Bounds) -> Option<f64> {
        let corners = [low, [high[0], low[1]], high, [low[0], high[1]]];
        let farthest = corners.iter().map(|corner| distance(*corner, self.at)).fold(0.0, f64::max);
        let is_inside = (0..2).all(|axis| low[axis] <= self.at[axis] && self.at[axis] <= high[axis]);
        let is_free = |index: usize| farthest < self.free_distance[index];
        let is_all_free = if is_inside {
            (0..SECTORS).all(is_free)
        } else {
            let [first, last] = angle_range(corners.map(|corner| angle(subtract(corner, self.at))));
            sectors(first, last).all(is_free)
        };
        is_all_free.then_some(farthest)
    }

    /// Limits sectors by a shape enlarged by a reach, inches.
    fn limit_by_region(&mut self, region: &Region, reach: f64) {
        let reach = reach + MARGIN_INCHES;
        if !are_near(region.bounds, self.around, reach) {
            return;
        }
        match &region.shape {
            Shape::Circle { centre, radius } => self.limit_by_segment([*centre; 2], radius + reach),
            Shape::Polygon(_) => {
                if region.contains(self.at, 0.0) {
                    self.free_distance = [0.0; SECTORS];
                }
                region.shape.edges().for_each(|edge| self.limit_by_edge(edge, reach));
            }
        }
    }

    fn limit_by_edge(&mut self, edge: Leg, reach: f64) {
        let parts = (distance(edge.from, edge.to) / MAX_PIECE_INCHES).ceil().max(1.0);
        for index in 0..parts as usize {
            let [from, to] = [index, index + 1].map(|index| edge.at(index as f64 / parts));
            if are_near(Leg { from, to }.bounds(), self.around, reach) {
                self.limit_by_segment([from, to], reach);
            }
        }
    }

    /// Limits sectors by everything within a reach of a segment, inches.
    fn limit_by_segment(&mut self, [from, to]: [Point; 2], reach: f64) {
        let nearest = Leg { from, to }.nearest_to(self.at);
        let free = distance(nearest, self.at) - reach;
        if free <= 0.0 {
            self.free_distance = [0.0; SECTORS];
            return;
        }
        let direction_and_width = |end: Point| {
            let offset = subtract(end, self.at);
            let half_width = libm::asin((reach / distance(end, self.at)).min(1.0));
            (angle(offset), half_width)
        };
        let ([from, from_width], [to, to_width]) =
            (<[f64; 2]>::from(direction_and_width(from)), <[f64; 2]>::from(direction_and_width(to)));
        let ends = [from - from_width, from + from_width, to - to_width, to + to_width];
        let [first, last] = angle_range(ends);
        for index in sectors(first, last) {
            self.free_distance[index] = self.free_distance[index].min(free);
        }
    }
}

fn angle([x, y]: Point) -> f64 {
    libm::atan2(y, x)
}

/// The range of some directions that lie within half a turn, counter-clockwise.
fn angle_range(angles: [f64; 4]) -> [f64; 2] {
    use std::f64::consts::{PI, TAU};
    let [mut first, mut last] = [0.0_f64; 2];
    for other in angles {
        // Relative to the first, within half a turn either way.
        let turn = (other - angles[0] + PI).rem_euclid(TAU) - PI;
        (first, last) = (first.min(turn), last.max(turn));
    }
    [angles[0] + first, angles[0] + last]
}

/// More than the rounding of directions, radians.
const ANGLE_TOLERANCE: f64 = 1e-9;

fn sector_number(angle: f64) -> i64 {
    (angle / std::f64::consts::TAU * SECTORS as f64).floor() as i64
}

fn sector(angle: f64) -> usize {
    sector_number(angle).rem_euclid(SECTORS as i64) as usize
}

/// The sectors from one direction to another.
fn sectors(first: f64, last: f64) -> impl Iterator<Item = usize> {
    let (first, last) = (sector_number(first - ANGLE_TOLERANCE), sector_number(last + ANGLE_TOLERANCE));
    (first..=last.min(first + SECTORS as i64 - 1)).map(|index| index.rem_euclid(SECTORS as i64) as usize)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::paths::{DifficultGoing, GoingPolicy, OtherModels};
    use crate::sample::{SOLDIER, at, ground, hill, house, piece, table};
    use warstrike_rules::basics::Disc;
    use warstrike_rules::movement::allowance::SlowGoing;
    use warstrike_rules::movement::going::Going;

    const WALK: GoingPolicy = GoingPolicy { slow: SlowGoing::Allowed, difficult: DifficultGoing::Avoided };

    /// Rule: MOV-1, MOV-5, GO-3, GO-4.
    #[test]
    fn shortest_paths_within_free_sectors_are_straight() {
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
            crate::piece::Piece { going: Some(Going::Impassable), ..pond },
            crate::piece::Piece {
                footprint: moved(ground(Going::Difficult).footprint, [8.0, -6.0]),
                ..ground(Going::Difficult)
            },
        ];
        let enemies = vec![Disc { at: at(-9.0, -8.0, 0.0), radius: 0.5 }];
        let others = || OtherModels { enemies: enemies.clone(), enemy_gap: 2.0, friends: Vec::new() };
        for (pieces, from, min_count, reason) in [
            (vec![], at(0.0, 0.0, 0.0), 300, "only the enemy is in the way"),
            (pieces.clone(), at(0.0, 8.0, 0.0), 100, "between a hill and a pond"),
            (pieces, at(6.0, 0.0, 0.0), 100, "beside difficult ground"),
            (vec![house()], at(0.0, 0.0, 0.0), 0, "inside a house, under its floor"),
            (vec![house()], at(-8.0, 0.0, 0.0), 100, "outside it"),
        ] {
            let terrain = table(pieces);
            let planner = PathPlanner::new(&terrain, SOLDIER, WALK, others(), 0.002);
            let sectors = planner.free_sectors(from, 12.0);
            let mut free_places = 0;
            for index in 0..400 {
                let (angle, from_start) = (f64::from(index) * 2.399_963, 12.0 * f64::from(index + 1) / 400.0);
                let to = [
                    from.x.inches() + from_start * libm::cos(angle),
                    from.y.inches() + from_start * libm::sin(angle),
                ];
                let to = at(to[0], to[1], terrain.ground_height(to).inches());
                if sectors.contains(to.ground()) {
                    free_places += 1;
                    let route = planner.shortest_path(from, to, 30.0);
                    assert_eq!(route.map(|route| route.corners), Some(vec![to]), "{reason}: {to}");
                }
                let [x, y] = to.ground();
                let around = [[x - 0.2, y - 0.1], [x + 0.3, y + 0.3]];
                let corners =
                    [around[0], around[1], [around[0][0], around[1][1]], [around[1][0], around[0][1]]];
                if let Some(farthest) = sectors.max_distance_to(around) {
                    assert!(corners.iter().all(|corner| sectors.contains(*corner)), "{reason}: {around:?}");
                    let distances = corners.map(|corner| distance(corner, from.ground()));
                    assert!(distances.into_iter().fold(0.0, f64::max) == farthest, "{reason}: {around:?}");
                }
            }
            assert!(free_places >= min_count, "{reason}: {free_places}");
        }
    }
}
