//! The part of a body inside a piece that it leans on: it is out of view, but not behind the piece.
//!
//! A model whose base overlaps a hill's edge is not up on the hill until its centre is (HIL-1). A corner of its upright
//! rectangle may then lie inside the hill's step, whichever side the observer is on.

use super::line::Segment;
use super::occluders::OccluderKind;
use super::view_frame::ViewFrame;
use crate::plane::Interval;
use crate::region::merge_intervals;
use crate::terrain::Terrain;

/// A part of the body's rectangle: across it as shares of its width, and between two heights relative to the eyes.
struct Block {
    across: Interval,
    heights: Interval,
}

impl Terrain {
    /// The share of a body inside the solid parts of a piece, 0 to 1.
    ///
    /// Rule: VIS-2 (behind an edge).
    pub(super) fn share_inside(&self, frame: &ViewFrame, piece: usize) -> f64 {
        let plan = frame.body_over_table();
        let body = Segment { plan, heights: [0.0; 2], length: plan.length() };
        let mut blocks = Vec::new();
        for occluder in self.sight.all() {
            let is_near = || occluder.region.is_near(plan.bounds(), self.touch_depth());
            if occluder.piece != piece || occluder.kind != OccluderKind::Solid || !is_near() {
                continue;
            }
            let [bottom, top] = frame.heights(occluder);
            let [low, high] = [bottom.max(frame.low), top.min(frame.high)];
            if low < high {
                let shift = frame.clearance_shift(occluder, self.touch_depth());
                let over = body.parts_over(occluder, shift).into_iter();
                blocks.extend(over.map(|across| Block { across, heights: Interval::new(low, high) }));
            }
        }
        area_of(&blocks) / (frame.high - frame.low)
    }
}

/// The area of the union of some blocks; a whole width is 1.
fn area_of(blocks: &[Block]) -> f64 {
    let mut sides: Vec<f64> = blocks.iter().flat_map(|block| [block.across.from, block.across.to]).collect();
    sides.sort_unstable_by(f64::total_cmp);
    let column = |pair: &[f64]| {
        let middle = (pair[0] + pair[1]) / 2.0;
        let holds = |block: &&Block| block.across.from < middle && middle < block.across.to;
        let heights = blocks.iter().filter(holds).map(|block| block.heights).collect();
        (pair[1] - pair[0]) * merge_intervals(heights).into_iter().map(Interval::length).sum::<f64>()
    };
    sides.windows(2).map(column).sum()
}
