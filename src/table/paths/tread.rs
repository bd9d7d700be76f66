//! On which surfaces a straight leg can be walked from one point to another, with
//! every change of level that helps.

use std::sync::Arc;

use super::patch::{Barred, Patch};
use super::search::ROUNDING;
use super::unroll::rounded;
use crate::table::plane::Leg;
use crate::table::region::Parts;
use crate::table::shape::Point;
use crate::table::walk::{Footing, Strip, Surface, level_change};

/// A change of level on a leg.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Change {
    /// Where on the leg, a share of its length.
    pub at: f64,
    /// To what.
    pub to: Surface,
}

/// One way to walk a leg: the surface on which it ends, and the changes of level on it.
#[derive(Clone, Debug, PartialEq)]
pub struct LegTraversal {
    /// Where it comes to.
    pub end: Surface,
    /// In order; none on most legs.
    pub changes: Vec<Change>,
}

impl Patch<'_> {
    /// Every surface on which a model can come to the end of a leg that other searches may look at as well: but for those
    /// that begin too near to an enemy, it is the same to all.
    pub(super) fn treads_between(&self, from: Point, start: Surface, to: Point) -> Arc<[LegTraversal]> {
        if self.begins_close() {
            return self.treads(from, start, to).into();
        }
        self.routes.legs.of([from, to], start, || self.treads(from, start, to))
    }

    /// Every surface on which a model can come to the end of a leg.
    pub(super) fn treads(&self, from: Point, start: Surface, to: Point) -> Vec<LegTraversal> {
        let leg = Leg { from, to };
        if !self.on_table(to) || self.blockers.bar(leg) {
            return Vec::new();
        }
        let terrain = self.routes.terrain;
        if [from, to].iter().all(|end| rounded(*end) == *end) {
            return self.treads_over(leg, start, &terrain.strips_among(leg, &self.steps, &self.floors));
        }
        // A step that it grazes it may lead over or past once its ends are rounded: it has to do either way.
        let (over, past) = terrain.strips_moved(leg, &self.steps, &self.floors, ROUNDING);
        let mut treads = self.treads_over(leg, start, &over);
        if let Some(past) = past.filter(|_| !treads.is_empty()) {
            let others = self.treads_over(leg, start, &past);
            treads.retain(|tread| others.contains(tread));
        }
        treads
    }

    /// The same over these strips.
    fn treads_over(&self, leg: Leg, start: Surface, strips: &[Strip]) -> Vec<LegTraversal> {
        let mut barred = self.barred(leg, start);
        if is_all_ground(strips, start) {
            let end = self.on_ground(leg, start, strips, |surface, part| {
                let stops = barred.bars(surface, part);
                barred.come(surface, part[1]);
                stops
            });
            let end = end.and_then(|last| self.end_on_ground(leg, last, &barred));
            return end.map(|end| LegTraversal { end, changes: Vec::new() }).into_iter().collect();
        }
        let reached = self.follow(start, strips, &mut barred, |_, _| {});
        if reached.is_empty() {
            return reached;
        }
        reached.iter().for_each(|tread| barred.come(tread.end, 1.0));
        let end = self.routes.terrain.strip_at(leg.to, &self.steps, &self.floors);
        let surfaces = self.surfaces(&end);
        let free = |surface: Surface| !barred.bars_end(surface);
        self.through(&barred, reached, &end, &surfaces, [1.0, 1.0], free)
    }

    /// How far a model comes on a straight leg, surface by surface: parts of the leg on
    /// which it can be.
    pub(super) fn cast(&self, leg: Leg, start: Surface) -> Vec<(Surface, [f64; 2])> {
        let mut barred = self.barred(leg, start);
        let strips = self.routes.terrain.strips_among(leg, &self.steps, &self.floors);
        let mut found: Vec<(Surface, [f64; 2])> = Vec::new();
        let mut add = |surface: Surface, [from, to]: [f64; 2]| {
            let last =
                found.iter_mut().rev().find(|(on, part)| same_layer(*on, surface) && part[1] >= from - 1e-12);
            match last {
                Some((_, part)) => part[1] = to,
                None => found.push((surface, [from, to])),
            }
        };
        if is_all_ground(&strips, start) {
            self.on_ground(leg, start, &strips, |surface, [from, to]| {
                let parts = barred.parts(surface);
                let stop = parts.iter().find(|part| part[1] > from && part[0] < to);
                add(surface, [from, stop.map_or(to, |part| part[0].max(from))]);
                barred.come(surface, to);
                stop.is_some()
            });
        } else {
            self.follow(start, &strips, &mut barred, |cell, reached| {
                reached.iter().for_each(|tread| add(tread.end, cell));
            });
        }
        found
    }

    /// The last surface of a leg with nothing but ground under it, if nothing stops one there.
    fn on_ground(
        &self,
        leg: Leg,
        start: Surface,
        strips: &[Strip],
        mut stops: impl FnMut(Surface, [f64; 2]) -> bool,
    ) -> Option<Surface> {
        let mut last = start;
        for strip in strips {
            let surface = Surface { height: strip.ground, footing: Footing::Ground };
            let middle = leg.at((strip.from + strip.to) / 2.0);
            let up = surface.height > last.height && !self.may_step_up(surface.height, middle);
            if up || stops(surface, [strip.from, strip.to]) {
                return None;
            }
            last = surface;
        }
        Some(last)
    }

    /// The ground at the end of a leg that comes to it on ground, if one may stand there.
    fn end_on_ground(&self, leg: Leg, last: Surface, barred: &Barred) -> Option<Surface> {
        let height = self.routes.terrain.ground_height_among(leg.to, &self.steps);
        let end = Surface { height, footing: Footing::Ground };
        let up = height > last.height && !self.may_step_up(height, leg.to);
        let barred = height != last.height && barred.bars_end(end);
        (!up && !barred).then_some(end)
    }

    /// Follows a leg cell by cell, telling what can be come to in each; it is cut so finely that
    /// each surface is free or barred on a whole cell.
    fn follow(
        &self,
        start: Surface,
        strips: &[Strip],
        barred: &mut Barred,
        mut tell: impl FnMut([f64; 2], &[LegTraversal]),
    ) -> Vec<LegTraversal> {
        let mut reached = vec![LegTraversal { end: start, changes: Vec::new() }];
        // What bars on each surface met so far: most lie under many strips.
        let mut known: Vec<(Surface, Parts)> = Vec::new();
        for strip in strips {
            let surfaces = self.surfaces(strip);
            if barred.is_close() {
                // By whichever tread one has come farthest out: a little too strict for the others.
                reached.iter().for_each(|tread| barred.come(tread.end, strip.from));
                known.clear();
            }
            for &surface in &surfaces {
                if known.iter().all(|(known, _)| *known != surface) {
                    known.push((surface, barred.parts(surface)));
                }
            }
            let parts_of = |surface: Surface| {
                known.iter().find(|(known, _)| *known == surface).map_or(&[][..], |(_, parts)| parts)
            };
            let mut cuts = vec![strip.from, strip.to];
            for &surface in &surfaces {
                let ends = parts_of(surface).iter().flatten().copied();
                cuts.extend(ends.filter(|cut| *cut > strip.from && *cut < strip.to));
            }
            cuts.sort_by(f64::total_cmp);
            for cell in cuts.windows(2).filter(|cell| cell[1] - cell[0] > 1e-12) {
                let cell = [cell[0], cell[1]];
                let free = |surface: Surface| {
                    !parts_of(surface).iter().any(|part| part[1] > cell[0] && part[0] < cell[1])
                };
                reached = self.through(barred, reached, strip, &surfaces, cell, free);
                if reached.is_empty() {
                    return reached;
                }
                tell(cell, &reached);
            }
        }
        reached
    }

    /// What can be come to in one cell of a leg from what was come to before it.
    fn through(
        &self,
        barred: &Barred,
        before: Vec<LegTraversal>,
        strip: &Strip,
        surfaces: &[Surface],
        cell: [f64; 2],
        free: impl Fn(Surface) -> bool,
    ) -> Vec<LegTraversal> {
        let (leg, middle) = (barred.leg, (cell[0] + cell[1]) / 2.0);
        let free = |surface: Surface| free(surface) && self.may_tread(surface, leg.at(middle));
        let mut reached: Vec<LegTraversal> = Vec::new();
        for mut tread in before {
            let next = self.routes.terrain.followed(tread.end, strip.ground, &strip.floors);
            let up = next.height > tread.end.height && !self.may_step_up(next.height, leg.at(middle));
            if up || !free(next) || reached.iter().any(|other| other.end == next) {
                continue;
            }
            tread.end = next;
            reached.push(tread);
        }
        // Changes of level; the list grows while it is walked.
        let mut nth = 0;
        while nth < reached.len() {
            let from = reached[nth].clone();
            for &to in surfaces {
                let climbs = to.height > from.end.height;
                let may = level_change(self.routes.mover.gait, from.end, to).is_some()
                    && (!climbs || self.may_climb())
                    && barred.keeps_gap(from.end, to, middle)
                    && !reached.iter().any(|other| other.end == to);
                if may && self.bears_firmly(strip, to, leg.at(middle)) && free(to) {
                    let mut changes = from.changes.clone();
                    changes.push(Change { at: middle, to });
                    reached.push(LegTraversal { end: to, changes });
                }
            }
            nth += 1;
        }
        reached
    }

    /// Whether a surface still bears where a point is rounded to thousandths. Where a path ends is a point of whole
    /// thousandths: it stays where it is.
    fn bears_firmly(&self, strip: &Strip, on: Surface, at: Point) -> bool {
        let mut floors = strip.floors.iter().map(|floor| &self.routes.terrain.floors[*floor]);
        on.footing == Footing::Ground
            || rounded(at) == at
            || floors.any(|floor| floor.height == on.height && floor.region.holds(at, -self.routes.slack()))
    }

    /// All surfaces over a strip.
    fn surfaces(&self, strip: &Strip) -> Vec<Surface> {
        let ground = Surface { height: strip.ground, footing: Footing::Ground };
        let floors = strip.floors.iter().map(|floor| &self.routes.terrain.floors[*floor]);
        let floors = floors.filter(|floor| floor.height > strip.ground).map(|floor| Surface {
            height: floor.height,
            footing: Footing::Floor { piece: floor.piece, level: floor.level },
        });
        std::iter::once(ground).chain(floors).collect()
    }
}

/// Whether there is nothing but ground under a leg and under its start.
fn is_all_ground(strips: &[Strip], start: Surface) -> bool {
    start.footing == Footing::Ground && strips.iter().all(|strip| strip.floors.is_empty())
}

/// Whether two surfaces are both ground, or the same floor.
pub(super) fn same_layer(a: Surface, b: Surface) -> bool {
    a.footing == b.footing
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::measures::Thou;
    use crate::rules::movement::allowance::SlowGoing;
    use crate::rules::movement::going::Going;
    use crate::table::paths::{DifficultGoing, Others, PathPlanner, Ways};
    use crate::table::piece::{Kind, Piece, Step};
    use crate::table::sample::{SOLDIER, house, piece, rectangle, table};

    const GROUND: Surface = Surface { height: Thou(0), footing: Footing::Ground };

    /// Rule: MOV-4, BAS-10. The whole base stays on the table; 0.003 of the allowance are planned with.
    #[test]
    fn no_leg_leads_over_the_tables_edge() {
        let terrain = table(vec![]);
        let ways = Ways { slow: SlowGoing::Allowed, difficult: DifficultGoing::Crossed };
        let routes = PathPlanner::new(&terrain, SOLDIER, ways, Others::default(), 0.002);
        let patch = Patch::new(&routes, [[-30.0, -30.0], [30.0, 30.0]], ([0.0; 2], GROUND));
        for (to, expected, reason) in [
            ([23.5, 0.0], 1, "up to its edge"),
            ([0.0, -23.502], 1, "0.002 beyond"),
            ([0.0, -23.504], 0, "0.004 beyond"),
            ([-24.0, 0.0], 0, "half the base beyond"),
        ] {
            assert_eq!(patch.treads([0.0, 0.0], GROUND, to).len(), expected, "{reason}");
        }
    }

    /// Rule: GO-4. Nobody steps down from a higher floor on one of a building that is impassable.
    #[test]
    fn nobody_comes_down_on_impassable_floors() {
        for (going, expected, reason) in [
            (None, &[3000, 0][..], "on the floor of a house, and down in it"),
            (Some(Going::Impassable), &[], "one that is impassable"),
        ] {
            let terrain = table(vec![Piece { going, ..house() }]);
            let ways = Ways { slow: SlowGoing::Allowed, difficult: DifficultGoing::Avoided };
            let routes = PathPlanner::new(&terrain, SOLDIER, ways, Others::default(), 0.002);
            let patch = Patch::new(&routes, [[-20.0, -20.0], [20.0, 20.0]], ([0.0; 2], GROUND));
            let above = Surface { height: Thou(7000), footing: Footing::Floor { piece: 1, level: 0 } };
            let treads = patch.treads([1.0, -1.0], above, [1.0, 1.0]);
            let heights: Vec<i32> = treads.iter().map(|tread| tread.end.height.0).collect();
            assert_eq!(heights, expected, "{reason}");
        }
    }

    /// Rule: STR-2, BAS-10. A floor bears up to 0.005 beyond its edge; a path is planned to go up no
    /// farther out than 0.003, so that it still may when its corners are rounded, unless nothing is left to round.
    #[test]
    fn one_goes_up_where_the_floor_bears_after_rounding_too() {
        let terrain = table(vec![house()]);
        let ways = Ways { slow: SlowGoing::Allowed, difficult: DifficultGoing::Crossed };
        let routes = PathPlanner::new(&terrain, SOLDIER, ways, Others::default(), 0.002);
        let patch = Patch::new(&routes, [[-20.0, -20.0], [20.0, 20.0]], ([0.0; 2], GROUND));
        for (x, expected, reason) in [
            (1.0, &[0, 3000][..], "under the upper floor"),
            (-0.002, &[0, 3000], "0.002 beyond its edge"),
            (-0.0041, &[0], "0.004 beyond it"),
            (-0.004, &[0, 3000], "the same in whole thousandths"),
            (-0.006, &[0], "in whole thousandths where it does not bear"),
            (-0.01, &[0], "where it does not bear"),
        ] {
            let treads = patch.treads([x, -1.0], GROUND, [x, 1.0]);
            let heights: Vec<i32> = treads.iter().map(|tread| tread.end.height.0).collect();
            assert_eq!(heights, expected, "{reason}");
        }
    }

    /// Rule: HIL-1, STR-3, BAS-10. Beside a house stands a hill, higher than its upper floor: straight over the hill's
    /// corner one comes down on that floor, past it not up at all. A step that lies no deeper than 0.005 under a leg is
    /// none; a leg whose ends are still to be rounded may come to lie 0.0007 deeper, or less deep.
    #[test]
    fn legs_are_free_whichever_way_rounding_takes_them_past_a_step() {
        let beside = rectangle([4.1, -2.0], [9.0, 2.0]);
        let steps = vec![Step { outline: beside.clone(), top: Thou(3500) }];
        let terrain = table(vec![house(), piece("hill", beside, Kind::Hill { steps })]);
        let beside_whole = |at: Point, off: f64| rounded(at).map(|part| part + off);
        // Straight over the corner at (4.1, -2), or the one at (9, -2), so deep inside the hill.
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
            (SlowGoing::Barred, past(0.006, off), &[], "a step that bars the way"),
            (SlowGoing::Barred, past(0.0045, off), &[], "one that may do so after rounding"),
            (SlowGoing::Barred, past(0.0045, 0.0), &[0], "in whole thousandths it does not"),
            (SlowGoing::Barred, past(0.004, off), &[0], "nor does one that far off"),
        ] {
            let ways = Ways { slow, difficult: DifficultGoing::Avoided };
            let routes = PathPlanner::new(&terrain, SOLDIER, ways, Others::default(), 0.002);
            let patch = Patch::new(&routes, [[-20.0, -20.0], [20.0, 20.0]], ([0.0; 2], GROUND));
            let treads = patch.treads(from, GROUND, to);
            let heights: Vec<i32> = treads.iter().map(|tread| tread.end.height.0).collect();
            assert_eq!(heights, expected, "{reason}");
        }
    }
}
