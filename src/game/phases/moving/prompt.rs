//! Prompts in the middle of a move.

use super::kinds::Choice;
use crate::game::engine::command::Order;
use crate::game::engine::view::View;
use crate::game::narration::words::unit;
use crate::game::prompt::{Answer, Form, Prompt};
use crate::rules::action::Action;
use crate::rules::ids::{RuleId, Side};

pub(in crate::game) fn prompt(view: View, player: Side, choice: Choice) -> Prompt {
    let setup = view.setup();
    match choice {
        Choice::Run { unit: id } => Prompt {
            player,
            rule: RuleId("RE-1"),
            about: Some(id.into()),
            waits_for: format!("to choose the paths for the run of {id}"),
            task: format!("choose the paths for the run of {}", unit(setup, id)),
            question: Some(format!("Where does {} run?", unit(setup, id))),
            form: Form::MoveUnit { unit: id, action: Action::AtTheDouble },
        },
        Choice::MoveAfterFiring { unit: id } => Prompt {
            player,
            rule: RuleId("ACT-2"),
            about: Some(id.into()),
            waits_for: format!("to move {id}, which has fired"),
            task: format!("move {}, which has fired", unit(setup, id)),
            question: Some(format!("{} has fired. Where does it advance?", unit(setup, id))),
            form: Form::MoveUnit { unit: id, action: Action::Advance },
        },
    }
}

/// Staying where it is; every other answer is a choice of paths.
pub(in crate::game) fn answers(_: View, _: Side, choice: Choice) -> Vec<Answer> {
    let (unit, action) = match choice {
        Choice::Run { unit } => (unit, Action::AtTheDouble),
        Choice::MoveAfterFiring { unit } => (unit, Action::Advance),
    };
    let order = Order::of_move(action, unit, Vec::new());
    order
        .map(|order| Answer { text: "Stay where it is".to_owned(), about: Some(unit.into()), order })
        .into_iter()
        .collect()
}
