//! Shortest legal paths of a round base over the table, and how far it comes.
//!
//! A shortest path is a string drawn tight: it bends only at corners of what it
//! may not enter and around what its base must keep off. So the search goes from
//! one such bend to the next along common tangents, nearest first, and looks at a
//! leg only when its turn has come. The optimum follows arcs; straight legs around
//! them are longer by at most [`ARC_EXCESS`] in all.
//!
//! Knows no units: enemies and friends are bases.

mod areas;
mod bars;
mod blockers;
mod clearing;
mod corner;
mod corners;
mod fan;
mod gaps;
mod joins;
mod known;
mod last_leg;
mod lawful;
mod legs;
mod patch;
mod reach;
mod rims;
mod room;
mod search;
mod tread;
mod unroll;

pub use clearing::FreeSectors;
pub use known::CornerCache;
pub use last_leg::PathEnd;
pub use reach::{Beyond, ReachArea, Spread};

use std::sync::Arc;

use super::outline::{Bounds, are_near};
use super::plane::distance;
use super::region::Region;
use super::terrain::{Step, Terrain};
use super::walk::Mover;
use crate::rules::basics::Disc;
use crate::rules::measures::Place;
use crate::rules::movement::allowance::SlowGoing;
use crate::rules::movement::bodies::Body;
use crate::rules::movement::going::Going;
use corner::Corner;
use legs::LegCache;
use search::Missed;

/// How much longer than the true optimum, which follows arcs, a found path may be in all, inches.
pub const ARC_EXCESS: f64 = 0.008;

/// Most corners a path may have. No rule asks for a number; this one keeps a command small enough
/// to check, draw and log whatever is written into it.
pub const MOST_CORNERS: usize = 64;

/// What difficult going is to a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DifficultGoing {
    /// The path goes round it.
    Avoided,
    /// The path may cross it.
    Crossed,
}

/// What a path may cross.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ways {
    /// Slow going.
    pub slow: SlowGoing,
    /// Difficult going.
    pub difficult: DifficultGoing,
}

impl Ways {
    /// Whether a path may lead over ground of a going.
    pub fn allow(self, going: Going) -> bool {
        let slow = going.is_slow() && self.slow == SlowGoing::Barred;
        let difficult = going.is_difficult() && self.difficult == DifficultGoing::Avoided;
        going != Going::Impassable && !slow && !difficult
    }
}

/// The other models, as far as a path has to do with them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Others {
    /// Enemies, of which it keeps off.
    pub enemies: Vec<Disc>,
    /// How far, inches between bases.
    pub enemy_gap: f64,
    /// Friends of other units, through whom it is slow to pass.
    pub friends: Vec<Body>,
}

/// A path found.
#[derive(Clone, Debug, PartialEq)]
pub struct Route {
    /// Its corners after its start; the last is where it ends.
    pub corners: Vec<Place>,
    /// Over the table, inches.
    pub length: f64,
}

/// A table made ready to find paths of one kind of mover on it.
#[derive(Clone, Debug)]
pub struct PathPlanner<'a> {
    pub(super) terrain: &'a Terrain,
    pub(super) mover: Mover,
    pub(super) ways: Ways,
    pub(super) others: Others,
    /// What a path found keeps clear of every limit, inches.
    pub(super) clearance: f64,
    /// Where paths may bend round the terrain.
    fixed_corners: Arc<[Corner]>,
    /// Where they may bend round other models, by themselves or where they stand on the terrain.
    corners_of_others: Vec<Corner>,
    /// What bars the way.
    bars: bars::Bars<'a>,
    /// Legs looked at so far.
    legs: LegCache,
}

impl<'a> PathPlanner<'a> {
    /// Makes a table ready. `clearance` is what paths found keep clear of every limit,
    /// inches.
    pub fn new(terrain: &'a Terrain, mover: Mover, ways: Ways, others: Others, clearance: f64) -> Self {
        let bars = bars::Bars::new(terrain, mover, ways, &others);
        let (fixed_corners, corners_of_others) = (Vec::new().into(), Vec::new());
        let legs = LegCache::default();
        let mut routes =
            Self { terrain, mover, ways, others, clearance, fixed_corners, corners_of_others, bars, legs };
        let kind = known::Kind { mover, ways, clearance };
        routes.fixed_corners = terrain.known_corners.of(kind, || corners::of_terrain(&routes));
        routes.corners_of_others = corners::of_others(&routes);
        let narrow = gaps::narrow(&routes.corners_of_others, &routes.fixed_corners, routes.deepest());
        routes.corners_of_others.extend(narrow);
        routes
    }

    /// The shortest legal path from one place to another, at most `most` inches long.
    ///
    /// Says nothing of whether the model finds room at its end: see [`Terrain::room`].
    ///
    /// Rule: MOV-1, MOV-5, GO-2, GO-3, GO-4.
    pub fn shortest(&self, from: Place, to: Place, most: f64) -> Option<Route> {
        let straight = distance(from.ground(), to.ground());
        // A small window first: what it finds within its bound no larger one betters.
        let mut bound = straight * 1.15 + 1.0;
        if bound * 2.0 >= most {
            bound = most;
        }
        loop {
            let bound_now = bound.min(most);
            match search::shortest(self, [from, to], bound_now, most) {
                Ok(route) => return route,
                Err(Missed::TooFar) if bound < most => {}
                Err(_) => return None,
            }
            bound = bound * 2.0 + 2.0;
        }
    }

    /// Every place that a model can come to along paths of at most `most` inches.
    pub fn spread(&self, from: Place, most: f64) -> Spread<'_> {
        Spread::new(self, from, most)
    }

    /// How far around a place, to at most `most` inches from it, the straight way is surely free.
    pub fn clearing(&self, from: Place, most: f64) -> FreeSectors {
        FreeSectors::new(self, from, most)
    }

    /// Whether surely nothing bars the way between any two places on the open ground of a rectangle.
    ///
    /// Rule: MOV-5, GO-2, GO-3, GO-4.
    pub fn is_open(&self, bounds: Bounds) -> bool {
        let [low, high] = bounds;
        let middle = [(low[0] + high[0]) / 2.0, (low[1] + high[1]) / 2.0];
        let around = distance(low, high) / 2.0 + self.clearance;
        let near = |region: &Region, reach: f64| {
            are_near(region.bounds, bounds, reach + self.clearance)
                && region.shape.depth_inside(middle) >= -around - reach
        };
        let enemy = |enemy: &Disc| distance(enemy.at.ground(), middle) <= self.ring_reach(enemy) + around;
        let mut steps = self.terrain.steps.iter();
        !self.bars.areas.iter().any(|(region, reach)| near(region, *reach))
            && !self.bars.uprights().any(|upright| near(&upright.region, 0.0))
            && !self.others.enemies.iter().any(enemy)
            && steps.all(|step| self.ways.allow(step.going(self.mover.gait).0) || !near(&step.region, 0.0))
            && self.terrain.over_edge(low, self.mover.radius).is_none()
            && self.terrain.over_edge(high, self.mover.radius).is_none()
    }

    /// Around all of the terrain that bars these ways, and wherever they change level.
    fn bar_bounds(&self) -> Vec<Bounds> {
        let grown = |[low, high]: Bounds, by: f64| [[low[0] - by, low[1] - by], [high[0] + by, high[1] + by]];
        let areas = self.bars.areas.iter().map(|(region, reach)| grown(region.bounds, *reach));
        let uprights = self.bars.uprights().map(|upright| upright.region.bounds);
        let barred = |step: &&Step| !self.ways.allow(step.going(self.mover.gait).0);
        let steps = self.terrain.steps.iter().filter(barred).map(|step| step.region.bounds);
        let floors = self.terrain.floors.iter().map(|floor| floor.region.bounds);
        areas.chain(uprights).chain(steps).chain(floors).collect()
    }

    fn corners(&self) -> impl Iterator<Item = &Corner> {
        self.fixed_corners.iter().chain(&self.corners_of_others)
    }

    /// How far from an enemy's centre it can bar the mover's, inches.
    ///
    /// Rule: MOV-5.
    fn ring_reach(&self, enemy: &Disc) -> f64 {
        self.mover.radius + enemy.radius + self.others.enemy_gap
    }

    /// How far inside the circles that paths keep to a path may come and still be free, inches.
    fn deepest(&self) -> f64 {
        self.slack() + self.clearance
    }

    /// What a search allows of the allowance, so that a corner rounded to thousandths
    /// still keeps what the rules ask.
    pub(super) fn slack(&self) -> f64 {
        (self.terrain.touch() - self.clearance).max(0.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::measures::Thou;
    use crate::table::piece::{Kind, Piece};
    use crate::table::sample::{LEAPER, SOLDIER, at, ground, hill, house, piece, rectangle, table};

    const RUN: Ways = Ways { slow: SlowGoing::Barred, difficult: DifficultGoing::Avoided };
    const WALK: Ways = Ways { slow: SlowGoing::Allowed, difficult: DifficultGoing::Avoided };
    const CLAMBER: Ways = Ways { slow: SlowGoing::Allowed, difficult: DifficultGoing::Crossed };

    fn enemies(at: &[(f64, f64)]) -> Others {
        let disc = |(x, y): &(f64, f64)| Disc { at: Place::from_inches(*x, *y, 0.0).unwrap(), radius: 0.5 };
        Others { enemies: at.iter().map(disc).collect(), enemy_gap: 2.0, friends: Vec::new() }
    }

    /// The length of the shortest path, if there is one; its corners are walked.
    fn length(
        pieces: Vec<Piece>,
        mover: Mover,
        ways: Ways,
        others: Others,
        from: Place,
        to: Place,
    ) -> Option<f64> {
        let terrain = table(pieces);
        let routes = PathPlanner::new(&terrain, mover, ways, others.clone(), 0.002);
        let route = routes.shortest(from, to, 200.0)?;
        let walk = terrain.walk(mover, from, &route.corners).unwrap();
        let allowed = |going: Going| ways.allow(going);
        assert!(walk.legs.iter().all(|leg| leg.crossings.iter().all(|one| allowed(one.going))), "{route:?}");
        for enemy in &others.enemies {
            let near = crate::rules::movement::enemies::too_close(
                walk.strides(),
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
    fn a_shortest_path_is_a_string_drawn_tight() {
        let (west, east) = (at(-6.0, 0.0, 0.0), at(6.0, 0.0, 0.0));
        let past_corner = 2.0 * (16.0_f64 + 4.0).sqrt() + 4.0;
        // Around a square of 4 with a base of half an inch: two tangents, two arcs, an edge.
        let tangent = |x: f64, y: f64, radius: f64| {
            let far = (x * x + y * y).sqrt();
            let turned = libm::asin(radius / far) + libm::atan2(y, x);
            ((far * far - radius * radius).sqrt(), turned)
        };
        let (leg, turned) = tangent(4.0, 2.0, 0.5);
        let past_pond = 2.0 * (leg + 0.5 * turned) + 4.0;
        let (leg, turned) = (27.0_f64.sqrt(), libm::asin(0.5));
        let past_enemy = 2.0 * (leg + 3.0 * turned);
        // Who begins too near may not come nearer: round the circle on which he stands, then straight off it.
        let past_near =
            (10.5_f64 * 10.5 - 1.5 * 1.5).sqrt() + 1.5 * (std::f64::consts::PI - libm::acos(1.5 / 10.5));
        for (pieces, ways, others, expected, reason) in [
            (vec![], RUN, enemies(&[]), Some(12.0), "over open ground"),
            (
                vec![ground(Going::Slow)],
                RUN,
                enemies(&[]),
                Some(past_corner),
                "running round slow ground by its corners",
            ),
            (vec![ground(Going::Slow)], WALK, enemies(&[]), Some(12.0), "walking through it"),
            (vec![ground(Going::Difficult)], RUN, enemies(&[]), Some(past_corner), "round difficult ground"),
            (vec![ground(Going::Difficult)], CLAMBER, enemies(&[]), Some(12.0), "through it"),
            (
                vec![ground(Going::Impassable)],
                CLAMBER,
                enemies(&[]),
                Some(past_pond),
                "round impassable ground with the whole base",
            ),
            (vec![], RUN, enemies(&[(0.0, 0.0)]), Some(past_enemy), "round an enemy"),
            (vec![], RUN, enemies(&[(5.0, 0.0)]), None, "to where an enemy is too near"),
            (vec![], RUN, enemies(&[(-7.5, 0.0)]), Some(12.0), "away from an enemy who is too near"),
            (vec![], RUN, enemies(&[(-4.5, 0.0)]), Some(past_near), "round an enemy who is too near"),
        ] {
            check(length(pieces, SOLDIER, ways, others, west, east), expected, reason);
        }
    }

    /// Rule: HIL-1, HIL-2, SPR-1. Up is slow and down is clear: a run has one way only.
    #[test]
    fn hills_are_run_down_and_not_up() {
        let (foot, top) = (at(-6.0, 0.0, 0.0), at(0.0, 0.0, 2.0));
        let across = at(6.0, 0.0, 0.0);
        let round = 2.0 * (20.0_f64.sqrt() + 4.0 * libm::asin(4.0 / 6.0));
        for (mover, from, to, expected, reason) in [
            (SOLDIER, foot, top, None, "up"),
            (SOLDIER, top, foot, Some(6.0), "down"),
            (SOLDIER, foot, across, Some(round), "from one side to the other, round the foot"),
            (LEAPER, foot, across, Some(12.0), "a leaper goes over it"),
        ] {
            check(length(vec![hill()], mover, RUN, Others::default(), from, to), expected, reason);
        }
    }

    /// Rule: STR-1, STR-2, STR-3.
    #[test]
    fn houses_are_entered_by_doors_and_climbed_with_difficulty() {
        let inside = at(0.0, 0.0, 0.0);
        // The walls meet at their middles, so the house's corner has a notch of a tenth.
        let round_corner = distance([0.0, 0.0], [3.9, 4.0])
            + distance([0.0, 0.0], [0.1, 0.1])
            + 3.0
            + distance([0.0, 0.0], [1.0, 4.1]);
        for (ways, from, to, expected, reason) in [
            (WALK, at(0.0, -8.0, 0.0), inside, Some(8.0), "in by the door"),
            (WALK, at(-8.0, 0.0, 0.0), inside, Some(round_corner), "round to the door"),
            (CLAMBER, at(-8.0, 0.0, 0.0), inside, Some(8.0), "through the wall"),
            (WALK, inside, at(2.0, 0.0, 3.0), None, "up without difficulty"),
            (CLAMBER, at(-8.0, 0.0, 0.0), at(2.0, 0.0, 3.0), Some(10.0), "through the wall and up"),
            (WALK, at(2.0, 0.0, 3.0), at(8.0, 0.0, 0.0), Some(6.0), "off the edge upstairs"),
            (WALK, at(2.0, 0.0, 3.0), at(2.0, 0.0, 0.0), Some(0.0), "down on the spot"),
        ] {
            check(length(vec![house()], SOLDIER, ways, Others::default(), from, to), expected, reason);
        }
    }

    /// Rule: MOV-3, GO-2.
    #[test]
    fn runners_go_round_friends_and_walkers_through() {
        let friend = Body { disc: Disc { at: Place::flat(0, 0), radius: 0.5 }, height: Thou(1250) };
        let others = Others { friends: vec![friend], ..Others::default() };
        let (west, east) = (at(-6.0, 0.0, 0.0), at(6.0, 0.0, 0.0));
        let round = 2.0 * ((36.0_f64 - 0.25).sqrt() + 0.5 * libm::asin(0.5 / 6.0));
        check(length(vec![], SOLDIER, RUN, others.clone(), west, east), Some(round), "running");
        check(length(vec![], SOLDIER, WALK, others, west, east), Some(12.0), "walking");
    }

    #[test]
    fn the_window_of_a_search_grows_until_it_finds_the_way() {
        // A wall 30 long whose end is far off the straight line.
        let wall = piece("wall", rectangle([-0.5, -15.0], [0.5, 15.0]), Kind::Linear { height: Thou(1000) });
        let found =
            length(vec![wall], SOLDIER, RUN, Others::default(), at(-1.0, 0.0, 0.0), at(1.0, 0.0, 0.0));
        check(found, Some(2.0 * distance([0.0, 0.0], [15.0, 0.5]) + 1.0), "round the end");
    }
}
