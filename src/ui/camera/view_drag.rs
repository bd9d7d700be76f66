//! Drags of the view: with the right button they turn it, with any other they move it. They follow the positions of the pointer;
//! what the device reports besides is not needed.

use bevy::input::ButtonState;
use bevy::prelude::*;
use bevy::window::WindowEvent;

use super::steer::Steer;

/// The button that drags the view, and where the pointer was last, pixels.
#[derive(Default)]
pub(crate) struct ViewDrag {
    held: Option<(MouseButton, Vec2)>,
    pointer: Option<Vec2>,
}

impl ViewDrag {
    /// The step of the camera that an event brings. `cursor` is where the pointer is if no event has said so; `takes_hold` says
    /// whether a button that is pressed at a pixel drags the view.
    pub(crate) fn hear(
        &mut self,
        event: &WindowEvent,
        cursor: impl FnOnce() -> Option<Vec2>,
        takes_hold: impl FnOnce(MouseButton, Vec2) -> bool,
    ) -> Option<Steer> {
        match event {
            WindowEvent::CursorMoved(moved) => {
                let to = moved.position;
                self.pointer = Some(to);
                let (button, from) = self.held.as_mut()?;
                let from = std::mem::replace(from, to);
                let turns = *button == MouseButton::Right;
                return Some(if turns { Steer::Turn { from, to } } else { Steer::Drag { from, to } });
            }
            WindowEvent::MouseButtonInput(input) => match input.state {
                ButtonState::Pressed => {
                    let at = self.pointer.or_else(cursor).filter(|at| takes_hold(input.button, *at));
                    self.held = at.map(|at| (input.button, at)).or(self.held);
                }
                ButtonState::Released if self.held.is_some_and(|(button, _)| button == input.button) => {
                    self.held = None;
                }
                ButtonState::Released => {}
            },
            WindowEvent::WindowFocused(focus) if !focus.focused => self.held = None,
            _ => {}
        }
        None
    }
}
