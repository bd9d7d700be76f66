//! A vertical cross-section of the table along the line from a pair of eyes to a body.

use super::SightBody;
use super::line::Segment;
use super::occluders::OccluderKind;
use super::view_frame::{BodyInches, ViewFrame};
use crate::terrain::Terrain;

/// The cross-section. All in inches: lengths over the table from the eyes, heights above the table.
///
/// Rule: VIS-1.
#[derive(Clone, Debug, PartialEq)]
pub struct Profile {
    /// From the eyes to the body's centre line.
    pub length: f64,
    /// Height of the eyes.
    pub eyes: f64,
    /// Foot and top of the observer.
    pub observer: [f64; 2],
    /// Foot and top of the body.
    pub body: [f64; 2],
    /// The solids and woods it cuts, ordered by where they begin, then by piece.
    pub cuts: Vec<ProfileCut>,
    /// To the body's foot, middle and top.
    pub rays: [ProfileRay; 3],
}

/// A solid or a wood in the cross-section: a rectangle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ProfileCut {
    /// Index of the piece.
    pub piece: usize,
    /// Its effect on a line.
    pub by: CutBy,
    /// Start, inches over the table from the eyes.
    pub from: f64,
    /// End, inches over the table from the eyes.
    pub to: f64,
    /// Its lowest height.
    pub bottom: f64,
    /// Its highest height; the same for a floor.
    pub top: f64,
}

/// Kind of occluder in a cross-section.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CutBy {
    /// A solid: it blocks lines.
    Solid,
    /// Trees: lines pass through.
    Trees,
}

/// A line in the cross-section, from the eyes to the body's centre line.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ProfileRay {
    /// The height at which it would meet the body.
    pub to: f64,
    /// The first solid that cuts it: its piece, the length over the table before that, and the height there.
    pub blocked: Option<(usize, f64, f64)>,
}

impl Terrain {
    /// The cross-section from a model's eyes to the centre line of another model's body.
    ///
    /// Rule: VIS-1.
    pub fn profile(&self, from: &SightBody, to: &SightBody) -> Profile {
        let [observer, body] = [from, to].map(|model| {
            let foot = model.foot.z.inches();
            [foot, foot + model.height.inches()]
        });
        let [foot, head] = body;
        let middle = Segment::new(from, to);
        let length = middle.plan.length();
        Profile {
            length,
            eyes: middle.heights[0],
            observer,
            body,
            cuts: self.cuts(&middle, &ViewFrame::new(from, to), length),
            rays: [foot, (foot + head) / 2.0, head].map(|height| self.ray(from, to, height)),
        }
    }

    fn cuts(&self, line: &Segment, frame: &ViewFrame, length: f64) -> Vec<ProfileCut> {
        let mut cuts = Vec::new();
        for occluder in self.sight.all() {
            let (by, shift) = match occluder.kind {
                OccluderKind::Solid => (CutBy::Solid, frame.clearance_shift(occluder, self.touch_depth())),
                OccluderKind::Trees => (CutBy::Trees, [0.0; 2]),
            };
            for part in line.parts_over(occluder, shift) {
                let [from, to] = part.ends().map(|share| share * length);
                cuts.push(ProfileCut {
                    piece: occluder.piece,
                    by,
                    from,
                    to,
                    bottom: occluder.bottom,
                    top: occluder.top,
                });
            }
        }
        cuts.sort_by(|a, b| {
            let order = a.from.total_cmp(&b.from).then(a.piece.cmp(&b.piece));
            order.then(a.bottom.total_cmp(&b.bottom)).then(a.to.total_cmp(&b.to))
        });
        cuts
    }

    /// The line to a height on the body's centre line.
    fn ray(&self, from: &SightBody, to: &SightBody, height: f64) -> ProfileRay {
        let line = Segment::up_to(&BodyInches::new(from), &BodyInches::new(to), height);
        let frame = ViewFrame::new(from, to);
        let solids = self.sight.all().iter().filter(|occluder| occluder.kind == OccluderKind::Solid);
        let solids: Vec<_> =
            solids.map(|occluder| (occluder, frame.clearance_shift(occluder, self.touch_depth()))).collect();
        let [eyes, _] = line.heights;
        let at = |(piece, share): (usize, f64)| {
            (piece, share * line.plan.length(), eyes + share * (height - eyes))
        };
        ProfileRay { to: height, blocked: line.first_cut_of(&solids).map(at) }
    }
}
