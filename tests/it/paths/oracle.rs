//! The oracle: A* over a dense visibility graph.
//!
//! Round bends are finely cut circles; a leg between two vertices is judged as a whole. Slow, and written
//! without looking at how the program finds its paths.

use std::cmp::Ordering;
use std::collections::BinaryHeap;

use super::bends::{Vertex, bends};
use super::figures::{Point, apart};
use super::legs::ends;
use super::world::{Surface, World};

/// How strict the oracle is, inches.
#[derive(Clone, Copy, Debug)]
pub struct Margins {
    /// How far vertices stay clear of obstacles.
    pub clear: f64,
    /// How deep in an obstacle a leg between them may run.
    pub depth: f64,
}

/// As strict as the program plans: 0.002 clear.
pub const PLANNED: Margins = Margins { clear: 0.002, depth: 0.001 };
/// Uses nearly all of BAS-10's allowance: no legal path is shorter.
pub const LENIENT: Margins = Margins { clear: -0.0048, depth: 0.0051 };
/// Demands more than any path has to keep: every path finder must be at least as good.
pub const STRICT: Margins = Margins { clear: 0.006, depth: -0.004 };

/// A path: its length and where it bends.
#[derive(Clone, Debug)]
pub struct OraclePath {
    pub length: f64,
    pub bends: Vec<(Point, Surface)>,
}

#[derive(PartialEq)]
struct OpenEntry {
    estimate: f64,
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
        other
            .estimate
            .total_cmp(&self.estimate)
            .then_with(|| (other.node, other.to).cmp(&(self.node, self.to)))
    }
}

struct Node {
    vertex: usize,
    surface: Surface,
    cost: f64,
    parent: usize,
}

/// The shortest path from a surface at a point to another, if one of at most `max_length` inches exists.
pub fn shortest(
    world: &World,
    margins: Margins,
    (from, start): (Point, Surface),
    (to, wanted): (Point, Surface),
    max_length: f64,
) -> Option<OraclePath> {
    let mut vertices = vec![Vertex::plain(from), Vertex::plain(to)];
    let within = |vertex: &Vertex| apart(from, vertex.at) + apart(vertex.at, to) <= max_length;
    vertices.extend(bends(world, margins, [from, to], max_length).into_iter().filter(within));
    along(world, margins, vertices, (start, wanted), max_length)
}

/// The shortest path over some vertices, of which the first two are its ends.
pub fn along(
    world: &World,
    margins: Margins,
    vertices: Vec<Vertex>,
    (start, wanted): (Surface, Surface),
    max_length: f64,
) -> Option<OraclePath> {
    let mut closed: Vec<Vec<Surface>> = vec![Vec::new(); vertices.len()];
    let mut nodes = vec![Node { vertex: 0, surface: start, cost: 0.0, parent: 0 }];
    closed[0].push(start);
    let mut open_list = BinaryHeap::new();
    expand(&vertices, &nodes, 0, max_length, &mut open_list);
    while let Some(next) = open_list.pop() {
        let Node { vertex, surface, .. } = nodes[next.node];
        if vertices[next.to].surfaces.is_some_and(|count| closed[next.to].len() >= count) {
            continue;
        }
        let reached = ends(world, vertices[vertex].at, vertices[next.to].at, surface, margins.depth);
        for surface in reached {
            if closed[next.to].contains(&surface) {
                continue;
            }
            closed[next.to].push(surface);
            nodes.push(Node { vertex: next.to, surface, cost: next.cost, parent: next.node });
            if next.to == 1 && surface == wanted {
                return Some(OraclePath { length: next.cost, bends: reconstruct(&vertices, &nodes) });
            }
            expand(&vertices, &nodes, nodes.len() - 1, max_length, &mut open_list);
        }
    }
    None
}

fn expand(
    vertices: &[Vertex],
    nodes: &[Node],
    node: usize,
    max_length: f64,
    open_list: &mut BinaryHeap<OpenEntry>,
) {
    let Node { vertex, cost, .. } = nodes[node];
    let here = &vertices[vertex];
    for (to, there) in vertices.iter().enumerate() {
        let length = apart(here.at, there.at);
        let cost = cost + length;
        let estimate = cost + apart(there.at, vertices[1].at);
        let itself = to == vertex && to != 1;
        if itself || estimate > max_length {
            continue;
        }
        let along = [there.at[0] - here.at[0], there.at[1] - here.at[1]];
        if length == 0.0 || (here.is_tight(along, length) && there.is_tight(along, length)) {
            open_list.push(OpenEntry { estimate, cost, node, to });
        }
    }
}

/// The bends of the path to the last node.
fn reconstruct(vertices: &[Vertex], nodes: &[Node]) -> Vec<(Point, Surface)> {
    let mut bends = Vec::new();
    let mut at = nodes.len() - 1;
    loop {
        bends.push((vertices[nodes[at].vertex].at, nodes[at].surface));
        if at == 0 {
            bends.reverse();
            return bends;
        }
        at = nodes[at].parent;
    }
}
