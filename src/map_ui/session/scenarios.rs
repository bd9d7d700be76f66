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

/// A scenario.
#[derive(Clone, Debug)]
pub struct Scenario {
    /// Name of its file: "bridge-farm".
    pub id: String,
    /// Its name: "The farm by the bridge".
    pub name: String,
    /// In a line.
    pub about: String,
    /// Whether it is a player's own.
    pub is_own: bool,
    /// All that is wrong with it.
    pub fault: Option<String>,
}

/// The scenarios of a game: those that come with it, then the player's own. One of his own takes the place of a shipped one with its
/// name.
pub fn scenarios<G: OnHexes>(files: &Files<'_>) -> Vec<Scenario> {
    let own = files.own_names(LEVEL);
    let shipped = files.names(LEVEL).into_iter().filter(|id| !own.contains(id));
    let all = shipped.map(|id| (id, false)).chain(own.iter().map(|id| (id.clone(), true)));
    let read = |(id, is_own): (String, bool)| match opened::set_up::<G>(Path::new(&id), None, files) {
        Ok(setup) => {
            let (name, about) = (setup.level_name().to_owned(), G::describe(&setup));
            Scenario { id, name, about, is_own, fault: None }
        }
        Err(error) => {
            let name = id.clone();
            Scenario { id, name, about: String::new(), is_own, fault: Some(in_words(error)) }
        }
    };
    all.map(read).collect()
}

fn in_words(error: ToolError) -> String {
    match error {
        ToolError::Bad(what) | ToolError::Failed(what) => what,
    }
}

/// Opens a scenario, with a seed of its own, or a save.
///
/// # Errors
/// In words: it cannot be read.
pub fn open<G: OnHexes>(asked: &Path, seed: Option<u64>, files: &Files<'_>) -> Result<Match<G>, String> {
    let opening = OpeningArgs { seed, ..OpeningArgs::default() };
    opened::open(asked, &opening, files).map_err(in_words)
}

/// The recordings in a folder, the newest first.
pub fn saves(folder: &Path) -> Vec<PathBuf> {
    saves_in(folder).unwrap_or_default()
}
