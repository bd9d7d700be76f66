//! The oracle's shortest-path tree: Dijkstra from one start to every other point.

use std::cmp::Ordering;
use std::collections::BinaryHeap;

use super::bends::{Vertex, bends};
use super::figures::{Point, apart};
use super::legs::ends;
use super::oracle::Margins;
use super::world::{Surface, World};

/// All vertices around a start, and what it costs to reach each.
pub struct Field<'w> {
    world: &'w World,
    depth: f64,
    vertices: Vec<Vertex>,
    nodes: Vec<Node>,
}

struct Node {
    vertex: usize,
    surface: Surface,
    cost: f64,
}

#[derive(PartialEq)]
struct OpenEntry {
    cost: f64,
    node: usize,
    to: usize,
}

impl Eq for OpenEntry {}

impl PartialOrd for OpenEntry {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for OpenEntry {
    fn cmp(&self, other: &Self) -> Ordering {
        other.cost.total_cmp(&self.cost).then_with(|| (other.node, other.to).cmp(&(self.node, self.to)))
    }
}

impl<'w> Field<'w> {
    /// The paths of at most `max_length` inches from a surface at a point.
    pub fn new(world: &'w World, margins: Margins, (from, start): (Point, Surface), max_length: f64) -> Self {
        let mut vertices = vec![Vertex::plain(from)];
        let found = bends(world, margins, [from, from], 2.0 * max_length);
        vertices.extend(found.into_iter().filter(|vertex| apart(from, vertex.at) <= max_length));
        let nodes = vec![Node { vertex: 0, surface: start, cost: 0.0 }];
        let mut field = Self { world, depth: margins.depth, vertices, nodes };
        field.search(max_length);
        field
    }

    fn search(&mut self, max_length: f64) {
        let mut closed: Vec<Vec<Surface>> = vec![Vec::new(); self.vertices.len()];
        closed[0].push(self.nodes[0].surface);
        let mut open_list = BinaryHeap::new();
        self.expand(0, max_length, &closed, &mut open_list);
        while let Some(next) = open_list.pop() {
            let Node { vertex, surface, .. } = self.nodes[next.node];
            if self.vertices[next.to].surfaces.is_some_and(|count| closed[next.to].len() >= count) {
                continue;
            }
            let [a, b] = [vertex, next.to].map(|index| self.vertices[index].at);
            for surface in ends(self.world, a, b, surface, self.depth) {
                if !closed[next.to].contains(&surface) {
                    closed[next.to].push(surface);
                    self.nodes.push(Node { vertex: next.to, surface, cost: next.cost });
                    self.expand(self.nodes.len() - 1, max_length, &closed, &mut open_list);
                }
            }
        }
    }

    fn expand(
        &self,
        node: usize,
        max_length: f64,
        closed: &[Vec<Surface>],
        open_list: &mut BinaryHeap<OpenEntry>,
    ) {
        let Node { vertex, cost, .. } = self.nodes[node];
        let here = &self.vertices[vertex];
        for (to, there) in self.vertices.iter().enumerate() {
            let length = apart(here.at, there.at);
            let full = there.surfaces.is_some_and(|count| closed[to].len() >= count);
            if to == vertex || full || cost + length > max_length {
                continue;
            }
            let along = [there.at[0] - here.at[0], there.at[1] - here.at[1]];
            if length == 0.0 || (here.is_tight(along, length) && there.is_tight(along, length)) {
                open_list.push(OpenEntry { cost: cost + length, node, to });
            }
        }
    }

    /// The length of the shortest path to a surface at a point, if it is at most `max_length` inches.
    pub fn length(&self, to: Point, wanted: Surface, max_length: f64) -> Option<f64> {
        let mut candidates: Vec<(f64, &Node)> = Vec::new();
        for node in &self.nodes {
            let here = &self.vertices[node.vertex];
            let length = apart(here.at, to);
            let along = [to[0] - here.at[0], to[1] - here.at[1]];
            if node.cost + length <= max_length && (length == 0.0 || here.is_tight(along, length)) {
                candidates.push((node.cost + length, node));
            }
        }
        candidates.sort_by(|a, b| a.0.total_cmp(&b.0));
        let arrives = |(_, node): &&(f64, &Node)| {
            let at = self.vertices[node.vertex].at;
            ends(self.world, at, to, node.surface, self.depth).contains(&wanted)
        };
        candidates.iter().find(arrives).map(|(cost, _)| *cost)
    }
}
