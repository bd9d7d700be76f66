//! `warstrike paths`: the folders that the program reads and writes.

use std::io::Write;
use std::path::{Path, PathBuf};

use warstrike::level::data_folder::DataFolder;
use warstrike::version::Version;

use super::own::Written;
use super::{ToolError, ToolResult};

/// Prints a line for each folder. One that is not there yet is created when something is written to it.
pub(super) fn paths(named: Option<&Path>, out: &mut impl Write) -> ToolResult {
    let data = DataFolder::find(named).map_err(|error| ToolError::Bad(error.to_string()))?;
    let written = Written::by_player();
    let folder = |of: fn(&Written) -> PathBuf| written.as_ref().map(of);
    writeln!(out, "{:10}{}", "version", Version::with(Some(&data)))?;
    for (name, path) in [
        ("program", std::env::current_exe().ok()),
        ("data", Some(data.root().to_owned())),
        ("saves", folder(|written| written.saves.clone())),
        ("levels", folder(|written| written.saves.join("levels"))),
        ("settings", folder(|written| written.settings.clone())),
        ("cache", folder(|written| written.cache.clone())),
        ("crashes", folder(|written| written.crashes.clone())),
    ] {
        writeln!(out, "{name:10}{}", path.map_or_else(|| "none: there is no home folder".to_owned(), shown))?;
    }
    Ok(())
}

fn shown(path: PathBuf) -> String {
    let missing = if path.exists() { "" } else { " (not there yet)" };
    format!("{}{missing}", path.display())
}
