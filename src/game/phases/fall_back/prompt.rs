//! What a player is asked whose unit failed its test to act.

use super::kinds::{Choice, FallBack, Order};
use super::order;
use crate::game::engine::view::View;
use crate::game::narration::words::unit;
use crate::game::phases::shooting::kinds::FireAt;
use crate::game::prompt::{Answer, Form, Prompt};
use crate::rules::action::Action;
use crate::rules::falling_back::Occasion;
use crate::rules::ids::{RuleId, Side};
use crate::rules::ruleset::FallBackProcedure;

pub(in crate::game) fn prompt(view: View, player: Side, choice: Choice) -> Prompt {
    let Choice::FallBack { unit: id, occasion } = choice;
    let name = unit(view.setup(), id);
    let (why, rule) = match occasion {
        Occasion::Action => ("failed its test to act", "ACT-7"),
        Occasion::CloseCombat => ("has to leave the combat", "CC-7"),
    };
    Prompt {
        player,
        rule: RuleId(rule),
        about: Some(id.into()),
        waits_for: format!("to say how {id} falls back"),
        task: format!("say how {name} falls back"),
        question: Some(format!("{name} {why}. How does it fall back?")),
        form: Form::MoveUnit { unit: id, action: Action::FallBack },
    }
}

/// Each enemy unit that may be fired at in place of the move; last, what the rules give.
///
/// Rule: FB-1 (the choice), OFB-1.
pub(in crate::game) fn answers(view: View, player: Side, choice: Choice) -> Vec<Answer> {
    let Choice::FallBack { unit: id, occasion } = choice;
    let enemies = view.units().filter(|enemy| enemy.id.side != player);
    let fire = enemies.filter_map(|enemy| {
        let order = FallBack { fire: Some(FireAt { at: enemy.id, by: None }), ..FallBack::of(id) };
        order::check_asked(view, player, &order, (id, occasion)).ok()?;
        let text = format!("Fire at {}", unit(view.setup(), enemy.id));
        Some(Answer { text, about: Some(enemy.id.into()), order: order.into() })
    });
    let mut answers: Vec<Answer> = fire.collect();
    let text = match view.setup().ruleset.falling_back.procedure {
        FallBackProcedure::Outline => "Stay where it is",
        FallBackProcedure::SafePosition => "Fall back where the rules say",
    };
    let order = Order::FallBack(FallBack::of(id)).into();
    answers.push(Answer { text: text.to_owned(), about: None, order });
    answers
}
