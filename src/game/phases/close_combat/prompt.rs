//! Prompts in close combat.

use super::break_off::yet_to_leave;
use super::declare::options;
use super::defensive_fire::defenders;
use super::kinds::{BreakOff, Choice, DefensiveFire, Fight, Fighter, MoveInCombat, TestInCombat};
use super::morale::yet_to_test;
use super::moves::terms;
use super::plan::planned_moves;
use crate::game::engine::view::View;
use crate::game::narration::words::unit;
use crate::game::phases::shooting::kinds::Order as ShootingOrder;
use crate::game::prompt::{Answer, Form, Prompt};
use crate::rules::close_combat::CombatMove;
use crate::rules::ids::{RuleId, Side, UnitId};

pub(in crate::game) fn prompt(view: View, player: Side, choice: Choice) -> Prompt {
    let setup = view.setup();
    let name = |id: UnitId| unit(setup, id);
    let (rule, id, waits_for, task, question) = match choice {
        Choice::DefensiveFire => (
            "CC-3",
            None,
            "to make defensive fire, or to hold fire".to_owned(),
            "make defensive fire, or hold fire".to_owned(),
            "The enemy attacks. Make defensive fire?".to_owned(),
        ),
        Choice::Move { unit: id, by, .. } => {
            let (rule, verb) = match by {
                CombatMove::AttackerConsolidation => ("CC-4", "consolidate"),
                CombatMove::ClosingIn => ("CC-5", "close in"),
                CombatMove::WinnerConsolidation => ("CC-9", "consolidate"),
            };
            let waits_for = format!("to {verb} with {id}, or to stay");
            let [task, question] = move_words(view, id, by);
            (rule, Some(id), waits_for, task, question)
        }
        Choice::Fight { unit: id } => (
            "CC-6",
            Some(id),
            format!("to say which enemies {id} strikes"),
            format!("say which enemies {} strikes", name(id)),
            format!("Which enemies do the models of {} strike?", name(id)),
        ),
        Choice::Test { .. } => (
            "CC-7",
            None,
            "to say which unit tests next".to_owned(),
            "say which unit tests next".to_owned(),
            "Which unit tests next?".to_owned(),
        ),
        Choice::BreakOff { .. } => (
            "CC-8",
            None,
            "to say which unit leaves the combat next".to_owned(),
            "say which unit leaves the combat next".to_owned(),
            "The combat has lasted too long. Which unit leaves it next?".to_owned(),
        ),
    };
    let (rule, question) = (RuleId(rule), Some(question));
    Prompt { player, rule, about: id.map(Into::into), waits_for, task, question, form: Form::Options }
}

/// The task and the question of a move in a combat: each says when it is and what it decides.
///
/// Rule: CC-4, CC-5, CC-9.
fn move_words(view: View, id: UnitId, by: CombatMove) -> [String; 2] {
    let name = unit(view.setup(), id);
    let far = view.unit(id).map_or(0.0, |unit| terms(view, unit, by).allowance);
    let gap = view.setup().ruleset.close_combat.winner_gap;
    match by {
        CombatMove::AttackerConsolidation => [
            format!("bring {name} up to the enemy before the fight, or leave it where it is"),
            format!(
                "Before the fight: {name} attacks and may come up to {far}\" nearer to the enemy. Does it?"
            ),
        ],
        CombatMove::ClosingIn => [
            format!("close in with {name} for this round of the fight, or leave it where it is"),
            format!(
                "This round of the fight: models of {name} that touch no enemy may close in by up to {far}\". Do they?"
            ),
        ],
        CombatMove::WinnerConsolidation => [
            format!("move {name} after its victory, or leave it where it is"),
            format!(
                "After the fight: {name} has won and may move up to {far}\", not within {gap}\" of other enemies. Does it?"
            ),
        ],
    }
}

/// The answers that need no path of the player's own.
pub(in crate::game) fn answers(view: View, player: Side, choice: Choice) -> Vec<Answer> {
    match choice {
        Choice::DefensiveFire => defensive(view),
        Choice::Move { unit, by, .. } => moves(view, unit, by),
        Choice::Fight { unit } => fight(view, unit),
        Choice::Test { combat } => yet_to_test(view, combat, player)
            .into_iter()
            .map(|id| Answer {
                text: format!("{} tests", unit(view.setup(), id)),
                about: Some(id.into()),
                order: TestInCombat { unit: id }.into(),
            })
            .collect(),
        Choice::BreakOff { combat } => yet_to_leave(view, combat, player)
            .into_iter()
            .map(|id| Answer {
                text: format!("{} leaves", unit(view.setup(), id)),
                about: Some(id.into()),
                order: BreakOff { unit: id }.into(),
            })
            .collect(),
    }
}

/// Every unit that can fire at each of its attackers; last, to hold fire.
fn defensive(view: View) -> Vec<Answer> {
    let setup = view.setup();
    let fire = defenders(view).into_iter().map(|(id, at)| Answer {
        text: format!("Fire with {} at {}", unit(setup, id), unit(setup, at)),
        about: Some(id.into()),
        order: DefensiveFire { unit: id, at, by: None }.into(),
    });
    let hold = Answer { text: "Hold fire".to_owned(), about: None, order: ShootingOrder::HoldFire.into() };
    fire.chain([hold]).collect()
}

/// The usual move, if there is one; last, to stay.
fn moves(view: View, id: UnitId, by: CombatMove) -> Vec<Answer> {
    let usual = view.unit(id).map(|unit| planned_moves(view, unit, by)).unwrap_or_default();
    let go = (!usual.is_empty()).then(|| Answer {
        text: match by {
            CombatMove::AttackerConsolidation => "Come up to the enemy",
            CombatMove::ClosingIn => "Close in",
            CombatMove::WinnerConsolidation => "Move",
        }
        .to_owned(),
        about: Some(id.into()),
        order: MoveInCombat { unit: id, moves: usual }.into(),
    });
    let stay = Answer {
        text: "Stay where it is".to_owned(),
        about: None,
        order: MoveInCombat { unit: id, moves: Vec::new() }.into(),
    };
    go.into_iter().chain([stay]).collect()
}

/// The nearest and what wounds most; then all that can at each unit in turn; last, nobody.
fn fight(view: View, id: UnitId) -> Vec<Answer> {
    let Some(from) = view.unit(id) else { return Vec::new() };
    let options = options(view, from);
    let answer = |text: String, unit: Option<UnitId>, by| Answer {
        text,
        about: unit.map(Into::into),
        order: Fight { unit: id, by }.into(),
    };
    let mut answers = vec![answer("Strike the nearest".to_owned(), Some(id), Vec::new())];
    let mut targets: Vec<UnitId> =
        options.iter().flat_map(|options| &options.shots).map(|shot| shot.at.unit).collect();
    targets.sort();
    targets.dedup();
    if targets.len() > 1 {
        for at in targets {
            let can = options.iter().filter(|own| own.shots.iter().any(|shot| shot.at.unit == at));
            let by = can.map(|own| Fighter { model: own.model, at: Some(at), weapon: None }).collect();
            answers.push(answer(
                format!("Strike {} with every model that can", unit(view.setup(), at)),
                Some(at),
                by,
            ));
        }
    }
    answers
}
