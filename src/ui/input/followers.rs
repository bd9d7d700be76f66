//! Whether anything is painted where the pointer is.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;

use super::draft::Drafting;
use super::pointer_input::Gesture;
use super::ruler::Ruler;

/// What may follow the pointer wherever it goes: the ruler, a box or a line that is dragged, the circle of a grenade.
#[derive(SystemParam)]
pub(in crate::ui) struct PointerFollowers<'w> {
    gesture: Res<'w, Gesture>,
    ruler: Res<'w, Ruler>,
    drafting: Res<'w, Drafting>,
}

impl PointerFollowers<'_> {
    /// Whether there are any.
    pub fn any(&self) -> bool {
        let is_drawn = matches!(*self.gesture, Gesture::Aiming { .. } | Gesture::Boxing { .. });
        let picks = || self.drafting.0.as_ref().is_some_and(|draft| !draft.fire.picked.is_empty());
        is_drawn || self.ruler.is_out() || picks()
    }
}
