//! How far it is from one place to every other: the oracle's ways from one start, all of them.

use std::cmp::Ordering;
use std::collections::BinaryHeap;

use super::bends::{Vertex, bends};
use super::figures::{Point, apart};
use super::legs::ends;
use super::oracle::Margins;
use super::world::{Surface, World};

/// All places to bend around a start, and how far it is to each.
pub struct Field<'w> {
    world: &'w World,
    depth: f64,
    vertices: Vec<Vertex>,
    nodes: Vec<Node>,
}

struct Node {
    vertex: usize,
    surface: Surface,
    far: f64,
}

#[derive(PartialEq)]
struct Try {
    far: f64,
    node: usize,
    to: usize,
}

impl Eq for Try {}

impl PartialOrd for Try {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Try {
    fn cmp(&self, other: &Self) -> Ordering {
        other.far.total_cmp(&self.far).then_with(|| (other.node, other.to).cmp(&(self.node, self.to)))
    }
}

impl<'w> Field<'w> {
    /// The ways of at most `most` inches from a surface at a point.
    pub fn new(world: &'w World, margins: Margins, (from, start): (Point, Surface), most: f64) -> Self {
        let mut vertices = vec![Vertex::plain(from)];
        let found = bends(world, margins, [from, from], 2.0 * most);
        vertices.extend(found.into_iter().filter(|vertex| apart(from, vertex.at) <= most));
        let nodes = vec![Node { vertex: 0, surface: start, far: 0.0 }];
        let mut field = Self { world, depth: margins.depth, vertices, nodes };
        field.spread(most);
        field
    }

    fn spread(&mut self, most: f64) {
        let mut closed: Vec<Vec<Surface>> = vec![Vec::new(); self.vertices.len()];
        closed[0].push(self.nodes[0].surface);
        let mut tries = BinaryHeap::new();
        self.expand(0, most, &closed, &mut tries);
        while let Some(next) = tries.pop() {
            let Node { vertex, surface, .. } = self.nodes[next.node];
            if self.vertices[next.to].surfaces.is_some_and(|count| closed[next.to].len() >= count) {
                continue;
            }
            let [a, b] = [vertex, next.to].map(|nth| self.vertices[nth].at);
            for surface in ends(self.world, a, b, surface, self.depth) {
                if !closed[next.to].contains(&surface) {
                    closed[next.to].push(surface);
                    self.nodes.push(Node { vertex: next.to, surface, far: next.far });
                    self.expand(self.nodes.len() - 1, most, &closed, &mut tries);
                }
            }
        }
    }

    fn expand(&self, node: usize, most: f64, closed: &[Vec<Surface>], tries: &mut BinaryHeap<Try>) {
        let Node { vertex, far, .. } = self.nodes[node];
        let here = &self.vertices[vertex];
        for (to, there) in self.vertices.iter().enumerate() {
            let long = apart(here.at, there.at);
            let full = there.surfaces.is_some_and(|count| closed[to].len() >= count);
            if to == vertex || full || far + long > most {
                continue;
            }
            let along = [there.at[0] - here.at[0], there.at[1] - here.at[1]];
            if long == 0.0 || (here.is_tight(along, long) && there.is_tight(along, long)) {
                tries.push(Try { far: far + long, node, to });
            }
        }
    }

    /// The length of the shortest way to a surface at a point, if it is of at most `most` inches.
    pub fn length(&self, to: Point, wanted: Surface, most: f64) -> Option<f64> {
        let mut last: Vec<(f64, &Node)> = Vec::new();
        for node in &self.nodes {
            let here = &self.vertices[node.vertex];
            let long = apart(here.at, to);
            let along = [to[0] - here.at[0], to[1] - here.at[1]];
            if node.far + long <= most && (long == 0.0 || here.is_tight(along, long)) {
                last.push((node.far + long, node));
            }
        }
        last.sort_by(|a, b| a.0.total_cmp(&b.0));
        let arrives = |(_, node): &&(f64, &Node)| {
            let at = self.vertices[node.vertex].at;
            ends(self.world, at, to, node.surface, self.depth).contains(&wanted)
        };
        last.iter().find(arrives).map(|(far, _)| *far)
    }
}
