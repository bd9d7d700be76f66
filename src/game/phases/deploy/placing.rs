//! Placing units in their zones, one after the other.

use bevy::prelude::{IntoScheduleConfigs, IntoSystem, Res, ResMut, Result, Schedule};

use crate::game::engine::agenda::{Agenda, Choice, Current, Decision, Step};
use crate::game::engine::check::{named_models, own_unit};
use crate::game::engine::command::{DeployUnit, Order};
use crate::game::engine::fact::{Fact, Facts, RollOff};
use crate::game::engine::refusal::{Reason, Refusal};
use crate::game::engine::step::{Systems, note_failure};
use crate::game::engine::view::{Roster, UnitView, View};
use crate::game::placement::{Placed, check_coherency, check_overlaps, check_place};
use crate::rules::card::Role;
use crate::rules::ids::Side;
use crate::rules::mission::places_next;

pub(super) fn plugin(schedule: &mut Schedule) {
    let resolve = resolve_deploy.pipe(note_failure).run_if(deploying);
    let next = continue_deployment.pipe(note_failure).run_if(between_placings);
    schedule.add_systems((resolve, next).chain().in_set(Systems::Deployment));
}

fn deploying(current: Res<Current>) -> bool {
    matches!(&current.0, Some(Step::Resolve { order: Order::DeployUnit(_), .. }))
}

fn between_placings(current: Res<Current>) -> bool {
    matches!(&current.0, Some(Step::ContinueDeployment { .. }))
}

/// Whether the unit may be placed so.
///
/// Rule: MIS-1, MIS-2 (order of placing only), MIS-8 (order of placing only).
pub(in crate::game) fn check(view: View, player: Side, order: &DeployUnit) -> Result<(), Refusal> {
    let unit = own_unit(view, player, order.unit)?;
    if !view.waits(unit.id) {
        let text = format!("{} has been deployed", unit.id);
        return Err(Refusal::new(Reason::AlreadyDeployed, "MIS-2", text).of_unit(unit.id));
    }
    check_command_last(view, unit)?;
    let models = named_models(view, unit.id, order.models.iter().map(|one| one.model))?;
    if let Some(left_out) = view.models(unit.id).find(|model| models.iter().all(|named| named.id != model.id))
    {
        let text = format!("{} is not given a place", left_out.id);
        return Err(Refusal::new(Reason::ModelNotPlaced, "MIS-1", text).of_model(left_out.id));
    }
    let placed: Vec<Placed> = models.into_iter().zip(order.models.iter().map(|one| one.at)).collect();
    for one in &placed {
        check_in_zone(view, player, *one)?;
        check_place(view, *one)?;
    }
    check_overlaps(view, unit.id, &placed)?;
    let leader = placed.iter().position(|(model, _)| model.id.number == unit.start.leader).unwrap_or(0);
    check_coherency(view, unit, &placed, leader)
}

/// Command units wait until the side's others are placed.
///
/// Rule: MIS-2 (command last).
fn check_command_last(view: View, unit: UnitView) -> Result<(), Refusal> {
    if unit.card.role != Role::Command {
        return Ok(());
    }
    let first = view.units().find(|other| {
        other.id.side == unit.id.side && other.card.role != Role::Command && view.waits(other.id)
    });
    match first {
        Some(first) => {
            let text = format!("{} is a command unit and is placed last: place {} first", unit.id, first.id);
            Err(Refusal::new(Reason::PlacedLast, "MIS-2", text).of_unit(unit.id))
        }
        None => Ok(()),
    }
}

/// Rule: MIS-1 (wholly within the zone).
fn check_in_zone(view: View, player: Side, (model, at): Placed) -> Result<(), Refusal> {
    let zone = &view.setup().level.zones[player.index()].area;
    let (inside, radius) = (zone.depth_inside(at.ground()), model.card.base.radius());
    if view.allowance().at_least(inside, radius) {
        return Ok(());
    }
    let text =
        format!("the base of {} would not lie wholly in the deployment zone of side {player}", model.id);
    let refusal = Refusal::new(Reason::OutsideZone, "MIS-1", text);
    Err(refusal.of_model(model.id).at(at.ground()).measured(inside, radius))
}

/// Rule: MIS-1.
fn resolve_deploy(
    current: Res<Current>,
    roster: Roster,
    mut agenda: ResMut<Agenda>,
    mut facts: ResMut<Facts>,
) -> Result {
    let Some(Step::Resolve { order: Order::DeployUnit(order), decision }) = &current.0 else {
        return Err("deploying runs without its order".into());
    };
    facts.push(Fact::UnitDeployed { unit: order.unit, models: order.models.clone() });
    let side = order.unit.side;
    // The unit being placed still waits until this fact is applied.
    let last_of_side = roster.view().waiting_units(side) == 1;
    let Choice::PlaceUnit { finished_first } = decision.choice else {
        return Err("a unit is placed that nobody was asked to place".into());
    };
    let finished_first = finished_first.or(last_of_side.then_some(side));
    agenda.push(Step::ContinueDeployment { last: side, finished_first });
    Ok(())
}

/// Asks the next player to place a unit, or rolls off for the first turn.
///
/// Rule: MIS-2 (order of placing only).
fn continue_deployment(current: Res<Current>, roster: Roster, mut agenda: ResMut<Agenda>) -> Result {
    let Some(Step::ContinueDeployment { last, finished_first }) = current.0 else {
        return Err("deployment goes on without its step".into());
    };
    let view = roster.view();
    let left = Side::BOTH.map(|side| view.waiting_units(side));
    agenda.push(match places_next(left, last) {
        Some(player) => Step::Decide(Decision { player, choice: Choice::PlaceUnit { finished_first } }),
        None => Step::RollOff { purpose: RollOff::FirstTurn, finished_first },
    });
    Ok(())
}
