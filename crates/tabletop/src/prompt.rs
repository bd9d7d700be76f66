//! Questions put to players: one description for the window, for dice rolled by hand, for refusals and for scripts.

use serde::Serialize;

use crate::agenda::Decision;
use crate::game::{Game, Setup};
use crate::ids::{RuleId, Side};
use crate::refusal::Refusal;

/// A choice that waits for a player, in words.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(bound = "")]
pub struct Prompt<G: Game> {
    /// The player who chooses.
    pub player: Side,
    /// The paragraph that gives the choice.
    pub rule: RuleId,
    /// Subject of the question, if it has one.
    #[serde(flatten)]
    pub about: Option<G::Subject>,
    /// Awaited action, beginning with "to".
    #[serde(skip)]
    pub waits_for: String,
    /// The player's task, to follow a name: "choose a unit".
    pub task: String,
    /// The question, where an action is interrupted by it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub question: Option<String>,
    /// Form of the answer.
    pub form: G::Form,
}

/// One of the answers that a prompt lists.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(bound = "")]
pub struct Answer<G: Game> {
    /// In words: "Hold fire".
    pub text: String,
    /// Subject that the answer names: what fires, or its target.
    #[serde(flatten)]
    pub about: Option<G::Subject>,
    /// The order.
    pub order: G::Order,
}

impl<G: Game<Form = ()>> Prompt<G> {
    /// A prompt about nothing in particular, for a player who is about to act; its words are the paragraph, the awaited action and the
    /// task.
    pub fn new(player: Side, words: (&'static str, &str, &str)) -> Self {
        let (rule, waits_for, task) = words;
        Self {
            player,
            rule: RuleId(rule),
            about: None,
            waits_for: waits_for.to_owned(),
            task: task.to_owned(),
            question: None,
            form: (),
        }
    }
}

impl<G: Game> Prompt<G> {
    /// Whether it interrupts an action.
    pub fn is_question(&self) -> bool {
        self.question.is_some()
    }

    /// Names the player whose turn it is to choose, and the task: "LaansGuard patrol (A): choose a unit."
    pub fn sentence(&self, setup: &G::Setup) -> String {
        format!("{} ({}): {}.", setup.force_name(self.player), self.player, self.task)
    }
}

/// The gate of a game that lists every answer: an order is legal exactly where it is listed.
///
/// # Errors
/// What `refuse` says of an order that is not listed.
pub fn check_listed<G: Game>(
    view: G::View<'_>,
    decision: Decision<G>,
    order: &G::Order,
    refuse: impl FnOnce() -> Refusal<G>,
) -> Result<(), Refusal<G>> {
    let is_listed = G::answers(view, decision).iter().any(|answer| answer.order == *order);
    if is_listed { Ok(()) } else { Err(refuse()) }
}
