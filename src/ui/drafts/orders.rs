//! Commands that need no draft, such as staying or ending the phase; and which units may be ordered.

use crate::game::engine::agenda::Choice;
use crate::game::engine::command::Command;
use crate::game::leadership::has_to_fall_back;
use crate::game::phases::close_combat::kinds::Choice as CombatChoice;
use crate::game::phases::fall_back::kinds::{Choice as FallBackChoice, FallBack};
use crate::game::phases::fall_back::may_fire_instead;
use crate::game::phases::moving::kinds::{AdvanceUnit, Sequence};
use crate::game::phases::turn::kinds::Order as TurnOrder;
use crate::game::phases::turn::may_still_act;
use crate::game::prompt::{Answer, Form};
use crate::rules::action::Action;
use crate::rules::close_combat::CombatMove;
use crate::rules::falling_back::Occasion;
use crate::rules::ids::{ModelId, Side, UnitId};
use crate::ui::session::open_game::OpenGame;

use super::by_word;
use super::draft::{Draft, Drafting};
use crate::ui::drafts::selection::Selection;

/// The unit stays where it is: an Advance without a move.
pub(in crate::ui) fn stay(unit: UnitId) -> Command {
    let order = AdvanceUnit { unit, moves: Vec::new(), fire: Vec::new(), sequence: Sequence::MoveFirst };
    Command::new(unit.side, order)
}

/// The unit falls back as the rules say.
///
/// Rule: SUP-4.
pub(in crate::ui) fn fall_back(unit: UnitId) -> Command {
    Command::new(unit.side, FallBack::of(unit))
}

/// The units of the deciding player that may still act.
pub(in crate::ui) fn still_to_act(opened: &OpenGame) -> Vec<UnitId> {
    let battle = opened.game.battle();
    let view = battle.view();
    let Some(prompt) = opened.prompt().filter(|prompt| prompt.form == Form::ActivateUnit) else {
        return Vec::new();
    };
    view.units()
        .filter(|unit| unit.id.side == prompt.player && may_still_act(view, *unit))
        .map(|unit| unit.id)
        .collect()
}

/// The units that the battle waits for: those that may still act, or the one in the middle of its action.
pub(in crate::ui) fn may_move(opened: &OpenGame) -> Vec<UnitId> {
    asked_to_move(opened).map_or_else(|| still_to_act(opened), |(unit, _)| vec![unit])
}

/// Whether a unit is one of them.
pub(in crate::ui) fn is_to_move(opened: &OpenGame, unit: UnitId) -> bool {
    let view = opened.game.battle().view();
    match asked_to_move(opened) {
        Some((asked, _)) => asked == unit,
        None => {
            let prompt = opened.prompt().filter(|prompt| prompt.form == Form::ActivateUnit);
            prompt.is_some_and(|prompt| prompt.player == unit.side)
                && view.unit(unit).is_some_and(|unit| may_still_act(view, unit))
        }
    }
}

/// The unit in the middle of its action that the battle asks to move, and the action.
///
/// Rule: RE-1 (paths), ACT-2 (move after shooting), ACT-7 (failed).
pub(in crate::ui) fn asked_to_move(opened: &OpenGame) -> Option<(UnitId, Action)> {
    match opened.prompt()?.form {
        Form::MoveUnit { unit, action } => Some((unit, action)),
        Form::PlaceUnit | Form::ActivateUnit | Form::Options => None,
    }
}

/// The unit that the battle asks to move in a close combat, and by which of the moves.
///
/// Rule: CC-4, CC-5, CC-9.
pub(in crate::ui) fn asked_combat_move(opened: &OpenGame) -> Option<(UnitId, CombatMove)> {
    opened.prompt()?;
    let Choice::CloseCombat(CombatChoice::Move { unit, by, .. }) = opened.game.battle().decision()?.choice
    else {
        return None;
    };
    Some((unit, by))
}

/// The answers to a question as a player finds them: those with a number, each with its index, and the one without, such as to
/// hold fire. Where several name no unit, all have numbers.
pub(in crate::ui) fn numbered(answers: Vec<Answer>) -> (Vec<(usize, Answer)>, Option<Answer>) {
    let mut numbered: Vec<(usize, Answer)> = answers.into_iter().enumerate().collect();
    let mut without_unit = numbered.iter().enumerate().filter(|(_, (_, answer))| answer.about.is_none());
    let only = match (without_unit.next(), without_unit.next()) {
        (Some((place, _)), None) => Some(place),
        _ => None,
    };
    let other = only.map(|place| numbered.remove(place).1);
    (numbered, other)
}

/// The answer with a number, from 0.
pub(in crate::ui) fn numbered_answer(opened: &OpenGame, number: usize) -> Option<Command> {
    let player = opened.prompt().filter(|prompt| prompt.form == Form::Options)?.player;
    let (_, answer) = numbered(opened.answers()).0.into_iter().nth(number)?;
    Some(command(player, answer))
}

/// The answer without a number, such as to hold fire.
pub(in crate::ui) fn other_answer(opened: &OpenGame) -> Option<Command> {
    let player = opened.prompt().filter(|prompt| prompt.form == Form::Options)?.player;
    Some(command(player, numbered(opened.answers()).1?))
}

/// An answer as a command.
pub(in crate::ui) fn command(player: Side, answer: Answer) -> Command {
    Command::new(player, answer.order)
}

/// The draft that a click on an enemy model would give a target: the present one, else one of the selected unit as
/// it stands. `None` if the chosen action has no fire.
pub(in crate::ui) fn draft_to_aim(
    opened: &OpenGame,
    selection: &Selection,
    drafting: &Drafting,
    at: ModelId,
) -> Option<Draft> {
    let draft = draft_that_fires(opened, selection, drafting)?;
    let model = opened.game.battle().view().model(at)?;
    (at.unit.side != draft.unit.side && model.stands()).then_some(draft)
}

/// The draft of a unit that may fire by the chosen action: the present one, else one of the selected unit as it
/// stands.
pub(in crate::ui) fn draft_that_fires(
    opened: &OpenGame,
    selection: &Selection,
    drafting: &Drafting,
) -> Option<Draft> {
    let view = opened.game.battle().view();
    let draft = match &drafting.0 {
        Some(draft) => draft.clone(),
        None if falls_back(opened, selection.unit?) => {
            Draft::of_standing(&view, selection.unit?, Action::FallBack)?
        }
        None => Draft::of_standing(&view, selection.unit?, selection.action)?,
    };
    let falls_back = falls_back(opened, draft.unit);
    let action = draft.action()?;
    let fires = match falls_back {
        true => action == Action::FallBack && may_stay_and_fire(opened, draft.unit),
        false => action.divides_fire() || action == Action::OnMyTarget,
    };
    (fires && is_to_move(opened, draft.unit)).then_some(draft)
}

/// Whether a unit has to fall back now: when it is activated, or because its test to act failed.
///
/// Rule: SUP-4, ACT-7 (failed).
pub(in crate::ui) fn falls_back(opened: &OpenGame, unit: UnitId) -> bool {
    let battle = opened.game.battle();
    let view = battle.view();
    match opened.prompt().map(|prompt| prompt.form) {
        Some(Form::MoveUnit { unit: asked, action: Action::FallBack }) => asked == unit,
        Some(Form::ActivateUnit) => {
            still_to_act(opened).contains(&unit)
                && view.unit(unit).is_some_and(|unit| has_to_fall_back(view, unit))
        }
        _ => false,
    }
}

/// Whether a unit that has to fall back now may stay and snap fire instead.
///
/// Rule: FB-1 (the choice over half strength, never out of close combat).
pub(in crate::ui) fn may_stay_and_fire(opened: &OpenGame, unit: UnitId) -> bool {
    let battle = opened.game.battle();
    let asked = battle.decision().map(|decision| decision.choice);
    let occasion = match asked {
        Some(Choice::FallBack(FallBackChoice::FallBack { occasion, .. })) => occasion,
        Some(_) | None => Occasion::Action,
    };
    falls_back(opened, unit) && may_fire_instead(battle.view(), unit, occasion)
}

/// A new draft of a unit: as it stands; if it has to fall back, with the moves that the rules give; if it is still to be placed,
/// where a computer would place it.
pub(in crate::ui) fn draft_of(opened: &OpenGame, unit: UnitId, action: Action) -> Option<Draft> {
    let view = opened.game.battle().view();
    if let Some((asked, by)) = asked_combat_move(opened) {
        return (asked == unit).then(|| Draft::of_combat_move(&view, unit, by))?;
    }
    if still_to_place(opened).contains(&unit) {
        return Draft::of_placing(&view, unit);
    }
    match falls_back(opened, unit) {
        true => Draft::of_retreat(&view, unit),
        false => Draft::of_standing(&view, unit, action),
    }
}

/// The units the deciding player still has to place.
pub(in crate::ui) fn still_to_place(opened: &OpenGame) -> Vec<UnitId> {
    let battle = opened.game.battle();
    let view = battle.view();
    let Some(prompt) = opened.prompt().filter(|prompt| prompt.form == Form::PlaceUnit) else {
        return Vec::new();
    };
    view.units()
        .filter(|unit| unit.id.side == prompt.player && view.waits(unit.id))
        .map(|unit| unit.id)
        .collect()
}

/// Getting down, with the facings of the unit's draft, if there is one.
pub(in crate::ui) fn get_down(opened: &OpenGame, unit: UnitId, draft: Option<&Draft>) -> Option<Command> {
    let drafted = draft.filter(|draft| draft.unit == unit).cloned();
    let draft =
        drafted.or_else(|| Draft::of_standing(&opened.game.battle().view(), unit, Action::Advance))?;
    draft.get_down().ok().flatten()
}

/// The deciding player ends the phase.
pub(in crate::ui) fn end_phase(opened: &OpenGame) -> Option<Command> {
    let battle = opened.game.battle();
    let end = Command::new(battle.decision()?.player, TurnOrder::EndPhase);
    // At a real table the players know when their phase is over.
    match by_word::takes_word(opened) && battle.check(&end).is_err() {
        true => by_word::happened(opened, &end),
        false => Some(end),
    }
}
