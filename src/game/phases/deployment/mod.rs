//! Deployment: rolling off, and placing units in turn. Chapter 10.

pub mod kinds;
mod narrate;
mod placing;
mod rolling;

use bevy::prelude::{Result, World};

pub(in crate::game) use kinds::{Choice, Fact, Order, Step};
pub(in crate::game) use narrate::{narrate, narrate_action};

use crate::game::engine::agenda::{Agenda, Choice as AnyChoice, Decision};
use crate::game::engine::components::{Fate, Pose};
use crate::game::engine::refusal::Refusal;
use crate::game::engine::state_writer::StateWriter;
use crate::game::engine::step;
use crate::game::engine::view::View;
use crate::game::prompt::Offer;
use crate::game::prompt::{Answer, Form, Prompt};
use crate::level::scenario::UnitStart;
use crate::level::setup::Setup;
use crate::rules::ids::{RuleId, Side, UnitId};
use crate::rules::turn::{Phase, Turn};
use kinds::RollOff;

/// Puts the opening of a battle with deployment on the agenda.
///
/// Rule: MIS-2 (rolling off).
pub(in crate::game) fn open(setup: &Setup, agenda: &mut Agenda) -> Turn {
    let waits = setup.units().any(UnitStart::waits);
    let purpose = if waits { RollOff::FirstPlacing } else { RollOff::FirstTurn };
    agenda.push(Step::RollOff { purpose, finished_first: nothing_to_place(setup) });
    Turn { round: 0, side: Side::A, first: Side::A, phase: Phase::Deployment }
}

/// The side that has nothing to deploy, where the other has: it has finished first.
///
/// Rule: MIS-2 (who finished first).
fn nothing_to_place(setup: &Setup) -> Option<Side> {
    let waits = |side: Side| setup.level.forces[side.index()].units.iter().any(UnitStart::waits);
    match Side::BOTH.map(waits) {
        [false, true] => Some(Side::A),
        [true, false] => Some(Side::B),
        _ => None,
    }
}

pub(in crate::game) fn check(
    view: View,
    player: Side,
    order: &Order,
    choice: AnyChoice,
) -> Option<Result<(), Refusal>> {
    match (order, choice) {
        (Order::DeployUnit(order), AnyChoice::Deployment(Choice::PlaceUnit { .. })) => {
            Some(placing::check(view, player, order))
        }
        _ => None,
    }
}

pub(in crate::game) fn resolve(world: &mut World, order: Order, decision: Decision) -> Result {
    match order {
        Order::DeployUnit(order) => step::run(world, placing::resolve_deploy, (order, decision)),
    }
}

pub(in crate::game) fn run(world: &mut World, step: Step) -> Result {
    match step {
        Step::RollOff { purpose, finished_first } => {
            step::run(world, rolling::hold_roll_off, (purpose, finished_first))
        }
        Step::ContinueDeployment { last, finished_first } => {
            step::run(world, placing::continue_deployment, (last, finished_first))
        }
    }
}

pub(in crate::game) fn apply(fact: &Fact, state: &mut StateWriter) -> Result {
    match fact {
        Fact::RollOffHeld { .. } => {}
        Fact::UnitDeployed { models, .. } => {
            for placed in models {
                let mut model = state.model(placed.model)?;
                model.pose = Pose { at: placed.at, facing: placed.facing };
                model.condition.fate = Fate::Standing;
            }
        }
    }
    Ok(())
}

pub(in crate::game) fn prompt(_: View, player: Side, choice: Choice) -> Prompt {
    match choice {
        Choice::PlaceUnit { .. } => Prompt {
            player,
            rule: RuleId("MIS-2"),
            unit: None,
            waits_for: "to place a unit".to_owned(),
            task: "place a unit".to_owned(),
            question: None,
            form: Form::PlaceUnit,
        },
    }
}

/// Where a unit is placed is always a choice of places.
pub(in crate::game) fn answers(_: View, _: Side, choice: Choice) -> Vec<Answer> {
    match choice {
        Choice::PlaceUnit { .. } => Vec::new(),
    }
}

pub(in crate::game) fn offers(_: View, _: UnitId) -> Vec<Offer> {
    Vec::new()
}

pub(in crate::game) fn acting(order: &Order) -> Option<UnitId> {
    match order {
        Order::DeployUnit(_) => None,
    }
}
