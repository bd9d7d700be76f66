//! Tips: the meaning of a marked word on hover, nested, pinned with Shift and closed by Esc.

use bevy::math::Vec2;

use warstrike::ui::session::events::UiEvent;

use super::super::support::scratch;
use super::driver::{Display, Window};

/// Where a marked word stands so many tips deep, once it rests.
fn place_of(window: &mut Window, wanted: &str, deep: usize) -> Vec2 {
    window.now_or_next(|event| match event {
        UiEvent::WordsMarked { words } => words
            .iter()
            .find(|marked| marked.word == wanted && marked.depth == deep)
            .map(|marked| Vec2::from_array(marked.at)),
        _ => None,
    })
}

/// Rests the pointer on a word until these tips are open, so many of them pinned. Where the word moves meanwhile, the pointer goes
/// after it: a slow window may not have laid out yet what the last key did.
fn rest_on(display: &Display, window: &mut Window, (word, deep): (&str, usize), open: &[&str], pins: usize) {
    let mut at = place_of(window, word, deep);
    loop {
        display.move_to(at);
        let moved = window.now_or_next(|event| match event {
            UiEvent::TipsShown { of, pinned } if of == open && *pinned == pins => Some(None),
            UiEvent::WordsMarked { words } => {
                let here = words.iter().find(|marked| marked.word == word && marked.depth == deep)?;
                let now = Vec2::from_array(here.at);
                (now != at).then_some(Some(now))
            }
            _ => None,
        });
        match moved {
            None => return,
            Some(now) => at = now,
        }
    }
}

/// Waits until these tips are open, so many of them pinned.
fn tips(window: &mut Window, wanted: &[&str], pins: usize) {
    window.now_or_next(|event| match event {
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
    rest_on(&display, &mut window, ("objective", 0), &["objective"], 0);
    display.move_to(Vec2::new(300.0, 420.0));
    tips(&mut window, &[], 0);
}

/// Words, each in the tip of the one before.
const CHAIN: [&str; 3] = ["suppressed", "fall back", "safe position"];

/// A word of the help opens its tip, the words in that open theirs, three deep and no deeper. Shift pins them all, wherever the
/// pointer goes; Esc closes them one by one from the innermost, and only then the help.
#[test]
fn tips_nest_three_deep_are_pinned_and_close_one_by_one() {
    let (_folder, saves) = scratch();
    let display = Display::open();
    let mut window = Window::open(&display, &saves, &["street", "--seed", "7"]);
    window.begin(&display);
    display.hand(&["key", "Escape"]);
    display.hand(&["key", "F1"]);
    window.wait_until(|event| matches!(event, UiEvent::HelpShows { .. }).then_some(()));
    // The words of the whole help have been where they are; those that a search leaves are elsewhere.
    place_of(&mut window, "suppressed", 0);
    display.hand(&["type", "--delay", "120", "hit-die"]);
    window.now_or_next(|event| match event {
        UiEvent::HelpShows { query, chosen: Some(_), .. } if query == "hit-die" => Some(()),
        _ => None,
    });
    for (deep, word) in CHAIN.into_iter().enumerate() {
        rest_on(&display, &mut window, (word, deep), &CHAIN[..=deep], deep);
        display.hand(&["key", "shift"]);
        tips(&mut window, &CHAIN[..=deep], deep + 1);
    }
    let marks = |event: &UiEvent| match event {
        UiEvent::WordsMarked { words } => words.iter().map(|marked| marked.depth).max(),
        _ => None,
    };
    assert!(window.now_or_next(marks) < CHAIN.len(), "nothing nests deeper");
    // Once more lets them go, as long as the pointer is on the last; and pins them all.
    for pins in [0, CHAIN.len()] {
        display.hand(&["key", "shift"]);
        tips(&mut window, &CHAIN, pins);
    }
    // Far from all of them.
    display.move_to(Vec2::new(5.0, 400.0));
    for left in (0..CHAIN.len()).rev() {
        display.hand(&["key", "Escape"]);
        tips(&mut window, &CHAIN[..left], left);
    }
    // The help is open still, and has the keys.
    display.hand(&["key", "Return"]);
    window.wait_until(|event| match event {
        UiEvent::HelpShows { reads: Some(_), .. } => Some(()),
        _ => None,
    });
    display.hand(&["key", "Escape"]);
    display.hand(&["key", "F1"]);
    window.wait_until(|event| match event {
        UiEvent::HelpShows { query, .. } if query.is_empty() => Some(()),
        _ => None,
    });
}
