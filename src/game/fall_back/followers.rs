//! How the rest of a unit falls back: each as near the leader's end as it can, in coherency; of ends as near by the
//! shortest way.
//!
//! Rule: FB-5, OFB-3.

use std::cell::RefCell;
use std::rc::Rc;

use super::leader::facing_at;
use super::retreat::{Run, RunEnd};
use super::safe::Safety;
use crate::game::fact::Length;
use crate::game::plan::{Company, End, Found, ModelPlanner};
use crate::game::view::{ModelView, View};
use crate::rules::falling_back::{Limits, Toll, quiet_run};
use crate::rules::measures::{Place, Thou};
use crate::rules::movement::path_length;

/// A model that finds no place at all, for its leader has taken its own: he has to end elsewhere.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pinned<'a>(pub(super) ModelView<'a>);

/// Where followers may end.
#[derive(Clone, Copy)]
pub(super) enum Ends<'e, 'a> {
    /// Anywhere. Rule: FB-5.
    Anywhere,
    /// Not in dangerous ground. Rule: OFB-5.
    Firm(&'e RefCell<Safety<'a>>),
    /// Nor out of cover, if they find some beside their leader. Rule: OFB-3.
    Covered(&'e RefCell<Safety<'a>>),
}

impl Ends<'_, '_> {
    fn is_firm(self, at: Place) -> bool {
        match self {
            Self::Anywhere => true,
            Self::Firm(safety) | Self::Covered(safety) => !safety.borrow().is_dangerous(at),
        }
    }

    fn is_covered(self, at: Place) -> bool {
        match self {
            Self::Anywhere | Self::Firm(_) => true,
            Self::Covered(safety) => {
                let mut safety = safety.borrow_mut();
                let all = safety.doubts();
                safety.is_covered(at, &all)
            }
        }
    }
}

/// What everyone does when the leader ends at a place: those in coherency first, each after one it is in
/// coherency with; then those that cannot.
///
/// Rule: FB-5, COH-1.
///
/// # Errors
/// A model without a place.
pub(super) fn followers<'a>(
    view: View<'a>,
    leader: ModelView<'a>,
    limits: Limits,
    end: Place,
    ends: Ends<'_, 'a>,
) -> Result<Vec<Run>, Pinned<'a>> {
    let models = super::by_nearness(view, leader);
    let Some(terms) = super::terms(view, leader.id.unit) else { return Ok(Vec::new()) };
    let mut planners: Vec<ModelPlanner> = Vec::with_capacity(models.len());
    for model in &models {
        let like = planners.iter().find_map(|planner| planner.of_fellow(*model));
        planners.extend(like.or_else(|| ModelPlanner::on_terms(view, *model, terms, 2.0 * terms.allowance)));
    }
    let company = Company::new(view, models, &planners).only(Rc::new(move |at| ends.is_firm(at)));
    let (leader, wish) = (company.at(end), end.ground());
    Following { view, company: &company, limits, leader, wish, ends }.runs()
}

struct Following<'f, 'p, 'a> {
    view: View<'a>,
    company: &'f Company<'p, 'a>,
    limits: Limits,
    leader: End,
    /// Where the leader ends.
    wish: [f64; 2],
    ends: Ends<'p, 'a>,
}

/// How often a model that found no end is let in before others.
const LET_IN: usize = 3;

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

/// Units of so many followers or fewer are searched for the most that can keep together.
const SEARCHED: usize = 4;

impl<'p, 'a> Following<'_, 'p, 'a> {
    fn runs(&self) -> Result<Vec<Run>, Pinned<'a>> {
        let count = self.company.models().len();
        let mut ends: Found = match self.ends {
            Ends::Covered(_) => self.in_cover(),
            Ends::Anywhere | Ends::Firm(_) => self.together(),
        };
        // Those left over keep to the limits and coherency if they still can, else neither.
        for nth in 1..count {
            if ends[nth].is_none() {
                ends[nth] = self
                    .company
                    .keeping(Some(self.limits), self.leader.at.z)
                    .nearest_end(nth, self.wish, &ends);
            }
        }
        let mut runs = Vec::with_capacity(count);
        let mut waiting: Vec<usize> = (1..count).filter(|nth| ends[*nth].is_some()).collect();
        let mut placed: Found = vec![None; count];
        placed[0] = ends[0].clone();
        while let Some(next) = waiting.iter().position(|nth| {
            let end = ends[*nth].as_ref();
            end.is_some_and(|end| self.company.is_together(*nth, end.at, &placed))
        }) {
            let nth = waiting.remove(next);
            placed[nth] = ends[nth].clone();
            runs.extend(ends[nth].as_ref().map(|end| self.run(nth, end, Follows::InCoherency)));
        }
        let free = self.company.keeping(None, self.leader.at.z);
        for nth in 1..count {
            if placed[nth].is_some() {
                continue;
            }
            let end = free.nearest_to(nth, self.wish, &placed).ok_or(Pinned(self.company.models()[nth]))?;
            runs.push(self.run(nth, &end, Follows::Apart));
            placed[nth] = Some(end);
        }
        Ok(runs)
    }

    /// Ends in coherency within the limits, for as many as are found together.
    fn together(&self) -> Found {
        let count = self.company.models().len();
        let mut left: Vec<usize> = (1..count).collect();
        if count - 1 <= SEARCHED {
            let subsets = subsets(count - 1);
            return subsets.iter().find_map(|chosen| self.all_of(chosen)).unwrap_or_else(|| self.alone());
        }
        let some = self.company.keeping(Some(self.limits), self.leader.at.z);
        let mut most = self.alone();
        while let Some(last) = self.farthest(&left) {
            if let Some(found) = self.all_of(&left) {
                most = found;
                break;
            }
            if left.len() == count - 1 {
                most = self.most_of(&some, &left);
            }
            // Whoever stands farthest off is the least likely to come.
            left.retain(|nth| *nth != last);
            if left.len() < placed(&most) {
                break;
            }
        }
        most
    }

    /// Of some followers the one who stands farthest from the leader's end.
    fn farthest(&self, followers: &[usize]) -> Option<usize> {
        let far = |nth: &usize| self.company.models()[*nth].pose.at.ground_distance(self.leader.at);
        followers.iter().copied().max_by(|a, b| far(a).total_cmp(&far(b)))
    }

    /// Ends for as many of some followers as are found where not all can come: as near the leader as they can, else
    /// behind a chain to one who cannot come so far.
    fn most_of(&self, some: &Company<'p, 'a>, followers: &[usize]) -> Found {
        let mut most = self.filled(some, followers, self.alone());
        let left_over: Vec<usize> = followers.iter().copied().filter(|nth| most[*nth].is_none()).collect();
        for last in left_over {
            if most[last].is_some() {
                continue;
            }
            if let Some(found) = self.chained(some, followers, last, Joining::Some)
                && placed(&found) > placed(&most)
            {
                most = found;
            }
        }
        most
    }

    /// The next in turn who finds an end takes it, as long as anyone does.
    fn filled(&self, some: &Company, followers: &[usize], mut found: Found) -> Found {
        let mut waiting: Vec<usize> = followers.iter().copied().filter(|nth| found[*nth].is_none()).collect();
        while let Some((nth, end)) =
            waiting.iter().find_map(|nth| Some((*nth, some.nearest_end(*nth, self.wish, &found)?)))
        {
            found[nth] = Some(end);
            waiting.retain(|other| *other != nth);
        }
        found
    }

    /// Ends in cover and coherency within the limits, for as many as find one, each as near the leader as it can
    /// come without drawing fire, else as near as it can.
    ///
    /// Rule: OFB-3 (to a Concealed or Hidden position), OFB-4 (needs).
    fn in_cover(&self) -> Found {
        let ends = self.ends;
        let quiet =
            quiet_run(self.company.models()[0].card.characteristics.movement, &self.view.setup().ruleset);
        let quiet = self.limits.at_most(quiet);
        let some = [quiet, self.limits].map(|limits| {
            let some = self.company.keeping(Some(limits), self.leader.at.z);
            some.only(Rc::new(move |at| ends.is_firm(at) && ends.is_covered(at)))
        });
        let mut found = self.alone();
        let mut waiting: Vec<usize> = (1..self.company.models().len()).collect();
        let end = |nth: &usize, found: &Found| {
            Some((*nth, some.iter().find_map(|some| some.nearest_end(*nth, self.wish, found))?))
        };
        while let Some((nth, end)) = waiting.iter().find_map(|nth| end(nth, &found)) {
            found[nth] = Some(end);
            waiting.retain(|other| *other != nth);
        }
        found
    }

    fn alone(&self) -> Found {
        let mut found: Found = vec![None; self.company.models().len()];
        found[0] = Some(self.leader.clone());
        found
    }

    /// Ends for all of some followers: each as near the leader as it can, else some of them in a chain to one who
    /// cannot come so far.
    fn all_of(&self, followers: &[usize]) -> Option<Found> {
        let some = self.company.keeping(Some(self.limits), self.leader.at.z);
        let mut order = followers.to_vec();
        let mut left_over = Vec::new();
        // Who is left over is let in before the others.
        for _ in 0..=LET_IN {
            match self.grown(&some, &order) {
                Ok(found) => return Some(found),
                Err(stuck) => {
                    if !left_over.contains(&stuck) {
                        left_over.push(stuck);
                    }
                    order.retain(|nth| *nth != stuck);
                    order.insert(0, stuck);
                }
            }
        }
        left_over.into_iter().find_map(|last| self.chained(&some, followers, last, Joining::All))
    }

    /// The next in turn who finds an end takes it, until all have one.
    ///
    /// # Errors
    /// The first who finds none.
    fn grown(&self, some: &Company, order: &[usize]) -> Result<Found, usize> {
        let (mut found, mut waiting) = (self.alone(), order.to_vec());
        while let Some(first) = waiting.first().copied() {
            let end = |nth: &usize| Some((*nth, some.nearest_end(*nth, self.wish, &found)?));
            let (nth, end) = waiting.iter().find_map(end).ok_or(first)?;
            found[nth] = Some(end);
            waiting.retain(|other| *other != nth);
        }
        Ok(found)
    }

    /// A chain from the leader to one of his followers; others begin it in turn.
    fn chained(
        &self,
        some: &Company<'p, 'a>,
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
    fn goal(&self, some: &Company<'p, 'a>, nth: usize, but: &[Thou]) -> Option<Place> {
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
    fn drawn_in(&self, some: &Company<'p, 'a>, mut found: Found) -> Found {
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
        [some, toward]: [&Company<'p, 'a>; 2],
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
        [some, toward]: [&Company<'p, 'a>; 2],
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

    /// From a place to the leader's end, straight, inches.
    fn off(&self, at: Place) -> f64 {
        let (level, rise) = (at.ground_distance(self.leader.at), at.z.inches() - self.leader.at.z.inches());
        (level * level + rise * rise).sqrt()
    }

    fn run(&self, nth: usize, end: &End, follows: Follows) -> Run {
        let model = self.company.models()[nth];
        let facing = facing_at(self.view, model, end.at);
        let length = Length(path_length(model.pose.at, &end.path));
        let ends = match follows {
            Follows::InCoherency => RunEnd::Stands { facing },
            Follows::Apart => RunEnd::Apart { facing },
        };
        let toll = if end.path.is_empty() { Toll::Whole } else { end.toll };
        Run { model: model.id, path: end.path.clone(), length, toll, end: ends, flight: None }
    }
}

/// Who has to find an end with a chain.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Joining {
    All,
    /// As many as can, besides those it holds.
    Some,
}

/// How many of some ends are found.
fn placed(found: &Found) -> usize {
    found.iter().flatten().count()
}

enum Follows {
    InCoherency,
    Apart,
}

/// All choices of some of the followers from 1 on, the largest first.
fn subsets(count: usize) -> Vec<Vec<usize>> {
    let mut subsets: Vec<Vec<usize>> = (1..1_usize << count)
        .map(|bits| (0..count).filter(|nth| bits >> nth & 1 == 1).map(|nth| nth + 1).collect())
        .collect();
    subsets.sort_by_key(|chosen: &Vec<usize>| std::cmp::Reverse(chosen.len()));
    subsets
}
