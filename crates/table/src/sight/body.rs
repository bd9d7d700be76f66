//! A body as one pair of eyes sees it: a partition of its rectangle into visible and hidden trapezoids.
//!
//! Made from the same shadows as the share in view; here their outlines are kept.

use std::ops::ControlFlow;

use super::SightBody;
use super::occluders::OccluderKind;
use super::shadow::{MIN_WIDTH_INCHES, Shadows};
use super::trapezoid_union::{EdgeHeights, crossing};
use super::view_frame::ViewFrame;
use crate::shape::Point;
use crate::terrain::Terrain;

/// A body as one pair of eyes sees it, divided into visible and hidden parts.
///
/// Rule: VIS-1.
#[derive(Clone, Debug, PartialEq)]
pub struct BodyView {
    /// The unit vector over the table from the eyes toward the body; the rectangle is perpendicular to it.
    pub ahead: Point,
    /// Parts that do not overlap and together fill the rectangle.
    pub parts: Vec<BodyPart>,
    /// The centre of its base, inches: x, y and height.
    foot: [f64; 3],
}

/// A trapezoidal part of a body, its parallel sides upright; inches.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BodyPart {
    /// Its two sides, left of the body's centre line as the eyes see it.
    pub sides: [f64; 2],
    /// The height of its lower edge above the foot, at either side.
    pub low: [f64; 2],
    /// The height of its upper edge above the foot, at either side.
    pub high: [f64; 2],
    /// Whether it is in view.
    pub light: Light,
}

/// Whether a part of a body is in view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Light {
    /// It is.
    Open,
    /// Something solid hides it.
    Shadow,
}

impl Terrain {
    /// Parts of a model's body in view from another model's eyes: the outlines behind [`Self::fraction_in_view`].
    ///
    /// Rule: VIS-1.
    pub fn body_view(&self, from: &SightBody, to: &SightBody) -> BodyView {
        let frame = ViewFrame::new(from, to);
        let mut shadows = Shadows::new(frame);
        shadows.in_view(|shadows| {
            self.sight.visit(&frame, |occluder| {
                if occluder.kind == OccluderKind::Solid {
                    shadows.cast(occluder, frame.clearance_shift(occluder, self.touch_depth()));
                }
                ControlFlow::Continue(())
            });
        });
        let [x, y] = to.foot.ground();
        BodyView { ahead: frame.ahead, parts: shadows.parts(), foot: [x, y, to.foot.z.inches()] }
    }
}

impl BodyView {
    /// The point in space (x, y and height, inches) of a point of the body, given left of its centre line and
    /// above its foot.
    pub fn point(&self, left: f64, up: f64) -> [f64; 3] {
        let ([dx, dy], [x, y, z]) = (self.ahead, self.foot);
        [x - dy * left, y + dx * left, z + up]
    }

    /// The middle of the largest part in view, as [`Self::point`] gives it; `None` if nothing is.
    pub fn seen_point(&self) -> Option<[f64; 3]> {
        let open = self.parts.iter().rev().filter(|part| part.light == Light::Open);
        let largest = open.max_by(|a, b| a.area().total_cmp(&b.area()))?;
        let [left, up] = largest.middle();
        Some(self.point(left, up))
    }

    /// The share of the body in view, by the areas of its parts.
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
        let heights = [0, 1].map(|side| self.high[side] - self.low[side]);
        (self.sides[1] - self.sides[0]) * (heights[0] + heights[1]) / 2.0
    }

    /// A point well inside: left of the centre line, above the foot.
    pub fn middle(&self) -> [f64; 2] {
        let half = |[a, b]: [f64; 2]| (a + b) / 2.0;
        [half(self.sides), (half(self.low) + half(self.high)) / 2.0]
    }

    /// Its four corners in order around it: left of the centre line, above the foot.
    pub fn corners(&self) -> [Point; 4] {
        let Self { sides: [from, to], low, high, .. } = *self;
        [[from, low[0]], [to, low[1]], [to, high[1]], [from, high[0]]]
    }
}

impl Shadows {
    /// The body divided along the outlines of all shadows.
    fn parts(&self) -> Vec<BodyPart> {
        let half = self.frame.half;
        let ends = self.trapezoids.iter().flat_map(|trapezoid| [trapezoid.from, trapezoid.to]);
        let mut cuts: Vec<f64> = ends.map(|end| end.clamp(-half, half)).chain([-half, half]).collect();
        cuts.sort_by(f64::total_cmp);
        let mut parts = Vec::new();
        for cut in cuts.windows(2).filter(|cut| cut[1] - cut[0] > MIN_WIDTH_INCHES) {
            let across =
                self.trapezoids.iter().filter(|trapezoid| trapezoid.from < cut[1] && trapezoid.to > cut[0]);
            let across: Vec<[EdgeHeights; 2]> =
                across.map(|trapezoid| trapezoid.between(cut[0], cut[1])).collect();
            self.columns([cut[0], cut[1]], &across, &mut parts);
        }
        parts
    }

    /// Divides the space between two upright lines where edges of shadows cross.
    fn columns(&self, [from, to]: [f64; 2], across: &[[EdgeHeights; 2]], parts: &mut Vec<BodyPart>) {
        let body = [[self.frame.low; 2], [self.frame.high; 2]];
        let edges: Vec<EdgeHeights> = across.iter().flatten().chain(&body).copied().collect();
        let mut cuts = vec![0.0, 1.0];
        for (index, a) in edges.iter().enumerate() {
            cuts.extend(edges[..index].iter().filter_map(|b| crossing(*a, *b)));
        }
        cuts.sort_by(f64::total_cmp);
        for cut in cuts.windows(2).filter(|cut| (cut[1] - cut[0]) * (to - from) > MIN_WIDTH_INCHES) {
            let sides = [cut[0], cut[1]].map(|share| from + share * (to - from));
            self.column(sides, [cut[0], cut[1]], across, parts);
        }
    }

    /// Stacks the parts of a column in which no edges cross; `shares` places the column between the two upright
    /// lines.
    fn column(
        &self,
        sides: [f64; 2],
        shares: [f64; 2],
        across: &[[EdgeHeights; 2]],
        parts: &mut Vec<BodyPart>,
    ) {
        let [foot, head] = [self.frame.low, self.frame.high];
        let at = |edge: &EdgeHeights| {
            shares.map(|share| (edge[0] + share * (edge[1] - edge[0])).clamp(foot, head))
        };
        let mean = |edge: EdgeHeights| (edge[0] + edge[1]) / 2.0;
        let mut spans: Vec<[EdgeHeights; 2]> = across.iter().map(|[low, high]| [at(low), at(high)]).collect();
        spans.sort_by(|a, b| mean(a[0]).total_cmp(&mean(b[0])));
        let mut add = |low: EdgeHeights, high: EdgeHeights, light: Light| {
            if mean(high) - mean(low) > MIN_WIDTH_INCHES {
                let [low, high] = [low, high].map(|edge| edge.map(|height| height - foot));
                parts.push(BodyPart { sides, low, high, light });
            }
        };
        // The shadow being stacked reaches from `low` up to `high`.
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
