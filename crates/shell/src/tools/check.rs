//! `check`: data files and saves of a game.

use std::path::Path;

use tabletop_data::fault::Faults;
use tabletop_data::name_check::name_faults;

use super::opened::{load, set_up};
use crate::error::ToolError;
use crate::files::{Files, LEVEL};
use crate::hosted::Hosted;
use crate::open::is_save;
use crate::recognise::file_of;

/// Checks a file, and what it names, whole; describes it in a line.
///
/// # Errors
/// Every fault.
pub fn check<G: Hosted>(file: &Path, files: &Files<'_>) -> Result<String, String> {
    if is_save(file) {
        return check_save::<G>(file);
    }
    let kinds = std::iter::once(LEVEL).chain(G::KINDS.iter().copied());
    let found = kinds.filter_map(|kind| Some((kind, files.find(kind, file)?)));
    let word = |path: &Path| file_of(path).map(|file| file.word);
    let of_kind = found.into_iter().find(|(kind, path)| word(path).as_deref() == Some(kind.first_word));
    let Some((kind, path)) = of_kind else {
        return Err(format!("{}: {} has no such file", file.display(), G::NAME));
    };
    let source = files.read(kind, file).map_err(|faults| faults.to_string())?;
    let names = name_faults(&source);
    if !names.is_empty() {
        return Err(Faults(names).to_string());
    }
    if kind == LEVEL {
        let setup = set_up::<G>(&path, None, files).map_err(ToolError::into_words)?;
        return Ok(G::describe(&setup));
    }
    G::check_file(kind, &source).map_err(|faults| faults.to_string())
}

fn check_save<G: Hosted>(file: &Path) -> Result<String, String> {
    let loaded = load::<G>(file).map_err(ToolError::into_words)?;
    if let Some(damage) = loaded.damage {
        return Err(format!("{}: damaged at {damage}", file.display()));
    }
    let commands = loaded.game.history().entries().len() - 1;
    let departures = loaded.game.departed_in_words().map(|words| format!("; {words}")).unwrap_or_default();
    Ok(format!("a save of {commands} commands{departures}"))
}
