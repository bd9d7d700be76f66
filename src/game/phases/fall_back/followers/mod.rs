//! How the rest of a unit falls back: each model as near to the leader's end as it can, in coherency; among
//! equally near ends the one with the shortest path.
//!
//! Greedy construction with restarts, over all subsets of the followers where these are few; a model that
//! cannot come near is joined to the leader by a coherency chain (`chain`).
//!
//! Rule: FB-5, OFB-3.

mod chain;

use std::cell::RefCell;
use std::rc::Rc;

use super::context::{NoLegalEnd, RetreatContext, facing_at};
use super::retreat::{ModelEnd, ModelRetreat};
use super::safe::SafePositionTest;
use super::way_out::leave_danger;
use crate::game::engine::unit_fact::Length;
use crate::game::engine::view::ModelView;
use crate::game::plan::model::ModelPlanner;
use crate::game::plan::unit_placement::{End, PartialPlacement, UnitPlacement};
use crate::rules::falling_back::{LostFor, MoveLimit, quiet_run};
use crate::rules::measures::Place;
use crate::rules::movement::bodies::{Body, overlap};
use crate::rules::movement::path_length;
use crate::rules::ruleset::{Followers, OnlyPlace};
use crate::table::shape::Point;
use chain::{KnownGoals, RequiredFollowers};

/// Where followers may end.
#[derive(Clone, Copy)]
pub(super) enum AllowedEnds<'e, 'a> {
    /// Anywhere. Rule: FB-5.
    Anywhere,
    /// Not in dangerous ground. Rule: OFB-5.
    NotDangerous(&'e RefCell<SafePositionTest<'a>>),
    /// The same, and in cover if there is some beside the leader. Rule: OFB-3.
    InCover(&'e RefCell<SafePositionTest<'a>>),
}

impl AllowedEnds<'_, '_> {
    fn allows(self, at: Place) -> bool {
        match self {
            Self::Anywhere => true,
            Self::NotDangerous(test) | Self::InCover(test) => !test.borrow().is_dangerous(at),
        }
    }

    fn is_covered(self, at: Place) -> bool {
        match self {
            Self::Anywhere | Self::NotDangerous(_) => true,
            Self::InCover(test) => {
                let mut test = test.borrow_mut();
                let all = test.undecided();
                test.is_covered(at, &all)
            }
        }
    }
}

/// What the followers do when the leader ends at a place: first those in coherency, each after one it is in
/// coherency with; then those that cannot be.
///
/// Rule: FB-5, COH-1.
///
/// Models whose bodies are among the fixed ones stay where they are.
///
/// # Errors
/// A model without a legal end.
pub(super) fn followers<'a>(
    context: &RetreatContext<'a>,
    end: Place,
    ends: AllowedEnds<'_, 'a>,
) -> Result<Vec<ModelRetreat>, NoLegalEnd<'a>> {
    let RetreatContext { view, terms, .. } = *context;
    let models = super::by_nearness(view, context.leader);
    let mut planners: Vec<ModelPlanner> = Vec::with_capacity(models.len());
    for model in &models {
        let shared = planners.iter().find_map(|planner| planner.for_fellow(*model));
        planners
            .extend(shared.or_else(|| ModelPlanner::on_terms(view, *model, terms, 2.0 * terms.allowance)));
    }
    let stays = |model: &ModelView| context.fixed.contains(&model.body_at(model.pose.at));
    let movable: Vec<usize> = (1..models.len()).filter(|index| !stays(&models[*index])).collect();
    let placement = UnitPlacement::new(view, models, &planners)
        .with_condition(Rc::new(move |at| ends.allows(at)))
        .with_bodies(&context.fixed);
    let (leader, target) = (placement.end_at(end), end.ground());
    let mut limited = placement.with_limits(Some(context.limits), leader.at.z);
    limited.estimates = context.estimates();
    let known = KnownGoals::default();
    FollowerSearch { context, placement: &placement, limited: &limited, movable, leader, target, ends, known }
        .retreats()
}

/// The search for the ends of all models of a unit but its leader.
struct FollowerSearch<'f, 'p, 'a> {
    context: &'f RetreatContext<'a>,
    placement: &'f UnitPlacement<'p, 'a>,
    /// The same within the limits of the fall back.
    limited: &'f UnitPlacement<'p, 'a>,
    /// All models but the leader and those that have to stay where they are.
    movable: Vec<usize>,
    leader: End,
    /// Where the leader ends, seen from above.
    target: Point,
    ends: AllowedEnds<'p, 'a>,
    known: KnownGoals<'p, 'a>,
}

/// How often the greedy placement starts again with the model that failed moved to the front.
const MAX_RESTARTS: usize = 3;

/// Up to this many followers all subsets are tried for the largest that can keep together.
const MAX_FOLLOWERS_FOR_SUBSETS: usize = 4;

impl<'p, 'a> FollowerSearch<'_, 'p, 'a> {
    fn retreats(&self) -> Result<Vec<ModelRetreat>, NoLegalEnd<'a>> {
        let count = self.placement.models().len();
        let ends: PartialPlacement = match self.ends {
            AllowedEnds::InCover(_) => self.place_in_cover(),
            AllowedEnds::Anywhere | AllowedEnds::NotDangerous(_) => self.place_together(),
        };
        // The others keep to the limits and to coherency, with each other too, if they still can.
        let ends = self.place_remaining(self.limited, &self.movable, ends);
        let mut retreats = Vec::with_capacity(count);
        let mut waiting: Vec<usize> = (1..count).filter(|index| ends[*index].is_some()).collect();
        let mut placed: PartialPlacement = vec![None; count];
        placed[0] = ends[0].clone();
        while let Some(next) = waiting.iter().position(|index| {
            let end = ends[*index].as_ref();
            end.is_some_and(|end| self.placement.is_in_coherency(*index, end.at, &placed))
        }) {
            let index = waiting.remove(next);
            placed[index] = ends[index].clone();
            retreats.extend(ends[index].as_ref().map(|end| self.retreat_of(index, end, Coherency::In)));
        }
        let unlimited = self.placement.with_limits(None, self.leader.at.z);
        let mut together = placed.clone();
        for index in 1..count {
            if placed[index].is_some() {
                continue;
            }
            let may_move = self.movable.contains(&index);
            let reachable =
                may_move.then(|| unlimited.nearest_reachable_end(index, self.target, &placed)).flatten();
            if let Some(end) = reachable {
                retreats.push(self.retreat_of(index, &end, Coherency::Out));
                placed[index] = Some(end);
                continue;
            }
            let end = match may_move {
                true => self.leave_danger(index, &placed).or_else(|| self.stay(&unlimited, index, &placed)),
                false => Some(self.placement.end_at(self.placement.models()[index].pose.at)),
            };
            let Some(end) = end else {
                retreats.push(self.without_place(index)?);
                continue;
            };
            if self.placement.is_in_coherency(index, end.at, &together) {
                retreats.push(self.retreat_of(index, &end, Coherency::In));
                together[index] = Some(end.clone());
            } else {
                retreats.push(self.retreat_of(index, &end, Coherency::Out));
            }
            placed[index] = Some(end);
        }
        Ok(retreats)
    }

    /// The end of a model that begins in dangerous ground and can go nowhere else: on its shortest way out of it.
    ///
    /// Rule: OFB-5.
    fn leave_danger(&self, index: usize, placed: &PartialPlacement) -> Option<End> {
        let models = self.placement.models();
        let fellows = placed.iter().zip(models).filter_map(|(end, fellow)| Some((end.as_ref()?, fellow)));
        let fixed: Vec<Body> = fellows.map(|(end, fellow)| fellow.body_at(end.at)).collect();
        let (path, limit) = leave_danger(&RetreatContext::new(self.context.view, models[index], fixed))?;
        let at = path.last().copied()?;
        let mut end = self.placement.end_at(at);
        (end.path, end.limit) = (path, limit);
        Some(end)
    }

    /// The end of a model that can go nowhere: it stays, if its place is still free.
    fn stay(&self, unlimited: &UnitPlacement, index: usize, placed: &PartialPlacement) -> Option<End> {
        let own = self.placement.models()[index].pose.at;
        (!unlimited.is_occupied(index, own, placed)).then(|| self.placement.end_at(own))
    }

    /// What becomes of a model that can end nowhere because others have taken its own place: it is lost if its leader may
    /// take that and has.
    ///
    /// Rule: FB-4.
    ///
    /// # Errors
    /// The others have to leave the place free.
    fn without_place(&self, index: usize) -> Result<ModelRetreat, NoLegalEnd<'a>> {
        let RetreatContext { view, leader, .. } = *self.context;
        let model = self.placement.models()[index];
        let led = leader.body_at(self.leader.at);
        let is_taken = overlap(led, model.body_at(model.pose.at), view.allowance());
        match view.setup().ruleset.falling_back.only_place {
            OnlyPlace::Taken if is_taken => Ok(ModelRetreat {
                model: model.id,
                path: Vec::new(),
                length: Length(0.0),
                limit: MoveLimit::Full,
                end: ModelEnd::Lost { why: LostFor::NoPlace },
                rout_heading: None,
            }),
            OnlyPlace::Taken | OnlyPlace::LeftFree => Err(NoLegalEnd(model)),
        }
    }

    /// Ends in coherency within the limits: for as many followers as possible, or for each in turn the nearest to the
    /// leader's.
    ///
    /// Rule: FB-5.
    fn place_together(&self) -> PartialPlacement {
        match self.context.view.setup().ruleset.falling_back.followers {
            Followers::AsMany if !self.context.estimates() => self.place_largest_group(),
            Followers::AsMany | Followers::EachInTurn => {
                self.place_remaining(self.limited, &self.movable, self.leader_only())
            }
        }
    }

    /// Ends in coherency within the limits for as many followers as possible.
    fn place_largest_group(&self) -> PartialPlacement {
        if self.movable.len() <= MAX_FOLLOWERS_FOR_SUBSETS {
            let subsets = subsets(&self.movable);
            return subsets
                .iter()
                .find_map(|chosen| self.place_all(chosen))
                .unwrap_or_else(|| self.leader_only());
        }
        let mut left = self.movable.clone();
        let mut best = self.leader_only();
        while let Some(farthest) = self.farthest(&left) {
            if let Some(found) = self.place_all(&left) {
                best = found;
                break;
            }
            if left.len() == self.movable.len() {
                best = self.place_as_many(&left);
            }
            // The farthest is the least likely to come near.
            left.retain(|index| *index != farthest);
            if left.len() < count_placed(&best) {
                break;
            }
        }
        best
    }

    /// The follower farthest from the leader's end.
    fn farthest(&self, followers: &[usize]) -> Option<usize> {
        let distance =
            |index: &usize| self.placement.models()[*index].pose.at.ground_distance(self.leader.at);
        followers.iter().copied().max_by(|a, b| distance(a).total_cmp(&distance(b)))
    }

    /// Ends for as many of some followers as possible where not all find one: as near to the leader as they can,
    /// else at the end of a chain.
    fn place_as_many(&self, followers: &[usize]) -> PartialPlacement {
        let mut best = self.place_remaining(self.limited, followers, self.leader_only());
        let left_over: Vec<usize> =
            followers.iter().copied().filter(|index| best[*index].is_none()).collect();
        for last in left_over {
            if best[last].is_some() {
                continue;
            }
            if let Some(found) = self.build_chain(followers, last, RequiredFollowers::AsManyAsPossible)
                && count_placed(&found) > count_placed(&best)
            {
                best = found;
            }
        }
        best
    }

    /// Adds ends greedily: the first waiting model that finds one takes it, until none does.
    fn place_remaining(
        &self,
        limited: &UnitPlacement,
        followers: &[usize],
        mut found: PartialPlacement,
    ) -> PartialPlacement {
        let mut waiting: Vec<usize> =
            followers.iter().copied().filter(|index| found[*index].is_none()).collect();
        while let Some((index, end)) =
            waiting.iter().find_map(|index| Some((*index, limited.nearest_end(*index, self.target, &found)?)))
        {
            found[index] = Some(end);
            waiting.retain(|other| *other != index);
        }
        found
    }

    /// Ends in cover and coherency within the limits for all that find one: as near to the leader as possible
    /// without drawing fire, else as near as possible.
    ///
    /// Rule: OFB-3 (to a Concealed or Hidden position), OFB-4 (needs).
    fn place_in_cover(&self) -> PartialPlacement {
        let ends = self.ends;
        let movement = self.placement.models()[0].card.characteristics.movement;
        let quiet = self.context.limits.at_most(quiet_run(movement, &self.context.view.setup().ruleset));
        let searches = [quiet, self.context.limits].map(|limits| {
            let limited = self.placement.with_limits(Some(limits), self.leader.at.z);
            limited.with_condition(Rc::new(move |at| ends.allows(at) && ends.is_covered(at)))
        });
        let mut found = self.leader_only();
        let mut waiting = self.movable.clone();
        let end = |index: &usize, found: &PartialPlacement| {
            let end = searches.iter().find_map(|search| search.nearest_end(*index, self.target, found))?;
            Some((*index, end))
        };
        while let Some((index, end)) = waiting.iter().find_map(|index| end(index, &found)) {
            found[index] = Some(end);
            waiting.retain(|other| *other != index);
        }
        found
    }

    fn leader_only(&self) -> PartialPlacement {
        let mut found: PartialPlacement = vec![None; self.placement.models().len()];
        found[0] = Some(self.leader.clone());
        found
    }

    /// Ends for all of some followers: greedily with restarts, else with a chain to one that failed.
    fn place_all(&self, followers: &[usize]) -> Option<PartialPlacement> {
        let mut order = followers.to_vec();
        let mut failed = Vec::new();
        for _ in 0..=MAX_RESTARTS {
            match self.place_greedily(&order) {
                Ok(found) => return Some(found),
                Err(stuck) => {
                    if !failed.contains(&stuck) {
                        failed.push(stuck);
                    }
                    order.retain(|index| *index != stuck);
                    order.insert(0, stuck);
                }
            }
        }
        failed.into_iter().find_map(|last| self.build_chain(followers, last, RequiredFollowers::All))
    }

    /// Places the first waiting model that finds an end, until all have one.
    ///
    /// # Errors
    /// The first waiting model, if none finds an end.
    fn place_greedily(&self, order: &[usize]) -> Result<PartialPlacement, usize> {
        let (mut found, mut waiting) = (self.leader_only(), order.to_vec());
        while let Some(first) = waiting.first().copied() {
            let end = |index: &usize| Some((*index, self.limited.nearest_end(*index, self.target, &found)?));
            let (index, end) = waiting.iter().find_map(end).ok_or(first)?;
            found[index] = Some(end);
            waiting.retain(|other| *other != index);
        }
        Ok(found)
    }

    /// Straight distance from a place to the leader's end, inches.
    fn distance_to_leader(&self, at: Place) -> f64 {
        let (level, rise) = (at.ground_distance(self.leader.at), at.z.inches() - self.leader.at.z.inches());
        (level * level + rise * rise).sqrt()
    }

    fn retreat_of(&self, index: usize, end: &End, coherency: Coherency) -> ModelRetreat {
        let model = self.placement.models()[index];
        let facing = facing_at(self.context.view, model, end.at);
        let length = Length(path_length(model.pose.at, &end.path));
        let ends = match coherency {
            Coherency::In => ModelEnd::Stands { facing },
            Coherency::Out => ModelEnd::Apart { facing },
        };
        let limit = if end.path.is_empty() { MoveLimit::Full } else { end.limit };
        ModelRetreat { model: model.id, path: end.path.clone(), length, limit, end: ends, rout_heading: None }
    }
}

fn count_placed(found: &PartialPlacement) -> usize {
    found.iter().flatten().count()
}

enum Coherency {
    In,
    Out,
}

/// All non-empty subsets of some followers, the largest first.
fn subsets(followers: &[usize]) -> Vec<Vec<usize>> {
    let chosen = |bits: usize| {
        let is_in = |(bit, _): &(usize, &usize)| bits >> bit & 1 == 1;
        followers.iter().enumerate().filter(is_in).map(|(_, index)| *index).collect()
    };
    let mut subsets: Vec<Vec<usize>> = (1..1_usize << followers.len()).map(chosen).collect();
    subsets.sort_by_key(|chosen: &Vec<usize>| std::cmp::Reverse(chosen.len()));
    subsets
}
