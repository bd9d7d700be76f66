//! What of the terrain matters to sight: upright prisms, of what movement goes up, along and round.

use super::joints::shared_point;
use super::look::Look;
use super::tree::{Bounded, Room, Tree, Visit};
use crate::rules::measures::Thou;
use crate::table::outline::are_near;
use crate::table::piece::{Kind, Piece};
use crate::table::region::Region;
use crate::table::shape::Point;
use crate::table::terrain::Terrain;

/// An upright prism; inches over the table. A floor has its bottom at its top.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Occluder {
    pub(super) piece: usize,
    pub(super) region: Region,
    pub(super) bottom: f64,
    pub(super) top: f64,
    pub(super) matter: OccluderKind,
    /// Whether its footprint nowhere turns in.
    pub(super) is_convex: bool,
}

/// What a prism is to a line of sight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum OccluderKind {
    /// It ends there.
    Solid,
    /// It goes on, and how far it runs inside counts.
    Trees,
}

/// A wood, bog or field, that a base can stand in.
#[derive(Clone, Debug, PartialEq)]
struct Patch {
    piece: usize,
    region: Region,
}

/// All prisms of a table, in an order in which what is near together stands together; so too what
/// grows on it.
#[derive(Clone, Debug, Default, PartialEq)]
pub(in crate::table) struct Blocks {
    blocks: Vec<Occluder>,
    tree: Tree,
    /// Of each prism those that it touches, in their order, and where.
    joints: Vec<Vec<(usize, Point)>>,
    growth: Vec<Patch>,
    growth_tree: Tree,
}

impl Bounded for Occluder {
    fn room(&self) -> Room {
        Room { bounds: self.region.bounds, bottom: self.bottom, top: self.top }
    }
}

impl Bounded for Patch {
    fn room(&self) -> Room {
        Room { bounds: self.region.bounds, bottom: 0.0, top: 0.0 }
    }
}

impl Blocks {
    /// Of all that stands on a table.
    pub(in crate::table) fn of(terrain: &Terrain) -> Self {
        let mut blocks = Vec::new();
        let mut prism = |piece: usize, region: Region, heights: [Thou; 2], matter: OccluderKind| {
            let [bottom, top] = heights.map(Thou::inches);
            let is_convex = region.shape.is_convex();
            blocks.push(Occluder { piece, region, bottom, top, matter, is_convex });
        };
        for step in &terrain.steps {
            prism(step.piece, step.region.clone(), [Thou(0), step.top], OccluderKind::Solid);
        }
        for floor in &terrain.floors {
            prism(floor.piece, floor.region.clone(), [floor.height; 2], OccluderKind::Solid);
        }
        for solid in &terrain.solids {
            prism(solid.piece, solid.region.clone(), [solid.bottom, solid.top], OccluderKind::Solid);
        }
        for (nth, piece) in terrain.pieces.iter().enumerate() {
            let (height, matter) = match piece.kind {
                Kind::Wood { height } => (height, OccluderKind::Trees),
                Kind::Linear { height } | Kind::Point { height } => (height, OccluderKind::Solid),
                _ => continue,
            };
            prism(nth, Region::new(piece.footprint.clone()), [Thou(0), height], matter);
        }
        let grows = |kind: &Kind| matches!(kind, Kind::Wood { .. } | Kind::Bog | Kind::Field { .. });
        let growth = terrain.pieces.iter().enumerate().filter(|(_, piece)| grows(&piece.kind));
        let patch = |(nth, piece): (usize, &Piece)| Patch {
            piece: nth,
            region: Region::new(piece.footprint.clone()),
        };
        let mut growth: Vec<Patch> = growth.map(patch).collect();
        let (tree, growth_tree) = (Tree::new(&mut blocks), Tree::new(&mut growth));
        let joints = joints(&blocks, &tree);
        Self { blocks, tree, joints, growth, growth_tree }
    }

    /// Woods, bogs and fields that a base may stand in, by their pieces.
    pub(super) fn growth_near(&self, at: Point, radius: f64) -> Vec<usize> {
        let mut found = Vec::new();
        self.growth_tree.visit(&|room| are_near(room.bounds, [at; 2], radius), &mut |leaf| {
            let near = self.growth[leaf].iter().filter(|patch| patch.region.is_near([at; 2], radius));
            found.extend(near.map(|patch| patch.piece));
            Visit::On
        });
        found.sort_unstable();
        found
    }

    /// Every prism, in its order.
    pub(super) fn all(&self) -> &[Occluder] {
        &self.blocks
    }

    /// A point over the table that two convex solids share.
    pub(super) fn joint(&self, a: usize, b: usize) -> Option<Point> {
        self.joints[a].iter().find(|(other, _)| *other == b).map(|(_, at)| *at)
    }

    /// Calls `meet` with every prism that may reach between the eyes and the body, until it is over.
    pub(super) fn visit<'a>(&'a self, look: &Look, mut meet: impl FnMut(&'a Occluder) -> Visit) {
        self.tree.visit(&|room| look.reaches(room), &mut |leaf| {
            let reached = self.blocks[leaf].iter().filter(|block| look.reaches(&block.room()));
            let over = reached.map(&mut meet).any(|visit| visit == Visit::Over);
            if over { Visit::Over } else { Visit::On }
        });
    }
}

/// Where convex solids touch each other.
fn joints(blocks: &[Occluder], tree: &Tree) -> Vec<Vec<(usize, Point)>> {
    let fits = |block: &Occluder| block.is_convex && block.matter == OccluderKind::Solid;
    let of = |nth: usize| {
        let block = &blocks[nth];
        let mut found = Vec::new();
        if fits(block) {
            tree.visit(&|room| are_near(room.bounds, block.region.bounds, 0.0), &mut |leaf| {
                let others = leaf.filter(|other| *other != nth && fits(&blocks[*other]));
                let shared = |other: usize| {
                    Some((other, shared_point(&block.region.shape, &blocks[other].region.shape)?))
                };
                found.extend(others.filter_map(shared));
                Visit::On
            });
        }
        found
    };
    (0..blocks.len()).map(of).collect()
}
