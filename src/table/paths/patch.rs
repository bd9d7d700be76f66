//! What bars the way, gathered around one search, and whether a straight leg is free.

use super::PathPlanner;
use super::bars::{Bar, Upright};
use super::blockers::Blockers;
use super::search::{EVEN, ROUNDING};
use crate::rules::basics::Disc;
use crate::rules::measures::Thou;
use crate::rules::movement::bodies::meet_in_height;
use crate::rules::movement::enemies::{clearance, ring_radius};
use crate::rules::movement::going::{Climb, climbing_going};
use crate::table::outline::{Bounds, are_near};
use crate::table::plane::Leg;
use crate::table::region::{Parts, Region, merged};
use crate::table::shape::Point;
use crate::table::walk::{Footing, Surface};

/// What can bar a leg within a window of the table.
pub(super) struct Patch<'a> {
    pub(super) routes: &'a PathPlanner<'a>,
    areas: Vec<(&'a Region, f64)>,
    uprights: Vec<&'a Upright<'a>>,
    /// Each with whether the search begins nearer to it than one may come.
    enemies: Vec<(Disc, bool)>,
    pub(super) blockers: Blockers,
    pub(super) steps: Vec<usize>,
    pub(super) floors: Vec<usize>,
}

/// What bars one leg.
pub(super) struct Barred<'p> {
    patch: &'p Patch<'p>,
    pub(super) leg: Leg,
    around: Bounds,
    /// For each enemy near, how far the gap may come down from here on.
    gaps: Vec<(Disc, f64)>,
}

impl<'a> Patch<'a> {
    /// For a search that begins somewhere on a surface.
    pub(super) fn new(routes: &'a PathPlanner<'a>, window: Bounds, (from, start): (Point, Surface)) -> Self {
        let terrain = routes.terrain;
        let is_close = |enemy: &Disc| {
            let now = clearance(from, start.height.inches(), routes.mover.radius, *enemy);
            now < routes.others.enemy_gap
        };
        let areas = routes.bars.areas.iter().filter(|(region, keep)| region.is_near(window, *keep));
        let uprights = routes.bars.uprights().filter(|upright| upright.region.is_near(window, 0.0));
        let enemies = routes.others.enemies.iter().filter(|enemy| routes.is_enemy_near(enemy, window));
        let enemies: Vec<(Disc, bool)> = enemies.map(|enemy| (*enemy, is_close(enemy))).collect();
        let far_enemies = enemies.iter().filter(|(_, is_close)| !is_close).map(|(enemy, _)| enemy);
        let blockers = Blockers::new(routes, far_enemies);
        let steps = terrain.steps.iter().enumerate().filter(|(_, step)| step.region.is_near(window, 0.0));
        let floors = terrain.floors.iter().enumerate();
        let floors = floors.filter(|(_, floor)| floor.region.is_near(window, terrain.touch()));
        Self {
            routes,
            areas: areas.copied().collect(),
            uprights: uprights.collect(),
            enemies,
            blockers,
            steps: steps.map(|(nth, _)| nth).collect(),
            floors: floors.map(|(nth, _)| nth).collect(),
        }
    }

    /// Whether a base at a point lies on the table.
    pub(super) fn on_table(&self, at: Point) -> bool {
        let size = self.routes.terrain.size;
        (0..2).all(|axis| at[axis].abs() + self.routes.mover.radius <= size[axis] / 2.0 + self.routes.slack())
    }

    /// What bars a leg that a model walks from a surface on.
    ///
    /// Rule: MOV-5 (one that starts closer may only go away), BAS-10 (what is allowed for adds up over no legs).
    pub(super) fn barred(&self, leg: Leg, start: Surface) -> Barred<'_> {
        let (radius, gap) = (self.routes.mover.radius, self.routes.others.enemy_gap);
        let around = leg.bounds();
        let near = self.enemies.iter().filter(|(enemy, _)| self.routes.is_enemy_near(enemy, around));
        let gaps = near.map(|(enemy, is_close)| {
            let now = || clearance(leg.from, start.height.inches(), radius, *enemy);
            (*enemy, if *is_close { gap.min(now()) } else { gap })
        });
        Barred { patch: self, leg, around, gaps: gaps.collect() }
    }

    /// Whether the search begins nearer to an enemy than one may come.
    pub(super) fn begins_close(&self) -> bool {
        self.enemies.iter().any(|(_, is_close)| *is_close)
    }

    /// Whether a model may step up a hill's step.
    pub(super) fn may_step_up(&self, height: Thou, at: Point) -> bool {
        let routes = self.routes;
        let steps = self.steps.iter().map(|step| &routes.terrain.steps[*step]);
        // One that it only comes upon by rounding too.
        let deep = routes.terrain.touch() - ROUNDING;
        let mut under = steps.filter(|step| step.top == height && step.region.holds(at, deep));
        under.next().is_none_or(|step| routes.ways.allow(step.going(routes.mover.gait).0))
    }

    /// Whether a model may come on a surface: not on a floor of what is impassable, from wherever it steps down on it.
    ///
    /// Rule: GO-4.
    pub(super) fn may_tread(&self, surface: Surface, at: Point) -> bool {
        match surface.footing {
            Footing::Ground => true,
            Footing::Floor { piece, .. } => {
                self.routes.terrain.barred(piece, self.routes.mover.gait, at).is_none()
            }
        }
    }

    /// Whether a model may go up a level.
    ///
    /// Rule: STR-2, SPR-1.
    pub(super) fn may_climb(&self) -> bool {
        self.routes.ways.allow(climbing_going(Climb::Level, self.routes.mover.gait).0)
    }
}

impl PathPlanner<'_> {
    /// Whether the ring around an enemy can come into a rectangle.
    fn is_enemy_near(&self, enemy: &Disc, window: Bounds) -> bool {
        let at = enemy.at.ground();
        are_near([at, at], window, self.ring_reach(enemy))
    }
}

impl Barred<'_> {
    /// Everything that bars on a surface and comes near the leg.
    fn on(&self, surface: Surface) -> impl Iterator<Item = Bar<'_>> {
        let (patch, routes, around) = (self.patch, self.patch.routes, self.around);
        let slack = routes.slack();
        let on_ground = surface.footing == Footing::Ground;
        let areas =
            patch.areas.iter().filter(move |(region, keep)| on_ground && region.is_near(around, *keep));
        let areas = areas.map(move |(region, keep)| Bar::Figure(region, slack + EVEN - keep));
        let model = routes.mover.heights_at(surface.height);
        let beside = move |upright: &&&Upright| {
            upright.region.is_near(around, 0.0) && meet_in_height(model, upright.heights)
        };
        let uprights = patch.uprights.iter().filter(beside);
        let uprights = uprights.map(move |upright| Bar::Figure(&upright.region, slack));
        let rings = self.gaps.iter().filter_map(move |(enemy, gap)| {
            let ring = ring_radius(surface.height.inches(), routes.mover.radius, *enemy, *gap)?;
            Some(Bar::Disc(enemy.at.ground(), ring - slack - EVEN))
        });
        uprights.chain(rings).chain(areas)
    }

    /// Whether it begins nearer to an enemy than one may come: what bars then changes on the way.
    pub(super) fn is_close(&self) -> bool {
        self.gaps.iter().any(|(_, gap)| *gap < self.patch.routes.others.enemy_gap)
    }

    /// Notes that one has come on a surface to a share of the leg: as far out of an enemy's ring as
    /// he is there he must stay, on whatever he goes on.
    ///
    /// Rule: MOV-5.
    pub(super) fn come(&mut self, surface: Surface, share: f64) {
        let routes = self.patch.routes;
        let at = self.leg.at(share);
        for (enemy, gap) in self.gaps.iter_mut().filter(|(_, gap)| *gap < routes.others.enemy_gap) {
            let now = clearance(at, surface.height.inches(), routes.mover.radius, *enemy);
            *gap = gap.max(now.min(routes.others.enemy_gap));
        }
    }

    /// Whether one who changes from one surface to another keeps what he has gained on the first.
    ///
    /// Rule: MOV-5.
    pub(super) fn keeps_gap(&self, from: Surface, to: Surface, share: f64) -> bool {
        let (routes, at) = (self.patch.routes, self.leg.at(share));
        let gap = |on: Surface, enemy| clearance(at, on.height.inches(), routes.mover.radius, enemy);
        self.gaps.iter().all(|(enemy, least)| {
            let gained = gap(from, *enemy).min(routes.others.enemy_gap).max(*least);
            gap(to, *enemy) >= gained - routes.slack()
        })
    }

    /// Whether anything bars some of a part of the leg on a surface.
    pub(super) fn bars(&self, surface: Surface, [from, to]: [f64; 2]) -> bool {
        self.on(surface).any(|bar| bar.parts(self.leg).iter().any(|one| one[1] > from && one[0] < to))
    }

    /// Whether anything bars the end of the leg on a surface.
    pub(super) fn bars_end(&self, surface: Surface) -> bool {
        self.on(surface).any(|bar| bar.holds(self.leg.to))
    }

    /// The parts of the leg that anything bars on a surface, in order and apart.
    pub(super) fn parts(&self, surface: Surface) -> Parts {
        merged(self.on(surface).flat_map(|bar| bar.parts(self.leg)).collect())
    }
}
