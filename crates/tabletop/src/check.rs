//! The gate: whether a command is allowed now. The same function answers the battle itself, the window's ghost and a
//! computer player.

use crate::agenda::Decision;
use crate::command::Command;
use crate::game::Game;
use crate::refusal::Refusal;

/// Whether a command is allowed; if not, the first reason why.
///
/// # Errors
/// The refusal, with rule, measured value and spot.
pub fn check<G: Game>(
    view: G::View<'_>,
    decision: Option<Decision<G>>,
    command: &Command<G>,
) -> Result<(), Refusal<G>> {
    let decision = decision.ok_or_else(|| G::battle_over(view))?;
    if command.player != decision.player {
        return Err(G::not_your_decision(view, command.player, decision));
    }
    G::check(view, command.player, &command.order, decision.choice)
        .unwrap_or_else(|| Err(G::not_now(view, decision)))
}
