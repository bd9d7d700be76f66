//! The real window, driven by mouse and keys on a display of its own.
//!
//! Needs Xvfb, xdotool and a Vulkan driver that draws in software. Without one of them these tests fail and say
//! what to install.

mod camera;
mod column;
mod combat;
mod computer;
mod decision;
mod demo;
mod deploy;
mod dice;
mod driver;
mod fall_back;
mod film;
mod finish;
mod fire;
mod first_turn;
mod hand;
mod hands;
mod help;
mod hex_show;
mod ignored_keys;
mod interrupted;
mod keyboards;
mod light;
mod map;
mod notes;
mod picture;
mod pixels;
mod real;
mod report;
mod rest;
mod shown;
mod sight;
mod signs;
mod start;
mod timeline;
mod tips;
mod turns;

use std::io::Read;
use std::process::{Command as Process, Stdio};

use bevy::math::Vec2;

use warstrike::game::engine::command::{Command, Order};
use warstrike::game::engine::play::{DiceChoice, Match};
use warstrike::game::narration::sentences;
use warstrike::game::phases::get_down::kinds::GetDown;
use warstrike::game::phases::moving::kinds::{AdvanceUnit, AtTheDouble};
use warstrike::game::phases::{get_down, moving};
use warstrike::level::scenario::TableSize;
use warstrike::rules::ids::{Side, UnitId};
use warstrike::rules::measures::Thou;
use warstrike::ui::camera::{free_rectangle, top_view_pixel};
use warstrike::ui::session::events::UiEvent;

use driver::{Display, Window, pixel};

use super::kill::PROGRAM;
use super::support::{end_phase, game, root, scratch, setup, shift, stay};

/// Of a game that opens in the Action phase: a unit of several models that may act, by its index, and the pixels to
/// drag it from and to, so many inches ahead.
fn a_move(game: &Match, index: usize, ahead: f64) -> (UnitId, Vec2, Vec2) {
    let view = game.battle().view();
    let side = game.battle().decision().unwrap().player;
    let own = view.units().filter(|unit| unit.id.side == side && view.standing(unit.id).count() > 1);
    let unit = own.collect::<Vec<_>>()[index];
    let model = view.standing(unit.id).next().unwrap();
    let [x, y] = model.pose.at.ground();
    let [dx, dy] = model.facing().direction();
    (unit.id, pixel(game, [x, y]), pixel(game, [x + ahead * dx, y + ahead * dy]))
}

/// Plays from opening to saving with mouse and keys alone; then plays the save again without the window and compares
/// every state.
#[test]
fn a_unit_dragged_in_the_window_is_the_same_battle_without_it() {
    let (_folder, saves) = scratch();
    let display = Display::open();
    let mut window = Window::open(&display, &saves, &["street", "--seed", "7"]);
    let game = Match::start(setup("street"), DiceChoice::Seed(7)).unwrap();
    let (unit, from, to) = a_move(&game, 0, 2.0);
    let (runners, run_from, run_to) = a_move(&game, 1, -2.0);

    window.begin_from_above(&display);
    display.drag(from, to);
    window.wait_for(&UiEvent::Dragging { unit });
    window.wait_for(&UiEvent::PutDown);
    display.hand(&["key", "Return"]);
    window.wait_for(&UiEvent::Played { commands: 1 });
    display.hand(&["key", "2"]);
    display.drag(run_from, run_to);
    window.wait_for(&UiEvent::Dragging { unit: runners });
    window.wait_for(&UiEvent::PutDown);
    display.hand(&["key", "Return"]);
    window.wait_for(&UiEvent::Played { commands: 2 });
    let loaded = window.saved(&display, &saves);
    assert_eq!(loaded.damage, None);
    let line = loaded.game.history().line();
    let Some(Order::Moving(moving::kinds::Order::AdvanceUnit(AdvanceUnit { unit: moved, moves, .. }))) =
        line[1].command.as_ref().map(|command| &command.order)
    else {
        panic!("no Advance was recorded: {line:?}")
    };
    assert_eq!(*moved, unit);
    assert_eq!(moves.len(), game.battle().view().standing(unit).count());
    let run = line[2].command.as_ref().map(|command| &command.order);
    let Some(Order::Moving(moving::kinds::Order::AtTheDouble(AtTheDouble { unit: ran, .. }))) = run else {
        panic!("no At The Double was recorded: {line:?}")
    };
    assert_eq!(*ran, runners);
    check_same_without_window(game, &loaded.game);
}

/// Plays a game's commands again and compares every state hash.
fn check_same_without_window(mut again: Match, played: &Match) {
    let line = played.history().line();
    assert_eq!(again.history().present().outcome.hash, line[0].outcome.hash);
    for entry in &line[1..] {
        let replayed = again.submit(entry.command.clone().unwrap()).unwrap();
        assert_eq!(replayed.outcome, entry.outcome);
    }
}

/// Without a display the program ends with one sentence, not with a backtrace.
#[test]
fn without_a_display_the_program_says_what_to_do() {
    for (display, wayland, expected) in [
        (None, None, "neither DISPLAY nor WAYLAND_DISPLAY is set"),
        (None, Some("wayland-0"), "Xwayland"),
        (Some(":4999"), None, "does not answer"),
    ] {
        let mut program = Process::new(PROGRAM);
        program.arg("--data").arg(root()).args(["play", "street"]);
        for (name, value) in [("DISPLAY", display), ("WAYLAND_DISPLAY", wayland)] {
            match value {
                Some(value) => program.env(name, value),
                None => program.env_remove(name),
            };
        }
        let output = program.output().unwrap();
        let text = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{text}");
        assert!(text.contains(expected), "{text}");
        assert!(!text.contains("panicked"), "{text}");
        assert_eq!(text.lines().count(), 1, "{text}");
    }
}

/// Without a driver that can draw, the sentence names the package.
#[test]
fn without_a_driver_the_program_says_what_to_install() {
    let (_folder, saves) = scratch();
    let display = Display::open();
    let mut program = Process::new(PROGRAM);
    program.arg("--data").arg(root()).args(["play", "street", "--saves"]).arg(saves);
    program.env("DISPLAY", &display.name).env_remove("WAYLAND_DISPLAY").env("WGPU_BACKEND", "vulkan");
    program.env("VK_DRIVER_FILES", "/nowhere").env("VK_ICD_FILENAMES", "/nowhere");
    let mut running = program.stderr(Stdio::piped()).spawn().unwrap();
    let mut text = String::new();
    running.stderr.take().unwrap().read_to_string(&mut text).unwrap();
    assert_eq!(running.wait().unwrap().code(), Some(2), "{text}");
    assert!(text.contains("apt-get install mesa-vulkan-drivers"), "{text}");
    assert!(!text.contains("panicked"), "{text}");
}

/// The log says what happens; the number of models, the longest path, and the limit of the card come below.
#[test]
fn the_log_describes_commands_in_sentences() {
    let mut game = game("street", 1);
    let [first, second] = [1, 2].map(|number| UnitId { side: Side::A, number });
    for (command, expected) in [
        (shift(&game, second, -2000, 2000), "Second rifles (A2) advance 2.8\" toward the crossing."),
        (stay(first), "First rifles (A1) hold their ground."),
        (get_down(UnitId { side: Side::A, number: 3 }), "LaansGuard officer (A3) gets down."),
        (
            end_phase(Side::A),
            "Reaction phase: nobody has to test or defend|Close-Combat phase: nobody is in close combat|\
             Round 1: turn of Town garrison (B)|Starting phase|\
             Nobody holds an objective. Whoever holds more at the end of the last round wins.|Action phase",
        ),
    ] {
        let facts = game.submit(command).unwrap().outcome.facts.clone();
        let log = sentences(game.setup(), &facts);
        let texts: Vec<&str> = log.iter().map(|sentence| sentence.text.as_str()).collect();
        assert_eq!(texts.join("|"), expected);
        if texts[0].contains("advance") {
            assert_eq!(log[0].details, ["10 models, longest path 2.8 of 6\""]);
        }
    }
}

fn get_down(unit: UnitId) -> Command {
    Command {
        player: unit.side,
        order: Order::GetDown(get_down::kinds::Order::GetDown(GetDown { unit, turns: vec![] })),
    }
}

/// Every corner of every table is inside the part of the window that the panels leave free.
#[test]
fn the_top_view_shows_the_whole_table() {
    for (width, depth) in [(72.0, 48.0), (44.0, 30.0), (24.0, 60.0), (6.0, 6.0)] {
        let inches = |length: f64| Thou::from_inches(length).unwrap();
        let table = TableSize { width: inches(width), depth: inches(depth) };
        for window in [Vec2::new(1280.0, 800.0), Vec2::new(2560.0, 1440.0), Vec2::new(960.0, 600.0)] {
            let free = free_rectangle(window);
            for (x, y) in [(-0.5, -0.5), (0.5, -0.5), (-0.5, 0.5), (0.5, 0.5)] {
                let pixel = top_view_pixel(table, window, [x * width, y * depth]);
                assert!(free.contains(pixel), "{width} × {depth} in {window}: {pixel}");
            }
        }
    }
}
