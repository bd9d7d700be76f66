//! Laying dice with the keys: 1 to 6, Backspace, Enter.

use bevy::input::ButtonState;
use bevy::input::keyboard::KeyboardInput;
use bevy::prelude::*;

use super::Screen;
use crate::ui::hand_dice::{DiceAsk, HandDice};
use crate::ui::open_game::GameRequest;

/// Reads the keys in the order in which they were pressed: several may lie between two pictures, and
/// the same one twice.
pub(super) fn lay_dice(
    mut pressed: MessageReader<KeyboardInput>,
    hand: Res<HandDice>,
    screen: Res<Screen>,
    mut asks: MessageWriter<GameRequest>,
) {
    if hand.0.is_none() || screen.typing || screen.dialog.is_some() {
        pressed.clear();
        return;
    }
    let new = pressed.read().filter(|key| key.state == ButtonState::Pressed && !key.repeat);
    asks.write_batch(new.filter_map(|key| ask_of(key.key_code)));
}

fn ask_of(key: KeyCode) -> Option<GameRequest> {
    let lay = |face| Some(GameRequest::Dice(DiceAsk::Lay(face)));
    match key {
        KeyCode::Digit1 | KeyCode::Numpad1 => lay(1),
        KeyCode::Digit2 | KeyCode::Numpad2 => lay(2),
        KeyCode::Digit3 | KeyCode::Numpad3 => lay(3),
        KeyCode::Digit4 | KeyCode::Numpad4 => lay(4),
        KeyCode::Digit5 | KeyCode::Numpad5 => lay(5),
        KeyCode::Digit6 | KeyCode::Numpad6 => lay(6),
        KeyCode::Backspace => Some(GameRequest::Dice(DiceAsk::TakeBack)),
        KeyCode::Enter | KeyCode::NumpadEnter => Some(GameRequest::GoOn),
        _ => None,
    }
}
