//! The positions of a unit's models: one by one, or as a block in ranks and files.

use super::footprint::Frame;
use super::node_measures::NodeMeasures as _;
use super::ron::Node;
use super::scenario::ModelStart;
use crate::rules::card::Card;
use crate::rules::measures::{Facing, Place, Thou};
use crate::table::shape::Point;
use crate::table::terrain::Terrain;

/// Default number of models abreast in a block, and default gap between bases.
pub(crate) const DEFAULT_FILES: u8 = 5;
pub(crate) const DEFAULT_BASE_GAP: Thou = Thou(500);

/// A model, and the node of its position in the file.
#[derive(Clone, Copy)]
pub(super) struct Formed<'a> {
    pub(super) node: Node<'a>,
    pub(super) start: ModelStart,
}

/// One entry for each model of the card, or a fault.
pub(super) fn read_models<'a>(
    node: Node<'a>,
    card: &Card,
    terrain: Option<&Terrain>,
) -> Option<Vec<Formed<'a>>> {
    if node.source().starts_with('[') {
        return read_one_by_one(node, card, terrain);
    }
    read_block(node, card, terrain)
}

/// `[(at: (0.0, 1.0), facing: 90.0), Lost, …]`.
fn read_one_by_one<'a>(node: Node<'a>, card: &Card, terrain: Option<&Terrain>) -> Option<Vec<Formed<'a>>> {
    let nodes = node.items(0..=255)?;
    let read: Vec<Option<Formed>> = nodes.iter().map(|&node| read_model(node, card, terrain)).collect();
    if nodes.len() != usize::from(card.models) {
        let what = format!("there are {} models here", nodes.len());
        node.fault(what, format!("the {} models of the card, lost ones as Lost", card.models));
        return None;
    }
    read.into_iter().collect()
}

fn read_model<'a>(node: Node<'a>, card: &Card, terrain: Option<&Terrain>) -> Option<Formed<'a>> {
    for (word, start) in [("Lost", ModelStart::Lost), ("Escaped", ModelStart::Escaped)] {
        if node.source() == word {
            return Some(Formed { node, start });
        }
    }
    let fields = node.fields(&["at", "facing", "wounds_lost"])?;
    let at = fields.need("at");
    let place = at.and_then(|node| read_place(node, terrain));
    let facing = fields.need("facing").and_then(|node| node.facing());
    let wounds_lost = fields.or("wounds_lost", 0, |node| node.byte(0..=card.wounds - 1, "wounds"));
    let start = ModelStart::Standing { at: place?, facing: facing?, wounds_lost: wounds_lost? };
    Some(Formed { node: at?, start })
}

/// `(x, y)` on the open ground, or `(x, y, z)`.
fn read_place(node: Node<'_>, terrain: Option<&Terrain>) -> Option<Place> {
    let parts = node.tuple(2..=3)?;
    let [x, y] = [parts[0].coordinate(), parts[1].coordinate()];
    let z = parts.get(2).map(|node| node.inches(0.0..=96.0));
    let (x, y) = (x?, y?);
    let z = z.unwrap_or_else(|| Some(ground_height(terrain, [x.inches(), y.inches()])))?;
    Some(Place { x, y, z })
}

/// Height of the open ground at a point; 0 without a terrain, and then no model is checked.
fn ground_height(terrain: Option<&Terrain>, at: Point) -> Thou {
    terrain.map_or(Thou(0), |terrain| terrain.ground_height(at))
}

/// `Block(at: (0.0, 1.0), facing: 90.0, files: 5, gap: 0.5, lost: [9, 10])`.
///
/// `at` is the middle of the block. Models are numbered along each rank from their
/// own left, the front rank first; lost ones leave gaps.
fn read_block<'a>(node: Node<'a>, card: &Card, terrain: Option<&Terrain>) -> Option<Vec<Formed<'a>>> {
    let (_, body) = node.variant(&["Block"])?;
    let fields = body.fields(&["at", "facing", "files", "gap", "lost"])?;
    let at_node = fields.need("at");
    let at = at_node.and_then(|node| node.point());
    let facing = fields.need("facing").and_then(|node| node.facing());
    let files = fields
        .or("files", DEFAULT_FILES.min(card.models), |node| node.byte(1..=card.models, "models abreast"));
    let gap = fields.or("gap", DEFAULT_BASE_GAP, |node| node.inches(0.0..=12.0));
    let lost = fields.or("lost", Vec::new(), |node| read_lost(node, card));
    let (at, facing, lost) = (at?, facing?, lost?);
    let block = Block { at, facing, files: files?, pitch: card.base.diameter.inches() + gap?.inches() };
    let node = at_node?;
    let form = |index: u8| {
        let start = if lost.contains(&(index + 1)) {
            ModelStart::Lost
        } else {
            let [x, y] = block.place(index, card.models);
            let at = Place::from_inches(x, y, ground_height(terrain, [x, y]).inches()).ok()?;
            ModelStart::Standing { at, facing, wounds_lost: 0 }
        };
        Some(Formed { node, start })
    };
    (0..card.models).map(form).collect()
}

/// Numbers of lost models, each once.
fn read_lost(node: Node<'_>, card: &Card) -> Option<Vec<u8>> {
    let mut lost: Vec<u8> = Vec::new();
    for node in node.items(0..=usize::from(card.models))? {
        let number = node.byte(1..=card.models, "")?;
        if lost.contains(&number) {
            node.fault(format!("model {number} is listed twice"), "each number once");
            return None;
        }
        lost.push(number);
    }
    Some(lost)
}

/// Ranks and files around a point.
struct Block {
    at: Point,
    facing: Facing,
    files: u8,
    /// From centre to centre, inches.
    pitch: f64,
}

impl Block {
    /// Place of the model number `index` among so many.
    fn place(&self, index: u8, models: u8) -> Point {
        let ranks = models.div_ceil(self.files);
        let from_middle = |at: u8, of: u8| (f64::from(of) - 1.0) / 2.0 - f64::from(at);
        let ahead = from_middle(index / self.files, ranks) * self.pitch;
        let left = from_middle(index % self.files, self.files) * self.pitch;
        Frame::new(self.at, self.facing.degrees()).place([ahead, left])
    }
}
