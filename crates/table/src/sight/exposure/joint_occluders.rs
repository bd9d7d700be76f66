//! Occluders that block a beam together: the walls of one house, or a wall behind the gap between others.
//!
//! They block it if there is a chain of straight lines, each inside an occluder, from beyond the beam's right side to
//! beyond its left, such that no line of the beam passes between the end of one and the start of the next. Every line
//! of the beam then crosses one of them.

use super::beam::{Beam, INSCRIBED_RATIO};
use crate::plane::{cross, dot, subtract};
use crate::shape::{Point, Shape};
use crate::sight::SightBody;
use crate::sight::occluders::{Occluder, OccluderKind, Occluders};
use crate::sight::prepared_occluder::silhouette_of;

/// For each occluder its rightmost and leftmost point as seen from the observer's centre, relative to it; `None` if the
/// occluder cannot be part of a chain.
pub(super) type Silhouettes = Vec<Option<[Point; 2]>>;

/// The silhouettes of all occluders.
pub(super) fn silhouettes(observer: &SightBody, occluders: &Occluders) -> Silhouettes {
    let at = observer.foot.ground();
    let silhouette = |occluder: &Occluder| {
        let fits = occluder.is_convex && occluder.kind == OccluderKind::Solid;
        fits.then(|| silhouette(&occluder.region.shape, at)).flatten()
    };
    occluders.all().iter().map(silhouette).collect()
}

fn silhouette(shape: &Shape, eye: Point) -> Option<[Point; 2]> {
    match shape {
        Shape::Circle { centre, radius } => {
            let centre = subtract(*centre, eye);
            let distance = dot(centre, centre).sqrt();
            let aside = [centre[1], -centre[0]].map(|part| part / distance * radius * INSCRIBED_RATIO);
            let ends = [[centre[0] + aside[0], centre[1] + aside[1]], subtract(centre, aside)];
            (distance > *radius).then_some(ends)
        }
        Shape::Polygon(corners) => silhouette_of(corners, eye),
    }
}

/// Ends with a smaller cross product leave no gap yet: more than the rounding of corners.
const GAP_TOLERANCE_SQ_INCHES: f64 = 1e-6;

/// Only this many candidates are tried: they are bits of a mask.
const MAX_CANDIDATES: usize = u64::BITS as usize;

/// The search for a chain of occluders that blocks a beam.
struct JointOccluders<'a> {
    beam: &'a Beam,
    occluders: &'a Occluders,
    silhouettes: &'a Silhouettes,
    candidates: &'a [usize],
    /// The candidates not yet tried, one bit each.
    untried: u64,
}

impl Beam {
    /// Whether some of the candidates together surely block every line, in both directions.
    pub(super) fn is_jointly_blocked(
        &self,
        occluders: &Occluders,
        candidates: &[usize],
        silhouettes: &Silhouettes,
    ) -> bool {
        let fits = |index: usize| {
            let occluder = &occluders.all()[index];
            silhouettes[index].is_some() && self.may_be_blocked_by(occluder) && self.is_clear_of(occluder)
        };
        let candidates = &candidates[..candidates.len().min(MAX_CANDIDATES)];
        let fitting = candidates.iter().enumerate().filter(|(_, index)| fits(**index));
        let untried = fitting.fold(0, |mask, (slot, _)| mask | 1 << slot);
        let mut search = JointOccluders { beam: self, occluders, silhouettes, candidates, untried };
        if search.leaves_gap() {
            return false;
        }
        (0..candidates.len()).any(|slot| {
            let start = search.is_untried(slot).then(|| self.point_on_right(search.shape(slot))).flatten();
            start.is_some_and(|start| search.extends_to_left(slot, start))
        })
    }

    /// Whether an occluder is surely not shifted for the model or for any body on the tile.
    fn is_clear_of(&self, occluder: &Occluder) -> bool {
        let [low, high] =
            [self.corners[0], self.corners[2]].map(|at| [at[0] + self.eye[0], at[1] + self.eye[1]]);
        !occluder.region.is_near([self.eye; 2], 0.0) && !occluder.region.is_near([low, high], 0.0)
    }

    /// A point over the table relative to the model.
    fn relative(&self, at: Point) -> Point {
        subtract(at, self.eye)
    }

    /// Whether every line passes beside a point, left or right: it lies farther ahead than all of the model and less far
    /// than all of the tile.
    fn is_between(&self, at: Point) -> bool {
        let ahead = dot(at, self.ahead);
        ahead > self.reach && ahead < self.span[0] - self.reach
    }

    /// Whether no line passes left of one point and right of another, given that both are between.
    fn passes_none(&self, left_of: Point, right_of: Point) -> bool {
        let apart = subtract(right_of, left_of);
        cross(left_of, right_of) < -self.reach * dot(apart, apart).sqrt()
    }

    /// A point of a convex shape that is between, and right of all lines.
    fn point_on_right(&self, shape: &Shape) -> Option<Point> {
        let [right, _] = self.sides?;
        self.point_along(shape, right, -self.reach).filter(|at| self.is_between(*at))
    }

    /// A point of a convex shape that is between, and left of all lines.
    fn point_on_left(&self, shape: &Shape) -> Option<Point> {
        let [_, left] = self.sides?;
        self.point_along(shape, left, self.reach).filter(|at| self.is_between(*at))
    }
}

impl JointOccluders<'_> {
    /// Whether some line from the model's centre to the tile passes between the silhouettes. Then there is no chain; a
    /// cheap first test.
    fn leaves_gap(&self) -> bool {
        let Some([right, left]) = self.beam.sides else { return true };
        let silhouette = |slot: usize| self.silhouettes[self.candidates[slot]];
        let mut end = right;
        let mut untried = self.untried;
        while cross(end, left) > 0.0 {
            let extends =
                |[from, to]: [Point; 2]| cross(from, end) > -GAP_TOLERANCE_SQ_INCHES && cross(end, to) > 0.0;
            let mut others = (0..self.candidates.len()).filter(|slot| untried & 1 << slot != 0);
            let next = others.find_map(|slot| Some((slot, silhouette(slot).filter(|ends| extends(*ends))?)));
            let Some((slot, [_, to])) = next else { return true };
            untried &= !(1 << slot);
            end = to;
        }
        false
    }

    fn is_untried(&self, slot: usize) -> bool {
        self.untried & 1 << slot != 0
    }

    fn shape(&self, slot: usize) -> &Shape {
        &self.occluders.all()[self.candidates[slot]].region.shape
    }

    /// Whether a chain that has reached a point inside an occluder extends to the left side; depth-first, and no occluder
    /// is tried twice.
    fn extends_to_left(&mut self, slot: usize, start: Point) -> bool {
        self.untried &= !(1 << slot);
        let occluder = &self.occluders.all()[self.candidates[slot]];
        let beam = self.beam;
        let blocks = |end: Point| beam.is_blocked_along(occluder, [start, end]);
        if beam.point_on_left(&occluder.region.shape).is_some_and(blocks) {
            return true;
        }
        (0..self.candidates.len()).any(|next| {
            let is_untried = self.is_untried(next);
            let link = is_untried.then(|| self.link(self.candidates[slot], self.candidates[next])).flatten();
            link.is_some_and(|[end, start]| blocks(end) && self.extends_to_left(next, start))
        })
    }

    /// Finds the point at which a chain may leave one occluder, and its starting point in another.
    fn link(&self, from: usize, to: usize) -> Option<[Point; 2]> {
        let joint = self.occluders.joint(from, to).map(|at| self.beam.relative(at));
        if let Some(joint) = joint.filter(|at| self.beam.is_between(*at)) {
            return Some([joint; 2]);
        }
        let ([_, left], [right, _]) = (self.silhouettes[from]?, self.silhouettes[to]?);
        let is_closed =
            self.beam.is_between(left) && self.beam.is_between(right) && self.beam.passes_none(left, right);
        is_closed.then_some([left, right])
    }
}
