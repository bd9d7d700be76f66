//! A game of the registry: the tools of any game, and its window.

use tabletop_counters::OnHexes;
use tabletop_shell::{AnyGame, Host};

#[cfg(feature = "gui")]
use super::{ToolResult, map_window, picture::PictureArgs, play::PlayArgs};
#[cfg(feature = "gui")]
use tabletop_shell::files::Folders;
#[cfg(feature = "gui")]
use warstrike::level::data_folder::DataFolder;
#[cfg(feature = "gui")]
use warstrike::ui::OtherLevel;

/// A game of the registry.
pub(super) trait Listed: AnyGame {
    /// Opens its window.
    #[cfg(feature = "gui")]
    fn play(&self, args: &PlayArgs, folders: &Folders, data: &DataFolder) -> ToolResult;

    /// Draws a level or a save as a PNG.
    #[cfg(feature = "gui")]
    fn picture(&self, args: &PictureArgs, folders: &Folders) -> ToolResult;

    /// Its shipped levels, for the start screen.
    #[cfg(feature = "gui")]
    fn levels(&self, folders: &Folders) -> Vec<OtherLevel>;
}

impl<G: OnHexes> Listed for Host<G> {
    #[cfg(feature = "gui")]
    fn play(&self, args: &PlayArgs, folders: &Folders, data: &DataFolder) -> ToolResult {
        map_window::play::<G>(args, folders, data)
    }

    #[cfg(feature = "gui")]
    fn picture(&self, args: &PictureArgs, folders: &Folders) -> ToolResult {
        map_window::picture::<G>(args, folders)
    }

    #[cfg(feature = "gui")]
    fn levels(&self, folders: &Folders) -> Vec<OtherLevel> {
        map_window::levels::<G>(folders)
    }
}
