//! What the player has selected, and what the pointer is over.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;

use super::draft::Drafting;
use crate::rules::action::Action;
use crate::rules::ids::{ModelId, Side, UnitId};
use crate::ui::session::open_game::OpenGame;

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

/// The unit that keys and previews are about: that of the draft, else the selected one.
#[derive(SystemParam)]
pub(in crate::ui) struct UnitInQuestion<'w> {
    drafting: Res<'w, Drafting>,
    selection: Res<'w, Selection>,
}

impl UnitInQuestion<'_> {
    /// The unit.
    pub fn get(&self) -> Option<UnitId> {
        self.drafting.0.as_ref().map(|draft| draft.unit).or(self.selection.unit)
    }

    /// Its side; without one, the side whose turn it is.
    pub fn side(&self, opened: &OpenGame) -> Side {
        self.get().map_or_else(|| opened.game.battle().view().turn().side, |unit| unit.side)
    }
}
