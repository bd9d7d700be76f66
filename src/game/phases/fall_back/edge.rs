//! A side's own table edge and the shortest path to it: best-first branch and bound over intervals of
//! the edge, with lower bounds from the leader's shortest-path trees.

use std::cell::Ref;

use super::context::RetreatContext;
use super::retreat::Edge;
use super::safe::SafePositionTest;
use crate::game::engine::unit_fact::Length;
use crate::game::engine::view::{ModelView, View};
use crate::game::plan::model::ShortestPathTrees;
use crate::game::table_edge::{from_edge, own_edge};
use crate::rules::measures::{Place, Thou};
use crate::table::open_list::OpenList;
use crate::table::shape::Point;

/// Whether the base of a model at a place touches its side's edge.
///
/// Rule: OFB-6, BAS-10.
pub(super) fn touches_own_edge(view: View, model: ModelView, at: Place) -> bool {
    let gap = from_edge(own_edge(view, model.id.unit.side), at.ground()) - model.card.base.radius();
    view.allowance().at_most(gap, 0.0)
}

/// Intervals of an edge are halved until they are this short.
const MIN_INTERVAL_INCHES: f64 = 0.02;

/// The place at its side's edge to which the leader has the shortest path.
///
/// Rule: OFB-3 (toward its own table edge), OFB-5 (no model ends in dangerous ground).
pub(super) fn edge_made_for(context: &RetreatContext) -> Edge {
    let allowance = context.terms.allowance;
    for max_length in [allowance, 4.0 * allowance, context.longest_path()] {
        let Some(planner) = context.planner(max_length) else { break };
        let path_trees = planner.path_trees_within([max_length; 2]);
        let (safety, open_list) = (context.safety.borrow(), OpenList::new());
        let edge =
            TableEdge { context, safety, path_trees: &path_trees, max_length, open_list, nearest: None };
        if let Some(edge) = edge.nearest() {
            return edge;
        }
    }
    Edge::Unreachable
}

/// The line parallel to the edge on which the leader's centre is when its base touches the edge.
struct TableEdge<'s, 'a> {
    context: &'s RetreatContext<'a>,
    safety: Ref<'s, SafePositionTest<'a>>,
    path_trees: &'s ShortestPathTrees<'s>,
    max_length: f64,
    /// Intervals of the line: their ends by the lower bound of the paths there and their start, in thousandths of an inch.
    open_list: OpenList<(i64, i64), [i64; 2]>,
    /// The shortest path found: its length, inches, and its end.
    nearest: Option<(f64, Place)>,
}

impl TableEdge<'_, '_> {
    fn nearest(mut self) -> Option<Edge> {
        let (view, own) = (self.context.view, self.context.leader.pose.at);
        let axis = if own_edge(view, self.context.leader.id.unit.side)[0] == 0.0 { 0 } else { 1 };
        // Straight ahead first: usually that is the nearest place.
        self.try_at(i64::from([own.x, own.y][axis].0));
        let half = view.terrain().size[axis] / 2.0;
        self.push([thou(-half), thou(half)]);
        while let Some(((bound, _), [from, to])) = self.open_list.pop() {
            if self.nearest.is_some_and(|(length, _)| bound >= thou(length)) || bound > thou(self.max_length)
            {
                break;
            }
            let middle = (from + to) / 2;
            if to - from > thou(MIN_INTERVAL_INCHES) {
                self.push([from, middle]);
                self.push([middle, to]);
            } else {
                self.try_at(middle);
            }
        }
        let (_, at) = self.nearest?;
        let found = self.path_trees.shortest_path(at)?;
        Some(Edge::At { at, path: found.corners, length: Length(found.length) })
    }

    fn try_at(&mut self, along: i64) {
        let at = self.place(along).filter(|at| self.safety.has_room(*at));
        let found = at.and_then(|at| Some((self.path_trees.shortest(at)?.0, at)));
        let is_nearer = |(length, _): &(f64, Place)| self.nearest.is_none_or(|(other, _)| *length < other);
        self.nearest = found.filter(is_nearer).or(self.nearest);
    }

    fn push(&mut self, [from, to]: [i64; 2]) {
        let ends = [from, to].map(|along| self.point(along));
        let low = [0, 1].map(|axis| ends[0][axis].min(ends[1][axis]));
        let high = [0, 1].map(|axis| ends[0][axis].max(ends[1][axis]));
        let [round, through] = self.path_trees.lower_bounds_to([low, high]);
        let bound = round.min(through);
        if bound.is_finite() {
            self.open_list.push((thou(bound), from), [from, to]);
        }
    }

    /// The point of the line at a coordinate along the edge, in thousandths of an inch.
    fn point(&self, along: i64) -> Point {
        let leader = self.context.leader;
        let [nx, ny, offset] = own_edge(self.context.view, leader.id.unit.side);
        let (out, along) = (offset - leader.card.base.radius(), along as f64 / 1000.0);
        [nx * out + ny.abs() * along, ny * out + nx.abs() * along]
    }

    fn place(&self, along: i64) -> Option<Place> {
        let [x, y] = self.point(along);
        let z: Thou = self.context.view.terrain().ground_height([x, y]);
        Place::from_inches(x, y, z.inches()).ok()
    }
}

/// Whole thousandths of an inch, rounded down.
fn thou(inches: f64) -> i64 {
    (inches * 1000.0).floor() as i64
}
