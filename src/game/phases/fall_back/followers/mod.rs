//! How the rest of a unit falls back: each as near the leader's end as it can, in coherency; of ends as near by the
//! shortest way.
//!
//! Rule: FB-5, OFB-3.

mod chain;

use std::cell::RefCell;
use std::rc::Rc;

use super::leader::facing_at;
use super::retreat::{Run, RunEnd};
use super::safe::SafePositionTest;
use crate::game::engine::unit_fact::Length;
use crate::game::engine::view::{ModelView, View};
use crate::game::plan::{End, Found, ModelPlanner, UnitPlacement};
use crate::rules::falling_back::{Limits, Toll, quiet_run};
use crate::rules::measures::Place;
use crate::rules::movement::path_length;
use chain::Joining;

/// A model that finds no place at all, for its leader has taken its own: he has to end elsewhere.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pinned<'a>(pub(super) ModelView<'a>);

/// Where followers may end.
#[derive(Clone, Copy)]
pub(super) enum Ends<'e, 'a> {
    /// Anywhere. Rule: FB-5.
    Anywhere,
    /// Not in dangerous ground. Rule: OFB-5.
    Firm(&'e RefCell<SafePositionTest<'a>>),
    /// Nor out of cover, if they find some beside their leader. Rule: OFB-3.
    Covered(&'e RefCell<SafePositionTest<'a>>),
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
    let company = UnitPlacement::new(view, models, &planners).only(Rc::new(move |at| ends.is_firm(at)));
    let (leader, wish) = (company.at(end), end.ground());
    FollowerSearch { view, company: &company, limits, leader, wish, ends }.runs()
}

struct FollowerSearch<'f, 'p, 'a> {
    view: View<'a>,
    company: &'f UnitPlacement<'p, 'a>,
    limits: Limits,
    leader: End,
    /// Where the leader ends.
    wish: [f64; 2],
    ends: Ends<'p, 'a>,
}

/// How often a model that found no end is let in before others.
const LET_IN: usize = 3;

/// Units of so many followers or fewer are searched for the most that can keep together.
const SEARCHED: usize = 4;

impl<'p, 'a> FollowerSearch<'_, 'p, 'a> {
    fn runs(&self) -> Result<Vec<Run>, Pinned<'a>> {
        let count = self.company.models().len();
        let ends: Found = match self.ends {
            Ends::Covered(_) => self.in_cover(),
            Ends::Anywhere | Ends::Firm(_) => self.together(),
        };
        // Those left over keep to the limits and coherency if they still can, beside one another too, else neither.
        let everyone: Vec<usize> = (1..count).collect();
        let some = self.company.keeping(Some(self.limits), self.leader.at.z);
        let ends = self.filled(&some, &everyone, ends);
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
            let end =
                free.nearest_to(nth, self.wish, &placed).or_else(|| self.in_danger(&free, nth, &placed));
            let end = end.ok_or(Pinned(self.company.models()[nth]))?;
            runs.push(self.run(nth, &end, Follows::Apart));
            placed[nth] = Some(end);
        }
        Ok(runs)
    }

    /// The end of one who begins in dangerous ground and can go nowhere else: he stays, if there is still room for him.
    ///
    /// Rule: OFB-5.
    fn in_danger(&self, free: &UnitPlacement, nth: usize, placed: &Found) -> Option<End> {
        let own = self.company.models()[nth].pose.at;
        (!free.is_crowded(nth, own, placed)).then(|| self.company.at(own))
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
    fn most_of(&self, some: &UnitPlacement<'p, 'a>, followers: &[usize]) -> Found {
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
    fn filled(&self, some: &UnitPlacement, followers: &[usize], mut found: Found) -> Found {
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
    fn grown(&self, some: &UnitPlacement, order: &[usize]) -> Result<Found, usize> {
        let (mut found, mut waiting) = (self.alone(), order.to_vec());
        while let Some(first) = waiting.first().copied() {
            let end = |nth: &usize| Some((*nth, some.nearest_end(*nth, self.wish, &found)?));
            let (nth, end) = waiting.iter().find_map(end).ok_or(first)?;
            found[nth] = Some(end);
            waiting.retain(|other| *other != nth);
        }
        Ok(found)
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
