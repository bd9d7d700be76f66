//! Commands that need no draft: staying, getting down, ending the phase; and who may be ordered.

use crate::game::engine::agenda::Choice;
use crate::game::engine::command::Command;
use crate::game::engine::command::Order;
use crate::game::leadership::has_to_fall_back;
use crate::game::phases::deployment;
use crate::game::phases::fall_back;
use crate::game::phases::fall_back::kinds::FallBack;
use crate::game::phases::moving;
use crate::game::phases::moving::kinds::AdvanceUnit;
use crate::game::phases::moving::kinds::Sequence;
use crate::game::phases::shooting;
use crate::game::phases::shooting::kinds::FireAfterRunning;
use crate::game::phases::shooting::kinds::FireAt;
use crate::game::phases::shooting::kinds::SnapFire;
use crate::game::phases::turn;
use crate::game::phases::turn::may_still_act;
use crate::rules::action::Action;
use crate::rules::ids::{ModelId, UnitId};
use crate::ui::open_game::OpenGame;

use super::Selection;
use super::draft::{Draft, Drafting};

/// The unit stays where it is: an Advance without a move.
pub(in crate::ui) fn stay(unit: UnitId) -> Command {
    Command {
        player: unit.side,
        order: Order::Moving(moving::kinds::Order::AdvanceUnit(AdvanceUnit {
            unit,
            moves: Vec::new(),
            fire: Vec::new(),
            sequence: Sequence::MoveFirst,
        })),
    }
}

/// A suppressed unit is activated.
///
/// Rule: SUP-4.
pub(in crate::ui) fn fall_back(unit: UnitId) -> Command {
    Command {
        player: unit.side,
        order: Order::FallBack(fall_back::kinds::Order::FallBack(FallBack::of(unit))),
    }
}

/// The unit stays and fires in place of falling back.
///
/// Rule: FB-1 (the choice), OFB-1.
pub(in crate::ui) fn stay_and_fire(unit: UnitId, at: UnitId) -> Command {
    let fire = Some(FireAt { at, by: None });
    Command {
        player: unit.side,
        order: Order::FallBack(fall_back::kinds::Order::FallBack(FallBack { fire, ..FallBack::of(unit) })),
    }
}

/// Every unit of the deciding player that may still act stays where it is; the suppressed ones have
/// to fall back.
pub(in crate::ui) fn all_others_stay(opened: &OpenGame) -> Vec<Command> {
    let view = opened.game.battle().view();
    let forced = |unit| view.unit(unit).is_some_and(|unit| has_to_fall_back(view, unit));
    let order = |unit| if forced(unit) { fall_back(unit) } else { stay(unit) };
    still_to_act(opened).into_iter().map(order).collect()
}

/// The units of the deciding player that may still act.
pub(in crate::ui) fn still_to_act(opened: &OpenGame) -> Vec<UnitId> {
    let battle = opened.game.battle();
    let view = battle.view();
    let Some(decision) =
        battle.decision().filter(|decision| decision.choice == Choice::Turn(turn::kinds::Choice::Act))
    else {
        return Vec::new();
    };
    view.units()
        .filter(|unit| unit.id.side == decision.player && may_still_act(view, *unit))
        .map(|unit| unit.id)
        .collect()
}

/// The units whose move the battle waits for: those that may still act, or the one that is in the
/// middle of its action.
pub(in crate::ui) fn may_move(opened: &OpenGame) -> Vec<UnitId> {
    asked_to_move(opened).map_or_else(|| still_to_act(opened), |(unit, _)| vec![unit])
}

/// The unit in the middle of its action that the battle asks to move, and the action.
///
/// Rule: RE-1 (paths), ACT-2 (move after shooting), ACT-7 (failed).
pub(in crate::ui) fn asked_to_move(opened: &OpenGame) -> Option<(UnitId, Action)> {
    match opened.game.battle().decision()?.choice {
        Choice::Moving(moving::kinds::Choice::Run { unit }) => Some((unit, Action::AtTheDouble)),
        Choice::Moving(moving::kinds::Choice::MoveAfterFiring { unit }) => Some((unit, Action::Advance)),
        Choice::FallBack(fall_back::kinds::Choice::FallBack { unit }) => Some((unit, Action::FallBack)),
        _ => None,
    }
}

/// The answer to the battle's question by a unit: snap fire with it, or fire at it after a run.
///
/// Rule: RE-1, ACT-4 (its fire).
pub(in crate::ui) fn answer(opened: &OpenGame, unit: UnitId) -> Option<Command> {
    let decision = opened.game.battle().decision()?;
    let order = match decision.choice {
        Choice::Shooting(shooting::kinds::Choice::SnapFire { .. }) => {
            Order::Shooting(shooting::kinds::Order::SnapFire(SnapFire { unit, by: None }))
        }
        Choice::Shooting(shooting::kinds::Choice::FireAfterRunning { unit: runner, .. }) => {
            Order::Shooting(shooting::kinds::Order::FireAfterRunning(FireAfterRunning {
                unit: runner,
                fire: FireAt { at: unit, by: None },
            }))
        }
        _ => return None,
    };
    Some(Command { player: decision.player, order })
}

/// The deciding player does not fire.
pub(in crate::ui) fn hold_fire(opened: &OpenGame) -> Option<Command> {
    let player = opened.game.battle().decision()?.player;
    Some(Command { player, order: Order::Shooting(shooting::kinds::Order::HoldFire) })
}

/// The draft that a click on an enemy model would aim: that there is, or that of the selected unit
/// as it stands. `None` where nobody is to fire by the action that is chosen.
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

/// The draft of a unit that may fire by the action that is chosen: that there is, or that of the
/// selected unit as it stands.
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
    let fires = match draft.action()? {
        Action::OpenFire | Action::Advance | Action::OnMyTarget => !falls_back,
        Action::FallBack => falls_back,
        Action::AtTheDouble | Action::GetDown => false,
    };
    (fires && may_move(opened).contains(&draft.unit)).then_some(draft)
}

/// Whether a unit has to fall back now: by its activation, or because its test to act failed.
///
/// Rule: SUP-4, ACT-7 (failed).
pub(in crate::ui) fn falls_back(opened: &OpenGame, unit: UnitId) -> bool {
    let battle = opened.game.battle();
    let view = battle.view();
    match battle.decision().map(|decision| decision.choice) {
        Some(Choice::FallBack(fall_back::kinds::Choice::FallBack { unit: asked })) => asked == unit,
        Some(Choice::Turn(turn::kinds::Choice::Act)) => {
            still_to_act(opened).contains(&unit)
                && view.unit(unit).is_some_and(|unit| has_to_fall_back(view, unit))
        }
        _ => false,
    }
}

/// The draft of a unit that is taken up: as it stands, or, where it has to fall back, as the rules give it.
pub(in crate::ui) fn draft_of(opened: &OpenGame, unit: UnitId, action: Action) -> Option<Draft> {
    let view = opened.game.battle().view();
    match falls_back(opened, unit) {
        true => Draft::of_retreat(&view, unit),
        false => Draft::of_standing(&view, unit, action),
    }
}

/// The units the deciding player still has to place.
pub(in crate::ui) fn still_to_place(opened: &OpenGame) -> Vec<UnitId> {
    let battle = opened.game.battle();
    let view = battle.view();
    let placing = battle.decision().filter(|decision| {
        matches!(decision.choice, Choice::Deployment(deployment::kinds::Choice::PlaceUnit { .. }))
    });
    let Some(decision) = placing else { return Vec::new() };
    view.units()
        .filter(|unit| unit.id.side == decision.player && view.waits(unit.id))
        .map(|unit| unit.id)
        .collect()
}

/// Getting down; the models look as a draft of their unit has them, if there is one.
pub(in crate::ui) fn get_down(opened: &OpenGame, unit: UnitId, draft: Option<&Draft>) -> Option<Command> {
    let drafted = draft.filter(|draft| draft.unit == unit).cloned();
    let draft =
        drafted.or_else(|| Draft::of_standing(&opened.game.battle().view(), unit, Action::Advance))?;
    draft.get_down().ok()
}

/// The deciding player ends his phase.
pub(in crate::ui) fn end_phase(opened: &OpenGame) -> Option<Command> {
    let player = opened.game.battle().decision()?.player;
    Some(Command { player, order: Order::Turn(turn::kinds::Order::EndPhase) })
}
