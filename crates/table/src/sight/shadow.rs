//! Perspective shadows of prisms on the body's upright rectangle, as trapezoids.
//!
//! The line from the eyes to the body's point `[left, up]` consists of the points
//! `share × [distance, left, up]`. Where such lines cross an edge of a footprint, `1 / share` is linear in
//! `left`, and the prism's top and bottom at those shares bound its shadow. Between two corners a shadow is
//! therefore a trapezoid with upright sides.

use std::ops::ControlFlow;

use super::MIN_OPEN_SHARE;
use super::occluders::{Occluder, OccluderKind};
use super::trapezoid_union::UnionSweep;
use super::view_frame::{END_MARGIN, ViewFrame};
use crate::plane::{fast_max, fast_min};
use crate::shape::{Point, Shape};

/// A part of a shadow between two upright lines on the body; inches left of its centre line and above the
/// eyes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct ShadowTrapezoid {
    /// The piece that casts it.
    pub(super) piece: usize,
    pub(super) from: f64,
    pub(super) to: f64,
    /// The height of its lower edge at `from` and at `to`.
    pub(super) low: [f64; 2],
    /// The height of its upper edge at `from` and at `to`.
    pub(super) high: [f64; 2],
}

/// Footprints that come nearer to the eyes than this share of the distance are clipped at the body's sides: corners
/// beside it would project so far out that rounding shows.
const CLIP_SHARE: f64 = 1e-3;

/// Narrower trapezoids are dropped.
pub(super) const MIN_WIDTH_INCHES: f64 = 1e-12;

/// Precision of the rims of round prisms.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum RimDetail {
    /// To less than anybody could measure.
    #[default]
    Coarse,
    /// In the spans of [`Shadows::open`], so that what is left out is less than an open line.
    Fine,
}

/// If no more of a body than this is in view, it may be only what the chords of a rim leave out.
const REFINE_BELOW: f64 = 0.01;

/// The shadows on one body. Its lists are reused from occluder to occluder and from view to view: allocating them
/// would take most of the time.
#[derive(Debug, Default)]
pub(super) struct Shadows {
    pub(super) frame: ViewFrame,
    pub(super) trapezoids: Vec<ShadowTrapezoid>,
    /// Whether trapezoids of the body's full height, joined into one interval, hide the whole body.
    pub(super) all_hidden: bool,
    /// The widest such interval so far.
    full_height: [f64; 2],
    /// The piece whose shadow is being cast.
    piece: usize,
    /// Precision of rims, and whether there were any.
    pub(super) rim_detail: RimDetail,
    pub(super) has_rims: bool,
    /// The spans in which some of the body was in view with coarse rims.
    pub(super) open: Vec<[f64; 2]>,
    /// A footprint, first in the frame's coordinates, then projected.
    pub(super) ring: Vec<Point>,
    clipped: Vec<Point>,
    cuts: Vec<f64>,
    edges: Vec<ProjectedEdge>,
    crossed: Vec<ProjectedEdge>,
    pub(super) sweep: UnionSweep,
}

impl Shadows {
    pub(super) fn new(frame: ViewFrame) -> Self {
        Self { frame, ..Self::default() }
    }

    /// Starts over with another view.
    pub(super) fn restart(&mut self, frame: ViewFrame) {
        self.frame = frame;
        self.trapezoids.clear();
        self.all_hidden = false;
        self.full_height = [0.0; 2];
        self.has_rims = false;
    }

    /// The share of the body in view, after `cast_all` has cast all shadows.
    pub(super) fn in_view(&mut self, mut cast_all: impl FnMut(&mut Self)) -> f64 {
        loop {
            cast_all(self);
            let in_view = 1.0 - self.covered();
            if !self.needs_refinement(in_view) {
                return in_view;
            }
            self.restart(self.frame);
        }
    }

    /// Whether to cast all shadows again with fine rims. The chords of a rim lie within its true shadow and may leave a
    /// false sliver in view.
    pub(super) fn needs_refinement(&mut self, in_view: f64) -> bool {
        let is_doubtful = self.has_rims && in_view > MIN_OPEN_SHARE && in_view <= REFINE_BELOW;
        let again = is_doubtful && self.rim_detail == RimDetail::Coarse;
        if again {
            self.record_open_spans();
        }
        self.rim_detail = if again { RimDetail::Fine } else { RimDetail::Coarse };
        again
    }

    /// Adds the shadow of an occluder if it is solid; breaks once all is hidden.
    pub(super) fn cast_solid(&mut self, occluder: &Occluder, touch: f64) -> ControlFlow<()> {
        if occluder.kind == OccluderKind::Solid {
            self.cast(occluder, self.frame.clearance_shift(occluder, touch));
        }
        self.flow()
    }

    /// Breaks once all is hidden.
    pub(super) fn flow(&self) -> ControlFlow<()> {
        if self.all_hidden { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    /// Sets the occluder whose shadow is cast next.
    pub(super) fn begin_piece(&mut self, occluder: &Occluder) {
        self.piece = occluder.piece;
    }

    /// Adds the shadow of an occluder shifted by a vector.
    pub(super) fn cast(&mut self, occluder: &Occluder, shift: Point) {
        let frame = self.frame;
        self.begin_piece(occluder);
        let local = |[x, y]: Point| frame.frame_point([x + shift[0], y + shift[1]]);
        let heights = frame.heights(occluder);
        match &occluder.region.shape {
            Shape::Circle { centre, radius } => self.cast_round(local(*centre), *radius, heights),
            Shape::Polygon(corners) => {
                self.ring.resize(corners.len(), [0.0; 2]);
                for (placed, corner) in self.ring.iter_mut().zip(corners) {
                    *placed = local(*corner);
                }
                if !self.clip_to_view(occluder.is_convex) {
                    return;
                }
                for corner in &mut self.ring {
                    *corner = frame.project_onto_body(*corner);
                }
                if occluder.is_convex { self.cast_convex(heights) } else { self.cast_ring(heights) }
            }
        }
    }

    /// Adds the shadow of a convex occluder that is not shifted. Usually all its corners lie between the eyes and the
    /// body, and nothing needs clipping.
    pub(super) fn cast_unshifted(&mut self, occluder: &Occluder, corners: &[Point]) {
        let frame = self.frame;
        let [mut nearest, mut farthest] = [f64::INFINITY, f64::NEG_INFINITY];
        self.ring.clear();
        for corner in corners {
            let local = frame.frame_point(*corner);
            [nearest, farthest] = [fast_min(nearest, local[0]), fast_max(farthest, local[0])];
            self.ring.push(frame.project_onto_body(local));
        }
        if nearest <= frame.distance * CLIP_SHARE || farthest >= frame.distance * (1.0 - END_MARGIN) {
            return self.cast(occluder, [0.0; 2]);
        }
        self.begin_piece(occluder);
        self.cast_convex(frame.heights(occluder));
    }

    /// Clips the ring to the part of the table between the eyes and the body; returns whether any may be left. A convex
    /// ring is clipped at the body's sides only if it comes so near to the eyes that what lies beyond them would
    /// cost precision.
    fn clip_to_view(&mut self, is_convex: bool) -> bool {
        let ViewFrame { distance, half, .. } = self.frame;
        let slope = half / distance;
        let [front, back] = [distance * END_MARGIN, distance * (1.0 - END_MARGIN)];
        // Most rings lie wholly beyond one side or wholly inside; both are quick to find out.
        let none = [f64::INFINITY, f64::NEG_INFINITY];
        let ([mut nearest, mut farthest], [mut rightmost, mut leftmost]) = (none, none);
        for &[ahead, left] in &self.ring {
            [nearest, farthest] = [fast_min(nearest, ahead), fast_max(farthest, ahead)];
            // Left of the body's left side, and left of its right side.
            let beside = [left - ahead * slope, left + ahead * slope];
            [rightmost, leftmost] = [fast_min(rightmost, beside[0]), fast_max(leftmost, beside[1])];
        }
        if farthest < front || nearest > back || rightmost > 0.0 || leftmost < 0.0 {
            return false;
        }
        if nearest < front {
            self.clip(|[ahead, _]| ahead - front, |[_, left]| [front, left]);
        }
        if farthest > back {
            self.clip(|[ahead, _]| back - ahead, |[_, left]| [back, left]);
        }
        if !is_convex || nearest <= distance * CLIP_SHARE {
            self.clip(|[ahead, left]| ahead * slope - left, |cut| cut);
            self.clip(|[ahead, left]| ahead * slope + left, |cut| cut);
        }
        true
    }

    /// Clips the ring to the half-plane where `side` is at least 0 (Sutherland and Hodgman). Parts that fall apart stay
    /// connected by edges there and back, which bound no area. `snap` puts a cut exactly on the line: so near to the
    /// eyes its rounding error would bound some.
    fn clip(&mut self, side: impl Fn(Point) -> f64, snap: impl Fn(Point) -> Point) {
        if self.ring.iter().all(|corner| side(*corner) >= 0.0) {
            return;
        }
        self.clipped.clear();
        let previous = self.ring.iter().cycle().skip(self.ring.len().saturating_sub(1));
        for (from, to) in previous.zip(&self.ring) {
            let [start, end] = [side(*from), side(*to)];
            if (start < 0.0) != (end < 0.0) {
                let share = start / (start - end);
                self.clipped.push(snap([0, 1].map(|axis| from[axis] + share * (to[axis] - from[axis]))));
            }
            if end >= 0.0 {
                self.clipped.push(*to);
            }
        }
        std::mem::swap(&mut self.ring, &mut self.clipped);
    }

    /// Adds the shadow of the projected ring, convex or not.
    fn cast_ring(&mut self, heights: [f64; 2]) {
        let next = self.ring.iter().cycle().skip(1);
        self.edges.clear();
        self.edges
            .extend(self.ring.iter().zip(next).map(|(from, to)| ProjectedEdge { from: *from, to: *to }));
        self.cuts.clear();
        self.cuts.extend(self.ring.iter().map(|corner| corner[1]));
        self.cuts.sort_by(f64::total_cmp);
        for index in 1..self.cuts.len() {
            let [from, to] = [self.cuts[index - 1], self.cuts[index]];
            if to - from > MIN_WIDTH_INCHES {
                self.cast_between([from, to], heights);
            }
        }
    }

    /// Adds the trapezoids of the ring between two neighbouring corners.
    fn cast_between(&mut self, [from, to]: [f64; 2], heights: [f64; 2]) {
        let middle = (from + to) / 2.0;
        let mut crossed = std::mem::take(&mut self.crossed);
        crossed.clear();
        crossed.extend(self.edges.iter().filter(|edge| edge.spans(middle)));
        crossed.sort_by(|a, b| b.at(middle).total_cmp(&a.at(middle)));
        // Edges do not cross: a line enters through the first, leaves through the second, and so on.
        for pair in crossed.chunks_exact(2) {
            let [entry, exit] = [pair[0], pair[1]].map(|edge| [edge.at(from), edge.at(to)]);
            // Equal edges are those there and back that clipping left.
            if entry != exit {
                self.add([from, to], entry, exit, heights);
            }
        }
        self.crossed = crossed;
    }

    /// Adds the trapezoid of a prism between two upright lines, given `1 / share` at each where lines enter it (`entry`)
    /// and leave it (`exit`), and its bottom and top relative to the eyes.
    pub(super) fn add(
        &mut self,
        [from, to]: [f64; 2],
        entry: [f64; 2],
        exit: [f64; 2],
        [bottom, top]: [f64; 2],
    ) {
        // What is above the eyes looks highest where it is near, what is below them where it is far.
        let low = if bottom >= 0.0 { exit } else { entry }.map(|inverse| bottom * inverse);
        let high = if top >= 0.0 { entry } else { exit }.map(|inverse| top * inverse);
        self.push([from, to], low, high);
    }

    /// Adds a trapezoid with these lower and upper edges if some of it is on the body.
    pub(super) fn push(&mut self, [from, to]: [f64; 2], low: [f64; 2], high: [f64; 2]) {
        let ViewFrame { low: foot, high: head, .. } = self.frame;
        if (high[0] <= foot && high[1] <= foot) || (low[0] >= head && low[1] >= head) {
            return;
        }
        self.trapezoids.push(ShadowTrapezoid { piece: self.piece, from, to, low, high });
        if low[0] <= foot && low[1] <= foot && high[0] >= head && high[1] >= head {
            self.merge_full_height(from, to);
        }
    }

    /// Records that the body's full height is hidden between two upright lines.
    fn merge_full_height(&mut self, from: f64, to: f64) {
        let [right, left] = self.full_height;
        if from <= left + MIN_WIDTH_INCHES && to >= right - MIN_WIDTH_INCHES {
            self.full_height = [fast_min(from, right), fast_max(to, left)];
        } else if to - from > left - right {
            self.full_height = [from, to];
        }
        let [right, left] = self.full_height;
        self.all_hidden |=
            right <= MIN_WIDTH_INCHES - self.frame.half && left >= self.frame.half - MIN_WIDTH_INCHES;
    }
}

/// A projected edge of a footprint: `[1 / share, left]` at either end.
#[derive(Clone, Copy, Debug)]
struct ProjectedEdge {
    from: Point,
    to: Point,
}

impl ProjectedEdge {
    fn at(&self, left: f64) -> f64 {
        let share = (left - self.from[1]) / (self.to[1] - self.from[1]);
        self.from[0] + share * (self.to[0] - self.from[0])
    }

    fn spans(&self, left: f64) -> bool {
        (self.from[1] < left) != (self.to[1] < left)
    }
}
