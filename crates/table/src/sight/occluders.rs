//! The table's occluders: upright prisms built from steps, floors, walls, obstacles and woods, indexed by a
//! bounding-volume hierarchy.

use std::ops::ControlFlow;

use super::bvh::{Aabb, Bounded, Bvh};
use super::joints::shared_point;
use super::view_frame::ViewFrame;
use crate::outline::are_near;
use crate::prisms::Prism;
use crate::region::Region;
use crate::shape::Point;
use crate::terrain::{Solid, Standing, StandingKind, Terrain};
use warstrike_rules::measures::Thou;

/// An upright prism; heights are inches above the table. A floor has its bottom at its top.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Occluder {
    pub(super) piece: usize,
    /// The level of a structure that it belongs to.
    pub(super) level: Option<usize>,
    pub(super) region: Region,
    pub(super) bottom: f64,
    pub(super) top: f64,
    pub(super) kind: OccluderKind,
    /// Whether its footprint is convex.
    pub(super) is_convex: bool,
}

/// Effect of an occluder on a line of sight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum OccluderKind {
    /// Blocks it.
    Solid,
    /// Lets it through; its length inside counts.
    Trees,
}

/// A part of a wood, bog or field, in which a base can stand.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct GrowthArea {
    pub(super) piece: usize,
    pub(super) region: Region,
    /// The height of the ground under it.
    pub(super) bottom: Thou,
    /// That of its trees; `None` for a bog or field.
    pub(super) tree_top: Option<Thou>,
}

/// All occluders and growth areas of a table, in the order of their hierarchies.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Occluders {
    occluders: Vec<Occluder>,
    bvh: Bvh,
    /// For each occluder, those it touches, in their order, and a point that both share.
    joints: Vec<Vec<(usize, Point)>>,
    growth: Vec<GrowthArea>,
    growth_bvh: Bvh,
}

impl Bounded for Occluder {
    fn aabb(&self) -> Aabb {
        Aabb { bounds: self.region.bounds, bottom: self.bottom, top: self.top }
    }
}

impl Bounded for GrowthArea {
    fn aabb(&self) -> Aabb {
        Aabb { bounds: self.region.bounds, bottom: 0.0, top: 0.0 }
    }
}

impl Occluders {
    /// The occluders of a table, with the solid parts of its walls.
    pub(crate) fn of(terrain: &Terrain, walls: Vec<Solid>) -> Self {
        let mut occluders = Vec::new();
        let mut add = |(piece, level), region: Region, heights: [Thou; 2], kind: OccluderKind| {
            let [bottom, top] = heights.map(Thou::inches);
            let is_convex = region.shape.is_convex();
            occluders.push(Occluder { piece, level, region, bottom, top, kind, is_convex });
        };
        for step in &terrain.steps {
            add((step.piece, None), step.region.clone(), [Thou(0), step.top], OccluderKind::Solid);
        }
        for floor in &terrain.floors {
            add(
                (floor.piece, Some(floor.level)),
                floor.region.clone(),
                [floor.height; 2],
                OccluderKind::Solid,
            );
        }
        for Solid { piece, level, region, bottom, top, .. } in walls {
            add((piece, level), region, [bottom, top], OccluderKind::Solid);
        }
        let mut growth = Vec::new();
        for Standing { piece, region, bottom, top, kind } in &terrain.standing {
            let occluder = match kind {
                StandingKind::Obstacle => Some(OccluderKind::Solid),
                StandingKind::Trees => Some(OccluderKind::Trees),
                StandingKind::LowGrowth => None,
            };
            if let Some(occluder) = occluder {
                add((*piece, None), region.clone(), [*bottom, *top], occluder);
            }
            if *kind != StandingKind::Obstacle {
                let tree_top = (*kind == StandingKind::Trees).then_some(*top);
                growth.push(GrowthArea { piece: *piece, region: region.clone(), bottom: *bottom, tree_top });
            }
        }
        let (bvh, growth_bvh) = (Bvh::new(&mut occluders), Bvh::new(&mut growth));
        let joints = joints(&occluders, &bvh);
        Self { occluders, bvh, joints, growth, growth_bvh }
    }

    /// The parts of woods, bogs and fields near a base, ordered by piece.
    pub(super) fn growth_near(&self, at: Point, radius: f64) -> Vec<&GrowthArea> {
        let mut found: Vec<&GrowthArea> = Vec::new();
        let _ = self.growth_bvh.visit(&|aabb| are_near(aabb.bounds, [at; 2], radius), &mut |leaf| {
            found.extend(self.growth[leaf].iter().filter(|area| area.region.is_near([at; 2], radius)));
            ControlFlow::Continue(())
        });
        found.sort_unstable_by_key(|area| area.piece);
        found
    }

    /// Every occluder, in order.
    pub(super) fn all(&self) -> &[Occluder] {
        &self.occluders
    }

    /// The solid ones, as prisms.
    pub(crate) fn solids(&self) -> impl Iterator<Item = Prism<'_>> {
        self.prisms(OccluderKind::Solid)
    }

    /// The trees, as prisms.
    pub(crate) fn trees(&self) -> impl Iterator<Item = Prism<'_>> {
        self.prisms(OccluderKind::Trees)
    }

    fn prisms(&self, kind: OccluderKind) -> impl Iterator<Item = Prism<'_>> {
        let those = self.occluders.iter().filter(move |occluder| occluder.kind == kind);
        those.map(|&Occluder { piece, level, ref region, bottom, top, .. }| Prism {
            piece,
            level,
            outline: &region.shape,
            bottom,
            top,
        })
    }

    /// A point over the table that two convex solids share.
    pub(super) fn joint(&self, a: usize, b: usize) -> Option<Point> {
        self.joints[a].iter().find(|(other, _)| *other == b).map(|(_, at)| *at)
    }

    /// Whether no occluder, nor any wood, reaches between the eyes and the body.
    pub(super) fn is_free_between(&self, frame: &ViewFrame) -> bool {
        let mut is_free = true;
        self.visit(frame, |_| {
            is_free = false;
            ControlFlow::Break(())
        });
        is_free
    }

    /// Calls `meet` with every occluder that may reach between the eyes and the body, until it breaks.
    pub(super) fn visit<'a>(
        &'a self,
        frame: &ViewFrame,
        mut meet: impl FnMut(&'a Occluder) -> ControlFlow<()>,
    ) {
        let _ = self.bvh.visit(&|aabb| frame.may_meet(aabb), &mut |leaf| {
            self.occluders[leaf]
                .iter()
                .filter(|occluder| frame.may_meet(&occluder.aabb()))
                .try_for_each(&mut meet)
        });
    }
}

/// The joints of every occluder with other convex solids.
fn joints(occluders: &[Occluder], bvh: &Bvh) -> Vec<Vec<(usize, Point)>> {
    let fits = |occluder: &Occluder| occluder.is_convex && occluder.kind == OccluderKind::Solid;
    let of = |index: usize| {
        let occluder = &occluders[index];
        let mut found = Vec::new();
        if fits(occluder) {
            let _ = bvh.visit(&|aabb| are_near(aabb.bounds, occluder.region.bounds, 0.0), &mut |leaf| {
                let others = leaf.filter(|other| *other != index && fits(&occluders[*other]));
                let shared = |other: usize| {
                    Some((other, shared_point(&occluder.region.shape, &occluders[other].region.shape)?))
                };
                found.extend(others.filter_map(shared));
                ControlFlow::Continue(())
            });
        }
        found
    };
    (0..occluders.len()).map(of).collect()
}
