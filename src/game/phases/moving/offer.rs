//! Offers in the middle of a move: the paths of a run, the move after firing.

use bevy_ecs::prelude::In;

use super::kinds::Choice;
use crate::game::engine::agenda::Decision;
use crate::game::engine::step::StepContext;

/// Asks the player for what a move still needs, if any model of the unit is left.
///
/// Rule: RE-1, ACT-2, TURN-3.
pub(super) fn offer(In(choice): In<Choice>, mut cx: StepContext) {
    let (Choice::Run { unit } | Choice::MoveAfterFiring { unit }) = choice;
    if cx.roster.view().standing(unit).next().is_some() {
        cx.agenda.ask(Decision { player: unit.side, choice: choice.into() });
    }
}
