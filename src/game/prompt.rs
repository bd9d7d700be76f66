//! What a player is asked: one description for the window, for dice rolled by hand, for refusals and for scripts.

use serde::Serialize;

use super::engine::view::View;
use super::kinds::Order;
use super::narration::words;
use crate::rules::action::Action;
use crate::rules::ids::{RuleId, Side, UnitId};

/// A choice that waits for a player, in words.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Prompt {
    /// The player who chooses.
    pub player: Side,
    /// The paragraph that gives the choice.
    pub rule: RuleId,
    /// The unit it is about, if it is about one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unit: Option<UnitId>,
    /// What the battle waits for, beginning with "to".
    #[serde(skip)]
    pub waits_for: String,
    /// What the player is to do, after a name: "choose a unit".
    pub task: String,
    /// The question, where an action is interrupted by it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub question: Option<String>,
    /// How it is answered.
    pub form: Form,
}

/// How a prompt is answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Form {
    /// By placing one of the waiting units.
    PlaceUnit,
    /// By activating a unit, or ending the phase.
    ActivateUnit,
    /// By a move of this unit.
    MoveUnit {
        /// The unit.
        unit: UnitId,
        /// The action it moves by.
        action: Action,
    },
    /// By one of the answers listed.
    Options,
}

/// One of the answers that a prompt lists.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Answer {
    /// In words: "Hold fire".
    pub text: String,
    /// The unit it names: the one that fires, or its target.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unit: Option<UnitId>,
    /// The order.
    pub order: Order,
}

impl Prompt {
    /// Whether it interrupts an action.
    pub fn is_question(&self) -> bool {
        self.question.is_some()
    }

    /// Whose turn to choose it is and what to do: "LaansGuard patrol (A): choose a unit."
    pub fn sentence(&self, view: View) -> String {
        format!("{}: {}.", words::force(view.setup(), self.player), self.task)
    }
}

/// An action of a unit with the simplest order for it: no move, no turn, all fire at the first enemy.
pub type Offer = (Action, Order);
