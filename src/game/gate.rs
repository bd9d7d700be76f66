//! What the gate says to commands that are no answer to the decision.

use super::dispatch;
use super::engine::agenda::Decision;
use super::engine::refusal::{General, Refusal};
use super::engine::view::View;
use super::prompt::Form;
use crate::rules::ids::{RuleId, Side};
use crate::rules::turn::Phase;

/// Rule: TURN-6, MIS-2, MIS-5, MIS-6.
pub(super) fn battle_over(view: View) -> Refusal {
    let rule = view.result().map_or(RuleId("TURN-6"), |result| result.reason.rule());
    let text = match view.result().and_then(|result| result.winner) {
        Some(winner) => format!("the battle is over: side {winner} has won"),
        None => "the battle is over: the last round has been played".to_owned(),
    };
    Refusal::new(General::BattleOver, rule.0, text)
}

/// Rule: TURN-1 (the player whose turn it is), MIS-2.
pub(super) fn not_your_decision(view: View, player: Side, decision: Decision) -> Refusal {
    let (asked, prompt) = (decision.player, dispatch::prompt(view, decision));
    let (rule, text) = match prompt.form {
        Form::ActivateUnit => ("TURN-1", format!("it is side {asked}'s turn")),
        form => {
            let deploys = form == Form::PlaceUnit || view.turn().phase == Phase::Deployment;
            let rule = if deploys { prompt.rule.0 } else { "TURN-3" };
            (rule, format!("side {player} must wait for side {asked} {}", prompt.waits_for))
        }
    };
    Refusal::new(General::NotYourDecision, rule, text)
}

/// Rule: MIS-2, TURN-3.
pub(super) fn not_now(view: View, decision: Decision) -> Refusal {
    let prompt = dispatch::prompt(view, decision);
    let (rule, text) = match prompt.form {
        Form::PlaceUnit if view.turn().phase == Phase::Deployment => {
            (prompt.rule.0, "place a unit first: units are still being deployed".to_owned())
        }
        Form::PlaceUnit => (prompt.rule.0, "first place the unit that arrives from reserve".to_owned()),
        Form::Options if view.turn().phase == Phase::Deployment => {
            (prompt.rule.0, format!("side {} is asked {}", decision.player, prompt.waits_for))
        }
        Form::ActivateUnit => {
            ("TURN-3", "there is no question to answer: activate a unit or end the phase".to_owned())
        }
        Form::MoveUnit { .. } | Form::Options => {
            let asked = decision.player;
            ("TURN-3", format!("side {asked} must finish an action first: it has {}", prompt.waits_for))
        }
    };
    Refusal::new(General::NotNow, rule, text)
}
