//! The place nearest to a wish at which one model of a unit may end. The cheapest questions come first.

use super::candidates::{AROUND, COARSE_GRID, FINE_GRID, ROUNDED, by_nearness};
use super::company::{End, UnitPlacement};
use crate::rules::measures::Place;
use crate::rules::movement::path_length;
use crate::table::plane::distance;
use crate::table::shape::Point;

/// Steps in which the nearest end of a grid is bettered, inches.
const CLOSER: [f64; 4] = [0.2, 0.1, 0.04, 0.015];
const MOST_CLOSER: usize = 8;

/// Points looked at on the straight way to a wish.
const TOWARD: usize = 40;

/// Ways that are looked for at most before a model is given up: beyond walls thousands of
/// places may be near and out of reach.
const MOST_WAYS: usize = 60;

/// The same where ways have to keep to limits: many near places are too near.
const MOST_WAYS_WITHIN: usize = 2_000;

impl UnitPlacement<'_, '_> {
    /// A point as an end for a model, whatever its fellows do, on the level nearest to that
    /// on which it stands.
    pub(super) fn best_end(&self, nth: usize, at: Point) -> Option<End> {
        let free = |place: &Place| !self.is_crowded(nth, *place, &[]);
        self.places(nth, at).into_iter().filter(free).find_map(|place| self.end(nth, place))
    }

    /// The end nearest to a wish at which a model finds room, to which it has a way, and
    /// which keeps it with those placed before it; of those as near the one with the shortest way.
    ///
    /// Rule: FB-5, BAS-10 (as near).
    pub(in crate::game) fn nearest_end(&self, nth: usize, wish: Point, found: &[Option<End>]) -> Option<End> {
        self.nearest_joining(nth, wish, found, &[found])
    }

    /// The same, and it keeps it with one at least of each of several groups of them.
    pub(in crate::game) fn nearest_joining(
        &self,
        nth: usize,
        wish: Point,
        found: &[Option<End>],
        groups: &[&[Option<End>]],
    ) -> Option<End> {
        let is_apart = |place: Place| !groups.iter().all(|group| self.is_together(nth, place, group));
        let start = self.models[nth].pose.at;
        let own = start.ground();
        let mut special = self.beside_others(nth, found);
        special.extend([wish, own]);
        special.extend(self.on_limits(nth, wish));
        let grid = if self.limits.is_some() { &FINE_GRID } else { &COARSE_GRID };
        let candidates = by_nearness(grid, [wish, own], special);
        let allowance = self.view.allowance().0;
        let mut ways = 0;
        let mut best: Option<Nearest> = None;
        for at in candidates {
            if best.as_ref().is_some_and(|best| distance(at, wish) > best.least + allowance + ROUNDED) {
                break;
            }
            if self.is_far_from_all(nth, at, found) || self.is_too_near(nth, at) {
                continue;
            }
            for place in self.places(nth, at) {
                let far = self.far(place, wish);
                // No way is shorter than the straight one.
                let is_no_better = |best: &Nearest| !best.gives_way_to(far, distance(at, own), allowance);
                if best.as_ref().is_some_and(is_no_better)
                    || self.is_crowded(nth, place, found)
                    || is_apart(place)
                {
                    continue;
                }
                match self.end(nth, place) {
                    Some(end) => {
                        let length = path_length(start, &end.path);
                        let least = best.as_ref().map_or(far, |best| best.least.min(far));
                        match &mut best {
                            Some(best) if !best.gives_way_to(far, length, allowance) => best.least = least,
                            _ => best = Some(Nearest { far, least, length, end }),
                        }
                    }
                    None if ways == self.most_ways() => return best.map(|best| best.end),
                    None => ways += 1,
                }
            }
        }
        best.map(|best| best.end)
    }

    /// The end nearest to a wish at which a model finds room and to which it has a way, with its fellows or
    /// not.
    pub(in crate::game) fn nearest_to(&self, nth: usize, wish: Point, found: &[Option<End>]) -> Option<End> {
        let own = self.models[nth].pose.at.ground();
        let far = distance(own, wish);
        let toward = |step: usize| {
            let share = (self.most / far.max(1e-9)).min(1.0) * step as f64 / TOWARD as f64;
            [own[0] + share * (wish[0] - own[0]), own[1] + share * (wish[1] - own[1])]
        };
        let mut special: Vec<Point> = (0..=TOWARD).map(toward).collect();
        special.extend(self.beside_others(nth, found));
        special.extend(COARSE_GRID.iter().map(|(_, by)| [own[0] + by[0], own[1] + by[1]]));
        let candidates = by_nearness(&COARSE_GRID, [wish, own], special)
            .filter(|at| distance(*at, own) <= self.most + 0.01);
        let places = candidates.flat_map(|at| self.places(nth, at));
        let mut free = places.filter(|place| !self.is_crowded(nth, *place, found));
        let mut best = free.find_map(|place| self.end(nth, place))?;
        // The grid is coarse: from there it goes as near as it can.
        for step in CLOSER {
            for _ in 0..MOST_CLOSER {
                let Some(nearer) = self.closer(nth, &best, (wish, step), found) else { break };
                best = nearer;
            }
        }
        Some(best)
    }

    /// The end nearest to a wish of those one step beside another, if one is nearer than that.
    fn closer(
        &self,
        nth: usize,
        end: &End,
        (wish, step): (Point, f64),
        found: &[Option<End>],
    ) -> Option<End> {
        let [x, y] = end.at.ground();
        let far = self.far(end.at, wish);
        let beside = (0..AROUND).map(|turn| {
            let angle = turn as f64 * std::f64::consts::TAU / AROUND as f64;
            [x + step * libm::cos(angle), y + step * libm::sin(angle)]
        });
        let mut places: Vec<Place> = beside.flat_map(|at| self.places(nth, at)).collect();
        places.retain(|place| self.far(*place, wish) < far - step / 4.0);
        places.sort_by(|a, b| self.far(*a, wish).total_cmp(&self.far(*b, wish)));
        let mut free = places.into_iter().filter(|place| !self.is_crowded(nth, *place, found));
        free.find_map(|place| self.end(nth, place))
    }

    /// From a place to a wish; in space where the wish has a height.
    fn far(&self, place: Place, wish: Point) -> f64 {
        let (level, rise) = (distance(place.ground(), wish), self.height.map(|height| place.z.0 - height.0));
        let rise = f64::from(rise.unwrap_or(0)) / 1000.0;
        (level * level + rise * rise).sqrt()
    }

    /// Ways that are looked for at most before a model is given up.
    fn most_ways(&self) -> usize {
        if self.limits.is_some() { MOST_WAYS_WITHIN } else { MOST_WAYS }
    }
}

/// The best of the ends found so far.
struct Nearest {
    /// From the wish, inches.
    far: f64,
    /// How far the nearest of all that were found is; no farther than this one by more than the allowance.
    least: f64,
    /// Of its way.
    length: f64,
    end: End,
}

impl Nearest {
    /// Whether an end so far from the wish, with a way so long, is better.
    ///
    /// Rule: FB-5, BAS-10.
    fn gives_way_to(&self, far: f64, length: f64, allowance: f64) -> bool {
        far < self.far - allowance || (far <= self.least + allowance && length < self.length)
    }
}
