//! Commands that need no draft: staying, getting down, ending the phase.

use crate::game::agenda::Choice;
use crate::game::command::{AdvanceUnit, Command, Order, Sequence};
use crate::game::turn::may_still_act;
use crate::rules::action::Action;
use crate::rules::ids::UnitId;
use crate::ui::open_game::OpenGame;

use super::draft::Draft;

/// The unit stays where it is: an Advance without a move.
pub(in crate::ui) fn stay(unit: UnitId) -> Command {
    Command {
        player: unit.side,
        order: Order::AdvanceUnit(AdvanceUnit {
            unit,
            moves: Vec::new(),
            fire: Vec::new(),
            sequence: Sequence::MoveFirst,
        }),
    }
}

/// Every unit of the deciding player that may still act stays where it is.
pub(in crate::ui) fn all_others_stay(opened: &OpenGame) -> Vec<Command> {
    still_to_act(opened).into_iter().map(stay).collect()
}

/// The units of the deciding player that may still act.
pub(in crate::ui) fn still_to_act(opened: &OpenGame) -> Vec<UnitId> {
    let battle = opened.game.battle();
    let view = battle.view();
    let Some(decision) = battle.decision().filter(|decision| decision.choice == Choice::Act) else {
        return Vec::new();
    };
    view.units()
        .filter(|unit| unit.id.side == decision.player && may_still_act(view, *unit))
        .map(|unit| unit.id)
        .collect()
}

/// The units the deciding player still has to place.
pub(in crate::ui) fn still_to_place(opened: &OpenGame) -> Vec<UnitId> {
    let battle = opened.game.battle();
    let view = battle.view();
    let placing = battle.decision().filter(|decision| matches!(decision.choice, Choice::PlaceUnit { .. }));
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
    Some(Command { player, order: Order::EndPhase })
}
