//! Defensive fire: in the Reaction phase units snap fire at those that have started close combat with them.

use bevy_ecs::prelude::{In, Result};

use super::groups::units_in;
use super::kinds::{Choice, DefensiveFire, Fact, Mistake, SnapFireLeft, Step};
use super::link::is_linked;
use crate::game::engine::agenda::Decision;
use crate::game::engine::fact::UnitFact;
use crate::game::engine::query::{known_unit, own_unit};
use crate::game::engine::refusal::Refusal;
use crate::game::engine::step::StepContext;
use crate::game::engine::unit_fact::TestedFor;
use crate::game::engine::view::{UnitView, View};
use crate::game::leadership::hold_test;
use crate::game::phases::shooting::declare::declare;
use crate::game::phases::shooting::kinds::FireAt;
use crate::game::phases::shooting::snap_fire::defensive_fire_mode;
use crate::rules::action::Action;
use crate::rules::ids::{Side, UnitId};
use crate::rules::ruleset::{DefenceCounts, DefensiveFire as Allowed};

/// Every unit that may make defensive fire now and can hit somebody, with its targets.
///
/// Rule: CC-3, TURN-4 (his unsuppressed units).
pub fn defenders(view: View) -> Vec<(UnitId, UnitId)> {
    let mut found = Vec::new();
    for unit in
        view.units().filter(|unit| unit.id.side != view.turn().side && may_defend(view, *unit).is_ok())
    {
        for at in attackers_of(view, unit) {
            let fire = FireAt { at, by: None };
            if declare(view, &[], unit, &[fire], defensive_fire_mode(view)).is_ok() {
                found.push((unit.id, at));
            }
        }
    }
    found
}

/// The units that have started close combat with a unit.
///
/// Rule: CC-3 (has a model within 6 of it).
fn attackers_of(view: View, unit: UnitView) -> Vec<UnitId> {
    let Some(combat) = unit.activity.combat else { return Vec::new() };
    let attackers = units_in(view, combat.number).filter(|other| other.id.side != unit.id.side);
    let near = |other: &UnitView| {
        view.standing(other.id).any(|one| view.standing(unit.id).any(|model| is_linked(view, one, model)))
    };
    attackers.filter(near).map(|other| other.id).collect()
}

/// Whether a unit may make defensive fire, seen or not.
///
/// Rule: CC-3, SUP-4 (no defensive fire).
///
/// # Errors
/// Refusal if it may not.
pub fn may_defend(view: View, unit: UnitView) -> Result<(), Refusal> {
    let prepared = matches!(unit.activity.last_action, Some(Action::OpenFire | Action::GetDown));
    let rules = &view.setup().ruleset.close_combat;
    let mistake = if view.standing(unit.id).next().is_none() {
        Mistake::NoDefender
    } else if unit.activity.combat.is_none() {
        Mistake::NotAttacked
    } else if unit.morale.suppressed() {
        Mistake::SuppressedDefender
    } else if unit.activity.has_defended {
        Mistake::HasDefended
    } else if unit.activity.has_snap_fired && rules.defence_counts == DefenceCounts::EachUsesUp {
        Mistake::HasSnapFired
    } else if rules.defensive_fire == Allowed::Prepared && !prepared {
        Mistake::NotPrepared
    } else {
        return Ok(());
    };
    Err(Refusal::new(mistake).about(unit.id))
}

/// Whether a player may answer an attack so.
///
/// Rule: CC-3, RE-2.
pub(super) fn check(view: View, player: Side, order: &DefensiveFire) -> Result<(), Refusal> {
    let unit = own_unit(view, player, order.unit)?;
    may_defend(view, unit)?;
    if !attackers_of(view, unit).contains(&order.at) {
        return Err(Refusal::new(Mistake::NoAttacker { of: order.unit }).about(order.at));
    }
    declare(view, &[], unit, &[FireAt { at: order.at, by: order.by.clone() }], defensive_fire_mode(view))
        .map(drop)
}

/// Asks the opponent of the active player, if any of his units can fire.
///
/// Rule: CC-3, TURN-4 (then his unsuppressed units may make defensive fire).
pub(super) fn offer(mut cx: StepContext) {
    let view = cx.roster.view();
    if !defenders(view).is_empty() {
        cx.agenda.ask(Decision { player: view.turn().side.other(), choice: Choice::DefensiveFire.into() });
    }
}

/// The unit fires; afterwards the others are asked. Where fire has to be prepared, one that got down tests first.
///
/// Rule: CC-3.
pub(super) fn resolve(In(order): In<DefensiveFire>, mut cx: StepContext) -> Result {
    let view = cx.roster.view();
    let unit = known_unit(view, order.unit)?;
    cx.agenda.push(Step::OfferDefensiveFire);
    let prepared = view.setup().ruleset.close_combat.defensive_fire == Allowed::Prepared;
    if prepared && unit.activity.last_action == Some(Action::GetDown) {
        let test = hold_test(&mut cx.dice, view, unit, TestedFor::DefensiveFire)?;
        let failed = matches!(test, UnitFact::LeadershipTested { passed: false, .. });
        cx.facts.push(test);
        if failed {
            cx.facts.push(Fact::DefenceFailed { unit: order.unit });
            return Ok(());
        }
    }
    let snap_fire = SnapFireLeft::by(&view.setup().ruleset.close_combat);
    cx.facts.push(Fact::UnitDefended { unit: order.unit, at: order.at, snap_fire });
    cx.agenda.push(defensive_fire_mode(view).salvo(order.unit, FireAt { at: order.at, by: order.by }));
    Ok(())
}
