//! A body as one pair of eyes sees it: which parts of its rectangle lie in shadow, and which do not.
//!
//! The shadows are those of which the share in view is made; here their outlines are kept.

use super::SightBody;
use super::blocks::OccluderKind;
use super::cover::{Line, crossing};
use super::look::Look;
use super::shadow::{NARROW, Shadows};
use super::tree::Visit;
use crate::table::shape::Point;
use crate::table::terrain::Terrain;

/// A body as one pair of eyes sees it, cut into parts that are hidden and parts that are not.
///
/// Rule: VIS-1.
#[derive(Clone, Debug, PartialEq)]
pub struct BodyView {
    /// Over the table, from the eyes toward the body; of length 1. The rectangle stands across it.
    pub ahead: Point,
    /// Parts that lie side by side and over each other and fill the rectangle; none overlap.
    pub parts: Vec<BodyPart>,
    /// The middle of its foot, inches: x, y and height.
    foot: [f64; 3],
}

/// A part of a body with two upright sides; inches.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BodyPart {
    /// Where it begins and ends, left of the body's middle line as the eyes see it.
    pub sides: [f64; 2],
    /// The height of its lower edge over the foot, at either side.
    pub low: [f64; 2],
    /// The same of its upper edge.
    pub high: [f64; 2],
    /// Whether it can be seen.
    pub light: Light,
}

/// Whether a part of a body can be seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Light {
    /// It can.
    Open,
    /// Something solid is before it.
    Shadow,
}

impl Terrain {
    /// What of a model's body can be seen from another one's eyes, part by part: the outlines of
    /// what [`Self::fraction_in_view`] tells the share of.
    ///
    /// Rule: VIS-1.
    pub fn body_view(&self, from: &SightBody, to: &SightBody) -> BodyView {
        let look = Look::new(from, to);
        let mut shadows = Shadows::new(look);
        shadows.in_view(|shadows| {
            self.sight.visit(&look, |block| {
                if block.matter == OccluderKind::Solid {
                    shadows.cast(block, look.clearing(block, self.touch_depth()));
                }
                Visit::On
            });
        });
        let [x, y] = to.foot.ground();
        BodyView { ahead: look.ahead, parts: shadows.parts(), foot: [x, y, to.foot.z.inches()] }
    }
}

impl BodyView {
    /// The point over the table of a point of the body, so far left of its middle line and so far
    /// over its foot: x, y and height, inches.
    pub fn point(&self, left: f64, up: f64) -> [f64; 3] {
        let ([dx, dy], [x, y, z]) = (self.ahead, self.foot);
        [x - dy * left, y + dx * left, z + up]
    }

    /// The middle of the largest part that can be seen, as [`Self::point`] gives it; `None` where
    /// nothing can.
    pub fn seen_point(&self) -> Option<[f64; 3]> {
        let open = self.parts.iter().rev().filter(|part| part.light == Light::Open);
        let largest = open.max_by(|a, b| a.area().total_cmp(&b.area()))?;
        let [left, up] = largest.middle();
        Some(self.point(left, up))
    }

    /// The share of the body that can be seen, by the areas of its parts.
    pub fn share(&self) -> f64 {
        let sum = |light: Option<Light>| -> f64 {
            let counted = self.parts.iter().filter(|part| light.is_none_or(|light| part.light == light));
            counted.map(BodyPart::area).sum()
        };
        sum(Some(Light::Open)) / sum(None)
    }
}

impl BodyPart {
    /// Square inches.
    pub fn area(&self) -> f64 {
        let tall = [0, 1].map(|side| self.high[side] - self.low[side]);
        (self.sides[1] - self.sides[0]) * (tall[0] + tall[1]) / 2.0
    }

    /// A point well inside: left of the middle line, over the foot.
    pub fn middle(&self) -> [f64; 2] {
        let half = |[a, b]: [f64; 2]| (a + b) / 2.0;
        [half(self.sides), (half(self.low) + half(self.high)) / 2.0]
    }

    /// Its four corners, left of the middle line and over the foot, in their order around it.
    pub fn corners(&self) -> [Point; 4] {
        let Self { sides: [from, to], low, high, .. } = *self;
        [[from, low[0]], [to, low[1]], [to, high[1]], [from, high[0]]]
    }
}

impl Shadows {
    /// The body cut along the outlines of all shadows together.
    fn parts(&self) -> Vec<BodyPart> {
        let half = self.look.half;
        let ends = self.strips.iter().flat_map(|strip| [strip.from, strip.to]);
        let mut cuts: Vec<f64> = ends.map(|end| end.clamp(-half, half)).chain([-half, half]).collect();
        cuts.sort_by(f64::total_cmp);
        let mut parts = Vec::new();
        for cut in cuts.windows(2).filter(|cut| cut[1] - cut[0] > NARROW) {
            let across = self.strips.iter().filter(|strip| strip.from < cut[1] && strip.to > cut[0]);
            let across: Vec<[Line; 2]> = across.map(|strip| strip.between(cut[0], cut[1])).collect();
            self.columns([cut[0], cut[1]], &across, &mut parts);
        }
        parts
    }

    /// Cuts what lies between two upright lines where edges of shadows cross.
    fn columns(&self, [from, to]: [f64; 2], across: &[[Line; 2]], parts: &mut Vec<BodyPart>) {
        let body = [[self.look.low; 2], [self.look.high; 2]];
        let lines: Vec<Line> = across.iter().flatten().chain(&body).copied().collect();
        let mut cuts = vec![0.0, 1.0];
        for (nth, a) in lines.iter().enumerate() {
            cuts.extend(lines[..nth].iter().filter_map(|b| crossing(*a, *b)));
        }
        cuts.sort_by(f64::total_cmp);
        for cut in cuts.windows(2).filter(|cut| (cut[1] - cut[0]) * (to - from) > NARROW) {
            let sides = [cut[0], cut[1]].map(|share| from + share * (to - from));
            self.column(sides, [cut[0], cut[1]], across, parts);
        }
    }

    /// Stacks the parts of a column in which no edges cross; `shares` say where it lies between
    /// the upright lines.
    fn column(&self, sides: [f64; 2], shares: [f64; 2], across: &[[Line; 2]], parts: &mut Vec<BodyPart>) {
        let [foot, head] = [self.look.low, self.look.high];
        let at = |line: &Line| shares.map(|share| (line[0] + share * (line[1] - line[0])).clamp(foot, head));
        let mean = |line: Line| (line[0] + line[1]) / 2.0;
        let mut spans: Vec<[Line; 2]> = across.iter().map(|[low, high]| [at(low), at(high)]).collect();
        spans.sort_by(|a, b| mean(a[0]).total_cmp(&mean(b[0])));
        let mut add = |low: Line, high: Line, light: Light| {
            if mean(high) - mean(low) > NARROW {
                let [low, high] = [low, high].map(|line| line.map(|height| height - foot));
                parts.push(BodyPart { sides, low, high, light });
            }
        };
        // The shadow that is being stacked begins at `low` and reaches up to `high`.
        let [mut low, mut high] = [[foot; 2]; 2];
        for span in spans {
            if mean(span[0]) > mean(high) {
                add(low, high, Light::Shadow);
                add(high, span[0], Light::Open);
                [low, high] = span;
            } else if mean(span[1]) > mean(high) {
                high = span[1];
            }
        }
        add(low, high, Light::Shadow);
        add(high, [head; 2], Light::Open);
    }
}
