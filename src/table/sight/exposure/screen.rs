//! Several prisms that hide a tile together: walls of one house, or one behind the gap of others.
//!
//! A screen is a row of straight lines from beyond the beam's right side to beyond its left one, each
//! inside a prism. No line of the beam passes left of the end of one of them and right of the beginning of
//! the next: so each line of the beam crosses one of them.

use super::beam::{Beam, WITHIN_RIM};
use crate::table::plane::{cross, dot, subtract};
use crate::table::shape::{Point, Shape};
use crate::table::sight::SightBody;
use crate::table::sight::blocks::{Blocks, Occluder, OccluderKind};
use crate::table::sight::seen;

/// Of each prism the outermost points on its right and its left as the model's middle sees them, told from
/// there; `None` for a prism that has no part in a screen.
pub(super) type Ends = Vec<Option<[Point; 2]>>;

/// The ends of all prisms.
pub(super) fn ends(eye: &SightBody, blocks: &Blocks) -> Ends {
    let at = eye.foot.ground();
    let ends = |block: &Occluder| {
        let fits = block.is_convex && block.matter == OccluderKind::Solid;
        fits.then(|| ends_of(&block.region.shape, at)).flatten()
    };
    blocks.all().iter().map(ends).collect()
}

fn ends_of(shape: &Shape, eye: Point) -> Option<[Point; 2]> {
    match shape {
        Shape::Circle { centre, radius } => {
            let centre = subtract(*centre, eye);
            let far = dot(centre, centre).sqrt();
            let aside = [centre[1], -centre[0]].map(|part| part / far * radius * WITHIN_RIM);
            let ends = [[centre[0] + aside[0], centre[1] + aside[1]], subtract(centre, aside)];
            (far > *radius).then_some(ends)
        }
        Shape::Polygon(corners) => seen::ends_of(corners, eye),
    }
}

/// Ends that seem no farther apart than this are not looked through yet: more than the rounding of corners,
/// square inches.
const TOUCHING: f64 = 1e-6;

/// Prisms that may make a screen for a beam.
struct Row<'a> {
    beam: &'a Beam,
    blocks: &'a Blocks,
    ends: &'a Ends,
    near: &'a [usize],
    /// Those of them that are still to be tried, a bit for each.
    left: u64,
}

impl Beam {
    /// Whether some prisms surely cut every line together, either way.
    pub(super) fn is_screened(&self, blocks: &Blocks, near: &[usize], ends: &Ends) -> bool {
        let fits = |nth: usize| {
            let block = &blocks.all()[nth];
            ends[nth].is_some() && self.may_hide(block) && self.is_clear_of(block)
        };
        let tried = near.iter().take(u64::BITS as usize).enumerate();
        let left = tried.filter(|(_, nth)| fits(**nth)).fold(0, |left, (slot, _)| left | 1 << slot);
        let mut row = Row { beam: self, blocks, ends, near, left };
        if !row.leaves_no_gap() {
            return false;
        }
        (0..near.len().min(u64::BITS as usize)).any(|slot| {
            let from = row.waits(slot).then(|| self.on_right(row.shape(slot))).flatten();
            from.is_some_and(|from| row.goes_on(slot, from))
        })
    }

    /// Whether a prism is surely not moved aside for the model or a body on the tile.
    fn is_clear_of(&self, block: &Occluder) -> bool {
        let [low, high] =
            [self.corners[0], self.corners[2]].map(|at| [at[0] + self.eye[0], at[1] + self.eye[1]]);
        !block.region.is_near([self.eye; 2], 0.0) && !block.region.is_near([low, high], 0.0)
    }

    /// A point over the table as it is told here.
    fn seen_from_model(&self, at: Point) -> Point {
        subtract(at, self.eye)
    }

    /// Whether every line passes a point on its way, to its right or its left: it lies farther ahead than all
    /// of the model, and less far than all of the tile.
    fn is_between(&self, at: Point) -> bool {
        let far = dot(at, self.ahead);
        far > self.reach && far < self.span[0] - self.reach
    }

    /// Whether no line passes left of one point and right of another, both of them between.
    fn passes_none(&self, left_of: Point, right_of: Point) -> bool {
        let apart = subtract(right_of, left_of);
        cross(left_of, right_of) < -self.reach * dot(apart, apart).sqrt()
    }

    /// A point of a convex figure that is between, and right of all lines.
    fn on_right(&self, shape: &Shape) -> Option<Point> {
        let [right, _] = self.sides?;
        self.on_side(shape, right, -self.reach).filter(|at| self.is_between(*at))
    }

    /// The same, left of all lines.
    fn on_left(&self, shape: &Shape) -> Option<Point> {
        let [_, left] = self.sides?;
        self.on_side(shape, left, self.reach).filter(|at| self.is_between(*at))
    }
}

impl Row<'_> {
    /// Whether no line from the model's middle passes between the prisms' ends to the tile: else there is no
    /// screen, and this is soon seen.
    fn leaves_no_gap(&self) -> bool {
        let Some([right, left]) = self.beam.sides else { return false };
        let ends = |slot: usize| self.ends[self.near[slot]];
        let mut shut = right;
        let mut waits = self.left;
        while cross(shut, left) > 0.0 {
            let goes_on = |[from, to]: [Point; 2]| cross(from, shut) > -TOUCHING && cross(shut, to) > 0.0;
            let mut others =
                (0..self.near.len().min(u64::BITS as usize)).filter(|slot| waits & 1 << slot != 0);
            let next = others.find_map(|slot| Some((slot, ends(slot).filter(|ends| goes_on(*ends))?)));
            let Some((slot, [_, end])) = next else { return false };
            waits &= !(1 << slot);
            shut = end;
        }
        true
    }

    fn waits(&self, slot: usize) -> bool {
        self.left & 1 << slot != 0
    }

    fn shape(&self, slot: usize) -> &Shape {
        &self.blocks.all()[self.near[slot]].region.shape
    }

    /// Whether a screen that has come to a point inside a prism reaches the left side. No prism is tried
    /// twice.
    fn goes_on(&mut self, slot: usize, from: Point) -> bool {
        self.left &= !(1 << slot);
        let block = &self.blocks.all()[self.near[slot]];
        let beam = self.beam;
        let hides = |to: Point| beam.hides_between(block, [from, to]);
        if beam.on_left(&block.region.shape).is_some_and(hides) {
            return true;
        }
        (0..self.near.len().min(u64::BITS as usize)).any(|next| {
            let link = self.waits(next).then(|| self.link(self.near[slot], self.near[next])).flatten();
            link.is_some_and(|[to, then]| hides(to) && self.goes_on(next, then))
        })
    }

    /// Where a screen may leave one prism and where it then begins in another.
    fn link(&self, from: usize, to: usize) -> Option<[Point; 2]> {
        let joint = self.blocks.joint(from, to).map(|at| self.beam.seen_from_model(at));
        if let Some(joint) = joint.filter(|at| self.beam.is_between(*at)) {
            return Some([joint; 2]);
        }
        let ([_, left], [right, _]) = (self.ends[from]?, self.ends[to]?);
        let is_shut =
            self.beam.is_between(left) && self.beam.is_between(right) && self.beam.passes_none(left, right);
        is_shut.then_some([left, right])
    }
}
