//! The demo: battle after battle, given over to whoever touches the keys, and taken up again.

use warstrike::rules::ids::Side;
use warstrike::ui::session::events::UiEvent;

use super::driver::{Display, Window};
use super::scratch;

/// Two officers who cannot see each other, in the last turn: the battle ends with the first orders.
pub(super) const LAST_TURN: &str = r#"Level(
    name: "Last turn", about: "The last turn of a long day.",
    table: (width: 24.0, depth: 24.0), mission: Skirmish(rounds: 1), ruleset: "combined",
    terrain: [(id: "wall", kind: Linear, at: (0.0, 0.0), size: (20.0, 0.5, 4.0))],
    objectives: [(id: "well", at: (6.0, -6.0))],
    opening: InPlay(round: 1, side: B, first: A),
    forces: (
        A: (name: "South", units: [(id: "A1", card: "officer", models: [(at: (0.0, -9.0), facing: 90.0)])]),
        B: (name: "North", units: [(id: "B1", card: "officer", models: [(at: (0.0, 9.0), facing: 270.0)])]),
    ),
)"#;

/// It goes on after the end of a battle; a key says that the next one gives the table over, that does, and nothing is recorded
/// until then; left alone, it begins again.
#[test]
fn a_demo_goes_on_is_taken_over_and_goes_on_again() {
    let (_folder, saves) = scratch();
    let level = saves.join("last-turn.ron");
    std::fs::write(&level, LAST_TURN).unwrap();
    let recordings = || {
        let names = std::fs::read_dir(&saves).unwrap().map(|entry| entry.unwrap().file_name());
        let is_recording = |name: &str| name.starts_with("recording") && name.ends_with(".jsonl");
        names.filter(|name| is_recording(&name.to_string_lossy())).count()
    };
    let display = Display::open();
    let level = level.display().to_string();
    let args = [level.as_str(), "street", "--seed", "3", "--idle", "5", "--styles", "A=quick,B=quick"];
    let mut window = Window::open_tool(&display, &saves, "demo", &args);
    window.begin(&display);
    window.seen_or_next(|event| matches!(event, UiEvent::ShotTaken { .. }).then_some(()));
    window.seen_or_next(|event| matches!(event, UiEvent::ShowEnds).then_some(()));
    let opened = |event: &UiEvent| match event {
        UiEvent::ShowOpens { level } => Some(level.clone()),
        _ => None,
    };
    assert_eq!(window.wait_until(opened), "The street");
    let side = |event: &UiEvent| match event {
        UiEvent::ComputerPlayed { side, .. } => Some(*side),
        _ => None,
    };
    window.wait_until(side);
    assert_eq!(recordings(), 0, "nobody has taken part");
    // The first key says what the second one does.
    display.hand(&["key", "space"]);
    let offered = |event: &UiEvent| matches!(event, UiEvent::TakeOverOffered { .. }).then_some(());
    window.seen_or_next(offered);
    assert_eq!(recordings(), 0, "it is only offered");
    std::thread::sleep(std::time::Duration::from_millis(700));
    display.hand(&["key", "space"]);
    let taken = |event: &UiEvent| match event {
        UiEvent::TakenOver { side } => Some(*side),
        _ => None,
    };
    let person: Side = window.wait_until(taken);
    // The side that was taken over is asked; the other stays with the computer.
    let turns_to = |event: &UiEvent| matches!(event, UiEvent::ShowGoesOn).then_some(());
    window.wait_until(turns_to);
    assert_eq!(window.wait_until(opened), "Last turn", "with the next battle");
    window.wait_until(side);
    assert!(Side::BOTH.contains(&person));
}

/// A level that cannot be read is reported before a window opens.
#[test]
fn a_demo_of_what_is_not_there_says_so() {
    for (args, expected) in [
        (vec!["no-such-level"], "no-such-level"),
        (vec!["street", "--styles", "A=brave"], "there is no style \"brave\""),
        (vec!["street", "--styles", "A=quick,A=quick"], "names side A twice"),
        (vec!["street", "--idle", "0"], "3..=86400"),
    ] {
        let output = std::process::Command::new(super::super::kill::PROGRAM)
            .arg("--data")
            .arg(super::root())
            .arg("demo")
            .args(&args)
            .output()
            .unwrap();
        let text = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{args:?}: {text}");
        assert!(text.contains(expected), "{args:?}: {text}");
    }
}
