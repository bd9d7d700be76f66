//! The shadows that prisms cast on a body.
//!
//! A line of sight from the eyes to the body's point `[left, up]` runs through
//! `share × [distance, left, up]`. Where such lines cross an edge of a footprint, `1 / share` is
//! linear in `left`; a prism's top and bottom at those shares bound its shadow. So between two
//! corners a shadow is a strip with straight edges.

use super::LEAST_OPEN;
use super::blocks::{Occluder, OccluderKind};
use super::cover::Sweep;
use super::look::{Look, NEAR};
use super::tree::Visit;
use crate::table::plane::{fast_max, fast_min};
use crate::table::shape::{Point, Shape};

/// A part of a shadow between two upright lines on the body; inches from its middle line and over
/// the eyes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Strip {
    /// Whose shadow it is, by its piece.
    pub(super) piece: usize,
    pub(super) from: f64,
    pub(super) to: f64,
    /// Its lower edge at `from` and at `to`.
    pub(super) low: [f64; 2],
    /// Its upper edge at `from` and at `to`.
    pub(super) high: [f64; 2],
}

/// Nearer to the eyes than this share of the way, corners beside the body seem so far aside that rounding shows.
const CLOSE: f64 = 1e-3;

/// What is narrower than this is no strip, inches.
pub(super) const NARROW: f64 = 1e-12;

/// How the rims of round prisms are followed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Rims {
    /// In a few straight pieces.
    #[default]
    Plainly,
    /// Where [`Shadows::open`] tells of something in view, in so many that what they leave out is less than
    /// counts as an open line.
    Finely,
}

/// Where no more of a body than this is in view, it may be only what the pieces of a rim leave out.
const DOUBTFUL: f64 = 0.01;

/// Shadows on one body. Its lists are kept from prism to prism and from look to look: most of the time of
/// a look would else go into making them.
#[derive(Debug, Default)]
pub(super) struct Shadows {
    pub(super) look: Look,
    pub(super) strips: Vec<Strip>,
    /// Whether strips that hide all of the body's height where they are hide the whole body.
    pub(super) all_hidden: bool,
    /// From where to where such strips do, as far as they hang together.
    curtain: [f64; 2],
    /// The piece whose shadow is being cast.
    piece: usize,
    /// How rims are followed, and whether any was.
    pub(super) rims: Rims,
    pub(super) has_rims: bool,
    /// From where to where some of the body was in view when rims were followed plainly.
    pub(super) open: Vec<[f64; 2]>,
    pub(super) ring: Vec<Point>,
    cut_ring: Vec<Point>,
    cuts: Vec<f64>,
    edges: Vec<Edge>,
    crossed: Vec<Edge>,
    pub(super) sweep: Sweep,
}

impl Shadows {
    pub(super) fn new(look: Look) -> Self {
        Self { look, ..Self::default() }
    }

    /// Begins anew with another look.
    pub(super) fn restart(&mut self, look: Look) {
        self.look = look;
        self.strips.clear();
        self.all_hidden = false;
        self.curtain = [0.0; 2];
        self.has_rims = false;
    }

    /// The share of the body in view, once all shadows are cast.
    pub(super) fn in_view(&mut self, mut cast_all: impl FnMut(&mut Self)) -> f64 {
        loop {
            cast_all(self);
            let in_view = 1.0 - self.covered();
            if !self.goes_finer(in_view) {
                return in_view;
            }
            self.restart(self.look);
        }
    }

    /// Whether all is to be cast again, with finer pieces of rims. The straight pieces of a rim lie within its shadow,
    /// and may leave a sliver in view that is none.
    pub(super) fn goes_finer(&mut self, in_view: f64) -> bool {
        let is_doubtful = self.has_rims && in_view > LEAST_OPEN && in_view <= DOUBTFUL;
        let again = is_doubtful && self.rims == Rims::Plainly;
        if again {
            self.note_open();
        }
        self.rims = if again { Rims::Finely } else { Rims::Plainly };
        again
    }

    /// Adds the shadow of a prism if it is solid, until all is hidden.
    pub(super) fn cast_in_turn(&mut self, block: &Occluder, touch: f64) -> Visit {
        if block.matter == OccluderKind::Solid {
            self.cast(block, self.look.clearing(block, touch));
        }
        self.visit()
    }

    /// Whether there is more to hide.
    pub(super) fn visit(&self) -> Visit {
        if self.all_hidden { Visit::Over } else { Visit::On }
    }

    /// Whose shadow is added next.
    pub(super) fn begin(&mut self, block: &Occluder) {
        self.piece = block.piece;
    }

    /// Adds the shadow of a prism that is moved aside by `moved`.
    pub(super) fn cast(&mut self, block: &Occluder, moved: Point) {
        let look = self.look;
        self.begin(block);
        let local = |[x, y]: Point| look.local([x + moved[0], y + moved[1]]);
        let heights = look.heights(block);
        match &block.region.shape {
            Shape::Circle { centre, radius } => self.cast_round(local(*centre), *radius, heights),
            Shape::Polygon(corners) => {
                self.ring.resize(corners.len(), [0.0; 2]);
                for (turned, corner) in self.ring.iter_mut().zip(corners) {
                    *turned = local(*corner);
                }
                if !self.keep_between(block.is_convex) {
                    return;
                }
                for corner in &mut self.ring {
                    *corner = look.onto_body(*corner);
                }
                if block.is_convex { self.cast_convex(heights) } else { self.cast_ring(heights) }
            }
        }
    }

    /// Adds the shadow of a convex prism that stays where it is. Most have all their corners ahead of the eyes and
    /// before the body: then nothing is to be cut off.
    pub(super) fn cast_whole(&mut self, block: &Occluder, corners: &[Point]) {
        let look = self.look;
        let [mut least, mut most] = [f64::INFINITY, f64::NEG_INFINITY];
        self.ring.clear();
        for corner in corners {
            let local = look.local(*corner);
            [least, most] = [fast_min(least, local[0]), fast_max(most, local[0])];
            self.ring.push(look.onto_body(local));
        }
        if least <= look.distance * CLOSE || most >= look.distance * (1.0 - NEAR) {
            return self.cast(block, [0.0; 2]);
        }
        self.begin(block);
        self.cast_convex(look.heights(block));
    }

    /// Cuts off what of the ring lies not between the eyes and the body, seen from above; whether there may be
    /// any left. A convex one is only cut at the body's sides if it comes so near to the eyes that what is beyond
    /// them would cost precision.
    fn keep_between(&mut self, is_convex: bool) -> bool {
        let Look { distance, half, .. } = self.look;
        let slope = half / distance;
        let [nearest, farthest] = [distance * NEAR, distance * (1.0 - NEAR)];
        // Most rings lie wholly beyond one side, or within all: that is soon seen.
        let none = [f64::INFINITY, f64::NEG_INFINITY];
        let ([mut least, mut most], [mut rightmost, mut leftmost]) = (none, none);
        for &[ahead, left] in &self.ring {
            [least, most] = [fast_min(least, ahead), fast_max(most, ahead)];
            // To the left of the body's left side, and of its right side.
            let beside = [left - ahead * slope, left + ahead * slope];
            [rightmost, leftmost] = [fast_min(rightmost, beside[0]), fast_max(leftmost, beside[1])];
        }
        if most < nearest || least > farthest || rightmost > 0.0 || leftmost < 0.0 {
            return false;
        }
        if least < nearest {
            self.clip(|[ahead, _]| ahead - nearest, |[_, left]| [nearest, left]);
        }
        if most > farthest {
            self.clip(|[ahead, _]| farthest - ahead, |[_, left]| [farthest, left]);
        }
        if !is_convex || least <= distance * CLOSE {
            self.clip(|[ahead, left]| ahead * slope - left, |cut| cut);
            self.clip(|[ahead, left]| ahead * slope + left, |cut| cut);
        }
        true
    }

    /// Cuts off what of the ring lies where `side` is below 0. Parts that fall apart stay joined
    /// by edges there and back, which bound nothing: `onto` puts a cut exactly where it belongs, for
    /// so near to the eyes the rounding of a cut would bound something.
    fn clip(&mut self, side: impl Fn(Point) -> f64, onto: impl Fn(Point) -> Point) {
        if self.ring.iter().all(|corner| side(*corner) >= 0.0) {
            return;
        }
        self.cut_ring.clear();
        let before = self.ring.iter().cycle().skip(self.ring.len().saturating_sub(1));
        for (from, to) in before.zip(&self.ring) {
            let [before, after] = [side(*from), side(*to)];
            if (before < 0.0) != (after < 0.0) {
                let share = before / (before - after);
                self.cut_ring.push(onto([0, 1].map(|axis| from[axis] + share * (to[axis] - from[axis]))));
            }
            if after >= 0.0 {
                self.cut_ring.push(*to);
            }
        }
        std::mem::swap(&mut self.ring, &mut self.cut_ring);
    }

    /// Adds the shadow of the ring, whatever its figure, told as `1 / share` and where on the body.
    fn cast_ring(&mut self, heights: [f64; 2]) {
        let next = self.ring.iter().cycle().skip(1);
        self.edges.clear();
        self.edges.extend(self.ring.iter().zip(next).map(|(from, to)| Edge { from: *from, to: *to }));
        self.cuts.clear();
        self.cuts.extend(self.ring.iter().map(|corner| corner[1]));
        self.cuts.sort_by(f64::total_cmp);
        for nth in 1..self.cuts.len() {
            let [from, to] = [self.cuts[nth - 1], self.cuts[nth]];
            if to - from > NARROW {
                self.cast_between([from, to], heights);
            }
        }
    }

    /// Adds the strips of the ring between two neighbouring corners.
    fn cast_between(&mut self, [from, to]: [f64; 2], heights: [f64; 2]) {
        let middle = (from + to) / 2.0;
        let mut crossed = std::mem::take(&mut self.crossed);
        crossed.clear();
        crossed.extend(self.edges.iter().filter(|edge| edge.spans(middle)));
        crossed.sort_by(|a, b| b.at(middle).total_cmp(&a.at(middle)));
        // Edges do not cross: the first is entered, the second left, and so on.
        for pair in crossed.chunks_exact(2) {
            let [near, far] = [pair[0], pair[1]].map(|edge| [edge.at(from), edge.at(to)]);
            // A figure cut in two by a plane is joined along it by edges there and back: nothing.
            if near != far {
                self.add([from, to], near, far, heights);
            }
        }
        self.crossed = crossed;
    }

    /// Adds the strip of a prism between two upright lines, given `1 / share` at either where it is
    /// entered (`near`) and left (`far`), and its bottom and top over the eyes.
    pub(super) fn add(
        &mut self,
        [from, to]: [f64; 2],
        near: [f64; 2],
        far: [f64; 2],
        [bottom, top]: [f64; 2],
    ) {
        // What is over the eyes looks highest where it is near, what is under them where it is far.
        let low = if bottom >= 0.0 { far } else { near }.map(|inverse| bottom * inverse);
        let high = if top >= 0.0 { near } else { far }.map(|inverse| top * inverse);
        self.push([from, to], low, high);
    }

    /// Adds a strip, given its lower and its upper edge, if some of it is on the body.
    pub(super) fn push(&mut self, [from, to]: [f64; 2], low: [f64; 2], high: [f64; 2]) {
        let Look { low: foot, high: head, .. } = self.look;
        if (high[0] <= foot && high[1] <= foot) || (low[0] >= head && low[1] >= head) {
            return;
        }
        self.strips.push(Strip { piece: self.piece, from, to, low, high });
        if low[0] <= foot && low[1] <= foot && high[0] >= head && high[1] >= head {
            self.draw_curtain(from, to);
        }
    }

    /// Notes that all of the body's height is hidden between two upright lines.
    fn draw_curtain(&mut self, from: f64, to: f64) {
        let [right, left] = self.curtain;
        if from <= left + NARROW && to >= right - NARROW {
            self.curtain = [fast_min(from, right), fast_max(to, left)];
        } else if to - from > left - right {
            self.curtain = [from, to];
        }
        let [right, left] = self.curtain;
        self.all_hidden |= right <= NARROW - self.look.half && left >= self.look.half - NARROW;
    }
}

/// An edge of a footprint as it is seen: `1 / share`, and where on the body, at either end.
#[derive(Clone, Copy, Debug)]
struct Edge {
    from: Point,
    to: Point,
}

impl Edge {
    fn at(&self, left: f64) -> f64 {
        let share = (left - self.from[1]) / (self.to[1] - self.from[1]);
        self.from[0] + share * (self.to[0] - self.from[0])
    }

    fn spans(&self, left: f64) -> bool {
        (self.from[1] < left) != (self.to[1] < left)
    }
}
