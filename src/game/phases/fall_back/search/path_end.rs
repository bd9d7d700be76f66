//! The end of a path: the exact place on it where the leader is safe, and local refinement toward a shorter
//! path.

use super::PositionSearch;
use super::leader_paths::LeaderPaths;
use crate::game::phases::fall_back::safe::SCAN_STEP_INCHES;
use crate::game::plan::model::PlannedPath;
use crate::rules::falling_back::Limits;
use crate::rules::measures::Place;
use crate::table::sight::exposure::{Cell, UndecidedObserver};

/// Local refinement: the radius searched around a position, step lengths in inches, the largest number of steps
/// of each length, and directions.
const REFINEMENT_RADIUS_INCHES: f64 = 1.0;
const REFINEMENT_STEPS_INCHES: [f64; 3] = [0.06, 0.02, 0.006];
const MAX_REFINEMENTS_PER_STEP: usize = 16;
const REFINEMENT_DIRECTIONS: usize = 16;

/// Bisections of the last step along the end of a path.
const BISECTIONS: usize = 4;

/// The length wanted of a path, inches.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum WantedLength {
    /// The shortest that is at least this long.
    Shortest(f64),
    /// The longest that is at most this long.
    Longest(f64),
}

impl PositionSearch<'_, '_> {
    /// Moves a position to safe places beside it with shorter paths as long as there are any: in a narrow wedge
    /// of safety the nearest place lies beside the paths followed.
    pub(super) fn refine_locally(
        &mut self,
        paths: &LeaderPaths,
        at: Place,
        path: PlannedPath,
        limits: Limits,
    ) -> (Place, PlannedPath) {
        let [x, y] = at.ground();
        let radius = REFINEMENT_RADIUS_INCHES;
        let floor = (at.z != self.context.view.terrain().ground_height([x, y])).then_some(at.z);
        let cell = Cell { bounds: [[x - radius, y - radius], [x + radius, y + radius]], floor };
        let all = self.safety.undecided();
        let undecided = self.safety.classify(&cell, &all).unwrap_or(all);
        let mut best = (at, path);
        let min_length = |path: &PlannedPath| limits.of(path.kind.limit())[0];
        for step in REFINEMENT_STEPS_INCHES {
            for _ in 0..MAX_REFINEMENTS_PER_STEP {
                if best.1.length <= min_length(&best.1) + self.tie_tolerance() {
                    return best;
                }
                let Some(next) = self.shorter_neighbour(paths, &best, (step, &cell), &undecided, limits)
                else {
                    break;
                };
                best = next;
            }
        }
        best
    }

    /// The safe place one step beside another with the shortest path, if that is shorter.
    fn shorter_neighbour(
        &mut self,
        paths: &LeaderPaths,
        (at, path): &(Place, PlannedPath),
        (step, cell): (f64, &Cell),
        undecided: &[UndecidedObserver],
        limits: Limits,
    ) -> Option<(Place, PlannedPath)> {
        let [x, y] = at.ground();
        let [low, high] = cell.bounds;
        let mut shorter: Vec<(f64, Place)> = Vec::new();
        for turn in 0..REFINEMENT_DIRECTIONS {
            let angle = turn as f64 * std::f64::consts::TAU / REFINEMENT_DIRECTIONS as f64;
            let point = [x + step * libm::cos(angle), y + step * libm::sin(angle)];
            let is_inside = (0..2).all(|axis| point[axis] > low[axis] && point[axis] < high[axis]);
            let Some(height) = self.safety.height_on(cell, point).filter(|_| is_inside) else {
                continue;
            };
            let Ok(place) = Place::from_inches(point[0], point[1], height.inches()) else {
                continue;
            };
            let Some((length, kind)) = paths.ends_to(place).shortest_within(paths.max_lengths) else {
                continue;
            };
            let [min, max] = limits.of(kind.limit());
            if length < path.length - step / 4.0
                && length >= min
                && self.context.view.allowance().at_most(length, max)
            {
                shorter.push((length, place));
            }
        }
        shorter.sort_by(|a, b| a.0.total_cmp(&b.0));
        let (_, place) = shorter.into_iter().find(|(_, place)| self.safety.is_safe(*place, undecided))?;
        Some((place, paths.path_to(place)?))
    }

    /// Walks along the end of a path through the smallest cell it ends in, to the wanted place.
    pub(super) fn scan_path_end(
        &mut self,
        paths: &LeaderPaths,
        path: &PlannedPath,
        radius: f64,
        undecided: &[UndecidedObserver],
        wanted: WantedLength,
    ) -> Option<(Place, PlannedPath)> {
        let to = *path.corners.last()?;
        let from = path.corners.iter().rev().nth(1).copied().unwrap_or(self.context.leader.pose.at);
        let leg = from.ground_distance(to);
        if leg == 0.0 {
            return None;
        }
        let before = path.length - leg;
        let ([fx, fy], [tx, ty]) = (from.ground(), to.ground());
        let floor = (to.z != self.context.view.terrain().ground_height(to.ground())).then_some(to.z);
        let place = |along: f64| {
            let share = along / leg;
            let at = [fx + share * (tx - fx), fy + share * (ty - fy)];
            let z = match floor {
                Some(floor) => floor,
                None => self.context.view.terrain().ground_height(at),
            };
            Place::from_inches(at[0], at[1], z.inches()).ok()
        };
        let overshoot = radius + SCAN_STEP_INCHES;
        let [low, high] = [(leg - overshoot).max(0.0), leg + overshoot];
        let (first, step, last) = match wanted {
            WantedLength::Shortest(min) => (low.max(min - before), SCAN_STEP_INCHES, high),
            WantedLength::Longest(max) => (high.min(max - before), -SCAN_STEP_INCHES, low),
        };
        let mut missed = None;
        let mut along = first;
        while (last - along) * step >= 0.0 {
            let here = place(along)?;
            if self.safety.is_safe(here, undecided) {
                let mut found = along;
                for _ in 0..if missed.is_some() { BISECTIONS } else { 0 } {
                    let centre = (missed.unwrap_or(found) + found) / 2.0;
                    match place(centre).filter(|at| self.safety.is_safe(*at, undecided)) {
                        Some(_) => found = centre,
                        None => missed = Some(centre),
                    }
                }
                let at = place(found)?;
                return Some((at, paths.path_to(at)?));
            }
            missed = Some(along);
            along += step;
        }
        None
    }
}
