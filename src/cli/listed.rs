//! A game of the registry: the tools of any game, and its window.

use tabletop_counters::OnHexes;
use tabletop_shell::{AnyGame, Host};

#[cfg(feature = "gui")]
use super::{ToolResult, map_window, play::PlayArgs};
#[cfg(feature = "gui")]
use tabletop_shell::files::Folders;
#[cfg(feature = "gui")]
use warstrike::level::data_folder::DataFolder;

/// A game of the registry.
pub(super) trait Listed: AnyGame {
    /// Opens its window.
    #[cfg(feature = "gui")]
    fn play(&self, args: &PlayArgs, folders: &Folders, data: &DataFolder) -> ToolResult;
}

impl<G: OnHexes> Listed for Host<G> {
    #[cfg(feature = "gui")]
    fn play(&self, args: &PlayArgs, folders: &Folders, data: &DataFolder) -> ToolResult {
        map_window::play::<G>(args, folders, data)
    }
}
