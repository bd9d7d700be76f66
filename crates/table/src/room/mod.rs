//! Room for a formation: where equal bases can stand together in a zone, around what stands there.
//!
//! Three searches, the quickest first: ranks and files in one alignment after another (`ranks`), a proof that there is no room
//! at all (`proof`), and one base after the other where it touches two things (`contacts`). What any of them finds holds by
//! the same measures as a placing by hand. The effort is a number of places, never a time.

mod contacts;
mod curves;
mod proof;
mod ranks;

pub use curves::{Curve, meeting_points, outside};

use std::borrow::Cow;
use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;

use super::shape::{Point, Shape};
use super::terrain::Terrain;
use super::walk::Mover;
use warstrike_rules::basics::{Allowance, Disc, gap};
use warstrike_rules::measures::{Place, Thou};
use warstrike_rules::movement::bodies::{Body, overlap};
use warstrike_rules::movement::coherency::{coherency_gap, level_relation, out_of_coherency};

/// Constraints on a formation of equal bases.
///
/// Rule: MIS-1, MIS-3, COH-1.
#[derive(Clone, Debug)]
pub struct Room<'a> {
    /// The table.
    pub terrain: &'a Terrain,
    /// Each of the models.
    pub mover: Mover,
    /// Bases lie wholly inside it.
    pub zone: Cow<'a, Shape>,
    /// The leader's base lies wholly inside it.
    pub leader_zone: Option<Shape>,
    /// Models that stand on the table.
    pub others: Vec<Body>,
    /// Models to keep away from.
    pub enemies: Vec<Disc>,
    /// Minimum gap to those models, inches.
    pub enemy_gap: f64,
    /// The largest gap in coherency, inches.
    pub max_gap: f64,
}

/// The most places that are looked at for one formation.
const MAX_PLACES: usize = 40_000;

/// Share of the allowance by which bases are pushed together where they have no room otherwise: the rest is for the rounding of two places
/// to whole thousandths.
const PUSH: f64 = 0.7;

impl Room<'_> {
    /// Places for `count` bases, the leader's first, near a point if they have room there; `None` if none was found.
    ///
    /// Rule: MIS-1, MIS-3.
    pub fn formation(&self, count: usize, near: Point) -> Option<Vec<Place>> {
        let search =
            Search { room: self, count, near, seen: RefCell::default(), left: Cell::new(MAX_PLACES) };
        let found = search.in_open_ranks().or_else(|| {
            if self.is_surely_too_small(count) {
                return None;
            }
            let pushed = PUSH * self.allowance().0;
            search.in_ranks().or_else(|| [0.0, pushed].into_iter().find_map(|push| search.touching(push)))
        });
        found.filter(|places| self.holds(places))
    }

    fn allowance(&self) -> Allowance {
        self.terrain.allowance()
    }

    /// Whether one base may stand at a place.
    ///
    /// Rule: MIS-1, MIS-3, MOV-4.
    fn fits(&self, place: Place) -> bool {
        let body = self.body(place);
        let apart = |enemy: &Disc| self.allowance().at_least(gap(body.disc, *enemy), self.enemy_gap);
        self.terrain.check_room(place, self.mover).is_ok()
            && !self.others.iter().any(|other| overlap(body, *other, self.allowance()))
            && self.enemies.iter().all(apart)
    }

    /// Whether a base lies wholly in a zone.
    fn lies_in(&self, zone: &Shape, at: Point) -> bool {
        self.allowance().at_least(zone.depth_inside(at), self.mover.radius)
    }

    /// Whether the leader may stand at a place where a base may.
    fn may_lead(&self, place: Place) -> bool {
        self.leader_zone.as_ref().is_none_or(|zone| self.lies_in(zone, place.ground()))
    }

    /// Whether two bases are in coherency.
    ///
    /// Rule: COH-1, COH-2.
    fn links(&self, a: Place, b: Place) -> bool {
        self.allowance().at_most(self.gap_between(a, b), self.max_gap)
    }

    fn gap_between(&self, a: Place, b: Place) -> f64 {
        let level = |at: Place| self.terrain.level_at(at.ground(), at.z);
        let levels = || level_relation(level(a), level(b));
        let disc = |at: Place| self.body(at).disc;
        // Heights differ between levels alone.
        if a.z == b.z { gap(disc(a), disc(b)) } else { coherency_gap(disc(a), disc(b), levels()) }
    }

    fn overlaps(&self, a: Place, b: Place) -> bool {
        overlap(self.body(a), self.body(b), self.allowance())
    }

    fn body(&self, at: Place) -> Body {
        Body { disc: Disc { at, radius: self.mover.radius }, height: self.mover.height }
    }

    /// Whether bases may stand together so.
    fn holds(&self, places: &[Place]) -> bool {
        let apart = |(index, place): (usize, &Place)| {
            self.lies_in(&self.zone, place.ground())
                && self.fits(*place)
                && !places[..index].iter().any(|other| self.overlaps(*place, *other))
        };
        let between = |a: usize, b: usize| self.gap_between(places[a], places[b]);
        places.first().is_some_and(|leader| self.may_lead(*leader))
            && places.iter().enumerate().all(apart)
            && out_of_coherency(places.len(), 0, self.max_gap, between, self.allowance()).is_none()
    }
}

/// A search for a formation.
struct Search<'a> {
    room: &'a Room<'a>,
    count: usize,
    near: Point,
    /// The places at points that have been looked at.
    seen: RefCell<BTreeMap<[Thou; 2], Vec<Place>>>,
    /// Number of points that may still be examined.
    left: Cell<usize>,
}

impl Search<'_> {
    /// Places for one base at a point: on the ground, and on the floors over it.
    fn places_at(&self, [x, y]: Point) -> Vec<Place> {
        let Ok(flat) = Place::from_inches(x, y, 0.0) else { return Vec::new() };
        let at = flat.ground();
        if self.left.get() == 0 || !self.room.lies_in(&self.room.zone, at) {
            return Vec::new();
        }
        if let Some(places) = self.seen.borrow().get(&[flat.x, flat.y]) {
            return places.clone();
        }
        self.left.set(self.left.get() - 1);
        let heights = self.room.terrain.heights_at(at).into_iter();
        let places = heights.map(|z| Place { z, ..flat }).filter(|place| self.room.fits(*place));
        let places: Vec<Place> = places.collect();
        self.seen.borrow_mut().insert([flat.x, flat.y], places.clone());
        places
    }

    /// Whether the effort is spent.
    fn is_spent(&self) -> bool {
        self.left.get() == 0
    }
}

#[cfg(test)]
mod tests;
