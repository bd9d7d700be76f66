//! Everything a model can come to: shortest paths to many places at once, and the
//! area they cover, which is the union of the fans behind all bends.

use std::cell::OnceCell;

use super::areas::united_without;
use super::fan::Fan;
use super::search::{Node, Search, everywhere};
use super::{FreeSectors, PathPlanner, room};
use crate::rules::measures::{Place, Thou};
use crate::rules::movement::bodies::Body;
use crate::table::outline::{Bounds, are_near, bounds_of};
use crate::table::shape::Point;
use crate::table::walk::Footing;

/// All bends within reach of a place.
pub struct Spread<'a> {
    pub(super) routes: &'a PathPlanner<'a>,
    pub(super) search: Search<'a>,
    pub(super) from: Place,
    /// Found when it is first asked for.
    clearing: OnceCell<FreeSectors>,
}

/// An area at one height, or on the open ground at whatever height it has.
#[derive(Clone, Debug, PartialEq)]
pub struct ReachArea {
    /// `None`: the ground. Else the floor or roof of that height.
    pub floor: Option<Thou>,
    /// Polygons: an outer ring of corners and its holes.
    pub polygons: Vec<Vec<Vec<Point>>>,
}

/// How far two rectangles lie apart.
fn apart([low, high]: Bounds, [other_low, other_high]: Bounds) -> f64 {
    let by = |axis: usize| (low[axis] - other_high[axis]).max(other_low[axis] - high[axis]).max(0.0);
    (by(0) * by(0) + by(1) * by(1)).sqrt()
}

/// What of a search goes where another may not.
pub struct Beyond {
    /// For each bend, whether the path to it does.
    nodes: Vec<bool>,
    /// Around all that bars the other, and how long a path to there is at least, inches.
    bars: Vec<(Bounds, f64)>,
}

impl<'a> Spread<'a> {
    /// Searches everything within `most` inches of a place.
    pub(super) fn new(routes: &'a PathPlanner<'a>, from: Place, most: f64) -> Self {
        Self { routes, search: everywhere(routes, from, most), from, clearing: OnceCell::new() }
    }

    /// Length of the shortest legal path to a place, inches, if one is within reach.
    pub fn length_to(&self, to: Place) -> Option<f64> {
        self.end_to(to, f64::INFINITY).map(|end| end.length())
    }

    /// No path to any place in a rectangle is shorter than this, inches; whether one leads there is not asked.
    pub fn least_to(&self, [low, high]: Bounds) -> f64 {
        let beside = |axis: usize, at: Point| (low[axis] - at[axis]).max(at[axis] - high[axis]).max(0.0);
        let least = |node: &Node| {
            let (dx, dy) = (beside(0, node.at), beside(1, node.at));
            node.far + (dx * dx + dy * dy).sqrt()
        };
        self.search.nodes.iter().map(least).fold(f64::INFINITY, f64::min)
    }

    /// What of this search keeps to ways that another one, of the same mover, is barred from.
    pub fn beyond(&self, other: &Self) -> Beyond {
        let bars = other.routes.bar_bounds();
        let mut nodes: Vec<bool> = Vec::with_capacity(self.search.nodes.len());
        for node in &self.search.nodes {
            let here = node.bend.as_ref().is_some_and(|bend| {
                let leg = bounds_of(&[bend.from, bend.at]);
                let arc = bend.arc.is_some().then(|| {
                    let before = node.before.map_or(0, |before| self.search.nodes[before].corner);
                    let corner = &self.search.corners[before];
                    let ([x, y], by) = (corner.centre, corner.radius);
                    [[x - by, y - by], [x + by, y + by]]
                });
                let meets = |bounds: Bounds| bars.iter().any(|bar| are_near(*bar, bounds, 0.0));
                !bend.changes.is_empty() || meets(leg) || arc.is_some_and(meets)
            });
            nodes.push(here || node.before.is_some_and(|before| nodes[before]));
        }
        let approach = |bar: Bounds| {
            let open = self.search.nodes.iter().zip(&nodes).filter(|(_, is_beyond)| !**is_beyond);
            let least = open.map(|(node, _)| {
                // On along its circle the path may leave it anywhere.
                let round = 2.0 * self.search.corners[node.corner].radius;
                let around = [node.at.map(|part| part - round), node.at.map(|part| part + round)];
                node.far + apart(around, bar)
            });
            (bar, least.fold(f64::INFINITY, f64::min))
        };
        let bars = bars.into_iter().map(approach).filter(|(_, least)| *least <= self.search.most).collect();
        Beyond { nodes, bars }
    }

    /// No path to any place in a rectangle that goes where the other search may not is shorter than this, inches.
    pub fn least_beyond(&self, bounds: Bounds, beyond: &Beyond) -> f64 {
        let [low, high] = bounds;
        let beside = |axis: usize, at: Point| (low[axis] - at[axis]).max(at[axis] - high[axis]).max(0.0);
        let [mut straight, mut least] = [f64::INFINITY; 2];
        for (node, is_beyond) in self.search.nodes.iter().zip(&beyond.nodes) {
            let (dx, dy) = (beside(0, node.at), beside(1, node.at));
            let far = node.far + (dx * dx + dy * dy).sqrt();
            let shortest = if *is_beyond { &mut least } else { &mut straight };
            *shortest = far.min(*shortest);
        }
        let by_bars = beyond.bars.iter().map(|(bar, before)| before + apart(*bar, bounds));
        least.min(straight.max(by_bars.fold(f64::INFINITY, f64::min)))
    }

    /// Where the straight way is surely free.
    pub fn clearing(&self) -> &FreeSectors {
        self.clearing.get_or_init(|| self.routes.clearing(self.from, self.search.most))
    }

    /// How far the farthest place of a rectangle of open ground is, if the straight way is surely free to all of
    /// them, inches.
    pub fn straight_to(&self, bounds: Bounds) -> Option<f64> {
        self.clearing().farthest_of(bounds)
    }

    /// The area within reach, layer by layer, without the places at which a base finds no
    /// room beside walls, obstacles and these bodies.
    ///
    /// Rule: MOV-4.
    pub fn areas(&self, standing: &[Body]) -> Vec<ReachArea> {
        let mut layers: Vec<(Option<Thou>, Vec<Vec<Point>>)> = Vec::new();
        for node in &self.search.nodes {
            for (surface, ring) in Fan::of(self, node) {
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
            let taken = room::taken(self.routes, floor, standing, bounds_of(&rings.concat()));
            united_without(&rings, &taken)
        };
        layers.into_iter().map(|(floor, rings)| ReachArea { floor, polygons: merge(floor, rings) }).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::movement::allowance::SlowGoing;
    use crate::rules::movement::going::Going;
    use crate::table::paths::{DifficultGoing, Others, Ways};
    use crate::table::piece::{Kind, Step};
    use crate::table::sample::{SOLDIER, at, ground, house, piece, rectangle, table};

    /// Rule: GO-3, STR-2. No way to a place that a walker round difficult ground has to go otherwise is shorter than
    /// what is told of a square around it.
    #[test]
    fn what_goes_through_difficult_ground_is_never_shorter_than_told() {
        let mut sharp = 0;
        for (piece, heights) in [(ground(Going::Difficult), &[0.0][..]), (house(), &[0.0, 3.0])] {
            let terrain = table(vec![piece]);
            let routes = [DifficultGoing::Avoided, DifficultGoing::Crossed].map(|difficult| {
                let ways = Ways { slow: SlowGoing::Allowed, difficult };
                PathPlanner::new(&terrain, SOLDIER, ways, Others::default(), 0.002)
            });
            let start = at(-7.0, 0.5, 0.0);
            let [round, through] = routes.each_ref().map(|routes| routes.spread(start, 18.0));
            let beyond = through.beyond(&round);
            for nth in 0..400 {
                let (x, y) = (f64::from(nth % 20) - 9.3, f64::from(nth / 20) - 9.4);
                for height in heights {
                    let place = at(x, y, *height);
                    let Some(end) = through.end_to(place, f64::INFINITY) else { continue };
                    let least = through.least_beyond([[x - 0.3, y - 0.2], [x + 0.1, y + 0.3]], &beyond);
                    sharp += usize::from(least > start.ground_distance(place) + 0.5);
                    if round.end_to(place, end.length() + 1e-6).is_none() {
                        assert!(least <= end.length() + 1e-9, "{place:?}: {} for {least}", end.length());
                    }
                }
            }
        }
        assert!(sharp > 100, "hardly a bound tells more than the straight line: {sharp}");
    }

    /// Rule: STR-2, STR-3. Who does not climb comes down to a floor from a higher one, or from a hill beside it.
    #[test]
    fn a_floor_is_come_to_from_above_without_climbing() {
        let beside = rectangle([4.0, -2.0], [9.0, 2.0]);
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
            let ways = Ways { slow, difficult: DifficultGoing::Avoided };
            let routes = PathPlanner::new(&terrain, SOLDIER, ways, Others::default(), 0.002);
            let found = routes.spread(start, 13.0).length_to(upstairs);
            let same = match (found, expected) {
                (Some(found), Some(expected)) => (found - expected).abs() < 1e-6,
                (found, expected) => found.is_none() && expected.is_none(),
            };
            assert!(same, "{reason}: {found:?}");
        }
    }
}
