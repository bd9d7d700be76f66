//! What bars the way, gathered around one search, and whether a straight leg is free.

use super::search::EVEN;
use super::{DifficultGoing, Others, Routes, Ways};
use crate::rules::basics::Disc;
use crate::rules::measures::Thou;
use crate::rules::movement::allowance::SlowGoing;
use crate::rules::movement::bodies::Body;
use crate::rules::movement::enemies::{clearance, ring_radius};
use crate::rules::movement::going::{Climb, Going, climbing_going};
use crate::table::outline::Bounds;
use crate::table::plane::{Leg, distance};
use crate::table::region::{Parts, Region, merged, within_circle};
use crate::table::shape::Point;
use crate::table::terrain::{Solid, Terrain, WallPart};
use crate::table::walk::{Footing, Mover, Surface, meets};

/// What of a table bars a kind of mover, by index.
#[derive(Clone, Debug, Default)]
pub struct Bars {
    /// Areas, impassable ones too.
    pub(super) areas: Vec<usize>,
    /// Walls.
    pub(super) solids: Vec<usize>,
    /// Friends of other units.
    pub(super) friends: Vec<Body>,
}

impl Bars {
    pub(super) fn new(terrain: &Terrain, mover: Mover, ways: Ways, others: &Others) -> Self {
        let barred = |area: &usize| !ways.allow(terrain.areas[*area].going(mover.gait).0);
        let wall = |solid: &usize| terrain.solids[*solid].part == WallPart::Wall;
        Self {
            areas: (0..terrain.areas.len()).filter(barred).collect(),
            solids: match ways.difficult {
                DifficultGoing::Avoided => (0..terrain.solids.len()).filter(wall).collect(),
                DifficultGoing::Crossed => Vec::new(),
            },
            friends: match ways.slow {
                SlowGoing::Barred => others.friends.clone(),
                SlowGoing::Allowed => Vec::new(),
            },
        }
    }
}

/// What can bar a leg within a window of the table.
pub(super) struct Patch<'a> {
    pub(super) routes: &'a Routes<'a>,
    /// Areas, and how far the centre keeps off them; 0 where only it may not enter.
    areas: Vec<(&'a Region, f64)>,
    solids: Vec<&'a Solid>,
    enemies: Vec<Disc>,
    friends: Vec<Body>,
    pub(super) steps: Vec<usize>,
    pub(super) floors: Vec<usize>,
}

/// What bars a leg on one surface, as parts of the leg.
pub(super) struct Barred<'p> {
    patch: &'p Patch<'p>,
    leg: Leg,
    /// For each enemy, how far the gap may come down on this leg.
    gaps: Vec<(Disc, f64)>,
}

impl<'a> Patch<'a> {
    pub(super) fn new(routes: &'a Routes<'a>, window: Bounds) -> Self {
        let (terrain, radius) = (routes.terrain, routes.mover.radius);
        let keep = |going: Going| if going == Going::Impassable { radius } else { 0.0 };
        let areas = routes.bars.areas.iter().map(|area| &terrain.areas[*area]);
        let near_disc = |at: Point, reach: f64| {
            (0..2).all(|axis| at[axis] >= window[0][axis] - reach && at[axis] <= window[1][axis] + reach)
        };
        let reach = |enemy: &Disc| radius + enemy.radius + routes.others.enemy_gap;
        Self {
            routes,
            areas: areas
                .map(|area| (&area.region, keep(area.going(routes.mover.gait).0)))
                .filter(|(region, keep)| region.is_near(window, *keep))
                .collect(),
            solids: routes
                .bars
                .solids
                .iter()
                .map(|solid| &terrain.solids[*solid])
                .filter(|solid| solid.region.is_near(window, 0.0))
                .collect(),
            enemies: routes
                .others
                .enemies
                .iter()
                .filter(|enemy| near_disc(enemy.at.ground(), reach(enemy)))
                .copied()
                .collect(),
            friends: routes
                .bars
                .friends
                .iter()
                .filter(|friend| near_disc(friend.disc.at.ground(), friend.disc.radius))
                .copied()
                .collect(),
            steps: (0..terrain.steps.len())
                .filter(|step| terrain.steps[*step].region.is_near(window, 0.0))
                .collect(),
            floors: (0..terrain.floors.len())
                .filter(|floor| terrain.floors[*floor].height.0 > 0)
                .filter(|floor| terrain.floors[*floor].region.is_near(window, terrain.touch()))
                .collect(),
        }
    }

    /// Whether a base at a point lies on the table.
    pub(super) fn on_table(&self, at: Point) -> bool {
        let size = self.routes.terrain.size;
        (0..2).all(|axis| at[axis].abs() + self.routes.mover.radius <= size[axis] / 2.0 + self.routes.slack())
    }

    /// What bars a leg that a model walks from a surface on.
    ///
    /// Rule: MOV-5 (one that starts closer may only go away).
    pub(super) fn barred(&self, leg: Leg, start: Surface) -> Barred<'_> {
        let (radius, gap) = (self.routes.mover.radius, self.routes.others.enemy_gap);
        let around = leg.bounds();
        let near = self.enemies.iter().filter(|enemy| {
            let reach = radius + enemy.radius + gap;
            let at = enemy.at.ground();
            (0..2).all(|axis| at[axis] >= around[0][axis] - reach && at[axis] <= around[1][axis] + reach)
        });
        let gaps = near.map(|enemy| {
            let now = clearance(leg.from, start.height.inches(), radius, *enemy);
            (*enemy, gap.min(now))
        });
        Barred { patch: self, leg, gaps: gaps.collect() }
    }

    /// Whether a model may step up a hill's step.
    pub(super) fn may_step_up(&self, height: Thou, at: Point) -> bool {
        let (routes, touch) = (self.routes, self.routes.terrain.touch());
        let steps = self.steps.iter().map(|step| &routes.terrain.steps[*step]);
        let mut under = steps.filter(|step| step.top == height && step.region.holds(at, touch));
        under.next().is_none_or(|step| routes.ways.allow(step.going(routes.mover.gait).0))
    }

    /// Whether a model may go up a level.
    ///
    /// Rule: STR-2, SPR-1.
    pub(super) fn may_climb(&self) -> bool {
        self.routes.ways.allow(climbing_going(Climb::Level, self.routes.mover.gait).0)
    }
}

impl Barred<'_> {
    /// Whether anything bars a part of the leg on the ground at a height.
    pub(super) fn bars_ground(&self, height: Thou, part: [f64; 2]) -> bool {
        let slack = self.patch.routes.slack();
        let around = self.leg.bounds();
        let meets = |parts: Parts| parts.iter().any(|one| one[1] > part[0] && one[0] < part[1]);
        let area = |(region, keep): &(&Region, f64)| {
            region.is_near(around, *keep)
                && match *keep > 0.0 {
                    true => {
                        let leg = Leg { from: self.leg.at(part[0]), to: self.leg.at(part[1]) };
                        region.shape.nearest_to_leg(leg).distance < keep - slack - EVEN
                    }
                    // Where one comes down to the ground: a point, and no part of the leg.
                    false if part[0] == part[1] => region.holds(self.leg.at(part[0]), slack),
                    false => meets(region.parts_inside(self.leg, slack)),
                }
        };
        self.patch.areas.iter().any(area) || self.bars_any(height, part)
    }

    /// Whether walls, enemies or friends bar a part of the leg at a height.
    pub(super) fn bars_any(&self, height: Thou, part: [f64; 2]) -> bool {
        let (routes, slack) = (self.patch.routes, self.patch.routes.slack());
        let around = self.leg.bounds();
        let meeting = |parts: Parts| parts.iter().any(|one| one[1] > part[0] && one[0] < part[1]);
        let wall = |solid: &&Solid| {
            solid.region.is_near(around, 0.0)
                && meets(height, routes.mover.height, [solid.bottom, solid.top])
                && meeting(solid.region.parts_inside(self.leg, slack))
        };
        let leg = Leg { from: self.leg.at(part[0]), to: self.leg.at(part[1]) };
        let enemy = |(enemy, gap): &(Disc, f64)| {
            let ring = ring_radius(height.inches(), routes.mover.radius, *enemy, *gap);
            let at = enemy.at.ground();
            distance(leg.nearest_to(at), at) < ring - slack - EVEN
        };
        let friend = |friend: &Body| {
            let at = friend.disc.at.ground();
            self.is_beside(friend, height)
                && distance(leg.nearest_to(at), at) < friend.disc.radius - slack - EVEN
        };
        self.patch.solids.iter().any(wall)
            || self.gaps.iter().any(enemy)
            || self.patch.friends.iter().any(friend)
    }

    fn is_beside(&self, friend: &Body, height: Thou) -> bool {
        let rise = height.inches() - friend.disc.at.z.inches();
        rise < friend.height && -rise < self.patch.routes.mover.height.inches()
    }

    /// The parts of the leg that anything bars at a height, on the ground or on a floor.
    pub(super) fn parts(&self, height: Thou, on: Footing) -> Parts {
        let (routes, slack) = (self.patch.routes, self.patch.routes.slack());
        let mut parts = Parts::new();
        if on == Footing::Ground {
            for (region, keep) in &self.patch.areas {
                let depth = if *keep > 0.0 { slack - keep } else { slack };
                parts.extend(region.parts_inside(self.leg, depth));
            }
        }
        let beside = |solid: &&&Solid| meets(height, routes.mover.height, [solid.bottom, solid.top]);
        for solid in self.patch.solids.iter().filter(beside) {
            parts.extend(solid.region.parts_inside(self.leg, slack));
        }
        for (enemy, gap) in &self.gaps {
            let ring = ring_radius(height.inches(), routes.mover.radius, *enemy, *gap) - slack;
            parts.extend(within_circle(self.leg, enemy.at.ground(), ring));
        }
        for friend in self.patch.friends.iter().filter(|friend| self.is_beside(friend, height)) {
            parts.extend(within_circle(self.leg, friend.disc.at.ground(), friend.disc.radius - slack));
        }
        merged(parts)
    }
}
