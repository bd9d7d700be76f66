//! How the window is opened.

use std::path::PathBuf;

/// How the window is opened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WindowOptions {
    /// The title, until the battle is shown.
    pub title: String,
    /// The folder of saves and pictures; created when the first is written.
    pub saves: PathBuf,
    /// Width and height in pixels; `None` for the default.
    pub size: Option<(u32, u32)>,
    /// The save that the game was loaded from, if any.
    pub file: Option<PathBuf>,
    /// The data folder, for other rulesets to compare with; `None` to compare with none.
    pub data: Option<PathBuf>,
    /// Shown to the player when the window opens, such as damage in a save.
    pub message: Option<String>,
}
