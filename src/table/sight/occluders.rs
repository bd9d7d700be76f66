//! The table's occluders: upright prisms built from steps, floors, walls, obstacles and woods, indexed by a
//! bounding-volume hierarchy.

use std::ops::ControlFlow;

use super::bvh::{Aabb, Bounded, Bvh};
use super::joints::shared_point;
use super::view_frame::ViewFrame;
use crate::rules::measures::Thou;
use crate::table::outline::are_near;
use crate::table::piece::{Kind, Piece};
use crate::table::prisms::Prism;
use crate::table::region::Region;
use crate::table::shape::Point;
use crate::table::terrain::Terrain;

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

/// What an occluder does to a line of sight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum OccluderKind {
    /// Blocks it.
    Solid,
    /// Lets it through; its length inside counts.
    Trees,
}

/// A wood, bog or field, in which a base can stand.
#[derive(Clone, Debug, PartialEq)]
struct GrowthArea {
    piece: usize,
    region: Region,
}

/// All occluders and growth areas of a table, in the order of their hierarchies.
#[derive(Clone, Debug, Default, PartialEq)]
pub(in crate::table) struct Occluders {
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
    /// The occluders of a table.
    pub(in crate::table) fn of(terrain: &Terrain) -> Self {
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
        for solid in &terrain.solids {
            let heights = [solid.bottom, solid.top];
            add((solid.piece, solid.level), solid.region.clone(), heights, OccluderKind::Solid);
        }
        for (index, piece) in terrain.pieces.iter().enumerate() {
            let (height, kind) = match piece.kind {
                Kind::Wood { height } => (height, OccluderKind::Trees),
                Kind::Linear { height } | Kind::Point { height } => (height, OccluderKind::Solid),
                _ => continue,
            };
            add((index, None), Region::new(piece.footprint.clone()), [Thou(0), height], kind);
        }
        let grows = |kind: &Kind| matches!(kind, Kind::Wood { .. } | Kind::Bog | Kind::Field { .. });
        let growth = terrain.pieces.iter().enumerate().filter(|(_, piece)| grows(&piece.kind));
        let area = |(index, piece): (usize, &Piece)| GrowthArea {
            piece: index,
            region: Region::new(piece.footprint.clone()),
        };
        let mut growth: Vec<GrowthArea> = growth.map(area).collect();
        let (bvh, growth_bvh) = (Bvh::new(&mut occluders), Bvh::new(&mut growth));
        let joints = joints(&occluders, &bvh);
        Self { occluders, bvh, joints, growth, growth_bvh }
    }

    /// The woods, bogs and fields near a base, as ordered piece indices.
    pub(super) fn growth_near(&self, at: Point, radius: f64) -> Vec<usize> {
        let mut found = Vec::new();
        let _ = self.growth_bvh.visit(&|aabb| are_near(aabb.bounds, [at; 2], radius), &mut |leaf| {
            let near = self.growth[leaf].iter().filter(|area| area.region.is_near([at; 2], radius));
            found.extend(near.map(|area| area.piece));
            ControlFlow::Continue(())
        });
        found.sort_unstable();
        found
    }

    /// Every occluder, in order.
    pub(super) fn all(&self) -> &[Occluder] {
        &self.occluders
    }

    /// The solid ones, as prisms.
    pub(in crate::table) fn solids(&self) -> impl Iterator<Item = Prism<'_>> {
        let solid = self.occluders.iter().filter(|occluder| occluder.kind == OccluderKind::Solid);
        solid.map(|&Occluder { piece, level, ref region, bottom, top, .. }| Prism {
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
