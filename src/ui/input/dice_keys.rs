//! Enters the faces of dice that the players roll themselves.

use bevy::input::ButtonState;
use bevy::input::keyboard::KeyboardInput;
use bevy::prelude::*;

use super::bindings::{self, KeyAction, Mode};
use super::keyboard::Keyboard;
use crate::ui::session::hand_dice::{DiceRequest, HandDice};
use crate::ui::session::open_game::GameRequest;
use crate::ui::session::screen::Screen;

/// Reads keys in the order in which they were pressed: several may lie between two frames, the same one twice.
pub(super) fn enter_dice(
    mut pressed: MessageReader<KeyboardInput>,
    keyboard: Res<Keyboard>,
    dice: Res<HandDice>,
    screen: Res<Screen>,
    mut requests: MessageWriter<GameRequest>,
) {
    if dice.0.is_none() || screen.typing || screen.dialog.is_some() {
        pressed.clear();
        return;
    }
    let pressed = pressed.read().filter(|key| key.state == ButtonState::Pressed && !key.repeat);
    requests.write_batch(pressed.filter_map(|key| request(keyboard.key(key.key_code, &key.logical_key))));
}

fn request(key: KeyCode) -> Option<GameRequest> {
    match bindings::action(Mode::Dice, key, false)? {
        KeyAction::EnterDie(face) => Some(GameRequest::Dice(DiceRequest::Enter(face))),
        KeyAction::RemoveDie => Some(GameRequest::Dice(DiceRequest::RemoveLast)),
        KeyAction::AcceptDice => Some(GameRequest::AcceptDice),
        _ => None,
    }
}
