//! A look from the side: what stands in the upright plane through a pair of eyes and the middle
//! line of a body.

use super::SightBody;
use super::blocks::OccluderKind;
use super::line::Line;
use super::look::{Figure, Look};
use crate::table::terrain::Terrain;

/// The upright plane from eyes to a body; inches, lengths from the eyes over the table, heights
/// over the table.
///
/// Rule: VIS-1.
#[derive(Clone, Debug, PartialEq)]
pub struct Profile {
    /// From the eyes to the body's middle line.
    pub length: f64,
    /// Height of the eyes.
    pub eyes: f64,
    /// Foot and top of the one who looks.
    pub looker: [f64; 2],
    /// Foot and top of the body.
    pub body: [f64; 2],
    /// What the plane cuts, in the order of where it begins, then of the pieces.
    pub cuts: Vec<ProfileCut>,
    /// To the body's foot, its middle and its top.
    pub rays: [ProfileRay; 3],
}

/// A solid or a wood, cut by the plane: a rectangle in it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ProfileCut {
    /// Index of the piece.
    pub piece: usize,
    /// What it does to a line.
    pub by: CutBy,
    /// Where it begins.
    pub from: f64,
    /// Where it ends.
    pub to: f64,
    /// Its lowest.
    pub bottom: f64,
    /// Its highest; of a floor the same.
    pub top: f64,
}

/// What cuts the plane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CutBy {
    /// A solid: lines end there.
    Solid,
    /// Trees: lines go on.
    Trees,
}

/// A line in the plane, from the eyes to the body's middle line.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ProfileRay {
    /// The height at which it would meet the body.
    pub to: f64,
    /// The first solid that cuts it: its piece, after how much of the way over the table, at what height.
    pub blocked: Option<(usize, f64, f64)>,
}

impl Terrain {
    /// What stands in the upright plane from a model's eyes to the middle line of another one's body.
    ///
    /// Rule: VIS-1.
    pub fn profile(&self, from: &SightBody, to: &SightBody) -> Profile {
        let [looker, body] = [from, to].map(|model| {
            let foot = model.foot.z.inches();
            [foot, foot + model.height.inches()]
        });
        let [foot, head] = body;
        let middle = Line::new(from, to);
        let length = middle.plan.length();
        Profile {
            length,
            eyes: middle.heights[0],
            looker,
            body,
            cuts: self.cuts(&middle, &Look::new(from, to), length),
            rays: [foot, (foot + head) / 2.0, head].map(|height| self.ray(from, to, height)),
        }
    }

    fn cuts(&self, line: &Line, look: &Look, length: f64) -> Vec<ProfileCut> {
        let mut cuts = Vec::new();
        for block in self.sight.all() {
            let (by, moved) = match block.matter {
                OccluderKind::Solid => (CutBy::Solid, look.clearing(block, self.touch_depth())),
                OccluderKind::Trees => (CutBy::Trees, [0.0; 2]),
            };
            for part in line.parts_under(block, moved) {
                let [from, to] = part.map(|share| share * length);
                cuts.push(ProfileCut {
                    piece: block.piece,
                    by,
                    from,
                    to,
                    bottom: block.bottom,
                    top: block.top,
                });
            }
        }
        cuts.sort_by(|a, b| {
            let order = a.from.total_cmp(&b.from).then(a.piece.cmp(&b.piece));
            order.then(a.bottom.total_cmp(&b.bottom)).then(a.to.total_cmp(&b.to))
        });
        cuts
    }

    /// The line to a height on the body's middle line.
    fn ray(&self, from: &SightBody, to: &SightBody, height: f64) -> ProfileRay {
        let line = Line::up_to(&Figure::new(from), &Figure::new(to), height);
        let look = Look::new(from, to);
        let solids = self.sight.all().iter().filter(|block| block.matter == OccluderKind::Solid);
        let solids: Vec<_> = solids.map(|block| (block, look.clearing(block, self.touch_depth()))).collect();
        let [eyes, _] = line.heights;
        let at = |(piece, share): (usize, f64)| {
            (piece, share * line.plan.length(), eyes + share * (height - eyes))
        };
        ProfileRay { to: height, blocked: line.first_cut_of(&solids).map(at) }
    }
}
