//! How the shortest path to one of many places ends: the last leg from a bend found before.

use std::cmp::{Ordering, Reverse};
use std::collections::BinaryHeap;

use super::corner::{Arc, Corner, Layer, Turn};
use super::search::{Bend, EVEN, layer, through};
use super::{Route, Spread, unroll};
use crate::rules::measures::{Place, Thou};
use crate::table::plane::{Leg, distance};
use crate::table::shape::Point;
use crate::table::walk::{Footing, Surface};

/// How the shortest path to a place ends: enough to tell its length, and to draw it when it is wanted.
#[derive(Clone, Debug)]
pub struct PathEnd {
    to: Place,
    last: Last,
    bends: Bends,
}

/// The bend at the end of a last leg, and the one after it where a circle leads on from there to the place.
type Bends = (Bend, Option<Bend>);

impl PathEnd {
    /// Of the whole path, inches.
    pub fn length(&self) -> f64 {
        self.last.length
    }
}

/// A leg from a bend to a place, or to a circle drawn through it, not yet looked at.
#[derive(Clone, Debug)]
struct Last {
    node: usize,
    /// Of the path to the place.
    length: f64,
    leave: Point,
    arc: Option<Arc>,
    /// Where the leg ends.
    at: Point,
    /// The circle that leads on from there, and the arc of it that does.
    round: Option<(Layer, Option<Arc>)>,
}

/// A bend from which the last leg may lead, the nearest first, of two as near the older.
struct Waiting {
    length: f64,
    node: usize,
    /// The index of its leg; `None` while the length is only a lower bound.
    last: Option<usize>,
}

impl PartialEq for Waiting {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Waiting {}

impl PartialOrd for Waiting {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Waiting {
    fn cmp(&self, other: &Self) -> Ordering {
        let by_length = self.length.total_cmp(&other.length);
        by_length.then(self.node.cmp(&other.node)).then(self.last.cmp(&other.last))
    }
}

impl Spread<'_> {
    /// How the shortest legal path to a place ends, if one is within reach and shorter than `below`, inches.
    pub fn end_to(&self, to: Place, below: f64) -> Option<PathEnd> {
        if to.z == self.from.z && self.clearing().holds(to.ground()) {
            return self.straight_end(to).filter(|end| end.length() < below);
        }
        let (last, bends) = self.last_leg(to, below)?;
        Some(PathEnd { to, last, bends })
    }

    /// The end of a straight path that is known to be free.
    fn straight_end(&self, to: Place) -> Option<PathEnd> {
        let surface = self.routes.terrain.surface_at(to.ground(), to.z)?;
        let goal = Corner::point(to.ground(), Layer::Ground);
        let last = self.leg_to(0, &goal, Turn::Left)?;
        let bend = Bend { from: last.leave, at: to.ground(), surface, changes: Vec::new(), arc: None };
        Some(PathEnd { to, last, bends: (bend, None) })
    }

    /// The shortest legal path to a place, if one is within reach.
    pub fn route_to(&self, to: Place) -> Option<Route> {
        self.end_to(to, f64::INFINITY).and_then(|end| self.route_of(&end))
    }

    /// The path itself of which an end was found; none where its corners, rounded, make it longer than it may be, or lead
    /// where it may not: hardly ever.
    pub fn route_of(&self, end: &PathEnd) -> Option<Route> {
        if end.to == self.from {
            return Some(Route { corners: Vec::new(), length: 0.0 });
        }
        let mut bends = self.search.bends_to(end.last.node);
        let (last, round) = end.bends.clone();
        bends.push(last);
        bends.extend(round);
        unroll::route(&self.search.patch, self.from, end.to, &bends, self.search.most + EVEN)
    }

    /// The last leg of the shortest path to a place, if that is shorter than `below`.
    fn last_leg(&self, to: Place, below: f64) -> Option<(Last, Bends)> {
        let wanted = self.routes.terrain.surface_at(to.ground(), to.z)?;
        if wanted.footing != Footing::Ground && !self.may_come_up_to(wanted.height) {
            return None;
        }
        let goal = Corner::point(to.ground(), Layer::Ground);
        let circles: Vec<Corner> =
            through(&self.search.corners, goal.centre, self.routes.touching()).collect();
        // At least so long is a path by each bend; the exact lengths are found of those that may be best.
        let most = self.search.most + EVEN;
        let least = self.search.nodes.iter().map(|node| node.far + distance(node.at, goal.centre));
        let mut waiting: BinaryHeap<Reverse<Waiting>> = least
            .enumerate()
            .filter(|(_, length)| *length <= most && *length < below)
            .map(|(node, length)| Reverse(Waiting { length, node, last: None }))
            .collect();
        let mut legs: Vec<Last> = Vec::new();
        while let Some(Reverse(Waiting { node, last, .. })) = waiting.pop() {
            let Some(last) = last else {
                let mut wait = |last: Last| {
                    if last.length <= most && last.length < below {
                        let leg = Some(legs.len());
                        waiting.push(Reverse(Waiting { length: last.length, node, last: leg }));
                        legs.push(last);
                    }
                };
                self.leg_to(node, &goal, Turn::Left).into_iter().for_each(&mut wait);
                for circle in &circles {
                    let turns = [Turn::Left, Turn::Right].into_iter();
                    turns.filter_map(|turn| self.leg_round(node, circle, turn, &goal)).for_each(&mut wait);
                }
                continue;
            };
            if let Some(bends) = self.bends_of(&legs[last], to, wanted) {
                return Some((legs.swap_remove(last), bends));
            }
        }
        None
    }

    /// Whether a path may come to a floor so high: who does not climb comes to it from one as high, or from a hill.
    ///
    /// Rule: STR-2, STR-3.
    fn may_come_up_to(&self, height: Thou) -> bool {
        let patch = &self.search.patch;
        let mut steps = patch.steps.iter().map(|step| self.routes.terrain.steps[*step].top);
        patch.may_climb()
            || self.search.nodes.iter().any(|node| node.surface.height >= height)
            || steps.any(|top| top >= height)
    }

    /// The bends at the end of a last leg, if the leg is free, and the circle after it.
    fn bends_of(&self, last: &Last, to: Place, wanted: Surface) -> Option<Bends> {
        let Some((on, arc)) = &last.round else {
            return self.bend_of(last, |surface| surface == wanted).map(|bend| (bend, None));
        };
        let bend = self.bend_of(last, |surface| layer(surface) == *on)?;
        let (from, at) = (to.ground(), to.ground());
        let surface = self.search.arc_end(bend.surface, arc.as_ref()).filter(|end| *end == wanted)?;
        let round = Bend { from, at, surface, changes: Vec::new(), arc: *arc };
        Some((bend, Some(round)))
    }

    /// The bend at the end of a last leg, if the leg is free and leads to a surface that is wanted.
    fn bend_of(&self, last: &Last, is_wanted: impl Fn(Surface) -> bool) -> Option<Bend> {
        let node = &self.search.nodes[last.node];
        let on_arc = last.arc.as_ref();
        // The cheap questions first: many bends may have no free leg to a place.
        if self.search.patch.blockers.bar(Leg { from: last.leave, to: last.at }) {
            return None;
        }
        if on_arc.is_some_and(|arc| !self.search.is_free_on(last.node, arc.angle.abs())) {
            return None;
        }
        let ends_level = node.surface.footing == Footing::Ground
            && self.routes.terrain.ground_height(last.leave) == node.surface.height;
        let reaches = |surface: Surface| {
            let treads = self.search.patch.treads(last.leave, surface, last.at);
            treads.into_iter().find(|tread| is_wanted(tread.end))
        };
        let level = match on_arc {
            Some(_) if ends_level => Some(reaches(node.surface)?),
            _ => None,
        };
        let surface = self.search.arc_end(node.surface, on_arc)?;
        let level = level.filter(|_| surface == node.surface);
        let tread = level.or_else(|| reaches(surface))?;
        Some(Bend {
            from: last.leave,
            at: last.at,
            surface: tread.end,
            changes: tread.changes,
            arc: last.arc,
        })
    }

    /// The leg from a bend to a corner that it meets turning one way.
    fn leg_to(&self, nth: usize, goal: &Corner, goal_turn: Turn) -> Option<Last> {
        let node = &self.search.nodes[nth];
        let corner = &self.search.corners[node.corner];
        if distance(corner.centre, goal.centre) == 0.0 && corner.radius == 0.0 {
            let here =
                Last { node: nth, length: node.far, leave: node.at, arc: None, at: node.at, round: None };
            return (goal.radius == 0.0).then_some(here);
        }
        let tangent = corner.tangent(node.turn, goal, goal_turn)?;
        let angle = corner.arc(node.turn, node.at, tangent.from);
        let length = node.far + corner.radius * angle + tangent.length;
        if !corner.is_wrapped_by(&tangent) || !goal.is_wrapped_by(&tangent) {
            return None;
        }
        let arc = corner.followed(node.at, node.turn.signed(angle));
        Some(Last { node: nth, length, leave: tangent.from, arc, at: tangent.to, round: None })
    }

    /// The leg from a bend to a circle through a place, that then leads to it.
    fn leg_round(&self, nth: usize, circle: &Corner, turn: Turn, goal: &Corner) -> Option<Last> {
        let leg = self.leg_to(nth, circle, turn)?;
        let off = circle.tangent(turn, goal, turn).filter(|off| circle.is_wrapped_by(off))?;
        let angle = circle.arc(turn, leg.at, off.from);
        let round = Some((circle.layer, circle.followed(leg.at, turn.signed(angle))));
        Some(Last { length: leg.length + circle.radius * angle + off.length, round, ..leg })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::basics::Disc;
    use crate::rules::movement::allowance::SlowGoing;
    use crate::rules::movement::going::Going;
    use crate::table::paths::{DifficultGoing, Others, PathPlanner, Ways};
    use crate::table::piece::{Kind, Piece, Step};
    use crate::table::sample::{SOLDIER, at, ground, piece, table};
    use crate::table::shape::Shape;

    /// Rule: MOV-5, GO-4. An end may lie closer to what is round than paths keep: in the rim of an enemy's zone, or at
    /// a pond. The way is as long as the string drawn tight round it, as the search for that end alone finds it.
    #[test]
    fn an_end_a_hair_from_what_is_round_is_come_to_along_it() {
        let enemy = Disc { at: at(0.0, 0.0, 0.0), radius: 0.5 };
        let zone = Others { enemies: vec![enemy], enemy_gap: 2.0, friends: Vec::new() };
        let pond = Piece {
            footprint: Shape::Circle { centre: [0.0, 0.0], radius: 2.5 },
            ..ground(Going::Impassable)
        };
        let ways = Ways { slow: SlowGoing::Allowed, difficult: DifficultGoing::Avoided };
        let start = at(-6.0, 0.0, 0.0);
        let mut ends = 0;
        for (pieces, others, reason) in
            [(vec![], zone, "an enemy's zone"), (vec![pond], Others::default(), "a pond")]
        {
            let terrain = table(pieces);
            let routes = PathPlanner::new(&terrain, SOLDIER, ways, others, 0.002);
            let spread = routes.spread(start, 14.0);
            for nth in 0..90 {
                let angle = f64::from(nth) * std::f64::consts::TAU / 90.0;
                for off in [0.003, 0.0015, 0.0, -0.0015] {
                    let far = 3.0 + off;
                    let end = at(far * libm::cos(angle), far * libm::sin(angle), 0.0);
                    let [x, y] = end.ground();
                    let far = distance([x, y], [0.0, 0.0]);
                    // Straight to where the string meets the circle through the end, and round it.
                    let turned =
                        (std::f64::consts::PI - libm::atan2(y, x).abs() - libm::acos(far / 6.0)).max(0.0);
                    let tight = if turned > 0.0 {
                        (36.0 - far * far).sqrt() + far * turned
                    } else {
                        start.ground_distance(end)
                    };
                    let [one, all] = [routes.shortest(start, end, 14.0), spread.route_to(end)]
                        .map(|route| route.map_or(f64::INFINITY, |route| route.length));
                    assert!((one - tight).abs() < 0.01, "{reason}, {nth}, {off}: {one} alone for {tight}");
                    assert!((all - tight).abs() < 0.01, "{reason}, {nth}, {off}: {all} for {tight}");
                    let length = spread.length_to(end).unwrap_or(f64::INFINITY);
                    assert!(
                        (length - tight).abs() < 0.003,
                        "{reason}, {nth}, {off}: told {length} for {tight}"
                    );
                    ends += 1;
                }
            }
        }
        assert_eq!(ends, 720);
    }

    /// Rule: MOV-5, HIL-1, BAS-10. Paths are planned to lie at most 0.003 within an enemy's ring. An end that lies deeper is
    /// out of reach, also where a way leads to it over a hill, on which that ring is smaller: what is allowed for does
    /// not add up from leg to leg. A hair farther out it is come to, by a way that can be drawn.
    #[test]
    fn an_end_deeper_in_a_ring_than_planned_is_out_of_reach() {
        let ways = Ways { slow: SlowGoing::Allowed, difficult: DifficultGoing::Avoided };
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
            let zones = Others { enemies, enemy_gap: 2.0, friends: Vec::new() };
            let routes = PathPlanner::new(&terrain, SOLDIER, ways, zones, 0.002);
            let start = at(-7.0, 0.0, 0.0);
            let spread = routes.spread(start, 20.0);
            let lengths = |end| {
                let told = spread.length_to(end);
                let drawn = [routes.shortest(start, end, 20.0), spread.route_to(end)];
                (told, drawn.map(|route| route.map(|route| route.length)))
            };
            let found = lengths(at(end.0, end.1, 0.0));
            assert_eq!(found, (None, [None, None]), "{end:?}");
            let found = lengths(at(end.0, end.1 + out, 0.0));
            let (Some(told), [Some(one), Some(all)]) = found else {
                panic!("{end:?}, {out} farther out: {found:?}");
            };
            assert!(
                (one - told).abs() < 0.01 && (all - told).abs() < 0.01,
                "{end:?}, {out} farther out: {found:?}"
            );
        }
    }
}
