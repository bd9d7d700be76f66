//! Scenarios and saves that can be opened.

use std::path::{Path, PathBuf};

use tabletop::game::Setup;
use tabletop::matches::Match;
use tabletop_counters::OnHexes;
use tabletop_shell::ToolError;
use tabletop_shell::arguments::OpeningArgs;
use tabletop_shell::files::{Files, LEVEL};
use tabletop_shell::tools::opened;

use crate::ui::session::saved_games::saves_in;

/// A scenario that comes with the game.
#[derive(Clone, Debug)]
pub struct Scenario {
    /// Name of its file: "bridge-farm".
    pub id: String,
    /// Its name: "The farm by the bridge".
    pub name: String,
    /// In a line.
    pub about: String,
}

/// The scenarios that come with a game. One with faults is left out: `check` names them.
pub fn scenarios<G: OnHexes>(files: &Files<'_>) -> Vec<Scenario> {
    let read = |id: String| {
        let setup = opened::set_up::<G>(Path::new(&id), None, files).ok()?;
        Some(Scenario { name: setup.level_name().to_owned(), about: G::describe(&setup), id })
    };
    files.names(LEVEL).into_iter().filter_map(read).collect()
}

/// Opens a scenario, with a seed of its own, or a save.
///
/// # Errors
/// In words: it cannot be read.
pub fn open<G: OnHexes>(asked: &Path, seed: Option<u64>, files: &Files<'_>) -> Result<Match<G>, String> {
    let opening = OpeningArgs { seed, ..OpeningArgs::default() };
    opened::open(asked, &opening, files).map_err(|error| match error {
        ToolError::Bad(what) | ToolError::Failed(what) => what,
    })
}

/// The recordings in a folder, the newest first.
pub fn saves(folder: &Path) -> Vec<PathBuf> {
    saves_in(folder).unwrap_or_default()
}
