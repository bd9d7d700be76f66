//! The search window: obstacles near one search, and which of them block a straight leg.

use super::PathPlanner;
use super::obstacles::{Obstacle, ObstaclePrism};
use super::ring_blockers::Blockers;
use super::search::{LENGTH_TOLERANCE, ROUNDING};
use crate::outline::{Bounds, are_near};
use crate::plane::{Interval, Leg};
use crate::region::{Intervals, Region, merge_intervals};
use crate::shape::Point;
use crate::walk::{Footing, Surface};
use warstrike_rules::basics::Disc;
use warstrike_rules::measures::Thou;
use warstrike_rules::movement::bodies::meet_in_height;
use warstrike_rules::movement::enemies::{clearance, ring_radius};
use warstrike_rules::movement::going::{Climb, climbing_going};

/// Everything that can block a leg within some bounds.
pub(super) struct SearchWindow<'a> {
    pub(super) planner: &'a PathPlanner<'a>,
    areas: Vec<(&'a Region, f64)>,
    prisms: Vec<&'a ObstaclePrism<'a>>,
    /// Each with whether the start is closer to it than is legal.
    enemies: Vec<(Disc, bool)>,
    pub(super) blockers: Blockers,
    pub(super) steps: Vec<usize>,
    pub(super) floors: Vec<usize>,
}

/// The obstacles of one leg.
pub(super) struct LegObstacles<'p> {
    window: &'p SearchWindow<'p>,
    pub(super) leg: Leg,
    around: Bounds,
    /// For each enemy nearby, the smallest legal gap from here on.
    gap_limits: Vec<(Disc, f64)>,
}

impl<'a> SearchWindow<'a> {
    /// For a search that starts at a point on a surface.
    pub(super) fn new(planner: &'a PathPlanner<'a>, bounds: Bounds, (from, start): (Point, Surface)) -> Self {
        let terrain = planner.terrain;
        let is_close = |enemy: &Disc| {
            let now = clearance(from, start.height.inches(), planner.mover.radius, *enemy);
            now < planner.others.enemy_gap
        };
        let areas =
            planner.obstacles.areas.iter().filter(|(region, keep_out)| region.is_near(bounds, *keep_out));
        let prisms = planner.obstacles.prisms().filter(|prism| prism.region.is_near(bounds, 0.0));
        let enemies = planner.others.enemies.iter().filter(|enemy| planner.is_enemy_near(enemy, bounds));
        let enemies: Vec<(Disc, bool)> = enemies.map(|enemy| (*enemy, is_close(enemy))).collect();
        let other_enemies = enemies.iter().filter(|(_, is_close)| !is_close).map(|(enemy, _)| enemy);
        let blockers = Blockers::new(planner, other_enemies);
        let steps = terrain.steps.iter().enumerate().filter(|(_, step)| step.region.is_near(bounds, 0.0));
        let floors = terrain.floors.iter().enumerate();
        let floors = floors.filter(|(_, floor)| floor.region.is_near(bounds, terrain.touch_depth()));
        Self {
            planner,
            areas: areas.copied().collect(),
            prisms: prisms.collect(),
            enemies,
            blockers,
            steps: steps.map(|(index, _)| index).collect(),
            floors: floors.map(|(index, _)| index).collect(),
        }
    }

    /// Whether a base at a point lies on the table.
    pub(super) fn is_on_table(&self, at: Point) -> bool {
        let size = self.planner.terrain.size;
        (0..2)
            .all(|axis| at[axis].abs() + self.planner.mover.radius <= size[axis] / 2.0 + self.planner.slack())
    }

    /// The obstacles of a leg that starts on a surface.
    ///
    /// Rule: MOV-5 (one that starts closer may only go away), BAS-10 (what is allowed for adds up over no
    /// legs).
    pub(super) fn leg_obstacles(&self, leg: Leg, start: Surface) -> LegObstacles<'_> {
        let (radius, gap) = (self.planner.mover.radius, self.planner.others.enemy_gap);
        let around = leg.bounds();
        let near = self.enemies.iter().filter(|(enemy, _)| self.planner.is_enemy_near(enemy, around));
        let gap_limits = near.map(|(enemy, is_close)| {
            let now = || clearance(leg.from, start.height.inches(), radius, *enemy);
            (*enemy, if *is_close { gap.min(now()) } else { gap })
        });
        LegObstacles { window: self, leg, around, gap_limits: gap_limits.collect() }
    }

    /// Whether the search starts closer to an enemy than is legal.
    pub(super) fn starts_too_close(&self) -> bool {
        self.enemies.iter().any(|(_, is_close)| *is_close)
    }

    /// Whether an enemy's ring or a friend may bar a leg.
    ///
    /// Rule: MOV-3, MOV-5.
    pub(super) fn are_models_near(&self, leg: Leg) -> bool {
        let (planner, around) = (self.planner, leg.bounds());
        self.enemies.iter().any(|(enemy, _)| planner.is_enemy_near(enemy, around))
            || planner.obstacles.friends.iter().any(|friend| friend.region.is_near(around, 0.0))
    }

    /// Whether every leg to a point on a surface is surely blocked at its end.
    pub(super) fn surely_blocks_end(&self, at: Point, on: Surface) -> bool {
        let obstacles = self.leg_obstacles(Leg::point(at), on);
        // From a start too close to an enemy the limit depends on the path.
        !self.starts_too_close() && obstacles.on_surface(on).any(|obstacle| obstacle.surely_contains(at))
    }

    /// Whether a model may step up a hill's step.
    pub(super) fn may_step_up(&self, height: Thou, at: Point) -> bool {
        let planner = self.planner;
        let steps = self.steps.iter().map(|step| &planner.terrain.steps[*step]);
        // Rounding may also bring a model onto a step.
        let inset = planner.terrain.touch_depth() - ROUNDING;
        let mut under = steps.filter(|step| step.top == height && step.region.contains(at, inset));
        under.next().is_none_or(|step| planner.policy.allows(step.going(planner.mover.gait).0))
    }

    /// Whether a model may enter a surface: it may not drop onto the floor of an impassable structure.
    ///
    /// Rule: GO-4.
    pub(super) fn may_enter(&self, surface: Surface, at: Point) -> bool {
        match surface.footing {
            Footing::Ground => true,
            Footing::Floor { piece, .. } => {
                self.planner.terrain.impassable_floor(piece, self.planner.mover.gait, at).is_none()
            }
        }
    }

    /// Whether a model may climb a level.
    ///
    /// Rule: STR-2, SPR-1.
    pub(super) fn may_climb(&self) -> bool {
        self.planner.policy.allows(climbing_going(Climb::Level, self.planner.mover.gait).0)
    }
}

impl PathPlanner<'_> {
    /// Whether the ring around an enemy can reach into a rectangle.
    fn is_enemy_near(&self, enemy: &Disc, bounds: Bounds) -> bool {
        let at = enemy.at.ground();
        are_near([at, at], bounds, self.ring_reach(enemy))
    }
}

impl LegObstacles<'_> {
    /// Every obstacle on a surface that is near the leg.
    fn on_surface(&self, surface: Surface) -> impl Iterator<Item = Obstacle<'_>> {
        let (window, planner, around) = (self.window, self.window.planner, self.around);
        let slack = planner.slack();
        let on_ground = surface.footing == Footing::Ground;
        let areas = window
            .areas
            .iter()
            .filter(move |(region, keep_out)| on_ground && region.is_near(around, *keep_out));
        let areas =
            areas.map(move |(region, keep_out)| Obstacle::Inset(region, slack + LENGTH_TOLERANCE - keep_out));
        let model = planner.mover.heights_at(surface.height);
        let beside = move |prism: &&&ObstaclePrism| {
            prism.region.is_near(around, 0.0) && meet_in_height(model, prism.heights)
        };
        let prisms = window.prisms.iter().filter(beside);
        let prisms = prisms.map(move |prism| Obstacle::Inset(&prism.region, slack));
        let rings = self.gap_limits.iter().filter_map(move |(enemy, gap)| {
            let ring = ring_radius(surface.height.inches(), planner.mover.radius, *enemy, *gap)?;
            Some(Obstacle::Disc(enemy.at.ground(), ring - slack - LENGTH_TOLERANCE))
        });
        prisms.chain(rings).chain(areas)
    }

    /// Whether the leg starts too close to an enemy: then its limit changes along the leg.
    pub(super) fn limits_vary(&self) -> bool {
        self.gap_limits.iter().any(|(_, gap)| *gap < self.window.planner.others.enemy_gap)
    }

    /// Records that a model has reached a share of the leg on a surface: the gap to an enemy that it has
    /// gained there must not shrink again, on any surface.
    ///
    /// Rule: MOV-5.
    pub(super) fn record_position(&mut self, surface: Surface, share: f64) {
        let planner = self.window.planner;
        let at = self.leg.at(share);
        for (enemy, gap) in self.gap_limits.iter_mut().filter(|(_, gap)| *gap < planner.others.enemy_gap) {
            let now = clearance(at, surface.height.inches(), planner.mover.radius, *enemy);
            *gap = gap.max(now.min(planner.others.enemy_gap));
        }
    }

    /// Whether a model that changes from one surface to another keeps the gaps it has gained.
    ///
    /// Rule: MOV-5.
    pub(super) fn keeps_gap(&self, from: Surface, to: Surface, share: f64) -> bool {
        let (planner, at) = (self.window.planner, self.leg.at(share));
        let gap = |on: Surface, enemy| clearance(at, on.height.inches(), planner.mover.radius, enemy);
        self.gap_limits.iter().all(|(enemy, limit)| {
            let gained = gap(from, *enemy).min(planner.others.enemy_gap).max(*limit);
            gap(to, *enemy) >= gained - planner.slack()
        })
    }

    /// Whether an obstacle blocks any of a part of the leg on a surface.
    pub(super) fn blocks(&self, surface: Surface, part: Interval) -> bool {
        self.on_surface(surface)
            .any(|obstacle| obstacle.blocked_intervals(self.leg).iter().any(|blocked| blocked.overlaps(part)))
    }

    /// Whether an obstacle blocks the end of the leg on a surface.
    pub(super) fn blocks_end(&self, surface: Surface) -> bool {
        self.on_surface(surface).any(|obstacle| obstacle.contains(self.leg.to))
    }

    /// The blocked parts of the leg on a surface, in order and disjoint.
    pub(super) fn blocked_intervals(&self, surface: Surface) -> Intervals {
        merge_intervals(
            self.on_surface(surface).flat_map(|obstacle| obstacle.blocked_intervals(self.leg)).collect(),
        )
    }
}
