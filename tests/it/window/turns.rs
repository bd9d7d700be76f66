//! From turn to turn by keys and mouse: the brief, the strip of units, phases that are announced, the handover, the score,
//! and the result.

use bevy::math::Vec2;

use warstrike::game::engine::play::{DiceChoice, Match};
use warstrike::rules::ids::Side;
use warstrike::ui::camera::free_rectangle;
use warstrike::ui::session::events::UiEvent;

use super::driver::{Display, SIZE, Window};
use super::{root, scratch, setup};

/// The phases between two turns are told, the turn is handed over, and what the player chose for the view is kept.
#[test]
fn a_turn_ends_by_keys_and_is_handed_over() {
    let (_folder, saves) = scratch();
    let display = Display::open();
    let mut window = Window::open(&display, &saves, &["street", "--seed", "7"]);
    let game = Match::start(setup("street"), DiceChoice::Seed(7)).unwrap();
    let first = game.battle().view().turn().side;
    window.wait_for(&UiEvent::BriefShown { title: "The street".to_owned() });
    // The first key puts the brief away and is heard all the same.
    window.begin_from_above(&display);

    // The first card of the strip that belongs to A, right of who is to act.
    let (free, window_size) = (free_rectangle(size()), size());
    display.move_to(Vec2::new(free.min.x + 120.0, f32::midpoint(free.max.y, window_size.y - 78.0)));
    display.hand(&["click", "1"]);
    window.wait_for(&UiEvent::Selected { unit: "A1".parse().unwrap() });

    display.hand(&["key", "shift+h"]);
    window.wait_for(&UiEvent::CameraFollows { follows: true });
    display.hand(&["key", "s"]);
    window.wait_for(&UiEvent::ScoreShown { shown: true });
    display.hand(&["key", "shift+x"]);
    let units = game.battle().view().units().filter(|unit| unit.id.side == first).count();
    window.wait_for(&UiEvent::Played { commands: units });
    display.hand(&["key", "End"]);
    window.wait_for(&UiEvent::Played { commands: units + 1 });
    let (title, lines) = window.seen_or_next(|event| match event {
        UiEvent::CaptionShown { title, lines } => Some((title.clone(), lines.clone())),
        _ => None,
    });
    let force = game.setup().force_name(first.other()).to_owned();
    assert_eq!(title, format!("Round 1 · {force} ({})", first.other()));
    assert_eq!(lines, ["Nobody holds an objective."]);
    let handed = window.seen_or_next(|event| match event {
        UiEvent::HandedOver { to, round } => Some((*to, *round)),
        _ => None,
    });
    assert_eq!(handed, (first.other(), 1));
    drop(window);
    let settings = std::fs::read_to_string(saves.join("window.json")).unwrap();
    assert!(settings.contains(r#""camera_follows": true"#), "{settings}");
}

/// The shortest whole battle, to its result.
#[test]
fn a_battle_ends_with_its_result() {
    let (_folder, saves) = scratch();
    let display = Display::open();
    let level = root().join("tests/games/sentries.ron");
    let mut window = Window::open(&display, &saves, &[level.to_str().unwrap(), "--seed", "7"]);
    window.begin(&display);
    display.hand(&["key", "Return"]);
    for turn in 0..4 {
        display.hand(&["key", "shift+x"]);
        window.wait_for(&UiEvent::Played { commands: 2 * turn + 1 });
        display.hand(&["key", "End"]);
        window.wait_for(&UiEvent::Played { commands: 2 * turn + 2 });
    }
    let result = window.wait_until(|event| match event {
        UiEvent::ResultShown { winner, text } => Some((*winner, text.clone())),
        _ => None,
    });
    assert_eq!(result, (None::<Side>, "Nobody wins a drill (TURN-6).".to_owned()));
}

fn size() -> Vec2 {
    Vec2::new(SIZE.0 as f32, SIZE.1 as f32)
}
