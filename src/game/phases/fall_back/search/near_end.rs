//! Near the end of a path: where exactly on it the leader is safe, and whether he is beside it on a shorter one.

use super::Search;
use super::ways::Ways;
use crate::game::phases::fall_back::safe::STEP;
use crate::game::plan::Way;
use crate::rules::falling_back::Limits;
use crate::rules::measures::Place;
use crate::table::sight::exposure::{Cell, UndecidedObserver};

/// How far beside a found position better ones are looked for, in what steps, inches, and in how many directions.
const BESIDE: f64 = 1.0;
const STEPS: [f64; 3] = [0.06, 0.02, 0.006];
const MAX_STEPS_PER_COMMAND: usize = 16;
const TURNS: usize = 16;

/// Halvings of the last step along the end of a path.
const HALVINGS: usize = 4;

/// What is wanted of the end of a path, inches along it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Want {
    /// The shortest of at least this.
    Shortest(f64),
    /// The longest of at most this.
    Longest(f64),
}

impl Search<'_> {
    /// A safe position beside a found one to which the path is shorter, as long as there is one: in a narrow
    /// wedge the nearest lies beside the paths that were followed.
    pub(super) fn bettered(&mut self, ways: &Ways, at: Place, way: Way, limits: Limits) -> (Place, Way) {
        let [x, y] = at.ground();
        let by = BESIDE;
        let floor = (at.z != self.view.terrain().ground_height([x, y])).then_some(at.z);
        let plot = Cell { bounds: [[x - by, y - by], [x + by, y + by]], floor };
        let all = self.safety.doubts();
        let doubts = self.safety.look(&plot, &all).unwrap_or(all);
        let mut best = (at, way);
        let least = |way: &Way| limits.of(way.kind.limit())[0];
        for step in STEPS {
            for _ in 0..MAX_STEPS_PER_COMMAND {
                if best.1.length <= least(&best.1) + self.even() {
                    return best;
                }
                let Some(next) = self.beside(ways, &best, (step, &plot), &doubts, limits) else { break };
                best = next;
            }
        }
        best
    }

    /// The position with the shortest path of those one step beside another, if one is shorter.
    fn beside(
        &mut self,
        ways: &Ways,
        (at, way): &(Place, Way),
        (step, plot): (f64, &Cell),
        doubts: &[UndecidedObserver],
        limits: Limits,
    ) -> Option<(Place, Way)> {
        let [x, y] = at.ground();
        let [low, high] = plot.bounds;
        let mut shorter: Vec<(f64, Place)> = Vec::new();
        for turn in 0..TURNS {
            let angle = turn as f64 * std::f64::consts::TAU / TURNS as f64;
            let beside = [x + step * libm::cos(angle), y + step * libm::sin(angle)];
            let inside = (0..2).all(|axis| beside[axis] > low[axis] && beside[axis] < high[axis]);
            let Some(height) = self.safety.height_on(plot, beside).filter(|_| inside) else { continue };
            let Ok(place) = Place::from_inches(beside[0], beside[1], height.inches()) else { continue };
            let Some((length, kind)) = ways.spreads.ends_to(place).shortest_of(ways.most) else { continue };
            let [least, most] = limits.of(kind.limit());
            if length < way.length - step / 4.0
                && length >= least
                && self.view.allowance().at_most(length, most)
            {
                shorter.push((length, place));
            }
        }
        shorter.sort_by(|a, b| a.0.total_cmp(&b.0));
        let (_, place) = shorter.into_iter().find(|(_, place)| self.safety.is_safe(*place, doubts))?;
        Some((place, ways.spreads.way_of(&ways.spreads.ends_to(place), ways.most)?))
    }

    /// Follows the end of a path through the finest plot in which it ends, to the place wanted.
    pub(super) fn followed(
        &mut self,
        ways: &Ways,
        way: &Way,
        reach: f64,
        doubts: &[UndecidedObserver],
        want: Want,
    ) -> Option<(Place, Way)> {
        let to = *way.path.last()?;
        let from = way.path.iter().rev().nth(1).copied().unwrap_or(self.leader.pose.at);
        let leg = from.ground_distance(to);
        if leg == 0.0 {
            return None;
        }
        let before = way.length - leg;
        let ([fx, fy], [tx, ty]) = (from.ground(), to.ground());
        let floor = (to.z != self.view.terrain().ground_height(to.ground())).then_some(to.z);
        let place = |along: f64| {
            let share = along / leg;
            let at = [fx + share * (tx - fx), fy + share * (ty - fy)];
            let z = match floor {
                Some(floor) => floor,
                None => self.view.terrain().ground_height(at),
            };
            Place::from_inches(at[0], at[1], z.inches()).ok()
        };
        let beside = reach + STEP;
        let [low, high] = [(leg - beside).max(0.0), leg + beside];
        let (first, step, last) = match want {
            Want::Shortest(least) => (low.max(least - before), STEP, high),
            Want::Longest(most) => (high.min(most - before), -STEP, low),
        };
        let mut missed = None;
        let mut along = first;
        while (last - along) * step >= 0.0 {
            let here = place(along)?;
            if self.safety.is_safe(here, doubts) {
                let mut found = along;
                for _ in 0..if missed.is_some() { HALVINGS } else { 0 } {
                    let middle = (missed.unwrap_or(found) + found) / 2.0;
                    match place(middle).filter(|at| self.safety.is_safe(*at, doubts)) {
                        Some(_) => found = middle,
                        None => missed = Some(middle),
                    }
                }
                let at = place(found)?;
                return Some((at, ways.spreads.way_of(&ways.spreads.ends_to(at), ways.most)?));
            }
            missed = Some(along);
            along += step;
        }
        None
    }
}
