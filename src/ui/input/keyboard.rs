//! The keyboard at hand: which key of the table in `bindings` one of its keys stands for, and what is printed on it.
//!
//! The table names keys as they lie on an American keyboard. Letters stand for words and follow what is printed: G is "Get
//! Down" wherever it lies. Q, E, A and D turn to the left and right, and follow the place. Digits follow either: on a French
//! keyboard 1 is written with Shift, and works without. Signs follow what is printed, and where they cannot be typed alone,
//! the place. Keyboards of other scripts follow the place in everything.

use std::collections::BTreeMap;

use bevy::input::keyboard::{Key, KeyboardInput, NativeKeyCode};
use bevy::prelude::*;

use super::presses::{Press, presses};
use crate::ui::session::screen::ScreenKey;

/// What the keys of the main block type on an American keyboard.
const AMERICAN: [(KeyCode, char); 47] = [
    (KeyCode::Backquote, '`'),
    (KeyCode::Digit1, '1'),
    (KeyCode::Digit2, '2'),
    (KeyCode::Digit3, '3'),
    (KeyCode::Digit4, '4'),
    (KeyCode::Digit5, '5'),
    (KeyCode::Digit6, '6'),
    (KeyCode::Digit7, '7'),
    (KeyCode::Digit8, '8'),
    (KeyCode::Digit9, '9'),
    (KeyCode::Digit0, '0'),
    (KeyCode::Minus, '-'),
    (KeyCode::Equal, '='),
    (KeyCode::KeyQ, 'q'),
    (KeyCode::KeyW, 'w'),
    (KeyCode::KeyE, 'e'),
    (KeyCode::KeyR, 'r'),
    (KeyCode::KeyT, 't'),
    (KeyCode::KeyY, 'y'),
    (KeyCode::KeyU, 'u'),
    (KeyCode::KeyI, 'i'),
    (KeyCode::KeyO, 'o'),
    (KeyCode::KeyP, 'p'),
    (KeyCode::BracketLeft, '['),
    (KeyCode::BracketRight, ']'),
    (KeyCode::KeyA, 'a'),
    (KeyCode::KeyS, 's'),
    (KeyCode::KeyD, 'd'),
    (KeyCode::KeyF, 'f'),
    (KeyCode::KeyG, 'g'),
    (KeyCode::KeyH, 'h'),
    (KeyCode::KeyJ, 'j'),
    (KeyCode::KeyK, 'k'),
    (KeyCode::KeyL, 'l'),
    (KeyCode::Semicolon, ';'),
    (KeyCode::Quote, '\''),
    (KeyCode::Backslash, '\\'),
    (KeyCode::KeyZ, 'z'),
    (KeyCode::KeyX, 'x'),
    (KeyCode::KeyC, 'c'),
    (KeyCode::KeyV, 'v'),
    (KeyCode::KeyB, 'b'),
    (KeyCode::KeyN, 'n'),
    (KeyCode::KeyM, 'm'),
    (KeyCode::Comma, ','),
    (KeyCode::Period, '.'),
    (KeyCode::Slash, '/'),
];

/// Keys that stand for places: they turn models and the view to the left and right.
const PLACES: [KeyCode; 4] = [KeyCode::KeyQ, KeyCode::KeyE, KeyCode::KeyA, KeyCode::KeyD];

/// A key that stands for none of the table.
const NONE: KeyCode = KeyCode::Unidentified(NativeKeyCode::Unidentified);

/// What is known of the keyboard at hand: from the system where it says, and from every key that goes down.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Keyboard {
    /// What keys of the main block type without Shift.
    typed: BTreeMap<KeyCode, char>,
}

impl Keyboard {
    /// The key of the table that a key stands for, by its place.
    pub(super) fn key_at(&self, place: KeyCode) -> KeyCode {
        self.key_typing(place, self.typed.get(&place).copied())
    }

    /// The key of the table that a key stands for, by its place and what it types.
    pub(super) fn key(&self, place: KeyCode, key: &Key) -> KeyCode {
        self.key_typing(place, character(key))
    }

    /// The letter, digit or sign of an American keyboard that a key stands for.
    pub(crate) fn stands_for(&self, place: KeyCode, key: &Key) -> Option<char> {
        american_character(self.key(place, key))
    }

    fn key_typing(&self, place: KeyCode, typed: Option<char>) -> KeyCode {
        let Some(typed) = typed.filter(|_| american_character(place).is_some()) else { return place };
        let printed = american_key(typed);
        match printed {
            _ if is_letter(place) && self.is_of_another_script(typed) => place,
            Some(letter) if is_letter(letter) && !PLACES.contains(&letter) => letter,
            _ if PLACES.contains(&place) => place,
            Some(digit) if is_digit(digit) => digit,
            _ if is_digit(place) => place,
            Some(printed) => printed,
            None if is_letter(place) => NONE,
            None => place,
        }
    }

    /// Whether the letters of this keyboard, or of the one that types this, are not Latin.
    fn is_of_another_script(&self, typed: char) -> bool {
        let is_other = |c: char| c.is_alphabetic() && !is_latin(c);
        is_other(typed) || self.typed.values().any(|typed| is_other(*typed))
    }

    /// What is printed on the key that stands for one of the table's main block; `None` if no key of this keyboard does.
    pub fn label(&self, key: KeyCode) -> Option<String> {
        let own = american_character(key)?;
        let at_place =
            self.typed.get(&key).copied().filter(|typed| self.key_typing(key, Some(*typed)) == key);
        let label = match key {
            _ if PLACES.contains(&key) && !self.is_of_another_script(own) => at_place.unwrap_or(own),
            _ if is_letter(key) || is_digit(key) => own,
            _ => self.sign_label(key, own, at_place)?,
        };
        Some(label.to_uppercase().to_string())
    }

    fn sign_label(&self, key: KeyCode, own: char, at_place: Option<char>) -> Option<char> {
        let written = if key == KeyCode::Equal { ['+', own] } else { [own, own] };
        let means = |(place, typed): (&KeyCode, &char)| self.key_typing(*place, Some(*typed)) == key;
        let typing = |sign: char| self.typed.iter().filter(move |(_, typed)| **typed == sign);
        // A plus that shares its key with the equals sign is typed with Shift, which changes nothing.
        let is_lost = |sign: char| typing(sign).next().is_some() && !typing(sign).any(means);
        let printed = written.into_iter().find(|sign| !is_lost(*sign));
        let is_elsewhere = self.typed.contains_key(&key) && at_place.is_none();
        match printed {
            Some(sign)
                if typing(own).chain(typing(sign)).any(means) || at_place.is_none() && !is_elsewhere =>
            {
                Some(sign)
            }
            _ => at_place.or(printed),
        }
    }

    /// The two keys that turn models, as in `Q/E`.
    pub fn turns(&self) -> String {
        [KeyCode::KeyQ, KeyCode::KeyE].map(|key| self.label(key).unwrap_or_default()).join("/")
    }

    /// The key that lets the computer act at once.
    pub fn hurries(&self) -> String {
        self.label(KeyCode::Period).unwrap_or_else(|| "F2".to_owned())
    }

    /// Takes up what the system says of the keyboard, if it does.
    pub(super) fn ask(&mut self) {
        self.typed.extend(super::layout_query::layout());
    }
}

/// The layout may have been switched since: F1 shows what is printed on the keys.
pub(super) fn on_help(key: On<ScreenKey>, mut keyboard: ResMut<Keyboard>) {
    if *key == ScreenKey::Help {
        keyboard.ask();
    }
}

/// Asks the system what is printed on the keys.
pub(crate) fn ask_for_layout(mut keyboard: ResMut<Keyboard>) {
    keyboard.ask();
}

/// Learns from every key that goes down what it types.
pub(crate) fn learn_keys(
    mut events: MessageReader<KeyboardInput>,
    held: Res<ButtonInput<KeyCode>>,
    mut keyboard: ResMut<Keyboard>,
) {
    let events: Vec<KeyboardInput> = events.read().cloned().collect();
    if held.any_pressed([KeyCode::AltLeft, KeyCode::AltRight]) {
        return;
    }
    for press in presses(&events, &held) {
        if let Some(typed) = learnt(&press).filter(|typed| keyboard.typed.get(&press.place) != Some(typed)) {
            keyboard.typed.insert(press.place, typed);
        }
    }
}

/// What a key is seen to type without Shift; a letter is the same with it.
fn learnt(press: &Press) -> Option<char> {
    let typed = american_character(press.place).and_then(|_| character(&press.key));
    typed.filter(|typed| !press.shift || typed.is_alphabetic())
}

/// What a key types, a letter as a small one; also a dead key's accent.
fn character(key: &Key) -> Option<char> {
    match key {
        Key::Character(text) => text.chars().next()?.to_lowercase().next(),
        Key::Dead(accent) => *accent,
        _ => None,
    }
}

/// The key that types a character on an American keyboard, the plus as if it had a key of its own.
fn american_key(typed: char) -> Option<KeyCode> {
    let typed = if typed == '+' { '=' } else { typed };
    AMERICAN.iter().find(|(_, known)| *known == typed).map(|(key, _)| *key)
}

/// What a key of the main block types on an American keyboard.
pub(super) fn american_character(key: KeyCode) -> Option<char> {
    AMERICAN.iter().find(|(known, _)| *known == key).map(|(_, typed)| *typed)
}

fn is_letter(key: KeyCode) -> bool {
    american_character(key).is_some_and(|typed| typed.is_ascii_lowercase())
}

fn is_digit(key: KeyCode) -> bool {
    american_character(key).is_some_and(|typed| typed.is_ascii_digit())
}

fn is_latin(letter: char) -> bool {
    matches!(letter, '\0'..='\u{24f}' | '\u{1e00}'..='\u{1eff}')
}

#[cfg(test)]
pub(super) mod tests {
    use KeyCode::*;

    use super::*;

    /// Keyboards: what each row types without Shift, from the key left of 1 on.
    pub const LAYOUTS: [(&str, [&str; 4]); 6] = [
        ("us", ["`1234567890-=", "qwertyuiop[]", "asdfghjkl;'\\", "zxcvbnm,./"]),
        ("fr", ["²&é\"'(-è_çà)=", "azertyuiop^$", "qsdfghjklmù*", "wxcvbn,;:!"]),
        ("de", ["^1234567890ß´", "qwertzuiopü+", "asdfghjklöä#", "yxcvbnm,.-"]),
        ("dvorak", ["`1234567890[]", "',.pyfgcrl/=", "aoeuidhtns-\\", ";qjkxbmwvz"]),
        ("colemak", ["`1234567890-=", "qwfpgjluy;[]", "arstdhneio'\\", "zxcvbkm,./"]),
        ("ru", ["ё1234567890-=", "йцукенгшщзхъ", "фывапролджэ\\", "ячсмитьбю."]),
    ];

    pub fn keyboard(name: &str) -> Keyboard {
        let (_, rows) = LAYOUTS.iter().find(|(known, _)| *known == name).unwrap();
        let typed = rows.iter().flat_map(|row| row.chars());
        Keyboard { typed: AMERICAN.iter().map(|(key, _)| *key).zip(typed).collect() }
    }

    fn typing(text: char) -> Key {
        Key::Character(text.to_string().into())
    }

    /// Each row: the key's place, what it types, and the key of the table that it stands for.
    #[test]
    fn words_follow_the_letter_and_turns_the_place() {
        for (layout, place, typed, expected, why) in [
            ("us", KeyG, 'g', KeyG, "as printed"),
            ("us", KeyG, 'G', KeyG, "with Shift"),
            ("us", Digit1, '!', Digit1, "with Shift"),
            ("us", Equal, '+', Equal, "with Shift"),
            ("us", Minus, '_', Minus, "with Shift"),
            ("us", Comma, ',', Comma, "no key of the table"),
            ("fr", KeyG, 'g', KeyG, "the same place"),
            ("fr", KeyQ, 'a', KeyQ, "turn left: the place"),
            ("fr", KeyA, 'q', KeyA, "turn the view left: the place"),
            ("fr", KeyZ, 'w', KeyW, "who sees it: the letter"),
            ("fr", KeyW, 'z', KeyZ, "look at the unit: the letter"),
            ("fr", Semicolon, 'm', KeyM, "coherency: the letter, beside L"),
            ("fr", KeyM, ',', Comma, "no coherency where M is not"),
            ("fr", Digit1, '&', Digit1, "1 without Shift"),
            ("fr", Digit1, '1', Digit1, "1 with Shift"),
            ("fr", Digit2, 'é', Digit2, "2 without Shift"),
            ("fr", Digit6, '-', Digit6, "6 without Shift, though it is a minus"),
            ("fr", Digit8, '_', Digit8, "8 without Shift"),
            ("fr", Minus, ')', Minus, "a minus by its place: alone it is a 6"),
            ("fr", Equal, '=', Equal, "plus without Shift"),
            ("fr", Comma, '.', Period, "a point with Shift"),
            ("fr", Period, ':', Period, "and by its place without"),
            ("de", KeyZ, 'y', KeyY, "the letter"),
            ("de", KeyY, 'z', KeyZ, "the letter"),
            ("de", BracketRight, '+', Equal, "plus as printed"),
            ("de", Slash, '-', Minus, "minus as printed"),
            ("de", Minus, 'ß', Minus, "a letter that stands for nothing: the place"),
            ("de", Semicolon, 'ö', Semicolon, "no key of the table"),
            ("dvorak", KeyI, 'c', KeyC, "the letter"),
            ("dvorak", KeyU, 'g', KeyG, "the letter"),
            ("dvorak", KeyQ, '\'', KeyQ, "turn left: the place"),
            ("dvorak", KeyE, '.', KeyE, "turn right: the place, though it is a point"),
            ("dvorak", KeyD, 'e', KeyD, "turn the view right: the place"),
            ("dvorak", KeyX, 'q', KeyQ, "Q where nothing else is"),
            ("dvorak", KeyW, ',', Comma, "no W here"),
            ("dvorak", Quote, '-', Minus, "minus as printed"),
            ("dvorak", BracketRight, '=', Equal, "plus as printed"),
            ("colemak", KeyE, 'f', KeyF, "a word's letter comes before a turn"),
            ("colemak", KeyK, 'e', KeyE, "then E turns by its letter"),
            ("colemak", KeyD, 's', KeyS, "the same with S"),
            ("colemak", KeyG, 'd', KeyD, "and D"),
            ("ru", KeyG, 'п', KeyG, "another script: the place"),
            ("ru", KeyQ, 'й', KeyQ, "another script: the place"),
            ("ru", Digit1, '1', Digit1, "digits"),
        ] {
            assert_eq!(keyboard(layout).key(place, &typing(typed)), expected, "{layout}: {why}");
            assert_eq!(Keyboard::default().key(place, &typing(typed)), expected, "{layout}, unknown: {why}");
        }
        let dead = Key::Dead(Some('^'));
        assert_eq!(keyboard("fr").key(BracketLeft, &dead), BracketLeft);
        assert_eq!(keyboard("de").key(Equal, &Key::Dead(Some('´'))), Equal, "plus by its place as well");
        for place in [Enter, Numpad1, ArrowUp, F1] {
            assert_eq!(keyboard("fr").key(place, &typing('1')), place, "keys beside the main block");
        }
    }

    /// What is held is known by its place: by what it types if that is known, else as on an American keyboard.
    #[test]
    fn keys_are_known_by_what_they_were_seen_to_type() {
        assert_eq!(Keyboard::default().key_at(KeyW), KeyW);
        assert_eq!(keyboard("fr").key_at(KeyZ), KeyW);
        let press = |place, typed, shift| Press { place, key: typing(typed), ctrl: false, shift };
        for (press, expected, why) in [
            (press(KeyW, 'z', false), Some('z'), "as it is"),
            (press(KeyW, 'Z', true), Some('z'), "a letter with Shift"),
            (press(Digit1, '1', true), None, "a sign with Shift"),
            (press(Digit1, '&', false), Some('&'), "a sign"),
            (press(Enter, '\n', false), None, "no key of the main block"),
        ] {
            assert_eq!(learnt(&press), expected, "{why}");
        }
    }

    #[test]
    fn labels_name_what_works() {
        use std::collections::BTreeSet;
        for (layout, key, expected) in [
            ("us", KeyQ, Some("Q")),
            ("us", Equal, Some("+")),
            ("us", Minus, Some("-")),
            ("us", Period, Some(".")),
            ("fr", KeyQ, Some("A")),
            ("fr", KeyE, Some("E")),
            ("fr", KeyA, Some("Q")),
            ("fr", KeyW, Some("W")),
            ("fr", KeyG, Some("G")),
            ("fr", Digit1, Some("1")),
            ("fr", Equal, Some("+")),
            ("fr", Minus, Some(")")),
            ("de", KeyY, Some("Y")),
            ("de", Equal, Some("+")),
            ("de", Minus, Some("-")),
            ("dvorak", KeyQ, Some("'")),
            ("dvorak", KeyE, Some(".")),
            ("dvorak", KeyD, Some("E")),
            ("dvorak", Minus, Some("-")),
            ("dvorak", Equal, Some("+")),
            ("dvorak", Period, None),
            ("colemak", KeyQ, Some("Q")),
            ("colemak", KeyE, Some("E")),
            ("ru", KeyQ, Some("Q")),
            ("ru", KeyG, Some("G")),
            ("us", F1, None),
        ] {
            assert_eq!(keyboard(layout).label(key).as_deref(), expected, "{layout}: {key:?}");
        }
        for key in [KeyQ, KeyG, Equal, Minus, Period] {
            assert_eq!(
                Keyboard::default().label(key),
                keyboard("us").label(key),
                "unknown: as an American one"
            );
        }
        // Whatever the help names without Shift is typed by a key that does it.
        for (name, _) in LAYOUTS {
            let keyboard = keyboard(name);
            let reached: BTreeSet<KeyCode> =
                AMERICAN.iter().map(|(place, _)| keyboard.key_at(*place)).collect();
            for (key, _) in AMERICAN.iter().filter(|(key, _)| is_letter(*key) || is_digit(*key)) {
                assert!(reached.contains(key), "{name}: no key stands for {key:?}");
            }
        }
    }
}
