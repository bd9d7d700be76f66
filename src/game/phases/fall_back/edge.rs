//! The own table edge of a unit, and the shortest way to it.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::retreat::Edge;
use super::safe::SafePositionTest;
use crate::game::engine::unit_fact::Length;
use crate::game::engine::view::{ModelView, View};
use crate::game::plan::{ModelPlanner, Spreads};
use crate::rules::ids::Side;
use crate::rules::measures::{Place, Thou};
use crate::rules::movement::bodies::Body;
use crate::table::shape::Point;

/// The edges of a table: the direction outward, and how far they are from its middle.
pub(super) fn edges([width, depth]: Point) -> [[f64; 3]; 4] {
    let (x, y) = (width / 2.0, depth / 2.0);
    [[0.0, -1.0, y], [0.0, 1.0, y], [-1.0, 0.0, x], [1.0, 0.0, x]]
}

/// From a place to an edge, inches.
pub(super) fn from_edge([nx, ny, far]: [f64; 3], [x, y]: Point) -> f64 {
    far - nx * x - ny * y
}

/// A side's own edge: the one that is nearest to the middle of its zone.
pub(super) fn own_edge(view: View, side: Side) -> [f64; 3] {
    let [low, high] = view.setup().level.zones[side as usize].area.bounds();
    let middle = [(low[0] + high[0]) / 2.0, (low[1] + high[1]) / 2.0];
    let mut edges = edges(view.terrain().size);
    edges.sort_by(|a, b| from_edge(*a, middle).total_cmp(&from_edge(*b, middle)));
    edges[0]
}

/// Whether the base of a model at a place reaches its side's edge.
///
/// Rule: OFB-6 (reaches its edge), BAS-10.
pub(super) fn touches_own_edge(view: View, model: ModelView, at: Place) -> bool {
    let gap = from_edge(own_edge(view, model.id.unit.side), at.ground()) - model.card.base.radius();
    view.allowance().at_most(gap, 0.0)
}

/// How many times width and depth of the table together the longest ways are that are looked for.
const LONGEST: f64 = 4.0;

/// Stretches of an edge are cut until they are so short, inches.
const FINEST: f64 = 0.02;

/// The place at his side's edge to which the leader has the shortest way.
///
/// Rule: OFB-3 (toward its own table edge), OFB-5 (no model ends in dangerous ground).
pub(super) fn edge_made_for(view: View, leader: ModelView, pinned: &[Body]) -> Edge {
    let Some(terms) = super::terms(view, leader.id.unit) else { return Edge::Barred };
    let size = view.terrain().size;
    let longest = LONGEST * (size[0] + size[1]);
    let safety = SafePositionTest::new(view, leader, pinned);
    for most in [terms.allowance, 4.0 * terms.allowance, longest] {
        let Some(planner) = ModelPlanner::on_terms(view, leader, terms, most) else { break };
        let spreads = planner.spreads_within([most; 2]);
        let shore = TableEdge { view, leader, safety: &safety, spreads: &spreads, most };
        if let Some(edge) = shore.nearest() {
            return edge;
        }
    }
    Edge::Barred
}

/// The line on which a leader's centre comes to stand when he reaches his edge.
struct TableEdge<'s, 'a> {
    view: View<'a>,
    leader: ModelView<'a>,
    safety: &'s SafePositionTest<'a>,
    spreads: &'s Spreads<'s>,
    most: f64,
}

/// A stretch of it, the one to which a way can be shortest first: in hundredths of an inch, how far along it
/// begins and ends.
type Stretch = Reverse<(i64, i64, i64)>;

impl TableEdge<'_, '_> {
    fn nearest(&self) -> Option<Edge> {
        let size = self.view.terrain().size;
        let edge = own_edge(self.view, self.leader.id.unit.side);
        let half = if edge[0] == 0.0 { size[0] / 2.0 } else { size[1] / 2.0 };
        let mut best: Option<(f64, Place)> = None;
        let mut heap: BinaryHeap<Stretch> = BinaryHeap::new();
        // Straight ahead first: mostly it is that.
        let own = self.leader.pose.at;
        let ahead = if edge[0] == 0.0 { own.x } else { own.y };
        self.try_at(i64::from(ahead.0), &mut best);
        self.push(&mut heap, [thou(-half), thou(half)]);
        while let Some(Reverse((least, from, to))) = heap.pop() {
            if best.is_some_and(|(length, _)| least >= thou(length)) || least > thou(self.most) {
                break;
            }
            if to - from > thou(FINEST) {
                let middle = (from + to) / 2;
                self.push(&mut heap, [from, middle]);
                self.push(&mut heap, [middle, to]);
                continue;
            }
            self.try_at((from + to) / 2, &mut best);
        }
        let (_, at) = best?;
        let way = self.spreads.shortest_way(at)?;
        Some(Edge::At { at, path: way.path, length: Length(way.length) })
    }

    fn try_at(&self, along: i64, best: &mut Option<(f64, Place)>) {
        let at = self.place(along).filter(|at| self.safety.has_room(*at));
        let found = at.and_then(|at| Some((self.spreads.shortest(at)?.0, at)));
        if let Some((length, at)) = found
            && best.is_none_or(|(other, _)| length < other)
        {
            *best = Some((length, at));
        }
    }

    fn push(&self, heap: &mut BinaryHeap<Stretch>, [from, to]: [i64; 2]) {
        let ends = [from, to].map(|along| self.point(along));
        let low = [0, 1].map(|axis| ends[0][axis].min(ends[1][axis]));
        let high = [0, 1].map(|axis| ends[0][axis].max(ends[1][axis]));
        let [round, through] = self.spreads.least_to([low, high]);
        let least = round.min(through);
        if least.is_finite() {
            heap.push(Reverse((thou(least), from, to)));
        }
    }

    /// The point so far along, in thousandths of an inch.
    fn point(&self, along: i64) -> Point {
        let [nx, ny, far] = own_edge(self.view, self.leader.id.unit.side);
        let (out, along) = (far - self.leader.card.base.radius(), along as f64 / 1000.0);
        [nx * out + ny.abs() * along, ny * out + nx.abs() * along]
    }

    fn place(&self, along: i64) -> Option<Place> {
        let [x, y] = self.point(along);
        let z: Thou = self.view.terrain().ground_height([x, y]);
        Place::from_inches(x, y, z.inches()).ok()
    }
}

/// In thousandths, rounded down.
fn thou(inches: f64) -> i64 {
    (inches * 1000.0).floor() as i64
}
