//! Whether anything is painted where the pointer is.

use bevy::prelude::*;

use super::draft::Drafting;
use super::pointer_input::Gesture;
use super::ruler::Ruler;
use crate::ui::paint_layers::PointerFollowed;

/// The ruler, a box or a line that is dragged, and the circle of a grenade follow the pointer wherever it goes.
pub(super) fn note_followers(
    gesture: Res<Gesture>,
    ruler: Res<Ruler>,
    drafting: Res<Drafting>,
    mut followed: ResMut<PointerFollowed>,
) {
    let is_drawn = matches!(*gesture, Gesture::Aiming { .. } | Gesture::Boxing { .. });
    let picks = || drafting.0.as_ref().is_some_and(|draft| !draft.fire.picked.is_empty());
    followed.0 = is_drawn || ruler.is_out() || picks();
}
