//! Search for the legal end of one model nearest to a target: candidates in order of distance, the
//! cheapest checks first, then local refinement.

use super::candidates::{CANDIDATE_DIRECTIONS, COARSE_GRID, FINE_GRID, MAX_ROUNDING_INCHES, nearest_first};
use super::unit_placement::{End, UnitPlacement};
use crate::rules::measures::Place;
use crate::rules::movement::path_length;
use crate::table::plane::distance;
use crate::table::shape::Point;

/// Step lengths of the refinement that follows the coarse grid.
const REFINEMENT_STEPS_INCHES: [f64; 4] = [0.2, 0.1, 0.04, 0.015];
const MAX_REFINEMENTS_PER_STEP: usize = 8;

/// Sampled points on the straight line to a target.
const POINTS_TOWARD_TARGET: usize = 40;

/// After so many candidates without a path a model is given up: beyond a wall thousands of
/// places may be near and out of reach.
const MAX_FAILED_PATHS: usize = 60;

/// The same where paths must keep to limits: many near places are too near.
const MAX_FAILED_PATHS_WITH_LIMITS: usize = 2_000;

impl UnitPlacement<'_, '_> {
    /// The end of a model at a point, whatever the rest of its unit does, on the level nearest to
    /// the one it stands on.
    pub(super) fn best_end(&self, index: usize, at: Point) -> Option<End> {
        let free = |place: &Place| !self.is_occupied(index, *place, &[]);
        self.places_at(index, at).into_iter().filter(free).find_map(|place| self.end(index, place))
    }

    /// The end nearest to a target that is free, has a legal path, and is in coherency with those
    /// found before; among equally near ones, the one with the shortest path.
    ///
    /// Rule: FB-5, BAS-10 (as near).
    pub(in crate::game) fn nearest_end(
        &self,
        index: usize,
        target: Point,
        found: &[Option<End>],
    ) -> Option<End> {
        let places = found.iter().map(|end| end.as_ref().map(|end| end.at)).collect();
        let key = (index, target.map(f64::to_bits), places);
        if let Some(known) = self.nearest_ends.borrow().get(&key) {
            return known.clone();
        }
        let nearest = match self.estimates {
            true => self.handy_end(index, target, found),
            false => self.nearest_end_joining(index, target, found, &[found]),
        };
        self.nearest_ends.borrow_mut().insert(key, nearest.clone());
        nearest
    }

    /// The same, in coherency with at least one end of each group.
    pub(in crate::game) fn nearest_end_joining(
        &self,
        index: usize,
        target: Point,
        found: &[Option<End>],
        groups: &[&[Option<End>]],
    ) -> Option<End> {
        let is_apart = |place: Place| !groups.iter().all(|group| self.is_in_coherency(index, place, group));
        let start = self.models[index].pose.at;
        let own = start.ground();
        let mut special = self.points_beside_others(index, found);
        special.extend([target, own]);
        special.extend(self.points_on_limits(index, target));
        let grid = if self.limits.is_some() { &FINE_GRID } else { &COARSE_GRID };
        let candidates = nearest_first(grid, [target, own], special);
        let allowance = self.view.allowance().0;
        let mut failed_paths = 0;
        let mut best: Option<BestEnd> = None;
        for at in candidates {
            if best.as_ref().is_some_and(|best| {
                distance(at, target) > best.min_to_target + allowance + MAX_ROUNDING_INCHES
            }) {
                break;
            }
            if self.is_surely_apart(index, at, found) || self.is_too_near(index, at) {
                continue;
            }
            for place in self.places_at(index, at) {
                let to_target = self.distance_to_target(place, target);
                // No path is shorter than the straight line.
                let is_no_better =
                    |best: &BestEnd| !best.is_beaten_by(to_target, distance(at, own), allowance);
                if best.as_ref().is_some_and(is_no_better)
                    || self.is_occupied(index, place, found)
                    || is_apart(place)
                {
                    continue;
                }
                match self.end(index, place) {
                    Some(end) => {
                        let length = path_length(start, &end.path);
                        let min_to_target =
                            best.as_ref().map_or(to_target, |best| best.min_to_target.min(to_target));
                        match &mut best {
                            Some(best) if !best.is_beaten_by(to_target, length, allowance) => {
                                best.min_to_target = min_to_target
                            }
                            _ => best = Some(BestEnd { to_target, min_to_target, length, end }),
                        }
                    }
                    None if failed_paths == self.max_failed_paths() => return best.map(|best| best.end),
                    None => failed_paths += 1,
                }
            }
        }
        best.map(|best| best.end)
    }

    /// The free end nearest to a target that has a legal path, in coherency or not.
    pub(in crate::game) fn nearest_reachable_end(
        &self,
        index: usize,
        target: Point,
        found: &[Option<End>],
    ) -> Option<End> {
        let own = self.models[index].pose.at.ground();
        let to_target = distance(own, target);
        let toward = |step: usize| {
            let share =
                (self.max_move / to_target.max(1e-9)).min(1.0) * step as f64 / POINTS_TOWARD_TARGET as f64;
            [own[0] + share * (target[0] - own[0]), own[1] + share * (target[1] - own[1])]
        };
        let mut special: Vec<Point> = (0..=POINTS_TOWARD_TARGET).map(toward).collect();
        special.extend(self.points_beside_others(index, found));
        special.extend(COARSE_GRID.iter().map(|(_, by)| [own[0] + by[0], own[1] + by[1]]));
        let candidates = nearest_first(&COARSE_GRID, [target, own], special)
            .filter(|at| distance(*at, own) <= self.max_move + 0.01);
        let places = candidates.flat_map(|at| self.places_at(index, at));
        let mut free = places.filter(|place| !self.is_occupied(index, *place, found));
        let mut best = free.find_map(|place| self.end(index, place))?;
        // The grid is coarse: refine from there.
        for step in REFINEMENT_STEPS_INCHES {
            for _ in 0..MAX_REFINEMENTS_PER_STEP {
                let Some(nearer) = self.closer_end(index, &best, (target, step), found) else { break };
                best = nearer;
            }
        }
        Some(best)
    }

    /// The nearest to the target of the ends one step beside `end`, if nearer than that.
    fn closer_end(
        &self,
        index: usize,
        end: &End,
        (target, step): (Point, f64),
        found: &[Option<End>],
    ) -> Option<End> {
        let [x, y] = end.at.ground();
        let to_target = self.distance_to_target(end.at, target);
        let beside = (0..CANDIDATE_DIRECTIONS).map(|turn| {
            let angle = turn as f64 * std::f64::consts::TAU / CANDIDATE_DIRECTIONS as f64;
            [x + step * libm::cos(angle), y + step * libm::sin(angle)]
        });
        let mut places: Vec<Place> = beside.flat_map(|at| self.places_at(index, at)).collect();
        places.retain(|place| self.distance_to_target(*place, target) < to_target - step / 4.0);
        places.sort_by(|a, b| {
            self.distance_to_target(*a, target).total_cmp(&self.distance_to_target(*b, target))
        });
        let mut free = places.into_iter().filter(|place| !self.is_occupied(index, *place, found));
        free.find_map(|place| self.end(index, place))
    }

    /// From a place to the target; in space if the target has a height.
    fn distance_to_target(&self, place: Place, target: Point) -> f64 {
        let (level, rise) =
            (distance(place.ground(), target), self.target_height.map(|height| place.z.0 - height.0));
        let rise = f64::from(rise.unwrap_or(0)) / 1000.0;
        (level * level + rise * rise).sqrt()
    }

    /// After so many candidates without a path a model is given up.
    fn max_failed_paths(&self) -> usize {
        if self.limits.is_some() { MAX_FAILED_PATHS_WITH_LIMITS } else { MAX_FAILED_PATHS }
    }
}

/// The best end found so far.
struct BestEnd {
    /// Distance to the target, inches.
    to_target: f64,
    /// The smallest distance of any end found; within the allowance of this one's.
    min_to_target: f64,
    /// Length of its path, inches.
    length: f64,
    end: End,
}

impl BestEnd {
    /// Whether an end at this distance, with a path this long, is better.
    ///
    /// Rule: FB-5, BAS-10.
    fn is_beaten_by(&self, to_target: f64, length: f64, allowance: f64) -> bool {
        to_target < self.to_target - allowance
            || (to_target <= self.min_to_target + allowance && length < self.length)
    }
}
