//! Barriers to a way that links two models: walls, impassable ground, bases.

use std::borrow::Cow;

use crate::outline::Bounds;
use crate::plane::{Leg, distance};
use crate::region::{Intervals, Region};
use crate::shape::Point;
use crate::terrain::Terrain;
use crate::walk::{Footing, Mover, Surface};
use crate::walls::WallPart;
use warstrike_rules::measures::Thou;
use warstrike_rules::movement::bodies::{Body, meet_in_height};
use warstrike_rules::movement::going::Going;

/// Distance of vertices from barriers, inches; legs keep half of that, so that no way leads through the joint of two walls that touch.
pub(super) const CLEARANCE: f64 = 1e-4;

/// Everything that can matter to one way.
pub(super) struct Barriers<'t> {
    pub(super) terrain: &'t Terrain,
    pub(super) mover: Mover,
    pub(super) all: Vec<Barrier<'t>>,
    /// Indices of the steps of hills nearby.
    pub(super) steps: Vec<usize>,
    /// Indices of the floors nearby that are not impassable.
    pub(super) floors: Vec<usize>,
}

/// Something that blocks the way.
pub(super) struct Barrier<'t> {
    pub(super) region: Cow<'t, Region>,
    pub(super) extent: Extent,
}

/// Surfaces on which a barrier blocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Extent {
    /// On the ground, whatever its height.
    Ground,
    /// Wherever the model, standing there, meets it between its bottom and its top.
    Heights([Thou; 2]),
}

impl<'t> Barriers<'t> {
    /// Those of the terrain that a way of at most some length between two points can meet.
    ///
    /// Rule: CC-1 (the way), STR-1, GO-4, OBS-3.
    pub(super) fn within(terrain: &'t Terrain, mover: Mover, foci: [Point; 2], max_length: f64) -> Self {
        let around = ellipse_bounds(foci, max_length);
        let near = |region: &Region| region.is_near(around, CLEARANCE + terrain.touch_depth());
        let is_impassable = |piece: usize| terrain.going_of(piece, mover.gait).0 == Going::Impassable;
        let walls = terrain.solids.iter().filter(|solid| solid.part == WallPart::Wall && near(&solid.region));
        let walls = walls.map(|wall| Barrier {
            region: Cow::Borrowed(&wall.region),
            extent: Extent::Heights([wall.bottom, wall.top]),
        });
        let areas = terrain.areas.iter().filter(|area| area.going(mover.gait).0 == Going::Impassable);
        let areas = areas
            .filter(|area| near(&area.region))
            .map(|area| Barrier { region: Cow::Borrowed(&area.region), extent: Extent::Ground });
        let steps = (0..terrain.steps.len()).filter(|index| near(&terrain.steps[*index].region));
        let floors = terrain.floors.iter().enumerate();
        let floors = floors.filter(|(_, floor)| near(&floor.region) && !is_impassable(floor.piece));
        Self {
            terrain,
            mover,
            all: walls.chain(areas).collect(),
            steps: steps.collect(),
            floors: floors.map(|(index, _)| index).collect(),
        }
    }

    /// Adds bases.
    pub(super) fn add(&mut self, bases: &[&Body]) {
        self.all.extend(bases.iter().map(|base| Barrier {
            region: Cow::Owned(Region::of_disc(base.disc)),
            extent: Extent::Heights(base.heights()),
        }));
    }

    /// Whether a point surely lies in barriers on every surface over it, so that no way leads there.
    pub(super) fn bury(&self, at: Point) -> bool {
        let here: Vec<Extent> =
            self.all.iter().filter(|one| one.region.contains(at, 0.0)).map(|one| one.extent).collect();
        let is_blocked = |on: &Surface| here.iter().any(|extent| extent.blocks(self.mover, *on));
        !here.is_empty() && self.surfaces_at(at).iter().all(is_blocked)
    }

    /// The parts of a leg that lie in barriers, with the extent of each.
    pub(super) fn along(&self, leg: Leg) -> Vec<(Extent, Intervals)> {
        let inside = |barrier: &Barrier| parts_inside(&barrier.region, leg);
        let met = self.all.iter().map(|barrier| (barrier.extent, inside(barrier)));
        met.filter(|(_, parts)| !parts.is_empty()).collect()
    }
}

/// The parts of a leg that come too close to a region, or into it.
fn parts_inside(region: &Region, leg: Leg) -> Intervals {
    region.intervals_inside(leg, -CLEARANCE / 2.0)
}

/// Whether any of some legs comes too close to a base, on whatever surface.
pub(super) fn meets(base: &Body, legs: &[Leg]) -> bool {
    let region = Region::of_disc(base.disc);
    legs.iter().any(|leg| !parts_inside(&region, *leg).is_empty())
}

impl Extent {
    /// Whether it blocks a model on a surface.
    pub(super) fn blocks(self, mover: Mover, on: Surface) -> bool {
        match self {
            Self::Ground => on.footing == Footing::Ground,
            Self::Heights(heights) => meet_in_height(mover.heights_at(on.height), heights),
        }
    }
}

/// The bounding box of every point that a path of at most some length between two points can pass.
fn ellipse_bounds(foci: [Point; 2], max_length: f64) -> Bounds {
    let apart = distance(foci[0], foci[1]);
    // Its smaller half-axis is more than it reaches beyond its foci.
    let reach = (max_length * max_length - apart * apart).max(0.0).sqrt() / 2.0;
    let [low, high] = Leg { from: foci[0], to: foci[1] }.bounds();
    [low.map(|side| side - reach), high.map(|side| side + reach)]
}
