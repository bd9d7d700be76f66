//! Keys of other keyboards: words follow the letter, turns the place, digits either.

use warstrike::rules::action::Action;
use warstrike::ui::session::events::UiEvent;

use super::driver::{Display, Window};
use super::scratch;

/// What a key leads to.
enum Expected {
    /// It has no effect, for a reason that has these words.
    Ignored(&'static str),
    /// An action is chosen.
    Chosen(Action),
}

/// Presses keys by their numbers, whatever is printed on them, on a keyboard of another country.
fn check(layout: &str, rows: &[(&str, Expected, &str)]) {
    let (_folder, saves) = scratch();
    let display = Display::open();
    display.plug_in(layout);
    let mut window = Window::open(&display, &saves, &["street", "--seed", "7"]);
    window.begin_from_above(&display);
    for (key, expected, why) in rows {
        display.hand(&["key", key]);
        let answer = window.wait_until(|event| match event {
            UiEvent::KeyIgnored { why } => Some(Err(why.clone())),
            UiEvent::ActionChosen { action } => Some(Ok(*action)),
            _ => None,
        });
        match (&answer, expected) {
            (Err(reason), Expected::Ignored(part)) => {
                assert!(reason.contains(part), "{layout}, {why}: {reason}")
            }
            (Ok(action), Expected::Chosen(chosen)) => assert_eq!(action, chosen, "{layout}, {why}"),
            _ => panic!("{layout}, {why}: {answer:?}"),
        }
    }
}

#[test]
fn keys_of_a_french_keyboard() {
    check(
        "fr",
        &[
            ("42", Expected::Ignored("Select a unit first."), "G: get down"),
            ("24", Expected::Ignored("Select a unit first."), "A, where Q is elsewhere: turn left"),
            ("25", Expected::Ignored("Select a unit first, or point at one."), "Z: look at the unit"),
            ("47", Expected::Ignored("Select a unit first."), "M, beside L: coherency"),
            ("59", Expected::Ignored("does nothing here"), "a semicolon where the comma is elsewhere"),
            ("10", Expected::Chosen(Action::Advance), "1 without Shift"),
            ("shift+11", Expected::Chosen(Action::AtTheDouble), "2 with Shift"),
        ],
    );
}

#[test]
fn keys_of_a_dvorak_keyboard() {
    check(
        "dvorak",
        &[
            ("30", Expected::Ignored("Select a unit first."), "G: get down"),
            (
                "24",
                Expected::Ignored("Select a unit first."),
                "an apostrophe, where Q is elsewhere: turn left",
            ),
            ("61", Expected::Ignored("Select a unit first, or point at one."), "Z: look at the unit"),
            ("10", Expected::Chosen(Action::Advance), "1"),
        ],
    );
}

#[test]
fn keys_of_a_german_keyboard() {
    check(
        "de",
        &[
            (
                "29",
                Expected::Ignored("Select a unit first, or point at one."),
                "Z, where Y is elsewhere: look at the unit",
            ),
            ("42", Expected::Ignored("Select a unit first."), "G: get down"),
        ],
    );
}
