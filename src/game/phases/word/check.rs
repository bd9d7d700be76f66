//! Whether the players' word can be taken: by what is on the table, never by what the rules allow.

use super::kinds::{GiveState, Mistake, Order, RemoveModels, SetUnit, TakeObjective};
use crate::game::engine::components::{Fate, Posture};
use crate::game::engine::query::{known_unit, named_models};
use crate::game::engine::refusal::{GeneralMistake, Refusal};
use crate::game::engine::view::{ModelView, UnitView, View};
use crate::game::phases::deployment::kinds::ModelPlace;
use crate::game::phases::word::kinds::{Acted, Stance};
use crate::game::placement::{Placed, check_footing, check_overlaps};
use crate::rules::ids::ModelId;
use crate::rules::leadership::max_hits;
use crate::rules::ruleset::Suppression;
use crate::rules::turn::Phase;

/// The most suppression markers of a unit that are recorded: no salvo of any ruleset leaves so many.
const MARKER_LIMIT: u8 = 20;

/// Whether a word can be taken.
///
/// Rule: MOV-4 (on the table, on no other model), BAS-6, SUP-3, LD-2, MIS-4.
pub(super) fn check(view: View, order: &Order) -> Result<(), Refusal> {
    if !view.setup().is_recorded() {
        return Err(Refusal::new(Mistake::NotRecorded));
    }
    match order {
        Order::SetUnit(order) => check_set(view, order),
        Order::RemoveModels(order) => check_remove(view, order),
        Order::GiveState(order) => check_state(view, order),
        Order::TakeObjective(order) => check_objective(view, order),
        Order::PhaseIsOver | Order::TurnIsOver if view.turn().phase == Phase::Deployment => {
            Err(Refusal::new(Mistake::StillDeploying))
        }
        Order::PhaseIsOver | Order::TurnIsOver | Order::BattleIsOver(_) => Ok(()),
    }
}

/// Whether models can stand so: on the table, at a height that it has there, in no wall and on no other model. How far that is,
/// and whether they keep together, is not asked.
///
/// Rule: MOV-4.
fn check_set(view: View, order: &SetUnit) -> Result<(), Refusal> {
    let unit = known_unit(view, order.unit)?;
    let named = named(view, unit, order.models.iter().map(|one| one.model))?;
    let placed: Vec<Placed> = named.iter().copied().zip(order.models.iter().map(|one| one.at)).collect();
    for one in &placed {
        check_footing(view, *one)?;
    }
    let stays = |model: &ModelView| named.iter().all(|other| other.id != model.id);
    let others = view.standing(unit.id).filter(stays).map(|model| (model, model.pose.at));
    let all: Vec<Placed> = placed.iter().copied().chain(others).collect();
    check_overlaps(view, unit.id, &all)?;
    let is_there = |(model, place): (&ModelView, &ModelPlace)| {
        model.stands() && (model.pose.at, model.facing()) == (place.at, place.facing)
    };
    if named.iter().zip(&order.models).all(is_there) {
        return Err(Refusal::new(Mistake::NothingNew).about(unit.id));
    }
    Ok(())
}

/// Rule: BAS-6, BAS-9 (models of a card).
fn check_remove(view: View, order: &RemoveModels) -> Result<(), Refusal> {
    let unit = known_unit(view, order.unit)?;
    named(view, unit, order.models.iter().copied()).map(drop)
}

/// The models that a word names: at least one, each of the unit, each once, none that is gone. Of a unit that is not on the
/// table yet, all.
///
/// Rule: BAS-9 (models of a card), MIS-1.
fn named<'a>(
    view: View<'a>,
    unit: UnitView,
    models: impl Iterator<Item = ModelId>,
) -> Result<Vec<ModelView<'a>>, Refusal> {
    let named = named_models(view, unit.id, models, ["BAS-9", "BAS-9"])?;
    if named.is_empty() {
        return Err(Refusal::new(Mistake::NoModelNamed).about(unit.id));
    }
    if let Some(gone) = named.iter().find(|model| matches!(model.condition.fate, Fate::Lost | Fate::Escaped))
    {
        return Err(Refusal::new(GeneralMistake::ModelNotOnTable).about(gone.id));
    }
    let waits = view.models(unit.id).filter(|model| model.condition.fate == Fate::Waiting);
    match waits.filter(|model| named.iter().all(|other| other.id != model.id)).count() {
        0 => Ok(named),
        left_out => Err(Refusal::new(Mistake::NotYetOnTable { left_out }).about(unit.id)),
    }
}

/// Rule: SUP-1, SUP-3, LD-2, ACT-7 (markers).
fn check_state(view: View, order: &GiveState) -> Result<(), Refusal> {
    let unit = known_unit(view, order.unit)?;
    let refuse = |mistake: Mistake| Err(Refusal::new(mistake).about(unit.id));
    if view.standing(unit.id).next().is_none() {
        return Err(Refusal::new(GeneralMistake::UnitNotOnTable).about(unit.id));
    }
    let rules = &view.setup().ruleset.leadership;
    match rules.suppression {
        Suppression::Markers if order.hit_die.is_some() || order.nerve_markers.is_some() => {
            return refuse(Mistake::NoHitDie);
        }
        Suppression::HitDie if order.suppression_markers.is_some() => {
            return refuse(Mistake::NoSuppressionMarkers);
        }
        Suppression::Markers | Suppression::HitDie => {}
    }
    let beyond = |said: Option<u8>, limit: u8| said.is_some_and(|said| said > limit);
    let limit = max_hits(unit.card, rules);
    if beyond(order.hit_die, limit) {
        return refuse(Mistake::HitDieShows { shows: limit });
    }
    let limit = unit.card.characteristics.nerve;
    if beyond(order.nerve_markers, limit) {
        return refuse(Mistake::NerveMarkers { shows: limit });
    }
    if beyond(order.suppression_markers, MARKER_LIMIT) {
        return refuse(Mistake::SuppressionMarkers { shows: MARKER_LIMIT });
    }
    if is_so(unit, order) { refuse(Mistake::NothingNew) } else { Ok(()) }
}

/// Whether a unit is in that state already.
fn is_so(unit: UnitView, order: &GiveState) -> bool {
    let same = |said: Option<u8>, now: u8| said.is_none_or(|said| said == now);
    let acted = if unit.activity.acted { Acted::Yes } else { Acted::NotYet };
    let stance = match unit.activity.posture {
        Posture::Up => Stance::Up,
        Posture::Down | Posture::InCover => Stance::Down,
    };
    same(order.hit_die, unit.morale.hit_die)
        && same(order.nerve_markers, unit.morale.nerve_markers)
        && same(order.suppression_markers, unit.morale.suppression_markers)
        && order.acted.is_none_or(|said| said == acted)
        && order.stance.is_none_or(|said| said == stance)
}

/// Rule: MIS-4.
fn check_objective(view: View, order: &TakeObjective) -> Result<(), Refusal> {
    if view.objectives().iter().all(|objective| objective.id != order.objective) {
        return Err(Refusal::new(Mistake::NoSuchObjective { objective: order.objective.clone() }));
    }
    let said = view.table_state().said_of(&order.objective);
    if said == order.by { Err(Refusal::new(Mistake::NothingNew)) } else { Ok(()) }
}
