//! Drags with the right button turn the view, drags with the middle button move it. They follow the positions of the
//! pointer; what the device reports besides is not needed.

use bevy::input::ButtonState;
use bevy::prelude::*;
use bevy::window::WindowEvent;

use super::picker::Picker;
use crate::ui::camera::Steer;
use crate::ui::session::screen::Screen;

/// The button that drags the view, and where the pointer was last, pixels.
#[derive(Default)]
pub(super) struct ViewDrag {
    held: Option<(MouseButton, Vec2)>,
    pointer: Option<Vec2>,
}

pub(super) fn drag_view(
    mut events: MessageReader<WindowEvent>,
    picker: Picker,
    screen: Res<Screen>,
    mut steers: MessageWriter<Steer>,
    mut drag: Local<ViewDrag>,
) {
    for event in events.read() {
        match event {
            WindowEvent::CursorMoved(moved) => {
                let to = moved.position;
                drag.pointer = Some(to);
                if let Some((button, from)) = &mut drag.held {
                    steers.write(steer(*button, [*from, to]));
                    *from = to;
                }
            }
            WindowEvent::MouseButtonInput(input) => {
                let drags = [MouseButton::Right, MouseButton::Middle].contains(&input.button);
                match input.state {
                    ButtonState::Pressed if drags && screen.dialog.is_none() => {
                        let at = drag.pointer.or_else(|| picker.cursor());
                        let free = at.filter(|at| picker.is_free(*at));
                        drag.held = free.map(|at| (input.button, at));
                    }
                    ButtonState::Released if drag.held.is_some_and(|(button, _)| button == input.button) => {
                        drag.held = None;
                    }
                    _ => {}
                }
            }
            WindowEvent::WindowFocused(focus) if !focus.focused => drag.held = None,
            _ => {}
        }
    }
}

fn steer(button: MouseButton, [from, to]: [Vec2; 2]) -> Steer {
    if button == MouseButton::Right { Steer::Turn { from, to } } else { Steer::Drag { from, to } }
}
