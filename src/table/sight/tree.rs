//! An index of things on the table: boxes within boxes, so that one who looks for some looks at few.

use std::ops::Range;

use crate::table::outline::Bounds;

/// A box on the table: a rectangle and its lowest and highest, inches.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Room {
    pub(super) bounds: Bounds,
    pub(super) bottom: f64,
    pub(super) top: f64,
}

/// A binary tree in one list: the first child of a node follows it.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Tree(Vec<Node>);

#[derive(Clone, Debug, PartialEq)]
struct Node {
    room: Room,
    content: Content,
}

#[derive(Clone, Debug, PartialEq)]
enum Content {
    /// These things.
    Leaf(Range<usize>),
    /// Two nodes, the first right behind this one, the second at this index.
    Fork(usize),
}

/// Whether one who looks through things has seen enough.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Visit {
    /// There is more to see.
    On,
    /// Enough.
    Over,
}

/// What fills a box.
pub(super) trait Bounded {
    /// The box around it.
    fn room(&self) -> Room;
}

/// So many things are looked at one by one.
const LEAF: usize = 3;

impl Tree {
    /// Puts things into an order that suits the tree, and makes it.
    pub(super) fn new(things: &mut [impl Bounded]) -> Self {
        let mut tree = Self::default();
        if !things.is_empty() {
            tree.grow(things, 0);
        }
        tree
    }

    fn grow(&mut self, things: &mut [impl Bounded], first: usize) {
        let room = around(things);
        let node = self.0.len();
        self.0.push(Node { room, content: Content::Leaf(first..first + things.len()) });
        if things.len() <= LEAF {
            return;
        }
        let [low, high] = room.bounds;
        let axis = usize::from(high[1] - low[1] > high[0] - low[0]);
        let middle = |[low, high]: Bounds| low[axis] + high[axis];
        things.sort_by(|a, b| middle(a.room().bounds).total_cmp(&middle(b.room().bounds)));
        let half = things.len() / 2;
        let (left, right) = things.split_at_mut(half);
        self.grow(left, first);
        self.0[node].content = Content::Fork(self.0.len());
        self.grow(right, first + half);
    }

    /// Calls `meet` with every leaf in rooms that are `wanted`, until it is over.
    pub(super) fn visit(
        &self,
        wanted: &impl Fn(&Room) -> bool,
        meet: &mut impl FnMut(Range<usize>) -> Visit,
    ) {
        if !self.0.is_empty() {
            self.visit_from(0, wanted, meet);
        }
    }

    fn visit_from(
        &self,
        node: usize,
        wanted: &impl Fn(&Room) -> bool,
        meet: &mut impl FnMut(Range<usize>) -> Visit,
    ) -> Visit {
        let Node { room, content } = &self.0[node];
        if !wanted(room) {
            return Visit::On;
        }
        match content {
            Content::Leaf(blocks) => meet(blocks.clone()),
            Content::Fork(second) => match self.visit_from(node + 1, wanted, meet) {
                Visit::On => self.visit_from(*second, wanted, meet),
                Visit::Over => Visit::Over,
            },
        }
    }
}

/// The box around some things.
fn around(things: &[impl Bounded]) -> Room {
    let rooms = things.iter().map(Bounded::room);
    let none = Room {
        bounds: [[f64::INFINITY; 2], [f64::NEG_INFINITY; 2]],
        bottom: f64::INFINITY,
        top: f64::NEG_INFINITY,
    };
    rooms.fold(none, |a, b| {
        let [low, high] = [0, 1].map(|end| [0, 1].map(|axis| [a.bounds[end][axis], b.bounds[end][axis]]));
        Room {
            bounds: [low.map(|[a, b]| a.min(b)), high.map(|[a, b]| a.max(b))],
            bottom: a.bottom.min(b.bottom),
            top: a.top.max(b.top),
        }
    })
}
