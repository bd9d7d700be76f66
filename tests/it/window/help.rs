//! F1: a search that has the keys at once, arrows and Enter, and the words of the rulebook.

use warstrike::ui::session::events::UiEvent;

use super::super::support::scratch;
use super::driver::{Display, PAUSE, Window};

/// Waits until the help shows what a search finds.
fn shows(window: &mut Window, wanted: &str, chosen: Option<&str>, reads: Option<&str>) -> usize {
    window.shown_or_next(|event| match event {
        UiEvent::HelpShows { query, rows, chosen: now, reads: read }
            if query == wanted && now.as_deref() == chosen && read.as_deref() == reads =>
        {
            Some(*rows)
        }
        _ => None,
    })
}

/// Typed at once, without a click: the word comes first; the arrows go on, Enter reads its rule, Esc closes; and it opens empty.
#[test]
fn the_help_is_searched_by_keyboard() {
    let (_folder, saves) = scratch();
    let display = Display::open();
    let mut window = Window::open(&display, &saves, &["street", "--seed", "7"]);
    window.begin_from_above(&display);
    display.hand(&["key", "F1"]);
    let all = shows(&mut window, "", None, None);
    display.hand(&["type", "--delay", "120", "shaken"]);
    let found = shows(&mut window, "shaken", Some("shaken"), None);
    assert!(found >= 2 && found < all / 4, "{found} of {all}");
    display.hand(&["key", "Return"]);
    shows(&mut window, "shaken", Some("shaken"), Some("shaken"));
    display.hand(&["key", "Return"]);
    shows(&mut window, "shaken", Some("shaken"), None);
    display.hand(&["key", "Down"]);
    window.wait_until(|event| match event {
        UiEvent::HelpShows { chosen: Some(chosen), .. } if chosen != "shaken" => Some(()),
        _ => None,
    });
    display.hand(&["key", "Escape"]);
    // The keys are the table's again, once the field is gone.
    std::thread::sleep(4 * PAUSE);
    display.hand(&["key", "v"]);
    window.wait_until(|event| {
        matches!(event, UiEvent::KeyIgnored { .. } | UiEvent::SightLines { .. }).then_some(())
    });
    display.hand(&["key", "F1"]);
    assert_eq!(shows(&mut window, "", None, None), all);
}

/// Enter on the row of a key closes the help and does what the key does; the table has the keys again.
#[test]
fn a_key_is_done_from_its_row() {
    let (_folder, saves) = scratch();
    let display = Display::open();
    let mut window = Window::open(&display, &saves, &["street", "--seed", "7"]);
    window.begin_from_above(&display);
    display.hand(&["key", "F1"]);
    shows(&mut window, "", None, None);
    display.hand(&["type", "--delay", "120", "who holds what"]);
    window.wait_until(|event| match event {
        UiEvent::HelpShows { query, chosen: Some(_), .. } if query == "who holds what" => Some(()),
        _ => None,
    });
    display.hand(&["key", "Return"]);
    window.wait_for(&UiEvent::ScoreShown { shown: true });
    std::thread::sleep(4 * PAUSE);
    display.hand(&["key", "s"]);
    window.wait_for(&UiEvent::ScoreShown { shown: false });
}

/// What nobody has heard of is answered with the word that was probably meant.
#[test]
fn a_misspelt_word_finds_nothing() {
    let (_folder, saves) = scratch();
    let display = Display::open();
    let mut window = Window::open(&display, &saves, &["street", "--seed", "7"]);
    window.begin(&display);
    display.hand(&["key", "Escape"]);
    display.hand(&["key", "F1"]);
    shows(&mut window, "", None, None);
    display.hand(&["type", "--delay", "120", "coherrency"]);
    assert_eq!(shows(&mut window, "coherrency", None, None), 0);
}
