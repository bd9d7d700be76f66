//! The shortest way that links two models over the levels of a structure: A* over a lazy visibility graph of a point
//! (Lozano-Pérez and Wesley 1979), in which a vertex is one node on every surface over it.
//!
//! The way has no width, only the height of the model that would walk it. Between two vertices it runs straight, seen
//! from above, and may change level anywhere on that leg (`leg_rise.rs`); a leg is tested only when its entry leaves the
//! open list. Bases join the barriers only once the shortest way without them leads through one. Bends are the corners of what blocks (`vertices.rs`), circles count as polygons around them. It knows
//! nothing of slow or difficult going: to reach out is not to move.

mod barriers;
mod leg_rise;
#[cfg(test)]
mod tests;
mod vertices;
pub(crate) mod way;

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::sync::Arc;

use crate::open_list::Ordered;
use crate::plane::{Leg, distance, subtract};
use crate::shape::Point;
use crate::terrain::Terrain;
use crate::walk::{Mover, Surface};
use barriers::Barriers;
use leg_rise::height_between;
use vertices::{Vertex, vertices};
use warstrike_rules::basics::Disc;
use warstrike_rules::movement::bodies::Body;
use way::{Cost, Way};

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
        let mut barriers = Barriers::within(self, mover, foci, max_cost);
        let mut bases: Vec<&Body> = bases.iter().collect();
        // The way past no base at all is asked for again and again: on both sides, for every blow of a round.
        let places = ends.map(|end| [end.at.x, end.at.y, end.at.z]);
        let key = (places, [radii, max_length].map(f64::to_bits), mover.height, mover.gait);
        let first = || shortest_way(&barriers, foci, (start, goal), max_cost);
        let mut way = self.linking_ways.get_or_find(key, first)?;
        // Few bases stand in the way: the shortest way past some of them is that past all if it meets no other.
        loop {
            let (met, others): (Vec<&Body>, Vec<&Body>) =
                bases.into_iter().partition(|base| barriers::meets(base, &way.legs));
            if met.is_empty() {
                let length = (way.cost.level - radii).max(0.0) + way.cost.rise;
                return (length <= max_length).then_some(length);
            }
            barriers.add(&met);
            bases = others;
            way = shortest_way(&barriers, foci, (start, goal), max_cost)?;
        }
    }
}

/// The shortest way between two points past some barriers.
fn shortest_way(
    barriers: &Barriers,
    foci: [Point; 2],
    (start, goal): (Surface, Surface),
    max_cost: f64,
) -> Option<Arc<Way>> {
    let mut vertices_found = vec![Vertex::free(foci[0]), Vertex::free(foci[1])];
    vertices_found.extend(vertices(barriers, foci, max_cost));
    let mut search = Search::new(barriers, vertices_found, (goal, max_cost));
    let found = search.shortest(start)?;
    Some(Arc::new(Way { cost: search.nodes[found].cost, legs: search.legs_to(found) }))
}

/// The vertex the search starts from.
const START: usize = 0;
/// The vertex it goes to.
const GOAL: usize = 1;

/// A surface over a vertex, reached at a cost.
#[derive(Clone, Copy, Debug)]
struct Node {
    vertex: usize,
    surface: Surface,
    cost: Cost,
    parent: Option<usize>,
}

/// An entry of the open list: a node to expand, or a leg from it to test. The least estimate leaves the list first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Entry {
    /// Lower bound of a whole way by it, inches.
    estimate: Ordered,
    node: usize,
    leg_to: Option<usize>,
}

struct Search<'b, 't> {
    barriers: &'b Barriers<'t>,
    vertices: Vec<Vertex>,
    goal: Surface,
    max_cost: f64,
    nodes: Vec<Node>,
    /// For each vertex its best nodes, one a surface.
    best: Vec<Vec<usize>>,
    /// Number of surfaces over each vertex.
    surfaces: Vec<usize>,
    open: BinaryHeap<Reverse<Entry>>,
}

impl<'b, 't> Search<'b, 't> {
    fn new(barriers: &'b Barriers<'t>, vertices: Vec<Vertex>, (goal, max_cost): (Surface, f64)) -> Self {
        let surfaces = vertices.iter().map(|vertex| barriers.surfaces_at(vertex.at).len()).collect();
        let best = vec![Vec::new(); vertices.len()];
        let open = BinaryHeap::new();
        Self { barriers, vertices, goal, max_cost, nodes: Vec::new(), best, surfaces, open }
    }

    /// The last node of the shortest way.
    fn shortest(&mut self, start: Surface) -> Option<usize> {
        let cost = Cost { level: 0.0, rise: 0.0 };
        self.reach(Node { vertex: START, surface: start, cost, parent: None });
        while let Some(Reverse(entry)) = self.open.pop() {
            let node = self.nodes[entry.node];
            let is_goal = node.vertex == GOAL && node.surface.height == self.goal.height;
            match entry.leg_to {
                Some(to) => self.test_leg(entry.node, to),
                None if !self.best[node.vertex].contains(&entry.node) => {}
                None if is_goal => return Some(entry.node),
                None => self.expand(entry.node),
            }
        }
        None
    }

    /// The legs of the way to a node, the last first.
    fn legs_to(&self, node: usize) -> Vec<Leg> {
        let steps = std::iter::successors(Some(node), |node| self.nodes[*node].parent);
        let at: Vec<Point> = steps.map(|node| self.vertices[self.nodes[node].vertex].at).collect();
        at.windows(2).map(|ends| Leg { from: ends[1], to: ends[0] }).collect()
    }

    /// Lower bound of what is still to go from a vertex, for a way that is on a surface now, inches: straight on and,
    /// unless the ground itself rises, up or down to the goal's height.
    fn to_goal(&self, vertex: usize, on: Surface) -> f64 {
        let level = distance(self.vertices[vertex].at, self.vertices[GOAL].at);
        if self.barriers.steps.is_empty() { level + height_between(on, self.goal) } else { level }
    }

    /// Notes a node, unless its surface has been reached more cheaply.
    fn reach(&mut self, node: Node) {
        let estimate = node.cost.total() + self.to_goal(node.vertex, node.surface);
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
        self.open.push(Reverse(Entry { estimate: Ordered(estimate), node: index, leg_to: None }));
    }

    /// Puts every leg from a node that may be part of a taut way on the open list.
    fn expand(&mut self, index: usize) {
        let node = self.nodes[index];
        let from = &self.vertices[node.vertex];
        for (to, vertex) in self.vertices.iter().enumerate() {
            let along = subtract(vertex.at, from.at);
            let length = distance(vertex.at, from.at);
            let estimate = node.cost.total() + length + self.to_goal(to, node.surface);
            let is_taut = from.is_tangent(along, length) && vertex.is_tangent(along, length);
            if to != START && to != node.vertex && is_taut && estimate <= self.max_cost {
                let estimate = Ordered(estimate);
                self.open.push(Reverse(Entry { estimate, node: index, leg_to: Some(to) }));
            }
        }
    }

    fn test_leg(&mut self, index: usize, to: usize) {
        let node = self.nodes[index];
        let leg = Leg { from: self.vertices[node.vertex].at, to: self.vertices[to].at };
        let level = node.cost.level + leg.length();
        let is_useless = |other: &usize| self.nodes[*other].cost.total() <= level + node.cost.rise;
        if self.best[to].len() == self.surfaces[to] && self.best[to].iter().all(is_useless) {
            return;
        }
        for (surface, rise) in self.barriers.leg_rise(leg, node.surface) {
            let cost = Cost { level, rise: node.cost.rise + rise };
            self.reach(Node { vertex: to, surface, cost, parent: Some(index) });
        }
    }
}
