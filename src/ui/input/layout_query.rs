//! Asks the X server what the keys of the keyboard type. Other systems are not asked: there the keys say it as they go down.

use bevy::prelude::KeyCode;

/// What the keys of the main block type without Shift; nothing if the system does not say.
#[cfg(not(target_os = "linux"))]
pub(super) fn layout() -> Vec<(KeyCode, char)> {
    Vec::new()
}

#[cfg(target_os = "linux")]
pub(super) use of_x_server::layout;

#[cfg(target_os = "linux")]
mod of_x_server {
    use x11rb::protocol::xkb::{ConnectionExt as _, ID};
    use x11rb::protocol::xproto::ConnectionExt as _;

    use super::KeyCode;
    use KeyCode::*;

    /// The rows of the main block, each with the number of its first key.
    const ROWS: [(u8, &[KeyCode]); 6] = [
        (10, &[Digit1, Digit2, Digit3, Digit4, Digit5, Digit6, Digit7, Digit8, Digit9, Digit0, Minus, Equal]),
        (24, &[KeyQ, KeyW, KeyE, KeyR, KeyT, KeyY, KeyU, KeyI, KeyO, KeyP, BracketLeft, BracketRight]),
        (38, &[KeyA, KeyS, KeyD, KeyF, KeyG, KeyH, KeyJ, KeyK, KeyL, Semicolon, Quote]),
        (49, &[Backquote]),
        (51, &[Backslash]),
        (52, &[KeyZ, KeyX, KeyC, KeyV, KeyB, KeyN, KeyM, Comma, Period, Slash]),
    ];

    /// The first key that is asked for, and how many.
    const FIRST: u8 = 10;
    const COUNT: u8 = 52;

    /// What the keys of the main block type without Shift; nothing if there is no server that says so.
    pub fn layout() -> Vec<(KeyCode, char)> {
        ask().unwrap_or_default()
    }

    fn ask() -> Option<Vec<(KeyCode, char)>> {
        let (connection, _) = x11rb::connect(None).ok()?;
        let mapping = connection.get_keyboard_mapping(FIRST, COUNT).ok()?.reply().ok()?;
        connection.xkb_use_extension(1, 0).ok()?.reply().ok()?;
        let state = connection.xkb_get_state(u16::from(ID::USE_CORE_KBD)).ok()?.reply().ok()?;
        let width = usize::from(mapping.keysyms_per_keycode);
        // Two of each group: without Shift, and with it.
        let column = 2 * usize::from(u8::from(state.group));
        let typed = |number: u8| {
            let row = mapping.keysyms.chunks(width.max(1)).nth(usize::from(number - FIRST))?;
            let keysym = row.get(column).filter(|keysym| **keysym != 0).or(row.first())?;
            character(*keysym)
        };
        let keys = ROWS.iter().flat_map(|(first, keys)| (*first..).zip(keys.iter()));
        Some(keys.filter_map(|(number, key)| Some((*key, typed(number)?))).collect())
    }

    /// A letter that stands for all of other scripts that have key symbols of their own: only that it is none of ours counts.
    const OF_ANOTHER_SCRIPT: char = 'ж';

    /// The character of a key symbol: Latin-1, Unicode, a dead key's accent, or a letter of another script.
    fn character(keysym: u32) -> Option<char> {
        const DEAD: [char; 12] = ['`', '´', '^', '~', '¯', '˘', '˙', '¨', '˚', '˝', 'ˇ', '¸'];
        match keysym {
            0x20..=0x7e | 0xa0..=0xff => char::from_u32(keysym),
            0x0100_0000..=0x0110_ffff => char::from_u32(keysym - 0x0100_0000),
            // Kana, Arabic, Cyrillic, Greek, Hebrew, Thai, Hangul.
            0x4a1..=0x4df
            | 0x5ac..=0x5f2
            | 0x6a1..=0x6ff
            | 0x7a1..=0x7f9
            | 0xce0..=0xcfa
            | 0xda1..=0xdf9
            | 0xea1..=0xeff => Some(OF_ANOTHER_SCRIPT),
            0xfe50..=0xfe5b => DEAD.get((keysym - 0xfe50) as usize).copied(),
            _ => None,
        }
    }

    #[cfg(test)]
    mod tests {
        use super::character;

        #[test]
        fn key_symbols_are_characters() {
            for (keysym, expected) in [
                (0x61, Some('a')),
                (0xe9, Some('é')),
                (0xfe52, Some('^')),
                (0x0100_043f, Some('п')),
                (0x6d0, Some(super::OF_ANOTHER_SCRIPT)),
                (0x1ba, None),
                (0xff0d, None),
                (0, None),
            ] {
                assert_eq!(character(keysym), expected, "{keysym:#x}");
            }
        }
    }
}
