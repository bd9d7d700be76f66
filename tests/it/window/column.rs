//! The column on the right by mouse and keys: cards fold and open, settings come and go.

use bevy::math::Vec2;

use warstrike::game::engine::play::{DiceChoice, Match};
use warstrike::ui::camera::{SIDE_COLUMN, TOP_BAR};
use warstrike::ui::session::events::UiEvent;

use super::driver::{Display, SIZE, Window};
use super::{a_move, scratch, setup};

/// The head of the first card: below the top bar and the margin of the column.
fn first_head() -> Vec2 {
    Vec2::new(SIZE.0 as f32 - SIDE_COLUMN / 2.0, TOP_BAR + 10.0 + 12.0)
}

fn click(display: &Display, at: Vec2) {
    display.move_to(at);
    display.hand(&["mousedown", "1"]);
    display.hand(&["mouseup", "1"]);
}

/// A click on the head of the unit's card folds it, another opens it; F9 opens the settings, Esc and a click elsewhere close them.
#[test]
fn cards_fold_and_settings_open_by_mouse_and_keys() {
    let (_folder, saves) = scratch();
    let display = Display::open();
    let mut window = Window::open(&display, &saves, &["street", "--seed", "7"]);
    let game = Match::start(setup("street"), DiceChoice::Seed(7)).unwrap();
    let (unit, from, _) = a_move(&game, 0, 2.0);
    window.begin_from_above(&display);
    click(&display, from);
    window.wait_for(&UiEvent::Selected { unit });
    for open in [false, true] {
        click(&display, first_head());
        window.wait_for(&UiEvent::CardToggled { card: "Unit".to_owned(), open });
    }
    display.hand(&["key", "F9"]);
    window.wait_for(&UiEvent::SettingsShown { shown: true });
    display.hand(&["key", "Escape"]);
    window.wait_for(&UiEvent::SettingsShown { shown: false });
    display.hand(&["key", "F9"]);
    window.wait_for(&UiEvent::SettingsShown { shown: true });
    click(&display, Vec2::new(300.0, 400.0));
    window.wait_for(&UiEvent::SettingsShown { shown: false });
}
