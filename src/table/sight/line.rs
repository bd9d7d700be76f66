//! The line from eyes to the middle of a body: what cuts it, and how far it runs through woods.

use super::SightBody;
use super::blocks::{Occluder, OccluderKind};
use super::look::{Figure, Look};
use super::tree::Visit;
use crate::table::plane::{Leg, clip_to_convex, cross, dot, subtract};
use crate::table::region::{EDGE_TOLERANCE, Intervals, merge_intervals};
use crate::table::shape::{Point, Shape};
use crate::table::terrain::Terrain;

/// What lies on the line from eyes to the middle of a body.
///
/// Rule: VIS-1, VIS-2.
#[derive(Clone, Debug, PartialEq)]
pub struct SightLine {
    /// The first solid on it: its piece, and where it cuts the line as a share of its length.
    pub blocked: Option<(usize, f64)>,
    /// How much of it runs inside woods, inches in three dimensions; where two woods overlap, once.
    pub in_woods: f64,
    /// The same for each wood by itself, in the order of the pieces.
    pub woods: Vec<(usize, f64)>,
    /// From the eyes to the middle of the body, inches in three dimensions.
    pub length: f64,
}

/// Parts of a line shorter than this are touched, not entered, as a share of its length.
const TOUCHED: f64 = 1e-9;

impl Terrain {
    /// What lies on the line from a model's eyes to the middle of another one's body.
    ///
    /// Rule: VIS-1, VIS-2 (the length of a line inside woods).
    pub fn sight_line(&self, from: &SightBody, to: &SightBody) -> SightLine {
        let line = Line::new(from, to);
        let look = Look::new(from, to);
        let [mut solids, mut trees]: [Vec<(&Occluder, Point)>; 2] = Default::default();
        self.sight.visit(&look, |block| {
            match block.matter {
                OccluderKind::Trees => trees.push((block, [0.0; 2])),
                OccluderKind::Solid => solids.push((block, look.clearing(block, self.touch_depth()))),
            }
            Visit::On
        });
        let seams = line.parts_in_seams(&trees);
        let inside = |(block, moved): &(&Occluder, Point)| {
            let mut parts = line.parts_inside(block, *moved);
            if line.runs_along(block, *moved) {
                parts.extend(&seams);
            }
            (block.piece, merge_intervals(parts))
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

/// A straight line over the table, in three dimensions.
pub(super) struct Line {
    pub(super) plan: Leg,
    pub(super) heights: [f64; 2],
    pub(super) length: f64,
}

impl Line {
    /// From a model's eyes to the middle of another one's body.
    pub(super) fn new(from: &SightBody, to: &SightBody) -> Self {
        Self::between(&Figure::new(from), &Figure::new(to))
    }

    pub(super) fn between(from: &Figure, to: &Figure) -> Self {
        Self::up_to(from, to, to.foot + to.height / 2.0)
    }

    /// From a model's eyes to a height on the middle line of another one's body.
    pub(super) fn up_to(from: &Figure, to: &Figure, height: f64) -> Self {
        let plan = Leg { from: from.at, to: to.at };
        let [level, rise] = [plan.length(), height - from.eyes];
        Self { plan, heights: [from.eyes, height], length: (level * level + rise * rise).sqrt() }
    }

    /// Inches of it in some of its parts, once where they overlap.
    pub(super) fn length_within(&self, parts: &Intervals) -> f64 {
        if parts.len() > 1 { self.length_of(&merge_intervals(parts.clone())) } else { self.length_of(parts) }
    }

    fn length_of(&self, parts: &Intervals) -> f64 {
        parts.iter().fold(0.0, |sum, part| sum + part[1] - part[0]) * self.length
    }

    /// The shares of the line within a prism that is moved aside.
    pub(super) fn parts_inside(&self, block: &Occluder, moved: [f64; 2]) -> Intervals {
        let mut parts = Intervals::new();
        self.add_parts_inside(block, moved, &mut parts);
        parts
    }

    /// Adds them to a list.
    pub(super) fn add_parts_inside(&self, block: &Occluder, moved: [f64; 2], parts: &mut Intervals) {
        let Some(level) = self.part_between(block.bottom, block.top) else { return };
        let begins = parts.len();
        self.add_parts_under(block, moved, parts);
        for part in &mut parts[begins..] {
            *part = [part[0].max(level[0]), part[1].min(level[1])];
        }
        parts.retain(|part| part[1] - part[0] > TOUCHED);
    }

    /// The shares of the line over or under a prism that is moved aside.
    pub(super) fn parts_under(&self, block: &Occluder, moved: [f64; 2]) -> Intervals {
        let mut parts = Intervals::new();
        self.add_parts_under(block, moved, &mut parts);
        parts
    }

    fn add_parts_under(&self, block: &Occluder, [x, y]: [f64; 2], parts: &mut Intervals) {
        let [from, to] = [self.plan.from, self.plan.to].map(|end| [end[0] - x, end[1] - y]);
        match &block.region.shape {
            Shape::Polygon(corners) if block.is_convex => {
                parts.extend(part_of(Leg { from, to }, corners));
            }
            _ => parts.extend(block.region.intervals_inside(Leg { from, to }, 0.0)),
        }
    }

    /// The shares of the line that lie between two heights; touching them is not enough.
    fn part_between(&self, bottom: f64, top: f64) -> Option<[f64; 2]> {
        let [from, to] = self.heights;
        if from == to {
            return (bottom < from && from < top).then_some([0.0, 1.0]);
        }
        let [a, b] = [(bottom - from) / (to - from), (top - from) / (to - from)];
        let [first, last] = [a.min(b).max(0.0), a.max(b).min(1.0)];
        (first <= last).then_some([first, last])
    }

    /// The first of some solids, each moved aside, that cuts the line: its piece, and at which share of it. Where
    /// two do together, the first of their pieces.
    pub(super) fn first_cut_of(&self, solids: &[(&Occluder, Point)]) -> Option<(usize, f64)> {
        let cut = |(block, moved): &(&Occluder, Point)| Some((block.piece, self.first_cut(block, *moved)?));
        let seam = self.parts_in_seams(solids).first().map(|part| part[0]);
        let along = solids.iter().filter(|(block, moved)| self.runs_along(block, *moved));
        let seam = seam.and_then(|share| Some((along.map(|(block, _)| block.piece).min()?, share)));
        let cuts = solids.iter().filter_map(cut).chain(seam);
        cuts.min_by(|a, b| a.1.total_cmp(&b.1).then(a.0.cmp(&b.0)))
    }

    /// The first share of the line at which a solid cuts it.
    pub(super) fn first_cut(&self, block: &Occluder, moved: [f64; 2]) -> Option<f64> {
        if block.bottom < block.top {
            return self.parts_inside(block, moved).first().map(|part| part[0]);
        }
        // A floor has no thickness: the line runs through it or not.
        let [through, _] = self.part_between(block.bottom, block.top)?;
        let inside = |part: &[f64; 2]| part[0] + TOUCHED < through && through < part[1] - TOUCHED;
        self.parts_under(block, moved).iter().any(inside).then_some(through)
    }
}

/// The part of a leg inside a ring that nowhere turns in. Along an edge it is touched, not entered.
fn part_of(leg: Leg, corners: &[Point]) -> Option<[f64; 2]> {
    let [first, last] = clip_to_convex(corners, [leg.from, subtract(leg.to, leg.from)], [0.0, 1.0])?;
    let middle = leg.at((first + last) / 2.0);
    let mut a = *corners.last()?;
    for &b in corners {
        let edge = subtract(b, a);
        let inside = cross(edge, subtract(middle, a));
        if inside * inside < EDGE_TOLERANCE * EDGE_TOLERANCE * dot(edge, edge) {
            return None;
        }
        a = b;
    }
    (last - first > TOUCHED).then_some([first, last])
}
