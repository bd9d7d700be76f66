//! The battle report by one key or click: at the table, from the result, from the list of saves on the start screen; and where it
//! cannot be written.

use std::path::Path;

use bevy::math::Vec2;

use warstrike::ui::session::events::UiEvent;

use super::driver::{Display, PAUSE, Window};
use super::{root, scratch};

fn written(window: &mut Window, page: &Path) -> String {
    let path = window.wait_until(|event| match event {
        UiEvent::ReportWritten { path } => Some(path.clone()),
        _ => None,
    });
    assert_eq!(path, page);
    std::fs::read_to_string(page).unwrap()
}

fn said(window: &mut Window, part: &str) -> String {
    window.seen_or_next(|event| match event {
        UiEvent::NoticeShown { text } => text.contains(part).then(|| text.clone()),
        _ => None,
    })
}

/// Before anybody has played there is nothing to report; in the middle of a battle the page says how it stands, at its end who has
/// won. A page that cannot be written is said with its place, and the save's own page is written from the start screen as well.
#[test]
fn the_report_is_written_by_a_key_or_a_click() {
    let (_folder, saves) = scratch();
    let page = saves.join("recording-1.html");
    let display = Display::open();
    let level = root().join("tests/games/sentries.ron");
    let mut window = Window::open(&display, &saves, &[level.to_str().unwrap(), "--seed", "7"]);
    window.begin(&display);
    display.hand(&["key", "Return"]);
    display.hand(&["key", "ctrl+r"]);
    said(&mut window, "There is nothing to report yet");
    display.hand(&["key", "shift+x"]);
    window.wait_for(&UiEvent::Played { commands: 1 });
    std::fs::create_dir(&page).unwrap();
    display.hand(&["key", "ctrl+r"]);
    let why = said(&mut window, "No report was written");
    assert!(why.contains("there is a folder of that name") && why.contains("recording-1.html"), "{why}");
    std::fs::remove_dir(&page).unwrap();
    display.hand(&["key", "ctrl+r"]);
    let so_far = written(&mut window, &page);
    assert!(so_far.contains("So far, in round 1.") && so_far.contains("played by a person"));
    said(&mut window, "recording-1.html");

    for turn in 0..4 {
        if turn > 0 {
            display.hand(&["key", "shift+x"]);
            window.wait_for(&UiEvent::Played { commands: 2 * turn + 1 });
        }
        display.hand(&["key", "End"]);
        window.wait_for(&UiEvent::Played { commands: 2 * turn + 2 });
    }
    window.seen_or_next(|event| matches!(event, UiEvent::ResultShown { .. }).then_some(()));
    std::fs::remove_file(&page).unwrap();
    // The dialog moves into the middle once its size is known, and again once the analysis is there.
    std::thread::sleep(10 * PAUSE);
    let button = window.now_or_next(|event| match event {
        UiEvent::ResultButtons { buttons } => {
            buttons.iter().find(|(name, _)| name == "Report").map(|(_, at)| Vec2::from(*at))
        }
        _ => None,
    });
    display.click(button);
    let whole = written(&mut window, &page);
    assert!(!whole.contains("So far") && whole.contains("id=\"save\""));
    display.hand(&["key", "r"]);
    assert_eq!(written(&mut window, &page), whole, "the same save gives the same bytes");

    // From the list of saves, while this window still has the game.
    display.hand(&["key", "Escape"]);
    window.seen_or_next(|event| matches!(event, UiEvent::QuestionsShow { .. }).then_some(()));
    display.hand(&["key", "Escape"]);
    display.hand(&["key", "F10"]);
    window.seen_or_next(|event| matches!(event, UiEvent::StartFocused { .. }).then_some(()));
    display.hand(&["key", "Left"]);
    display.hand(&["key", "Down"]);
    window.seen_or_next(|event| match event {
        UiEvent::StartFocused { page, .. } => (page == "Saves").then_some(()),
        _ => None,
    });
    std::fs::remove_file(&page).unwrap();
    display.hand(&["key", "ctrl+r"]);
    // The questions have been put away since, and that is noted beside the save.
    let again = written(&mut window, &page);
    assert!(!again.contains("So far") && again.contains("id=\"save\""));
}
