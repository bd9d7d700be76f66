//! The player's folders, as the desktop has them (XDG on Linux).

use std::path::PathBuf;

use etcetera::BaseStrategy;

/// Folders of this program in the player's home.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Folders {
    /// What the player has made.
    pub data: PathBuf,
    /// What they have chosen.
    pub settings: PathBuf,
    /// What can be made again.
    pub cache: PathBuf,
    /// What has happened.
    pub state: PathBuf,
}

impl Folders {
    /// Those in the player's home; `None` where there is no home.
    pub fn of_player() -> Option<Self> {
        let desktop = etcetera::base_strategy::choose_native_strategy()
            .ok()
            .filter(|it| it.home_dir().is_absolute())?;
        let ours = |folder: PathBuf| folder.join("warstrike");
        Some(Self {
            data: ours(desktop.data_dir()),
            settings: ours(desktop.config_dir()),
            cache: ours(desktop.cache_dir()),
            state: ours(desktop.state_dir().unwrap_or_else(|| desktop.data_dir())),
        })
    }
}
