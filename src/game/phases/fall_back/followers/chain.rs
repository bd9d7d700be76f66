//! A chain from the leader to one of his followers who cannot come so far.
//!
//! Rule: FB-5, COH-1.

use std::rc::Rc;

use super::FollowerSearch;
use crate::game::plan::{End, Found, UnitPlacement};
use crate::rules::measures::{Place, Thou};

/// So many followers are tried as the first of a chain.
const BEGINNERS: usize = 4;

/// Steps in which a link of a chain comes nearer to its leader.
const LINK_STEPS: i32 = 8;

/// At so many heights it is tried to hold one who cannot come to the leader.
const GOALS: usize = 3;

/// How much farther than a chain may be those are looked at to whom it is to lead, inches: where they can come to
/// nearest is found only about.
const ABOUT: f64 = 0.5;

/// How often those of a chain come nearer to the leader in turn.
const DRAWN_IN: usize = 3;

/// Who has to find an end with a chain.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Joining {
    All,
    /// As many as can, besides those it holds.
    Some,
}

impl<'p, 'a> FollowerSearch<'_, 'p, 'a> {
    /// A chain from the leader to one of his followers; others begin it in turn.
    pub(super) fn chained(
        &self,
        some: &UnitPlacement<'p, 'a>,
        followers: &[usize],
        last: usize,
        joining: Joining,
    ) -> Option<Found> {
        let others: Vec<usize> = followers.iter().copied().filter(|nth| *nth != last).collect();
        let reach = self.company.link() * followers.len() as f64 + ABOUT;
        let mut tried: Vec<Thou> = Vec::new();
        let begun = |goal: Place| {
            // Where the ground rises or falls, the links are steps up or down to where he can come to.
            let toward = self.company.keeping(Some(self.limits), goal.z);
            (0..others.len().min(BEGINNERS)).find_map(|first| {
                let mut links = others.clone();
                links.rotate_left(first);
                self.chain([some, &toward], &links, (last, goal.ground()), joining)
            })
        };
        while tried.len() < GOALS {
            let goal = self.goal(some, last, &tried)?;
            if goal.ground_distance(self.leader.at) <= reach
                && let Some(found) = begun(goal)
            {
                return Some(self.drawn_in(some, found));
            }
            tried.push(goal.z);
        }
        None
    }

    /// Where one can come to nearest to the leader, at none of some heights.
    fn goal(&self, some: &UnitPlacement<'p, 'a>, nth: usize, but: &[Thou]) -> Option<Place> {
        let alone = self.alone();
        if but.is_empty() {
            return Some(some.nearest_to(nth, self.wish, &alone)?.at);
        }
        let (ends, but) = (self.ends, but.to_vec());
        let elsewhere = some.only(Rc::new(move |at| !but.contains(&at.z) && ends.is_firm(at)));
        Some(elsewhere.nearest_to(nth, self.wish, &alone)?.at)
    }

    /// Ends of a chain, each as near the leader as it can be while the others stay where they are and nobody is cut
    /// off: a link stood as far off as it could, to hold the next.
    ///
    /// Rule: FB-5 (the default).
    fn drawn_in(&self, some: &UnitPlacement<'p, 'a>, mut found: Found) -> Found {
        for _ in 0..DRAWN_IN {
            let mut order: Vec<(usize, f64)> =
                (1..found.len()).filter_map(|nth| Some((nth, self.off(found[nth].as_ref()?.at)))).collect();
            order.sort_by(|a, b| a.1.total_cmp(&b.1));
            let mut moved = false;
            for (nth, off) in order {
                let own = found[nth].take();
                let groups = self.groups(&found);
                let groups: Vec<&[Option<End>]> = groups.iter().map(Vec::as_slice).collect();
                let nearer = some.nearest_joining(nth, self.wish, &found, &groups);
                let nearer = nearer.filter(|end| self.off(end.at) < off - self.view.allowance().0);
                moved |= nearer.is_some();
                found[nth] = nearer.or(own);
            }
            if !moved {
                break;
            }
        }
        found
    }

    /// Some ends, parted into those that are in coherency with one another, directly or through others.
    ///
    /// Rule: COH-1.
    fn groups(&self, found: &Found) -> Vec<Found> {
        let mut groups: Vec<Found> = Vec::new();
        for (nth, end) in found.iter().enumerate() {
            let Some(end) = end else { continue };
            let (joined, mut rest): (Vec<Found>, Vec<Found>) =
                groups.into_iter().partition(|group| self.company.is_together(nth, end.at, group));
            let mut group: Found = vec![None; found.len()];
            for (other, end) in joined.into_iter().flat_map(|one| one.into_iter().enumerate()) {
                group[other] = group[other].take().or(end);
            }
            group[nth] = Some(end.clone());
            rest.push(group);
            groups = rest;
        }
        groups
    }

    /// One follower after another goes toward where the last can come to, until he can join them; then the others
    /// as near the leader as they can.
    fn chain(
        &self,
        [some, toward]: [&UnitPlacement<'p, 'a>; 2],
        links: &[usize],
        (last, goal): (usize, [f64; 2]),
        joining: Joining,
    ) -> Option<Found> {
        let mut found = self.alone();
        for nth in links {
            let far = match (toward.nearest_end(*nth, goal, &found), joining) {
                (Some(far), _) => far,
                (None, Joining::All) => return None,
                (None, Joining::Some) => continue,
            };
            let Some(ends) = self.joined([some, toward], [*nth, last], &far, &found) else {
                found[*nth] = Some(far);
                continue;
            };
            [found[*nth], found[last]] = ends.map(Some);
            found = self.filled(some, links, found);
            let is_whole = links.iter().all(|nth| found[*nth].is_some());
            return (is_whole || joining == Joining::Some).then_some(found);
        }
        None
    }

    /// The ends of a link and of the last of a chain whom it holds, the link as near the leader as it can be; given
    /// its farthest end.
    fn joined(
        &self,
        [some, toward]: [&UnitPlacement<'p, 'a>; 2],
        [link, last]: [usize; 2],
        far: &End,
        found: &Found,
    ) -> Option<[End; 2]> {
        let with = |end: End| {
            let mut found = found.clone();
            found[link] = Some(end.clone());
            Some([end, some.nearest_end(last, self.wish, &found)?])
        };
        let ends = with(far.clone())?;
        let Some(near) = some.nearest_end(link, self.wish, found) else { return Some(ends) };
        let (from, to) = (near.at.ground(), far.at.ground());
        let between = |step: i32| {
            let share = f64::from(step) / f64::from(LINK_STEPS);
            let wish = [from[0] + share * (to[0] - from[0]), from[1] + share * (to[1] - from[1])];
            [some, toward].map(|company| company.nearest_end(link, wish, found))
        };
        let beside = toward.nearest_end(link, self.wish, found);
        let mut links: Vec<End> =
            (1..LINK_STEPS).flat_map(between).chain([beside]).flatten().chain([near]).collect();
        links.sort_by(|a, b| self.off(a.at).total_cmp(&self.off(b.at)).then(a.at.cmp(&b.at)));
        links.dedup_by_key(|link| link.at);
        links.into_iter().find_map(with).or(Some(ends))
    }
}
