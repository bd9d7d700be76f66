//! Chances of shooting before it is ordered: the answer of `show odds`.
//!
//! Asks the functions by which a salvo is rolled. Where hits are dealt to models the dice are rolled
//! many times instead, by the salvo's own routine.

use std::rc::Rc;

use super::aim::Stance;
use super::declare::{AimedSalvo, Falls, declare, declare_at_model};
use super::division::{named, tested_targets};
use super::kinds::FireMode;
use super::salvo::{SalvoDamage, roll};
use super::split_odds::odds_at_first;
use crate::game::engine::dice::{Dice, DiceError};
use crate::game::engine::query::known_unit;
use crate::game::engine::refusal::{GeneralMistake, Refusal};
use crate::game::engine::view::{UnitView, View};
use crate::game::leadership::{next_test_if, standing_leader, test_terms};
use crate::game::phases::shooting::kinds::AimedShot;
use crate::game::phases::shooting::kinds::FireAt;
use crate::game::phases::shooting::kinds::Reason;
use crate::game::phases::shooting::kinds::Shooter;
use crate::rules::ids::{ModelId, UnitId};
use crate::rules::leadership::{Leadership, Salvo, Struck, WillRules, is_shaken, struck};
use crate::rules::odds::{SalvoOdds, Volley, WillOdds};
use crate::rules::salvo::{CasualtyCandidate, Manner, Rank, ShotNeeds, losses};

/// Odds of one unit's shooting at another.
#[derive(Clone, Debug, PartialEq)]
pub struct Odds {
    /// Shots of each model, in the order of their ids; models that cannot fire are left out.
    pub shots: Vec<AimedShot>,
    /// The models that may fall, in the order in which they do (SHO-6) or are hit (ACT-3).
    pub order: Vec<ModelId>,
    /// The chance of each number of hits, from none.
    pub hits: Vec<f64>,
    /// The chance of each number of models lost, from none.
    pub lost: Vec<f64>,
    /// The chance that the unit's leader falls.
    pub leader_lost: f64,
    /// Suppressed, shaken, nerve markers.
    pub will: WillOdds,
    /// The chance that it is suppressed, still has a model, and fails its next leadership test.
    pub stays_suppressed: f64,
    /// Method by which they were found.
    pub found: Found,
}

/// Method of finding odds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Found {
    /// Every case was worked out.
    Exactly,
    /// The dice were rolled many times.
    Sampled {
        /// Number of rolls.
        rolls: u32,
        /// The largest standard error that a chance can have.
        error: f64,
    },
}

/// Number of rolls for sampled odds.
pub const SAMPLES: u32 = 10_000;

/// Any fixed seed: the same question has the same answer.
const SAMPLE_SEED: u64 = 20_130_223;

/// Odds of a unit's fire at another in a manner, now and from their present places.
///
/// Each model fires the weapon that wounds most on average, at the model it takes of those it may
/// fire at with it. Models turn before they fire, where they may (FAC-3); nobody moves. All hits are of
/// one salvo.
///
/// Rule: SHO-1, SHO-2, VIS-6.
///
/// # Errors
/// The refusal that an order to fire so would meet; where nobody can fire there are odds of no dice.
pub fn odds(view: View, from: UnitId, at: UnitId, manner: Manner) -> Result<Odds, Refusal> {
    let unit = firing(view, from)?;
    let mode = FireMode::of(unit, manner);
    let fire = [FireAt { at, by: None }];
    let salvo = or_nothing(declare(view, &[], unit, &fire, mode).map(|mut salvos| salvos.remove(0)), at)?;
    odds_of(view, from, &salvo)
}

/// Odds of On My Target.
///
/// Rule: ACT-3.
///
/// # Errors
/// As [`odds`].
pub fn odds_at_model(view: View, from: UnitId, at: ModelId, by: Option<&[Shooter]>) -> Result<Odds, Refusal> {
    let unit = firing(view, from)?;
    let mode = FireMode::of(unit, Manner::OnMyTarget);
    let salvo = or_nothing(declare_at_model(view, unit, at, by, mode), at.unit)?;
    odds_of(view, from, &salvo)
}

/// Odds of an order's fire for each of its targets, before any tests for splitting: every outcome of the tests with its chance. The chances
/// of a test are those of the unit as it stands. All models stand at the end of the order's moves.
///
/// Rule: ACT-1 (its odds), ACT-2 (its odds), LD-1 (the chance), SHO-10 (who is in the blast).
///
/// # Errors
/// As [`declare`].
pub fn odds_of_fire(
    view: View,
    stance: &Stance,
    from: UnitId,
    fire: &[FireAt],
    mode: FireMode,
) -> Result<Vec<(UnitId, Odds)>, Refusal> {
    let view = view.with_poses(stance);
    let unit = firing(view, from)?;
    let salvos = declare(view, &[], unit, fire, mode)?;
    let named = named(&salvos, fire);
    let tested = tested_targets(view, &named, mode.manner);
    let terms = test_terms(view, unit);
    let odds = |salvo: &AimedSalvo| {
        let odds = match tested.contains(&salvo.at) {
            true => odds_if_fired(view, from, salvo, terms.chance())?,
            false if tested.is_empty() => odds_of(view, from, salvo)?,
            false => odds_at_first(view, unit, (&named, salvo), mode, terms)?,
        };
        Ok((salvo.at, odds))
    };
    salvos.iter().map(odds).collect()
}

/// The odds of a salvo that is fired with a chance, and else leaves the target as it is.
fn odds_if_fired(view: View, from: UnitId, salvo: &AimedSalvo, chance: f64) -> Result<Odds, Refusal> {
    let mut odds = odds_of(view, from, salvo)?;
    let target = firing(view, salvo.at)?;
    let spared = exact_odds(view, target, &without_dice(salvo.at));
    let lists = [
        (&mut odds.hits, spared.hits),
        (&mut odds.lost, spared.lost),
        (&mut odds.will.markers, spared.will.markers),
    ];
    for (list, spared) in lists {
        list.iter_mut().for_each(|share| *share *= chance);
        spared.into_iter().enumerate().for_each(|(at, share)| add_at(list, at, (1.0 - chance) * share));
    }
    let mix = |fired: &mut f64, spared: f64| *fired = chance * *fired + (1.0 - chance) * spared;
    mix(&mut odds.leader_lost, spared.leader_lost);
    mix(&mut odds.will.suppressed, spared.will.suppressed);
    mix(&mut odds.will.shaken, spared.will.shaken);
    mix(&mut odds.stays_suppressed, spared.stays_suppressed);
    Ok(odds)
}

pub(super) fn firing<'a>(view: View<'a>, from: UnitId) -> Result<UnitView<'a>, Refusal> {
    let unit = known_unit(view, from)?;
    if view.standing(from).next().is_none() {
        return Err(Refusal::new(GeneralMistake::UnitNotOnTable).about(from));
    }
    Ok(unit)
}

/// Salvo without dice where nobody can fire.
fn or_nothing(found: Result<AimedSalvo, Refusal>, at: UnitId) -> Result<AimedSalvo, Refusal> {
    match found {
        Err(refusal) if refusal.reason() == Reason::NobodyCanFire.into() => Ok(without_dice(at)),
        found => found,
    }
}

fn without_dice(at: UnitId) -> AimedSalvo {
    AimedSalvo { at, shots: Vec::new(), falls: Falls::InOrder(Vec::new()), begun: Vec::new() }
}

/// Odds of a salvo.
///
/// # Errors
/// Refusal if the target is not there.
pub fn odds_of(view: View, from: UnitId, salvo: &AimedSalvo) -> Result<Odds, Refusal> {
    let target = firing(view, salvo.at)?;
    let thrown = salvo.shots.iter().any(|shot| shot.thrown_at.is_some());
    match &salvo.falls {
        Falls::InOrder(_) if !thrown => Ok(exact_odds(view, target, salvo)),
        _ => Ok(sampled(view, target, (from, salvo), SAMPLES)),
    }
}

/// Every case, with its chance.
///
/// Rule: SHO-3, SHO-5, SHO-6, SHO-9, ACT-5, FAC-5.
fn exact_odds(view: View, target: UnitView, salvo: &AimedSalvo) -> Odds {
    let order = salvo.falls.marks();
    let odds = SalvoOdds::of(&volleys(&salvo.shots), wounds_of(order));
    let mut tally = Tally::new(view, target, order.len());
    tally.add_cases(&odds, order);
    tally.odds(salvo, Found::Exactly)
}

/// The dice of some shots, those that need the same together.
pub(super) fn volleys(shots: &[AimedShot]) -> Vec<Volley> {
    let mut alike: Vec<(ShotNeeds, u32)> = Vec::new();
    for shot in shots {
        match alike.iter_mut().find(|(needs, _)| *needs == shot.needs) {
            Some((_, dice)) => *dice += u32::from(shot.dice),
            None => alike.push((shot.needs, u32::from(shot.dice))),
        }
    }
    alike.iter().map(|(needs, dice)| needs.volley(*dice)).collect()
}

/// The wounds that some models have left.
pub(super) fn wounds_of(order: &[CasualtyCandidate]) -> u32 {
    order.iter().map(|mark| u32::from(mark.wounds)).sum()
}

/// The salvo rolled many times. Public for tests, which roll it oftener.
///
/// Rule: ACT-3, SHO-10.
pub fn sampled(view: View, target: UnitView, (from, salvo): (UnitId, &AimedSalvo), rolls: u32) -> Odds {
    let salvo = Rc::new(salvo.clone());
    sampled_by(view, target, (from, &salvo), rolls, |_| Ok(Rc::clone(&salvo)))
}

/// The same where dice decide each time which salvo it is.
pub(super) fn sampled_by(
    view: View,
    target: UnitView,
    (from, salvo): (UnitId, &AimedSalvo),
    rolls: u32,
    mut next: impl FnMut(&mut Dice) -> Result<Rc<AimedSalvo>, DiceError>,
) -> Odds {
    let mut dice = Dice::seeded(SAMPLE_SEED);
    let mut tally = Tally::new(view, target, view.standing(target.id).count());
    let chance = 1.0 / f64::from(rolls);
    let untouched = Struck { after: target.morale, markers_for_hits: 0, markers_for_saves: 0 };
    for _ in 0..rolls {
        // Seeded dice never run out.
        let rolled = next(&mut dice).and_then(|salvo| roll(&mut dice, view, from, &salvo));
        let Ok(rolled) = rolled else { continue };
        dice.take_draws();
        match rolled.suffered.iter().find(|suffered| suffered.unit == target.id) {
            Some(suffered) => {
                let leader_falls = suffered.lost.iter().any(|(_, rank)| *rank == Rank::Leader);
                let fallen = suffered.lost.len();
                tally.add(
                    result(suffered),
                    suffered.will.unwrap_or(untouched),
                    (fallen, leader_falls),
                    chance,
                );
            }
            None => tally.add(Salvo { hits: 0, failed_saves: 0 }, untouched, (0, false), chance),
        }
    }
    tally.odds(salvo, Found::Sampled { rolls, error: 0.5 / f64::from(rolls).sqrt() })
}

fn result(suffered: &SalvoDamage) -> Salvo {
    let failed_saves = suffered.armour.iter().map(|save| save.failed).sum();
    Salvo { hits: suffered.hits, failed_saves }
}

/// Sum over all cases.
pub(super) struct Tally<'a> {
    view: View<'a>,
    target: UnitView<'a>,
    was_led: bool,
    standing: usize,
    hits: Vec<f64>,
    lost: Vec<f64>,
    leader_lost: f64,
    will: WillOdds,
    stays_suppressed: f64,
}

impl<'a> Tally<'a> {
    pub(super) fn new(view: View<'a>, target: UnitView<'a>, max_lost: usize) -> Self {
        Self {
            view,
            target,
            was_led: standing_leader(view, target).is_some(),
            standing: view.standing(target.id).count(),
            hits: vec![0.0],
            lost: vec![0.0; max_lost + 1],
            leader_lost: 0.0,
            will: WillOdds { markers: vec![0.0], ..WillOdds::default() },
            stays_suppressed: 0.0,
        }
    }

    /// All cases of a salvo whose hits take models in an order.
    ///
    /// Rule: SHO-6.
    pub(super) fn add_cases(&mut self, odds: &SalvoOdds, order: &[CasualtyCandidate]) {
        let (card, before) = (self.target.card, self.target.morale);
        let rules = WillRules::of(&self.view.setup().ruleset);
        for (result, wounds, chance) in odds.cases() {
            let (fallen, _) = losses(order, wounds);
            let leader_falls = order[..fallen].iter().any(|mark| mark.rank == Rank::Leader);
            self.add(result, struck(before, result, card, rules), (fallen, leader_falls), chance);
        }
    }

    /// A case: what the salvo was, what it did to the unit's will, how many fell and whether its
    /// leader did.
    ///
    /// Rule: SUP-1 (the chance), SUP-3, NRV-1, NRV-2, LD-1.
    fn add(&mut self, salvo: Salvo, struck: Struck, (fallen, leader_falls): (usize, bool), chance: f64) {
        let (card, rules) = (self.target.card, &self.view.setup().ruleset.leadership);
        add_at(&mut self.hits, salvo.hits as usize, chance);
        add_at(&mut self.lost, fallen, chance);
        let gained = usize::from(struck.after.nerve_markers - self.target.morale.nerve_markers);
        add_at(&mut self.will.markers, gained, chance);
        let only = |does: bool| if does { chance } else { 0.0 };
        self.leader_lost += only(leader_falls);
        self.will.suppressed += only(struck.after.suppressed());
        self.will.shaken += only(is_shaken(struck.after, card, rules));
        if struck.after.suppressed() && fallen < self.standing {
            let led = if self.was_led && !leader_falls { Leadership::Led } else { Leadership::Leaderless };
            let passes = next_test_if(self.view, self.target, struck.after, led).chance();
            self.stays_suppressed += chance * (1.0 - passes);
        }
    }

    pub(super) fn odds(self, salvo: &AimedSalvo, found: Found) -> Odds {
        Odds {
            shots: salvo.shots.clone(),
            order: salvo.falls.marks().iter().map(|mark| mark.model).collect(),
            hits: self.hits,
            lost: self.lost,
            leader_lost: self.leader_lost,
            will: self.will,
            stays_suppressed: self.stays_suppressed,
            found,
        }
    }
}

fn add_at(chances: &mut Vec<f64>, at: usize, chance: f64) {
    if chances.len() <= at {
        chances.resize(at + 1, 0.0);
    }
    chances[at] += chance;
}
