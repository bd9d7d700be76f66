//! Odds at the first target of split fire: a shooter that fails its test for another target may fire at the first too.
//!
//! The tests are independent, so their outcomes are not enumerated: group after group joins with its chance
//! (`JoinedOdds`). Whom hits may take depends on who sees whom, so cases are kept apart by the models that may fall.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use super::aim::Aiming;
use super::casualties::marks;
use super::declare::{AimedSalvo, Falls, shot_of};
use super::kinds::FireMode;
use super::kinds::{AimedShot, FireAt, Shooter};
use super::odds::{Found, Odds, SAMPLES, Tally, firing, odds_of, sampled_by, volleys, wounds_of};
use crate::game::engine::dice::Dice;
use crate::game::engine::refusal::Refusal;
use crate::game::engine::unit_fact::TestedFor;
use crate::game::engine::view::{UnitView, View};
use crate::game::leadership::{TestTerms, test_roll};
use crate::rules::ids::ModelId;
use crate::rules::leadership::is_passed;
use crate::rules::odds::JoinedOdds;
use crate::rules::salvo::CasualtyCandidate;

/// With more different sets of models that may fall than this the odds are sampled.
const MAX_SETS: usize = 256;

/// Odds of the first salvo of split fire, given all fire by name and the terms of the tests for the others.
///
/// Rule: ACT-2 (may fire only at the first target), SHO-6.
///
/// # Errors
/// Refusal if the target is not there.
pub(super) fn odds_at_first(
    view: View,
    unit: UnitView,
    (fire, salvo): (&[FireAt], &AimedSalvo),
    mode: FireMode,
    terms: TestTerms,
) -> Result<Odds, Refusal> {
    let target = firing(view, salvo.at)?;
    let Some(aiming) = Aiming::new(view, &[], [unit, target], mode) else {
        return odds_of(view, unit.id, salvo);
    };
    // One who would throw at a point does not join: a point is not the first target.
    let joins = |shooter: &Shooter| {
        let throws = shooter.throw_at.is_some();
        if throws { None } else { shot_of(&aiming, shooter).ok() }
    };
    let others = fire.iter().skip(1);
    let groups: Vec<Vec<AimedShot>> =
        others.map(|one| one.by.iter().flatten().filter_map(joins).collect()).collect();
    let split = SplitFire { aiming: &aiming, salvo, groups, terms };
    Ok(split.exactly(MAX_SETS).unwrap_or_else(|| split.sampled(unit)))
}

/// Split fire, seen from its first target.
struct SplitFire<'a> {
    aiming: &'a Aiming<'a>,
    /// Shooters that fire at the first target in any case.
    salvo: &'a AimedSalvo,
    /// The shots at it of those who would fire at each other one.
    groups: Vec<Vec<AimedShot>>,
    /// Terms of the test for each of those.
    terms: TestTerms,
}

impl SplitFire<'_> {
    /// Every case; `None` if some shot is a throw, if there are more than `max_sets` sets of models that may fall, or if
    /// wounded models have different numbers of wounds left: then how many fall depends on which is nearer.
    fn exactly(&self, max_sets: usize) -> Option<Odds> {
        if self.salvo.shots.iter().any(|shot| shot.thrown_at.is_some()) {
            return None;
        }
        let (view, target) = self.aiming.target();
        let ids = |marks: &[CasualtyCandidate]| marks.iter().map(|mark| mark.model).collect();
        let first: BTreeSet<ModelId> = ids(self.salvo.falls.marks());
        let all = marks(self.aiming, &self.shots(|_| true));
        let wounded: BTreeSet<u8> =
            all.iter().filter(|mark| mark.wounds_lost > 0).map(|mark| mark.wounds).collect();
        if wounded.len() > 1 {
            return None;
        }
        let mut odds = JoinedOdds::of(&volleys(&self.salvo.shots), wounds_of(&all), first);
        for group in &self.groups {
            let seen: BTreeSet<ModelId> = ids(&marks(self.aiming, group));
            odds.may_join(&volleys(group), 1.0 - self.terms.chance(), |before| before | &seen);
            if odds.keys() > max_sets {
                return None;
            }
        }
        let mut tally = Tally::new(view, target, 0);
        for (seen, odds) in odds.by_key() {
            // How near a model is to those who fire changes which of several alike falls first, but not how many do.
            let order: Vec<CasualtyCandidate> =
                all.iter().filter(|mark| seen.contains(&mark.model)).copied().collect();
            tally.add_cases(odds, &order);
        }
        Some(tally.odds(self.salvo, Found::Exactly))
    }

    /// The tests and the salvo rolled many times.
    fn sampled(&self, unit: UnitView) -> Odds {
        let (view, target) = self.aiming.target();
        let TestTerms { dice: count, nerve, .. } = self.terms;
        let test = test_roll(unit.id, self.terms, TestedFor::Splitting { at: self.salvo.at });
        let mut salvos: BTreeMap<Vec<bool>, Rc<AimedSalvo>> = BTreeMap::new();
        sampled_by(view, target, (unit.id, self.salvo), SAMPLES, |dice: &mut Dice| {
            let mut joins = Vec::with_capacity(self.groups.len());
            for _ in &self.groups {
                joins.push(!is_passed(&dice.roll_alike(test, u32::from(count))?, nerve));
            }
            let salvo = salvos.entry(joins).or_insert_with_key(|joins| Rc::new(self.joined(joins)));
            Ok(Rc::clone(salvo))
        })
    }

    /// The salvo if some groups join.
    fn joined(&self, joins: &[bool]) -> AimedSalvo {
        let shots = self.shots(|group| joins[group]);
        AimedSalvo { falls: Falls::InOrder(marks(self.aiming, &shots)), shots, ..self.salvo.clone() }
    }

    /// The shots if some groups join, in the order of the shooters.
    fn shots(&self, joins: impl Fn(usize) -> bool) -> Vec<AimedShot> {
        let groups = self.groups.iter().enumerate().filter(|(index, _)| joins(*index));
        let mut shots: Vec<AimedShot> = self.salvo.shots.clone();
        shots.extend(groups.flat_map(|(_, group)| group.iter().cloned()));
        shots.sort_by_key(|shot| shot.from);
        shots
    }
}
