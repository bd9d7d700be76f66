//! A bounding-volume hierarchy: a binary tree of axis-aligned boxes, split at the median of the longer axis.
//!
//! Reference: Ericson, *Real-Time Collision Detection* (2004), chapter 6.

use std::ops::{ControlFlow, Range};

use crate::outline::Bounds;

/// An axis-aligned box: a rectangle over the table and its lowest and highest height, inches.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Aabb {
    pub(super) bounds: Bounds,
    pub(super) bottom: f64,
    pub(super) top: f64,
}

/// The hierarchy, its nodes in depth-first order.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Bvh(Vec<Node>);

#[derive(Clone, Debug, PartialEq)]
struct Node {
    aabb: Aabb,
    content: Content,
}

#[derive(Clone, Debug, PartialEq)]
enum Content {
    /// The items with these indices.
    Leaf(Range<usize>),
    /// Two children: the first is the next node, the second has this index.
    Fork(usize),
}

/// Something with a bounding box.
pub(super) trait Bounded {
    /// Its bounding box.
    fn aabb(&self) -> Aabb;
}

/// Most items in a leaf.
const LEAF_SIZE: usize = 3;

impl Bvh {
    /// Builds the hierarchy, and reorders the items to match.
    pub(super) fn new(items: &mut [impl Bounded]) -> Self {
        let mut bvh = Self::default();
        if !items.is_empty() {
            bvh.build(items, 0);
        }
        bvh
    }

    fn build(&mut self, items: &mut [impl Bounded], first: usize) {
        let aabb = enclosing(items);
        let node = self.0.len();
        self.0.push(Node { aabb, content: Content::Leaf(first..first + items.len()) });
        if items.len() <= LEAF_SIZE {
            return;
        }
        let [low, high] = aabb.bounds;
        let axis = usize::from(high[1] - low[1] > high[0] - low[0]);
        let middle = |[low, high]: Bounds| low[axis] + high[axis];
        items.sort_by(|a, b| middle(a.aabb().bounds).total_cmp(&middle(b.aabb().bounds)));
        let half = items.len() / 2;
        let (left, right) = items.split_at_mut(half);
        self.build(left, first);
        self.0[node].content = Content::Fork(self.0.len());
        self.build(right, first + half);
    }

    /// Calls `meet` with the items of every leaf whose boxes are all `wanted`, until it breaks.
    pub(super) fn visit(
        &self,
        wanted: &impl Fn(&Aabb) -> bool,
        meet: &mut impl FnMut(Range<usize>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if self.0.is_empty() { ControlFlow::Continue(()) } else { self.visit_from(0, wanted, meet) }
    }

    fn visit_from(
        &self,
        node: usize,
        wanted: &impl Fn(&Aabb) -> bool,
        meet: &mut impl FnMut(Range<usize>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let Node { aabb, content } = &self.0[node];
        if !wanted(aabb) {
            return ControlFlow::Continue(());
        }
        match content {
            Content::Leaf(items) => meet(items.clone()),
            Content::Fork(second) => {
                self.visit_from(node + 1, wanted, meet)?;
                self.visit_from(*second, wanted, meet)
            }
        }
    }
}

/// The box around some items.
fn enclosing(items: &[impl Bounded]) -> Aabb {
    let none = Aabb {
        bounds: [[f64::INFINITY; 2], [f64::NEG_INFINITY; 2]],
        bottom: f64::INFINITY,
        top: f64::NEG_INFINITY,
    };
    items.iter().map(Bounded::aabb).fold(none, |a, b| {
        let [low, high] = [0, 1].map(|end| [0, 1].map(|axis| [a.bounds[end][axis], b.bounds[end][axis]]));
        Aabb {
            bounds: [low.map(|[a, b]| a.min(b)), high.map(|[a, b]| a.max(b))],
            bottom: a.bottom.min(b.bottom),
            top: a.top.max(b.top),
        }
    })
}
