//! Drives the window: a display of its own, mouse and keys, and the events that the window reports.

use std::cell::RefCell;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command as Process, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread::sleep;
use std::time::{Duration, Instant};

use bevy::math::{Rect, Vec2};
use x11rb::connection::Connection;
use x11rb::protocol::Event;
use x11rb::protocol::xproto::{
    AtomEnum, ChangeWindowAttributesAux, ClientMessageEvent, ConnectionExt, EventMask, ImageFormat,
};
use x11rb::rust_connection::RustConnection;

use warstrike::game::engine::play::{Loaded, Match};
use warstrike::ui::camera::top_view_pixel;
use warstrike::ui::session::events::{EVENTS_VARIABLE, UiEvent};

use super::super::kill::PROGRAM;
use super::super::support::root;

/// What the machine needs for these tests.
pub const INSTALL: &str = "the window tests need Xvfb, xdotool, setxkbmap and a software Vulkan driver; \
    on Debian or Ubuntu: apt-get install xvfb xdotool x11-xkb-utils mesa-vulkan-drivers";

/// The size of the window, pixels.
pub const SIZE: (u32, u32) = (1280, 800);

/// The pixel of a point of a game's table, inches, in the view from above.
pub fn pixel(game: &Match, point: [f64; 2]) -> Vec2 {
    top_view_pixel(game.setup().level.table, Vec2::new(SIZE.0 as f32, SIZE.1 as f32), point)
}

/// Longest wait for an event. A processor that draws in software and compiles something else at the same time is
/// slow.
const TIMEOUT: Duration = Duration::from_secs(240);

/// The file of what was chosen for the window, beside the saves.
pub const SETTINGS: &str = "window.json";

/// The time between two inputs.
pub const PAUSE: Duration = Duration::from_millis(300);

/// Answers that a window owes after an input: the first may come before the frame that reads it, those that follow come after a frame
/// each, and the pointer finds what the frame before laid out.
const ANSWERS: u32 = 3;

/// An X display for one test.
pub struct Display {
    server: Child,
    /// As `DISPLAY` has it.
    pub name: String,
    /// Asks the windows on it whether they have read their input.
    pulse: Option<RefCell<Pulse>>,
}

impl Display {
    /// Starts a server on a free number and waits until it reports that.
    pub fn open() -> Self {
        let mut server = Process::new("Xvfb")
            .args(["-displayfd", "1", "-screen", "0", "1280x800x24", "-nolisten", "tcp", "-noreset"])
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap_or_else(|error| panic!("Xvfb could not be started ({error}); {INSTALL}"));
        let mut number = String::new();
        let mut stdout = BufReader::new(server.stdout.take().unwrap());
        stdout.read_line(&mut number).unwrap();
        assert!(!number.trim().is_empty(), "Xvfb ended before it opened a display; {INSTALL}");
        let mut display = Self { server, name: format!(":{}", number.trim()), pulse: None };
        // A display that has reported its number may still refuse the first connections.
        for _ in 0..100 {
            let reply =
                Process::new("xdotool").arg("getdisplaygeometry").env("DISPLAY", &display.name).output();
            if reply.is_ok_and(|reply| reply.status.success()) {
                display.pulse = Some(RefCell::new(Pulse::new(&display.name)));
                return display;
            }
            sleep(PAUSE / 3);
        }
        panic!("Xvfb does not answer on {}; {INSTALL}", display.name);
    }

    /// Sends input by xdotool, then waits a moment as a person would, and until the windows have read it: a slow one may take longer
    /// for a frame than a person for a click.
    pub fn hand(&self, args: &[&str]) {
        let done = Process::new("xdotool").args(args).env("DISPLAY", &self.name).output();
        let done = done.unwrap_or_else(|error| panic!("xdotool could not be started ({error}); {INSTALL}"));
        assert!(done.status.success(), "xdotool {args:?}: {}", String::from_utf8_lossy(&done.stderr));
        sleep(PAUSE);
        if let Some(pulse) = &self.pulse {
            let mut pulse = pulse.borrow_mut();
            (0..ANSWERS).for_each(|_| pulse.wait_for_answers());
        }
    }

    /// Gives the display another keyboard.
    pub fn plug_in(&self, layout: &str) {
        let done = Process::new("setxkbmap").arg(layout).env("DISPLAY", &self.name).status();
        let done = done.unwrap_or_else(|error| panic!("setxkbmap could not be started ({error}); {INSTALL}"));
        assert!(done.success(), "setxkbmap {layout}: {done}");
    }

    /// Asks the window to close, as a window manager does.
    fn close_window(&self) {
        let found = Process::new("xdotool")
            .args(["search", "--onlyvisible", "--class", "warstrike"])
            .env("DISPLAY", &self.name)
            .output()
            .unwrap();
        let found = String::from_utf8(found.stdout).unwrap();
        let window: u32 = found.lines().next().unwrap().parse().unwrap();
        let (server, _) = x11rb::connect(Some(&self.name)).unwrap();
        let atom = |name: &str| server.intern_atom(false, name.as_bytes()).unwrap().reply().unwrap().atom;
        let (protocols, delete) = (atom("WM_PROTOCOLS"), atom("WM_DELETE_WINDOW"));
        let message = ClientMessageEvent::new(32, window, protocols, [delete, 0, 0, 0, 0]);
        server.send_event(false, window, EventMask::NO_EVENT, message).unwrap().check().unwrap();
        server.flush().unwrap();
    }

    pub fn click(&self, at: Vec2) {
        self.move_to(at);
        self.hand(&["mousedown", "1"]);
        self.hand(&["mouseup", "1"]);
    }

    pub fn move_to(&self, at: Vec2) {
        self.hand(&["mousemove", &(at.x.round() as i32).to_string(), &(at.y.round() as i32).to_string()]);
    }

    /// The pixels of a part of the display, row by row: red, green, blue.
    pub fn picture(&self, part: Rect) -> Vec<[u8; 3]> {
        let (server, screen) = x11rb::connect(Some(&self.name)).unwrap();
        let root = server.setup().roots[screen].root;
        let (at, size) = (part.min.round(), part.size().round());
        let (x, y, width, height) = (at.x as i16, at.y as i16, size.x as u16, size.y as u16);
        let image = server.get_image(ImageFormat::Z_PIXMAP, root, x, y, width, height, !0).unwrap();
        let image = image.reply().unwrap();
        image.data.chunks_exact(4).map(|pixel| [pixel[2], pixel[1], pixel[0]]).collect()
    }

    /// One pixel.
    pub fn colour(&self, at: Vec2) -> [u8; 3] {
        let at = at.round();
        self.picture(Rect::from_corners(at, at + Vec2::ONE))[0]
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

/// Asks windows whether they still answer, as a window manager does (`_NET_WM_PING`).
struct Pulse {
    server: RustConnection,
    root: u32,
    protocols: u32,
    ping: u32,
    asked: u32,
}

impl Pulse {
    fn new(display: &str) -> Self {
        let (server, screen) = x11rb::connect(Some(display)).unwrap();
        let root = server.setup().roots[screen].root;
        let atom = |name: &str| server.intern_atom(false, name.as_bytes()).unwrap().reply().unwrap().atom;
        let (protocols, ping) = (atom("WM_PROTOCOLS"), atom("_NET_WM_PING"));
        // Windows answer to the root.
        let answers = ChangeWindowAttributesAux::new().event_mask(EventMask::SUBSTRUCTURE_NOTIFY);
        server.change_window_attributes(root, &answers).unwrap().check().unwrap();
        Self { server, root, protocols, ping, asked: 0 }
    }

    /// Asks every window that answers such questions, and waits until all have that still exist.
    fn wait_for_answers(&mut self) {
        self.asked += 1;
        let mut silent = self.windows();
        silent.retain(|window| self.ask(*window));
        let until = Instant::now() + TIMEOUT;
        while !silent.is_empty() && Instant::now() < until {
            while let Some(event) = self.server.poll_for_event().unwrap() {
                if let Event::ClientMessage(answer) = event
                    && let [ping, asked, window, ..] = answer.data.as_data32()
                    && (ping, asked) == (self.ping, self.asked)
                {
                    silent.retain(|other| *other != window);
                }
            }
            let alive = self.windows();
            silent.retain(|window| alive.contains(window));
            sleep(PAUSE / 30);
        }
    }

    /// All windows on the display that are no part of others.
    fn windows(&self) -> Vec<u32> {
        self.server.query_tree(self.root).unwrap().reply().unwrap().children
    }

    /// Asks a window; `false` if it answers no such questions.
    fn ask(&self, window: u32) -> bool {
        let known =
            self.server.get_property(false, window, self.protocols, AtomEnum::ATOM, 0, 64).unwrap().reply();
        if !known.is_ok_and(|known| {
            known.value32().is_some_and(|mut protocols| protocols.any(|protocol| protocol == self.ping))
        }) {
            return false;
        }
        let question =
            ClientMessageEvent::new(32, window, self.protocols, [self.ping, self.asked, window, 0, 0]);
        let sent = self.server.send_event(false, window, EventMask::NO_EVENT, question).unwrap();
        sent.check().is_ok()
    }
}

/// The program with its window, and the events that it reports.
pub struct Window {
    program: Child,
    /// What it writes: events on standard output, and its log on standard error.
    output: Receiver<Output>,
    /// Events that nobody has waited for, and all of them.
    passed: Vec<UiEvent>,
    heard: Vec<UiEvent>,
    log: Vec<String>,
}

enum Output {
    Event(UiEvent),
    Log(String),
}

impl Window {
    pub fn open(display: &Display, saves: &Path, args: &[&str]) -> Self {
        Self::open_tool(display, saves, "play", args)
    }

    /// Opens it as at the very first game, when nothing has been chosen yet.
    pub fn open_first(display: &Display, saves: &Path, args: &[&str]) -> Self {
        Self::start(display, saves, "play", args)
    }

    /// Opens the window of a tool, without the first turn, unless something else was chosen in this folder.
    pub fn open_tool(display: &Display, saves: &Path, tool: &str, args: &[&str]) -> Self {
        let settings = saves.join(SETTINGS);
        if !settings.exists() {
            std::fs::create_dir_all(saves).unwrap();
            std::fs::write(settings, r#"{"first_turn": "Off"}"#).unwrap();
        }
        Self::start(display, saves, tool, args)
    }

    fn start(display: &Display, saves: &Path, tool: &str, args: &[&str]) -> Self {
        Self::run(display, &[&[tool], args, &["--saves", saves.to_str().unwrap()]].concat())
    }

    /// Opens a demo that is only watched: nothing is saved.
    pub fn open_watched(display: &Display, args: &[&str]) -> Self {
        Self::run(display, &[&["demo"], args].concat())
    }

    /// The same, told by the system where a file may not grow, which [`Self::limit_files`] sets.
    pub fn open_limited(display: &Display, saves: &Path, args: &[&str]) -> Self {
        let mut shell = Process::new("bash");
        shell.args(["-c", "trap '' XFSZ; exec \"$0\" \"$@\"", PROGRAM]);
        Self::spawn(display, shell, &[&["play"], args, &["--saves", saves.to_str().unwrap()]].concat())
    }

    /// No file of the program grows beyond so many bytes, or any does.
    pub fn limit_files(&self, bytes: Option<u64>) {
        let limit = bytes.map_or("unlimited".to_owned(), |bytes| bytes.to_string());
        let args = ["--pid".to_owned(), self.program.id().to_string(), format!("--fsize={limit}:")];
        let done = Process::new("prlimit").args(&args).status();
        let done = done.unwrap_or_else(|error| panic!("prlimit could not be started ({error}); {INSTALL}"));
        assert!(done.success(), "prlimit {args:?}: {done}");
    }

    fn run(display: &Display, args: &[&str]) -> Self {
        Self::spawn(display, Process::new(PROGRAM), args)
    }

    fn spawn(display: &Display, mut program: Process, args: &[&str]) -> Self {
        let mut program = program
            .arg("--data")
            .arg(root())
            .args(args)
            .args(["--window-size", &format!("{}x{}", SIZE.0, SIZE.1)])
            .env("DISPLAY", &display.name)
            .env(EVENTS_VARIABLE, "1")
            .env_remove("WAYLAND_DISPLAY")
            .env_remove("RUST_LOG")
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let (sender, output) = channel();
        let stdout = BufReader::new(program.stdout.take().unwrap());
        let stderr = BufReader::new(program.stderr.take().unwrap());
        let events = sender.clone();
        std::thread::spawn(move || {
            let mut lines = stdout.lines().map_while(Result::ok);
            lines.try_for_each(|line| events.send(Output::Event(serde_json::from_str(&line).unwrap())).ok())
        });
        std::thread::spawn(move || {
            stderr.lines().map_while(Result::ok).try_for_each(|line| sender.send(Output::Log(line)).ok())
        });
        Self { program, output, passed: Vec::new(), heard: Vec::new(), log: Vec::new() }
    }

    /// Waits until it is open, and gives it the keys: without a window manager they go nowhere.
    pub fn begin(&mut self, display: &Display) {
        self.wait_for(&UiEvent::Ready);
        display.hand(&["search", "--sync", "--onlyvisible", "--class", "warstrike", "windowfocus", "--sync"]);
    }

    /// The same, then looks at the whole table from above.
    pub fn begin_from_above(&mut self, display: &Display) {
        self.begin(display);
        display.hand(&["key", "t"]);
        self.wait_for(&UiEvent::ViewAtRest);
    }

    /// Closes the window as its frame would, and waits for the program to end; its exit status.
    pub fn closed(mut self, display: &Display) -> Option<i32> {
        display.close_window();
        self.ended()
    }

    /// Waits for the program to end by itself; its exit status.
    pub fn ended(&mut self) -> Option<i32> {
        let until = Instant::now() + TIMEOUT;
        while Instant::now() < until {
            if let Some(status) = self.program.try_wait().unwrap() {
                return status.code();
            }
            sleep(PAUSE / 3);
        }
        panic!("the program does not end; {:#?}", self.log)
    }

    /// The processor time that the program has taken so far, as Linux counts it: in hundredths of a second.
    pub fn processor_time(&self) -> Duration {
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", self.program.id())).unwrap();
        let (_, fields) = stat.rsplit_once(')').unwrap();
        let ticks = |field: &str| field.parse::<u64>().unwrap();
        let taken: u64 = fields.split_whitespace().skip(11).take(2).map(ticks).sum();
        Duration::from_millis(10 * taken)
    }

    /// Saves the game, closes the window, and loads the save.
    pub fn saved(mut self, display: &Display, saves: &Path) -> Loaded {
        display.hand(&["key", "ctrl+s"]);
        self.wait_for(&UiEvent::SaveDialogReady);
        display.hand(&["key", "Return"]);
        self.wait_until(|event| matches!(event, UiEvent::Saved { .. }).then_some(()));
        drop(self);
        Match::load(&save_in(saves)).unwrap()
    }

    /// Waits for an event.
    pub fn wait_for(&mut self, event: &UiEvent) {
        self.next_that(&format!("{event:?}"), |known| (known == event).then_some(()));
    }

    /// Waits for an event that is wanted, and returns what `wanted` makes of it.
    pub fn wait_until<T>(&mut self, wanted: impl Fn(&UiEvent) -> Option<T>) -> T {
        self.next_that("the event that is waited for", wanted)
    }

    /// The same, also of events that have passed.
    pub fn seen_or_next<T>(&mut self, wanted: impl Fn(&UiEvent) -> Option<T>) -> T {
        match self.passed.iter().find_map(&wanted) {
            Some(found) => found,
            None => self.wait_until(wanted),
        }
    }

    /// The same, if the last event of its kind is wanted, waited for or not: what is shown now.
    pub fn shown_or_next<T>(&mut self, wanted: impl Fn(&UiEvent) -> Option<T>) -> T {
        let mut last: Vec<&UiEvent> = Vec::new();
        for event in &self.heard {
            last.retain(|other| std::mem::discriminant(*other) != std::mem::discriminant(event));
            last.push(event);
        }
        match last.into_iter().find_map(&wanted) {
            Some(found) => found,
            None => self.wait_until(wanted),
        }
    }

    /// The same, of what has been reported by now, read or not.
    pub fn now_or_next<T>(&mut self, wanted: impl Fn(&UiEvent) -> Option<T>) -> T {
        self.hear();
        self.shown_or_next(wanted)
    }

    /// Takes what has been reported by now.
    fn hear(&mut self) {
        // What a frame reports comes together.
        sleep(PAUSE / 3);
        while let Ok(output) = self.output.try_recv() {
            match output {
                Output::Event(event) => {
                    self.heard.push(event.clone());
                    self.passed.push(event);
                }
                Output::Log(line) => self.log.push(line),
            }
        }
    }

    /// What the last event that is wanted says, of those that have been reported by now.
    pub fn last_heard<T>(&mut self, wanted: impl Fn(&UiEvent) -> Option<T>) -> Option<T> {
        self.hear();
        self.heard.iter().rev().find_map(wanted)
    }

    fn next_that<T>(&mut self, what: &str, wanted: impl Fn(&UiEvent) -> Option<T>) -> T {
        let until = Instant::now() + TIMEOUT;
        loop {
            let left = until.saturating_duration_since(Instant::now());
            match self.output.recv_timeout(left) {
                Ok(Output::Event(event)) => {
                    self.heard.push(event.clone());
                    match wanted(&event) {
                        Some(found) => return found,
                        None => self.passed.push(event),
                    }
                }
                Ok(Output::Log(line)) => self.log.push(line),
                Err(_) => {
                    let ended = self.program.try_wait();
                    let (passed, log) = (&self.passed, &self.log);
                    panic!(
                        "the window never reported {what} ({ended:?}), only: {passed:#?}, {log:#?}; {INSTALL}"
                    )
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

/// The one save in a folder that is not a recording.
fn save_in(folder: &Path) -> PathBuf {
    let saves = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let named = |path: &PathBuf| {
        let name = path.file_name().unwrap().to_string_lossy();
        !name.starts_with("recording") && name.ends_with(".jsonl")
    };
    saves.into_iter().find(named).unwrap()
}
