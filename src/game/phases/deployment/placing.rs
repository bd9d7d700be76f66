//! Placing units in their zones, one after the other.

use bevy_ecs::prelude::{In, Result};

use super::kinds::{Choice, DeployUnit, Fact, HoldBack, Mistake, Step};
use super::rolling::end_deployment;
use crate::game::engine::agenda::{Agenda, Choice as AnyChoice, Decision};
use crate::game::engine::query::{named_models, own_unit};
use crate::game::engine::refusal::Refusal;
use crate::game::engine::step::StepContext;
use crate::game::engine::view::{UnitView, View};
use crate::game::placement::{Placed, check_coherency, check_overlaps, check_place};
use crate::rules::ids::Side;
use crate::rules::mission::{is_placed_last, places_next};

/// Whether the unit may be placed so.
///
/// Rule: MIS-1, MIS-2, MIS-3, MIS-8.
pub(super) fn check(view: View, player: Side, order: &DeployUnit) -> Result<(), Refusal> {
    let unit = own_unit(view, player, order.unit)?;
    check_may_be_placed(view, unit)?;
    let placed = named_places(view, unit, order)?;
    for one in &placed {
        check_in_zone(view, player, *one)?;
        check_place(view, *one)?;
    }
    check_ends(view, unit, &placed)
}

/// Whether it is the unit's turn to be placed.
///
/// Rule: MIS-2, MIS-3, MIS-8.
pub(super) fn check_may_be_placed(view: View, unit: UnitView) -> Result<(), Refusal> {
    if view.reserves().contains(&unit.id) {
        return Err(Refusal::new(Mistake::InReserve).about(unit.id));
    }
    if !view.waits(unit.id) {
        return Err(Refusal::new(Mistake::AlreadyDeployed).about(unit.id));
    }
    if view.setup().level.mission.kind.places_command_last() {
        check_command_last(view, unit)?;
    }
    Ok(())
}

/// The place of every model of a unit in an order.
///
/// Rule: MIS-1, BAS-9 (models of a card).
pub(super) fn named_places<'a>(
    view: View<'a>,
    unit: UnitView,
    order: &DeployUnit,
) -> Result<Vec<Placed<'a>>, Refusal> {
    let models = named_models(view, unit.id, order.models.iter().map(|one| one.model), ["TURN-3", "MIS-1"])?;
    if let Some(left_out) = view.models(unit.id).find(|model| models.iter().all(|named| named.id != model.id))
    {
        return Err(Refusal::new(Mistake::ModelNotPlaced).about(left_out.id));
    }
    Ok(models.into_iter().zip(order.models.iter().map(|one| one.at)).collect())
}

/// Whether models placed so are clear of others and together.
///
/// Rule: MIS-1, MOV-4.
pub(super) fn check_ends(view: View, unit: UnitView, placed: &[Placed]) -> Result<(), Refusal> {
    check_overlaps(view, unit.id, placed)?;
    let leader = placed.iter().position(|(model, _)| model.id.number == unit.start.leader).unwrap_or(0);
    check_coherency(view, unit, placed, leader)
}

/// Units that are placed last wait until the side's others are placed.
///
/// Rule: MIS-2.
fn check_command_last(view: View, unit: UnitView) -> Result<(), Refusal> {
    let is_last = |unit: &UnitView| is_placed_last(unit.card.role, &view.setup().ruleset.mission);
    if !is_last(&unit) {
        return Ok(());
    }
    let first =
        view.units().find(|other| other.id.side == unit.id.side && !is_last(other) && view.waits(other.id));
    first.map_or(Ok(()), |first| Err(Refusal::new(Mistake::PlacedLast { first: first.id }).about(unit.id)))
}

/// Rule: MIS-1.
fn check_in_zone(view: View, player: Side, (model, at): Placed) -> Result<(), Refusal> {
    let (inside, radius) = (view.zone(player).depth_inside(at.ground()), model.card.base.radius());
    if view.allowance().at_least(inside, radius) {
        return Ok(());
    }
    let refusal = Refusal::new(Mistake::OutsideZone { player }).about(model.id);
    Err(refusal.at(at.ground()).measured(inside, radius))
}

/// Rule: MIS-1, MIS-3.
pub(super) fn resolve_deploy(
    In((order, decision)): In<(DeployUnit, Decision)>,
    mut cx: StepContext,
) -> Result {
    let DeployUnit { unit, models } = order;
    match decision.choice {
        AnyChoice::Deployment(Choice::PlaceUnit { finished_first }) => {
            cx.facts.push(Fact::UnitDeployed { unit, models });
            go_on(cx.roster.view(), unit.side, finished_first, &mut cx.agenda);
        }
        AnyChoice::Deployment(Choice::PlaceArrival { .. }) => {
            cx.facts.push(Fact::ReserveEntered { unit, models });
        }
        _ => return Err("a unit is placed that nobody was asked to place".into()),
    }
    Ok(())
}

/// A unit without room becomes a reserve, or stays one.
///
/// Rule: MIS-3 (without room it waits).
pub(super) fn resolve_hold_back(
    In((order, decision)): In<(HoldBack, Decision)>,
    mut cx: StepContext,
) -> Result {
    let unit = order.unit;
    match decision.choice {
        AnyChoice::Deployment(Choice::PlaceUnit { finished_first }) => {
            cx.facts.push(Fact::UnitHeldBack { unit });
            go_on(cx.roster.view(), unit.side, finished_first, &mut cx.agenda);
        }
        AnyChoice::Deployment(Choice::PlaceArrival { .. }) => cx.facts.push(Fact::ReserveWaits { unit }),
        _ => return Err("a unit is held back that nobody was asked to place".into()),
    }
    Ok(())
}

/// Deployment goes on after a side has dealt with a unit.
fn go_on(view: View, side: Side, finished_first: Option<Side>, agenda: &mut Agenda) {
    let (last, finished_first) = go_on_deploying(view, side, finished_first);
    agenda.push(Step::ContinueDeployment { last, finished_first });
}

/// The side that has dealt with a unit, and who has finished first after that; before its fact is applied.
///
/// Rule: MIS-2.
pub(in crate::game) fn go_on_deploying(
    view: View,
    side: Side,
    finished_first: Option<Side>,
) -> (Side, Option<Side>) {
    // The unit still waits until its fact is applied.
    let last_of_side = view.waiting_units(side) == 1;
    (side, finished_first.or(last_of_side.then_some(side)))
}

/// Asks the next player to place a unit, or ends the deployment.
///
/// Rule: MIS-2, MIS-3.
pub(super) fn continue_deployment(In((last, finished_first)): In<(Side, Option<Side>)>, mut cx: StepContext) {
    let view = cx.roster.view();
    let left = Side::BOTH.map(|side| view.waiting_units(side));
    match places_next(left, last) {
        Some(player) => {
            cx.agenda.ask(Decision { player, choice: Choice::PlaceUnit { finished_first }.into() })
        }
        None => end_deployment(view, finished_first, &mut cx.agenda, &mut cx.facts),
    }
}
