//! The player's own files: in which folders they are found by their names.

use std::path::{Path, PathBuf};

use clap::builder::{PathBufValueParser, TypedValueParser};

use warstrike::level::data_folder::DataFolder;

use super::ToolError;

/// The ending of a save.
const SAVE_ENDING: &str = "jsonl";

/// The user's folder for saves.
#[cfg(feature = "gui")]
pub(super) fn usual_saves() -> Result<PathBuf, ToolError> {
    saves_folder().ok_or_else(|| {
        ToolError::Bad("there is no home folder for saves: name a folder with --saves DIR".into())
    })
}

fn saves_folder() -> Option<PathBuf> {
    dirs::data_dir().map(|folder| folder.join("warstrike").join("saves"))
}

/// The data folder with the folders in which the player's own levels, cards, rulesets and styles are found by their names:
/// where the program is started, `levels` there, and `levels` beside the saves.
pub(super) fn find_data(named: Option<&Path>) -> Result<DataFolder, ToolError> {
    let data = DataFolder::find(named).map_err(|error| ToolError::Bad(error.to_string()))?;
    let here = [".", "./levels"].map(PathBuf::from);
    let beside_saves = saves_folder().map(|saves| saves.join("levels"));
    Ok(data.with_own(here.into_iter().chain(beside_saves)))
}

/// Reads the path of a save, or the name of one in the folder of saves.
pub(super) fn save_parser() -> impl TypedValueParser<Value = PathBuf> {
    PathBufValueParser::new().map(|path| save_of_name(&path).unwrap_or(path))
}

/// The save of that name in the folder of saves, if the name is no path and there is one.
pub(super) fn save_of_name(name: &Path) -> Option<PathBuf> {
    if name.components().count() != 1 || name.exists() {
        return None;
    }
    let mut file = name.as_os_str().to_owned();
    if name.extension().is_none_or(|ending| ending != SAVE_ENDING) {
        file.push(".");
        file.push(SAVE_ENDING);
    }
    saves_folder().map(|saves| saves.join(file)).filter(|path| path.is_file())
}
