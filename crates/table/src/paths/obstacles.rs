//! The obstacles of a kind of mover, in configuration space: one list for vertices, legs and boundaries.

use std::borrow::Cow;

use super::{DifficultGoing, GoingPolicy, OtherModels};
use crate::plane::{Leg, distance};
use crate::region::{Intervals, Region, clip_to_circle};
use crate::shape::Point;
use crate::terrain::Terrain;
use crate::walk::Mover;
use crate::walls::WallPart;
use warstrike_rules::measures::Thou;
use warstrike_rules::movement::allowance::SlowGoing;
use warstrike_rules::movement::going::Going;

/// Everything that blocks a kind of mover, except enemies.
#[derive(Clone, Debug)]
pub struct Obstacles<'a> {
    /// Ground, and how far the centre keeps away from it: 0 if only the centre may not enter.
    pub(super) areas: Vec<(&'a Region, f64)>,
    /// Walls, and openings in them that the mover does not fit through.
    pub(super) walls: Vec<ObstaclePrism<'a>>,
    /// Friends of other units.
    pub(super) friends: Vec<ObstaclePrism<'a>>,
}

/// An upright prism that blocks a model which overlaps it in height.
#[derive(Clone, Debug)]
pub(super) struct ObstaclePrism<'a> {
    pub(super) region: Cow<'a, Region>,
    /// Its bottom and top.
    pub(super) heights: [Thou; 2],
}

impl<'a> Obstacles<'a> {
    /// Rule: GO-2, GO-3, GO-4, GO-5, STR-1, MOV-3.
    pub(super) fn new(terrain: &'a Terrain, mover: Mover, policy: GoingPolicy, others: &OtherModels) -> Self {
        let areas = terrain.areas.iter().filter_map(|area| match area.going(mover.gait).0 {
            Going::Impassable => Some((&area.region, mover.radius)),
            going => (!policy.allows(going)).then_some((&area.region, 0.0)),
        });
        let walls = terrain.solids.iter().filter(|solid| solid.part == WallPart::Wall);
        let walls = walls.map(|wall| ObstaclePrism {
            region: Cow::Borrowed(&wall.region),
            heights: [wall.bottom, wall.top],
        });
        let closed = terrain.too_small_for(mover).map(|opening| ObstaclePrism {
            region: Cow::Borrowed(&opening.region),
            heights: [opening.bottom, opening.top],
        });
        let friends = others.friends.iter().map(|friend| ObstaclePrism {
            region: Cow::Owned(Region::of_disc(friend.disc)),
            heights: friend.heights(),
        });
        let walls_block = policy.difficult == DifficultGoing::Avoided;
        let friends_block = policy.slow == SlowGoing::Barred;
        Self {
            areas: areas.collect(),
            walls: if walls_block { walls.chain(closed).collect() } else { Vec::new() },
            friends: if friends_block { friends.collect() } else { Vec::new() },
        }
    }

    pub(super) fn prisms(&self) -> impl Iterator<Item = &ObstaclePrism<'a>> {
        self.walls.iter().chain(&self.friends)
    }
}

/// Region on one surface that is closed to the centre of a base.
#[derive(Clone, Copy, Debug)]
pub(super) enum Obstacle<'p> {
    /// Deeper inside a shape than the inset, inches; a negative one extends it outward.
    Inset(&'p Region, f64),

    /// Closer to a point than a distance, inches.
    Disc(Point, f64),
}

/// Far above the rounding of intersections.
const CERTAIN_DEPTH_INCHES: f64 = 1e-6;

impl Obstacle<'_> {
    /// The parts of a leg that it blocks.
    pub(super) fn blocked_intervals(&self, leg: Leg) -> Intervals {
        match *self {
            Self::Inset(region, inset) => region.intervals_inside(leg, inset),
            Self::Disc(centre, radius) => clip_to_circle(leg, centre, radius).into_iter().collect(),
        }
    }

    /// Whether it blocks a point so deep inside that it blocks every leg to there as well.
    pub(super) fn surely_contains(&self, at: Point) -> bool {
        match *self {
            Self::Inset(region, inset) => Self::Inset(region, inset + CERTAIN_DEPTH_INCHES).contains(at),
            Self::Disc(centre, radius) => Self::Disc(centre, radius - CERTAIN_DEPTH_INCHES).contains(at),
        }
    }

    /// Whether it blocks a point.
    pub(super) fn contains(&self, at: Point) -> bool {
        match *self {
            Self::Inset(region, inset) => region.contains(at, inset),
            Self::Disc(centre, radius) => distance(centre, at) < radius,
        }
    }
}
