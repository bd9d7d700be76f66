//! Refusals of commands that do not answer the decision.

use super::dispatch;
use super::engine::agenda::Decision;
use super::engine::refusal::{GeneralMistake, Refusal};
use super::engine::view::View;
use super::phases::word::kinds::Choice as WordChoice;
use super::prompt::{Form, Prompt};
use crate::rules::ids::{RuleId, Side};
use crate::rules::turn::Phase;
use crate::rules::victory::Ending;

/// Rule: TURN-6, MIS-2, MIS-5, MIS-6.
pub(super) fn battle_over(view: View) -> Refusal {
    let rule = view.result().map_or(RuleId("TURN-6"), |result| result.reason.rule());
    let is_said = view.result().is_some_and(|result| result.reason == Ending::PlayersWord);
    Refusal::new(match view.result().and_then(|result| result.winner) {
        Some(winner) => GeneralMistake::Won { winner, rule },
        None if is_said => GeneralMistake::SaidOver,
        None => GeneralMistake::NobodyWon { rule },
    })
}

/// Rule: TURN-1 (the player whose turn it is), MIS-2.
pub(super) fn not_your_decision(view: View, player: Side, decision: Decision) -> Refusal {
    let (asked, prompt) = (decision.player, dispatch::prompt(view, decision));
    Refusal::new(match prompt.form {
        Form::ActivateUnit => GeneralMistake::OthersTurn { asked },
        form => {
            let deploys = form == Form::PlaceUnit || view.turn().phase == Phase::Deployment;
            let rule = if deploys { prompt.rule } else { RuleId("TURN-3") };
            GeneralMistake::MustWait { player, asked, waits_for: prompt.waits_for, rule }
        }
    })
}

/// Rule: MIS-2, TURN-3.
pub(super) fn not_now(view: View, decision: Decision) -> Refusal {
    let Prompt { form, rule, waits_for, .. } = dispatch::prompt(view, decision);
    let (asked, deploys) = (decision.player, view.turn().phase == Phase::Deployment);
    Refusal::new(match form {
        Form::PlaceUnit if deploys => GeneralMistake::PlaceFirst { rule },
        Form::PlaceUnit => GeneralMistake::PlaceArrivalFirst { rule },
        Form::Options if deploys => GeneralMistake::IsAsked { asked, waits_for, rule },
        Form::ActivateUnit if decision.choice == WordChoice::TellOn.into() => GeneralMistake::TellsOn,
        Form::ActivateUnit => GeneralMistake::NoQuestion,
        Form::MoveUnit { .. } | Form::Options => GeneralMistake::FinishFirst { asked, waits_for },
    })
}
