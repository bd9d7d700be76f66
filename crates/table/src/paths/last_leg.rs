//! Completes the shortest-path tree to any place: best-first search for the last leg.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::search::{LENGTH_TOLERANCE, Node, PathSegment, circles_through, layer};
use super::tangent_vertex::{Arc, Layer, TangentVertex, TurnDirection};
use super::{Route, ShortestPathTree, flatten};
use crate::open_list::Ordered;
use crate::plane::{Leg, distance};
use crate::shape::Point;
use crate::walk::{Footing, Surface};
use warstrike_rules::measures::{Place, Thou};

/// End of the shortest path to a place: enough for its length, and to build the path on demand.
#[derive(Clone, Debug)]
pub struct PathEnd {
    to: Place,
    last: LastLeg,
    segments: LastSegments,
}

/// The last segment, or the last two if the path reaches the place along a circle.
type LastSegments = (PathSegment, Option<PathSegment>);

impl PathEnd {
    /// Of the whole path, inches.
    pub fn length(&self) -> f64 {
        self.last.length
    }
}

/// A leg from a node to a place, or to a circle through that place; not tested yet.
#[derive(Clone, Debug)]
struct LastLeg {
    node: usize,
    /// Of the whole path to the place.
    length: f64,
    leave: Point,
    arc: Option<Arc>,
    /// End of the leg.
    at: Point,
    /// The circle that leads on from there, with its arc.
    circle: Option<(Layer, Option<Arc>)>,
}

/// A node from which the last leg may lead; the shortest path first, of a tie the older node.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Candidate {
    length: Ordered,
    node: usize,
    /// Index of its leg; `None` while the length is only a lower bound.
    last: Option<usize>,
}

impl ShortestPathTree<'_> {
    /// Finds the end of the shortest legal path to a place, if it is within reach and shorter than `below`, inches.
    pub fn end_to(&self, to: Place, below: f64) -> Option<PathEnd> {
        if to.z == self.from.z && self.free_sectors().contains(to.ground()) {
            return self.straight_end(to).filter(|end| end.length() < below);
        }
        let (last, segments) = self.last_leg(to, below)?;
        Some(PathEnd { to, last, segments })
    }

    /// The end of a straight path that is known to be free.
    fn straight_end(&self, to: Place) -> Option<PathEnd> {
        let surface = self.planner.terrain.surface_at(to.ground(), to.z)?;
        let goal = TangentVertex::point(to.ground(), Layer::Ground);
        let last = self.leg_to(0, &goal, TurnDirection::Left)?;
        let segment =
            PathSegment { from: last.leave, at: to.ground(), surface, changes: Vec::new(), arc: None };
        Some(PathEnd { to, last, segments: (segment, None) })
    }

    /// The shortest legal path to a place, if one is within reach.
    pub fn route_to(&self, to: Place) -> Option<Route> {
        self.end_to(to, f64::INFINITY).and_then(|end| self.route_of(&end))
    }

    /// The path with a given end; `None` in the rare case that rounding makes it too long or illegal.
    pub fn route_of(&self, end: &PathEnd) -> Option<Route> {
        if end.to == self.from {
            return Some(Route { corners: Vec::new(), length: 0.0 });
        }
        let mut segments = self.search.segments_to(end.last.node);
        let (last, circle) = end.segments.clone();
        segments.push(last);
        segments.extend(circle);
        flatten::route(
            &self.search.window,
            self.from,
            end.to,
            &segments,
            self.search.max_length + LENGTH_TOLERANCE,
        )
    }

    /// The last leg of the shortest path to a place, if that is shorter than `below`.
    fn last_leg(&self, to: Place, below: f64) -> Option<(LastLeg, LastSegments)> {
        let wanted = self.planner.terrain.surface_at(to.ground(), to.z)?;
        if wanted.footing != Footing::Ground && !self.may_reach_floor(wanted.height) {
            return None;
        }
        if self.search.window.surely_blocks_end(to.ground(), wanted) {
            return None;
        }
        let goal = TangentVertex::point(to.ground(), Layer::Ground);
        let circles: Vec<TangentVertex> =
            circles_through(&self.search.vertices, goal.centre, self.planner.max_circle_depth()).collect();
        // First by lower bounds; exact lengths are computed for promising nodes only.
        let max_length = self.search.max_length + LENGTH_TOLERANCE;
        let bounds = self.search.nodes.iter().map(|node| node.cost + distance(node.at, goal.centre));
        let mut candidates: BinaryHeap<Reverse<Candidate>> = bounds
            .enumerate()
            .filter(|(_, length)| *length <= max_length && *length < below)
            .map(|(node, length)| Reverse(Candidate { length: Ordered(length), node, last: None }))
            .collect();
        let mut legs: Vec<LastLeg> = Vec::new();
        while let Some(Reverse(Candidate { node, last, .. })) = candidates.pop() {
            let Some(last) = last else {
                let mut push = |last: LastLeg| {
                    if last.length <= max_length && last.length < below {
                        let leg = Some(legs.len());
                        let length = Ordered(last.length);
                        candidates.push(Reverse(Candidate { length, node, last: leg }));
                        legs.push(last);
                    }
                };
                self.leg_to(node, &goal, TurnDirection::Left).into_iter().for_each(&mut push);
                for circle in &circles {
                    let turns = circle.turns().iter();
                    turns
                        .filter_map(|turn| self.leg_via_circle(node, circle, *turn, &goal))
                        .for_each(&mut push);
                }
                continue;
            };
            if let Some(segments) = self.segments_of(&legs[last], to, wanted) {
                return Some((legs.swap_remove(last), segments));
            }
        }
        None
    }

    /// Whether a path may reach a floor at a height: without climbing it comes from a floor as high, or from
    /// a hill.
    ///
    /// Rule: STR-2, STR-3.
    fn may_reach_floor(&self, height: Thou) -> bool {
        let window = &self.search.window;
        let mut steps = window.steps.iter().map(|step| self.planner.terrain.steps[*step].top);
        window.may_climb()
            || self.search.nodes.iter().any(|node| node.surface.height >= height)
            || steps.any(|top| top >= height)
    }

    /// The last segments of a path with this leg, if it is free.
    fn segments_of(&self, last: &LastLeg, to: Place, wanted: Surface) -> Option<LastSegments> {
        let Some((on, arc)) = &last.circle else {
            return self.segment_of(last, |surface| surface == wanted).map(|segment| (segment, None));
        };
        let segment = self.segment_of(last, |surface| layer(surface) == *on)?;
        let (from, at) = (to.ground(), to.ground());
        let surface = self.search.arc_end(segment.surface, arc.as_ref()).filter(|end| *end == wanted)?;
        let circle = PathSegment { from, at, surface, changes: Vec::new(), arc: *arc };
        Some((segment, Some(circle)))
    }

    /// The segment of a last leg, if it is free and leads to a wanted surface.
    fn segment_of(&self, last: &LastLeg, is_wanted: impl Fn(Surface) -> bool) -> Option<PathSegment> {
        let node = &self.search.nodes[last.node];
        let on_arc = last.arc.as_ref();
        // Cheap tests first: many nodes may have no free leg to a place.
        if self.search.window.blockers.blocks(Leg { from: last.leave, to: last.at }) {
            return None;
        }
        if on_arc.is_some_and(|arc| !self.search.is_arc_free(last.node, arc.angle.abs())) {
            return None;
        }
        let ends_level = node.surface.footing == Footing::Ground
            && self.planner.terrain.ground_height(last.leave) == node.surface.height;
        let reaches = |surface: Surface| {
            let traversals = self.search.window.traversals(last.leave, surface, last.at);
            traversals.into_iter().find(|traversal| is_wanted(traversal.end))
        };
        let level = match on_arc {
            Some(_) if ends_level => Some(reaches(node.surface)?),
            _ => None,
        };
        let surface = self.search.arc_end(node.surface, on_arc)?;
        let level = level.filter(|_| surface == node.surface);
        let traversal = level.or_else(|| reaches(surface))?;
        Some(PathSegment {
            from: last.leave,
            at: last.at,
            surface: traversal.end,
            changes: traversal.changes,
            arc: last.arc,
        })
    }

    /// The length of the path by a node to a point that is in full view from it, inches; `None` if it lies inside the
    /// node's circle.
    pub(super) fn length_by(&self, node: &Node, to: Point) -> Option<f64> {
        let vertex = &self.search.vertices[node.vertex];
        if vertex.radius == 0.0 {
            return Some(node.cost + distance(node.at, to));
        }
        let tangent =
            vertex.tangent(node.turn, &TangentVertex::point(to, vertex.layer), TurnDirection::Left)?;
        Some(node.cost + vertex.radius * vertex.arc(node.turn, node.at, tangent.from) + tangent.length)
    }

    /// The leg from a node to a vertex with a given turn.
    fn leg_to(&self, node_index: usize, goal: &TangentVertex, goal_turn: TurnDirection) -> Option<LastLeg> {
        let node = &self.search.nodes[node_index];
        let vertex = &self.search.vertices[node.vertex];
        if distance(vertex.centre, goal.centre) == 0.0 && vertex.radius == 0.0 {
            let here = LastLeg {
                node: node_index,
                length: node.cost,
                leave: node.at,
                arc: None,
                at: node.at,
                circle: None,
            };
            return (goal.radius == 0.0).then_some(here);
        }
        let tangent = vertex.tangent(node.turn, goal, goal_turn)?;
        let angle = vertex.arc(node.turn, node.at, tangent.from);
        let length = node.cost + vertex.radius * angle + tangent.length;
        if !vertex.is_taut_along(&tangent) || !goal.is_taut_along(&tangent) {
            return None;
        }
        let arc = vertex.arc_from(node.at, node.turn.signed(angle));
        Some(LastLeg { node: node_index, length, leave: tangent.from, arc, at: tangent.to, circle: None })
    }

    /// The leg from a node to a circle through a place, which then leads to that place.
    fn leg_via_circle(
        &self,
        node_index: usize,
        circle: &TangentVertex,
        turn: TurnDirection,
        goal: &TangentVertex,
    ) -> Option<LastLeg> {
        let leg = self.leg_to(node_index, circle, turn)?;
        let off = circle.tangent(turn, goal, turn).filter(|off| circle.is_taut_along(off))?;
        let angle = circle.arc(turn, leg.at, off.from);
        let circle_arc = Some((circle.layer, circle.arc_from(leg.at, turn.signed(angle))));
        Some(LastLeg { length: leg.length + circle.radius * angle + off.length, circle: circle_arc, ..leg })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::paths::{DifficultGoing, GoingPolicy, OtherModels, PathPlanner};
    use crate::piece::{Kind, Piece, Step};
    use crate::sample::{SOLDIER, at, ground, piece, table};
    use crate::shape::Shape;
    use warstrike_rules::basics::Disc;
    use warstrike_rules::movement::allowance::SlowGoing;
    use warstrike_rules::movement::going::Going;

    /// Rule: MOV-5, GO-4. An end may lie closer to something round than paths keep: at the edge of an enemy's ring, or
    /// at a pond. Its path is as long as the taut string around it, and as the search for that end alone finds it.
    #[test]
    fn an_end_close_to_something_round_is_reached_along_it() {
        let enemy = Disc { at: at(0.0, 0.0, 0.0), radius: 0.5 };
        let ring = OtherModels { enemies: vec![enemy], enemy_gap: 2.0, friends: Vec::new() };
        let pond = Piece {
            footprint: Shape::Circle { centre: [0.0, 0.0], radius: 2.5 },
            ..ground(Going::Impassable)
        };
        let policy = GoingPolicy { slow: SlowGoing::Allowed, difficult: DifficultGoing::Avoided };
        let start = at(-6.0, 0.0, 0.0);
        let mut ends = 0;
        for (pieces, others, reason) in
            [(vec![], ring, "an enemy's ring"), (vec![pond], OtherModels::default(), "a pond")]
        {
            let terrain = table(pieces);
            let planner = PathPlanner::new(&terrain, SOLDIER, policy, others, 0.002);
            let tree = planner.shortest_path_tree(start, 14.0);
            for index in 0..90 {
                let angle = f64::from(index) * std::f64::consts::TAU / 90.0;
                for off in [0.003, 0.0015, 0.0, -0.0015] {
                    let from_centre = 3.0 + off;
                    let end = at(from_centre * libm::cos(angle), from_centre * libm::sin(angle), 0.0);
                    let [x, y] = end.ground();
                    let radius = distance([x, y], [0.0, 0.0]);
                    // Straight to the circle through the end, and around it.
                    let turned =
                        (std::f64::consts::PI - libm::atan2(y, x).abs() - libm::acos(radius / 6.0)).max(0.0);
                    let taut = if turned > 0.0 {
                        (36.0 - radius * radius).sqrt() + radius * turned
                    } else {
                        start.ground_distance(end)
                    };
                    let [one, all] = [planner.shortest_path(start, end, 14.0), tree.route_to(end)]
                        .map(|route| route.map_or(f64::INFINITY, |route| route.length));
                    assert!((one - taut).abs() < 0.01, "{reason}, {index}, {off}: {one} alone for {taut}");
                    assert!((all - taut).abs() < 0.01, "{reason}, {index}, {off}: {all} for {taut}");
                    let length = tree.length_to(end).unwrap_or(f64::INFINITY);
                    assert!(
                        (length - taut).abs() < 0.003,
                        "{reason}, {index}, {off}: reported {length} for {taut}"
                    );
                    ends += 1;
                }
            }
        }
        assert_eq!(ends, 720);
    }

    /// Rule: MOV-5, HIL-1, BAS-10. Planned paths run at most 0.003 inside an enemy's ring. A deeper end is out of reach,
    /// even by a path over a hill, on which the ring is smaller: allowances do not add up from leg to leg. Slightly
    /// farther out the end is reached, by a path that can be drawn.
    #[test]
    fn an_end_deeper_in_a_ring_than_planned_is_out_of_reach() {
        let policy = GoingPolicy { slow: SlowGoing::Allowed, difficult: DifficultGoing::Avoided };
        for (centre, radius, top, enemies, end, out) in [
            ([-0.45, -0.82], 2.81, 0.936, [(1.47, -3.13, 0.0), (0.1, 2.69, 0.0)], (0.597, -5.997), -0.001),
            ([-0.12, 0.82], 2.81, 0.832, [(-3.02, 2.64, 0.0), (1.64, -1.42, 0.0)], (-0.303, 3.903), 0.003),
            ([-0.12, 0.27], 2.95, 0.603, [(3.87, -3.13, 0.0), (1.63, 3.71, 0.0)], (2.997, -5.997), -0.001),
            ([0.22, -0.5], 3.19, 1.104, [(3.86, -1.52, 0.0), (0.47, 2.93, 0.0)], (4.197, -4.497), -0.002),
        ] {
            let outline = Shape::Circle { centre, radius };
            let steps = vec![Step { outline: outline.clone(), top: at(0.0, 0.0, top).z }];
            let terrain = table(vec![piece("hill", outline, Kind::Hill { steps })]);
            let disc = |(x, y, z)| Disc { at: at(x, y, z), radius: 0.5 };
            let enemies = enemies.into_iter().map(disc).collect();
            let rings = OtherModels { enemies, enemy_gap: 2.0, friends: Vec::new() };
            let planner = PathPlanner::new(&terrain, SOLDIER, policy, rings, 0.002);
            let start = at(-7.0, 0.0, 0.0);
            let tree = planner.shortest_path_tree(start, 20.0);
            let lengths = |end| {
                let length = tree.length_to(end);
                let drawn = [planner.shortest_path(start, end, 20.0), tree.route_to(end)];
                (length, drawn.map(|route| route.map(|route| route.length)))
            };
            let found = lengths(at(end.0, end.1, 0.0));
            assert_eq!(found, (None, [None, None]), "{end:?}");
            let found = lengths(at(end.0, end.1 + out, 0.0));
            let (Some(length), [Some(one), Some(all)]) = found else {
                panic!("{end:?}, {out} farther out: {found:?}");
            };
            assert!(
                (one - length).abs() < 0.01 && (all - length).abs() < 0.01,
                "{end:?}, {out} farther out: {found:?}"
            );
        }
    }
}
