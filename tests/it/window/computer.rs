//! The computer plays both sides in the window, as it does without one, and advises.

use serde_json::Value;

use warstrike::ui::session::events::UiEvent;

use super::super::kill::PROGRAM;
use super::driver::{Display, Window};
use super::{root, scratch};

/// Commands after which the two games are compared.
const COMMANDS: usize = 14;

/// The hashes of a game's first states without a window.
fn hashes(level: &str, styles: [&str; 2]) -> Vec<String> {
    let output = std::process::Command::new(PROGRAM)
        .arg("--data")
        .arg(root())
        .args(["run", level, "--seed", "7", "--computer", styles[0], "--computer", styles[1]])
        .output()
        .unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let lines = text.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    lines.filter_map(|line| Some(line.get("state")?.as_str()?.to_owned())).collect()
}

/// The hashes of a recording's entries.
fn recorded(file: &std::path::Path) -> Vec<String> {
    let output = std::process::Command::new(PROGRAM).arg("replay").arg(file).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let lines = text.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    lines.filter_map(|line| Some(line.get("state")?.as_str()?.to_owned())).collect()
}

#[test]
fn the_computer_plays_the_same_game_as_without_a_window() {
    let level = root().join("tests/games/patrol.ron").display().to_string();
    let styles = ["A=quick", "B=objective-minded"];
    let (_folder, saves) = scratch();
    let display = Display::open();
    let args = [&level, "--seed", "7", "--computer", styles[0], "--computer", styles[1]];
    let mut window = Window::open(&display, &saves, &args);
    window.begin_from_above(&display);
    for _ in 0..COMMANDS {
        window.wait_until(|event| matches!(event, UiEvent::ComputerPlayed { .. }).then_some(()));
        display.hand(&["key", "Escape"]);
    }
    drop(window);
    let recorded = recorded(&saves.join("recording-1.jsonl"));
    let alone = hashes(&level, styles);
    let count = recorded.len();
    assert!(count >= COMMANDS, "{count} states were recorded");
    assert_eq!(recorded, alone[..count]);
}
