//! The shortest-path tree: everything a model can reach from a place, and the area it covers, the union of
//! the visibility fans of all nodes.

use std::cell::OnceCell;

use super::length_bounds::LengthBounds;
use super::search::{Node, Search, search_all};
use super::tangent_vertex::TangentVertex;
use super::visibility_fan::{MAX_ANGLE_STEP, VisibilityFan};
use super::{FreeSectors, PathPlanner, blocked_ends};
use crate::outline::{Bounds, bounds_of};
use crate::plane::{Leg, distance};
use crate::polygon_boolean::union_minus;
use crate::region::Region;
use crate::shape::Point;
use crate::walk::Footing;
use warstrike_rules::measures::{Place, Thou};
use warstrike_rules::movement::bodies::Body;

/// The shortest paths from a place to all vertices within reach.
pub struct ShortestPathTree<'a> {
    pub(super) planner: &'a PathPlanner<'a>,
    pub(super) search: Search<'a>,
    pub(super) from: Place,
    /// Computed on first use, like the next.
    free_sectors: OnceCell<FreeSectors>,
    /// For legs off the floor it starts on; `None` on the ground.
    off_floor: OnceCell<Option<FreeSectors>>,
}

/// An area at one height, or on the open ground at any height.
#[derive(Clone, Debug, PartialEq)]
pub struct ReachArea {
    /// Height of the floor or roof; `None`: the ground.
    pub floor: Option<Thou>,
    /// Polygons: an outer ring and its holes.
    pub polygons: Vec<Vec<Vec<Point>>>,
}

/// The distance between two rectangles.
fn rectangle_distance([low, high]: Bounds, [other_low, other_high]: Bounds) -> f64 {
    let by = |axis: usize| (low[axis] - other_high[axis]).max(other_low[axis] - high[axis]).max(0.0);
    (by(0) * by(0) + by(1) * by(1)).sqrt()
}

/// Lower bounds for the paths of a tree that cross what another policy may not.
pub struct CrossingBounds<'r> {
    /// For each node, whether the path to it may do so.
    nodes: Vec<bool>,
    /// Everything that blocks the other policy, each with how far paths keep away from it, inches.
    regions: Vec<(&'r Region, f64)>,
    /// Their bounding boxes, each with a lower bound of the length of a path to it, inches.
    blocked: Vec<(Bounds, f64)>,
}

/// More than rounding moves a leg, inches.
const LEG_MARGIN_INCHES: f64 = 0.001;

impl CrossingBounds<'_> {
    /// Whether anything that blocks the other policy may lie within some inches of a leg.
    fn may_meet(&self, leg: Leg, around: f64) -> bool {
        meets(&self.regions, leg, around)
    }
}

fn meets(regions: &[(&Region, f64)], leg: Leg, around: f64) -> bool {
    let bounds = leg.bounds();
    regions.iter().any(|(region, reach)| {
        let near = reach + around + LEG_MARGIN_INCHES;
        region.is_near(bounds, near) && region.shape.nearest_to_leg(leg).distance <= near
    })
}

impl<'a> ShortestPathTree<'a> {
    /// Searches everything within `max_length` inches of a place.
    pub(super) fn new(planner: &'a PathPlanner<'a>, from: Place, max_length: f64) -> Self {
        let search = search_all(planner, from, max_length);
        Self { planner, search, from, free_sectors: OnceCell::new(), off_floor: OnceCell::new() }
    }

    /// Length of the shortest legal path to a place, inches, if one is within reach.
    pub fn length_to(&self, to: Place) -> Option<f64> {
        self.end_to(to, f64::INFINITY).map(|end| end.length())
    }

    /// A lower bound of the length of a path to any place in a rectangle, inches, whether one leads there or
    /// not.
    pub fn lower_bound_to(&self, [low, high]: Bounds) -> f64 {
        let beside = |axis: usize, at: Point| (low[axis] - at[axis]).max(at[axis] - high[axis]).max(0.0);
        let bound = |node: &Node| {
            let (dx, dy) = (beside(0, node.at), beside(1, node.at));
            node.cost + (dx * dx + dy * dy).sqrt()
        };
        self.search.nodes.iter().map(bound).fold(f64::INFINITY, f64::min)
    }

    /// Prepares lower bounds for the paths of this tree that the policy of another one, for the same mover,
    /// may not take.
    pub fn crossing_bounds(&self, other: &Self) -> CrossingBounds<'a> {
        let regions: Vec<(&Region, f64)> = other.planner.blocked_regions().collect();
        let mut nodes: Vec<bool> = Vec::with_capacity(self.search.nodes.len());
        for node in &self.search.nodes {
            let crosses = node.segment.as_ref().is_some_and(|segment| {
                let arc = || {
                    let last = node.parent.map_or(0, |parent| self.search.nodes[parent].vertex);
                    let vertex = &self.search.vertices[last];
                    meets(&regions, Leg::point(vertex.centre), vertex.radius)
                };
                !segment.changes.is_empty()
                    || meets(&regions, Leg { from: segment.from, to: segment.at }, 0.0)
                    || (segment.arc.is_some() && arc())
            });
            nodes.push(crosses || node.parent.is_some_and(|parent| nodes[parent]));
        }
        let approach = |bounds: Bounds| {
            let open = self.search.nodes.iter().zip(&nodes).filter(|(_, crosses)| !**crosses);
            let lengths = open.map(|(node, _)| {
                // A path may leave its circle anywhere.
                let diameter = 2.0 * self.search.vertices[node.vertex].radius;
                let around = [node.at.map(|part| part - diameter), node.at.map(|part| part + diameter)];
                node.cost + rectangle_distance(around, bounds)
            });
            (bounds, lengths.fold(f64::INFINITY, f64::min))
        };
        let grown = |[low, high]: Bounds, by: f64| [low.map(|part| part - by), high.map(|part| part + by)];
        let blocked = regions.iter().map(|(region, reach)| approach(grown(region.bounds, *reach)));
        let blocked = blocked.filter(|(_, length)| *length <= self.search.max_length).collect();
        CrossingBounds { nodes, regions, blocked }
    }

    /// A lower bound of the length of a path to any place in a rectangle that the other policy may not take,
    /// inches.
    pub fn crossing_lower_bound(&self, bounds: Bounds, crossings: &CrossingBounds) -> f64 {
        let [low, high] = bounds;
        let beside = |axis: usize, at: Point| (low[axis] - at[axis]).max(at[axis] - high[axis]).max(0.0);
        let [mut straight, mut crossing] = [f64::INFINITY; 2];
        for (node, crosses) in self.search.nodes.iter().zip(&crossings.nodes) {
            let (dx, dy) = (beside(0, node.at), beside(1, node.at));
            let length = node.cost + (dx * dx + dy * dy).sqrt();
            let shortest = if *crosses { &mut crossing } else { &mut straight };
            *shortest = length.min(*shortest);
        }
        let through =
            crossings.blocked.iter().map(|(blocked, length)| length + rectangle_distance(*blocked, bounds));
        crossing.min(straight.max(through.fold(f64::INFINITY, f64::min)))
    }

    /// Whether surely no path of at most `max` inches to any place in a rectangle is one that the other policy may not take: by the
    /// shapes themselves, where [`Self::crossing_lower_bound`] goes by their bounding boxes.
    pub fn surely_crosses_nothing(&self, bounds: Bounds, crossings: &CrossingBounds, max: f64) -> bool {
        let [low, high] = bounds;
        let (centre, radius) = ([0, 1].map(|axis| (low[axis] + high[axis]) / 2.0), distance(low, high) / 2.0);
        let beside = |axis: usize, at: Point| (low[axis] - at[axis]).max(at[axis] - high[axis]).max(0.0);
        // A path may also reach a place along a circle through it.
        let depth = self.planner.max_circle_depth();
        let is_on_circle = |vertex: &TangentVertex| {
            vertex.radius > 0.0 && (distance(vertex.centre, centre) - vertex.radius).abs() <= radius + depth
        };
        !self.search.vertices.iter().any(is_on_circle)
            && self.search.nodes.iter().zip(&crossings.nodes).all(|(node, crosses)| {
                let (dx, dy) = (beside(0, node.at), beside(1, node.at));
                let is_longer = node.cost + (dx * dx + dy * dy).sqrt() > max;
                is_longer
                    || (!*crosses && {
                        let vertex = &self.search.vertices[node.vertex];
                        let leg = Leg { from: vertex.centre, to: centre };
                        !crossings.may_meet(leg, vertex.radius.max(radius))
                    })
            })
    }

    /// Straight legs from the start along its surface that are surely free, whatever lies over or under them.
    pub fn free_sectors(&self) -> &FreeSectors {
        self.free_sectors.get_or_init(|| FreeSectors::along(self.planner, self.from, self.search.max_length))
    }

    /// The distance of the farthest place of a rectangle of open ground, or of a floor, if straight paths to all of them
    /// are surely free, inches. From a floor they lead right down at their ends, or off its edge.
    ///
    /// Rule: STR-3.
    pub fn max_straight_distance(&self, bounds: Bounds, floor: Option<Thou>) -> Option<f64> {
        let off_floor = self
            .off_floor
            .get_or_init(|| FreeSectors::off_floor(self.planner, self.from, self.search.max_length));
        let along = || self.free_sectors().max_distance_to(bounds);
        match (floor, off_floor) {
            (None, None) => along(),
            (None, Some(off_floor)) => along().or_else(|| off_floor.max_distance_to(bounds)),
            (Some(_), None) => None,
            (Some(floor), Some(_)) if self.leads_down_to(floor, bounds) => along(),
            (Some(_), Some(_)) => None,
        }
    }

    /// Whether a floor within a rectangle is the one that the start lies on, or right under that in its structure.
    fn leads_down_to(&self, height: Thou, bounds: Bounds) -> bool {
        let terrain = self.planner.terrain;
        let Some(own) = terrain.floor_of(self.from) else { return false };
        let mut floors = terrain.floors.iter().filter(|floor| floor.height == height);
        height <= own.height
            && floors
                .all(|floor| floor.piece == own.piece || !floor.region.is_near(bounds, terrain.touch_depth()))
    }

    /// A rectangle with everything within reach.
    fn bounds(&self) -> Bounds {
        let (at, max) = (self.from.ground(), self.search.max_length);
        let edge = self.planner.terrain.size.map(|length| length / 2.0);
        let end = |axis: usize, to: f64| (at[axis] + to).clamp(-edge[axis], edge[axis]);
        [[end(0, -max), end(1, -max)], [end(0, max), end(1, max)]]
    }

    /// The area within reach, layer by layer, minus the places where a base would overlap walls, obstacles or
    /// these bodies.
    ///
    /// Rule: MOV-4.
    pub fn reach_areas(&self, standing: &[Body]) -> Vec<ReachArea> {
        let mut layers: Vec<(Option<Thou>, Vec<Vec<Point>>)> = Vec::new();
        let mut lengths = LengthBounds::new(self.bounds(), MAX_ANGLE_STEP);
        // What a model may do that starts too close to an enemy depends on its path, not on its place alone.
        let may_bound = !self.search.window.starts_too_close();
        let nodes = &self.search.nodes;
        for (index, node) in nodes.iter().enumerate() {
            let is_last = index + 1 == nodes.len();
            for (surface, ring) in VisibilityFan::of(self, node, &lengths) {
                if surface.footing == Footing::Ground && may_bound && !is_last {
                    lengths.lower_within(&ring, |at| self.length_by(node, at));
                }
                let floor = match surface.footing {
                    Footing::Ground => None,
                    Footing::Floor { .. } => Some(surface.height),
                };
                match layers.iter_mut().find(|(other, _)| *other == floor) {
                    Some((_, rings)) => rings.push(ring),
                    None => layers.push((floor, vec![ring])),
                }
            }
        }
        layers.sort_by_key(|(floor, _)| *floor);
        let merge = |floor: Option<Thou>, rings: Vec<Vec<Point>>| {
            let blocked =
                blocked_ends::blocked_rings(self.planner, floor, standing, bounds_of(&rings.concat()));
            union_minus(&rings, &blocked)
        };
        layers.into_iter().map(|(floor, rings)| ReachArea { floor, polygons: merge(floor, rings) }).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::paths::{DifficultGoing, GoingPolicy, OtherModels};
    use crate::piece::{Kind, Step};
    use crate::sample::{SOLDIER, at, ground, house, piece, rectangle, table};
    use warstrike_rules::movement::allowance::SlowGoing;
    use warstrike_rules::movement::going::Going;

    /// Rule: GO-3, STR-2. If a place has no equally short path around difficult ground, its shortest path is no
    /// shorter than the bound for a square around it.
    #[test]
    fn no_path_through_difficult_ground_is_shorter_than_its_bound() {
        let [mut better_bounds, mut sure] = [0; 2];
        for (piece, heights) in [(ground(Going::Difficult), &[0.0][..]), (house(), &[0.0, 3.0])] {
            let terrain = table(vec![piece]);
            let planners = [DifficultGoing::Avoided, DifficultGoing::Crossed].map(|difficult| {
                let policy = GoingPolicy { slow: SlowGoing::Allowed, difficult };
                PathPlanner::new(&terrain, SOLDIER, policy, OtherModels::default(), 0.002)
            });
            let start = at(-7.0, 0.5, 0.0);
            let [around, through] =
                planners.each_ref().map(|planner| planner.shortest_path_tree(start, 18.0));
            let crossings = through.crossing_bounds(&around);
            for index in 0..400 {
                let (x, y) = (f64::from(index % 20) - 9.3, f64::from(index / 20) - 9.4);
                for height in heights {
                    let place = at(x, y, *height);
                    let Some(end) = through.end_to(place, f64::INFINITY) else { continue };
                    let around_it = [[x - 0.3, y - 0.2], [x + 0.1, y + 0.3]];
                    let bound = through.crossing_lower_bound(around_it, &crossings);
                    let crosses_nothing = through.surely_crosses_nothing(around_it, &crossings, end.length());
                    sure += usize::from(crosses_nothing);
                    better_bounds += usize::from(bound > start.ground_distance(place) + 0.5);
                    if around.end_to(place, end.length() + 1e-6).is_none() {
                        assert!(bound <= end.length() + 1e-9, "{place:?}: {} for {bound}", end.length());
                        assert!(!crosses_nothing, "{place:?}");
                    }
                }
            }
        }
        assert!(better_bounds > 100, "few bounds exceed the straight distance: {better_bounds}");
        assert!(sure > 100, "few squares are surely reached around difficult ground: {sure}");
    }

    /// Rule: STR-2, STR-3. Without climbing a model gets onto a floor from a higher one, or from a hill beside it.
    #[test]
    fn a_floor_is_reached_from_above_without_climbing() {
        let beside = rectangle([4.1, -2.0], [9.0, 2.0]);
        let steps = vec![Step { outline: beside.clone(), top: Thou(3500) }];
        let terrain = table(vec![house(), piece("hill", beside, Kind::Hill { steps })]);
        let upstairs = at(2.0, 0.0, 3.0);
        for (slow, start, expected, reason) in [
            (SlowGoing::Allowed, at(6.0, 0.0, 3.5), Some(4.0), "from the hill"),
            (SlowGoing::Allowed, at(12.0, 0.0, 0.0), Some(10.0), "up the hill and over"),
            (SlowGoing::Barred, at(12.0, 0.0, 0.0), None, "without going up the hill"),
            (SlowGoing::Allowed, at(3.0, 1.0, 3.0), Some(2.0_f64.sqrt()), "along the floor"),
            (SlowGoing::Allowed, at(-6.0, 0.0, 0.0), None, "too far from the hill"),
        ] {
            let policy = GoingPolicy { slow, difficult: DifficultGoing::Avoided };
            let planner = PathPlanner::new(&terrain, SOLDIER, policy, OtherModels::default(), 0.002);
            let found = planner.shortest_path_tree(start, 13.0).length_to(upstairs);
            let same = match (found, expected) {
                (Some(found), Some(expected)) => (found - expected).abs() < 1e-6,
                (found, expected) => found.is_none() && expected.is_none(),
            };
            assert!(same, "{reason}: {found:?}");
        }
    }
}
