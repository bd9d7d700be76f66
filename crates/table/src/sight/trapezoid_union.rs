//! The area of a union of trapezoids with parallel sides, by a plane sweep; and how much each piece hides.
//!
//! Between two neighbouring sides the covered height is piecewise linear, with breaks only where edges cross, so the
//! area is exact up to rounding.

use super::shadow::{MIN_WIDTH_INCHES, ShadowTrapezoid, Shadows};
use super::{MIN_OPEN_SHARE, Occlusion};
use crate::plane::{fast_max, fast_min};

/// A straight edge between two upright lines: its height at each.
pub(super) type EdgeHeights = [f64; 2];

impl Shadows {
    /// The share of the body in any shadow, 0 to 1; exact up to rounding.
    pub(super) fn covered(&mut self) -> f64 {
        if self.trapezoids.is_empty() || self.all_hidden {
            return if self.all_hidden { 1.0 } else { 0.0 };
        }
        self.sort();
        self.covered_by(|_| true)
    }

    /// Share of the body that each piece hides by itself, for pieces that satisfy `wanted`, ordered by index. All shadows must have been
    /// cast.
    pub(super) fn occlusions(&mut self, wanted: impl Fn(usize) -> bool) -> Vec<Occlusion> {
        self.sort();
        let mut occlusions: Vec<Occlusion> = Vec::new();
        for index in 0..self.trapezoids.len() {
            let piece = self.trapezoids[index].piece;
            if occlusions.iter().all(|occlusion| occlusion.piece != piece) && wanted(piece) {
                let share = self.covered_by(|trapezoid| trapezoid.piece == piece);
                occlusions.push(Occlusion { piece, share });
            }
        }
        occlusions.retain(|occlusion| occlusion.share > MIN_OPEN_SHARE);
        occlusions.sort_by_key(|occlusion| occlusion.piece);
        occlusions
    }

    /// Sorts the trapezoids by their right sides.
    fn sort(&mut self) {
        if self.trapezoids.windows(2).any(|pair| pair[0].from > pair[1].from) {
            self.trapezoids.sort_unstable_by(|a, b| a.from.total_cmp(&b.from));
        }
    }

    /// Records where some of the body is in no shadow, for the shadows measured last.
    pub(super) fn record_open_spans(&mut self) {
        let Self { frame, sweep, open, .. } = self;
        sweep.open_spans([-frame.half, frame.half], open);
    }

    /// The share of the body that some of the trapezoids cover, all of which are sorted.
    fn covered_by(&mut self, counts: impl Fn(&ShadowTrapezoid) -> bool) -> f64 {
        let Self { frame, trapezoids, sweep, .. } = self;
        sweep.body = [frame.low, frame.high];
        sweep.merge_full_heights(trapezoids.iter().filter(|trapezoid| counts(trapezoid)));
        sweep.collect_partial(trapezoids.iter().filter(|trapezoid| counts(trapezoid)));
        let full_width: f64 = sweep.full_heights.iter().map(|[from, to]| to - from).sum();
        let area = full_width * (frame.high - frame.low) + sweep.partial_area();
        (area / (2.0 * frame.half * (frame.high - frame.low))).clamp(0.0, 1.0)
    }
}

impl ShadowTrapezoid {
    /// The part between two upright lines, if any.
    pub(super) fn part(&self, from: f64, to: f64) -> Option<Self> {
        if from <= self.from && to >= self.to {
            return Some(*self);
        }
        (to - from > MIN_WIDTH_INCHES).then(|| {
            let [low, high] = self.between(from, to);
            Self { from, to, low, high, ..*self }
        })
    }

    /// Its lower and upper edge between two upright lines within it.
    pub(super) fn between(&self, from: f64, to: f64) -> [EdgeHeights; 2] {
        let width = self.to - self.from;
        let shares = [(from - self.from) / width, (to - self.from) / width];
        [self.low, self.high].map(|edge| shares.map(|share| edge[0] + share * (edge[1] - edge[0])))
    }
}

/// The sweep, from right to left. It keeps its lists from one use to the next.
#[derive(Debug, Default)]
pub(super) struct UnionSweep {
    /// The body's foot and top.
    body: [f64; 2],
    /// Disjoint intervals in which trapezoids hide the body's full height.
    full_heights: Vec<[f64; 2]>,
    /// The parts of all other trapezoids outside these intervals.
    partial: Vec<ShadowTrapezoid>,
    /// Their sides.
    sides: Vec<f64>,
    /// Number of them that the sweep has reached, and those it has not yet passed.
    reached: usize,
    active: Vec<ShadowTrapezoid>,
    /// The lower and upper edges of the active ones.
    across: Vec<[EdgeHeights; 2]>,
    edges: Vec<EdgeHeights>,
    cuts: Vec<f64>,
    spans: Vec<[f64; 2]>,
}

impl UnionSweep {
    fn is_full_height(&self, [low, high]: [EdgeHeights; 2]) -> bool {
        let [foot, head] = self.body;
        low[0] <= foot && low[1] <= foot && high[0] >= head && high[1] >= head
    }

    /// Finds the intervals in which some trapezoid, given in order, hides the body's full height.
    fn merge_full_heights<'a>(&mut self, trapezoids: impl Iterator<Item = &'a ShadowTrapezoid>) {
        self.full_heights.clear();
        for trapezoid in trapezoids {
            if self.is_full_height([trapezoid.low, trapezoid.high]) {
                match self.full_heights.last_mut() {
                    Some([_, end]) if trapezoid.from <= *end => *end = fast_max(*end, trapezoid.to),
                    _ => self.full_heights.push([trapezoid.from, trapezoid.to]),
                }
            }
        }
    }

    /// Collects the parts of the other trapezoids that lie outside those intervals.
    fn collect_partial<'a>(&mut self, trapezoids: impl Iterator<Item = &'a ShadowTrapezoid>) {
        self.partial.clear();
        for trapezoid in trapezoids {
            if self.is_full_height([trapezoid.low, trapezoid.high]) {
                continue;
            }
            let mut from = trapezoid.from;
            for &[start, end] in &self.full_heights {
                if start - from > MIN_WIDTH_INCHES {
                    self.partial.extend(trapezoid.part(from, fast_min(start, trapezoid.to)));
                }
                from = fast_max(from, end);
            }
            if trapezoid.to - from > MIN_WIDTH_INCHES {
                self.partial.extend(trapezoid.part(from, trapezoid.to));
            }
        }
    }

    /// The area that the partial trapezoids cover, square inches.
    fn partial_area(&mut self) -> f64 {
        // Usually none overlap.
        if self.partial.windows(2).all(|pair| pair[1].from >= pair[0].to - MIN_WIDTH_INCHES) {
            let area = |trapezoid: &ShadowTrapezoid| {
                self.mean_height([trapezoid.low, trapezoid.high]) * (trapezoid.to - trapezoid.from)
            };
            return self.partial.iter().map(area).sum();
        }
        let mut sides = std::mem::take(&mut self.sides);
        sides.clear();
        for trapezoid in &self.partial {
            sides.push(trapezoid.from);
            sides.push(trapezoid.to);
        }
        sides.sort_unstable_by(f64::total_cmp);
        self.begin();
        let mut area = 0.0;
        for slab in sides.windows(2).filter(|slab| slab[1] - slab[0] > MIN_WIDTH_INCHES) {
            self.advance(slab[0], slab[1]);
            area += self.mean_covered() * (slab[1] - slab[0]);
        }
        self.sides = sides;
        area
    }

    /// Finds the spans between the body's sides in which some of it is not covered.
    fn open_spans(&mut self, body_sides: [f64; 2], found: &mut Vec<[f64; 2]>) {
        found.clear();
        let mut sides = std::mem::take(&mut self.sides);
        sides.clear();
        sides.extend(body_sides);
        sides.extend(self.full_heights.iter().flatten());
        sides.extend(self.partial.iter().flat_map(|trapezoid| [trapezoid.from, trapezoid.to]));
        sides.sort_unstable_by(f64::total_cmp);
        self.begin();
        let [foot, head] = self.body;
        for slab in sides.windows(2).filter(|slab| slab[1] - slab[0] > MIN_WIDTH_INCHES) {
            let [from, to] = [slab[0], slab[1]];
            if self.full_heights.iter().all(|full| full[1] <= from || full[0] >= to) {
                self.advance(from, to);
                if head - foot - self.mean_covered() > MIN_WIDTH_INCHES {
                    found.push([from, to]);
                }
            }
        }
        self.sides = sides;
    }

    /// Starts a sweep over the partial trapezoids.
    fn begin(&mut self) {
        if self.partial.windows(2).any(|pair| pair[0].from > pair[1].from) {
            self.partial.sort_unstable_by(|a, b| a.from.total_cmp(&b.from));
        }
        self.reached = 0;
        self.active.clear();
    }

    /// Advances to the slab between two upright lines; each slab lies farther left than the last.
    fn advance(&mut self, from: f64, to: f64) {
        while self.reached < self.partial.len() && self.partial[self.reached].from < to {
            self.active.push(self.partial[self.reached]);
            self.reached += 1;
        }
        self.active.retain(|trapezoid| trapezoid.to > from);
        self.across.clear();
        self.across.extend(self.active.iter().map(|trapezoid| trapezoid.between(from, to)));
    }

    /// The mean height of the body covered in the current slab.
    ///
    /// Between two crossings of edges the covered height is linear, so its mean is its value halfway.
    fn mean_covered(&mut self) -> f64 {
        match self.across[..] {
            [] => return 0.0,
            [one] => return self.mean_height(one),
            _ => {}
        }
        if let Some(dominant) = self.dominant() {
            return self.mean_height(dominant);
        }
        self.edges.clear();
        self.edges.extend(self.across.iter().flatten());
        self.edges.extend(self.body.map(|height| [height; 2]));
        self.cuts.clear();
        self.cuts.extend([0.0, 1.0]);
        for (index, a) in self.edges.iter().enumerate() {
            self.cuts.extend(self.edges[..index].iter().filter_map(|b| crossing(*a, *b)));
        }
        self.cuts.sort_unstable_by(f64::total_cmp);
        let mut mean = 0.0;
        for index in 1..self.cuts.len() {
            let [from, to] = [self.cuts[index - 1], self.cuts[index]];
            if from < to {
                mean += self.covered_at((from + to) / 2.0) * (to - from);
            }
        }
        mean
    }

    /// The trapezoid that covers whatever the others cover, if all start at or below the body's foot and one is the
    /// highest throughout.
    fn dominant(&self) -> Option<[EdgeHeights; 2]> {
        let is_over = |a: &[EdgeHeights; 2], b: &[EdgeHeights; 2]| a[1][0] >= b[1][0] && a[1][1] >= b[1][1];
        let first = *self.across.first()?;
        let highest = self.across.iter().fold(first, |a, b| if is_over(b, &a) { *b } else { a });
        let is_below = |other: &[EdgeHeights; 2]| {
            other[0].iter().all(|low| *low <= self.body[0]) && is_over(&highest, other)
        };
        self.across.iter().all(is_below).then_some(highest)
    }

    /// The mean height of the body that one trapezoid covers.
    fn mean_height(&self, [low, high]: [EdgeHeights; 2]) -> f64 {
        let [foot, head] = self.body;
        // The mean of how far an edge is above a level, counting 0 where it is below.
        let above = |[a, b]: EdgeHeights, level: f64| {
            let [a, b] = [a - level, b - level];
            if a >= 0.0 && b >= 0.0 {
                (a + b) / 2.0
            } else if a <= 0.0 && b <= 0.0 {
                0.0
            } else {
                let larger = fast_max(a, b);
                larger * larger / (2.0 * (a - b).abs())
            }
        };
        let below_edge = |edge: EdgeHeights| above(edge, foot) - above(edge, head);
        below_edge(high) - below_edge(low)
    }

    /// The height of the body covered at a share of the slab's width.
    fn covered_at(&mut self, share: f64) -> f64 {
        let [low, high] = self.body;
        let at = |edge: EdgeHeights| (edge[0] + share * (edge[1] - edge[0])).clamp(low, high);
        self.spans.clear();
        self.spans.extend(self.across.iter().map(|edges| edges.map(at)));
        self.spans.sort_by(|a, b| a[0].total_cmp(&b[0]));
        let [mut height, mut top] = [0.0, low];
        for &[from, to] in &self.spans {
            height += (to - from.max(top)).max(0.0);
            top = top.max(to);
        }
        height
    }
}

/// Crossing of two edges, as a share of the width between the upright lines.
pub(super) fn crossing(a: EdgeHeights, b: EdgeHeights) -> Option<f64> {
    let [first, last] = [a[0] - b[0], a[1] - b[1]];
    (first * last < 0.0).then(|| first / (first - last))
}
