//! Whether one model may end at a place: room there, a way to it, nobody in it, others of the unit near it.

use super::candidates::ROUNDED;
use super::company::{End, UnitPlacement};
use super::model::{Way, WayKind};
use crate::game::phases::moving::path::check_path;
use crate::game::placement::how_levels_lie;
use crate::rules::measures::Place;
use crate::rules::movement::allowance::MoveTerms;
use crate::rules::movement::bodies::overlap;
use crate::rules::movement::coherency::coherency_gap;
use crate::table::paths::FreeSectors;
use crate::table::plane::distance;
use crate::table::shape::Point;

/// So many ways of a model are looked for one by one before everything it can come to is searched.
const SINGLE: usize = 12;

impl UnitPlacement<'_, '_> {
    /// A place as an end for a model: room there, and a way to it.
    pub(super) fn end(&self, nth: usize, at: Place) -> Option<End> {
        let model = &self.models[nth];
        let is_allowed = || self.allowed.as_ref().is_none_or(|allowed| allowed(at));
        if at == model.pose.at {
            let may_stay = self.limits.is_none_or(|limits| limits.open[0] == 0.0) && is_allowed();
            return may_stay.then(|| self.staying(nth));
        }
        let look = || {
            self.view.terrain().check_room(at, model.mover()).ok().filter(|()| is_allowed())?;
            let way = self.way(nth, at)?;
            Some(End { at, path: way.path, toll: way.kind.toll(), level: self.level(at) })
        };
        self.ends.borrow_mut().entry((nth, at)).or_insert_with(look).clone()
    }

    /// The way of a model to a place; where there are limits the shortest, if it keeps to them.
    ///
    /// Rule: FB-5.
    fn way(&self, nth: usize, at: Place) -> Option<Way> {
        let Some(limits) = self.limits else { return self.spreads(nth).way(at) };
        let keeps = |way: &Way| {
            let ([least, most], allowance) = (limits.of(way.kind.toll()), self.view.allowance());
            allowance.at_least(way.length, least) && allowance.at_most(way.length, most)
        };
        if let Some(straight) = self.straight(nth, at) {
            return Some(straight).filter(keeps);
        }
        let (searched, tried) = (&self.searched[nth], &self.tried[nth]);
        if searched.get().is_none() && tried.get() < SINGLE {
            tried.set(tried.get() + 1);
            return self.planners[nth].shortest_way(at).filter(keeps);
        }
        let (length, kind) = self.spreads(nth).shortest(at)?;
        let kept = keeps(&Way { path: Vec::new(), length, kind });
        kept.then(|| self.spreads(nth).shortest_way(at)).flatten()
    }

    /// The straight way over ground that is nowhere difficult: none is shorter.
    fn straight(&self, nth: usize, at: Place) -> Option<Way> {
        let model = self.models[nth];
        let length = model.pose.at.ground_distance(at);
        if at.z == model.pose.at.z && self.clearing(nth).contains(at.ground()) {
            return Some(Way { path: vec![at], length, kind: WayKind::Round });
        }
        let terms = MoveTerms { on_difficult: 0.0, ..self.planners[nth].terms() };
        let walk = check_path(self.view, model, &terms, &[at]).ok()?;
        let open = walk.first_difficult().is_none();
        open.then(|| Way { path: vec![at], length, kind: WayKind::Round })
    }

    /// Whether the way to a point is surely straight and shorter than it has to be.
    ///
    /// Rule: FB-5.
    pub(super) fn is_too_near(&self, nth: usize, at: Point) -> bool {
        self.limits.is_some_and(|limits| {
            let far = distance(self.models[nth].pose.at.ground(), at);
            far < limits.open[0] - ROUNDED - self.view.allowance().0 && self.clearing(nth).contains(at)
        })
    }

    fn clearing(&self, nth: usize) -> &FreeSectors {
        self.clearings[nth].get_or_init(|| self.planners[nth].clearing(self.most))
    }

    /// Rule: MOV-4 (models).
    pub(in crate::game) fn is_crowded(&self, nth: usize, place: Place, found: &[Option<End>]) -> bool {
        let (models, allowance) = (&self.models, self.view.allowance());
        let body = models[nth].body_at(place);
        let fellows = found.iter().zip(models).enumerate().filter(|(other, _)| *other != nth);
        let mut fellows =
            fellows.filter_map(|(_, (end, other))| end.as_ref().map(|end| other.body_at(end.at)));
        fellows.any(|other| overlap(body, other, allowance))
            || self.ground.others.iter().any(|other| overlap(body, *other, allowance))
    }

    /// Rule: COH-1, COH-2.
    pub(in crate::game) fn is_together(&self, nth: usize, place: Place, found: &[Option<End>]) -> bool {
        let (models, level) = (&self.models, self.level(place));
        found.iter().zip(models).enumerate().any(|(other_nth, (end, other))| {
            let Some(end) = end.as_ref().filter(|_| other_nth != nth) else { return false };
            let levels = how_levels_lie(level, end.level);
            let gap = coherency_gap(models[nth].disc_at(place), other.disc_at(end.at), levels);
            self.view.allowance().at_most(gap, self.ground.coherency)
        })
    }
}
