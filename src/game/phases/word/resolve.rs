//! Makes the players' word so, and goes on: with the same question, with the next unit to deploy, or, where the word came in the
//! middle of an action or a combat, with the players, who tell the rest of the phase.

use bevy_ecs::prelude::{In, Result};

use super::kinds::{Choice, Fact, GiveState, Order, RemoveModels, SetUnit};
use crate::game::engine::agenda::{Agenda, Choice as AnyChoice, Decision};
use crate::game::engine::components::Fate;
use crate::game::engine::fact::{Facts, UnitFact};
use crate::game::engine::query::known_unit;
use crate::game::engine::step::StepContext;
use crate::game::engine::unit_fact::Length;
use crate::game::engine::view::View;
use crate::game::leadership::standing_leader;
use crate::game::phases::deployment::go_on_deploying;
use crate::game::phases::deployment::kinds::{
    Choice as Deploys, Fact as DeploymentFact, Step as DeploymentStep,
};
use crate::game::phases::fall_back::kinds::Choice as FallsBack;
use crate::game::phases::moving::kinds::Choice as Moves;
use crate::game::phases::shooting::kinds::Choice as Fires;
use crate::game::phases::turn::kinds::{Choice as Turns, Step as TurnStep};
use crate::game::phases::turn::victory;
use crate::rules::ids::{Side, UnitId};
use crate::rules::leadership::{Morale, is_shaken};
use crate::rules::movement::going::Going;
use crate::rules::salvo::Rank;
use crate::rules::turn::Phase;
use crate::rules::victory::Ending;

/// Rule: TURN-1, TURN-3, TURN-6, MOV-4, BAS-6, MIS-4.
pub(super) fn resolve(In((order, decision)): In<(Order, Decision)>, mut cx: StepContext) -> Result {
    let view = cx.roster.view();
    match &order {
        Order::SetUnit(_) | Order::RemoveModels(_) | Order::GiveState(_) | Order::TakeObjective(_) => {
            let goes_on = ask_again(view, &order, decision, (&mut cx.agenda, &mut cx.facts));
            tell(view, &order, &mut cx.facts)?;
            match goes_on {
                GoesOn::Asks(decision) => cx.agenda.ask(decision),
                GoesOn::Deploys { last, finished_first } => {
                    cx.agenda.push(DeploymentStep::ContinueDeployment { last, finished_first });
                }
                GoesOn::Alone => {}
            }
        }
        Order::PhaseIsOver => {
            leave(view, decision, &mut cx.agenda, &mut cx.facts);
            cx.facts.push(Fact::PhaseSaidOver { phase: view.turn().phase });
            cx.agenda.push(TurnStep::NextPhase);
        }
        Order::TurnIsOver => {
            leave(view, decision, &mut cx.agenda, &mut cx.facts);
            cx.facts.push(Fact::TurnSaidOver { turn: view.turn() });
            cx.agenda.push(TurnStep::NextPhase);
        }
        Order::BattleIsOver(order) => {
            victory::end(view, order.winner, Ending::PlayersWord, &mut cx.agenda, &mut cx.facts);
        }
    }
    Ok(())
}

/// Continuation of the battle after a word about the table.
enum GoesOn {
    /// It asks this.
    Asks(Decision),
    /// The next unit is deployed.
    Deploys { last: Side, finished_first: Option<Side> },
    /// It goes on with its agenda.
    Alone,
}

/// Question of the battle after a word. Whatever it was in the middle of is over: from there on the players tell it.
///
/// Rule: TURN-3, TURN-5, MIS-2, MIS-3.
fn ask_again(
    view: View,
    order: &Order,
    decision: Decision,
    (agenda, facts): (&mut Agenda, &mut Facts),
) -> GoesOn {
    let placed = deals_with_waiting(view, order);
    match decision.choice {
        AnyChoice::Turn(Turns::Act) | AnyChoice::Word(Choice::TellOn) => GoesOn::Asks(decision),
        AnyChoice::Deployment(Deploys::PlaceUnit { finished_first }) => match placed {
            Some(unit) => {
                let (last, finished_first) = go_on_deploying(view, unit.side, finished_first);
                GoesOn::Deploys { last, finished_first }
            }
            None => GoesOn::Asks(decision),
        },
        AnyChoice::Deployment(Deploys::PlaceArrival { unit }) if placed == Some(unit) => GoesOn::Alone,
        AnyChoice::Deployment(_) => GoesOn::Asks(decision),
        AnyChoice::Turn(Turns::Recover { .. })
        | AnyChoice::Moving(_)
        | AnyChoice::Shooting(_)
        | AnyChoice::FallBack(_)
        | AnyChoice::CloseCombat(_) => {
            settle(view, decision, agenda, facts);
            let turn = view.turn();
            let choice = match turn.phase {
                Phase::Action => Turns::Act.into(),
                Phase::Deployment | Phase::Starting | Phase::Reaction | Phase::CloseCombat | Phase::Over => {
                    Choice::TellOn.into()
                }
            };
            GoesOn::Asks(Decision { player: turn.side, choice })
        }
    }
}

/// The unit that waits to be placed and with which a word deals, on the table or out of the battle.
fn deals_with_waiting(view: View, order: &Order) -> Option<UnitId> {
    let unit = match order {
        Order::SetUnit(order) => order.unit,
        Order::RemoveModels(order) => order.unit,
        Order::GiveState(_)
        | Order::TakeObjective(_)
        | Order::PhaseIsOver
        | Order::TurnIsOver
        | Order::BattleIsOver(_) => return None,
    };
    view.waits(unit).then_some(unit)
}

/// Drops what the battle was in the middle of.
fn settle(view: View, decision: Decision, agenda: &mut Agenda, facts: &mut Facts) {
    let acting = match decision.choice {
        AnyChoice::Moving(Moves::Run { unit } | Moves::MoveAfterFiring { unit })
        | AnyChoice::Shooting(Fires::SnapFire { at: unit, .. } | Fires::FireAfterRunning { unit, .. })
        | AnyChoice::FallBack(FallsBack::FallBack { unit, .. }) => Some(unit),
        AnyChoice::CloseCombat(_) | AnyChoice::Turn(Turns::Recover { .. }) => None,
        AnyChoice::Deployment(_) | AnyChoice::Turn(Turns::Act) | AnyChoice::Word(_) => return,
    };
    let unit = acting.filter(|_| view.turn().phase == Phase::Action);
    agenda.clear();
    facts.push(Fact::QuestionSettled { unit });
}

/// Drops whatever the phase had left. Units that were to arrive in it are reserves again.
///
/// Rule: MIS-3 (without room it waits).
fn leave(view: View, decision: Decision, agenda: &mut Agenda, facts: &mut Facts) {
    settle(view, decision, agenda, facts);
    agenda.clear();
    let turn = view.turn();
    if turn.phase == Phase::Starting {
        let waits = view.units().map(|unit| unit.id).filter(|unit| view.waits(*unit));
        waits.for_each(|unit| facts.push(DeploymentFact::ReserveWaits { unit }));
    }
}

/// The facts of a word about what is on the table.
fn tell(view: View, order: &Order, facts: &mut Facts) -> Result {
    match order {
        Order::SetUnit(order) => set(view, order, facts),
        Order::RemoveModels(order) => remove(view, order, facts),
        Order::GiveState(order) => give(view, order, facts),
        Order::TakeObjective(order) => {
            let (objective, by) = (order.objective.clone(), order.by);
            facts.push(Fact::ObjectiveTaken { objective, by });
            Ok(())
        }
        Order::PhaseIsOver | Order::TurnIsOver | Order::BattleIsOver(_) => Ok(()),
    }
}

/// Rule: MOV-4, MIS-1.
fn set(view: View, order: &SetUnit, facts: &mut Facts) -> Result {
    let waits = |fate| fate == Fate::Waiting;
    if view.models(order.unit).any(|model| waits(model.condition.fate)) {
        facts.push(Fact::UnitBrought { unit: order.unit, models: order.models.clone() });
        return Ok(());
    }
    facts.push(Fact::UnitSet { unit: order.unit });
    for place in &order.models {
        let model = view.model(place.model).ok_or("a word that was taken names an unknown model")?;
        if model.pose.at != place.at {
            let length = Length(model.pose.at.ground_distance(place.at));
            let path = vec![model.pose.at, place.at];
            facts.push(UnitFact::ModelMoved { model: model.id, path, length, going: Going::Clear });
        }
        if model.facing() != place.facing {
            facts.push(UnitFact::ModelTurned { model: model.id, facing: place.facing });
        }
    }
    Ok(())
}

/// Rule: BAS-6, LD-3 (its leader).
fn remove(view: View, order: &RemoveModels, facts: &mut Facts) -> Result {
    let unit = known_unit(view, order.unit)?;
    let stays = |fate| matches!(fate, Fate::Standing | Fate::Waiting);
    let there = view.models(unit.id).filter(|model| stays(model.condition.fate)).count();
    let (count, left) = (order.models.len(), there.saturating_sub(order.models.len()));
    facts.push(Fact::ModelsRemoved { unit: unit.id, count, left });
    let leader = standing_leader(view, unit).map(|leader| leader.id);
    for model in &order.models {
        let rank = if leader == Some(*model) { Rank::Leader } else { Rank::File };
        facts.push(UnitFact::ModelLost { model: *model, rank, why: None });
    }
    if left == 0 {
        facts.push(UnitFact::UnitWipedOut { unit: unit.id });
    }
    Ok(())
}

/// Rule: SUP-1, SUP-3, LD-2.
fn give(view: View, order: &GiveState, facts: &mut Facts) -> Result {
    let unit = known_unit(view, order.unit)?;
    let morale = Morale { hit_die: order.hit_die.unwrap_or(unit.morale.hit_die), ..unit.morale };
    let shaken = is_shaken(morale, unit.card, &view.setup().ruleset.leadership);
    facts.push(Fact::StateGiven { state: *order, shaken });
    Ok(())
}
