//! How the window is opened.

use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;

use super::quality::Quality;
use crate::game::adviser::Advisers;

/// Who plays the sides beside the people at the window.
#[derive(Clone, Default)]
pub struct ComputerOptions {
    /// Makes computer players; `None` where there are none.
    pub advisers: Option<Arc<dyn Advisers>>,
    /// The style by which the computer plays A and B; `None` for a side that a person plays.
    pub styles: [Option<String>; 2],
}

impl fmt::Debug for ComputerOptions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ComputerOptions").field("styles", &self.styles).finish_non_exhaustive()
    }
}

/// How the window is opened.
#[derive(Clone, Debug)]
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
    /// Who plays the sides.
    pub computers: ComputerOptions,
    /// The quality of the picture; `None` for the player's choice, or what the machine draws fast enough.
    pub quality: Option<Quality>,
}
