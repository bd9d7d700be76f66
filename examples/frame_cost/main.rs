//! What a frame of the window costs the processor, beside a frame of an empty scene of as
//! many meshes: `cargo run --release --example frame_cost`. It fails if a frame with 200 models takes more than 3 ms of the main
//! thread, or if the window asks for frames at rest. `… -- memory` and `… -- start` measure what it takes of memory
//! in the long run, and the time to its first frame; `… -- levels` measures all three for each level of the picture.
//!
//! Both draw into an image, so no display is needed, only a Vulkan driver. The stages of
//! Bevy's main schedule and the extract schedule are timed one by one; drawing is not, and
//! only one frame of many is drawn.
//! Every schedule runs on one thread, so that what is timed is what is computed, and the
//! two take turns frame by frame, so that what else the machine does hits both alike. What counts is the time that the
//! processor gives the main thread; what threads that answer questions take besides is printed too.
//!
//! `… -- profile drag 100000` does one thing again and again for a profiler to look at: empty, idle, mouse, dice or drag.

mod compare;
mod empty_scene;
mod frames;
mod input;
mod timed;
mod workers;

use std::error::Error;
use std::sync::Arc;
use std::time::Instant;

use bevy::app::{TaskPoolOptions, TaskPoolPlugin};
use bevy::prelude::*;

use warstrike::game::engine::play::{DiceChoice, Match};
use warstrike::level::data_folder::{DataFolder, load_level};
use warstrike::level::generator::{STRESS_SEED, StressSize, stress_level_of};
use warstrike::ui::output::offscreen::{Census, census, throw_dice, whole_window, whole_window_at};

use compare::{compare, median};
use empty_scene::empty_scene;
use input::move_mouse;
use timed::Timed;

/// Pixels of both pictures.
const SIZE: (u32, u32) = (1280, 800);

/// Frames before anything is timed: by then all has been compiled and has arrived.
const WARM_UP: u32 = 150;

/// One frame of so many is drawn.
const DRAWN: u32 = 15;

/// Dice that roll.
const DICE: usize = 40;

/// The levels of the picture, the cheapest first.
const LEVELS: [&str; 4] = ["software", "low", "good", "fine"];

/// Units of ten models on each side of the tables.
const UNITS: [u8; 2] = [10, 50];

/// Frames after which the program may take no more memory than before.
const LONG: u32 = 10_000;

/// The least that a scene has.
const ONE_MESH: Census =
    Census { entities: 1, shadowless: 0, hidden: 0, children: 0, meshes: 1, materials: 1 };

/// What to measure: frames, which is done without an argument; memory; one start of the window or of the empty scene;
/// several of them in turn; the levels of the picture; or one activity for a profiler.
fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [] => {
            pool_of_one();
            let missed: Vec<String> = UNITS
                .into_iter()
                .filter_map(|units| frames::frames(units).err())
                .map(|why| why.to_string())
                .collect();
            if missed.is_empty() { Ok(()) } else { Err(missed.join("; ").into()) }
        }
        ["memory"] => {
            pool_of_one();
            memory()
        }
        ["window"] => first_frame(|| Ok(whole_window(stress_game(UNITS[0])?, SIZE))),
        ["empty"] => first_frame(|| Ok(empty_scene(ONE_MESH))),
        ["start"] => starts(),
        ["levels"] => levels(),
        ["level", name] => {
            pool_of_one();
            level(name)
        }
        ["profile", doing, frames] => {
            pool_of_one();
            frames::profile(doing, frames.parse()?)
        }
        _ => Err("memory, start, levels, level NAME, window, empty, profile WHAT FRAMES, or nothing".into()),
    }
}

/// One thread for all of Bevy's tasks, so that what is timed is what is computed.
fn pool_of_one() {
    let options = TaskPoolOptions::with_num_threads(1);
    TaskPoolPlugin { task_pool_options: options }.build(&mut App::empty());
}

/// A game on a table like the level `stress`.
fn stress_game(units: u8) -> Result<Match, Box<dyn Error>> {
    let data = DataFolder::find(None)?;
    let folder = tempfile::tempdir()?;
    let level = folder.path().join("stress.ron");
    let size = StressSize { units, ..StressSize::SHIPPED };
    std::fs::write(&level, stress_level_of(size, STRESS_SEED))?;
    let setup = load_level(&level.display().to_string(), &data, None).map_err(|faults| faults.to_string())?;
    Ok(Match::start(Arc::new(setup), DiceChoice::Seed(1))?)
}

/// The memory that the program takes, before many frames and after, with throws of dice among them.
fn memory() -> Result<(), Box<dyn Error>> {
    let mut window = Timed::new(whole_window(stress_game(UNITS[0])?, SIZE));
    // Everything that comes once has come after a first throw.
    throw_dice(window.apps.main.world_mut(), DICE);
    window.run(4 * WARM_UP);
    let before = resident_mebibytes()?;
    for tenth in 1..=10 {
        throw_dice(window.apps.main.world_mut(), DICE);
        window.run(LONG / 10);
        println!("after {} frames: {:.1} MiB, before: {before:.1}", tenth * LONG / 10, resident_mebibytes()?);
    }
    Ok(())
}

/// What of the program is in memory.
fn resident_mebibytes() -> Result<f64, Box<dyn Error>> {
    let status = std::fs::read_to_string("/proc/self/status")?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).ok_or("no VmRSS")?;
    let kibibytes: f64 = line.trim().trim_end_matches("kB").trim().parse()?;
    Ok(kibibytes / 1024.0)
}

/// The time from the start of the program to the end of its first frame, in milliseconds.
fn first_frame(app: impl FnOnce() -> Result<App, Box<dyn Error>>) -> Result<(), Box<dyn Error>> {
    let start = Instant::now();
    let mut app = app()?;
    app.finish();
    app.cleanup();
    app.update();
    println!("{:.0}", start.elapsed().as_secs_f64() * 1000.0);
    Ok(())
}

/// Starts of the window and of the empty scene in turn, each a program of its own.
fn starts() -> Result<(), Box<dyn Error>> {
    let program = std::env::current_exe()?;
    let time = |what: &str| -> Result<f64, Box<dyn Error>> {
        let output = std::process::Command::new(&program).arg(what).output()?;
        let text = String::from_utf8(output.stdout)?;
        let last = text.lines().last().ok_or("no time")?;
        Ok(last.trim().parse()?)
    };
    let mut times = [Vec::new(), Vec::new()];
    for _ in 0..5 {
        times[0].push(time("window")?);
        times[1].push(time("empty")?);
    }
    let [window, empty] = times.map(|all| median(&all));
    println!("first frame: {window:.0} ms, empty scene {empty:.0} ms, ratio {:.2}", window / empty);
    Ok(())
}

/// Every level of the picture, in a program of its own.
fn levels() -> Result<(), Box<dyn Error>> {
    let program = std::env::current_exe()?;
    for name in LEVELS {
        println!("{name}:");
        std::process::Command::new(&program).args(["level", name]).status()?;
    }
    Ok(())
}

/// What a level of the picture takes: to its first frame that is drawn, of memory, and of frames.
fn level(name: &str) -> Result<(), Box<dyn Error>> {
    let start = Instant::now();
    let app = whole_window_at(stress_game(UNITS[0])?, SIZE, name);
    let mut window = Timed::new(app.ok_or_else(|| format!("no level is called {name}"))?);
    println!("first frame: {:.0} ms", start.elapsed().as_secs_f64() * 1000.0);
    window.run(WARM_UP);
    println!("memory: {:.1} MiB", resident_mebibytes()?);
    let mut empty = Timed::new(empty_scene(census(window.apps.main.world_mut())));
    empty.run(WARM_UP);
    compare("idle", &mut window, &mut empty, |_, _| ());
    compare("the mouse moves over the table", &mut window, &mut empty, |window, count| {
        let middle = Vec2::new(SIZE.0 as f32, SIZE.1 as f32) / 2.0;
        move_mouse(window, middle + 60.0 * Vec2::from_angle(count as f32 * 0.3));
    });
    Ok(())
}
