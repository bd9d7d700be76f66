//! The gate: whether a command is allowed now. The same function answers the battle itself, the window's ghost and a
//! computer player.

use super::agenda::Decision;
use super::command::Command;
use super::refusal::{General, Refusal};
use super::view::View;
use crate::game::dispatch;
use crate::game::prompt::Form;
use crate::rules::ids::Side;

/// Whether a command is allowed; if not, the first reason why.
///
/// # Errors
/// The refusal, with rule, measured value and spot.
pub fn check(view: View, decision: Option<Decision>, command: &Command) -> Result<(), Refusal> {
    let decision = decision.ok_or_else(|| {
        Refusal::new(General::BattleOver, "TURN-6", "the battle is over: the last round has been played")
    })?;
    if command.player != decision.player {
        return Err(not_your_decision(view, command.player, decision));
    }
    dispatch::check(view, command.player, &command.order, decision.choice)
        .unwrap_or_else(|| Err(not_now(view, decision)))
}

/// Rule: TURN-1 (the player whose turn it is), MIS-2 (order of placing only).
fn not_your_decision(view: View, player: Side, decision: Decision) -> Refusal {
    let (asked, prompt) = (decision.player, dispatch::prompt(view, decision));
    let (rule, text) = match prompt.form {
        Form::ActivateUnit => ("TURN-1", format!("it is side {asked}'s turn")),
        form => {
            let rule = if form == Form::PlaceUnit { "MIS-2" } else { "TURN-3" };
            (rule, format!("side {player} must wait for side {asked} {}", prompt.waits_for))
        }
    };
    Refusal::new(General::NotYourDecision, rule, text)
}

/// Rule: MIS-2 (placing units in turn), TURN-3.
fn not_now(view: View, decision: Decision) -> Refusal {
    let prompt = dispatch::prompt(view, decision);
    let (rule, text) = match prompt.form {
        Form::PlaceUnit => ("MIS-2", "place a unit first: units are still being deployed".to_owned()),
        Form::ActivateUnit => ("TURN-3", "no question is open: activate a unit or end the phase".to_owned()),
        Form::MoveUnit { .. } | Form::Options => {
            let asked = decision.player;
            ("TURN-3", format!("side {asked} must finish an action first: it has {}", prompt.waits_for))
        }
    };
    Refusal::new(General::NotNow, rule, text)
}
