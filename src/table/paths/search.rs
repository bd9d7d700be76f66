//! The search itself: from bend to bend along common tangents, nearest first.
//!
//! A leg is looked at only when its turn comes: most never are.

use std::cell::Cell;
use std::cmp::Ordering;
use std::collections::BinaryHeap;

use super::corner::{Arc, Corner, Layer, Turn};
use super::patch::Patch;
use super::tread::{Change, LegTraversal};
use super::{PathPlanner, Route, unroll};
use crate::rules::basics::Disc;
use crate::rules::measures::Place;
pub(super) use crate::rules::measures::ROUNDING;
use crate::rules::movement::enemies::clearance;
use crate::table::outline::{Bounds, are_near};
use crate::table::plane::distance;
use crate::table::shape::Point;
use crate::table::walk::{Footing, Surface};

/// How much longer than the allowance still counts as even, inches: rounding of sums.
pub(super) const EVEN: f64 = 1e-9;

/// A bend of a path: the leg that leads to it, and the corner it then follows.
#[derive(Clone, Debug, PartialEq)]
pub struct Bend {
    /// Where the leg leaves the corner before.
    pub from: Point,
    /// Where it meets this one.
    pub at: Point,
    /// What it ends on.
    pub surface: Surface,
    /// Changes of level on the leg.
    pub changes: Vec<Change>,
    /// The arc the corner before is followed on.
    pub arc: Option<Arc>,
}

/// A bend come to, and by which way.
#[derive(Clone, Debug)]
pub(super) struct Node {
    pub(super) corner: usize,
    pub(super) turn: Turn,
    pub(super) at: Point,
    pub(super) surface: Surface,
    /// Along the path to it, inches.
    pub(super) far: f64,
    pub(super) before: Option<usize>,
    pub(super) bend: Option<Bend>,
    /// On along its circle: an angle known to be free, and one known to be barred.
    free: Cell<[f64; 2]>,
}

/// Nothing yet known of the way along a circle.
const UNKNOWN: [f64; 2] = [0.0, f64::INFINITY];

/// A leg that may lead to a new bend, not yet looked at.
#[derive(Clone, Copy, Debug)]
struct Try {
    /// What it costs at least to come to the goal by it.
    least: f64,
    /// What it costs to come to its end.
    far: f64,
    from: usize,
    corner: usize,
    turn: Turn,
    leave: Point,
    at: Point,
    angle: f64,
    /// Number of the try, so that ties do not depend on the heap.
    nth: u32,
}

impl PartialEq for Try {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Try {}

impl PartialOrd for Try {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Try {
    /// The cheapest is the greatest, the oldest of two as cheap.
    fn cmp(&self, other: &Self) -> Ordering {
        other.least.total_cmp(&self.least).then_with(|| other.nth.cmp(&self.nth))
    }
}

/// A search under way.
pub(super) struct Search<'a> {
    pub(super) patch: Patch<'a>,
    pub(super) corners: Vec<Corner>,
    /// Index of the goal among the corners, and the surface wanted there.
    goal: Option<(usize, Surface)>,
    pub(super) most: f64,
    pub(super) nodes: Vec<Node>,
    /// For each corner, the nodes that stand at it.
    at_corner: Vec<Vec<usize>>,
    tries: BinaryHeap<Try>,
    tried: u32,
    /// Legs that were looked at and are barred, one bit each.
    barred: Vec<u64>,
    /// Whether anything was left out because it is too far.
    is_cut: bool,
}

/// Why a search found no path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Missed {
    /// None as short as asked for.
    TooFar,
    /// None of any length.
    NoWay,
}

/// The shortest path whose bends and arcs are at most `bound` inches long, itself at most `most`;
/// none where its arcs would take more corners than a path may have, or its corners, rounded, may not be walked.
///
/// # Errors
/// Whether a longer one is worth looking for.
pub(super) fn shortest(
    routes: &PathPlanner,
    [from, to]: [Place; 2],
    bound: f64,
    most: f64,
) -> Result<Option<Route>, Missed> {
    let terrain = routes.terrain;
    let (a, b) = (from.ground(), to.ground());
    let surface = |at: Point, height| terrain.surface_at(at, height).ok_or(Missed::NoWay);
    let (start, wanted) = (surface(a, from.z)?, surface(b, to.z)?);
    if a == b && start == wanted {
        return Ok(Some(Route { corners: Vec::new(), length: 0.0 }));
    }
    let mut search = Search::new(routes, a, start, bound, Some(b));
    // Most paths are straight.
    let direct = search.patch.treads_between(a, start, b);
    if let Some(tread) = direct.iter().find(|tread| tread.end == wanted).cloned() {
        if distance(a, b) > bound {
            return Err(Missed::TooFar);
        }
        let bend = Bend { from: a, at: b, surface: wanted, changes: tread.changes, arc: None };
        return Ok(unroll::route(&search.patch, from, to, &[bend], most + EVEN));
    }
    search.corners.push(Corner::point(b, layer(wanted)));
    search.at_corner.push(Vec::new());
    search.goal = Some((search.corners.len() - 1, wanted));
    match search.run() {
        Some(reached) => Ok(unroll::route(&search.patch, from, to, &search.bends_to(reached), most + EVEN)),
        None => Err(if search.is_cut { Missed::TooFar } else { Missed::NoWay }),
    }
}

/// The layer of corners of use on a surface.
pub(super) fn layer(surface: Surface) -> Layer {
    match surface.footing {
        Footing::Ground => Layer::Ground,
        Footing::Floor { .. } => Layer::Floor(surface.height),
    }
}

impl<'a> Search<'a> {
    fn new(
        routes: &'a PathPlanner<'a>,
        from: Point,
        start: Surface,
        most: f64,
        toward: Option<Point>,
    ) -> Self {
        let window = window(from, toward, most);
        let patch = Patch::new(routes, window, (from, start));
        // Only corners that a path of that length can come by.
        let detour = |corner: &Corner| {
            let out = (distance(from, corner.centre) - corner.radius).max(0.0);
            let back = toward.map_or(0.0, |goal| (distance(goal, corner.centre) - corner.radius).max(0.0));
            out + back
        };
        let mut corners = vec![Corner::point(from, layer(start))];
        let mut is_cut = false;
        for corner in routes.corners() {
            // Most lie so far off that their distances need not be known.
            let is_near = are_near([corner.centre; 2], window, corner.radius) && detour(corner) <= most;
            is_cut |= !is_near;
            if is_near {
                corners.push(*corner);
            }
        }
        corners.extend(own_rings(routes, from, start));
        let ends = [Some(from), toward];
        let touching: Vec<Corner> =
            ends.into_iter().flatten().flat_map(|end| through(&corners, end, routes.touching())).collect();
        corners.extend(touching);
        let at_corner = vec![Vec::new(); corners.len()];
        let first = Node {
            corner: 0,
            turn: Turn::Left,
            at: from,
            surface: start,
            far: 0.0,
            before: None,
            bend: None,
            free: Cell::new(UNKNOWN),
        };
        let mut search = Self {
            patch,
            corners,
            goal: None,
            most,
            nodes: vec![first],
            at_corner,
            tries: BinaryHeap::new(),
            tried: 0,
            barred: Vec::new(),
            is_cut,
        };
        search.at_corner[0].push(0);
        search
    }

    /// Searches until the goal is come to; without one, until nothing is left within
    /// reach.
    fn run(&mut self) -> Option<usize> {
        self.barred = vec![0; (self.corners.len() * self.corners.len() * 4).div_ceil(64)];
        self.expand(0);
        while let Some(next) = self.tries.pop() {
            if let Some(node) = self.look(&next) {
                if self.goal.is_some_and(|(goal, _)| next.corner == goal) {
                    return Some(node);
                }
                self.expand(node);
            }
        }
        None
    }

    /// Puts every leg that leaves a bend on the list.
    fn expand(&mut self, node: usize) {
        let Node { corner, turn, at, far, .. } = self.nodes[node];
        let here = self.corners[corner];
        let blockers = self.patch.blockers.around(&here);
        for other in 1..self.corners.len() {
            let there = self.corners[other];
            let turns: &[Turn] = if there.radius > 0.0 { &[Turn::Left, Turn::Right] } else { &[Turn::Left] };
            if other == corner || (there.radius == 0.0 && !self.at_corner[other].is_empty()) {
                continue;
            }
            for &other_turn in turns {
                let (word, bit) = self.bit_of([(corner, turn), (other, other_turn)]);
                if self.barred[word] & bit != 0 {
                    continue;
                }
                let Some(tangent) = here.tangent(turn, &there, other_turn) else { continue };
                if !here.is_wrapped_by(&tangent) || !there.is_wrapped_by(&tangent) {
                    continue;
                }
                let angle = here.arc(turn, at, tangent.from);
                let far = far + here.radius * angle + tangent.length;
                let least = far + self.left_from(tangent.to);
                if least > self.most {
                    self.is_cut = true;
                } else if blockers.bar(&tangent) {
                    self.barred[word] |= bit;
                } else {
                    self.tried += 1;
                    self.tries.push(Try {
                        least,
                        far,
                        from: node,
                        corner: other,
                        turn: other_turn,
                        leave: tangent.from,
                        at: tangent.to,
                        angle: turn.signed(angle),
                        nth: self.tried,
                    });
                }
            }
        }
    }

    /// At least how far it is from a point to the goal.
    fn left_from(&self, at: Point) -> f64 {
        self.goal.map_or(0.0, |(goal, _)| distance(at, self.corners[goal].centre))
    }

    /// Whether a leg is free and leads anywhere new; the node at its end if so.
    fn look(&mut self, next: &Try) -> Option<usize> {
        let (word, bit) = self.bit_of([self.end_of(next.from), (next.corner, next.turn)]);
        if self.barred[word] & bit != 0
            || self.is_known(next)
            || !self.is_free_on(next.from, next.angle.abs())
        {
            return None;
        }
        let arc = self.arc_of(next);
        let surface = self.arc_end(self.nodes[next.from].surface, arc.as_ref())?;
        let treads = self.patch.treads_between(next.leave, surface, next.at);
        let Some(tread) = treads.iter().find(|tread| self.is_wanted(next.corner, tread)).cloned() else {
            // From whichever bend: it is one and the same leg.
            self.barred[word] |= bit;
            return None;
        };
        let bend = Bend { from: next.leave, at: next.at, surface: tread.end, changes: tread.changes, arc };
        self.nodes.push(Node {
            corner: next.corner,
            turn: next.turn,
            at: next.at,
            surface: tread.end,
            far: next.far,
            before: Some(next.from),
            bend: Some(bend),
            free: Cell::new(UNKNOWN),
        });
        let node = self.nodes.len() - 1;
        self.at_corner[next.corner].push(node);
        Some(node)
    }

    /// The corner of a node and how its path turns round it.
    fn end_of(&self, node: usize) -> (usize, Turn) {
        (self.nodes[node].corner, self.nodes[node].turn)
    }

    /// Where it is noted that the leg between two corners is barred: word and bit.
    fn bit_of(&self, ends: [(usize, Turn); 2]) -> (usize, u64) {
        let [from, to] = ends.map(|(corner, turn)| corner * 2 + usize::from(turn == Turn::Right));
        let index = from * 2 * self.corners.len() + to;
        (index / 64, 1 << (index % 64))
    }

    /// Whether the end of a leg was come to by a path no longer: straight, or on along the
    /// circle there, where that is free.
    fn is_known(&mut self, next: &Try) -> bool {
        let there = self.corners[next.corner];
        (0..self.at_corner[next.corner].len()).any(|nth| {
            let known = self.at_corner[next.corner][nth];
            let node = &self.nodes[known];
            if there.radius == 0.0 {
                return node.far <= next.far + 1e-9;
            }
            if node.turn != next.turn || node.far > next.far + 1e-9 {
                return false;
            }
            let angle = there.arc(next.turn, node.at, next.at);
            node.far + there.radius * angle <= next.far + 1e-9 && self.is_free_on(known, angle)
        })
    }

    /// Whether a path can follow the circle it has come to for an angle.
    pub(super) fn is_free_on(&self, node: usize, angle: f64) -> bool {
        let Node { corner, turn, at, surface, ref free, .. } = self.nodes[node];
        let mut known = free.get();
        let corner = &self.corners[corner];
        if angle <= known[0] {
            return true;
        }
        if angle >= known[1] {
            return false;
        }
        let arc = corner.followed(at, turn.signed(angle));
        let is_free = self.arc_end(surface, arc.as_ref()).is_some();
        known[usize::from(!is_free)] = angle;
        free.set(known);
        is_free
    }

    fn arc_of(&self, next: &Try) -> Option<Arc> {
        let from = &self.nodes[next.from];
        self.corners[from.corner].followed(from.at, next.angle)
    }

    /// The surface on which an arc ends that begins on another, if it is free: it is looked
    /// at leg by leg as it will be walked. No arc ends where it begins.
    pub(super) fn arc_end(&self, surface: Surface, arc: Option<&Arc>) -> Option<Surface> {
        let Some(arc) = arc else { return Some(surface) };
        unroll::end_of(&self.patch, surface, arc)
    }

    /// Whether a corner is of use on the surface a leg ends on.
    fn is_wanted(&self, corner: usize, tread: &LegTraversal) -> bool {
        match self.goal {
            Some((goal, wanted)) if corner == goal => tread.end == wanted,
            _ => self.corners[corner].layer == layer(tread.end),
        }
    }

    /// The bends from the start to a node.
    pub(super) fn bends_to(&self, node: usize) -> Vec<Bend> {
        let mut bends = Vec::new();
        let mut at = Some(node);
        while let Some(node) = at {
            bends.extend(self.nodes[node].bend.clone());
            at = self.nodes[node].before;
        }
        bends.reverse();
        bends
    }
}

/// The rectangle in which a path of at most `most` inches lies: around an ellipse whose
/// foci are both its ends.
fn window(from: Point, toward: Option<Point>, most: f64) -> Bounds {
    let Some(goal) = toward else {
        return [[from[0] - most, from[1] - most], [from[0] + most, from[1] + most]];
    };
    let between = [goal[0] - from[0], goal[1] - from[1]];
    // A path's corners are rounded: a little more.
    let long = most.max(distance(from, goal)) + 0.02;
    // Half the ellipse's width along an axis; its square is that of both half-axes, turned.
    let half = |axis: usize| {
        let across = between[1 - axis];
        (long * long - across * across).max(0.0).sqrt() / 2.0
    };
    let middle = |axis: usize| (from[axis] + goal[axis]) / 2.0;
    [[middle(0) - half(0), middle(1) - half(1)], [middle(0) + half(0), middle(1) + half(1)]]
}

/// The circles that an end of a path touches, at most so deep inside, drawn through it: paths keep a little clear of
/// what is round, but may begin and end closer to it.
pub(super) fn through(corners: &[Corner], end: Point, deepest: f64) -> impl Iterator<Item = Corner> + '_ {
    corners.iter().filter(|corner| corner.radius > 0.0).filter_map(move |corner| {
        let radius = distance(corner.centre, end);
        let inside = corner.radius - radius;
        (inside > 0.0 && inside < deepest).then_some(Corner { radius, ..*corner })
    })
}

impl PathPlanner<'_> {
    /// How deep inside the circle that paths follow an end may lie that a path reaches along a circle of its own,
    /// inches: the allowance and the clearance, less what rounding moves the corners beside the circle by. A path that
    /// came any nearer to a hill's round step would be on it; a ring or a pond bars from the allowance inwards.
    ///
    /// Rule: BAS-10.
    pub(super) fn touching(&self) -> f64 {
        self.terrain.touch() + self.clearance - ROUNDING
    }
}

/// Rings of the enemies to whom the start is too near: on its way out a path may follow
/// them, no nearer than it began.
///
/// Rule: MOV-5.
fn own_rings(routes: &PathPlanner, from: Point, start: Surface) -> Vec<Corner> {
    let near = routes.others.enemies.iter().filter(|enemy| {
        clearance(from, start.height.inches(), routes.mover.radius, **enemy) < routes.others.enemy_gap
    });
    // As far as one has come out of the ring is the limit from then on.
    let bulge = routes.slack() - ROUNDING;
    let ring = |enemy: &Disc| {
        let at = enemy.at.ground();
        Corner { radius: distance(from, at), bulge, ..Corner::point(at, layer(start)) }
    };
    near.map(ring).collect()
}

/// Searches everything within reach.
pub(super) fn everywhere<'a>(routes: &'a PathPlanner<'a>, from: Place, most: f64) -> Search<'a> {
    let at = from.ground();
    let start = routes.terrain.surface_at(at, from.z);
    let ground = Surface { height: from.z, footing: Footing::Ground };
    let mut search = Search::new(routes, at, start.unwrap_or(ground), most, None);
    if start.is_some() {
        search.run();
    }
    search
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::measures::Thou;
    use crate::rules::movement::allowance::SlowGoing;
    use crate::table::paths::{DifficultGoing, Others, Ways};
    use crate::table::sample::{SOLDIER, at, table, terrain_allowing};

    #[test]
    fn the_cheapest_try_comes_first_and_of_two_as_cheap_the_oldest() {
        let attempt = |least: f64, nth: u32| Try {
            least,
            far: 0.0,
            from: 0,
            corner: 1,
            turn: Turn::Left,
            leave: [0.0; 2],
            at: [0.0; 2],
            angle: 0.0,
            nth,
        };
        for (one, other, expected) in [
            (attempt(2.0, 1), attempt(3.0, 2), Ordering::Greater),
            (attempt(3.0, 1), attempt(2.0, 2), Ordering::Less),
            (attempt(2.0, 1), attempt(2.0, 2), Ordering::Greater),
            (attempt(2.0, 1), attempt(2.0, 1), Ordering::Equal),
        ] {
            assert_eq!(one.cmp(&other), expected);
            assert_eq!(one.partial_cmp(&other), Some(expected));
            assert_eq!(one == other, expected == Ordering::Equal);
        }
    }

    #[test]
    fn a_window_holds_every_path_of_a_length() {
        let half = (5.02_f64 * 5.02 - 16.0).sqrt() / 2.0;
        for (toward, most, expected, reason) in [
            (None, 5.0, [[-4.0, -3.0], [6.0, 7.0]], "whatever lies within reach"),
            (Some([5.0, 2.0]), 5.0, [[0.49, 2.0 - half], [5.51, 2.0 + half]], "an ellipse"),
            (Some([1.0, 6.0]), 5.0, [[1.0 - half, 1.49], [1.0 + half, 6.51]], "an upright one"),
            (Some([5.0, 2.0]), 1.0, [[0.99, 1.799_75], [5.01, 2.200_25]], "no path is that short"),
        ] {
            let found = window([1.0, 2.0], toward, most);
            let near = found.concat().iter().zip(expected.concat()).all(|(a, b)| (a - b).abs() < 1e-5);
            assert!(near, "{reason}: {found:?}");
        }
    }

    /// Rule: BAS-10. The allowance and the clearance are the ruleset's: an allowance of 0.005 and a clearance of 0.002 make
    /// 0.007, less 0.00071 of rounding. A piece is touched by a quarter of the thinnest wall at most: 0.0125.
    #[test]
    fn how_deep_an_end_may_touch_a_circle_is_up_to_the_ruleset() {
        for (allowance, clearance, expected) in
            [(0.005, 0.002, 0.00629), (0.005, 0.0, 0.00429), (0.0, 0.002, 0.00129), (0.01, 0.004, 0.01329)]
        {
            let terrain = terrain_allowing(vec![], allowance);
            let ways = Ways { slow: SlowGoing::Barred, difficult: DifficultGoing::Avoided };
            let routes = PathPlanner::new(&terrain, SOLDIER, ways, Others::default(), clearance);
            let found = routes.touching();
            assert!((found - expected).abs() < 1e-9, "{allowance}, {clearance}: {found}");
        }
    }

    #[test]
    fn an_end_a_little_within_a_circle_has_its_own() {
        let deepest = 0.007 - ROUNDING;
        let round = Corner { radius: 3.0, ..Corner::point([1.0, 1.0], Layer::Ground) };
        let corners = [Corner::point([4.0, 1.0], Layer::Ground), round];
        for (end, expected, reason) in [
            ([3.996, 1.0], Some(2.996), "0.004 within it"),
            ([3.994, 1.0], Some(2.994), "0.006 within it"),
            (
                [3.9935, 1.0],
                None,
                "so deep that rounding takes paths beside it farther in than the allowance",
            ),
            ([3.99, 1.0], None, "a hundredth within it"),
            ([4.0, 1.0], None, "on it"),
            ([4.1, 1.0], None, "outside"),
        ] {
            let found: Vec<f64> = through(&corners, end, deepest).map(|corner| corner.radius).collect();
            assert_eq!(found.len(), usize::from(expected.is_some()), "{reason}: {found:?}");
            assert!(found.first().zip(expected).is_none_or(|(a, b)| (a - b).abs() < 1e-9), "{reason}");
        }
    }

    /// Rule: MOV-5. Round three enemies there are many ways to each place; all but the shortest are
    /// left at once, else their number grows without end.
    #[test]
    fn a_ring_is_not_come_to_by_a_longer_way_than_along_it() {
        let enemy = |x, y| Disc { at: Place::flat(x, y), radius: 0.5 };
        let enemies = vec![enemy(0, 0), enemy(7000, 1000), enemy(3000, 7000)];
        let others = Others { enemies, enemy_gap: 2.0, friends: Vec::new() };
        let terrain = table(vec![]);
        let ways = Ways { slow: SlowGoing::Barred, difficult: DifficultGoing::Avoided };
        let routes = PathPlanner::new(&terrain, SOLDIER, ways, others, 0.002);
        let search = everywhere(&routes, at(-6.0, 0.0, 0.0), 40.0);
        let mut come_to = 0;
        for later in 0..search.nodes.len() {
            for known in 0..later {
                let (node, next) = (&search.nodes[known], &search.nodes[later]);
                let corner = search.corners[node.corner];
                if (node.corner, node.turn) != (next.corner, next.turn) || corner.radius == 0.0 {
                    continue;
                }
                come_to += 1;
                let angle = corner.arc(node.turn, node.at, next.at);
                let longer = node.far + corner.radius * angle <= next.far;
                assert!(!longer || !search.is_free_on(known, angle), "{known} {later}");
            }
        }
        let standing = Surface { height: Thou(0), footing: Footing::Ground };
        assert!(search.nodes.iter().all(|node| node.surface == standing));
        assert!(come_to > 0 && search.nodes.len() < 40, "{come_to} of {}", search.nodes.len());
    }
}
