//! The players' word: in a game that is recorded at a real table they say what happened there, and it is so.
//!
//! A word is judged by nothing but the table: a model that is there, a place where it can stand. It is given whenever the battle
//! waits for somebody, by whoever is asked, about either side. In the middle of an action or a combat it ends that: the players
//! tell the rest of it (`Choice::TellOn`). No computer player is ever offered one, and no other game takes one.

mod check;
pub mod instead;
pub mod kinds;
mod narrate;
mod reasons;
mod resolve;

use bevy_ecs::prelude::{Result, World};

pub(in crate::game) use kinds::{Choice, Fact, Order};
pub(in crate::game) use narrate::{narrate, narrate_action};

use crate::game::engine::agenda::{Choice as AnyChoice, Decision};
use crate::game::engine::components::{CombatPart, Posture};
use crate::game::engine::refusal::Refusal;
use crate::game::engine::state_writer::StateWriter;
use crate::game::engine::step;
use crate::game::engine::view::View;
use crate::game::phases::deployment::stand;
use crate::game::phases::drafted::Drafted;
use crate::game::prompt::{Answer, Form, Offer, Prompt};
use crate::rules::ids::{RuleId, Side, UnitId};
use crate::rules::turn::{Phase, Turn};
use kinds::{Acted, GiveState, Stance};

/// A word may be given whatever is asked.
pub(in crate::game) fn check(
    view: View,
    _: Side,
    order: &Order,
    _: AnyChoice,
) -> Option<Result<(), Refusal>> {
    Some(check::check(view, order))
}

pub(in crate::game) fn resolve(world: &mut World, order: Order, decision: Decision) -> Result {
    step::run(world, resolve::resolve, (order, decision))
}

pub(in crate::game) fn apply(fact: &Fact, state: &mut StateWriter) -> Result {
    match fact {
        Fact::QuestionSettled { unit } => settle(*unit, state),
        Fact::UnitSet { unit } => {
            state.unit(*unit)?.activity.posture = Posture::Up;
            Ok(())
        }
        Fact::UnitBrought { unit, models } => {
            state.table().reserves.retain(|other| other != unit);
            stand(models, state)
        }
        Fact::ModelsRemoved { unit, left, .. } => {
            // Nobody of it will come any more.
            state.table().reserves.retain(|other| other != unit || *left > 0);
            Ok(())
        }
        Fact::StateGiven { state: given, .. } => give(given, state),
        Fact::ObjectiveTaken { objective, by } => {
            state.table().say_of(objective, *by);
            Ok(())
        }
        Fact::PhaseSaidOver { .. } => Ok(()),
        Fact::TurnSaidOver { turn } => {
            state.set_turn(Turn { phase: Phase::CloseCombat, ..*turn });
            Ok(())
        }
    }
}

/// Nobody is in close combat any more, and the unit in the middle of its action has acted.
fn settle(acting: Option<UnitId>, state: &mut StateWriter) -> Result {
    if let Some(unit) = acting {
        state.unit(unit)?.activity.acted = true;
    }
    let mut fighting = Vec::new();
    state.each_unit(|unit| {
        if unit.activity.combat.take().is_some() {
            fighting.push(unit.id);
        }
    })?;
    fighting
        .into_iter()
        .try_for_each(|unit| state.each_model(unit, |model| model.condition.combat = CombatPart::None))
}

fn give(given: &GiveState, state: &mut StateWriter) -> Result {
    let mut unit = state.unit(given.unit)?;
    let now = *unit;
    unit.hit_die = given.hit_die.unwrap_or(now.hit_die);
    unit.nerve_markers = given.nerve_markers.unwrap_or(now.nerve_markers);
    unit.suppression_markers = given.suppression_markers.unwrap_or(now.suppression_markers);
    unit.activity.acted = given.acted.map_or(now.activity.acted, |acted| acted == Acted::Yes);
    unit.activity.posture = match given.stance {
        None => now.activity.posture,
        Some(Stance::Up) => Posture::Up,
        Some(Stance::Down) => Posture::Down,
    };
    Ok(())
}

pub(in crate::game) fn prompt(_: View, player: Side, choice: Choice) -> Prompt {
    match choice {
        Choice::TellOn => Prompt {
            player,
            rule: RuleId("TURN-1"),
            about: None,
            waits_for: "to say what happened, and when the phase is over".to_owned(),
            task: "say what happened, then end the phase".to_owned(),
            question: None,
            form: Form::ActivateUnit,
        },
    }
}

/// That the phase is over.
pub(in crate::game) fn answers(_: View, _: Side, choice: Choice) -> Vec<Answer> {
    match choice {
        Choice::TellOn => {
            let text = "The phase is over".to_owned();
            vec![Answer { text, about: None, order: Order::PhaseIsOver.into() }]
        }
    }
}

pub(in crate::game) fn offers(_: View, _: UnitId) -> Vec<Offer> {
    Vec::new()
}

/// A word activates nobody: no test comes before it.
pub(in crate::game) fn acting(_: &Order) -> Option<UnitId> {
    None
}

pub(in crate::game) fn drafted(_: &Order) -> Option<Drafted<'_>> {
    None
}
