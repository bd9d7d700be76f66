//! The player's own files: in which folders they are found by their names.

use std::path::{Path, PathBuf};

use clap::builder::{PathBufValueParser, TypedValueParser};

use warstrike::folders::Folders;
use warstrike::level::data_folder::DataFolder;

use super::ToolError;

/// The ending of a save.
const SAVE_ENDING: &str = "jsonl";

/// Folders that the program writes to: the player's, or all of them in one that is named.
#[derive(Clone, Debug)]
pub(super) struct Written {
    /// Saves and recordings, and own levels in `levels` there.
    pub saves: PathBuf,
    pub settings: PathBuf,
    /// What can be made again.
    pub cache: PathBuf,
    /// Reports of crashes.
    pub crashes: PathBuf,
}

impl Written {
    /// Those in the player's home; `None` where there is none.
    pub fn by_player() -> Option<Self> {
        let Folders { data, settings, cache, state } = Folders::of_player()?;
        let [saves, cache, crashes] = [data.join("saves"), cache.join("pictures"), state.join("crashes")];
        Some(Self { saves, settings, cache, crashes })
    }
}

#[cfg(feature = "gui")]
impl Written {
    /// Everything in a folder of saves that was named, else the player's.
    pub fn with_saves(saves: Option<&Path>) -> Result<Self, ToolError> {
        let Some(saves) = saves else {
            let none = "there is no home folder for saves: name a folder with --saves DIR";
            return Self::by_player().ok_or_else(|| ToolError::Bad(none.to_owned()));
        };
        let (cache, crashes) = (saves.join("pictures"), saves.join("crashes"));
        Ok(Self { saves: saves.to_owned(), settings: saves.to_owned(), cache, crashes })
    }

    /// Those that the window notes things in for itself.
    pub fn own(&self) -> warstrike::ui::OwnFolders {
        let Self { saves: _, settings, cache, crashes } = self.clone();
        warstrike::ui::OwnFolders { settings, cache, crashes }
    }
}

fn saves_folder() -> Option<PathBuf> {
    Written::by_player().map(|written| written.saves)
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
