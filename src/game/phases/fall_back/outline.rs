//! Falling back by the outline of 2012: by its strength a unit fires or crawls, stays in cover, runs for cover
//! or its edge, or is destroyed.

use bevy_ecs::prelude::{In, Result};

use super::facts::push_retreat;
use super::flee::where_to_run;
use super::kinds::{Fact, FallBack, Goes, Mistake, Step};
use super::retreat;
use super::retreat::{DrawsFire, Retreat, RetreatOutcome};
use crate::game::engine::agenda::Agenda;
use crate::game::engine::fact::UnitFact;
use crate::game::engine::query::known_unit;
use crate::game::engine::refusal::Refusal;
use crate::game::engine::step::StepContext;
use crate::game::engine::view::{ModelView, UnitView, View};
use crate::game::measure::Mark;
use crate::game::phases::moving::{UnitMove, check_move_on, move_models};
use crate::game::phases::shooting::declare::declare;
use crate::game::phases::shooting::kinds::{Moment, Step as ShootingStep};
use crate::game::phases::shooting::ordered::fall_back_fire_mode;
use crate::game::phases::turn::kinds::Step as TurnStep;
use crate::game::sight::{Observation, sight};
use crate::rules::action::Action;
use crate::rules::falling_back::{Forced, Occasion, crawl_terms, forced};
use crate::rules::ids::UnitId;
use crate::rules::sight::SightState;

/// Whether the unit may follow this order.
///
/// Rule: OFB-1, OFB-2 (no fire), OFB-7.
pub(super) fn check(view: View, unit: UnitView, order: &FallBack) -> Result<(), Refusal> {
    let forced = forced_to(view, unit);
    match (forced, &order.fire) {
        (Forced::MoveOrFire, Some(_)) if !order.moves.is_empty() => {
            Err(Refusal::new(Mistake::FiresOrMoves).about(unit.id))
        }
        (Forced::MoveOrFire, Some(fire)) => {
            declare(view, &[], unit, std::slice::from_ref(fire), fall_back_fire_mode(view)).map(drop)
        }
        (Forced::MoveOrFire, None) => {
            let crawl = UnitMove { action: Action::FallBack, unit: unit.id, moves: &order.moves };
            let movement = unit.card.characteristics.movement;
            check_move_on(view, unit, crawl, &crawl_terms(movement, &view.setup().ruleset))
        }
        (Forced::Move | Forced::Destroyed, None) if order.moves.is_empty() => Ok(()),
        (Forced::Move | Forced::Destroyed, _) => {
            let rule = if forced == Forced::Move { "OFB-2" } else { "OFB-7" };
            Err(Refusal::new(Mistake::TooFewToChoose { rule }).about(unit.id))
        }
    }
}

/// What its strength forces a unit to.
///
/// Rule: OFB-1, OFB-2, OFB-7, BAS-6.
pub(super) fn forced_to(view: View, unit: UnitView) -> Forced {
    forced(view.strength(unit.id), Occasion::Action, &view.setup().ruleset.basics)
}

/// What a unit does that may neither fire nor choose.
///
/// Rule: OFB-2, OFB-3, CC-10 (runs by OFB-3).
pub(super) fn outcome(view: View, leader: ModelView, occasion: Occasion) -> Option<RetreatOutcome> {
    let stays = occasion == Occasion::Action && is_in_cover(view, view.unit(leader.id.unit)?);
    if stays { Some(RetreatOutcome::StayInCover) } else { where_to_run(view, leader) }
}

/// Whether enemies may snap fire at a unit that does this.
///
/// Rule: OFB-4.
fn draws_fire(outcome: &RetreatOutcome) -> bool {
    matches!(
        outcome,
        RetreatOutcome::RunForCover { draws: DrawsFire::SnapFire, .. } | RetreatOutcome::RunForEdge { .. }
    )
}

/// Snap fire before · the run · snap fire after.
///
/// Rule: OFB-4, RE-1.
fn announce(unit: UnitId, agenda: &mut Agenda) {
    agenda.push(TurnStep::FinishAction { unit });
    agenda.push(ShootingStep::OfferSnapFire { at: unit, moment: Moment::AfterMove });
    agenda.push(Step::Flee { unit });
    agenda.push(ShootingStep::OfferSnapFire { at: unit, moment: Moment::BeforeMove });
}

/// An announced run: the unit runs with the models that snap fire has left it, however few. Whether it is in
/// cover by now does not matter: the action continues.
///
/// Rule: OFB-3, OFB-4, RE-1 (hits do not stop an action begun).
pub(super) fn flee(In(unit): In<UnitId>, mut cx: StepContext) -> Result {
    let view = cx.roster.view();
    let Some(leader) = view.leader(unit) else { return Ok(()) };
    let outcome = where_to_run(view, leader).ok_or("a unit flees nowhere")?;
    let strength = view.strength(unit);
    let retreat = Retreat { unit, strength, forced: Forced::Move, leader: leader.id, outcome };
    push_retreat(view, &retreat, &mut cx.facts)
}

/// Resolves a fall back by the unit's strength and its player's order.
///
/// Rule: OFB-1, OFB-2, OFB-3, OFB-4, OFB-7.
pub(super) fn resolve(order: &FallBack, mut cx: StepContext) -> Result {
    let (view, unit) = (cx.roster.view(), order.unit);
    let (strength, forced) = (view.strength(unit), forced_to(view, known_unit(view, unit)?));
    let forced_fact = |goes| Fact::FallBackForced { unit, strength, forced, goes };
    match (forced, &order.fire) {
        (Forced::MoveOrFire, Some(fire)) => {
            cx.facts.push(forced_fact(Goes::Stays { at: fire.at }));
            cx.agenda.push(TurnStep::FinishAction { unit });
            cx.agenda.push(fall_back_fire_mode(view).salvo(unit, fire.clone()));
            return Ok(());
        }
        (Forced::MoveOrFire, None) => {
            cx.facts.push(forced_fact(Goes::Crawls));
            move_models(view, &order.moves, &mut cx.facts)?;
        }
        (Forced::Move | Forced::Destroyed, _) => {
            let retreat = retreat(view, unit, Occasion::Action).ok_or("nobody is left to fall back")?;
            if draws_fire(&retreat.outcome) {
                announce(unit, &mut cx.agenda);
                return Ok(());
            }
            push_retreat(view, &retreat, &mut cx.facts)?;
        }
    }
    cx.facts.push(UnitFact::UnitActed { unit });
    Ok(())
}

/// Whether every model of a unit is Concealed or Hidden from every enemy model within the unit's Aw of it.
///
/// Rule: OFB-2.
fn is_in_cover(view: View, unit: UnitView) -> bool {
    let enemies = unit.id.side.other();
    let Ok(seen) = sight(view, &Mark::Side(enemies), &Mark::Unit(unit.id)) else {
        // There is no enemy.
        return true;
    };
    let awareness = f64::from(unit.card.characteristics.awareness);
    let is_covered = |seen: &Observation| {
        let near = view.allowance().at_most(seen.gap, awareness);
        !near || matches!(seen.state, SightState::Concealed | SightState::Hidden)
    };
    seen.iter().all(is_covered)
}
