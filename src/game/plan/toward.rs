//! As far toward a place as the rules allow, where it is out of reach: along the way there, to the last point at which the
//! move is legal.

use super::arrange::Effort;
use super::model::{ModelPlanner, PathKind, PlannedPath};
use super::unit::{PlanQuality, UnitPathTrees, UnitPlan, along};
use crate::rules::measures::Place;

/// The points of the way that are tried, from its end on.
const STEPS: usize = 16;

/// The step before the first that is legal is halved until less is left, inches.
const RESOLUTION_INCHES: f64 = 0.005;

/// A way of which less is left leads nowhere, inches.
const SHORTEST: f64 = 0.1;

impl UnitPathTrees<'_, '_> {
    /// Sends the leader as far toward a place as it comes, and the unit with it, the formation turned by `turn` degrees. `None`
    /// if that is nowhere.
    ///
    /// Rule: COH-1, COH-3, MOV-4, FAC-4.
    pub fn plan_toward(&self, leader_to: Place, turn: f64) -> Option<UnitPlan> {
        self.placement.end_cache.borrow_mut().clear();
        let (leader, planner) = (&self.planner.models[0], &self.planner.planners[0]);
        let path = planner.path_to(leader_to);
        let longest = path.length.min(planner.terms().allowance);
        farthest(longest, |length| {
            let at = planner.place_along(&path, length)?;
            let end = self.placement.end(0, at).filter(|end| end.at != leader.pose.at)?;
            let targets = self.formation(end.at, turn);
            self.placement.arrange(end, &targets, Effort::Quick, |ends| {
                Some(UnitPlan { command: self.command(ends, turn)?, quality: PlanQuality::Direction })
            })
        })
    }
}

impl ModelPlanner<'_> {
    /// The path as far toward a place as `accepts` takes it; `None` if that is nowhere.
    ///
    /// Rule: MOV-1, GO-3.
    pub fn path_toward(
        &self,
        to: Place,
        mut accepts: impl FnMut(&PlannedPath) -> bool,
    ) -> Option<PlannedPath> {
        let path = self.path_to(to);
        farthest(path.length.min(self.terms().allowance), |length| {
            let part = self.path_to(self.place_along(&path, length)?);
            let is_legal = matches!(part.kind, PathKind::Around | PathKind::Through);
            (is_legal && accepts(&part)).then_some(part)
        })
    }

    /// The place at a distance along a path.
    fn place_along(&self, path: &PlannedPath, length: f64) -> Option<Place> {
        let (at, corner) = along(self.start(), &path.corners, length)?;
        let height = self.terrain().height_near(at, corner.z);
        Place::from_inches(at[0], at[1], height.inches()).ok()
    }
}

/// Result at the greatest length up to `longest`, to the resolution.
fn farthest<T>(longest: f64, mut at: impl FnMut(f64) -> Option<T>) -> Option<T> {
    let step = longest / STEPS as f64;
    let lengths = (0..STEPS).map(|index| longest - index as f64 * step).filter(|length| *length >= SHORTEST);
    let (mut legal, mut found) = lengths.into_iter().find_map(|length| Some((length, at(length)?)))?;
    if legal == longest {
        return Some(found);
    }
    let mut beyond = legal + step;
    while beyond - legal > RESOLUTION_INCHES {
        let middle = f64::midpoint(legal, beyond);
        match at(middle) {
            Some(farther) => (legal, found) = (middle, farther),
            None => beyond = middle,
        }
    }
    Some(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The greatest length that is legal, to the resolution; also where shorter ones are not.
    #[test]
    fn the_farthest_legal_length_is_found() {
        for (longest, legal, expected, case) in [
            (6.0, 0.0..=6.0, Some(6.0), "all of it"),
            (6.0, 0.0..=4.2, Some(4.2), "up to a wall"),
            (6.0, 3.0..=4.2, Some(4.2), "not right at the start"),
            (6.0, 0.0..=0.2, None, "a way that ends at once"),
            (0.05, 0.0..=6.0, None, "no way at all"),
        ] {
            let found = farthest(longest, |length| legal.contains(&length).then_some(length));
            let fits = |found: f64| {
                expected.is_some_and(|limit: f64| (limit - RESOLUTION_INCHES..=limit).contains(&found))
            };
            assert!(found.map_or(expected.is_none(), fits), "{case}: {found:?}");
        }
    }
}
