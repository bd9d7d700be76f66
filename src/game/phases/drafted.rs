//! Orders as players draw them on the table, and back. Each phase says beside its `check` what its orders look like
//! (`drafted`), and makes them again (`order_of`).

#![deny(clippy::wildcard_enum_match_arm)]

use std::borrow::Cow;

use super::deployment::kinds::ModelPlace;
use super::moving::kinds::{ModelMove, Sequence};
use super::shooting::kinds::FireAt;
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
    /// Targets of its fire.
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
}
