//! Whether a window can be opened at all, in words, before anything tries.
//!
//! The libraries below end a program that finds no display or no graphics driver.
//! Here both are found out first, and what still goes wrong until the first
//! picture is shown becomes one sentence with its mend.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind, set_hook, take_hook};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

use bevy::log::LogPlugin;
use bevy::prelude::*;

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
    /// The picture could not be drawn or kept.
    #[error("no picture was made: {0}")]
    Picture(String),
    /// The window's program ended with an error.
    #[error("the window ended with code {0}; start it again from a terminal to see why")]
    Ended(u8),
}

/// What the libraries may say on stderr; `RUST_LOG` overrides it.
const LOG_FILTER: &str =
    "warn,warstrike=info,wgpu=error,wgpu_hal=off,naga=error,bevy_render=error,bevy_egui=error,winit=error";

/// Set while the window has not shown its first picture.
static STARTING: AtomicBool = AtomicBool::new(false);

/// Set while a window is open.
static OPEN: AtomicBool = AtomicBool::new(false);

/// From now on what goes wrong is no failure to start.
pub(super) fn started() {
    STARTING.store(false, Ordering::Release);
}

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
    if let Some(text) = text {
        note(text);
    }
}

/// Notes what went wrong; the first that is noted counts.
pub(super) fn note(text: String) {
    if let Ok(mut last) = LAST_WORDS.lock()
        && last.is_empty()
    {
        *last = text;
    }
}

/// What went wrong first.
pub(super) fn last_words() -> String {
    let words = LAST_WORDS.lock().map(|words| words.clone()).unwrap_or_default();
    if words.is_empty() { "no reason was given".to_owned() } else { words }
}

/// What is logged of a window.
pub(super) fn log_plugin() -> LogPlugin {
    LogPlugin { filter: LOG_FILTER.to_owned(), ..default() }
}

/// What is logged where nobody waits for a window to say how far it is.
pub(super) fn quiet_log_plugin() -> LogPlugin {
    LogPlugin { filter: LOG_FILTER.replace("warstrike=info,", ""), ..default() }
}

/// Everything that is shown is made by the program itself: there is no folder to watch.
pub(super) fn asset_plugin() -> AssetPlugin {
    AssetPlugin { watch_for_changes_override: Some(false), ..default() }
}

/// The sentence for what went wrong first.
fn start_error() -> UiError {
    let words = last_words();
    if words.contains("find a GPU") || words.contains("adapter") {
        return UiError::NoDriver;
    }
    let first = words.lines().next().unwrap_or_default();
    UiError::Start(first.to_owned())
}
