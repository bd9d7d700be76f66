//! A game of the registry: the tools of any game, and its window.

use std::io::Write;
use std::path::Path;

use tabletop_bench::HostedLab;
use tabletop_counters::OnHexes;
use tabletop_data::fault::Faults;
use tabletop_shell::files::Folders;
use tabletop_shell::{AnyGame, Host};

use super::ToolResult;
use super::lab::{self, LabArgs};
#[cfg(feature = "gui")]
use super::{demo::DemoArgs, film::FilmArgs, map_show, map_window, picture::PictureArgs, play::PlayArgs};
#[cfg(feature = "gui")]
use warstrike::level::data_folder::DataFolder;
#[cfg(feature = "gui")]
use warstrike::ui::OtherLevel;

/// A game of the registry.
pub(super) trait Listed: AnyGame {
    /// Serves a command line about an experiment of the game.
    fn lab(&self, args: &LabArgs, folders: &Folders, out: &mut dyn Write) -> ToolResult;

    /// Checks an experiment or a search of the game, and describes it in a line.
    fn check_experiment(&self, file: &Path, folders: &Folders) -> Result<String, Faults>;

    /// Opens its window.
    #[cfg(feature = "gui")]
    fn play(&self, args: &PlayArgs, folders: &Folders, data: &DataFolder) -> ToolResult;

    /// Draws a level or a save as a PNG.
    #[cfg(feature = "gui")]
    fn picture(&self, args: &PictureArgs, folders: &Folders) -> ToolResult;

    /// Films a save, or a battle of two computer players.
    #[cfg(feature = "gui")]
    fn film(&self, args: &FilmArgs, folders: &Folders) -> ToolResult;

    /// Shows level after level, for people to watch.
    #[cfg(feature = "gui")]
    fn demo(&self, args: &DemoArgs, folders: &Folders, data: &DataFolder) -> ToolResult;

    /// Its shipped levels, for the start screen.
    #[cfg(feature = "gui")]
    fn levels(&self, folders: &Folders) -> Vec<OtherLevel>;
}

impl<G: OnHexes> Listed for Host<G> {
    fn lab(&self, args: &LabArgs, folders: &Folders, out: &mut dyn Write) -> ToolResult {
        lab::serve(args, &HostedLab::<G>::new(folders), out)
    }

    fn check_experiment(&self, file: &Path, folders: &Folders) -> Result<String, Faults> {
        lab::check(file, &HostedLab::<G>::new(folders))
    }

    #[cfg(feature = "gui")]
    fn play(&self, args: &PlayArgs, folders: &Folders, data: &DataFolder) -> ToolResult {
        map_window::play::<G>(args, folders, data)
    }

    #[cfg(feature = "gui")]
    fn picture(&self, args: &PictureArgs, folders: &Folders) -> ToolResult {
        map_window::picture::<G>(args, folders)
    }

    #[cfg(feature = "gui")]
    fn film(&self, args: &FilmArgs, folders: &Folders) -> ToolResult {
        map_show::film::<G>(args, folders)
    }

    #[cfg(feature = "gui")]
    fn demo(&self, args: &DemoArgs, folders: &Folders, data: &DataFolder) -> ToolResult {
        map_show::demo::<G>(args, folders, data)
    }

    #[cfg(feature = "gui")]
    fn levels(&self, folders: &Folders) -> Vec<OtherLevel> {
        map_window::levels::<G>(folders)
    }
}
