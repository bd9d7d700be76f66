//! A side's own table edge and the shortest path to it: best-first branch and bound over intervals of
//! the edge, with lower bounds from the leader's shortest-path trees.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::retreat::Edge;
use super::safe::SafePositionTest;
use crate::game::engine::unit_fact::Length;
use crate::game::engine::view::{ModelView, View};
use crate::game::plan::model::{ModelPlanner, ShortestPathTrees};
use crate::game::table_edge::{from_edge, own_edge};
use crate::rules::measures::{Place, Thou};
use crate::rules::movement::bodies::Body;
use crate::table::shape::Point;

/// Whether the base of a model at a place touches its side's edge.
///
/// Rule: OFB-6, BAS-10.
pub(super) fn touches_own_edge(view: View, model: ModelView, at: Place) -> bool {
    let gap = from_edge(own_edge(view, model.id.unit.side), at.ground()) - model.card.base.radius();
    view.allowance().at_most(gap, 0.0)
}

/// The longest path searched, as a multiple of the table's width plus depth.
pub(super) const MAX_PATH_IN_TABLE_SIZES: f64 = 4.0;

/// Intervals of an edge are halved until they are this short.
const MIN_INTERVAL_INCHES: f64 = 0.02;

/// The place at its side's edge to which the leader has the shortest path.
///
/// Rule: OFB-3 (toward its own table edge), OFB-5 (no model ends in dangerous ground).
pub(super) fn edge_made_for(view: View, leader: ModelView, fixed: &[Body]) -> Edge {
    let Some(terms) = super::terms(view, leader.id.unit) else { return Edge::Unreachable };
    let size = view.terrain().size;
    let max_path = MAX_PATH_IN_TABLE_SIZES * (size[0] + size[1]);
    let safety = SafePositionTest::new(view, leader, fixed);
    for max in [terms.allowance, 4.0 * terms.allowance, max_path] {
        let Some(planner) = ModelPlanner::on_terms(view, leader, terms, max) else { break };
        let path_trees = planner.path_trees_within([max; 2]);
        let edge = TableEdge { view, leader, safety: &safety, path_trees: &path_trees, max_length: max };
        if let Some(edge) = edge.nearest() {
            return edge;
        }
    }
    Edge::Unreachable
}

/// The line parallel to the edge on which the leader's centre is when its base touches the edge.
struct TableEdge<'s, 'a> {
    view: View<'a>,
    leader: ModelView<'a>,
    safety: &'s SafePositionTest<'a>,
    path_trees: &'s ShortestPathTrees<'s>,
    max_length: f64,
}

/// An interval of the line on the open list: the lower bound of the paths to it, its start and its end, in
/// thousandths of an inch. The smallest bound comes first.
type EdgeInterval = Reverse<(i64, i64, i64)>;

impl TableEdge<'_, '_> {
    fn nearest(&self) -> Option<Edge> {
        let size = self.view.terrain().size;
        let edge = own_edge(self.view, self.leader.id.unit.side);
        let half = if edge[0] == 0.0 { size[0] / 2.0 } else { size[1] / 2.0 };
        let mut best: Option<(f64, Place)> = None;
        let mut heap: BinaryHeap<EdgeInterval> = BinaryHeap::new();
        // Straight ahead first: usually that is the nearest place.
        let own = self.leader.pose.at;
        let ahead = if edge[0] == 0.0 { own.x } else { own.y };
        self.try_at(i64::from(ahead.0), &mut best);
        self.push(&mut heap, [thou(-half), thou(half)]);
        while let Some(Reverse((bound, from, to))) = heap.pop() {
            if best.is_some_and(|(length, _)| bound >= thou(length)) || bound > thou(self.max_length) {
                break;
            }
            if to - from > thou(MIN_INTERVAL_INCHES) {
                let middle = (from + to) / 2;
                self.push(&mut heap, [from, middle]);
                self.push(&mut heap, [middle, to]);
                continue;
            }
            self.try_at((from + to) / 2, &mut best);
        }
        let (_, at) = best?;
        let found = self.path_trees.shortest_path(at)?;
        Some(Edge::At { at, path: found.corners, length: Length(found.length) })
    }

    fn try_at(&self, along: i64, best: &mut Option<(f64, Place)>) {
        let at = self.place(along).filter(|at| self.safety.has_room(*at));
        let found = at.and_then(|at| Some((self.path_trees.shortest(at)?.0, at)));
        if let Some((length, at)) = found
            && best.is_none_or(|(other, _)| length < other)
        {
            *best = Some((length, at));
        }
    }

    fn push(&self, heap: &mut BinaryHeap<EdgeInterval>, [from, to]: [i64; 2]) {
        let ends = [from, to].map(|along| self.point(along));
        let low = [0, 1].map(|axis| ends[0][axis].min(ends[1][axis]));
        let high = [0, 1].map(|axis| ends[0][axis].max(ends[1][axis]));
        let [round, through] = self.path_trees.lower_bounds_to([low, high]);
        let bound = round.min(through);
        if bound.is_finite() {
            heap.push(Reverse((thou(bound), from, to)));
        }
    }

    /// The point of the line at a coordinate along the edge, in thousandths of an inch.
    fn point(&self, along: i64) -> Point {
        let [nx, ny, offset] = own_edge(self.view, self.leader.id.unit.side);
        let (out, along) = (offset - self.leader.card.base.radius(), along as f64 / 1000.0);
        [nx * out + ny.abs() * along, ny * out + nx.abs() * along]
    }

    fn place(&self, along: i64) -> Option<Place> {
        let [x, y] = self.point(along);
        let z: Thou = self.view.terrain().ground_height([x, y]);
        Place::from_inches(x, y, z.inches()).ok()
    }
}

/// Whole thousandths of an inch, rounded down.
fn thou(inches: f64) -> i64 {
    (inches * 1000.0).floor() as i64
}
