//! Whether one model may end at a place: it fits there, has a path to it, and is in coherency.

use std::cell::LazyCell;

use super::candidates::MAX_ROUNDING_INCHES;
use super::model::{PathKind, PlannedPath};
use super::unit_placement::{End, UnitPlacement};
use crate::game::phases::moving::path::check_path;
use crate::rules::falling_back::Limits;
use crate::rules::measures::Place;
use crate::rules::movement::allowance::MoveTerms;
use crate::rules::movement::bodies::overlap;
use crate::rules::movement::coherency::{Levels, coherency_gap, level_relation};
use crate::table::paths::FreeSectors;
use crate::table::plane::distance;
use crate::table::shape::Point;

/// After so many single path queries a model's shortest-path trees are built.
const MAX_SINGLE_QUERIES: usize = 2;

impl UnitPlacement<'_, '_> {
    /// A place as an end for a model, if it fits there and has a path to it.
    pub(super) fn end(&self, index: usize, at: Place) -> Option<End> {
        let model = &self.models[index];
        let is_allowed = || self.condition.as_ref().is_none_or(|condition| condition(at));
        if at == model.pose.at {
            let may_stay = self.limits.is_none_or(|limits| limits.open[0] == 0.0) && is_allowed();
            return may_stay.then(|| self.end_in_place(index));
        }
        let search = || {
            self.view.terrain().check_room(at, model.mover()).ok().filter(|()| is_allowed())?;
            let path = self.path_to(index, at)?;
            Some(End { at, path: path.corners, limit: path.kind.limit(), level: self.level(at) })
        };
        self.end_cache.borrow_mut().entry((index, at)).or_insert_with(search).clone()
    }

    /// The path of a model to a place. With limits it is the shortest path, if that keeps to them.
    ///
    /// Rule: FB-5.
    fn path_to(&self, index: usize, at: Place) -> Option<PlannedPath> {
        let Some(limits) = self.limits else { return self.path_trees(index).path_to(at) };
        let keeps = |path: &PlannedPath| self.keeps_to(limits, path);
        if let Some(straight_path) = self.straight_path(index, at) {
            return Some(straight_path).filter(keeps);
        }
        let (path_trees, single_queries) = (&self.path_trees[index], &self.single_queries[index]);
        if path_trees.get().is_none() && single_queries.get() < MAX_SINGLE_QUERIES {
            let path = self.planners[index].shortest_path(at);
            // One that finds nothing takes as long as the trees do.
            single_queries.set(path.as_ref().map_or(MAX_SINGLE_QUERIES, |_| single_queries.get() + 1));
            return path.filter(keeps);
        }
        let (length, kind) = self.path_trees(index).shortest(at)?;
        let kept = keeps(&PlannedPath { corners: Vec::new(), length, kind });
        kept.then(|| self.path_trees(index).shortest_path(at)).flatten()
    }

    /// Whether the length of a path is within limits.
    pub(super) fn keeps_to(&self, limits: Limits, path: &PlannedPath) -> bool {
        let ([min, max], allowance) = (limits.of(path.kind.limit()), self.view.allowance());
        allowance.at_least(path.length, min) && allowance.at_most(path.length, max)
    }

    /// The straight path if it crosses no difficult ground: no path is shorter.
    fn straight_path(&self, index: usize, at: Place) -> Option<PlannedPath> {
        let model = self.models[index];
        let length = model.pose.at.ground_distance(at);
        if at.z == model.pose.at.z && self.free_sectors_of(index).contains(at.ground()) {
            return Some(PlannedPath { corners: vec![at], length, kind: PathKind::Around });
        }
        let terms = MoveTerms { on_difficult: 0.0, ..self.planners[index].terms() };
        let walk = check_path(self.view, model, &terms, &[at]).ok()?;
        let open = walk.first_difficult().is_none();
        open.then(|| PlannedPath { corners: vec![at], length, kind: PathKind::Around })
    }

    /// Whether the path to a point is certainly straight and shorter than its lower limit. Never from a floor: over and
    /// under it lie others.
    ///
    /// Rule: FB-5.
    pub(super) fn is_too_near(&self, index: usize, at: Point) -> bool {
        let start = self.models[index].pose.at;
        self.limits.is_some_and(|limits| {
            distance(start.ground(), at) < limits.open[0] - MAX_ROUNDING_INCHES - self.view.allowance().0
                && self.free_sectors_of(index).contains(at)
                && start.z == self.view.terrain().ground_height(start.ground())
        })
    }

    fn free_sectors_of(&self, index: usize) -> &FreeSectors {
        self.free_sectors[index].get_or_init(|| self.planners[index].free_sectors(self.max_move))
    }

    /// Rule: MOV-4 (models).
    pub(in crate::game) fn is_occupied(&self, index: usize, place: Place, found: &[Option<End>]) -> bool {
        let (models, allowance) = (&self.models, self.view.allowance());
        let body = models[index].body_at(place);
        let fellows = found.iter().zip(models).enumerate().filter(|(other, _)| *other != index);
        let mut fellows =
            fellows.filter_map(|(_, (end, other))| end.as_ref().map(|end| other.body_at(end.at)));
        fellows.any(|other| overlap(body, other, allowance))
            || self.constraints.other_bodies.iter().any(|other| overlap(body, *other, allowance))
    }

    /// Rule: COH-1, COH-2.
    pub(in crate::game) fn is_in_coherency(&self, index: usize, place: Place, found: &[Option<End>]) -> bool {
        // A model on no structure is on no neighbouring level.
        let (models, level) = (&self.models, LazyCell::new(|| self.level(place)));
        found.iter().zip(models).enumerate().any(|(other_index, (end, other))| {
            let Some(end) = end.as_ref().filter(|_| other_index != index) else { return false };
            let levels = end.level.map_or(Levels::Unrelated, |of_end| level_relation(*level, Some(of_end)));
            let gap = coherency_gap(models[index].disc_at(place), other.disc_at(end.at), levels);
            self.view.allowance().at_most(gap, self.constraints.max_gap)
        })
    }
}
