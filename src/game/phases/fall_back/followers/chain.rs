//! A coherency chain from the leader to a follower that cannot come near: links are placed one after another
//! toward it, and the finished chain is tightened.
//!
//! Rule: FB-5, COH-1.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use super::FollowerSearch;
use crate::game::plan::unit_placement::{End, PartialPlacement, UnitPlacement};
use crate::rules::measures::{Place, Thou};
use crate::table::shape::Point;

/// How many followers are tried as the first link.
const MAX_FIRST_LINKS: usize = 4;

/// Samples between the farthest and the nearest end of a link.
const LINK_SAMPLES: i32 = 8;

/// At how many heights an end of the last model is tried.
const MAX_GOAL_HEIGHTS: usize = 3;

/// How much farther than the chain's length its goal may be: goals are found only approximately.
const CHAIN_SLACK_INCHES: f64 = 0.5;

/// How often all models of a chain are moved nearer to the leader in turn.
const TIGHTENING_ROUNDS: usize = 3;

/// Which followers must find an end for a chain to count.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum RequiredFollowers {
    All,
    /// The last one; of the others as many as can.
    AsManyAsPossible,
}

/// Known goals of chains: the same are asked for with every group of followers.
#[derive(Default)]
pub(super) struct KnownGoals<'p, 'a> {
    /// The goal of a model, if none at these heights will do.
    goals: RefCell<BTreeMap<(usize, Vec<Thou>), Option<Place>>>,
    /// The placement problem with targets at a height.
    at_heights: RefCell<BTreeMap<Thou, Rc<UnitPlacement<'p, 'a>>>>,
}

impl<'p, 'a> FollowerSearch<'_, 'p, 'a> {
    /// A chain from the leader to the follower `last`; several others are tried as its first link.
    pub(super) fn build_chain(
        &self,
        followers: &[usize],
        last: usize,
        required: RequiredFollowers,
    ) -> Option<PartialPlacement> {
        let others: Vec<usize> = followers.iter().copied().filter(|index| *index != last).collect();
        let max_length = self.placement.max_link() * followers.len() as f64 + CHAIN_SLACK_INCHES;
        let mut tried: Vec<Thou> = Vec::new();
        let chain_to = |goal: Place| {
            // On rising or falling ground links are steps up or down to the goal's height.
            let toward = Rc::clone(
                (self.known.at_heights.borrow_mut().entry(goal.z))
                    .or_insert_with(|| Rc::new(self.limited.with_height(goal.z))),
            );
            (0..others.len().min(MAX_FIRST_LINKS)).find_map(|first| {
                let mut links = others.clone();
                links.rotate_left(first);
                self.grow_chain(&toward, &links, (last, goal.ground()), required)
            })
        };
        while tried.len() < MAX_GOAL_HEIGHTS {
            let goal = self.chain_goal(last, &tried)?;
            if goal.ground_distance(self.leader.at) <= max_length
                && let Some(found) = chain_to(goal)
            {
                return Some(self.tighten_chain(found));
            }
            tried.push(goal.z);
        }
        None
    }

    /// The place nearest to the leader that a model reaches, at none of the heights tried before.
    fn chain_goal(&self, index: usize, tried: &[Thou]) -> Option<Place> {
        let key = (index, tried.to_vec());
        if let Some(known) = self.known.goals.borrow().get(&key) {
            return *known;
        }
        let goal = self.find_chain_goal(index, tried);
        self.known.goals.borrow_mut().insert(key, goal);
        goal
    }

    fn find_chain_goal(&self, index: usize, tried: &[Thou]) -> Option<Place> {
        let leader_only = self.leader_only();
        if tried.is_empty() {
            return Some(self.limited.nearest_reachable_end(index, self.target, &leader_only)?.at);
        }
        let (ends, tried) = (self.ends, tried.to_vec());
        let condition = Rc::new(move |at: Place| !tried.contains(&at.z) && ends.allows(at));
        let elsewhere = self.limited.with_condition(condition);
        Some(elsewhere.nearest_reachable_end(index, self.target, &leader_only)?.at)
    }

    /// Moves each model of a chain as near to the leader as it can come while the others stay and the chain
    /// holds: while it was built, each link went as far as possible to hold the next.
    ///
    /// Rule: FB-5 (the default).
    fn tighten_chain(&self, mut found: PartialPlacement) -> PartialPlacement {
        for _ in 0..TIGHTENING_ROUNDS {
            let mut order: Vec<(usize, f64)> = (1..found.len())
                .filter_map(|index| Some((index, self.distance_to_leader(found[index].as_ref()?.at))))
                .collect();
            order.sort_by(|a, b| a.1.total_cmp(&b.1));
            let mut moved = false;
            for (index, distance) in order {
                let own = found[index].take();
                let groups = self.connected_groups(&found);
                let groups: Vec<&[Option<End>]> = groups.iter().map(Vec::as_slice).collect();
                let nearer = self.limited.nearest_end_joining(index, self.target, &found, &groups);
                let nearer = nearer.filter(|end| {
                    self.distance_to_leader(end.at) < distance - self.context.view.allowance().0
                });
                moved |= nearer.is_some();
                found[index] = nearer.or(own);
            }
            if !moved {
                break;
            }
        }
        found
    }

    /// The connected components of some ends, linked by coherency.
    ///
    /// Rule: COH-1.
    fn connected_groups(&self, found: &PartialPlacement) -> Vec<PartialPlacement> {
        let mut groups: Vec<PartialPlacement> = Vec::new();
        for (index, end) in found.iter().enumerate() {
            let Some(end) = end else { continue };
            let (connected, mut rest): (Vec<PartialPlacement>, Vec<PartialPlacement>) =
                groups.into_iter().partition(|group| self.placement.is_in_coherency(index, end.at, group));
            let mut group: PartialPlacement = vec![None; found.len()];
            for (other, end) in connected.into_iter().flat_map(|one| one.into_iter().enumerate()) {
                group[other] = group[other].take().or(end);
            }
            group[index] = Some(end.clone());
            rest.push(group);
            groups = rest;
        }
        groups
    }

    /// Places one link after another toward the goal until the last model can be attached; then the remaining
    /// models as near to the leader as they can.
    fn grow_chain(
        &self,
        toward: &UnitPlacement<'p, 'a>,
        links: &[usize],
        (last, goal): (usize, Point),
        required: RequiredFollowers,
    ) -> Option<PartialPlacement> {
        let mut found = self.leader_only();
        for index in links {
            let farthest = match (toward.nearest_end(*index, goal, &found), required) {
                (Some(farthest), _) => farthest,
                (None, RequiredFollowers::All) => return None,
                (None, RequiredFollowers::AsManyAsPossible) => continue,
            };
            let Some(ends) = self.attach(toward, [*index, last], &farthest, &found) else {
                found[*index] = Some(farthest);
                continue;
            };
            [found[*index], found[last]] = ends.map(Some);
            found = self.place_remaining(self.limited, links, found);
            let is_whole = links.iter().all(|index| found[*index].is_some());
            return (is_whole || required == RequiredFollowers::AsManyAsPossible).then_some(found);
        }
        None
    }

    /// Attaches the last model to a link: the ends of both, the link as near to the leader as possible. `farthest`
    /// is the link's end nearest to the goal.
    fn attach(
        &self,
        toward: &UnitPlacement<'p, 'a>,
        [link, last]: [usize; 2],
        farthest: &End,
        found: &PartialPlacement,
    ) -> Option<[End; 2]> {
        let with_last = |end: End| {
            let mut found = found.clone();
            found[link] = Some(end.clone());
            Some([end, self.limited.nearest_end(last, self.target, &found)?])
        };
        let ends = with_last(farthest.clone())?;
        let Some(nearest) = self.limited.nearest_end(link, self.target, found) else { return Some(ends) };
        let (from, to) = (nearest.at.ground(), farthest.at.ground());
        let between = |step: i32| {
            let share = f64::from(step) / f64::from(LINK_SAMPLES);
            let target = [from[0] + share * (to[0] - from[0]), from[1] + share * (to[1] - from[1])];
            [self.limited, toward].map(|placement| placement.nearest_end(link, target, found))
        };
        let beside_leader = toward.nearest_end(link, self.target, found);
        let mut links: Vec<End> =
            (1..LINK_SAMPLES).flat_map(between).chain([beside_leader]).flatten().chain([nearest]).collect();
        let distance = |end: &End| self.distance_to_leader(end.at);
        links.sort_by(|a, b| distance(a).total_cmp(&distance(b)).then(a.at.cmp(&b.at)));
        links.dedup_by_key(|link| link.at);
        links.into_iter().find_map(with_last).or(Some(ends))
    }
}
