//! Edge test of the visibility graph: on which surfaces a straight leg can be walked, with every change of
//! level that helps.

use std::sync::Arc;

use super::flatten::rounded;
use super::leg_cache::key_of;
use super::search::ROUNDING;
use super::search_window::{LegObstacles, SearchWindow};
use crate::plane::{Interval, Leg};
use crate::region::Intervals;
use crate::shape::Point;
use crate::walk::{Footing, LegInterval, Surface, level_change};

/// A change of level on a leg.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LevelChange {
    /// Position on the leg, as a share of its length.
    pub at: f64,
    /// The new surface.
    pub to: Surface,
}

/// One way to traverse a leg: the surface it ends on, and the changes of level on it.
#[derive(Clone, Debug, PartialEq)]
pub struct LegTraversal {
    /// The surface at the end of the leg.
    pub end: Surface,
    /// In order; none on most legs.
    pub changes: Vec<LevelChange>,
}

impl SearchWindow<'_> {
    /// Every surface on which a model can reach the end of a leg, cached. Searches that start too close to an
    /// enemy have limits of their own and do not share the cache.
    pub(super) fn cached_traversals(&self, from: Point, start: Surface, to: Point) -> Arc<[LegTraversal]> {
        let find = || self.traversals(from, start, to).into();
        if self.starts_too_close() {
            return find();
        }
        self.planner.leg_cache.get_or_find(key_of([from, to], start), find)
    }

    /// The same for a leg between vertices of the terrain. Where no model is near it, all searches share it, wherever
    /// they start.
    pub(super) fn terrain_traversals(&self, from: Point, start: Surface, to: Point) -> Arc<[LegTraversal]> {
        if self.are_models_near(Leg { from, to }) {
            return self.cached_traversals(from, start, to);
        }
        let find = || self.traversals(from, start, to).into();
        self.planner.terrain_legs.get_or_find(key_of([from, to], start), find)
    }

    /// Every surface on which a model can reach the end of a leg.
    pub(super) fn traversals(&self, from: Point, start: Surface, to: Point) -> Vec<LegTraversal> {
        let leg = Leg { from, to };
        if !self.is_on_table(to) || self.blockers.blocks(leg) {
            return Vec::new();
        }
        let terrain = self.planner.terrain;
        if [from, to].iter().all(|end| rounded(*end) == *end) {
            return self.traversals_over(
                leg,
                start,
                &terrain.leg_intervals_among(leg, &self.steps, &self.floors),
            );
        }
        // Rounding the ends may move the leg onto a step that it grazes, or off it: it must be free either
        // way.
        let (over, past) = terrain.leg_intervals_if_moved(leg, &self.steps, &self.floors, ROUNDING);
        let mut traversals = self.traversals_over(leg, start, &over);
        if let Some(past) = past.filter(|_| !traversals.is_empty()) {
            let others = self.traversals_over(leg, start, &past);
            traversals.retain(|traversal| others.contains(traversal));
        }
        traversals
    }

    /// The same, with the leg cut into these intervals.
    fn traversals_over(&self, leg: Leg, start: Surface, intervals: &[LegInterval]) -> Vec<LegTraversal> {
        let mut obstacles = self.leg_obstacles(leg, start);
        if is_all_ground(intervals, start) {
            let end = self.trace_ground(leg, start, intervals, |surface, part| {
                let is_blocked = obstacles.blocks(surface, part);
                obstacles.record_position(surface, part.to);
                is_blocked
            });
            let end = end.and_then(|last| self.end_on_ground(leg, last, &obstacles));
            return end.map(|end| LegTraversal { end, changes: Vec::new() }).into_iter().collect();
        }
        let reached = self.trace(start, intervals, &mut obstacles, |_, _| {});
        if reached.is_empty() {
            return reached;
        }
        reached.iter().for_each(|traversal| obstacles.record_position(traversal.end, 1.0));
        let end = self.planner.terrain.interval_at_end(leg.to, &self.steps, &self.floors);
        let surfaces = self.surfaces(&end);
        let free = |surface: Surface| !obstacles.blocks_end(surface);
        self.advance(&obstacles, reached, &end, &surfaces, Interval::new(1.0, 1.0), free)
    }

    /// Finds the spans of a straight leg that a model can walk, surface by surface, as intervals of the leg.
    pub(super) fn walkable_spans(&self, leg: Leg, start: Surface) -> Vec<(Surface, Interval)> {
        let mut obstacles = self.leg_obstacles(leg, start);
        let intervals = self.planner.terrain.leg_intervals_among(leg, &self.steps, &self.floors);
        let mut found: Vec<(Surface, Interval)> = Vec::new();
        let mut add = |surface: Surface, span: Interval| {
            let last = found
                .iter_mut()
                .rev()
                .find(|(on, part)| same_layer(*on, surface) && part.to >= span.from - 1e-12);
            match last {
                Some((_, part)) => part.to = span.to,
                None => found.push((surface, span)),
            }
        };
        if is_all_ground(&intervals, start) {
            self.trace_ground(leg, start, &intervals, |surface, part| {
                let parts = obstacles.blocked_intervals(surface);
                let stop = parts.iter().find(|blocked| blocked.overlaps(part));
                let end = stop.map_or(part.to, |blocked| blocked.from.max(part.from));
                add(surface, Interval::new(part.from, end));
                obstacles.record_position(surface, part.to);
                stop.is_some()
            });
        } else {
            self.trace(start, &intervals, &mut obstacles, |cell, reached| {
                reached.iter().for_each(|traversal| add(traversal.end, cell));
            });
        }
        found
    }

    /// The last surface of a leg that has only ground under it, unless it is blocked on the way.
    fn trace_ground(
        &self,
        leg: Leg,
        start: Surface,
        intervals: &[LegInterval],
        mut is_blocked: impl FnMut(Surface, Interval) -> bool,
    ) -> Option<Surface> {
        let mut last = start;
        for interval in intervals {
            let surface = Surface { height: interval.ground, footing: Footing::Ground };
            let middle = leg.at((interval.from + interval.to) / 2.0);
            let climbs_illegally = surface.height > last.height && !self.may_step_up(surface.height, middle);
            if climbs_illegally || is_blocked(surface, Interval::new(interval.from, interval.to)) {
                return None;
            }
            last = surface;
        }
        Some(last)
    }

    /// The ground at the end of a leg that arrives there on the ground, unless it is blocked.
    fn end_on_ground(&self, leg: Leg, last: Surface, obstacles: &LegObstacles) -> Option<Surface> {
        let height = self.planner.terrain.ground_height_among(leg.to, &self.steps);
        let end = Surface { height, footing: Footing::Ground };
        let climbs_illegally = height > last.height && !self.may_step_up(height, leg.to);
        let is_blocked = height != last.height && obstacles.blocks_end(end);
        (!climbs_illegally && !is_blocked).then_some(end)
    }

    /// Follows a leg cell by cell and visits each with the surfaces reached; the cells are so small that each
    /// surface is free or blocked on the whole of one.
    fn trace(
        &self,
        start: Surface,
        intervals: &[LegInterval],
        obstacles: &mut LegObstacles,
        mut visit: impl FnMut(Interval, &[LegTraversal]),
    ) -> Vec<LegTraversal> {
        let mut reached = vec![LegTraversal { end: start, changes: Vec::new() }];
        // The blocked intervals of each surface so far: most surfaces lie under many leg intervals.
        let mut blocked: Vec<(Surface, Intervals)> = Vec::new();
        for interval in intervals {
            let surfaces = self.surfaces(interval);
            if obstacles.limits_vary() {
                // Of all traversals the largest gap counts: slightly too strict for the others.
                reached.iter().for_each(|traversal| obstacles.record_position(traversal.end, interval.from));
                blocked.clear();
            }
            for &surface in &surfaces {
                if blocked.iter().all(|(blocked, _)| *blocked != surface) {
                    blocked.push((surface, obstacles.blocked_intervals(surface)));
                }
            }
            let blocked_on = |surface: Surface| {
                blocked.iter().find(|(blocked, _)| *blocked == surface).map_or(&[][..], |(_, parts)| parts)
            };
            let mut cuts = vec![interval.from, interval.to];
            for &surface in &surfaces {
                let ends = blocked_on(surface).iter().flat_map(|part| part.ends());
                cuts.extend(ends.filter(|cut| *cut > interval.from && *cut < interval.to));
            }
            cuts.sort_by(f64::total_cmp);
            for cell in cuts.windows(2).filter(|cell| cell[1] - cell[0] > 1e-12) {
                let cell = Interval::new(cell[0], cell[1]);
                let free = |surface: Surface| !blocked_on(surface).iter().any(|part| part.overlaps(cell));
                reached = self.advance(obstacles, reached, interval, &surfaces, cell, free);
                if reached.is_empty() {
                    return reached;
                }
                visit(cell, &reached);
            }
        }
        reached
    }

    /// The surfaces reached in one cell of a leg, from those reached in the previous cell.
    fn advance(
        &self,
        obstacles: &LegObstacles,
        previous: Vec<LegTraversal>,
        interval: &LegInterval,
        surfaces: &[Surface],
        cell: Interval,
        free: impl Fn(Surface) -> bool,
    ) -> Vec<LegTraversal> {
        let (leg, middle) = (obstacles.leg, cell.middle());
        let free = |surface: Surface| free(surface) && self.may_enter(surface, leg.at(middle));
        let mut reached: Vec<LegTraversal> = Vec::new();
        for mut traversal in previous {
            let next = self.planner.terrain.next_surface(traversal.end, interval.ground, &interval.floors);
            let climbs_illegally =
                next.height > traversal.end.height && !self.may_step_up(next.height, leg.at(middle));
            if climbs_illegally || !free(next) || reached.iter().any(|other| other.end == next) {
                continue;
            }
            traversal.end = next;
            reached.push(traversal);
        }
        // Changes of level; this extends the list it iterates over.
        let mut index = 0;
        while index < reached.len() {
            let from = reached[index].clone();
            for &to in surfaces {
                let climbs = to.height > from.end.height;
                let is_allowed = level_change(self.planner.mover.gait, from.end, to).is_some()
                    && (!climbs || self.may_climb())
                    && obstacles.keeps_gap(from.end, to, middle)
                    && !reached.iter().any(|other| other.end == to);
                if is_allowed && self.supports_after_rounding(interval, to, leg.at(middle)) && free(to) {
                    let mut changes = from.changes.clone();
                    changes.push(LevelChange { at: middle, to });
                    reached.push(LegTraversal { end: to, changes });
                }
            }
            index += 1;
        }
        reached
    }

    /// Whether a surface still supports a point once that is rounded to thousandths. The end of a path is
    /// already rounded.
    fn supports_after_rounding(&self, interval: &LegInterval, on: Surface, at: Point) -> bool {
        let mut floors = interval.floors.iter().map(|floor| &self.planner.terrain.floors[*floor]);
        on.footing == Footing::Ground
            || rounded(at) == at
            || floors
                .any(|floor| floor.height == on.height && floor.region.contains(at, -self.planner.slack()))
    }

    /// All surfaces of an interval.
    fn surfaces(&self, interval: &LegInterval) -> Vec<Surface> {
        let ground = Surface { height: interval.ground, footing: Footing::Ground };
        let floors = interval.floors.iter().map(|floor| &self.planner.terrain.floors[*floor]);
        let floors = floors.filter(|floor| floor.height > interval.ground).map(|floor| Surface {
            height: floor.height,
            footing: Footing::Floor { piece: floor.piece, level: floor.level },
        });
        std::iter::once(ground).chain(floors).collect()
    }
}

/// Whether only ground lies under a leg and its start.
fn is_all_ground(intervals: &[LegInterval], start: Surface) -> bool {
    start.footing == Footing::Ground && intervals.iter().all(|interval| interval.floors.is_empty())
}

/// Whether two surfaces are both ground, or the same floor.
pub(super) fn same_layer(a: Surface, b: Surface) -> bool {
    a.footing == b.footing
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::paths::{DifficultGoing, GoingPolicy, OtherModels, PathPlanner};
    use crate::piece::{Kind, Piece, Step};
    use crate::sample::{SOLDIER, house, piece, rectangle, table};
    use warstrike_rules::measures::Thou;
    use warstrike_rules::movement::allowance::SlowGoing;
    use warstrike_rules::movement::going::Going;

    const GROUND: Surface = Surface { height: Thou(0), footing: Footing::Ground };

    /// Rule: MOV-4, BAS-10. The whole base stays on the table; planning uses 0.003 of the allowance.
    #[test]
    fn no_leg_leads_over_the_tables_edge() {
        let terrain = table(vec![]);
        let policy = GoingPolicy { slow: SlowGoing::Allowed, difficult: DifficultGoing::Crossed };
        let planner = PathPlanner::new(&terrain, SOLDIER, policy, OtherModels::default(), 0.002);
        let window = SearchWindow::new(&planner, [[-30.0, -30.0], [30.0, 30.0]], ([0.0; 2], GROUND));
        for (to, expected, reason) in [
            ([23.5, 0.0], 1, "up to its edge"),
            ([0.0, -23.502], 1, "0.002 beyond"),
            ([0.0, -23.504], 0, "0.004 beyond"),
            ([-24.0, 0.0], 0, "half the base beyond"),
        ] {
            assert_eq!(window.traversals([0.0, 0.0], GROUND, to).len(), expected, "{reason}");
        }
    }

    /// Rule: GO-4. A model does not drop from a higher floor onto one of an impassable building.
    #[test]
    fn impassable_floors_are_not_dropped_onto() {
        for (going, expected, reason) in [
            (None, &[3000, 0][..], "onto the floor of a house, and down inside"),
            (Some(Going::Impassable), &[], "an impassable house"),
        ] {
            let terrain = table(vec![Piece { going, ..house() }]);
            let policy = GoingPolicy { slow: SlowGoing::Allowed, difficult: DifficultGoing::Avoided };
            let planner = PathPlanner::new(&terrain, SOLDIER, policy, OtherModels::default(), 0.002);
            let window = SearchWindow::new(&planner, [[-20.0, -20.0], [20.0, 20.0]], ([0.0; 2], GROUND));
            let above = Surface { height: Thou(7000), footing: Footing::Floor { piece: 1, level: 0 } };
            let traversals = window.traversals([1.0, -1.0], above, [1.0, 1.0]);
            let heights: Vec<i32> = traversals.iter().map(|traversal| traversal.end.height.0).collect();
            assert_eq!(heights, expected, "{reason}");
        }
    }

    /// Rule: STR-2, BAS-10. A floor supports up to 0.005 beyond its edge; a path is planned to climb no
    /// farther out than 0.003, so that rounding its corners keeps it legal, unless the point is rounded
    /// already.
    #[test]
    fn a_model_climbs_where_the_floor_supports_it() {
        let terrain = table(vec![house()]);
        let policy = GoingPolicy { slow: SlowGoing::Allowed, difficult: DifficultGoing::Crossed };
        let planner = PathPlanner::new(&terrain, SOLDIER, policy, OtherModels::default(), 0.002);
        let window = SearchWindow::new(&planner, [[-20.0, -20.0], [20.0, 20.0]], ([0.0; 2], GROUND));
        for (x, expected, reason) in [
            (1.0, &[0, 3000][..], "under the upper floor"),
            (-0.002, &[0, 3000], "0.002 beyond its edge"),
            (-0.0041, &[0], "0.004 beyond it"),
            (-0.004, &[0, 3000], "the same in whole thousandths"),
            (-0.006, &[0], "in whole thousandths where it has no support"),
            (-0.01, &[0], "where it has no support"),
        ] {
            let traversals = window.traversals([x, -1.0], GROUND, [x, 1.0]);
            let heights: Vec<i32> = traversals.iter().map(|traversal| traversal.end.height.0).collect();
            assert_eq!(heights, expected, "{reason}");
        }
    }

    /// Rule: HIL-1, STR-3, BAS-10. Beside a house lies a hill, higher than its upper floor: across the hill's
    /// corner a model drops onto that floor, past the corner it cannot get up. A step no deeper than 0.005
    /// under a leg does not count; a leg whose ends are yet to be rounded may move by 0.0007 either way.
    #[test]
    fn legs_at_a_step_are_free_whichever_way_they_are_rounded() {
        let beside = rectangle([4.1, -2.0], [9.0, 2.0]);
        let steps = vec![Step { outline: beside.clone(), top: Thou(3500) }];
        let terrain = table(vec![house(), piece("hill", beside, Kind::Hill { steps })]);
        let beside_whole = |at: Point, off: f64| rounded(at).map(|part| part + off);
        // Across the corner at (4.1, -2), or the one at (9, -2), at this depth inside the hill.
        let on_floor = |depth: f64, off: f64| {
            let sum = 2.1 + 2.0 * depth;
            (beside_whole([7.0, sum - 7.0], off), rounded([1.5, sum - 1.5]))
        };
        let past = |depth: f64, off: f64| {
            let sum = 11.0 - 2.0 * depth;
            (beside_whole([8.0, 8.0 - sum], off), rounded([11.0, 11.0 - sum]))
        };
        let off = 0.0001;
        for (slow, (from, to), expected, reason) in [
            (
                SlowGoing::Allowed,
                on_floor(0.006, off),
                &[3000, 0][..],
                "over the corner, onto the floor and down",
            ),
            (SlowGoing::Allowed, on_floor(0.0055, off), &[], "unless rounding leads past the corner"),
            (SlowGoing::Allowed, on_floor(0.0055, 0.0), &[3000, 0], "in whole thousandths it does not"),
            (SlowGoing::Allowed, on_floor(0.0045, 0.0), &[], "past the corner there is no way up"),
            (SlowGoing::Barred, past(0.006, off), &[], "a step that blocks the leg"),
            (SlowGoing::Barred, past(0.0045, off), &[], "one that may block it after rounding"),
            (SlowGoing::Barred, past(0.0045, 0.0), &[0], "in whole thousandths it does not"),
            (SlowGoing::Barred, past(0.004, off), &[0], "nor does one that far away"),
        ] {
            let policy = GoingPolicy { slow, difficult: DifficultGoing::Avoided };
            let planner = PathPlanner::new(&terrain, SOLDIER, policy, OtherModels::default(), 0.002);
            let window = SearchWindow::new(&planner, [[-20.0, -20.0], [20.0, 20.0]], ([0.0; 2], GROUND));
            let traversals = window.traversals(from, GROUND, to);
            let heights: Vec<i32> = traversals.iter().map(|traversal| traversal.end.height.0).collect();
            assert_eq!(heights, expected, "{reason}");
        }
    }
}
