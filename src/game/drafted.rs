//! Orders as players draw them on the table, and back. Each phase says beside its `check` what its orders look like
//! (`drafted`), and makes them again (`order_of`).

#![deny(clippy::wildcard_enum_match_arm)]

use std::borrow::Cow;

use super::kinds::Order;
use super::phases::deployment::kinds::ModelPlace;
use super::phases::moving::kinds::{ModelMove, Sequence};
use super::phases::shooting::kinds::FireAt;
use super::phases::{fall_back, get_down, moving, shooting};
use crate::rules::action::Action;
use crate::rules::ids::{ModelId, UnitId};

/// An order as it is drawn.
#[derive(Clone, Debug, PartialEq)]
pub enum Drafted<'a> {
    /// A unit's action.
    Action(DraftedAction<'a>),
    /// A unit's move in a close combat.
    CombatMove {
        /// The unit.
        unit: UnitId,
        /// Models that move or turn.
        moves: &'a [ModelMove],
    },
    /// A unit that is placed.
    Placing {
        /// The unit.
        unit: UnitId,
        /// A place for each of its models.
        models: &'a [ModelPlace],
    },
}

/// A unit's action: how it moves, and at whom it fires.
#[derive(Clone, Debug, PartialEq)]
pub struct DraftedAction<'a> {
    /// The unit.
    pub unit: UnitId,
    /// The action.
    pub action: Action,
    /// Models that move or turn; the others stay as they are.
    pub moves: Cow<'a, [ModelMove]>,
    /// At whom it fires.
    pub fire: Cow<'a, [FireAt]>,
    /// Whether it moves or fires first.
    pub sequence: Sequence,
    /// The model that On My Target names.
    pub marked: Option<ModelId>,
}

impl<'a> DraftedAction<'a> {
    /// A unit that stays as it is and does not fire.
    pub fn still(unit: UnitId, action: Action) -> Self {
        let (moves, fire) = (Cow::Borrowed(&[][..]), Cow::Borrowed(&[][..]));
        Self { unit, action, moves, fire, sequence: Sequence::default(), marked: None }
    }

    /// The same, with moves.
    pub fn moving(self, moves: impl Into<Cow<'a, [ModelMove]>>) -> Self {
        Self { moves: moves.into(), ..self }
    }

    /// The same, with fire.
    pub fn firing(self, fire: impl Into<Cow<'a, [FireAt]>>) -> Self {
        Self { fire: fire.into(), ..self }
    }

    /// Whether any model goes anywhere.
    pub fn goes(&self) -> bool {
        self.moves.iter().any(|one| !one.path.is_empty())
    }

    /// The order; `None` for On My Target without a model.
    pub fn order(self) -> Option<Order> {
        match self.action {
            Action::Advance | Action::AtTheDouble | Action::OpenFire => moving::order_of(self),
            Action::OnMyTarget => shooting::order_of(&self),
            Action::GetDown => Some(get_down::order_of(&self)),
            Action::FallBack => Some(fall_back::order_of(self)),
        }
    }
}

impl Order {
    /// The unit's action that the order is, as it is drawn; `None` for answers, and for what is no action.
    pub fn drafted_action(&self) -> Option<DraftedAction<'_>> {
        match super::dispatch::drafted(self) {
            Some(Drafted::Action(drafted)) => Some(drafted),
            Some(Drafted::CombatMove { .. } | Drafted::Placing { .. }) | None => None,
        }
    }

    /// The action that the order is, or announces; `None` for answers.
    pub fn action(&self) -> Option<Action> {
        let drawn = self.drafted_action().map(|drafted| drafted.action);
        drawn.or_else(|| {
            matches!(self, Self::Moving(moving::kinds::Order::AnnounceDouble(_)))
                .then_some(Action::AtTheDouble)
        })
    }

    /// The order that moves a unit by an action and fires at nobody; `None` for actions that move nobody freely.
    pub fn of_move(action: Action, unit: UnitId, moves: Vec<ModelMove>) -> Option<Self> {
        action.moves_freely().then(|| DraftedAction::still(unit, action).moving(moves).order())?
    }
}
