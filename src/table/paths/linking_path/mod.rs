//! The shortest way that links two models over the levels of a structure: A* over a lazy visibility graph of a point
//! (Lozano-Pérez and Wesley 1979), in which a vertex is one node on every surface over it.
//!
//! The way has no width, only the height of the model that would walk it. Between two vertices it runs straight, seen
//! from above, and may change level anywhere on that leg (`leg_rise.rs`); a leg is tested only when its entry leaves the
//! open list. Bends are the corners of what blocks (`vertices.rs`), circles count as polygons around them. It knows
//! nothing of slow or difficult going: to reach out is not to move.

mod barriers;
mod leg_rise;
#[cfg(test)]
mod tests;
mod vertices;

use std::cmp::Ordering;
use std::collections::BinaryHeap;

use crate::rules::basics::Disc;
use crate::rules::movement::bodies::Body;
use crate::table::plane::{Leg, distance, subtract};
use crate::table::terrain::Terrain;
use crate::table::walk::{Mover, Surface};
use barriers::Barriers;
use vertices::{Vertex, vertices};

impl Terrain {
    /// The length of the shortest way between two bases, from edge to edge, if it is at most `max_length`; inches.
    ///
    /// It crosses no wall but by an opening, nothing impassable to the mover and no base. Over the table it is measured
    /// as a path is, hills cost nothing; each change of level under or over a floor, or off its edge, adds the height
    /// between the two. The mover's radius does not count: the way is a line. Where bases lie above one another the way
    /// begins and ends anywhere on them.
    ///
    /// Around a circle the way is longer than the exact one by at most 0.06 %, everywhere else by a ten-thousandth of an
    /// inch or two a bend.
    ///
    /// Rule: CC-1 (the way), MOV-1, STR-1, GO-4.
    pub fn linking_path(
        &self,
        ends: [Disc; 2],
        mover: Mover,
        bases: &[Body],
        max_length: f64,
    ) -> Option<f64> {
        let radii = ends[0].radius + ends[1].radius;
        let surfaces = [ends[0].at, ends[1].at].map(|at| self.surface_at(at.ground(), at.z));
        let [Some(start), Some(goal)] = surfaces else { return None };
        let foci = [ends[0].at.ground(), ends[1].at.ground()];
        // A base overlaps nothing that blocks the way, so that from a centre it leads straight to the edge.
        let max_cost = max_length + radii;
        if distance(foci[0], foci[1]) > max_cost {
            return None;
        }
        let barriers = Barriers::within(self, mover, bases, foci, max_cost);
        let mut vertices_found = vec![Vertex::free(foci[0]), Vertex::free(foci[1])];
        vertices_found.extend(vertices(&barriers, foci, max_cost));
        let found = Search::new(&barriers, vertices_found, max_cost).shortest(start, goal)?;
        let length = (found.level - radii).max(0.0) + found.rise;
        (length <= max_length).then_some(length)
    }
}

/// The vertex the search starts from.
const START: usize = 0;
/// The vertex it goes to.
const GOAL: usize = 1;

/// What a way has cost so far, inches.
#[derive(Clone, Copy, Debug)]
struct Cost {
    /// Over the table.
    level: f64,
    /// Up and down.
    rise: f64,
}

impl Cost {
    fn total(self) -> f64 {
        self.level + self.rise
    }
}

/// A surface over a vertex, reached at a cost.
#[derive(Clone, Copy, Debug)]
struct Node {
    vertex: usize,
    surface: Surface,
    cost: Cost,
}

/// An entry of the open list: a node to expand, or a leg from it to test.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Entry {
    /// Lower bound of a whole way by it, inches.
    estimate: f64,
    node: usize,
    leg_to: Option<usize>,
}

impl Eq for Entry {}

impl PartialOrd for Entry {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Entry {
    /// The least estimate is the greatest entry, which leaves the list first.
    fn cmp(&self, other: &Self) -> Ordering {
        let estimates = other.estimate.total_cmp(&self.estimate);
        estimates.then_with(|| (other.node, other.leg_to).cmp(&(self.node, self.leg_to)))
    }
}

struct Search<'b, 't> {
    barriers: &'b Barriers<'t>,
    vertices: Vec<Vertex>,
    max_cost: f64,
    nodes: Vec<Node>,
    /// For each vertex its best nodes, one a surface.
    best: Vec<Vec<usize>>,
    /// How many surfaces there are over each vertex.
    surfaces: Vec<usize>,
    open: BinaryHeap<Entry>,
}

impl<'b, 't> Search<'b, 't> {
    fn new(barriers: &'b Barriers<'t>, vertices: Vec<Vertex>, max_cost: f64) -> Self {
        let surfaces = vertices.iter().map(|vertex| barriers.surfaces_at(vertex.at).len()).collect();
        let best = vec![Vec::new(); vertices.len()];
        Self { barriers, vertices, max_cost, nodes: Vec::new(), best, surfaces, open: BinaryHeap::new() }
    }

    fn shortest(&mut self, start: Surface, goal: Surface) -> Option<Cost> {
        self.reach(Node { vertex: START, surface: start, cost: Cost { level: 0.0, rise: 0.0 } });
        while let Some(entry) = self.open.pop() {
            let node = self.nodes[entry.node];
            match entry.leg_to {
                Some(to) => self.test_leg(node, to),
                None if !self.best[node.vertex].contains(&entry.node) => {}
                None if node.vertex == GOAL && node.surface.height == goal.height => return Some(node.cost),
                None => self.expand(entry.node),
            }
        }
        None
    }

    /// The straight distance still to go from a vertex.
    fn to_goal(&self, vertex: usize) -> f64 {
        distance(self.vertices[vertex].at, self.vertices[GOAL].at)
    }

    /// Notes a node, unless its surface has been reached more cheaply.
    fn reach(&mut self, node: Node) {
        let estimate = node.cost.total() + self.to_goal(node.vertex);
        let nodes = &self.nodes;
        let same = |other: &usize| nodes[*other].surface.height == node.surface.height;
        let known = self.best[node.vertex].iter().position(same);
        let is_better =
            known.is_none_or(|known| node.cost.total() < nodes[self.best[node.vertex][known]].cost.total());
        if estimate > self.max_cost || !is_better {
            return;
        }
        let index = self.nodes.len();
        match known {
            Some(known) => self.best[node.vertex][known] = index,
            None => self.best[node.vertex].push(index),
        }
        self.nodes.push(node);
        self.open.push(Entry { estimate, node: index, leg_to: None });
    }

    /// Puts every leg from a node that may be part of a taut way on the open list.
    fn expand(&mut self, index: usize) {
        let node = self.nodes[index];
        let from = &self.vertices[node.vertex];
        for (to, vertex) in self.vertices.iter().enumerate() {
            let along = subtract(vertex.at, from.at);
            let length = distance(vertex.at, from.at);
            let estimate = node.cost.total() + length + self.to_goal(to);
            let is_taut = from.is_tangent(along, length) && vertex.is_tangent(along, length);
            if to != START && to != node.vertex && is_taut && estimate <= self.max_cost {
                self.open.push(Entry { estimate, node: index, leg_to: Some(to) });
            }
        }
    }

    fn test_leg(&mut self, node: Node, to: usize) {
        let leg = Leg { from: self.vertices[node.vertex].at, to: self.vertices[to].at };
        let level = node.cost.level + leg.length();
        let is_useless = |other: &usize| self.nodes[*other].cost.total() <= level + node.cost.rise;
        if self.best[to].len() == self.surfaces[to] && self.best[to].iter().all(is_useless) {
            return;
        }
        for (surface, rise) in self.barriers.leg_rise(leg, node.surface) {
            let cost = Cost { level, rise: node.cost.rise + rise };
            self.reach(Node { vertex: to, surface, cost });
        }
    }
}
