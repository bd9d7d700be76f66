//! Shortest legal paths of a round base over the table: A* over a lazy tangent visibility graph.
//!
//! In the configuration space, where obstacles are grown by the base and the mover is a point (Lozano-Pérez
//! and Wesley 1979), a shortest path consists of common tangents of the vertices it bends at and of arcs
//! around them (the tangent graph of Liu and Arimoto 1992). The search goes from vertex to vertex along
//! such tangents and tests a leg only when it leaves the open list. The optimum follows arcs; the straight
//! legs that replace them are longer by at most [`ARC_EXCESS`] in total.
//!
//! Knows no units: enemies and friends are bases.

mod blocked_ends;
mod corner_cache;
mod flatten;
mod free_sectors;
mod intersections;
mod last_leg;
mod leg_cache;
mod leg_traversal;
mod legality;
mod length_bounds;
mod linking_path;
mod narrow_gaps;
mod obstacles;
mod offset_boundaries;
mod open_rectangles;
mod reach;
mod ring_blockers;
mod search;
mod search_window;
mod tangent_vertex;
mod vertices;
mod visibility_fan;

pub(crate) use blocked_ends::offset_rings;
pub use corner_cache::CornerCache;
pub use free_sectors::FreeSectors;
pub use last_leg::PathEnd;
pub(super) use linking_path::way::LinkingWays;
pub use reach::{CrossingBounds, ReachArea, ShortestPathTree};

use std::sync::Arc;

use super::plane::distance;
use super::region::Region;
use super::terrain::{Step, Terrain};
use super::walk::Mover;
use leg_cache::{LegCache, TerrainLegs};
use narrow_gaps::GapCircles;
use search::NoPath;
use search_window::SearchWindow;
use tangent_vertex::TangentVertex;
use warstrike_rules::basics::Disc;
use warstrike_rules::measures::Place;
use warstrike_rules::movement::allowance::SlowGoing;
use warstrike_rules::movement::bodies::Body;
use warstrike_rules::movement::going::Going;

/// Maximum excess of a path's length over the optimum, which follows arcs, in total, inches.
pub const ARC_EXCESS: f64 = 0.008;

/// Upper bound of the corners of a path. No rule sets a number; this one keeps any command small enough to
/// check, draw and log.
pub const MAX_CORNERS: usize = 64;

/// Treatment of difficult going by a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DifficultGoing {
    /// The path goes around it.
    Avoided,
    /// The path may cross it.
    Crossed,
}

/// Going that a path may cross.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GoingPolicy {
    /// Slow going.
    pub slow: SlowGoing,
    /// Difficult going.
    pub difficult: DifficultGoing,
}

impl GoingPolicy {
    /// Whether a path may cross a going.
    pub fn allows(self, going: Going) -> bool {
        let slow = going.is_slow() && self.slow == SlowGoing::Barred;
        let difficult = going.is_difficult() && self.difficult == DifficultGoing::Avoided;
        going != Going::Impassable && !slow && !difficult
    }
}

/// The other models that a path must respect.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct OtherModels {
    /// Enemies to keep away from.
    pub enemies: Vec<Disc>,
    /// Minimum gap to enemies, inches between bases.
    pub enemy_gap: f64,
    /// Friends of other units; passing through them is slow.
    pub friends: Vec<Body>,
}

/// A path.
#[derive(Clone, Debug, PartialEq)]
pub struct Route {
    /// Its corners after the start; the last is its end.
    pub corners: Vec<Place>,
    /// Over the table, inches.
    pub length: f64,
}

/// The terrain and the other models, prepared for path searches of one kind of mover.
#[derive(Clone, Debug)]
pub struct PathPlanner<'a> {
    pub(super) terrain: &'a Terrain,
    pub(super) mover: Mover,
    pub(super) policy: GoingPolicy,
    pub(super) others: OtherModels,
    /// Distance that planned paths keep from every limit, inches.
    pub(super) clearance: f64,
    /// Vertices of the terrain alone.
    terrain_vertices: Arc<[TangentVertex]>,
    /// Vertices of other models, alone or together with the terrain.
    model_vertices: Vec<TangentVertex>,
    /// More vertices, in narrow gaps beside other models.
    gap_circles: GapCircles,
    /// Everything that blocks the mover, except enemies.
    obstacles: obstacles::Obstacles<'a>,
    /// Legs traversed so far.
    leg_cache: LegCache,
    /// Legs between vertices of the terrain.
    terrain_legs: TerrainLegs,
}

impl<'a> PathPlanner<'a> {
    /// Prepares the search. `clearance` is the distance that planned paths keep from every limit, inches.
    pub fn new(
        terrain: &'a Terrain,
        mover: Mover,
        policy: GoingPolicy,
        others: OtherModels,
        clearance: f64,
    ) -> Self {
        let obstacles = obstacles::Obstacles::new(terrain, mover, policy, &others);
        let (terrain_vertices, model_vertices) = (Vec::new().into(), Vec::new());
        let leg_cache = LegCache::default();
        let mut planner = Self {
            terrain,
            mover,
            policy,
            others,
            clearance,
            terrain_vertices,
            model_vertices,
            gap_circles: GapCircles::default(),
            obstacles,
            leg_cache,
            terrain_legs: TerrainLegs::default(),
        };
        let key = corner_cache::CacheKey { mover, policy, clearance };
        let corners = terrain.corner_cache.get_or_find(key, || vertices::of_terrain(&planner));
        (planner.terrain_vertices, planner.terrain_legs) = (corners.vertices, corners.legs);
        planner.model_vertices = vertices::of_models(&planner);
        planner.gap_circles = GapCircles::beside_models(
            [&planner.model_vertices, &planner.terrain_vertices],
            planner.max_depth(),
            &planner.others.enemies,
            |enemy, point| ring_blockers::is_in_ring(&planner, enemy, point),
        );
        planner
    }

    /// The shortest legal path from one place to another that is at most `max_length` inches long.
    ///
    /// It does not ask whether the model has room at the end: see [`Terrain::check_room`].
    ///
    /// Rule: MOV-1, MOV-5, GO-2, GO-3, GO-4.
    pub fn shortest_path(&self, from: Place, to: Place, max_length: f64) -> Option<Route> {
        if from != to && self.is_end_blocked(from, to) {
            return None;
        }
        let straight = distance(from.ground(), to.ground());
        // A small window first: if it has a path within its bound, no larger window has a shorter one.
        let mut bound = straight * 1.15 + 1.0;
        if bound * 2.0 >= max_length {
            bound = max_length;
        }
        loop {
            let bound_now = bound.min(max_length);
            match search::shortest(self, [from, to], bound_now, max_length) {
                Ok(route) => return route,
                Err(NoPath::TooLong) if bound < max_length => {}
                Err(_) => return None,
            }
            bound = bound * 2.0 + 2.0;
        }
    }

    /// The shortest paths to all places within `max_length` inches.
    pub fn shortest_path_tree(&self, from: Place, max_length: f64) -> ShortestPathTree<'_> {
        ShortestPathTree::new(self, from, max_length)
    }

    /// Straight legs around a place that are surely free, up to `max_length` inches.
    pub fn free_sectors(&self, from: Place, max_length: f64) -> FreeSectors {
        FreeSectors::new(self, from, max_length)
    }

    /// Whether every path to a place is surely blocked at its end, wherever else it leads.
    ///
    /// Rule: MOV-5, GO-4.
    pub fn is_end_blocked(&self, from: Place, to: Place) -> bool {
        let surface = |at: Place| self.terrain.surface_at(at.ground(), at.z);
        let (Some(start), Some(end)) = (surface(from), surface(to)) else { return false };
        let at = to.ground();
        SearchWindow::new(self, [at; 2], (from.ground(), start)).surely_blocks_end(at, end)
    }

    /// Everything that this policy may not cross, and every change of level, each with how far a path's centre keeps away from it,
    /// inches.
    fn blocked_regions(&self) -> impl Iterator<Item = (&Region, f64)> {
        let prisms = self.obstacles.prisms().map(|prism| prism.region.as_ref());
        let unclimbable = |step: &&Step| !self.policy.allows(step.going(self.mover.gait).0);
        let steps = self.terrain.steps.iter().filter(unclimbable).map(|step| &step.region);
        let floors = self.terrain.floors.iter().map(|floor| &floor.region);
        self.obstacles
            .areas
            .iter()
            .copied()
            .chain(prisms.chain(steps).chain(floors).map(|region| (region, 0.0)))
    }

    /// The vertices of a search.
    fn vertices(&self, starts_too_close: bool) -> impl Iterator<Item = &TangentVertex> {
        let in_rings = if starts_too_close { &self.gap_circles.inside_rings[..] } else { &[] };
        let models = self.model_vertices.iter().chain(&self.gap_circles.open).chain(in_rings);
        self.terrain_vertices.iter().chain(models)
    }

    /// Number of these vertices, from the first, that belong to the terrain alone.
    fn terrain_vertex_count(&self) -> usize {
        self.terrain_vertices.len()
    }

    /// The largest distance between centres at which an enemy can block the mover, inches.
    ///
    /// Rule: MOV-5.
    fn ring_reach(&self, enemy: &Disc) -> f64 {
        self.mover.radius + enemy.radius + self.others.enemy_gap
    }

    /// Maximum depth inside the circles that paths follow at which a path is still free, inches.
    fn max_depth(&self) -> f64 {
        self.slack() + self.clearance
    }

    /// The part of the allowance that a search may use, so that corners rounded to thousandths still satisfy
    /// the rules.
    pub(super) fn slack(&self) -> f64 {
        (self.terrain.touch_depth() - self.clearance).max(0.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::piece::{Kind, Piece};
    use crate::sample::{LEAPER, SOLDIER, at, ground, hill, house, piece, rectangle, table};
    use crate::shape::Shape;
    use warstrike_rules::basics::Allowance;
    use warstrike_rules::measures::Thou;
    use warstrike_rules::ruleset::{MovementRules, Openings};

    const RUN: GoingPolicy = GoingPolicy { slow: SlowGoing::Barred, difficult: DifficultGoing::Avoided };
    const WALK: GoingPolicy = GoingPolicy { slow: SlowGoing::Allowed, difficult: DifficultGoing::Avoided };
    const CLAMBER: GoingPolicy = GoingPolicy { slow: SlowGoing::Allowed, difficult: DifficultGoing::Crossed };

    fn enemies(at: &[(f64, f64)]) -> OtherModels {
        let disc = |(x, y): &(f64, f64)| Disc { at: Place::from_inches(*x, *y, 0.0).unwrap(), radius: 0.5 };
        OtherModels { enemies: at.iter().map(disc).collect(), enemy_gap: 2.0, friends: Vec::new() }
    }

    /// The length of the shortest path, if there is one; checks that it is legal.
    fn length(
        pieces: Vec<Piece>,
        mover: Mover,
        policy: GoingPolicy,
        others: OtherModels,
        from: Place,
        to: Place,
    ) -> Option<f64> {
        let terrain = table(pieces);
        let planner = PathPlanner::new(&terrain, mover, policy, others.clone(), 0.002);
        let route = planner.shortest_path(from, to, 200.0)?;
        let walk = terrain.walk(mover, from, &route.corners).unwrap();
        let allowed = |going: Going| policy.allows(going);
        assert!(walk.legs.iter().all(|leg| leg.crossings.iter().all(|one| allowed(one.going))), "{route:?}");
        for enemy in &others.enemies {
            let near = warstrike_rules::movement::enemies::too_close(
                walk.level_segments(),
                mover.radius,
                *enemy,
                others.enemy_gap,
                terrain.allowance(),
            );
            assert_eq!(near, None, "{route:?}");
        }
        Some(route.length)
    }

    fn check(found: Option<f64>, expected: Option<f64>, reason: &str) {
        let same = match (found, expected) {
            (Some(found), Some(expected)) => found > expected - 0.001 && found < expected + 0.012,
            (found, expected) => found.is_none() && expected.is_none(),
        };
        assert!(same, "{reason}: {found:?}, expected {expected:?}");
    }

    /// Rule: MOV-1, MOV-5, GO-2, GO-3, GO-4, OBS-3.
    #[test]
    fn a_shortest_path_is_a_taut_string() {
        let (west, east) = (at(-6.0, 0.0, 0.0), at(6.0, 0.0, 0.0));
        let past_corner = 2.0 * (16.0_f64 + 4.0).sqrt() + 4.0;
        // Around a square of 4 with a base of half an inch: two tangents, two arcs, an edge.
        let tangent = |x: f64, y: f64, radius: f64| {
            let from_origin = (x * x + y * y).sqrt();
            let turned = libm::asin(radius / from_origin) + libm::atan2(y, x);
            ((from_origin * from_origin - radius * radius).sqrt(), turned)
        };
        let (leg, turned) = tangent(4.0, 2.0, 0.5);
        let past_pond = 2.0 * (leg + 0.5 * turned) + 4.0;
        let (leg, turned) = (27.0_f64.sqrt(), libm::asin(0.5));
        let past_enemy = 2.0 * (leg + 3.0 * turned);
        // A model that starts too close may not get closer: around the circle it stands on, then straight off it.
        let past_near =
            (10.5_f64 * 10.5 - 1.5 * 1.5).sqrt() + 1.5 * (std::f64::consts::PI - libm::acos(1.5 / 10.5));
        for (pieces, policy, others, expected, reason) in [
            (vec![], RUN, enemies(&[]), Some(12.0), "over open ground"),
            (
                vec![ground(Going::Slow)],
                RUN,
                enemies(&[]),
                Some(past_corner),
                "running around slow ground by its corners",
            ),
            (vec![ground(Going::Slow)], WALK, enemies(&[]), Some(12.0), "walking through it"),
            (vec![ground(Going::Difficult)], RUN, enemies(&[]), Some(past_corner), "around difficult ground"),
            (vec![ground(Going::Difficult)], CLAMBER, enemies(&[]), Some(12.0), "through it"),
            (
                vec![ground(Going::Impassable)],
                CLAMBER,
                enemies(&[]),
                Some(past_pond),
                "around impassable ground with the whole base",
            ),
            (vec![], RUN, enemies(&[(0.0, 0.0)]), Some(past_enemy), "around an enemy"),
            (vec![], RUN, enemies(&[(5.0, 0.0)]), None, "to where an enemy is too close"),
            (vec![], RUN, enemies(&[(-7.5, 0.0)]), Some(12.0), "away from an enemy that is too close"),
            (vec![], RUN, enemies(&[(-4.5, 0.0)]), Some(past_near), "around an enemy that is too close"),
        ] {
            check(length(pieces, SOLDIER, policy, others, west, east), expected, reason);
        }
    }

    /// Rule: HIL-1, HIL-2, SPR-1. Up is slow and down is clear: a run may only go down.
    #[test]
    fn hills_are_run_down_and_not_up() {
        let (foot, top) = (at(-6.0, 0.0, 0.0), at(0.0, 0.0, 2.0));
        let across = at(6.0, 0.0, 0.0);
        let around_foot = 2.0 * (20.0_f64.sqrt() + 4.0 * libm::asin(4.0 / 6.0));
        for (mover, from, to, expected, reason) in [
            (SOLDIER, foot, top, None, "up"),
            (SOLDIER, top, foot, Some(6.0), "down"),
            (SOLDIER, foot, across, Some(around_foot), "from one side to the other, around the foot"),
            (LEAPER, foot, across, Some(12.0), "a leaper goes over it"),
        ] {
            check(length(vec![hill()], mover, RUN, OtherModels::default(), from, to), expected, reason);
        }
    }

    /// Rule: STR-1, STR-2, STR-3.
    #[test]
    fn houses_are_entered_by_doors_and_climbed_with_difficulty() {
        let inside = at(0.0, 0.0, 0.0);
        // The walls meet at their centre lines, so the house's corner has a notch of a tenth.
        let round_corner = distance([0.0, 0.0], [3.9, 4.0])
            + distance([0.0, 0.0], [0.1, 0.1])
            + 3.0
            + distance([0.0, 0.0], [1.0, 4.1]);
        for (policy, from, to, expected, reason) in [
            (WALK, at(0.0, -8.0, 0.0), inside, Some(8.0), "in by the door"),
            (WALK, at(-8.0, 0.0, 0.0), inside, Some(round_corner), "around to the door"),
            (CLAMBER, at(-8.0, 0.0, 0.0), inside, Some(8.0), "through the wall"),
            (WALK, inside, at(2.0, 0.0, 3.0), None, "up without difficulty"),
            (CLAMBER, at(-8.0, 0.0, 0.0), at(2.0, 0.0, 3.0), Some(10.0), "through the wall and up"),
            (WALK, at(2.0, 0.0, 3.0), at(8.0, 0.0, 0.0), Some(6.0), "off the edge upstairs"),
            (WALK, at(2.0, 0.0, 3.0), at(2.0, 0.0, 0.0), Some(0.0), "down on the spot"),
        ] {
            check(length(vec![house()], SOLDIER, policy, OtherModels::default(), from, to), expected, reason);
        }
    }

    /// A door 2 wide and 2 high, a window 1 high, in the walls of a house; what does not fit goes through the wall.
    ///
    /// Rule: STR-1. Its ruling and the other reading.
    #[test]
    fn openings_let_every_model_through_or_those_that_fit() {
        let (before, inside) = (at(0.0, -8.0, 0.0), at(0.0, 0.0, 0.0));
        let behind = at(0.0, 8.0, 0.0);
        let wide = Mover { radius: 1.01, ..SOLDIER };
        let tall = Mover { height: Thou(2001), ..SOLDIER };
        let low = Mover { height: Thou(1000), ..SOLDIER };
        let fitting = MovementRules { openings: Openings::Fitting, ..MovementRules::COMBINED };
        let by = |rules: &MovementRules, mover: Mover, from: Place| {
            let terrain = Terrain::new([48.0; 2], vec![house()].into(), rules, Allowance(0.005));
            let planner = PathPlanner::new(&terrain, mover, WALK, OtherModels::default(), 0.002);
            let straight = terrain.walk(mover, from, &[inside]).unwrap();
            let found = planner.shortest_path(from, inside, 60.0).map(|route| route.length);
            (straight.first_difficult().is_none(), found.is_some_and(|length| (length - 8.0).abs() < 0.01))
        };
        for (mover, from, fits, reason) in [
            (SOLDIER, before, true, "by the door"),
            (Mover { radius: 1.0, ..SOLDIER }, before, true, "exactly as wide as the door"),
            (wide, before, false, "wider than the door"),
            (tall, before, false, "taller than the door"),
            (SOLDIER, behind, false, "taller than the window is high"),
            (low, behind, true, "exactly as tall"),
        ] {
            assert_eq!(by(&MovementRules::COMBINED, mover, from), (true, true), "{reason}: any");
            assert_eq!(by(&fitting, mover, from), (fits, fits), "{reason}: fitting");
        }
    }

    /// The floor upstairs reaches to 4.1. A model stands 0.05 inside its edge, without any allowance, and passes over
    /// all of it: off the edge the path is as long as ever.
    ///
    /// Rule: STR-5, STR-2, BAS-10.
    #[test]
    fn models_stand_inside_the_edge_of_a_floor_and_pass_over_it() {
        let by = |edge_margin: f64| {
            let rules = MovementRules { edge_margin, ..MovementRules::COMBINED };
            Terrain::new([48.0; 2], vec![house()].into(), &rules, Allowance(0.005))
        };
        let (margin, before) = (by(0.05), by(0.0));
        for (place, bears, bore, reason) in [
            ([4.0, 0.0], true, true, "a tenth inside"),
            ([4.051, 0.0], false, true, "a thousandth too near to the edge"),
            ([4.05, 0.0], true, true, "exactly"),
            ([4.05, -4.05], true, true, "in a corner"),
            ([4.05, -4.051], false, true, "in a corner, too near to one edge"),
            ([4.104, 0.0], false, true, "outside, by what any length may be off"),
            ([4.106, 0.0], false, false, "outside"),
        ] {
            let stands = |terrain: &Terrain| terrain.check_room(at(place[0], place[1], 3.0), SOLDIER).is_ok();
            assert_eq!([stands(&margin), stands(&before)], [bears, bore], "{reason}");
        }
        let down = |terrain: &Terrain| {
            let planner = PathPlanner::new(terrain, SOLDIER, CLAMBER, OtherModels::default(), 0.002);
            let route = planner.shortest_path(at(2.0, 0.0, 3.0), at(8.0, 0.0, 0.0), 60.0);
            route.map(|route| (route.length * 1000.0).round())
        };
        assert_eq!(down(&margin), Some(6000.0));
        assert_eq!(down(&before), Some(6000.0));
    }

    /// Rule: MOV-3, GO-2.
    #[test]
    fn runners_go_around_friends_and_walkers_through() {
        let friend = Body { disc: Disc { at: Place::flat(0, 0), radius: 0.5 }, height: Thou(1250) };
        let others = OtherModels { friends: vec![friend], ..OtherModels::default() };
        let (west, east) = (at(-6.0, 0.0, 0.0), at(6.0, 0.0, 0.0));
        let around_friend = 2.0 * ((36.0_f64 - 0.25).sqrt() + 0.5 * libm::asin(0.5 / 6.0));
        check(length(vec![], SOLDIER, RUN, others.clone(), west, east), Some(around_friend), "running");
        check(length(vec![], SOLDIER, WALK, others, west, east), Some(12.0), "walking");
    }

    /// Rule: MOV-5, GO-4. Where the end itself is blocked there is no path, whatever leads there; at the very edge the
    /// search decides.
    #[test]
    fn no_path_leads_to_a_blocked_end() {
        let pond = Shape::Circle { centre: [0.0, 0.0], radius: 2.0 };
        let pond = Piece { footprint: pond, ..ground(Going::Impassable) };
        let terrain = table(vec![pond]);
        let start = at(-8.0, 0.0, 0.0);
        for (others, to, expected, reason) in [
            (enemies(&[]), (0.5, 0.5), true, "in the middle of a pond"),
            (enemies(&[]), (0.0, 2.49), true, "a base overlaps it by 0.01"),
            (enemies(&[]), (0.0, 2.51), false, "a base clear of it"),
            (enemies(&[(6.0, 6.0)]), (6.0, 4.0), true, "too close to an enemy"),
            (enemies(&[(6.0, 6.0)]), (6.0, 2.9), false, "far enough from it"),
        ] {
            let planner = PathPlanner::new(&terrain, SOLDIER, WALK, others, 0.002);
            let to = at(to.0, to.1, 0.0);
            assert_eq!(planner.is_end_blocked(start, to), expected, "{reason}");
            let [one, all] = [
                planner.shortest_path(start, to, 40.0),
                planner.shortest_path_tree(start, 40.0).route_to(to),
            ];
            assert_eq!([one.is_none(), all.is_none()], [expected; 2], "{reason}");
        }
        // Who starts too close may end as close, so nothing is sure.
        let planner = PathPlanner::new(&terrain, SOLDIER, WALK, enemies(&[(-8.0, 2.0)]), 0.002);
        assert!(!planner.is_end_blocked(start, at(-8.0, 0.5, 0.0)));
    }

    #[test]
    fn the_search_window_grows_until_there_is_a_path() {
        // A wall 30 long whose end is far off the straight line.
        let wall = piece("wall", rectangle([-0.5, -15.0], [0.5, 15.0]), Kind::Linear { height: Thou(1000) });
        let found =
            length(vec![wall], SOLDIER, RUN, OtherModels::default(), at(-1.0, 0.0, 0.0), at(1.0, 0.0, 0.0));
        check(found, Some(2.0 * distance([0.0, 0.0], [15.0, 0.5]) + 1.0), "around the end");
    }
}
