//! Checks whether a window can be opened, and explains failures to start.
//!
//! The libraries end the program if they find no display or no graphics driver. Both are checked here first. Whatever
//! else goes wrong before the first frame becomes one sentence that says what to do.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind, set_hook, take_hook};
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

use bevy::log::tracing_subscriber::fmt;
use bevy::log::{BoxedFmtLayer, LogPlugin};
use bevy::prelude::*;

use super::crash::{self, Reporter};
use crate::standard_error::StandardError;

/// Why no window is open.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum UiError {
    /// No display is named.
    #[error(
        "there is no display to open a window on: neither DISPLAY nor WAYLAND_DISPLAY is set; \
         start it from a desktop, or under `xvfb-run -a`, or use the commands that need no window"
    )]
    NoDisplay,
    /// There is only Wayland, which this build does not support.
    #[error(
        "this build opens its window through X11, and DISPLAY is not set; \
         install and start Xwayland, then set DISPLAY"
    )]
    NoX11,
    /// The display does not answer.
    #[error(
        "the display \"{0}\" does not answer; set DISPLAY to one that runs, for example with `xvfb-run -a`"
    )]
    DeadDisplay(String),
    /// There is no graphics driver.
    #[error(
        "no graphics driver was found that can draw the table; \
         install a Vulkan driver, on Debian or Ubuntu: apt-get install mesa-vulkan-drivers"
    )]
    NoDriver,
    /// Another window of this process is open.
    #[error("a window is already open in this process; close it first")]
    AlreadyOpen,
    /// Something else went wrong before the first frame.
    #[error(
        "the window could not be opened ({0}); update the graphics driver, or use the commands that need no window"
    )]
    Start(String),
    /// The picture could not be drawn or written.
    #[error("no picture was made: {0}")]
    Picture(String),
    /// The window ended with an error.
    #[error("the window closed with error code {0}; start it again from a terminal to see why")]
    Ended(u8),
    /// The program crashed; a report was written.
    #[error(
        "the program crashed; no accepted command is lost, and the next start goes on with the game. \
         What happened is in {}", .0.display()
    )]
    Crashed(PathBuf),
}

/// What may be logged on stderr; `RUST_LOG` overrides it.
const LOG_FILTER: &str = "warn,warstrike=info,wgpu=error,wgpu_hal=off,naga=error,bevy_render=error,bevy_render::slab_allocator=off,bevy_pbr=error,bevy_egui=error,winit=error";

/// Set until the window has shown its first frame.
static STARTING: AtomicBool = AtomicBool::new(false);

/// Set while a window is open.
static OPEN: AtomicBool = AtomicBool::new(false);

/// From now on an error is no failure to start.
pub(crate) fn started() {
    STARTING.store(false, Ordering::Release);
}

/// The first error while starting.
static START_FAILURE: Mutex<String> = Mutex::new(String::new());

/// Checks that there is a display that answers.
pub(crate) fn check_display() -> Result<(), UiError> {
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

/// Whether a server listens on a local display such as `:0` or `:99.0`. A display on another machine is left to the
/// library.
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

/// Linux servers also listen on an abstract socket.
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

/// Marks the window as closed when dropped.
pub(crate) struct OpenGuard;

impl Drop for OpenGuard {
    fn drop(&mut self) {
        OPEN.store(false, Ordering::Release);
    }
}

/// Allows one window at a time.
pub(crate) fn guard() -> Result<OpenGuard, UiError> {
    match OPEN.swap(true, Ordering::AcqRel) {
        true => Err(UiError::AlreadyOpen),
        false => Ok(OpenGuard),
    }
}

/// Runs the window. A panic before the first frame becomes an error; a later one is reported, if there is a reporter, and
/// becomes an error as well.
pub(crate) fn run_reported(
    reporter: Option<&Reporter>,
    run: impl FnOnce() -> Result<(), UiError>,
) -> Result<(), UiError> {
    let Some(reporter) = reporter else { return catch_start_failure(run) };
    // The report is the better place for what the panic says.
    match catch_unwind(AssertUnwindSafe(|| catch_start_failure(run))) {
        Ok(result) => result,
        Err(payload) => match reporter.write() {
            Ok(report) => Err(UiError::Crashed(report)),
            Err(_) => std::panic::resume_unwind(payload),
        },
    }
}

/// Runs an app. A panic before the first frame becomes an error; a later one goes on.
pub(crate) fn catch_start_failure(run: impl FnOnce() -> Result<(), UiError>) -> Result<(), UiError> {
    STARTING.store(true, Ordering::Release);
    let previous_hook = take_hook();
    set_hook(Box::new(move |info| {
        if STARTING.load(Ordering::Acquire) {
            note_panic(info.payload());
        } else {
            crash::note(info);
            previous_hook(info);
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

fn note_panic(payload: &(dyn Any + Send)) {
    let text = payload
        .downcast_ref::<&str>()
        .map(|text| (*text).to_owned())
        .or_else(|| payload.downcast_ref::<String>().cloned());
    if let Some(text) = text {
        note(text);
    }
}

/// Notes an error; only the first counts.
pub(crate) fn note(text: String) {
    if let Ok(mut last) = START_FAILURE.lock()
        && last.is_empty()
    {
        *last = text;
    }
}

/// Runs an app that draws pictures and no window to its end.
///
/// # Errors
/// No driver can draw, or the app ended with an error.
pub(crate) fn run_off_screen(build: impl FnOnce() -> App) -> Result<(), UiError> {
    let _one_at_a_time = guard()?;
    catch_start_failure(move || match build().run() {
        AppExit::Success => Ok(()),
        AppExit::Error(_) => Err(UiError::Picture(first_error())),
    })
}

/// The first error.
fn first_error() -> String {
    let text = START_FAILURE.lock().map(|text| text.clone()).unwrap_or_default();
    if text.is_empty() { "no reason was given".to_owned() } else { text }
}

/// The log of a window.
pub(crate) fn log_plugin() -> LogPlugin {
    LogPlugin { filter: LOG_FILTER.to_owned(), fmt_layer: unheard_log, ..default() }
}

/// The log of a picture.
pub(crate) fn quiet_log_plugin() -> LogPlugin {
    LogPlugin { filter: LOG_FILTER.replace("warstrike=info,", ""), fmt_layer: unheard_log, ..default() }
}

/// The usual form of the log. Unlike the usual log, it does not panic where standard error is closed or full.
fn unheard_log(_: &mut App) -> Option<BoxedFmtLayer> {
    Some(Box::new(fmt::Layer::default().with_writer(|| StandardError)))
}

/// The program makes all its assets itself: there is no folder to watch.
pub(crate) fn asset_plugin() -> AssetPlugin {
    AssetPlugin { watch_for_changes_override: Some(false), ..default() }
}

/// The sentence for the first error.
fn start_error() -> UiError {
    let text = first_error();
    if text.contains("find a GPU") || text.contains("adapter") {
        return UiError::NoDriver;
    }
    let first = text.lines().next().unwrap_or_default();
    UiError::Start(first.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A panic of the running window leaves a report with its words; its recording is another file.
    #[test]
    fn a_crash_leaves_a_report() {
        let folder = tempfile::tempdir().unwrap();
        let reporter = Reporter::new(folder.path(), None).unwrap();
        let crash = || -> Result<(), UiError> {
            started();
            panic!("the table is upside down")
        };
        let Err(UiError::Crashed(report)) = run_reported(Some(&reporter), crash) else { panic!("no crash") };
        let text = std::fs::read_to_string(report).unwrap();
        for part in ["the table is upside down", "display.rs", crate::version::NUMBER, std::env::consts::ARCH]
        {
            assert!(text.contains(part), "{part}: {text}");
        }
    }
}
