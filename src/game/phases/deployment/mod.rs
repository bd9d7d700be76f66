//! Deployment: rolling off, edges, objectives, obstacles, placing units in turn; and reserves. Chapter 10.
//!
//! ```text
//! Skirmish            roll-off · edge · objectives laid · units in turn · roll-off for the first turn
//! Meeting Engagement  roll-off · edge · objectives in turn · units in turn · roll-off for the attack
//! Broken Arrow        roll-off · edge · objectives · obstacles · choosing units · units in turn
//! Drill               roll-off · units in turn · roll-off for the first turn
//! ```

pub mod arrivals;
mod choosing;
mod formation;
pub mod kinds;
mod narrate;
mod objectives;
mod obstacles;
mod opening;
mod placing;
mod prompt;
mod reasons;
mod rolling;
mod room;
pub mod usual;

use bevy_ecs::prelude::{Result, World};

pub(in crate::game) use kinds::{Choice, Fact, Order, Step};
pub(in crate::game) use narrate::{narrate, narrate_action, of_roll_off};
pub(in crate::game) use opening::open;
pub(in crate::game) use placing::go_on_deploying;
pub(in crate::game) use prompt::{answers, prompt};

use crate::game::engine::agenda::{Choice as AnyChoice, Decision};
use crate::game::engine::components::{Fate, Pose};
use crate::game::engine::refusal::Refusal;
use crate::game::engine::state_writer::StateWriter;
use crate::game::engine::step;
use crate::game::engine::view::View;
use crate::game::phases::deployment::kinds::DeployUnit;
use crate::game::phases::drafted::Drafted;
use crate::game::prompt::Offer;
use crate::rules::ids::{Side, UnitId};
use kinds::{ModelPlace, RollOff};

pub(in crate::game) fn check(
    view: View,
    player: Side,
    order: &Order,
    choice: AnyChoice,
) -> Option<Result<(), Refusal>> {
    let AnyChoice::Deployment(choice) = choice else { return None };
    match (order, choice) {
        (Order::DeployUnit(order), Choice::PlaceUnit { .. }) => Some(placing::check(view, player, order)),
        (Order::DeployUnit(order), Choice::PlaceArrival { unit }) => {
            Some(arrivals::check(view, player, order, unit))
        }
        (Order::HoldBack(order), Choice::PlaceUnit { .. }) => {
            Some(room::check_hold_back(view, player, *order, None))
        }
        (Order::HoldBack(order), Choice::PlaceArrival { unit }) => {
            Some(room::check_hold_back(view, player, *order, Some(unit)))
        }
        (Order::PickZone(_), Choice::PickZone) => Some(Ok(())),
        (Order::PlaceObjective(order), Choice::PlaceObjective { .. }) => {
            Some(objectives::check(view, player, order.at))
        }
        (Order::PlaceObstacle(order), Choice::PlaceObstacle { .. }) => {
            Some(obstacles::check(view, player, order))
        }
        (Order::EndObstacles, Choice::PlaceObstacle { .. }) => Some(Ok(())),
        (Order::ChooseUnits(order), Choice::ChooseUnits) => Some(choosing::check(view, player, order)),
        _ => None,
    }
}

pub(in crate::game) fn resolve(world: &mut World, order: Order, decision: Decision) -> Result {
    match order {
        Order::DeployUnit(order) => step::run(world, placing::resolve_deploy, (order, decision)),
        Order::HoldBack(order) => step::run(world, placing::resolve_hold_back, (order, decision)),
        Order::PickZone(order) => step::run(world, choosing::resolve_zone, (order, decision)),
        Order::PlaceObjective(order) => step::run(world, objectives::resolve_place, (order, decision)),
        Order::PlaceObstacle(order) => step::run(world, obstacles::resolve_place, (order, decision)),
        Order::EndObstacles => step::run(world, obstacles::resolve_end, decision),
        Order::ChooseUnits(order) => step::run(world, choosing::resolve_units, (order, decision)),
    }
}

pub(in crate::game) fn run(world: &mut World, step: Step) -> Result {
    match step {
        Step::RollOff { purpose, finished_first } => {
            step::run(world, rolling::hold_roll_off, (purpose, finished_first))
        }
        Step::OfferZones { player } => step::run(world, choosing::offer_zones, player),
        Step::LayObjectives => step::run(world, objectives::lay, ()),
        Step::NextObjective { last, left } => step::run(world, objectives::offer_next, (last, left)),
        Step::NextObstacle { last, left } => step::run(world, obstacles::offer_next, (last, left)),
        Step::OfferUnits { player } => step::run(world, choosing::offer_units, player),
        Step::ContinueDeployment { last, finished_first } => {
            step::run(world, placing::continue_deployment, (last, finished_first))
        }
        Step::RollReserves => step::run(world, arrivals::roll, ()),
        Step::OfferEntry { unit } => step::run(world, arrivals::offer_entry, unit),
    }
}

pub(in crate::game) fn apply(fact: &Fact, state: &mut StateWriter) -> Result {
    match fact {
        Fact::RollOffHeld { purpose: RollOff::FirstPlacing, winner, .. } => state.set_first(*winner),
        Fact::RollOffHeld { purpose: RollOff::FirstTurn, .. } | Fact::ObstaclesEnded { .. } => {}
        Fact::ZonePicked { player, zone } => {
            state.table().zones[player.index()] = *zone;
            state.table().zones[player.other().index()] = zone.other();
        }
        Fact::ObjectivePlaced { objective, .. } => state.table().objectives.push(objective.clone()),
        Fact::ObstaclePlaced { obstacle, .. } => state.place_obstacle(obstacle.clone()),
        Fact::UnitsChosen { reserves, .. } => {
            reserves.iter().for_each(|unit| state.table().hold_back(*unit));
        }
        Fact::UnitDeployed { models, .. } => stand(models, state)?,
        Fact::ReserveRolled { unit, arrives, .. } => {
            state.table().reserves.retain(|other| !arrives || other != unit);
        }
        Fact::ReserveEntered { unit, models } => {
            stand(models, state)?;
            state.table().arrivals.push(*unit);
        }
        Fact::ReserveWaits { unit } | Fact::UnitHeldBack { unit } => state.table().hold_back(*unit),
    }
    Ok(())
}

/// Models stand where they were placed.
pub(in crate::game) fn stand(models: &[ModelPlace], state: &mut StateWriter) -> Result {
    for placed in models {
        let mut model = state.model(placed.model)?;
        model.pose = Pose { at: placed.at, facing: placed.facing };
        model.condition.fate = Fate::Standing;
    }
    Ok(())
}

pub(in crate::game) fn offers(_: View, _: UnitId) -> Vec<Offer> {
    Vec::new()
}

pub(in crate::game) fn acting(order: &Order) -> Option<UnitId> {
    match order {
        Order::DeployUnit(_)
        | Order::HoldBack(_)
        | Order::PickZone(_)
        | Order::PlaceObjective(_)
        | Order::PlaceObstacle(_)
        | Order::EndObstacles
        | Order::ChooseUnits(_) => None,
    }
}

pub(in crate::game) fn drafted(order: &Order) -> Option<Drafted<'_>> {
    match order {
        Order::DeployUnit(DeployUnit { unit, models }) => Some(Drafted::Placing { unit: *unit, models }),
        Order::HoldBack(_)
        | Order::PickZone(_)
        | Order::PlaceObjective(_)
        | Order::PlaceObstacle(_)
        | Order::EndObstacles
        | Order::ChooseUnits(_) => None,
    }
}
