//! Drags with the right button turn the view, drags with the middle button move it.

use bevy::prelude::*;
use bevy::window::WindowEvent;

use super::picker::Picker;
use crate::ui::camera::Steer;
use crate::ui::camera::view_drag::ViewDrag;
use crate::ui::session::screen::Screen;

pub(super) fn drag_view(
    mut events: MessageReader<WindowEvent>,
    picker: Picker,
    screen: Res<Screen>,
    mut steers: MessageWriter<Steer>,
    mut drag: Local<ViewDrag>,
) {
    let takes_hold = |button, at| {
        [MouseButton::Right, MouseButton::Middle].contains(&button)
            && screen.dialog.is_none()
            && picker.is_free(at)
    };
    for event in events.read() {
        steers.write_batch(drag.hear(event, || picker.cursor(), takes_hold));
    }
}
