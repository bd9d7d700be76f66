//! Whether a window can be opened at all, in words, before anything tries.
//!
//! The libraries below end a program that finds no display or no graphics driver.
//! Here both are found out first, and what still goes wrong until the first
//! picture is shown becomes one sentence with its mend.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind, set_hook, take_hook};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use bevy::prelude::*;
use bevy::render::render_resource::PipelineCache;
use bevy::render::{Render, RenderApp, RenderSystems};
use bevy::window::{RequestRedraw, WindowEvent};
use bevy::winit::{UpdateMode, WinitSettings};

/// Why no window is open.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum UiError {
    /// No display is named.
    #[error(
        "there is no display to open a window on: neither DISPLAY nor WAYLAND_DISPLAY is set; \
         start it from a desktop, or under `xvfb-run -a`, or use the commands that need no window"
    )]
    NoDisplay,
    /// Only Wayland is there, which this build does not speak.
    #[error(
        "this build opens its window through X11, and DISPLAY is not set; \
         install and start Xwayland, then set DISPLAY"
    )]
    NoX11,
    /// The display that is named does not answer.
    #[error(
        "the display \"{0}\" does not answer; set DISPLAY to one that runs, for example with `xvfb-run -a`"
    )]
    DeadDisplay(String),
    /// No driver can draw.
    #[error(
        "no graphics driver was found that can draw the table; \
         install a Vulkan driver, on Debian or Ubuntu: apt-get install mesa-vulkan-drivers"
    )]
    NoDriver,
    /// Another window of this process is open.
    #[error("a window is already open in this process; close it first")]
    AlreadyOpen,
    /// Something else went wrong before the first picture.
    #[error(
        "the window could not be opened ({0}); update the graphics driver, or use the commands that need no window"
    )]
    Start(String),
    /// The window's program ended with an error.
    #[error("the window ended with code {0}; start it again from a terminal to see why")]
    Ended(u8),
}

/// What the libraries may say on stderr; `RUST_LOG` overrides it.
pub(super) const LOG_FILTER: &str =
    "warn,warstrike=info,wgpu=error,wgpu_hal=off,naga=error,bevy_render=error,bevy_egui=error,winit=error";

/// Set while the window has not shown its first picture.
static STARTING: AtomicBool = AtomicBool::new(false);

/// Set while a window is open.
static OPEN: AtomicBool = AtomicBool::new(false);

/// The last thing that went wrong while starting.
static LAST_WORDS: Mutex<String> = Mutex::new(String::new());

/// Whether there is a display that answers.
pub(super) fn check_display() -> Result<(), UiError> {
    if !cfg!(all(unix, not(target_os = "macos"))) {
        return Ok(());
    }
    let named = |name| std::env::var(name).ok().filter(|value: &String| !value.is_empty());
    match named("DISPLAY") {
        Some(display) if answers(&display) => Ok(()),
        Some(display) => Err(UiError::DeadDisplay(display)),
        None if named("WAYLAND_DISPLAY").is_some() => Err(UiError::NoX11),
        None => Err(UiError::NoDisplay),
    }
}

/// Whether anyone listens at a local display such as `:0` or `:99.0`. One on
/// another machine is left to the library.
#[cfg(unix)]
fn answers(display: &str) -> bool {
    use std::os::unix::net::UnixStream;
    let Some(number) = display.strip_prefix(':').or_else(|| display.strip_prefix("unix:")) else {
        return true;
    };
    let number = number.split('.').next().unwrap_or(number);
    let path = format!("/tmp/.X11-unix/X{number}");
    UnixStream::connect(&path).is_ok() || answers_abstract(&path)
}

#[cfg(not(unix))]
fn answers(_display: &str) -> bool {
    true
}

/// Linux servers also listen under a name that is in no folder.
#[cfg(target_os = "linux")]
fn answers_abstract(name: &str) -> bool {
    use std::os::linux::net::SocketAddrExt;
    use std::os::unix::net::{SocketAddr, UnixStream};
    SocketAddr::from_abstract_name(name).and_then(|at| UnixStream::connect_addr(&at)).is_ok()
}

#[cfg(all(unix, not(target_os = "linux")))]
fn answers_abstract(_name: &str) -> bool {
    false
}

/// Says that no window is open any more.
pub(super) struct OpenGuard;

impl Drop for OpenGuard {
    fn drop(&mut self) {
        OPEN.store(false, Ordering::Release);
    }
}

/// One window at a time.
pub(super) fn guard() -> Result<OpenGuard, UiError> {
    match OPEN.swap(true, Ordering::AcqRel) {
        true => Err(UiError::AlreadyOpen),
        false => Ok(OpenGuard),
    }
}

/// Runs the window; what ends the program before the first picture becomes an
/// error, what ends it later goes on as it would have.
pub(super) fn catch_start_failure(run: impl FnOnce() -> Result<(), UiError>) -> Result<(), UiError> {
    STARTING.store(true, Ordering::Release);
    let usual = take_hook();
    set_hook(Box::new(move |info| {
        if STARTING.load(Ordering::Acquire) {
            note_last_words(info.payload());
        } else {
            usual(info);
        }
    }));
    let result = catch_unwind(AssertUnwindSafe(run));
    drop(take_hook());
    match result {
        Ok(result) => result,
        Err(_) if STARTING.swap(false, Ordering::AcqRel) => Err(start_error()),
        Err(payload) => std::panic::resume_unwind(payload),
    }
}

fn note_last_words(payload: &(dyn Any + Send)) {
    let text = payload
        .downcast_ref::<&str>()
        .map(|text| (*text).to_owned())
        .or_else(|| payload.downcast_ref::<String>().cloned());
    if let (Some(text), Ok(mut last)) = (text, LAST_WORDS.lock())
        && last.is_empty()
    {
        *last = text;
    }
}

/// The sentence for what went wrong first.
fn start_error() -> UiError {
    let words = LAST_WORDS.lock().map(|words| words.clone()).unwrap_or_default();
    if words.contains("find a GPU") || words.contains("adapter") {
        return UiError::NoDriver;
    }
    let first = words.lines().next().unwrap_or("no reason was given");
    UiError::Start(first.to_owned())
}

/// The window rests while nothing happens, and asks for pictures when it moves.
pub(super) fn calm_updates() -> WinitSettings {
    WinitSettings {
        focused_mode: UpdateMode::reactive(Duration::from_secs(1)),
        unfocused_mode: UpdateMode::reactive_low_power(Duration::from_secs(2)),
    }
}

/// Pictures shown, once nothing is left to prepare, until the window counts as
/// ready: more than any system keeps in flight.
const OPENING_PICTURES: u32 = 6;

/// Longest that the window prepares before it counts as ready anyway.
const PATIENCE: Duration = Duration::from_secs(60);

/// What still has to be compiled before everything can be drawn.
static TO_PREPARE: AtomicUsize = AtomicUsize::new(usize::MAX);

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Last, (open_up, stay_awake));
    if let Some(render) = app.get_sub_app_mut(RenderApp) {
        render.add_systems(Render, count_pipelines.in_set(RenderSystems::Cleanup));
    }
}

fn count_pipelines(pipelines: Res<PipelineCache>) {
    TO_PREPARE.store(pipelines.waiting_pipelines().count(), Ordering::Relaxed);
}

/// Draws the first pictures without pause, then says that the window is ready.
fn open_up(time: Res<Time<Real>>, mut shown: Local<u32>, mut redraw: MessageWriter<RequestRedraw>) {
    if *shown > OPENING_PICTURES {
        return;
    }
    redraw.write(RequestRedraw);
    let prepared = TO_PREPARE.load(Ordering::Relaxed) == 0 || time.elapsed() > PATIENCE;
    *shown = if prepared { *shown + 1 } else { 0 };
    if *shown > OPENING_PICTURES {
        STARTING.store(false, Ordering::Release);
        info!("the window is ready");
    }
}

/// Pictures drawn after the player did something, so that what he set off is
/// seen at once.
const AWAKE: u32 = 4;

/// Mouse and keys keep the window awake for a moment.
fn stay_awake(
    mut events: MessageReader<WindowEvent>,
    mut left: Local<u32>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    let did_something = events.read().any(|event| {
        use WindowEvent::{CursorMoved, KeyboardInput, MouseButtonInput, MouseWheel};
        matches!(event, CursorMoved(_) | KeyboardInput(_) | MouseButtonInput(_) | MouseWheel(_))
    });
    *left = if did_something { AWAKE } else { left.saturating_sub(1) };
    if *left > 0 {
        redraw.write(RequestRedraw);
    }
}
