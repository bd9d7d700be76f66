//! The keys that went down since the last frame, in order, each with the modifiers that were held at that moment. On a slow
//! machine Shift may come up and the next key go down between two frames, or a whole chord.

use bevy::input::keyboard::{Key, KeyboardInput};
use bevy::prelude::*;

const CTRL: [KeyCode; 2] = [KeyCode::ControlLeft, KeyCode::ControlRight];
const SHIFT: [KeyCode; 2] = [KeyCode::ShiftLeft, KeyCode::ShiftRight];

/// A key that went down.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Press {
    /// Its place, as on an American keyboard.
    pub place: KeyCode,
    /// What it types.
    pub key: Key,
    pub ctrl: bool,
    pub shift: bool,
}

/// The keys that went down in a frame.
///
/// # Arguments
/// * `events`: what the keyboard did in the frame
/// * `now`: what is held at its end
pub(super) fn presses(events: &[KeyboardInput], now: &ButtonInput<KeyCode>) -> Vec<Press> {
    let mut held: Vec<KeyCode> =
        [CTRL, SHIFT].concat().into_iter().filter(|key| was_held(*key, events, now)).collect();
    let mut found = Vec::new();
    for event in events {
        held.retain(|key| *key != event.key_code);
        if !event.state.is_pressed() {
            continue;
        }
        held.push(event.key_code);
        if !event.repeat {
            let is_held = |keys: [KeyCode; 2]| keys.iter().any(|key| held.contains(key));
            let (place, key) = (event.key_code, event.logical_key.clone());
            found.push(Press { place, key, ctrl: is_held(CTRL), shift: is_held(SHIFT) });
        }
    }
    found
}

/// Whether a key was held when the frame began.
fn was_held(key: KeyCode, events: &[KeyboardInput], now: &ButtonInput<KeyCode>) -> bool {
    match events.iter().find(|event| event.key_code == key && !event.repeat) {
        Some(first) => !first.state.is_pressed(),
        None => now.pressed(key),
    }
}

#[cfg(test)]
mod tests {
    use bevy::input::ButtonState::{self, Pressed, Released};

    use super::*;

    fn event(key_code: KeyCode, state: ButtonState) -> KeyboardInput {
        let logical_key = Key::Character("x".into());
        let window = Entity::PLACEHOLDER;
        KeyboardInput { key_code, logical_key, state, text: None, repeat: false, window }
    }

    /// Whether Shift was held when Enter went down.
    fn with_shift(events: &[(KeyCode, ButtonState)], now: &[KeyCode]) -> bool {
        let events: Vec<KeyboardInput> = events.iter().map(|(key, state)| event(*key, *state)).collect();
        let mut held = ButtonInput::default();
        now.iter().for_each(|key| held.press(*key));
        let presses = presses(&events, &held);
        presses.iter().find(|press| press.place == KeyCode::Enter).unwrap().shift
    }

    #[test]
    fn a_modifier_counts_for_keys_that_go_down_while_it_is_held() {
        use KeyCode::{Enter, ShiftLeft};
        let enter = (Enter, Pressed);
        assert!(!with_shift(&[enter], &[]));
        assert!(with_shift(&[enter], &[ShiftLeft]));
        assert!(!with_shift(&[(ShiftLeft, Released), enter], &[]), "after Shift came up");
        assert!(with_shift(&[enter, (ShiftLeft, Released)], &[]), "before it did");
        assert!(with_shift(&[(ShiftLeft, Pressed), enter, (ShiftLeft, Released)], &[]), "a whole chord");
        assert!(!with_shift(&[enter, (ShiftLeft, Pressed)], &[ShiftLeft]), "before Shift went down");
    }

    #[test]
    fn a_key_that_repeats_went_down_once() {
        let first = event(KeyCode::Enter, Pressed);
        let again = KeyboardInput { repeat: true, ..first.clone() };
        assert_eq!(presses(&[first, again.clone()], &ButtonInput::default()).len(), 1);
        assert_eq!(presses(&[again], &ButtonInput::default()), []);
    }
}
