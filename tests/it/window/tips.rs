//! Tips: the meaning of a marked word on hover.

use bevy::math::Vec2;

use warstrike::ui::session::events::UiEvent;

use super::super::support::scratch;
use super::driver::{Display, Window};

/// Where a marked word stands, once it does.
fn place_of(window: &mut Window, wanted: &str) -> Vec2 {
    window.shown_or_next(|event| match event {
        UiEvent::WordsMarked { words } => {
            words.iter().find(|(word, _)| word == wanted).map(|(_, at)| Vec2::from_array(*at))
        }
        _ => None,
    })
}

/// Waits until these tips are open, so many of them pinned.
fn tips(window: &mut Window, wanted: &[&str], pins: usize) {
    window.shown_or_next(|event| match event {
        UiEvent::TipsShown { of, pinned } if of == wanted && *pinned == pins => Some(()),
        _ => None,
    });
}

/// In the log: the tip goes when the pointer leaves, and lies beside the column and not over it.
#[test]
fn a_word_of_the_log_is_explained_beside_it() {
    let (_folder, saves) = scratch();
    let display = Display::open();
    let mut window = Window::open(&display, &saves, &["street", "--seed", "7"]);
    window.begin(&display);
    display.hand(&["key", "Escape"]);
    let word = place_of(&mut window, "objective");
    display.move_to(word);
    tips(&mut window, &["objective"], 0);
    display.move_to(Vec2::new(300.0, 420.0));
    tips(&mut window, &[], 0);
}
