//! The terrain of a level file: pieces, their kinds, the steps of a hill.

use super::footprint::{FOOTPRINT_FIELDS, Frame, read_footprint};
use super::node_measures::NodeMeasures as _;
use super::ron::{Fields, Node};
use super::structure_file::{read_ruin, read_structure};
use crate::rules::measures::Thou;
use crate::table::piece::{Danger, Going, Kind, Piece, Step};
use crate::table::shape::{Point, Shape};

/// Pieces on a table.
const MAX_PIECES: usize = 500;

/// Heights above the table, inches.
pub(super) const HEIGHTS: std::ops::RangeInclusive<f64> = 0.1..=48.0;

const KINDS: [&str; 10] =
    ["Hill", "Wood", "Ruin", "Bog", "Field", "Linear", "Point", "Structure", "Ground", "Pavement"];

/// Something read, with the nodes of its id and its place, for checks
/// against the rest of the level.
pub(super) struct Located<'a, T> {
    pub(super) id: Node<'a>,
    pub(super) at: Node<'a>,
    pub(super) value: T,
}

/// The pieces of a level, without those that have a fault.
pub(super) fn read_terrain(node: Node<'_>) -> Vec<Located<'_, Piece>> {
    node.items(0..=MAX_PIECES).unwrap_or_default().into_iter().filter_map(read_piece).collect()
}

fn read_piece(node: Node<'_>) -> Option<Located<'_, Piece>> {
    let own = ["id", "kind", "at", "turn", "height", "going", "dangerous"];
    let fields = node.fields(&[&own[..], &FOOTPRINT_FIELDS[..]].concat())?;
    let id = fields.need("id").and_then(|node| node.id());
    let frame = read_frame(&fields);
    let going = fields.maybe("going", |node| node.word(&GOING));
    let danger = fields.or("dangerous", Danger::None, read_danger);
    // If the place is wrong, the middle of the table is assumed to find the other faults.
    let fallback = frame.unwrap_or(Frame::TABLE);
    let footprint = read_footprint(&fields, fallback);
    let height = Height::of(&fields, footprint.height);
    let outline = Outline { frame: fallback, shape: footprint.shape };
    let kind = fields.need("kind").and_then(|node| read_kind(node, &height, &outline));
    frame?;
    let value = Piece { id: id?, footprint: outline.shape?, kind: kind?, going: going?, danger: danger? };
    Some(Located { id: fields.get("id")?, at: fields.get("at").unwrap_or(node), value })
}

/// Position and rotation of a piece.
fn read_frame(fields: &Fields<'_>) -> Option<Frame> {
    let at = fields.or("at", [0.0, 0.0], |node| node.point());
    let turn = fields.or("turn", 0.0, |node| node.degrees());
    Some(Frame::new(at?, turn?))
}

/// The words of chapter 5.
const GOING: [(&str, Going); 5] = [
    ("Clear", Going::Clear),
    ("Slow", Going::Slow),
    ("Difficult", Going::Difficult),
    ("SlowAndDifficult", Going::SlowAndDifficult),
    ("Impassable", Going::Impassable),
];

fn read_danger(node: Node<'_>) -> Option<Danger> {
    Some(if node.flag()? { Danger::Dangerous } else { Danger::None })
}

/// The outline of a piece; parts of it are placed in its frame and must lie within.
pub(super) struct Outline {
    pub(super) frame: Frame,
    pub(super) shape: Option<Shape>,
}

/// The height of a piece: `height`, or the third number of `size`.
pub(super) struct Height<'a> {
    piece: Node<'a>,
    given: Option<Node<'a>>,
}

impl<'a> Height<'a> {
    fn of(fields: &Fields<'a>, in_size: Option<Node<'a>>) -> Self {
        let named = fields.get("height");
        if let (Some(named), Some(_)) = (named, in_size) {
            named.fault("the height is given twice", "`height`, or a third number in `size`");
        }
        Self { piece: fields.node, given: named.or(in_size) }
    }

    /// The height of a kind that must have one.
    pub(super) fn need(&self) -> Option<Thou> {
        if self.given.is_none() {
            self.piece
                .fault("this piece has no height", "`height: …`, or a third number in `size`, in inches");
        }
        self.given?.inches(HEIGHTS)
    }

    /// Records a fault if a height is given to a kind that has none of its own.
    fn refuse(&self, expected: &str) -> Option<()> {
        let Some(given) = self.given else { return Some(()) };
        given.fault("this kind of piece has no height of its own", expected);
        None
    }
}

fn read_kind(node: Node<'_>, height: &Height<'_>, outline: &Outline) -> Option<Kind> {
    let (name, node) = node.variant(&KINDS)?;
    match name {
        "Hill" => read_hill(node, height, outline),
        "Ruin" => read_ruin(node, height, outline),
        "Structure" => {
            let refused = height.refuse("no height here: walls have heights");
            let structure = read_structure(node, outline);
            refused.and(structure)
        }
        _ => read_plain_kind(name, node, height),
    }
}

/// The kinds that have no parameter but a height.
fn read_plain_kind(name: &str, node: Node<'_>, height: &Height<'_>) -> Option<Kind> {
    node.fields(&[])?;
    Some(match name {
        "Wood" => Kind::Wood { height: height.need()? },
        "Field" => Kind::Field { height: height.need()? },
        "Linear" => Kind::Linear { height: height.need()? },
        "Point" => Kind::Point { height: height.need()? },
        flat => {
            height.refuse("no height here")?;
            match flat {
                "Bog" => Kind::Bog,
                "Pavement" => Kind::Pavement,
                _ => Kind::Ground,
            }
        }
    })
}

/// `Hill` with the piece's height is one step; `Hill(steps: […])` names each (HIL-1).
fn read_hill(node: Node<'_>, height: &Height<'_>, outline: &Outline) -> Option<Kind> {
    let fields = node.fields(&["steps"])?;
    let steps = match fields.get("steps") {
        None => vec![Step { outline: outline.shape.clone()?, top: height.need()? }],
        Some(steps) => {
            height.refuse("no height here: each step has its top")?;
            read_steps(steps, outline)?
        }
    };
    Some(Kind::Hill { steps })
}

/// The lowest step covers the footprint; each further one lies within the one below.
fn read_steps(node: Node<'_>, outline: &Outline) -> Option<Vec<Step>> {
    let nodes = node.items(1..=12)?;
    let mut steps: Vec<Step> = Vec::with_capacity(nodes.len());
    for (index, node) in nodes.iter().enumerate() {
        if index > 0 && steps.is_empty() {
            break; // The limits of the others depend on the lowest.
        }
        steps.extend(read_step(*node, steps.last(), outline));
    }
    (steps.len() == nodes.len()).then_some(steps)
}

fn read_step(node: Node<'_>, below: Option<&Step>, outline: &Outline) -> Option<Step> {
    let Some(below) = below else {
        let top = node.fields(&["top"])?.need("top")?.inches(HEIGHTS)?;
        return Some(Step { outline: outline.shape.clone()?, top });
    };
    let fields = node.fields(&[&["top", "at"][..], &FOOTPRINT_FIELDS[..]].concat())?;
    let top = fields.need("top").and_then(|node| read_height_above(node, below.top));
    let at: Option<Point> = fields.or("at", [0.0, 0.0], |node| node.point());
    let shape = read_footprint(&fields, outline.frame.moved(at.unwrap_or_default())).flat()?;
    at?;
    if !below.outline.encloses(&shape, 0.01) {
        node.fault("this step reaches beyond the step below it", "an outline within that of the step below");
        return None;
    }
    Some(Step { outline: shape, top: top? })
}

/// A height above another one.
pub(super) fn read_height_above(node: Node<'_>, below: Thou) -> Option<Thou> {
    let top = node.inches(HEIGHTS)?;
    if top > below {
        return Some(top);
    }
    node.fault(
        format!("{top} is not higher than what is below it, {below}"),
        format!("more than {below} inches"),
    );
    None
}
