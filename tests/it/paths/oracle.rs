//! The oracle: the shortest way over a dense graph of places at which a path may bend.
//!
//! Round bends are finely cut circles; what lies between two bends is judged as a whole
//! leg. Slow, and written without looking at how the program finds its paths.

use std::cmp::Ordering;
use std::collections::BinaryHeap;

use super::bends::{Vertex, bends};
use super::figures::{Point, apart};
use super::legs::ends;
use super::world::{Surface, World};

/// How strict the oracle is, inches.
#[derive(Clone, Copy, Debug)]
pub struct Margins {
    /// How far bends stay clear of what bars them.
    pub clear: f64,
    /// How deep in it a leg may come between them.
    pub depth: f64,
}

/// As strict as paths are to be found: 0.002 clear.
pub const PLANNED: Margins = Margins { clear: 0.002, depth: 0.001 };
/// Uses nearly all of BAS-10's allowance: no legal path is shorter.
pub const LENIENT: Margins = Margins { clear: -0.0048, depth: 0.0051 };
/// Asks more than any path needs to keep: every finder of paths must do as well.
pub const STRICT: Margins = Margins { clear: 0.006, depth: -0.004 };

/// A way found: its length and where it bends.
#[derive(Clone, Debug)]
pub struct Way {
    pub length: f64,
    pub bends: Vec<(Point, Surface)>,
}

#[derive(PartialEq)]
struct Try {
    least: f64,
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
        other.least.total_cmp(&self.least).then_with(|| (other.node, other.to).cmp(&(self.node, self.to)))
    }
}

struct Node {
    vertex: usize,
    surface: Surface,
    far: f64,
    before: usize,
}

/// The shortest way from a surface at a point to one at another, if one of at most `most`
/// inches exists.
pub fn shortest(
    world: &World,
    margins: Margins,
    (from, start): (Point, Surface),
    (to, wanted): (Point, Surface),
    most: f64,
) -> Option<Way> {
    let mut vertices = vec![Vertex::plain(from), Vertex::plain(to)];
    let within = |vertex: &Vertex| apart(from, vertex.at) + apart(vertex.at, to) <= most;
    vertices.extend(bends(world, margins, [from, to], most).into_iter().filter(within));
    along(world, margins, vertices, (start, wanted), most)
}

/// The shortest way over some places to bend, of which the first two are its ends.
pub fn along(
    world: &World,
    margins: Margins,
    vertices: Vec<Vertex>,
    (start, wanted): (Surface, Surface),
    most: f64,
) -> Option<Way> {
    let mut closed: Vec<Vec<Surface>> = vec![Vec::new(); vertices.len()];
    let mut nodes = vec![Node { vertex: 0, surface: start, far: 0.0, before: 0 }];
    closed[0].push(start);
    let mut tries = BinaryHeap::new();
    expand(&vertices, &nodes, 0, most, &mut tries);
    while let Some(next) = tries.pop() {
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
            nodes.push(Node { vertex: next.to, surface, far: next.far, before: next.node });
            if next.to == 1 && surface == wanted {
                return Some(Way { length: next.far, bends: back(&vertices, &nodes) });
            }
            expand(&vertices, &nodes, nodes.len() - 1, most, &mut tries);
        }
    }
    None
}

fn expand(vertices: &[Vertex], nodes: &[Node], node: usize, most: f64, tries: &mut BinaryHeap<Try>) {
    let Node { vertex, far, .. } = nodes[node];
    let here = &vertices[vertex];
    for (to, there) in vertices.iter().enumerate() {
        let long = apart(here.at, there.at);
        let far = far + long;
        let least = far + apart(there.at, vertices[1].at);
        let itself = to == vertex && to != 1;
        if itself || least > most {
            continue;
        }
        let along = [there.at[0] - here.at[0], there.at[1] - here.at[1]];
        if long == 0.0 || (here.is_tight(along, long) && there.is_tight(along, long)) {
            tries.push(Try { least, far, node, to });
        }
    }
}

/// The bends of the way to the last node.
fn back(vertices: &[Vertex], nodes: &[Node]) -> Vec<(Point, Surface)> {
    let mut bends = Vec::new();
    let mut at = nodes.len() - 1;
    loop {
        bends.push((vertices[nodes[at].vertex].at, nodes[at].surface));
        if at == 0 {
            bends.reverse();
            return bends;
        }
        at = nodes[at].before;
    }
}
