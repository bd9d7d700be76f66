//! The line from eyes to the middle of a body: the first solid that cuts it, and its length inside woods.

use std::ops::ControlFlow;

use super::SightBody;
use super::occluders::{Occluder, OccluderKind};
use super::view_frame::{BodyInches, ViewFrame};
use crate::plane::{Interval, Leg, clip_to_convex, cross, dot, subtract};
use crate::region::{EDGE_TOLERANCE, Intervals, merge_intervals};
use crate::shape::{Point, Shape};
use crate::terrain::Terrain;

/// The line from eyes to the middle of a body, with what lies on it.
///
/// Rule: VIS-1, VIS-2.
#[derive(Clone, Debug, PartialEq)]
pub struct SightLine {
    /// The piece of the first solid on it, and the share of its length before that.
    pub blocked: Option<(usize, f64)>,
    /// Its length inside woods, inches in three dimensions; overlapping woods count once.
    pub in_woods: f64,
    /// The same for each wood by itself, ordered by piece.
    pub woods: Vec<(usize, f64)>,
    /// From the eyes to the middle of the body, inches in three dimensions.
    pub length: f64,
}

/// A line touches, but does not enter, what covers a smaller share of its length.
const MIN_PART_SHARE: f64 = 1e-9;

impl Terrain {
    /// Measures the line from a model's eyes to the middle of another model's body.
    ///
    /// Rule: VIS-1, VIS-2 (the length of a line inside woods).
    pub fn sight_line(&self, from: &SightBody, to: &SightBody) -> SightLine {
        let line = Segment::new(from, to);
        let frame = ViewFrame::new(from, to);
        let [mut solids, mut trees]: [Vec<(&Occluder, Point)>; 2] = Default::default();
        self.sight.visit(&frame, |occluder| {
            match occluder.kind {
                OccluderKind::Trees => trees.push((occluder, [0.0; 2])),
                OccluderKind::Solid => {
                    solids.push((occluder, frame.clearance_shift(occluder, self.touch_depth())));
                }
            }
            ControlFlow::Continue(())
        });
        let seams = line.parts_in_seams(&trees);
        let inside = |(occluder, shift): &(&Occluder, Point)| {
            let mut parts = line.parts_inside(occluder, *shift);
            if line.runs_along(occluder, *shift) {
                parts.extend(&seams);
            }
            (occluder.piece, merge_intervals(parts))
        };
        let mut woods: Vec<(usize, Intervals)> = trees.iter().map(inside).collect();
        woods.retain(|(_, parts)| !parts.is_empty());
        woods.sort_by_key(|(piece, _)| *piece);
        SightLine {
            blocked: line.first_cut_of(&solids),
            in_woods: line.length_within(&woods.iter().flat_map(|(_, parts)| parts.clone()).collect()),
            woods: woods.iter().map(|(piece, parts)| (*piece, line.length_of(parts))).collect(),
            length: line.length,
        }
    }
}

/// A straight segment in space.
pub(super) struct Segment {
    /// Over the table.
    pub(super) plan: Leg,
    /// At its ends, above the table.
    pub(super) heights: [f64; 2],
    /// In three dimensions.
    pub(super) length: f64,
}

impl Segment {
    /// From a model's eyes to the middle of another model's body.
    pub(super) fn new(from: &SightBody, to: &SightBody) -> Self {
        Self::between(&BodyInches::new(from), &BodyInches::new(to))
    }

    pub(super) fn between(from: &BodyInches, to: &BodyInches) -> Self {
        Self::up_to(from, to, to.foot + to.height / 2.0)
    }

    /// From a model's eyes to a height on the centre line of another model's body.
    pub(super) fn up_to(from: &BodyInches, to: &BodyInches, height: f64) -> Self {
        let plan = Leg { from: from.at, to: to.at };
        let [level, rise] = [plan.length(), height - from.eyes];
        Self { plan, heights: [from.eyes, height], length: (level * level + rise * rise).sqrt() }
    }

    /// The total length of some of its parts, inches; overlaps count once.
    pub(super) fn length_within(&self, parts: &Intervals) -> f64 {
        if parts.len() > 1 { self.length_of(&merge_intervals(parts.clone())) } else { self.length_of(parts) }
    }

    fn length_of(&self, parts: &Intervals) -> f64 {
        parts.iter().fold(0.0, |sum, part| sum + part.to - part.from) * self.length
    }

    /// Its parts inside a shifted occluder, as shares of its length.
    pub(super) fn parts_inside(&self, occluder: &Occluder, shift: Point) -> Intervals {
        let mut parts = Intervals::new();
        self.add_parts_inside(occluder, shift, &mut parts);
        parts
    }

    /// As [`Self::parts_inside`], appended to a list.
    pub(super) fn add_parts_inside(&self, occluder: &Occluder, shift: Point, parts: &mut Intervals) {
        let Some(level) = self.part_between(occluder.bottom, occluder.top) else { return };
        let first = parts.len();
        self.add_parts_over(occluder, shift, parts);
        for part in &mut parts[first..] {
            *part = Interval::new(part.from.max(level.from), part.to.min(level.to));
        }
        parts.retain(|part| part.length() > MIN_PART_SHARE);
    }

    /// Its parts over the footprint of a shifted occluder, at any height.
    pub(super) fn parts_over(&self, occluder: &Occluder, shift: Point) -> Intervals {
        let mut parts = Intervals::new();
        self.add_parts_over(occluder, shift, &mut parts);
        parts
    }

    fn add_parts_over(&self, occluder: &Occluder, [x, y]: Point, parts: &mut Intervals) {
        let [from, to] = [self.plan.from, self.plan.to].map(|end| [end[0] - x, end[1] - y]);
        match &occluder.region.shape {
            Shape::Polygon(corners) if occluder.is_convex => {
                parts.extend(part_inside_convex(Leg { from, to }, corners));
            }
            _ => parts.extend(occluder.region.intervals_inside(Leg { from, to }, 0.0)),
        }
    }

    /// Its part between two heights, if it does more than touch it.
    fn part_between(&self, bottom: f64, top: f64) -> Option<Interval> {
        let [from, to] = self.heights;
        if from == to {
            return (bottom < from && from < top).then_some(Interval::WHOLE);
        }
        let [a, b] = [(bottom - from) / (to - from), (top - from) / (to - from)];
        let [first, last] = [a.min(b).max(0.0), a.max(b).min(1.0)];
        (first <= last).then_some(Interval::new(first, last))
    }

    /// The piece of the first of some shifted solids that cuts it, and the share of its length before that. Of ties, the
    /// piece with the lowest index.
    pub(super) fn first_cut_of(&self, solids: &[(&Occluder, Point)]) -> Option<(usize, f64)> {
        let cut = |(occluder, shift): &(&Occluder, Point)| {
            Some((occluder.piece, self.first_cut(occluder, *shift)?))
        };
        let seam = self.parts_in_seams(solids).first().map(|part| part.from);
        let along = solids.iter().filter(|(occluder, shift)| self.runs_along(occluder, *shift));
        let seam = seam.and_then(|share| Some((along.map(|(occluder, _)| occluder.piece).min()?, share)));
        let cuts = solids.iter().filter_map(cut).chain(seam);
        cuts.min_by(|a, b| a.1.total_cmp(&b.1).then(a.0.cmp(&b.0)))
    }

    /// The first share of its length at which a shifted solid cuts it.
    pub(super) fn first_cut(&self, occluder: &Occluder, shift: Point) -> Option<f64> {
        if occluder.bottom < occluder.top {
            return self.parts_inside(occluder, shift).first().map(|part| part.from);
        }
        // A floor has no thickness: the line pierces it in one point or not at all.
        let Interval { from: through, .. } = self.part_between(occluder.bottom, occluder.top)?;
        let inside =
            |part: &Interval| part.from + MIN_PART_SHARE < through && through < part.to - MIN_PART_SHARE;
        self.parts_over(occluder, shift).iter().any(inside).then_some(through)
    }
}

/// The part of a leg inside a convex polygon; a leg along an edge touches it only.
fn part_inside_convex(leg: Leg, corners: &[Point]) -> Option<Interval> {
    let part = clip_to_convex(corners, [leg.from, subtract(leg.to, leg.from)], Interval::WHOLE)?;
    let middle = leg.at(part.middle());
    let mut a = *corners.last()?;
    for &b in corners {
        let edge = subtract(b, a);
        let inside = cross(edge, subtract(middle, a));
        if inside * inside < EDGE_TOLERANCE * EDGE_TOLERANCE * dot(edge, edge) {
            return None;
        }
        a = b;
    }
    (part.length() > MIN_PART_SHARE).then_some(part)
}
