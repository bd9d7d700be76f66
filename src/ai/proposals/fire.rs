//! Fire as an action: Open Fire, with a step before it, split, with grenades; On My Target.

use super::angle::place_to_fire;
use super::{Proposal, Proposer, Targets};
use crate::ai::appraisal::{Harm, harm, max_tests_lost};
use crate::ai::estimate::Estimator;
use crate::ai::moves::UnitMoves;
use crate::game::engine::view::{ModelView, UnitView, View};
use crate::game::phases::moving::kinds::{ModelMove, OpenFire, Order as Moving};
use crate::game::phases::shooting::aim::Stance;
use crate::game::phases::shooting::declare::{AimedSalvo, declare, declare_at_model};
use crate::game::phases::shooting::kinds::FireMode;
use crate::game::phases::shooting::kinds::{FireAt, OnMyTarget, Order as Shooting, Shooter};
use crate::game::phases::shooting::odds::{odds_of_fire, sampled};
use crate::game::phases::shooting::poses_after_moves;
use crate::level::judgement_file::FireWorth;
use crate::rules::action::Action;
use crate::rules::basics::gap;
use crate::rules::card::Handling;
use crate::rules::ids::{ModelId, UnitId};
use crate::rules::salvo::Manner;

/// How often dice are rolled where hits go to single models.
const SAMPLES: u32 = 300;

/// Fewer models under a teardrop or near a throw are no bunch.
const BUNCH: usize = 3;

/// How near two models stand in a bunch, inches: the width of a blast.
const BUNCHED_INCHES: f64 = 1.5;

/// A leader is called without whom some unit fails so many more of its tests, as a share of all; and how many leaders are.
const WORTH_CALLING: f64 = 0.2;
const CALLED: usize = 2;

/// How many models must fire before fire is split.
const SPLITS_FROM: usize = 4;

impl Proposer<'_> {
    /// Open Fire at each target, and what else a unit may fire that does not move.
    pub(super) fn open_fire(&self, unit: UnitView, targets: &Targets) -> Vec<Proposal> {
        let (view, worth) = (self.battle.view(), &self.weighing.judgement.fire);
        let mut found: Vec<Proposal> =
            targets.keys().filter_map(|at| open_fire_at(view, unit, *at, worth)).collect();
        let mut best: Vec<Harm> = found.iter().flat_map(|proposal| proposal.fire.clone()).collect();
        best.sort_by(|a, b| b.points.total_cmp(&a.points).then(a.at.cmp(&b.at)));
        let pairs = self.pairs_to_split(unit, &best);
        found.extend(pairs.into_iter().filter_map(|pair| split_fire(view, unit, pair, worth)));
        found.extend(self.step_and_fire(unit, targets, best.first()));
        let nearest = targets.iter().min_by(|a, b| a.1.total_cmp(b.1));
        found.extend(nearest.and_then(|(at, _)| on_my_target(view, unit, *at, worth)));
        let leaders = best.iter().filter_map(|harm| leader_to_call(view, harm.at)).take(CALLED);
        found.extend(leaders.filter_map(|leader| at_leader(view, unit, leader, worth)));
        found.extend(nearest.and_then(|(at, gap)| grenades(view, unit, (*at, *gap), worth)));
        found
    }

    /// Targets between which fire may be split: the two at which it does most harm, and two that watch what others of its side have
    /// still to do. `best`: the harm at each target, the most first.
    fn pairs_to_split(&self, unit: UnitView, best: &[Harm]) -> Vec<[UnitId; 2]> {
        let [first, second, ..] = best else { return Vec::new() };
        let mut pairs = vec![[first.at, second.at]];
        if self.weighing.weights.support > 0.0 {
            let estimator = Estimator::new(self.battle.view(), &self.weighing.judgement);
            let errands = estimator.errands(unit.id.side).iter().filter(|errand| errand.unit != unit.id);
            for errand in errands {
                let mut watchers = errand.watchers().filter(|by| best.iter().any(|harm| harm.at == *by));
                let pair = [watchers.next(), watchers.next()];
                if let [Some(one), Some(other)] = pair
                    && !pairs.iter().any(|known| known.contains(&one) && known.contains(&other))
                {
                    pairs.push([one, other]);
                }
            }
        }
        pairs
    }

    /// A step to where a target is easier to hit, then Open Fire.
    fn step_and_fire(&self, unit: UnitView, targets: &Targets, now: Option<&Harm>) -> Option<Proposal> {
        let view = self.battle.view();
        if self.weighing.places < MANY_PLACES {
            return None;
        }
        let step = f64::from(unit.card.characteristics.movement / 2);
        let (target, at) = place_to_fire(view, unit, step, targets)?;
        let moves = UnitMoves::new(self.battle, unit, Action::OpenFire).straight_to(at)?;
        let poses = poses_after_moves(view, &moves);
        let fire = FireAt { at: target, by: None };
        let (fires, worth) = (std::slice::from_ref(&fire), &self.weighing.judgement.fire);
        let harm = harm_of_fire(view, &poses, unit, (fires, Manner::OpenFire), worth)?;
        if now.is_some_and(|now| now.points >= harm.first().map_or(0.0, |harm| harm.points)) {
            return None;
        }
        let proposal = opens_fire(unit, moves, vec![fire], format!("steps out and opens fire on {target}"));
        Some(Proposal { fire: harm, poses, ..proposal })
    }
}

/// A style that thinks of fewer places than this does not look for steps that make a shot better.
pub(super) const MANY_PLACES: usize = 4;

/// What a unit's fire would do from where an order takes it, at each target; `None` where it is not allowed.
pub(super) fn harm_of_fire(
    view: View,
    stance: &Stance,
    unit: UnitView,
    (fire, manner): (&[FireAt], Manner),
    worth: &FireWorth,
) -> Option<Vec<Harm>> {
    let odds = odds_of_fire(view, stance, unit.id, fire, FireMode::of(unit, manner)).ok()?;
    odds.into_iter().map(|(at, odds)| harm(view, at, &odds, worth)).collect()
}

fn opens_fire(unit: UnitView, moves: Vec<ModelMove>, fire: Vec<FireAt>, words: String) -> Proposal {
    Proposal::new(unit.id, Moving::from(OpenFire { unit: unit.id, moves, fire }), words)
}

fn open_fire_at(view: View, unit: UnitView, at: UnitId, worth: &FireWorth) -> Option<Proposal> {
    let fire = vec![FireAt { at, by: None }];
    let harm = harm_of_fire(view, &[], unit, (&fire, Manner::OpenFire), worth)?;
    Some(Proposal { fire: harm, ..opens_fire(unit, Vec::new(), fire, format!("opens fire on {at}")) })
}

/// Half of a unit at each of two targets: those with a shot at the second, from the end, as long as half are left.
///
/// Rule: ACT-1 (may split fire freely).
fn split_fire(
    view: View,
    unit: UnitView,
    [first, second]: [UnitId; 2],
    worth: &FireWorth,
) -> Option<Proposal> {
    let mode = FireMode::of(unit, Manner::OpenFire);
    let shooters = |at| -> Option<Vec<ModelId>> {
        let salvo = declare(view, &[], unit, &[FireAt { at, by: None }], mode).ok()?.into_iter().next()?;
        Some(salvo.shots.iter().map(|shot| shot.from).collect())
    };
    let (at_first, at_second) = (shooters(first)?, shooters(second)?);
    if at_first.len() < SPLITS_FROM {
        return None;
    }
    let half = at_first.len() / 2;
    // Those who cannot fire at the first target anyway, then the others.
    let (both, only): (Vec<ModelId>, Vec<ModelId>) =
        at_second.into_iter().partition(|model| at_first.contains(model));
    let by = only.into_iter().chain(both.into_iter().rev().take(half));
    let by: Vec<Shooter> = by.map(Shooter::of).collect();
    let fire = vec![FireAt { at: first, by: None }, FireAt { at: second, by: Some(by) }];
    let harm = harm_of_fire(view, &[], unit, (&fire, Manner::OpenFire), worth)?;
    let words = format!("splits its fire between {first} and {second}");
    Some(Proposal { fire: harm, ..opens_fire(unit, Vec::new(), fire, words) })
}

/// On My Target at a bunch most of which cannot be seen, or which most of the unit cannot see.
///
/// Rule: ACT-3.
fn on_my_target(view: View, unit: UnitView, at: UnitId, worth: &FireWorth) -> Option<Proposal> {
    let mode = FireMode::of(unit, Manner::OnMyTarget);
    let salvos = declare(view, &[], unit, &[FireAt { at, by: None }], FireMode::of(unit, Manner::OpenFire));
    let seen = salvos.ok()?.into_iter().next()?;
    let (standing, own) = (view.standing(at).count(), view.standing(unit.id).count());
    if standing < BUNCH || (seen.falls.marks().len() >= standing && seen.shots.len() >= own) {
        return None;
    }
    let mut named: Vec<ModelId> = seen.shots.iter().map(|shot| shot.at).collect();
    named.sort();
    named.dedup();
    let salvos = named.into_iter().filter_map(|model| {
        let salvo = declare_at_model(view, unit, model, None, mode).ok()?;
        (salvo.falls.marks().len() >= BUNCH).then_some((model, salvo))
    });
    // The most under the teardrop; of equals the lowest id.
    let (model, salvo) =
        salvos.reduce(
            |best, next| {
                if next.1.falls.marks().len() > best.1.falls.marks().len() { next } else { best }
            },
        )?;
    calls(view, unit, (model, &salvo), worth)
}

/// The leader of a unit that tests worse without him, or of units that test by his nerve.
///
/// Rule: LD-3, LD-4.
fn leader_to_call(view: View, of: UnitId) -> Option<ModelId> {
    let unit = view.unit(of)?;
    let is_worth_it = view.standing(of).count() > 1 && max_tests_lost(view, unit) >= WORTH_CALLING;
    is_worth_it.then_some(ModelId { unit: of, number: unit.start.leader })
}

/// On My Target at a leader, if he is seen.
///
/// Rule: ACT-3.
fn at_leader(view: View, unit: UnitView, leader: ModelId, worth: &FireWorth) -> Option<Proposal> {
    let mode = FireMode::of(unit, Manner::OnMyTarget);
    let salvo = declare_at_model(view, unit, leader, None, mode).ok()?;
    calls(view, unit, (leader, &salvo), worth)
}

fn calls(
    view: View,
    unit: UnitView,
    (at, salvo): (ModelId, &AimedSalvo),
    worth: &FireWorth,
) -> Option<Proposal> {
    let order = Shooting::OnMyTarget(OnMyTarget { unit: unit.id, at, by: None });
    let words = format!("calls On My Target at {at}");
    Some(Proposal { fire: vec![rolled(view, unit, salvo, worth)?], ..Proposal::new(unit.id, order, words) })
}

/// Grenades at a bunch nearby; models that cannot throw fire.
///
/// Rule: SHO-10.
fn grenades(view: View, unit: UnitView, (at, nearest): (UnitId, f64), worth: &FireWorth) -> Option<Proposal> {
    let reach = f64::from(unit.card.characteristics.throwing);
    let thrown = unit.card.weapons.iter().find(|weapon| weapon.handling == Handling::Thrown)?;
    // Nearer, the blast would reach its own side.
    if nearest > reach || nearest < 2.0 * BUNCHED_INCHES || !is_bunched(view, at) {
        return None;
    }
    let mode = FireMode::of(unit, Manner::OpenFire);
    let can = |shooter: &Shooter| {
        let alone = [FireAt { at, by: Some(vec![shooter.clone()]) }];
        declare(view, &[], unit, &alone, mode).is_ok()
    };
    let by = view.standing(unit.id).filter_map(|model: ModelView| {
        let throws = Shooter { weapon: Some(thrown.name.clone()), ..Shooter::of(model.id) };
        [throws, Shooter::of(model.id)].into_iter().find(can)
    });
    let by: Vec<Shooter> = by.collect();
    by.iter().find(|shooter| shooter.weapon.is_some())?;
    let fire = vec![FireAt { at, by: Some(by) }];
    let salvo = declare(view, &[], unit, &fire, mode).ok()?.into_iter().next()?;
    let harm = rolled(view, unit, &salvo, worth)?;
    let words = format!("throws {}s at {at}", thrown.name.to_lowercase());
    Some(Proposal { fire: vec![harm], ..opens_fire(unit, Vec::new(), fire, words) })
}

/// Whether a model of a unit has others within a blast of it.
fn is_bunched(view: View, unit: UnitId) -> bool {
    let models: Vec<ModelView> = view.standing(unit).collect();
    let near = |one: &ModelView| {
        models.iter().filter(|other| gap(one.disc(), other.disc()) <= BUNCHED_INCHES).count()
    };
    models.iter().any(|one| near(one) >= BUNCH)
}

fn rolled(view: View, unit: UnitView, salvo: &AimedSalvo, worth: &FireWorth) -> Option<Harm> {
    let odds = sampled(view, view.unit(salvo.at)?, (unit.id, salvo), SAMPLES);
    harm(view, salvo.at, &odds, worth)
}
