//! What the player has selected, and what the pointer is over.

use bevy::prelude::*;

use crate::rules::action::Action;
use crate::rules::ids::{ModelId, UnitId};

/// What the player has selected.
#[derive(Resource, Debug, PartialEq, Eq, Clone, Copy)]
pub(in crate::ui) struct Selection {
    /// The unit that is shown and ordered.
    pub unit: Option<UnitId>,
    /// The action of the next unit that is dragged.
    pub action: Action,
}

impl Default for Selection {
    fn default() -> Self {
        Self { unit: None, action: Action::Advance }
    }
}

/// The model under the pointer. A resource of its own, because it changes with every move of the pointer, and what follows the
/// selection need not.
#[derive(Resource, Debug, Default, PartialEq, Eq, Clone, Copy)]
pub(in crate::ui) struct HoveredModel(pub Option<ModelId>);

impl HoveredModel {
    /// Its unit.
    pub fn unit(&self) -> Option<UnitId> {
        self.0.map(|model| model.unit)
    }
}
