//! Mouse and keys, as the system would report them.

use bevy::input::ButtonState;
use bevy::input::keyboard::{Key, KeyboardInput, NativeKey};
use bevy::input::mouse::MouseButtonInput;
use bevy::prelude::*;
use bevy::window::{CursorMoved, PrimaryWindow, WindowEvent};

use super::timed::Timed;

fn window_of(timed: &mut Timed) -> Entity {
    let world = timed.apps.main.world_mut();
    let mut windows = world.query_filtered::<Entity, With<PrimaryWindow>>();
    windows.iter(world).next().unwrap_or(Entity::PLACEHOLDER)
}

/// A message as the system would send it, alone and among the window's events.
fn send<M: Message + Clone + Into<WindowEvent>>(timed: &mut Timed, message: M) {
    let world = timed.apps.main.world_mut();
    world.write_message::<WindowEvent>(message.clone().into());
    world.write_message(message);
}

pub fn move_mouse(timed: &mut Timed, position: Vec2) {
    let window = window_of(timed);
    if let Some(mut window) = timed.apps.main.world_mut().get_mut::<Window>(window) {
        window.set_cursor_position(Some(position));
    }
    send(timed, CursorMoved { window, position, delta: None });
}

pub fn press(timed: &mut Timed, state: ButtonState) {
    let window = window_of(timed);
    send(timed, MouseButtonInput { button: MouseButton::Left, state, window });
}

pub fn press_key(timed: &mut Timed, key_code: KeyCode) {
    let window = window_of(timed);
    for state in [ButtonState::Pressed, ButtonState::Released] {
        let key = KeyboardInput {
            key_code,
            logical_key: Key::Unidentified(NativeKey::Unidentified),
            state,
            text: None,
            repeat: false,
            window,
        };
        send(timed, key);
    }
}
