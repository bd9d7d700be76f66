//! The surfaces that a way reaches along one straight leg, and how much it must rise and fall for each.
//!
//! The leg is cut wherever the ground, a floor or a barrier begins or ends. In each part every surface is a cell, free
//! or blocked; the sweep carries the least rise to each free cell from part to part.

use super::barriers::{Barriers, Extent};
use crate::plane::{Interval, Leg};
use crate::region::Intervals;
use crate::shape::Point;
use crate::walk::{Footing, LegInterval, Surface};
use warstrike_rules::measures::Thou;

/// A surface and the least that a way has risen and fallen to get there, inches.
pub(super) type Reached = (Surface, f64);

impl Barriers<'_> {
    /// The surfaces over the end of a leg that a way along it reaches from a surface over its start.
    ///
    /// In one part it may change between any two free surfaces. From part to part it stays on its surface; where that ends
    /// it drops as a model does, and where another ends that drops to its own it may climb there. Ground is one surface
    /// whatever its height: a hill's steps cost nothing.
    ///
    /// Rule: CC-1 (each level passed counts its height), MOV-1, HIL-1, STR-2, STR-3.
    pub(super) fn leg_rise(&self, leg: Leg, start: Surface) -> Vec<Reached> {
        let barriers = self.along(leg);
        let mut before = self.terrain.interval_at_end(leg.from, &self.steps, &self.floors);
        let mut reached = vec![(start, 0.0)];
        for part in self.parts(leg, &barriers) {
            let middle = (part.from + part.to) / 2.0;
            let here = barriers.iter().filter(|(_, parts)| parts.iter().any(|one| holds(one, middle)));
            let here: Vec<Extent> = here.map(|(extent, _)| *extent).collect();
            let cells = self.surfaces(&part).into_iter().map(|surface| {
                let is_blocked = here.iter().any(|extent| extent.blocks(self.mover, surface));
                let joined =
                    reached.iter().filter(|(from, _)| self.joins((*from, &before), (surface, &part)));
                let rises = joined.map(|(from, rise)| rise + height_between(*from, surface));
                let rise = rises.fold(f64::INFINITY, f64::min);
                (surface, (!is_blocked).then_some(rise))
            });
            reached = change_levels(&cells.collect::<Vec<_>>());
            if reached.is_empty() {
                break;
            }
            before = part;
        }
        reached
    }

    /// Every surface over a point, the ground first.
    pub(super) fn surfaces_at(&self, at: Point) -> Vec<Surface> {
        self.surfaces(&self.terrain.interval_at_end(at, &self.steps, &self.floors))
    }

    /// The parts of a leg, in order, and its end.
    fn parts(&self, leg: Leg, barriers: &[(Extent, Intervals)]) -> Vec<LegInterval> {
        let intervals = self.terrain.leg_intervals_among(leg, &self.steps, &self.floors);
        let mut ends: Vec<f64> =
            barriers.iter().flat_map(|(_, parts)| parts).flat_map(|part| part.ends()).collect();
        ends.sort_by(f64::total_cmp);
        let mut parts = Vec::with_capacity(intervals.len() + ends.len() + 1);
        for interval in intervals {
            let mut from = interval.from;
            let cuts = ends.iter().copied().filter(|end| interval.from < *end && *end < interval.to);
            for to in cuts.chain([interval.to]).filter(|to| *to > interval.from) {
                if to > from {
                    parts.push(LegInterval { from, to, ..interval.clone() });
                }
                from = to;
            }
        }
        parts.push(self.terrain.interval_at_end(leg.to, &self.steps, &self.floors));
        parts
    }

    /// The surfaces over a part of a leg, the ground first, then floors from the lowest up.
    fn surfaces(&self, part: &LegInterval) -> Vec<Surface> {
        let floors = part.floors.iter().map(|floor| &self.terrain.floors[*floor]);
        let over = floors.filter(|floor| floor.height > part.ground).map(|floor| Surface {
            height: floor.height,
            footing: Footing::Floor { piece: floor.piece, level: floor.level },
        });
        let ground = Surface { height: part.ground, footing: Footing::Ground };
        let mut surfaces: Vec<Surface> = std::iter::once(ground).chain(over).collect();
        surfaces.sort_by_key(|surface| surface.height);
        surfaces.dedup_by_key(|surface| surface.height);
        surfaces
    }

    /// Whether a model that leaves one surface comes to the other in the next part, this way or the other.
    fn joins(&self, (from, before): (Surface, &LegInterval), (to, part): (Surface, &LegInterval)) -> bool {
        let next = |surface: Surface, part: &LegInterval| -> Thou {
            self.terrain.next_surface(surface, part.ground, &part.floors).height
        };
        next(from, part) == to.height || next(to, before) == from.height
    }
}

fn holds(part: &Interval, share: f64) -> bool {
    part.from <= share && share <= part.to
}

/// Length that a change between two surfaces adds to a way, inches: nothing between parts of the ground.
pub(super) fn height_between(from: Surface, to: Surface) -> f64 {
    let is_ground = |surface: Surface| surface.footing == Footing::Ground;
    if is_ground(from) && is_ground(to) { 0.0 } else { (from.height.inches() - to.height.inches()).abs() }
}

/// Lets a way go up and down between free cells, whatever stands on the levels it passes; a blocked cell has no rise.
/// Keeps those that are reached.
///
/// Rule: MOV-1.
fn change_levels(cells: &[(Surface, Option<f64>)]) -> Vec<Reached> {
    let free = || cells.iter().filter_map(|(surface, rise)| Some((*surface, (*rise)?)));
    let reach = |to: Surface| {
        let rises = free().map(|(from, rise)| rise + height_between(from, to));
        (to, rises.fold(f64::INFINITY, f64::min))
    };
    free().map(|(to, _)| reach(to)).filter(|(_, rise)| rise.is_finite()).collect()
}
