//! Options for opening the window.

use std::fmt;
use std::path::PathBuf;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use crate::game::adviser::Advisers;
use crate::game::engine::WarStrike;
use crate::level::data_folder::DataFolder;
use crate::level::director_file::DirectorRules;
use crate::ui::session::hex_plan::HexPlan;
use crate::ui::session::quality_level::Quality;

/// Computer players of the sides, beside the people at the window.
#[derive(Clone, Default)]
pub struct ComputerOptions {
    /// Makes computer players; `None` where there are none.
    pub advisers: Option<Arc<dyn Advisers<WarStrike>>>,
    /// The style by which the computer plays A and B; `None` for a side that a person plays.
    pub styles: [Option<String>; 2],
}

impl fmt::Debug for ComputerOptions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ComputerOptions").field("styles", &self.styles).finish_non_exhaustive()
    }
}

/// Options for opening the window.
#[derive(Clone, Debug)]
pub struct WindowOptions {
    /// The title, until the battle is shown.
    pub title: String,
    /// The folder of saves and pictures; created when the first is written.
    pub saves: PathBuf,
    /// Folders for what the program notes for itself.
    pub own: OwnFolders,
    /// Width and height in pixels; `None` for the default.
    pub size: Option<(u32, u32)>,
    /// The save that the game was loaded from, if any.
    pub file: Option<PathBuf>,
    /// The data folder, for other rulesets to compare with; `None` to compare with none.
    pub data: Option<PathBuf>,
    /// Shown to the player when the window opens, such as damage in a save.
    pub message: Option<String>,
    /// Computer players of the sides.
    pub computers: ComputerOptions,
    /// The quality of the picture; `None` for the player's choice, or what the machine draws fast enough.
    pub quality: Option<Quality>,
    /// Its mode on the screen.
    pub mode: WindowMode,
    /// Show until somebody takes part; `None` where the game is there to be played.
    pub show: Option<ShowOptions>,
    /// The start screen; `None` where there is none, as in a demo.
    pub start: Option<StartOptions>,
}

/// Folders for what the program notes for itself; empty paths where nothing is noted.
#[derive(Clone, Debug, Default)]
pub struct OwnFolders {
    /// The player's settings.
    pub settings: PathBuf,
    /// What can be found out again: pictures of levels and saves.
    pub cache: PathBuf,
    /// Reports of crashes.
    pub crashes: PathBuf,
}

/// A start screen.
#[derive(Clone, Debug)]
pub struct StartOptions {
    /// Whether the window opens with it, or with its game.
    pub opens: Opens,
    /// The seed of the battles that are begun there; `None` for another each time.
    pub seed: Option<u64>,
    /// The folder the program was started in: `levels` there holds levels of the player's own, beside the one in the folder of
    /// saves, and `rulesets` their rulesets.
    pub here: Option<PathBuf>,
    /// Levels of other games, which have a window of their own.
    pub others: Vec<OtherLevel>,
    /// The one of them that the player has chosen: the window closes for it.
    pub leaves_for: Arc<OnceLock<PathBuf>>,
}

/// A level of another game.
#[derive(Clone, Debug, PartialEq)]
pub struct OtherLevel {
    /// As the command line names it.
    pub source: PathBuf,
    /// Name of its game.
    pub game: String,
    /// Its name.
    pub title: String,
    /// In a line.
    pub about: String,
    /// Its goals, each sentence a line.
    pub goals: Vec<String>,
    /// Seen from above.
    pub plan: HexPlan,
}

/// First screen of a window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Opens {
    /// The start screen, over the battle of a show.
    Start,
    /// The game.
    Game,
}

/// Mode of a window on the screen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum WindowMode {
    /// In a frame.
    #[default]
    Framed,
    /// Over the whole screen.
    Fullscreen,
}

/// A show of battles that nobody plays.
#[derive(Clone, Debug)]
pub struct ShowOptions {
    /// The levels that follow each other; the first is open already. Nothing follows where there are none.
    pub levels: Vec<PathBuf>,
    /// Their data folder.
    pub data: DataFolder,
    /// Rules for the camera.
    pub director: DirectorRules,
    /// The styles by which A and B are played.
    pub styles: [String; 2],
    /// After so long without input it goes on.
    pub idle: Duration,
    /// Source of the commands.
    pub source: ShowSource,
}

/// Source of a show's commands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShowSource {
    /// Computer players.
    Players,
    /// The history of the game, as it was played.
    History,
}
