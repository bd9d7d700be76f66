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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ruler_and_a_box_follow_the_pointer_and_a_drag_does_not() {
        let from = Vec2::ZERO;
        for (gesture, ruler, expected) in [
            (Gesture::Idle, Ruler::Away, false),
            (Gesture::Dragging, Ruler::Away, false),
            (Gesture::Boxing { from }, Ruler::Away, true),
            (Gesture::Aiming { from }, Ruler::Away, true),
            (Gesture::Idle, Ruler::InHand, true),
        ] {
            let what = format!("{gesture:?}, {ruler:?}");
            let mut app = App::new();
            app.insert_resource(gesture)
                .insert_resource(ruler)
                .init_resource::<Drafting>()
                .init_resource::<PointerFollowed>()
                .add_systems(Update, note_followers);
            app.update();
            assert_eq!(app.world().resource::<PointerFollowed>().0, expected, "{what}");
        }
    }
}
