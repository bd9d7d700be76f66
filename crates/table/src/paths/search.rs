//! The search: A* (Hart, Nilsson and Raphael 1968) over a lazy tangent visibility graph.
//!
//! Nodes are tangent points on vertices, edges are an arc around a vertex and then a common tangent. The
//! heuristic is the straight distance to the goal. Whether an edge is free is tested only when its entry
//! leaves the open list; most never are.

use std::cell::Cell;

use super::leg_traversal::{LegTraversal, LevelChange};
use super::search_window::SearchWindow;
use super::tangent_vertex::{Arc, Layer, TangentVertex, TurnDirection};
use super::{PathPlanner, Route, flatten};
use crate::open_list::{OpenList, Ordered};
use crate::outline::{Bounds, are_near};
use crate::plane::distance;
use crate::shape::Point;
use crate::walk::{Footing, Surface};
use warstrike_rules::basics::Disc;
use warstrike_rules::measures::Place;
pub(super) use warstrike_rules::measures::ROUNDING;
use warstrike_rules::movement::enemies::clearance;

/// Slack in comparisons of lengths, inches: rounding of sums.
pub(super) const LENGTH_TOLERANCE: f64 = 1e-9;

/// A segment of a path: an arc around the last vertex, then a leg to the next.
#[derive(Clone, Debug, PartialEq)]
pub struct PathSegment {
    /// Point at which the leg leaves the last vertex.
    pub from: Point,
    /// Point at which it touches the next.
    pub at: Point,
    /// The surface it ends on.
    pub surface: Surface,
    /// Changes of level on the leg.
    pub changes: Vec<LevelChange>,
    /// The arc around the last vertex, before the leg.
    pub arc: Option<Arc>,
}

/// A tangent point that the search has reached.
#[derive(Clone, Debug)]
pub(super) struct Node {
    pub(super) vertex: usize,
    pub(super) turn: TurnDirection,
    pub(super) at: Point,
    pub(super) surface: Surface,
    /// Length of the path to it, inches.
    pub(super) cost: f64,
    pub(super) parent: Option<usize>,
    pub(super) segment: Option<PathSegment>,
    /// Along its circle: the largest angle known to be free, and the smallest known to be blocked.
    arc_limits: Cell<[f64; 2]>,
}

/// Nothing is known about the circle yet.
const UNKNOWN: [f64; 2] = [0.0, f64::INFINITY];

/// An entry of the open list: a leg that may lead to a new node, not tested yet.
#[derive(Clone, Copy, Debug)]
struct OpenEntry {
    /// Length of the path to the leg's end.
    cost: f64,
    from: usize,
    vertex: usize,
    turn: TurnDirection,
    leave: Point,
    at: Point,
    angle: f64,
}

/// A running search.
pub(super) struct Search<'a> {
    pub(super) window: SearchWindow<'a>,
    pub(super) vertices: Vec<TangentVertex>,
    /// Number of the terrain's own vertices, which follow the first vertex, the start.
    terrain_vertices: usize,
    /// Index of the goal among the vertices, and the surface wanted there.
    goal: Option<(usize, Surface)>,
    pub(super) max_length: f64,
    pub(super) nodes: Vec<Node>,
    /// For each vertex, its nodes.
    nodes_at: Vec<Vec<usize>>,
    /// Smallest lower bound of the length of a path to the goal first.
    open_list: OpenList<Ordered, OpenEntry>,
    /// Legs found to be blocked, one bit each.
    blocked_legs: Vec<u64>,
    /// Whether anything was left out because it is too far away.
    is_truncated: bool,
}

/// Why there is no path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NoPath {
    /// None within the bound.
    TooLong,
    /// None of any length.
    Unreachable,
}

/// The shortest path, searched up to a length of `bound` with exact arcs; it may be `max_length` inches long
/// with straight legs. `None` if its arcs would need more corners than a path may have, or if rounding makes
/// it illegal.
///
/// # Errors
///
/// [`NoPath::TooLong`] if a larger bound may help.
pub(super) fn shortest(
    planner: &PathPlanner,
    [from, to]: [Place; 2],
    bound: f64,
    max_length: f64,
) -> Result<Option<Route>, NoPath> {
    let terrain = planner.terrain;
    let (a, b) = (from.ground(), to.ground());
    let surface = |at: Point, height| terrain.surface_at(at, height).ok_or(NoPath::Unreachable);
    let (start, wanted) = (surface(a, from.z)?, surface(b, to.z)?);
    if a == b && start == wanted {
        return Ok(Some(Route { corners: Vec::new(), length: 0.0 }));
    }
    let mut search = Search::new(planner, a, start, bound, Some(b));
    // Most paths are straight.
    let direct = search.window.cached_traversals(a, start, b);
    if let Some(traversal) = direct.iter().find(|traversal| traversal.end == wanted).cloned() {
        if distance(a, b) > bound {
            return Err(NoPath::TooLong);
        }
        let segment = PathSegment { from: a, at: b, surface: wanted, changes: traversal.changes, arc: None };
        return Ok(flatten::route(&search.window, from, to, &[segment], max_length + LENGTH_TOLERANCE));
    }
    search.vertices.push(TangentVertex::point(b, layer(wanted)));
    search.nodes_at.push(Vec::new());
    search.goal = Some((search.vertices.len() - 1, wanted));
    match search.run() {
        Some(reached) => Ok(flatten::route(
            &search.window,
            from,
            to,
            &search.segments_to(reached),
            max_length + LENGTH_TOLERANCE,
        )),
        None => Err(if search.is_truncated { NoPath::TooLong } else { NoPath::Unreachable }),
    }
}

/// The layer whose vertices are of use on a surface.
pub(super) fn layer(surface: Surface) -> Layer {
    match surface.footing {
        Footing::Ground => Layer::Ground,
        Footing::Floor { .. } => Layer::Floor(surface.height),
    }
}

impl<'a> Search<'a> {
    fn new(
        planner: &'a PathPlanner<'a>,
        from: Point,
        start: Surface,
        max_length: f64,
        toward: Option<Point>,
    ) -> Self {
        let bounds = search_bounds(from, toward, max_length);
        let window = SearchWindow::new(planner, bounds, (from, start));
        // Only vertices that a path of that length can visit.
        let detour = |vertex: &TangentVertex| {
            let out = (distance(from, vertex.centre) - vertex.radius).max(0.0);
            let back = toward.map_or(0.0, |goal| (distance(goal, vertex.centre) - vertex.radius).max(0.0));
            out + back
        };
        let mut vertices = vec![TangentVertex::point(from, layer(start))];
        let mut is_truncated = false;
        let mut terrain_vertices = 0;
        for (index, vertex) in planner.vertices(window.starts_too_close()).enumerate() {
            // Most are so far away that their distances need not be computed.
            let is_near = are_near([vertex.centre; 2], bounds, vertex.radius) && detour(vertex) <= max_length;
            is_truncated |= !is_near;
            if is_near {
                vertices.push(*vertex);
                terrain_vertices += usize::from(index < planner.terrain_vertex_count());
            }
        }
        vertices.extend(start_rings(planner, from, start));
        let ends = [Some(from), toward];
        let touching: Vec<TangentVertex> = ends
            .into_iter()
            .flatten()
            .flat_map(|end| circles_through(&vertices, end, planner.max_circle_depth()))
            .collect();
        vertices.extend(touching);
        let nodes_at = vec![Vec::new(); vertices.len()];
        let first = Node {
            vertex: 0,
            turn: TurnDirection::Left,
            at: from,
            surface: start,
            cost: 0.0,
            parent: None,
            segment: None,
            arc_limits: Cell::new(UNKNOWN),
        };
        let mut search = Self {
            window,
            vertices,
            terrain_vertices,
            goal: None,
            max_length,
            nodes: vec![first],
            nodes_at,
            open_list: OpenList::new(),
            blocked_legs: Vec::new(),
            is_truncated,
        };
        search.nodes_at[0].push(0);
        search
    }

    /// Searches until it reaches the goal; without one, until the open list is empty.
    fn run(&mut self) -> Option<usize> {
        self.blocked_legs = vec![0; (self.vertices.len() * self.vertices.len() * 4).div_ceil(64)];
        self.expand(0);
        while let Some((_, next)) = self.open_list.pop() {
            if let Some(node) = self.settle(&next) {
                if self.goal.is_some_and(|(goal, _)| next.vertex == goal) {
                    return Some(node);
                }
                self.expand(node);
            }
        }
        None
    }

    /// Adds every leg that leaves a node to the open list.
    fn expand(&mut self, node: usize) {
        let Node { vertex, turn, at, cost, .. } = self.nodes[node];
        let here = self.vertices[vertex];
        let blockers = self.window.blockers.around(&here);
        for other in 1..self.vertices.len() {
            let there = self.vertices[other];

            if other == vertex || (there.radius == 0.0 && !self.nodes_at[other].is_empty()) {
                continue;
            }
            for &other_turn in there.turns() {
                let (word, bit) = self.bit_of([(vertex, turn), (other, other_turn)]);
                if self.blocked_legs[word] & bit != 0 {
                    continue;
                }
                let Some(tangent) = here.tangent(turn, &there, other_turn) else { continue };
                if !here.is_taut_along(&tangent) || !there.is_taut_along(&tangent) {
                    continue;
                }
                let angle = here.arc(turn, at, tangent.from);
                let cost = cost + here.radius * angle + tangent.length;
                let estimate = cost + self.heuristic(tangent.to);
                if estimate > self.max_length {
                    self.is_truncated = true;
                } else if blockers.blocks(&tangent) {
                    self.blocked_legs[word] |= bit;
                } else {
                    let leg = OpenEntry {
                        cost,
                        from: node,
                        vertex: other,
                        turn: other_turn,
                        leave: tangent.from,
                        at: tangent.to,
                        angle: turn.signed(angle),
                    };
                    self.open_list.push(Ordered(estimate), leg);
                }
            }
        }
    }

    /// Lower bound of the distance from a point to the goal.
    fn heuristic(&self, at: Point) -> f64 {
        self.goal.map_or(0.0, |(goal, _)| distance(at, self.vertices[goal].centre))
    }

    /// Tests the leg of an entry; the node at its end, if it is free and leads to a new one.
    fn settle(&mut self, next: &OpenEntry) -> Option<usize> {
        let (word, bit) = self.bit_of([self.departure(next.from), (next.vertex, next.turn)]);
        if self.blocked_legs[word] & bit != 0
            || self.is_dominated(next)
            || !self.is_arc_free(next.from, next.angle.abs())
        {
            return None;
        }
        let arc = self.arc_of(next);
        let surface = self.arc_end(self.nodes[next.from].surface, arc.as_ref())?;
        let between_terrain = [self.nodes[next.from].vertex, next.vertex]
            .iter()
            .all(|vertex| (1..=self.terrain_vertices).contains(vertex));
        let traversals = match between_terrain {
            true => self.window.terrain_traversals(next.leave, surface, next.at),
            false => self.window.cached_traversals(next.leave, surface, next.at),
        };
        let Some(traversal) =
            traversals.iter().find(|traversal| self.is_wanted(next.vertex, traversal)).cloned()
        else {
            // Whichever path leads to it, the leg is the same.
            self.blocked_legs[word] |= bit;
            return None;
        };
        let segment = PathSegment {
            from: next.leave,
            at: next.at,
            surface: traversal.end,
            changes: traversal.changes,
            arc,
        };
        self.nodes.push(Node {
            vertex: next.vertex,
            turn: next.turn,
            at: next.at,
            surface: traversal.end,
            cost: next.cost,
            parent: Some(next.from),
            segment: Some(segment),
            arc_limits: Cell::new(UNKNOWN),
        });
        let node = self.nodes.len() - 1;
        self.nodes_at[next.vertex].push(node);
        Some(node)
    }

    /// The vertex of a node and the side on which its path turns there.
    fn departure(&self, node: usize) -> (usize, TurnDirection) {
        (self.nodes[node].vertex, self.nodes[node].turn)
    }

    /// The word and the bit for the leg between two vertices.
    fn bit_of(&self, ends: [(usize, TurnDirection); 2]) -> (usize, u64) {
        let [from, to] = ends.map(|(vertex, turn)| vertex * 2 + usize::from(turn == TurnDirection::Right));
        let index = from * 2 * self.vertices.len() + to;
        (index / 64, 1 << (index % 64))
    }

    /// Whether an earlier node reaches the end of a leg by a path no longer: directly, or along the circle
    /// there, if that is free.
    fn is_dominated(&mut self, next: &OpenEntry) -> bool {
        let there = self.vertices[next.vertex];
        (0..self.nodes_at[next.vertex].len()).any(|index| {
            let known = self.nodes_at[next.vertex][index];
            let node = &self.nodes[known];
            if there.radius == 0.0 {
                return node.cost <= next.cost + 1e-9;
            }
            if node.turn != next.turn || node.cost > next.cost + 1e-9 {
                return false;
            }
            let angle = there.arc(next.turn, node.at, next.at);
            node.cost + there.radius * angle <= next.cost + 1e-9 && self.is_arc_free(known, angle)
        })
    }

    /// Whether a path can follow the circle it has reached for an angle.
    pub(super) fn is_arc_free(&self, node: usize, angle: f64) -> bool {
        let Node { vertex, turn, at, surface, ref arc_limits, .. } = self.nodes[node];
        let mut known = arc_limits.get();
        let vertex = &self.vertices[vertex];
        if angle <= known[0] {
            return true;
        }
        if angle >= known[1] {
            return false;
        }
        let arc = vertex.arc_from(at, turn.signed(angle));
        let is_free = self.arc_end(surface, arc.as_ref()).is_some();
        known[usize::from(!is_free)] = angle;
        arc_limits.set(known);
        is_free
    }

    fn arc_of(&self, next: &OpenEntry) -> Option<Arc> {
        let from = &self.nodes[next.from];
        self.vertices[from.vertex].arc_from(from.at, next.angle)
    }

    /// The surface on which an arc ends that begins on another, if it is free: tested leg by leg, as it will
    /// be walked. No arc means no change.
    pub(super) fn arc_end(&self, surface: Surface, arc: Option<&Arc>) -> Option<Surface> {
        let Some(arc) = arc else { return Some(surface) };
        flatten::end_surface(&self.window, surface, arc)
    }

    /// Whether a vertex is of use on the surface on which a leg ends.
    fn is_wanted(&self, vertex: usize, traversal: &LegTraversal) -> bool {
        match self.goal {
            Some((goal, wanted)) if vertex == goal => traversal.end == wanted,
            _ => self.vertices[vertex].layer == layer(traversal.end),
        }
    }

    /// The segments from the start to a node.
    pub(super) fn segments_to(&self, node: usize) -> Vec<PathSegment> {
        let mut segments = Vec::new();
        let mut at = Some(node);
        while let Some(node) = at {
            segments.extend(self.nodes[node].segment.clone());
            at = self.nodes[node].parent;
        }
        segments.reverse();
        segments
    }
}

/// The bounding box of the ellipse with both ends as foci, which holds every path of at most `max_length`
/// inches.
fn search_bounds(from: Point, toward: Option<Point>, max_length: f64) -> Bounds {
    let Some(goal) = toward else {
        return [[from[0] - max_length, from[1] - max_length], [from[0] + max_length, from[1] + max_length]];
    };
    let between = [goal[0] - from[0], goal[1] - from[1]];
    // A little more, because corners are rounded.
    let length = max_length.max(distance(from, goal)) + 0.02;
    // Half the width of the turned ellipse along an axis, from the squares of its half-axes.
    let half = |axis: usize| {
        let across = between[1 - axis];
        (length * length - across * across).max(0.0).sqrt() / 2.0
    };
    let middle = |axis: usize| (from[axis] + goal[axis]) / 2.0;
    [[middle(0) - half(0), middle(1) - half(1)], [middle(0) + half(0), middle(1) + half(1)]]
}

/// The circles that an end of a path touches from inside, shrunk to go through it: paths keep a small
/// distance from round obstacles, but may begin and end closer.
pub(super) fn circles_through(
    vertices: &[TangentVertex],
    end: Point,
    max_depth: f64,
) -> impl Iterator<Item = TangentVertex> + '_ {
    vertices.iter().filter(|vertex| vertex.radius > 0.0).filter_map(move |vertex| {
        let radius = distance(vertex.centre, end);
        let inside = vertex.radius - radius;
        (inside > 0.0 && inside < max_depth).then_some(TangentVertex { radius, ..*vertex })
    })
}

impl PathPlanner<'_> {
    /// Maximum depth of an end inside the circles that paths follow, inches, if it is reached along a circle of its own: the allowance and
    /// the clearance, less the rounding of corners beside that circle. Any closer to a hill's round step a path would be on it; rings and
    /// ponds block from the allowance inward.
    ///
    /// Rule: BAS-10.
    pub(super) fn max_circle_depth(&self) -> f64 {
        self.terrain.touch_depth() + self.clearance - ROUNDING
    }
}

/// The rings of enemies that are too close to the start: on its way out a path may follow them, no closer
/// than it began.
///
/// Rule: MOV-5.
fn start_rings(planner: &PathPlanner, from: Point, start: Surface) -> Vec<TangentVertex> {
    let near = planner.others.enemies.iter().filter(|enemy| {
        clearance(from, start.height.inches(), planner.mover.radius, **enemy) < planner.others.enemy_gap
    });
    // The gap gained so far is the limit from then on.
    let max_bulge = planner.slack() - ROUNDING;
    let ring = |enemy: &Disc| {
        let at = enemy.at.ground();
        TangentVertex { max_bulge, ..TangentVertex::circle(at, distance(from, at), layer(start)) }
    };
    near.map(ring).collect()
}

/// The search without a goal, for everything within reach.
pub(super) fn search_all<'a>(planner: &'a PathPlanner<'a>, from: Place, max_length: f64) -> Search<'a> {
    let at = from.ground();
    let start = planner.terrain.surface_at(at, from.z);
    let ground = Surface { height: from.z, footing: Footing::Ground };
    let mut search = Search::new(planner, at, start.unwrap_or(ground), max_length, None);
    if start.is_some() {
        search.run();
    }
    search
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::paths::{DifficultGoing, GoingPolicy, OtherModels};
    use crate::sample::{SOLDIER, at, table, terrain_allowing};
    use warstrike_rules::measures::Thou;
    use warstrike_rules::movement::allowance::SlowGoing;

    #[test]
    fn the_search_bounds_hold_every_path_of_a_length() {
        let half = (5.02_f64 * 5.02 - 16.0).sqrt() / 2.0;
        for (toward, max_length, expected, reason) in [
            (None, 5.0, [[-4.0, -3.0], [6.0, 7.0]], "everything within reach"),
            (Some([5.0, 2.0]), 5.0, [[0.49, 2.0 - half], [5.51, 2.0 + half]], "an ellipse"),
            (Some([1.0, 6.0]), 5.0, [[1.0 - half, 1.49], [1.0 + half, 6.51]], "a vertical one"),
            (Some([5.0, 2.0]), 1.0, [[0.99, 1.799_75], [5.01, 2.200_25]], "no path is that short"),
        ] {
            let found = search_bounds([1.0, 2.0], toward, max_length);
            let near = found.concat().iter().zip(expected.concat()).all(|(a, b)| (a - b).abs() < 1e-5);
            assert!(near, "{reason}: {found:?}");
        }
    }

    /// Rule: BAS-10. Allowance and clearance come from the ruleset: 0.005 and 0.002 make 0.007, less 0.00071
    /// of rounding. The touching depth of a piece is limited to a quarter of the thinnest wall: 0.0125.
    #[test]
    fn how_deep_an_end_may_lie_in_a_circle_depends_on_the_ruleset() {
        for (allowance, clearance, expected) in
            [(0.005, 0.002, 0.00629), (0.005, 0.0, 0.00429), (0.0, 0.002, 0.00129), (0.01, 0.004, 0.01329)]
        {
            let terrain = terrain_allowing(vec![], allowance);
            let policy = GoingPolicy { slow: SlowGoing::Barred, difficult: DifficultGoing::Avoided };
            let planner = PathPlanner::new(&terrain, SOLDIER, policy, OtherModels::default(), clearance);
            let found = planner.max_circle_depth();
            // What lies exactly as deep as the allowance touches too: a billionth more.
            assert!((0.0..2e-9).contains(&(found - expected)), "{allowance}, {clearance}: {found}");
        }
    }

    #[test]
    fn an_end_just_inside_a_circle_has_a_circle_of_its_own() {
        let max_depth = 0.007 - ROUNDING;
        let round = TangentVertex::circle([1.0, 1.0], 3.0, Layer::Ground);
        let vertices = [TangentVertex::point([4.0, 1.0], Layer::Ground), round];
        for (end, expected, reason) in [
            ([3.996, 1.0], Some(2.996), "0.004 inside it"),
            ([3.994, 1.0], Some(2.994), "0.006 inside it"),
            ([3.9935, 1.0], None, "so deep that rounding moves paths beside it deeper than the allowance"),
            ([3.99, 1.0], None, "a hundredth inside it"),
            ([4.0, 1.0], None, "on it"),
            ([4.1, 1.0], None, "outside"),
        ] {
            let found: Vec<f64> =
                circles_through(&vertices, end, max_depth).map(|vertex| vertex.radius).collect();
            assert_eq!(found.len(), usize::from(expected.is_some()), "{reason}: {found:?}");
            assert!(found.first().zip(expected).is_none_or(|(a, b)| (a - b).abs() < 1e-9), "{reason}");
        }
    }

    /// Rule: MOV-5. Among three enemies many paths lead to each place; all but the shortest are pruned at
    /// once, or their number would explode.
    #[test]
    fn a_ring_is_not_reached_by_a_longer_path_than_along_it() {
        let enemy = |x, y| Disc { at: Place::flat(x, y), radius: 0.5 };
        let enemies = vec![enemy(0, 0), enemy(7000, 1000), enemy(3000, 7000)];
        let others = OtherModels { enemies, enemy_gap: 2.0, friends: Vec::new() };
        let terrain = table(vec![]);
        let policy = GoingPolicy { slow: SlowGoing::Barred, difficult: DifficultGoing::Avoided };
        let planner = PathPlanner::new(&terrain, SOLDIER, policy, others, 0.002);
        let search = search_all(&planner, at(-6.0, 0.0, 0.0), 40.0);
        let mut pairs = 0;
        for later in 0..search.nodes.len() {
            for earlier in 0..later {
                let (node, next) = (&search.nodes[earlier], &search.nodes[later]);
                let vertex = search.vertices[node.vertex];
                if (node.vertex, node.turn) != (next.vertex, next.turn) || vertex.radius == 0.0 {
                    continue;
                }
                pairs += 1;
                let angle = vertex.arc(node.turn, node.at, next.at);
                let is_longer = node.cost + vertex.radius * angle <= next.cost;
                assert!(!is_longer || !search.is_arc_free(earlier, angle), "{earlier} {later}");
            }
        }
        let table_top = Surface { height: Thou(0), footing: Footing::Ground };
        assert!(search.nodes.iter().all(|node| node.surface == table_top));
        assert!(pairs > 0 && search.nodes.len() < 40, "{pairs} of {}", search.nodes.len());
    }
}
