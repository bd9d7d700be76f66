//! A hand at the window: a display of its own, the program on it, and what the program says.

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command as Process, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread::sleep;
use std::time::{Duration, Instant};

use bevy::math::Vec2;

use warstrike::game::engine::play::{Game, Loaded};
use warstrike::ui::scene::camera::top_view_pixel;

use super::super::kill::PROGRAM;
use super::super::support::root;

/// What the machine needs for these tests.
pub const INSTALL: &str = "the window tests need Xvfb, xdotool and a software Vulkan driver; \
    on Debian or Ubuntu: apt-get install xvfb xdotool mesa-vulkan-drivers";

/// Pixels of the window that is driven.
pub const SIZE: (u32, u32) = (1280, 800);

/// Where the view from above shows a point of a game's table, inches.
pub fn pixel(game: &Game, point: [f64; 2]) -> Vec2 {
    top_view_pixel(game.setup().level.table, Vec2::new(SIZE.0 as f32, SIZE.1 as f32), point)
}

/// Longest wait for anything the window says. A processor that draws in software
/// and compiles something else at the same time is slow.
const PATIENCE: Duration = Duration::from_secs(240);

/// Between two things a hand does.
pub const PAUSE: Duration = Duration::from_millis(300);

/// A display that is there for one test.
pub struct Display {
    server: Child,
    /// As `DISPLAY` has it.
    pub name: String,
}

impl Display {
    /// Starts a server on a number that is free and waits until it has told it.
    pub fn open() -> Self {
        let mut server = Process::new("Xvfb")
            .args(["-displayfd", "1", "-screen", "0", "1280x800x24", "-nolisten", "tcp", "-noreset"])
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap_or_else(|error| panic!("Xvfb could not be started ({error}); {INSTALL}"));
        let mut number = String::new();
        let mut told = BufReader::new(server.stdout.take().unwrap());
        told.read_line(&mut number).unwrap();
        assert!(!number.trim().is_empty(), "Xvfb ended before it opened a display; {INSTALL}");
        let display = Self { server, name: format!(":{}", number.trim()) };
        // A display that has told its number may still turn the first who come away.
        for _ in 0..100 {
            let asked =
                Process::new("xdotool").arg("getdisplaygeometry").env("DISPLAY", &display.name).output();
            if asked.is_ok_and(|asked| asked.status.success()) {
                return display;
            }
            sleep(PAUSE / 3);
        }
        panic!("Xvfb answers nobody on {}; {INSTALL}", display.name);
    }

    /// Does something with mouse or keys, then waits as a hand would.
    pub fn hand(&self, args: &[&str]) {
        let done = Process::new("xdotool").args(args).env("DISPLAY", &self.name).output();
        let done = done.unwrap_or_else(|error| panic!("xdotool could not be started ({error}); {INSTALL}"));
        assert!(done.status.success(), "xdotool {args:?}: {}", String::from_utf8_lossy(&done.stderr));
        sleep(PAUSE);
    }

    pub fn move_to(&self, at: Vec2) {
        self.hand(&["mousemove", &(at.x.round() as i32).to_string(), &(at.y.round() as i32).to_string()]);
    }

    /// Drags from one pixel to another in a few steps.
    pub fn drag(&self, from: Vec2, to: Vec2) {
        self.move_to(from);
        self.hand(&["mousedown", "1"]);
        for step in 1..=4 {
            self.move_to(from.lerp(to, step as f32 / 4.0));
        }
        self.hand(&["mouseup", "1"]);
    }
}

impl Drop for Display {
    fn drop(&mut self) {
        let _ = self.server.kill();
        let _ = self.server.wait();
    }
}

/// The program with its window, and what it says on standard error.
pub struct Window {
    program: Child,
    lines: Receiver<String>,
    said: Vec<String>,
}

impl Window {
    pub fn open(display: &Display, saves: &Path, args: &[&str]) -> Self {
        let mut program = Process::new(PROGRAM)
            .arg("--data")
            .arg(root())
            .arg("play")
            .args(args)
            .args(["--window-size", &format!("{}x{}", SIZE.0, SIZE.1), "--saves"])
            .arg(saves)
            .env("DISPLAY", &display.name)
            .env_remove("WAYLAND_DISPLAY")
            .env_remove("RUST_LOG")
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let (tell, lines) = channel();
        let stderr = BufReader::new(program.stderr.take().unwrap());
        std::thread::spawn(move || stderr.lines().map_while(Result::ok).try_for_each(|line| tell.send(line)));
        Self { program, lines, said: Vec::new() }
    }

    /// Waits until it is open, and gives it the keys: without a window manager they go nowhere.
    pub fn begin(&mut self, display: &Display) {
        self.wait_for("the window is ready");
        display.hand(&["search", "--sync", "--onlyvisible", "--class", "warstrike", "windowfocus", "--sync"]);
    }

    /// The same, then looks at the whole table from above.
    pub fn begin_from_above(&mut self, display: &Display) {
        self.begin(display);
        display.hand(&["key", "t"]);
        self.wait_for("the view is at rest");
    }

    /// What the player saves at the end.
    pub fn saved(mut self, display: &Display, saves: &Path) -> Loaded {
        display.hand(&["key", "ctrl+s"]);
        self.wait_for("asks for a name");
        display.hand(&["key", "Return"]);
        self.wait_for("saved ");
        drop(self);
        Game::load(&save_in(saves)).unwrap()
    }

    /// What the program says as it opens, before or after it is ready.
    pub fn heard(&mut self, words: &str) -> String {
        match self.said.iter().position(|line| line.contains(words)) {
            Some(nth) => self.said.remove(nth),
            None => self.wait_for(words),
        }
    }

    /// Waits until the program has said something on a line of its own.
    pub fn wait_for(&mut self, words: &str) -> String {
        let until = Instant::now() + PATIENCE;
        loop {
            let left = until.saturating_duration_since(Instant::now());
            match self.lines.recv_timeout(left) {
                Ok(line) if line.contains(words) => return line,
                Ok(line) => self.said.push(line),
                Err(_) => {
                    let ended = self.program.try_wait();
                    panic!("the window never said \"{words}\" ({ended:?}), only: {:#?}; {INSTALL}", self.said)
                }
            }
        }
    }
}

impl Drop for Window {
    fn drop(&mut self) {
        let _ = self.program.kill();
        let _ = self.program.wait();
    }
}

/// The one save in a folder that the player named himself.
fn save_in(folder: &Path) -> PathBuf {
    let saves = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let named = |path: &PathBuf| !path.file_name().unwrap().to_string_lossy().starts_with("recording");
    saves.into_iter().find(named).unwrap()
}
