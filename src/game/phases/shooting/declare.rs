//! Shooters and targets of an order: checked against the rules before a die is rolled, and again, with the same function, when it is.

use super::aim::Aiming;
use super::aim::NoShot;
use super::aim::Stance;
use super::aim::is_any_in_range;
use super::casualties::{mark, marks};
use super::kinds::FireMode;
use super::throw::aim_throw;
use crate::game::engine::components::Fate;
use crate::game::engine::query::{known_unit, standing_models};
use crate::game::engine::refusal::{GeneralMistake, Refusal};
use crate::game::engine::view::{ModelView, UnitView, View};
use crate::game::phases::shooting::kinds::AimedShot;
use crate::game::phases::shooting::kinds::FireAt;
use crate::game::phases::shooting::kinds::Fires;
use crate::game::phases::shooting::kinds::Mistake;
use crate::game::phases::shooting::kinds::Shooter;
use crate::rules::basics::compare;
use crate::rules::card::Handling;
use crate::rules::ids::{ModelId, UnitId};
use crate::rules::leadership::Begun;
use crate::rules::movement::arcs::Turning;
use crate::rules::salvo::{CasualtyCandidate, Manner};
use crate::rules::shooting::Barred;
use crate::rules::sight::Mutual;
use crate::rules::teardrop::Teardrop;

/// A salvo about to be fired.
#[derive(Clone, Debug, PartialEq)]
pub struct AimedSalvo {
    /// The unit fired at.
    pub at: UnitId,
    /// Shots of each model, in the order of their ids.
    pub shots: Vec<AimedShot>,
    /// Models that its hits may take.
    pub falls: Falls,
    /// Units that the unit's fire has struck in this action already, and the effect (BAS-8).
    pub begun: Vec<(UnitId, Begun)>,
}

/// Models that the hits of a salvo take.
#[derive(Clone, Debug, PartialEq)]
pub enum Falls {
    /// These, in this order, a wound after the other. Rule: SHO-6.
    InOrder(Vec<CasualtyCandidate>),
    /// One hit each, in turn. Rule: ACT-3.
    InTurn(Vec<CasualtyCandidate>),
}

impl Falls {
    /// The models, in order.
    pub fn marks(&self) -> &[CasualtyCandidate] {
        match self {
            Self::InOrder(marks) | Self::InTurn(marks) => marks,
        }
    }
}

/// Finds the salvos of a unit's fire.
///
/// Rule: SHO-1, BAS-8 (one salvo at each), ACT-1, ACT-2.
///
/// # Errors
/// The first thing that forbids it.
pub fn declare(
    view: View,
    stance: &Stance,
    from: UnitView,
    fire: &[FireAt],
    mode: FireMode,
) -> Result<Vec<AimedSalvo>, Refusal> {
    check_shooters(view, from, named(fire))?;
    let mut free: Vec<ModelId> = view.standing(from.id).map(|model| model.id).collect();
    free.retain(|model| !named(fire).any(|shooter| shooter.model == *model));
    let mut salvos: Vec<AimedSalvo> = Vec::with_capacity(fire.len());
    for one in fire {
        if salvos.iter().any(|salvo| salvo.at == one.at) {
            return Err(Refusal::new(Mistake::TargetTwice).about(one.at));
        }
        let target = target_of(view, from, one.at)?;
        if one.by.is_none() && !is_any_in_range(view, stance, [from, target], mode) {
            return Err(nobody(view, from, one.at, &free));
        }
        let aiming = Aiming::new(view, stance, [from, target], mode);
        let aiming = aiming.ok_or_else(|| nobody(view, from, one.at, &free))?;
        let shots = shots(&aiming, one.by.as_deref(), &free)?;
        if shots.is_empty() {
            return Err(nobody(view, from, one.at, &free));
        }
        free.retain(|model| !shots.iter().any(|shot| shot.from == *model));
        let falls = Falls::InOrder(marks(&aiming, &shots));
        salvos.push(AimedSalvo { at: one.at, shots, falls, begun: Vec::new() });
    }
    Ok(salvos)
}

/// Finds a salvo whose turn comes after others of the same action: as it was declared, but without
/// the models that a blast of an earlier one has taken, or whose targets it has taken; `None` if
/// nobody is left to fire, or to be fired at.
///
/// Rule: SHO-1, SHO-10.
///
/// # Errors
/// It cannot be fired, though nobody named in it has fallen.
pub(super) fn remaining_salvo(
    view: View,
    from: UnitView,
    fire: &FireAt,
    mode: FireMode,
) -> Result<Option<AimedSalvo>, Refusal> {
    let as_declared = declare(view, &[], from, std::slice::from_ref(fire), mode);
    let has_fallen = |model: ModelView| model.condition.fate == Fate::Lost;
    if as_declared.is_ok() || !view.models(from.id).chain(view.models(fire.at)).any(has_fallen) {
        return as_declared.map(|salvos| salvos.into_iter().next());
    }
    let can = |shooter: &&Shooter| {
        let alone = FireAt { at: fire.at, by: Some(vec![(*shooter).clone()]) };
        declare(view, &[], from, &[alone], mode).is_ok()
    };
    let by: Vec<Shooter> = fire.by.iter().flatten().filter(can).cloned().collect();
    if by.is_empty() {
        return Ok(None);
    }
    let left = FireAt { at: fire.at, by: Some(by) };
    declare(view, &[], from, &[left], mode).map(|salvos| salvos.into_iter().next())
}

/// Finds the salvo of On My Target.
///
/// Rule: ACT-3.
///
/// # Errors
/// The first thing that forbids it.
pub fn declare_at_model(
    view: View,
    from: UnitView,
    at: ModelId,
    by: Option<&[Shooter]>,
    mode: FireMode,
) -> Result<AimedSalvo, Refusal> {
    let target = target_of(view, from, at.unit)?;
    let named = view.model(at).ok_or_else(|| Refusal::new(GeneralMistake::UnknownTarget).about(at))?;
    if !named.stands() {
        return Err(Refusal::new(GeneralMistake::ModelNotOnTable).about(at));
    }
    check_shooters(view, from, by.unwrap_or_default().iter())?;
    let free: Vec<ModelId> = view.standing(from.id).map(|model| model.id).collect();
    let aiming = Aiming::new(view, &[], [from, target], mode);
    let aiming = aiming.ok_or_else(|| nobody(view, from, at.unit, &free))?.only_at(at);
    let shots = shots(&aiming, by, &free)?;
    if shots.is_empty() {
        return Err(nobody(view, from, at.unit, &free));
    }
    let open = |shot: &AimedShot| {
        aiming.seen().iter().any(|seen| seen.from == shot.from && seen.sighting.mutual == Mutual::Open)
    };
    if !shots.iter().any(open) {
        return Err(Refusal::new(Mistake::SeenByNone { of: from.id }).about(at));
    }
    let falls = Falls::InTurn(under_teardrop(view, from, target, at));
    Ok(AimedSalvo { at: at.unit, shots, falls, begun: Vec::new() })
}

/// The teardrop of a unit that fires at a model.
///
/// Rule: ACT-3, BAS-7 (who stands in for its leader).
pub fn teardrop(view: View, from: UnitId, at: ModelId) -> Option<Teardrop> {
    let (leader, at) = (view.leader(from)?, view.model(at)?);
    Teardrop::on(at.pose.at.ground(), leader.pose.at.ground(), &view.setup().ruleset.actions)
}

/// The models of a unit that touch the teardrop: the named one, then outward, of two as far the
/// lower id. Straight above the leader or below him the teardrop points nowhere: only the named one
/// counts.
///
/// Rule: ACT-3.
fn under_teardrop(view: View, from: UnitView, target: UnitView, at: ModelId) -> Vec<CasualtyCandidate> {
    let Some(named) = view.model(at) else { return Vec::new() };
    let teardrop = teardrop(view, from.id, at);
    let touches = |model: &ModelView| {
        model.id == at || teardrop.is_some_and(|it| it.touches(model.disc(), view.allowance()))
    };
    let touched = view.standing(target.id).filter(touches);
    let far = |model: &ModelView| named.pose.at.ground_distance(model.pose.at);
    let mut marks: Vec<CasualtyCandidate> =
        touched.map(|model| mark(view, target, model, far(&model))).collect();
    marks.sort_by(|a, b| compare(a.gap, b.gap).then(a.model.cmp(&b.model)));
    marks
}

/// All shooters that the orders name.
fn named(fire: &[FireAt]) -> impl Iterator<Item = &Shooter> {
    fire.iter().flat_map(|one| one.by.iter().flatten())
}

/// Rule: SHO-1, SHO-4, ACT-1, ACT-2.
fn check_shooters<'a>(
    view: View,
    from: UnitView,
    shooters: impl Iterator<Item = &'a Shooter>,
) -> Result<(), Refusal> {
    standing_models(view, from.id, shooters.map(|shooter| shooter.model), ["BAS-8", "SHO-4"]).map(drop)
}

/// The enemy unit of that id.
///
/// Rule: BAS-8 (an enemy unit), SUP-1 (an enemy unit's shooting).
fn target_of<'a>(view: View<'a>, from: UnitView, at: UnitId) -> Result<UnitView<'a>, Refusal> {
    let target = known_unit(view, at)?;
    if at.side == from.id.side {
        return Err(Refusal::new(Mistake::NotAnEnemy { of: from.id }).about(at));
    }
    if view.standing(at).next().is_none() {
        return Err(Refusal::new(GeneralMistake::TargetNotOnTable).about(at));
    }
    Ok(target)
}

/// The shots of the named shooters, or of everyone who is free and has one.
fn shots(aiming: &Aiming, by: Option<&[Shooter]>, free: &[ModelId]) -> Result<Vec<AimedShot>, Refusal> {
    let Some(by) = by else {
        return Ok(free.iter().filter_map(|model| aiming.best(*model, Fires::InFull)).collect());
    };
    let mut shots = Vec::with_capacity(by.len());
    for shooter in by {
        shots.push(shot_of(aiming, shooter)?);
    }
    shots.sort_by_key(|shot| shot.from);
    Ok(shots)
}

pub(super) fn shot_of(aiming: &Aiming, shooter: &Shooter) -> Result<AimedShot, Refusal> {
    let (view, _) = aiming.target();
    if shooter.fires == Fires::Snap {
        check_snap(view, aiming.mode(), shooter)?;
    }
    let found = match shooter.throw_at {
        Some(point) => return aim_throw(aiming, shooter, point),
        None => aiming.with(shooter.model, shooter.weapon.as_deref(), shooter.fires),
    };
    found.map_err(|why| no_shot(aiming, shooter, why))
}

/// Rule: ACT-1.
fn check_snap(view: View, mode: FireMode, shooter: &Shooter) -> Result<(), Refusal> {
    if mode.manner != Manner::OpenFire {
        return Err(Refusal::new(Mistake::OnlyInOpenFire).about(shooter.model));
    }
    if !view.setup().ruleset.actions.open_fire_snap_fire {
        return Err(Refusal::new(Mistake::NotInOpenFire).about(shooter.model));
    }
    Ok(())
}

/// Reason for a model's lack of a shot, as a refusal.
///
/// Rule: SHO-2, SHO-8, VIS-4, FAC-3, FAC-4.
pub(super) fn no_shot(aiming: &Aiming, shooter: &Shooter, why: NoShot) -> Refusal {
    let (view, _) = aiming.target();
    let refusal = |mistake: Mistake| Refusal::new(mistake).about(shooter.model);
    let at_target = |mistake, at: ModelId| match view.model(at) {
        Some(at) => refusal(mistake).at(at.pose.at.ground()),
        None => refusal(mistake),
    };
    match why {
        NoShot::NotCarried => refusal(match shooter.weapon.clone() {
            Some(weapon) => Mistake::WeaponNotCarried { weapon },
            None => Mistake::NoFirearm,
        }),
        NoShot::NotFired => {
            let rule = aiming.mode().manner.rule();
            refusal(match shooter.weapon.clone() {
                Some(weapon) => Mistake::WeaponNotFired { weapon, rule },
                None => Mistake::NothingFired { rule },
            })
        }
        NoShot::Barred { why: Barred::OutOfRange, at, gap, limit } => {
            let mistake = match is_thrown(view, shooter) {
                true => Mistake::OutOfThrow { at },
                false => Mistake::OutOfRange { at },
            };
            at_target(mistake, at).measured(gap, limit)
        }
        NoShot::Barred { why: Barred::NotSeen, at, .. } => at_target(Mistake::NotSeen { at }, at),
        NoShot::Barred { why: Barred::BeyondAwareness, at, gap, limit } => {
            at_target(Mistake::BeyondAwareness { at }, at).measured(gap, limit)
        }
        NoShot::OutOfArc { at } => {
            at_target(Mistake::OutOfArc { at, rule: turning_rule(aiming.mode().turning) }, at)
        }
    }
}

/// Whether a shooter is to throw the weapon that is named.
fn is_thrown(view: View, shooter: &Shooter) -> bool {
    let carries = |model: ModelView| {
        let mut carried = model.card.carried(shooter.model.number);
        carried.any(|weapon| {
            weapon.handling == Handling::Thrown && Some(&weapon.name) == shooter.weapon.as_ref()
        })
    };
    view.model(shooter.model).is_some_and(carries)
}

/// The paragraph that keeps a model from turning to fire.
pub(super) fn turning_rule(turning: Turning) -> &'static str {
    match turning {
        Turning::NotBackTo(_) => "FAC-4",
        Turning::Free | Turning::None => "FAC-3",
    }
}

/// The refusal of fire at a target for which none of the models that are not firing elsewhere has a shot.
///
/// Rule: SHO-2.
fn nobody(view: View, from: UnitView, at: UnitId, free: &[ModelId]) -> Refusal {
    let mistake = match free.len() < view.standing(from.id).count() {
        true => Mistake::NobodyElseCanFire { at },
        false => Mistake::NobodyCanFire { at },
    };
    Refusal::new(mistake).about(from.id)
}
