//! `show answers`: everything that the player who decides may do now, as orders to give.

use serde::Serialize;
use tabletop::ids::Side;
use tabletop::matches::Match;
use tabletop::prompt::{Answer as Listed, Prompt};

use crate::answer::{Answer, Question};
use crate::error::{ToolError, ToolResult};
use crate::hosted::Hosted;

/// The question.
pub(super) const QUESTION: Question = Question {
    name: "answers",
    usage: "",
    words: 0..=0,
    about: "every order that the player who decides may give now, as `run` reads it",
};

#[derive(Serialize)]
#[serde(bound = "")]
struct Answers<G: Hosted> {
    prompt: Prompt<G>,
    answers: Vec<Listed<G>>,
}

/// Lists the answers to what the battle waits for, as the player sees it who decides.
pub(super) fn answers<G: Hosted>(game: &Match<G>, player: Option<Side>) -> ToolResult<Answer> {
    let Some(decision) = game.battle().decision() else {
        return Err(ToolError::Failed("nobody has anything to decide: the battle is over".to_owned()));
    };
    if let Some(side) = player.filter(|side| *side != decision.player) {
        return Err(ToolError::Bad(format!(
            "side {side} has nothing to decide now: side {} does, so only its answers are listed",
            decision.player
        )));
    }
    let view = game.battle().view_for(decision.player);
    let (prompt, answers) = (G::prompt(view, decision), G::answers(view, decision));
    let mut sentences = vec![prompt.sentence(game.setup())];
    for Listed { text, order, .. } in &answers {
        sentences.push(format!("  {text}: {}", serde_json::to_string(order)?));
    }
    Answer::new(&Answers { prompt, answers }, sentences)
}
