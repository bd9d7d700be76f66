//! Films and the demo of the games on hexes.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::{Command as Process, Output};

use tabletop::matches::Match;
use white_star_rising::Wsr;

use warstrike::ui::session::events::{EVENTS_VARIABLE, UiEvent};

use super::super::kill::PROGRAM;
use super::driver::{Display, Window};
use super::{root, scratch};

fn warstrike(args: &[&str]) -> Output {
    let mut program = Process::new(PROGRAM);
    program.arg("--data").arg(root()).args(args).env(EVENTS_VARIABLE, "1");
    program.env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY").env_remove("RUST_LOG");
    program.output().unwrap()
}

/// A save of two computer players.
fn played(level: &str, seed: &str, folder: &Path) -> String {
    let save = folder.join(format!("{level}.jsonl")).display().to_string();
    let args = ["run", level, "--computer", "A=sensible", "--computer", "B=sensible", "--seed", seed];
    let output = warstrike(&[&args[..], &["--save", &save, "--result"]].concat());
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    save
}

/// Films into a folder of pictures; what the film says, and how many of its pictures differ.
fn film(args: &[&str], out: &Path) -> (Vec<String>, usize) {
    let out = out.display().to_string();
    let size = ["--size", "320x320", "--fps", "2", "--quality", "software", "--out", &out];
    let output = warstrike(&[&["film"], args, &size[..]].concat());
    let text = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(0), "{args:?}: {text}");
    let pictures = std::fs::read_dir(&out).unwrap();
    let pictures: BTreeSet<Vec<u8>> =
        pictures.map(|picture| std::fs::read(picture.unwrap().path()).unwrap()).collect();
    let events = String::from_utf8(output.stdout).unwrap();
    let said = events.lines().filter_map(|line| match serde_json::from_str(line).unwrap() {
        UiEvent::ShowSays { text } => Some(text),
        _ => None,
    });
    (said.collect(), pictures.len())
}

/// What a film is to say, a line each.
fn track(name: &str) -> Vec<String> {
    let text = std::fs::read_to_string(root().join("tests/films").join(name)).unwrap();
    text.lines().map(str::to_owned).collect()
}

/// The end of a game of White Star Rising: every sentence in order, with names and without paragraphs, a shot with its odds before
/// its dice, and who won. Its pictures move.
#[test]
fn a_film_of_white_star_rising_tells_its_end() {
    let (_folder, saves) = scratch();
    let save = played("bridge-farm", "3", &saves);
    let (said, pictures) = film(&[&save, "--from", "31"], &saves.join("frames"));
    assert_eq!(said, track("bridge-farm.txt"));
    assert!(pictures > 12, "{pictures} pictures differ");
}

/// A move in The Last Hundred Yards by somebody who is concealed: a film names and shows him; as the other side could see it, it does
/// not.
#[test]
fn a_film_of_the_last_hundred_yards_keeps_what_a_side_may_not_know() {
    let (_folder, saves) = scratch();
    let save = played("farm-track", "1", &saves);
    let of = |name: &str, side: &[&str]| {
        film(&[&[save.as_str(), "--from", "13", "--to", "16"], side].concat(), &saves.join(name))
    };
    let (all, pictures) = of("all", &[]);
    assert_eq!(all, track("farm-track.txt"));
    assert!(pictures > 6, "{pictures} pictures differ");
    let (seen, _) = of("seen", &["--side", "A"]);
    assert_eq!(seen, track("farm-track-as-a.txt"));
    let names = |lines: &[String]| lines.iter().any(|line| line.contains("GE-L"));
    assert!(names(&all) && !names(&seen), "{all:?} {seen:?}");
}

/// A part that lies behind the end of a battle is refused, as a file and as a folder of pictures.
#[test]
fn a_part_without_frames_is_no_film() {
    let (_folder, saves) = scratch();
    let save = played("bridge-farm", "3", &saves);
    for name in ["none.gif", "none"] {
        let out = saves.join(name).display().to_string();
        let size = ["--size", "320x320", "--quality", "software", "--out", &out];
        let output = warstrike(&[&["film", &save, "--from", "turn99"], &size[..]].concat());
        let text = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{text}");
        assert!(text.contains("has no frames"), "{text}");
        assert!(!saves.join("none.gif").exists());
    }
}

/// An evening of one turn.
fn short_evening(folder: &Path) -> PathBuf {
    let level = root().join("assets/white-star-rising/levels/bridge-farm.ron");
    let level = std::fs::read_to_string(level).unwrap();
    assert!(level.contains("turns: 4"));
    let short = folder.join("short.ron");
    std::fs::write(&short, level.replace("turns: 4", "turns: 1")).unwrap();
    short
}

/// After the end of an evening the next level is shown, with other dice, and is told as well; Esc closes the window.
#[test]
fn a_demo_on_hexes_goes_on_after_an_evening() {
    let (_folder, saves) = scratch();
    let short = short_evening(&saves).display().to_string();
    let display = Display::open();
    let styles = ["--styles", "A=random,B=random", "--quality", "software"];
    let args = [&[short.as_str(), "varne", "--seed", "3"], &styles[..]].concat();
    let mut window = Window::open_watched(&display, &args);
    window.begin(&display);
    let said = |event: &UiEvent| match event {
        UiEvent::ShowSays { text } => Some(text.clone()),
        _ => None,
    };
    assert_eq!(window.seen_or_next(said), "Turn 1");
    window.seen_or_next(|event| matches!(event, UiEvent::ShowEnds).then_some(()));
    let opened = |event: &UiEvent| match event {
        UiEvent::ShowOpens { level } => Some(level.clone()),
        _ => None,
    };
    assert_eq!(window.wait_until(opened), "The crossroads of Varne");
    window.wait_until(said);
    display.hand(&["key", "Escape"]);
    assert_eq!(window.ended(), Some(0));
}

/// A key says that the next one gives the demo over; that does, and is not obeyed besides. The side whose decision is next is played
/// with all panels, and the whole game is recorded; left alone, the next evening begins.
#[test]
fn a_demo_on_hexes_is_taken_over_and_goes_on_again() {
    let (_folder, saves) = scratch();
    let display = Display::open();
    let args = ["bridge-farm", "varne", "--seed", "3", "--idle", "6", "--quality", "software"];
    let mut window = Window::open_tool(&display, &saves, "demo", &args);
    window.begin(&display);
    let recording = saves.join("white-star-rising").join("recording-1.jsonl");
    window.seen_or_next(|event| matches!(event, UiEvent::ShowSays { .. }).then_some(()));
    display.hand(&["key", "space"]);
    window.seen_or_next(|event| matches!(event, UiEvent::TakeOverOffered { .. }).then_some(()));
    assert!(!recording.exists(), "it is only offered");
    std::thread::sleep(std::time::Duration::from_millis(700));
    display.hand(&["key", "space"]);
    let taken = |event: &UiEvent| match event {
        UiEvent::TakenOver { side } => Some(*side),
        _ => None,
    };
    let person = window.wait_until(taken);
    let asked = |event: &UiEvent| match event {
        UiEvent::MapShows { entry, asks: Some(_), .. } => Some(*entry),
        _ => None,
    };
    let entry = window.seen_or_next(asked);
    assert!(recording.exists(), "somebody takes part");
    window.wait_until(|event| matches!(event, UiEvent::ShowGoesOn).then_some(()));
    let opened = |event: &UiEvent| match event {
        UiEvent::ShowOpens { level } => Some(level.clone()),
        _ => None,
    };
    assert_eq!(window.wait_until(opened), "The crossroads of Varne");
    window.wait_until(|event| matches!(event, UiEvent::ShowSays { .. }).then_some(()));
    display.hand(&["key", "Escape"]);
    assert_eq!(window.ended(), Some(0));
    let loaded = Match::<Wsr>::load(&recording).unwrap();
    loaded.game.verify().unwrap();
    let line = loaded.game.history().line();
    assert_eq!(line.len(), entry + 1, "from the beginning, and no order by the key");
    assert_eq!(loaded.game.battle().decision().map(|decision| decision.player), Some(person));
}

/// Options that do not suit these games, and levels of two, are refused before anything opens.
#[test]
fn what_cannot_be_shown_on_hexes_says_why() {
    let (_folder, saves) = scratch();
    let save = played("bridge-farm", "3", &saves);
    let out = saves.join("a.gif").display().to_string();
    for (args, expected) in [
        (vec!["film", &save, "--out", &out, "--seed", "3"], "filmed as it was played"),
        (vec!["film", &save, "--out", &out, "--styles", "A=bold"], "leave out --styles"),
        (vec!["film", &save, "--out", &out, "--from", "999"], "--from 999: the save has"),
        (
            vec!["film", &save, "--out", &out, "--from", "round2"],
            "White Star Rising counts turns, as in turn2",
        ),
        (vec!["film", "mill", "--out", &out, "--from", "turn3", "--to", "turn2"], "--from turn3 comes after"),
        (vec!["film", "mill", "--out", &out, "--styles", "A=brave"], "brave"),
        (vec!["film", "street", "--out", &out, "--side", "A"], "both players see everything"),
        (vec!["film", "street", "--out", &out, "--from", "turn2"], "WarStrike counts rounds, as in round2"),
        (vec!["demo", "bridge-farm", "mill"], "a demo shows levels of one game, here of White Star Rising"),
    ] {
        let output = warstrike(&args);
        let text = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{args:?}: {text}");
        assert!(text.contains(expected), "{args:?}: {text}");
    }
}
