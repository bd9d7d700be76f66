//! What bars the way of a kind of mover: one list for corners, legs and rims.

use std::borrow::Cow;

use super::{DifficultGoing, Others, Ways};
use crate::rules::measures::Thou;
use crate::rules::movement::allowance::SlowGoing;
use crate::rules::movement::going::Going;
use crate::table::plane::{Leg, distance};
use crate::table::region::{Intervals, Region, clip_to_circle};
use crate::table::shape::Point;
use crate::table::terrain::Terrain;
use crate::table::walk::Mover;
use crate::table::walls::WallPart;

/// What of a table bars a kind of mover, but for enemies.
#[derive(Clone, Debug)]
pub struct Bars<'a> {
    /// Ground, and how far the centre keeps off it: 0 where only it may not enter.
    pub(super) areas: Vec<(&'a Region, f64)>,
    /// Walls.
    pub(super) walls: Vec<Upright<'a>>,
    /// Friends of other units.
    pub(super) friends: Vec<Upright<'a>>,
}

/// Something that bars wherever a model beside it reaches to it.
#[derive(Clone, Debug)]
pub(super) struct Upright<'a> {
    pub(super) region: Cow<'a, Region>,
    /// Its lowest and its highest.
    pub(super) heights: [Thou; 2],
}

impl<'a> Bars<'a> {
    /// Rule: GO-2, GO-3, GO-4, GO-5, STR-1, MOV-3.
    pub(super) fn new(terrain: &'a Terrain, mover: Mover, ways: Ways, others: &Others) -> Self {
        let areas = terrain.areas.iter().filter_map(|area| match area.going(mover.gait).0 {
            Going::Impassable => Some((&area.region, mover.radius)),
            going => (!ways.allow(going)).then_some((&area.region, 0.0)),
        });
        let walls = terrain.solids.iter().filter(|solid| solid.part == WallPart::Wall);
        let walls = walls
            .map(|wall| Upright { region: Cow::Borrowed(&wall.region), heights: [wall.bottom, wall.top] });
        let friends = others.friends.iter().map(|friend| Upright {
            region: Cow::Owned(Region::of_disc(friend.disc)),
            heights: friend.heights(),
        });
        let avoided = ways.difficult == DifficultGoing::Avoided;
        let barred = ways.slow == SlowGoing::Barred;
        Self {
            areas: areas.collect(),
            walls: if avoided { walls.collect() } else { Vec::new() },
            friends: if barred { friends.collect() } else { Vec::new() },
        }
    }

    pub(super) fn uprights(&self) -> impl Iterator<Item = &Upright<'a>> {
        self.walls.iter().chain(&self.friends)
    }
}

/// Where the centre of a base may not be, on one surface.
#[derive(Clone, Copy, Debug)]
pub(super) enum Bar<'p> {
    /// Farther inside a figure than a depth, inches; near it too where that is below 0.
    Figure(&'p Region, f64),
    /// Nearer to a point than a distance.
    Disc(Point, f64),
}

impl Bar<'_> {
    /// The parts of a leg that it bars.
    pub(super) fn parts(&self, leg: Leg) -> Intervals {
        match *self {
            Self::Figure(region, depth) => region.intervals_inside(leg, depth),
            Self::Disc(centre, radius) => clip_to_circle(leg, centre, radius).into_iter().collect(),
        }
    }

    /// Whether it bars a point.
    pub(super) fn holds(&self, at: Point) -> bool {
        match *self {
            Self::Figure(region, depth) => region.contains(at, depth),
            Self::Disc(centre, radius) => distance(centre, at) < radius,
        }
    }
}
