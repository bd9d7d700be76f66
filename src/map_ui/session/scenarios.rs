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
            let (name, fault) = (id.clone(), without_path(&id, &in_words(error)));
            Scenario { id, name, about: String::new(), is_own, fault: Some(fault) }
        }
    };
    all.map(read).collect()
}

/// Faults of a level, a line each, without its path, which stands before every one of them: "line 18, column 13: hex 9902 …".
fn without_path(id: &str, faults: &str) -> String {
    let file = format!("{id}.ron:");
    let short = |fault: &str| {
        let (_, rest) = fault.split_once(&file)?;
        let (line, rest) = rest.split_once(':')?;
        let (column, what) = rest.split_once(':')?;
        let is_number = |text: &str| text.parse::<usize>().is_ok();
        (is_number(line) && is_number(column)).then(|| format!("line {line}, column {column}:{what}"))
    };
    let lines: Vec<String> =
        faults.lines().map(|fault| short(fault).unwrap_or_else(|| fault.to_owned())).collect();
    lines.join("\n")
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Only the path of the level itself is left out; that of another file, and what has no place, stay.
    #[test]
    fn a_fault_says_its_place_without_the_path() {
        let faults = "/home/me/levels/far.ron:18:13: hex 9902 is not on the map\n/home/me/forces/far-off.ron:2:1: no unit\nno map";
        let short = without_path("far", faults);
        assert_eq!(
            short,
            "line 18, column 13: hex 9902 is not on the map\n/home/me/forces/far-off.ron:2:1: no unit\nno map"
        );
    }
}
