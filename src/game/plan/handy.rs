//! The end of one model estimated, for rehearsals: the first that will do, beside those placed before.

use super::candidates::nearest_first;
use super::model::{PathKind, PlannedPath};
use super::unit_placement::{End, UnitPlacement};
use crate::game::phases::moving::path::check_path;
use crate::rules::measures::Place;
use crate::rules::movement::allowance::MoveTerms;
use crate::table::shape::Point;

/// Up to so many places without a straight path have their shortest one looked up.
const MAX_DETOURS: usize = 24;

impl UnitPlacement<'_, '_> {
    /// An end that is free, has a legal path, and is in coherency with those found before: of the places beside those the nearest
    /// to a target with a straight path, else with any. `None` if none of them will do.
    ///
    /// Rule: FB-5 (estimated).
    pub(super) fn handy_end(&self, index: usize, target: Point, found: &[Option<End>]) -> Option<End> {
        let own = self.models[index].pose.at.ground();
        let mut detours = Vec::new();
        for at in nearest_first(&[], [target, own], self.points_beside_others(index, found)) {
            for place in self.places_at(index, at) {
                if self.is_occupied(index, place, found) || !self.is_in_coherency(index, place, found) {
                    continue;
                }
                match self.straight_end(index, place) {
                    Straight::Legal(end) => return Some(end),
                    Straight::OutOfLimits => {}
                    Straight::Blocked if detours.len() < MAX_DETOURS => detours.push(place),
                    Straight::Blocked => {}
                }
            }
        }
        detours.into_iter().find_map(|place| self.end(index, place))
    }

    fn straight_end(&self, index: usize, at: Place) -> Straight {
        let model = self.models[index];
        if at == model.pose.at {
            return self.end(index, at).map_or(Straight::OutOfLimits, Straight::Legal);
        }
        let length = model.pose.at.ground_distance(at);
        let terms = self.planners[index].terms();
        let any = MoveTerms { on_difficult: terms.allowance, ..terms };
        let Ok(walk) = check_path(self.view, model, &any, &[at]) else { return Straight::Blocked };
        let kind = if walk.first_difficult().is_some() { PathKind::Through } else { PathKind::Around };
        let path = PlannedPath { corners: vec![at], length, kind };
        let is_allowed = || {
            self.view.terrain().check_room(at, model.mover()).is_ok()
                && self.condition.as_ref().is_none_or(|condition| condition(at))
        };
        if self.limits.is_some_and(|limits| !self.keeps_to(limits, &path)) || !is_allowed() {
            return Straight::OutOfLimits;
        }
        Straight::Legal(End { at, path: path.corners, limit: kind.limit(), level: self.level(at) })
    }
}

/// The straight path to a place.
enum Straight {
    /// It is legal, and the model may end there.
    Legal(End),
    /// It is too long or too short, or there is no room at its end.
    OutOfLimits,
    /// Something is in its way.
    Blocked,
}
