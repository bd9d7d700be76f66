//! What of the terrain matters to sight: upright prisms, made from the same descriptions of the
//! pieces as movement uses.

use super::look::Look;
use super::tree::{Tree, Visit};
use super::walls::solid_parts;
use crate::rules::measures::Thou;
use crate::table::piece::{Kind, Level, Piece, Roof, Wall};
use crate::table::region::Region;
use crate::table::shape::Shape;

/// An upright prism; inches over the table. A floor has its bottom at its top.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Block {
    pub(super) piece: usize,
    pub(super) region: Region,
    pub(super) bottom: f64,
    pub(super) top: f64,
    pub(super) matter: Matter,
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
    /// Of all pieces of a table.
    pub(in crate::table) fn new(pieces: &[Piece]) -> Self {
        let mut blocks = Vec::new();
        for (nth, piece) in pieces.iter().enumerate() {
            add(&mut blocks, nth, piece);
        }
        let tree = Tree::new(&mut blocks);
        Self { blocks, tree }
    }

    /// Every prism.
    #[cfg(test)]
    pub(super) fn all(&self) -> impl Iterator<Item = &Block> {
        self.blocks.iter()
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

fn add(blocks: &mut Vec<Block>, piece: usize, described: &Piece) {
    let mut prism = |shape: &Shape, bottom: Thou, top: Thou, matter: Matter| {
        let region = Region::new(shape.clone());
        blocks.push(Block { piece, region, bottom: bottom.inches(), top: top.inches(), matter });
    };
    match &described.kind {
        Kind::Hill { steps } => {
            for step in steps {
                prism(&step.outline, Thou(0), step.top, Matter::Solid);
            }
        }
        Kind::Wood { height } => prism(&described.footprint, Thou(0), *height, Matter::Trees),
        Kind::Linear { height } | Kind::Point { height } => {
            prism(&described.footprint, Thou(0), *height, Matter::Solid);
        }
        Kind::Ruin { walls, .. } => add_walls(blocks, piece, Thou(0), walls),
        Kind::Structure { levels, roof, .. } => add_structure(blocks, piece, described, levels, *roof),
        Kind::Bog | Kind::Field { .. } | Kind::Ground => {}
    }
}

fn add_structure(blocks: &mut Vec<Block>, piece: usize, described: &Piece, levels: &[Level], roof: Roof) {
    let mut slab = |level: &Level, height: Thou| {
        let shape = level.outline.as_ref().unwrap_or(&described.footprint);
        let [bottom, top] = [height.inches(); 2];
        let region = Region::new(shape.clone());
        blocks.push(Block { piece, region, bottom, top, matter: Matter::Solid });
    };
    // A floor on the table hides nothing: all that can be seen is over it.
    for level in levels.iter().filter(|level| level.floor.0 > 0) {
        slab(level, level.floor);
    }
    let highest = levels.iter().max_by_key(|level| level.top());
    if let (Some(highest), Roof::Flat) = (highest, roof) {
        slab(highest, highest.top());
    }
    for level in levels {
        add_walls(blocks, piece, level.floor, &level.walls);
    }
}

fn add_walls(blocks: &mut Vec<Block>, piece: usize, floor: Thou, walls: &[Wall]) {
    for part in walls.iter().flat_map(solid_parts) {
        let [bottom, top] = part.heights.map(|height| Thou(floor.0 + height.0).inches());
        blocks.push(Block { piece, region: part.region, bottom, top, matter: Matter::Solid });
    }
}
