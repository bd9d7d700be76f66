//! Phases, turns and rounds: chapter 2.
//!
//! The Starting phase asks only for places of units that arrive. Defensive fire and close combat are decided in `close_combat`.

pub mod kinds;
pub mod morale;
mod narrate;
mod reasons;
mod recovery;
pub mod victory;

use bevy_ecs::prelude::{In, Result, World};

use kinds::TestToRecover;
pub(in crate::game) use kinds::{Choice, Fact, Mistake, Order, Step};
pub(in crate::game) use narrate::{held_in_words, narrate, narrate_action, verdict};

use crate::game::engine::agenda::{Agenda, Choice as AnyChoice, Decision};
use crate::game::engine::fact::UnitFact;
use crate::game::engine::refusal::Refusal;
use crate::game::engine::state_writer::StateWriter;
use crate::game::engine::step::{self, StepContext};
use crate::game::engine::view::{UnitView, View};
use crate::game::leadership::has_to_fall_back;
use crate::game::narration::words::unit;
use crate::game::phases::close_combat::kinds::Step as CombatStep;
use crate::game::phases::deployment::kinds::Step as DeploymentStep;
use crate::game::phases::drafted::Drafted;
use crate::game::prompt::Offer;
use crate::game::prompt::{Answer, Form, Prompt};
use crate::rules::ids::{RuleId, Side, UnitId};
use crate::rules::turn::{Phase, Turn};

/// Whether a player is asked to activate a unit or to end the phase.
pub fn is_act(choice: AnyChoice) -> bool {
    choice == AnyChoice::Turn(Choice::Act)
}

/// Puts everything on the agenda that happens in a phase of a turn, before the next begins.
///
/// Rule: TURN-1, TURN-2, TURN-3, TURN-4, TURN-5.
pub(in crate::game) fn push_phase(turn: Turn, agenda: &mut Agenda) {
    match turn.phase {
        Phase::Starting => {
            // The last is the first to happen.
            agenda.push(Step::NextPhase);
            agenda.push(Step::RemoveNerveMarkers);
            agenda.push(DeploymentStep::RollReserves);
            agenda.push(Step::TestMorale);
            agenda.push(Step::CountObjectives);
        }
        Phase::Action => agenda.ask(Decision { player: turn.side, choice: Choice::Act.into() }),
        Phase::Reaction => {
            agenda.push(Step::NextPhase);
            agenda.push(CombatStep::OfferDefensiveFire);
            agenda.push(Step::Recover);
            agenda.push(CombatStep::StartCombats);
        }
        Phase::CloseCombat => {
            agenda.push(Step::NextPhase);
            agenda.push(CombatStep::JoinCombats);
        }
        Phase::Deployment | Phase::Over => {}
    }
}

pub(in crate::game) fn check(
    view: View,
    player: Side,
    order: &Order,
    choice: AnyChoice,
) -> Option<Result<(), Refusal>> {
    match (order, choice) {
        (Order::EndPhase, AnyChoice::Turn(Choice::Act)) => Some(check_end_phase(view, player)),
        (Order::TestToRecover(order), AnyChoice::Turn(Choice::Recover { tested })) => {
            Some(recovery::check(view, player, order.unit, tested))
        }
        _ => None,
    }
}

pub(in crate::game) fn resolve(world: &mut World, order: Order, decision: Decision) -> Result {
    match (order, decision.choice) {
        (Order::EndPhase, _) => step::run(world, resolve_end_phase, ()),
        (Order::TestToRecover(order), AnyChoice::Turn(Choice::Recover { tested })) => {
            step::run(world, recovery::resolve, (order.unit, tested))
        }
        (Order::TestToRecover(_), _) => Err("a test to recover answers another question".into()),
    }
}

pub(in crate::game) fn run(world: &mut World, step: Step) -> Result {
    match step {
        Step::FinishAction { unit } => step::run(world, finish_action, unit),
        Step::NextPhase => step::run(world, begin_next_phase, ()),
        Step::CountObjectives => step::run(world, victory::count_objectives, ()),
        Step::TestMorale => step::run(world, morale::test_morale, ()),
        Step::RemoveNerveMarkers => step::run(world, recovery::remove_nerve_markers, ()),
        Step::Recover => step::run(world, recovery::recover, ()),
        Step::RecoverNext { tested } => step::run(world, recovery::next_to_recover, tested),
    }
}

pub(in crate::game) fn apply(fact: &Fact, state: &mut StateWriter) -> Result {
    match fact {
        Fact::PhaseBegan { turn } => begin_phase(*turn, state),
        Fact::ObjectivesCounted { .. } | Fact::ForceWavered { .. } => Ok(()),
        Fact::BattleEnded(result) => {
            state.table().result = Some(result.clone());
            Ok(())
        }
    }
}

/// In a new turn the active player's units may act again; those that arrived in the last are no longer bound, and what close
/// combat remembers of it is forgotten.
///
/// Rule: TURN-3, MIS-3, CC-1 (by a move of the same turn), CC-7 (for this turn).
fn begin_phase(turn: Turn, state: &mut StateWriter) -> Result {
    state.set_turn(turn);
    if turn.phase != Phase::Starting {
        return Ok(());
    }
    state.table().arrivals.clear();
    state.each_unit(|unit| {
        unit.activity.acted &= unit.id.side != turn.side;
        unit.activity.has_moved = false;
        unit.activity.has_defended = false;
    })
}

pub(in crate::game) fn prompt(_: View, player: Side, choice: Choice) -> Prompt {
    match choice {
        Choice::Recover { .. } => Prompt {
            player,
            rule: RuleId("TURN-4"),
            about: None,
            waits_for: "to say which unit tests to recover next".to_owned(),
            task: "say which unit tests to recover next".to_owned(),
            question: Some("Which unit tests to recover next?".to_owned()),
            form: Form::Options,
        },
        Choice::Act => Prompt {
            player,
            rule: RuleId("TURN-3"),
            about: None,
            waits_for: "to activate a unit".to_owned(),
            task: "choose a unit".to_owned(),
            question: None,
            form: Form::ActivateUnit,
        },
    }
}

/// Ending the phase, where it may end; each unit that may test next.
pub(in crate::game) fn answers(view: View, player: Side, choice: Choice) -> Vec<Answer> {
    match choice {
        Choice::Act => check_end_phase(view, player)
            .map(|()| Answer { text: "End the phase".to_owned(), about: None, order: Order::EndPhase.into() })
            .into_iter()
            .collect(),
        Choice::Recover { tested } => recovery::yet_to_recover(view, tested)
            .into_iter()
            .map(|one| Answer {
                text: format!("{} tests", unit(view.setup(), one.id)),
                about: Some(one.id.into()),
                order: TestToRecover { unit: one.id }.into(),
            })
            .collect(),
    }
}

pub(in crate::game) fn offers(_: View, _: UnitId) -> Vec<Offer> {
    Vec::new()
}

pub(in crate::game) fn acting(order: &Order) -> Option<UnitId> {
    match order {
        Order::EndPhase | Order::TestToRecover(_) => None,
    }
}

pub(in crate::game) fn drafted(_: &Order) -> Option<Drafted<'_>> {
    None
}

/// Whether the active player may end his Action phase: every unit of his that
/// may act has acted.
///
/// Rule: TURN-3.
fn check_end_phase(view: View, player: Side) -> Result<(), Refusal> {
    let left = view.units().find(|unit| unit.id.side == player && may_still_act(view, *unit));
    left.map_or(Ok(()), |unit| {
        let falls_back = has_to_fall_back(view, unit);
        let mistake = if falls_back { Mistake::HasToFallBack } else { Mistake::HasToAct };
        Err(Refusal::new(mistake).about(unit.id))
    })
}

/// Whether a unit is still to be activated in its side's present turn, if only to fall back.
///
/// Rule: TURN-3 (every unit acted or fell back).
pub fn may_still_act(view: View, unit: UnitView) -> bool {
    !unit.activity.acted && view.standing(unit.id).next().is_some()
}

/// Rule: TURN-3.
fn resolve_end_phase(mut cx: StepContext) {
    cx.agenda.push(Step::NextPhase);
}

/// Rule: TURN-3 (an action is played out whole).
fn finish_action(In(unit): In<UnitId>, mut cx: StepContext) {
    cx.facts.push(UnitFact::UnitActed { unit });
}

/// Leaves the present phase and says what comes next.
///
/// Rule: TURN-1, TURN-6.
fn begin_next_phase(mut cx: StepContext) -> Result {
    let view = cx.roster.view();
    let turn = view.turn().next(view.rounds());
    cx.facts.push(Fact::PhaseBegan { turn });
    push_phase(turn, &mut cx.agenda);
    match turn.phase {
        Phase::Deployment => return Err("a battle cannot go back to deployment".into()),
        Phase::Over => cx.facts.push(Fact::BattleEnded(victory::after_last_round(view))),
        Phase::Starting | Phase::Action | Phase::Reaction | Phase::CloseCombat => {}
    }
    Ok(())
}
