//! What of the terrain matters to sight: upright prisms, of what movement goes up, along and round.

use super::look::Look;
use super::tree::{Tree, Visit};
use crate::rules::measures::Thou;
use crate::table::piece::Kind;
use crate::table::region::Region;
use crate::table::terrain::Terrain;

/// An upright prism; inches over the table. A floor has its bottom at its top.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Block {
    pub(super) piece: usize,
    pub(super) region: Region,
    pub(super) bottom: f64,
    pub(super) top: f64,
    pub(super) matter: Matter,
    /// Whether its footprint nowhere turns in.
    pub(super) is_convex: bool,
}

/// What a prism is to a line of sight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Matter {
    /// It ends there.
    Solid,
    /// It goes on, and how far it runs inside counts.
    Trees,
}

/// All prisms of a table, in an order in which what is near together stands together.
#[derive(Clone, Debug, Default, PartialEq)]
pub(in crate::table) struct Blocks {
    blocks: Vec<Block>,
    tree: Tree,
}

impl Blocks {
    /// Of all that stands on a table.
    pub(in crate::table) fn of(terrain: &Terrain) -> Self {
        let mut blocks = Vec::new();
        let mut prism = |piece: usize, region: Region, heights: [Thou; 2], matter: Matter| {
            let [bottom, top] = heights.map(Thou::inches);
            let is_convex = region.shape.is_convex();
            blocks.push(Block { piece, region, bottom, top, matter, is_convex });
        };
        for step in &terrain.steps {
            prism(step.piece, step.region.clone(), [Thou(0), step.top], Matter::Solid);
        }
        for floor in &terrain.floors {
            prism(floor.piece, floor.region.clone(), [floor.height; 2], Matter::Solid);
        }
        for solid in &terrain.solids {
            prism(solid.piece, solid.region.clone(), [solid.bottom, solid.top], Matter::Solid);
        }
        for (nth, piece) in terrain.pieces.iter().enumerate() {
            let (height, matter) = match piece.kind {
                Kind::Wood { height } => (height, Matter::Trees),
                Kind::Linear { height } | Kind::Point { height } => (height, Matter::Solid),
                _ => continue,
            };
            prism(nth, Region::new(piece.footprint.clone()), [Thou(0), height], matter);
        }
        let tree = Tree::new(&mut blocks);
        Self { blocks, tree }
    }

    /// Every prism, in its order.
    pub(super) fn all(&self) -> &[Block] {
        &self.blocks
    }

    /// Calls `meet` with every prism that may reach between the eyes and the body, until it is over.
    pub(super) fn visit(&self, look: &Look, mut meet: impl FnMut(&Block) -> Visit) {
        self.tree.visit(&|room| look.reaches(room), &mut |leaf| {
            let reached = self.blocks[leaf].iter().filter(|block| look.reaches(&block.room()));
            let over = reached.map(&mut meet).any(|visit| visit == Visit::Over);
            if over { Visit::Over } else { Visit::On }
        });
    }
}
