//! Keys that have no effect say why, in every state of the battle.

use warstrike::ui::session::events::UiEvent;

use super::driver::{Display, Window};
use super::{root, scratch};

/// Presses keys one after the other, each with a part of what it answers.
fn check(display: &Display, window: &mut Window, keys: &[(&str, &str)]) {
    for (key, expected) in keys {
        display.hand(&["key", key]);
        let why = window.wait_until(|event| match event {
            UiEvent::KeyIgnored { why } => Some(why.clone()),
            _ => None,
        });
        assert!(why.contains(expected), "{key}: {why}");
    }
}

#[test]
fn keys_without_effect_say_why() {
    let keys = [
        ("q", "Select a unit"),
        ("z", "Select a unit"),
        ("u", "Point at a model"),
        ("v", "Select a unit"),
        ("shift+p", "no preview"),
        ("j", "No unit that has moved"),
        ("k", "Drag a unit"),
        ("BackSpace", "Drag a unit"),
        ("shift+Return", "No unit is waiting"),
        ("Return", "no order to confirm"),
        ("n", "Select a unit"),
        ("Delete", "played by the rules"),
        ("shift+t", "played by the rules"),
        ("shift+i", "played by the rules"),
    ];
    let (_folder, saves) = scratch();
    let display = Display::open();
    let mut window = Window::open(&display, &saves, &["street", "--seed", "7"]);
    window.begin_from_above(&display);
    check(&display, &mut window, &keys);
}

/// In deployment actions are still to come.
#[test]
fn keys_of_actions_wait_for_the_first_turn() {
    let level = root().join("tests/games/muster.ron").display().to_string();
    let (_folder, saves) = scratch();
    let display = Display::open();
    let mut window = Window::open(&display, &saves, &[&level, "--seed", "7"]);
    window.begin_from_above(&display);
    let keys = [
        ("1", "actions follow"),
        ("4", "actions follow"),
        ("Return", "put a unit on its zone"),
        ("b", "Select"),
    ];
    check(&display, &mut window, &keys);
}
