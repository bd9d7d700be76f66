//! Prompts while units fire.

use super::kinds::{Choice, FireAfterRunning, FireAt, Moment, Order, SnapFire};
use super::snap_fire::{snap_firers, when};
use super::targets_after_running;
use crate::game::engine::view::View;
use crate::game::narration::words::unit;
use crate::game::prompt::{Answer, Form, Prompt};
use crate::rules::action::Action;
use crate::rules::ids::{RuleId, Side};

pub(in crate::game) fn prompt(view: View, player: Side, choice: Choice) -> Prompt {
    let setup = view.setup();
    match choice {
        Choice::SnapFire { at, moment } => {
            let runner = unit(setup, at);
            let (how, rule) = match view.unit(at).and_then(|unit| unit.activity.last_action) {
                Some(Action::FallBack) => ("for cover or its edge", "OFB-4"),
                _ => ("At The Double", "RE-1"),
            };
            let question = match moment {
                Moment::BeforeMove => format!("{runner} is about to run {how}. Snap fire before it moves?"),
                Moment::AfterMove => format!("{runner} has run {how}. Snap fire at it now?"),
            };
            Prompt {
                player,
                rule: RuleId(rule),
                about: Some(at.into()),
                waits_for: format!("to snap fire at {at} {}, or to hold fire", when(moment)),
                task: format!("snap fire at {runner} {}, or hold fire", when(moment)),
                question: Some(question),
                form: Form::Options,
            }
        }
        Choice::FireAfterRunning { unit: id, .. } => Prompt {
            player,
            rule: RuleId("ACT-4"),
            about: Some(id.into()),
            waits_for: format!("to fire with {id} after its run, or to hold fire"),
            task: format!("fire with {} after its run, or hold fire", unit(setup, id)),
            question: Some(format!("{} has run. Fire its one-handed weapons?", unit(setup, id))),
            form: Form::Options,
        },
    }
}

/// The units that may fire, or their targets; last, to hold fire.
pub(in crate::game) fn answers(view: View, _: Side, choice: Choice) -> Vec<Answer> {
    let setup = view.setup();
    let mut answers: Vec<Answer> = match choice {
        Choice::SnapFire { at, .. } => snap_firers(view, at)
            .map(|id| Answer {
                text: format!("Snap fire with {}", unit(setup, id)),
                about: Some(id.into()),
                order: SnapFire { unit: id, by: None }.into(),
            })
            .collect(),
        Choice::FireAfterRunning { unit: from, turning } => {
            let targets = view.unit(from).into_iter();
            let targets = targets.flat_map(|from| targets_after_running(view, from, turning));
            let fire = |at| FireAfterRunning { unit: from, fire: FireAt { at, by: None } };
            targets
                .map(|at| Answer {
                    text: format!("Fire at {}", unit(setup, at)),
                    about: Some(at.into()),
                    order: fire(at).into(),
                })
                .collect()
        }
    };
    answers.push(Answer { text: "Hold fire".to_owned(), about: None, order: Order::HoldFire.into() });
    answers
}
