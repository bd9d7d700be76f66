//! What the player has selected, and what the pointer is over.

use bevy::prelude::*;

use crate::rules::action::Action;
use crate::rules::ids::{ModelId, UnitId};

/// What the player has selected, and what the pointer is over.
#[derive(Resource, Debug, PartialEq, Eq, Clone, Copy)]
pub(in crate::ui) struct Selection {
    /// The unit that is shown and ordered.
    pub unit: Option<UnitId>,
    /// The model under the pointer.
    pub hovered: Option<ModelId>,
    /// The action of the next unit that is dragged.
    pub action: Action,
}

impl Selection {
    /// What lists of units show of it.
    pub fn in_lists(&self) -> Self {
        Self { hovered: self.hovered.map(|model| model.unit.model(1)), ..*self }
    }
}

impl Default for Selection {
    fn default() -> Self {
        Self { unit: None, hovered: None, action: Action::Advance }
    }
}
