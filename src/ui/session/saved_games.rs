//! The saves in the player's folder.

use super::open_game::OpenGame;
use std::io;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// The file extension of saves.
pub const SAVE_ENDING: &str = "jsonl";

/// The saves in a folder, the newest first; none if there is no such folder. An entry that cannot be looked at, such as a
/// link to a file that is gone, is left out and hides no other.
pub(crate) fn saves_in(folder: &Path) -> io::Result<Vec<PathBuf>> {
    if !folder.exists() {
        return Ok(Vec::new());
    }
    let mut found: Vec<(SystemTime, PathBuf)> = Vec::new();
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        let is_save = path.extension().is_some_and(|ending| ending == SAVE_ENDING);
        if let Some(file) = path.metadata().ok().filter(|file| is_save && file.is_file()) {
            found.push((file.modified().unwrap_or(SystemTime::UNIX_EPOCH), path));
        }
    }
    found.sort_by(|a, b| b.cmp(a));
    Ok(found.into_iter().map(|(_, path)| path).collect())
}

/// The name of the last save; else the level's name in plain letters.
pub(in crate::ui) fn suggested_name(opened: &OpenGame) -> String {
    let stem = opened.file.as_ref().and_then(|file| file.file_stem());
    if let Some(stem) = stem {
        return stem.to_string_lossy().into_owned();
    }
    let level = opened.game.setup().level.name.to_lowercase();
    let plain = |letter: char| if letter.is_alphanumeric() { letter } else { '-' };
    level.chars().map(plain).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// One entry that is no save, or a link to nowhere, hides no save.
    #[test]
    fn a_bad_entry_hides_no_save() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        std::fs::write(at("one.jsonl"), "").unwrap();
        std::fs::write(at("picture.png"), "").unwrap();
        std::fs::create_dir(at("folder.jsonl")).unwrap();
        #[cfg(unix)]
        {
            std::os::unix::fs::symlink(at("gone"), at("nowhere.jsonl")).unwrap();
            std::os::unix::fs::symlink(at("one.jsonl"), at("link.jsonl")).unwrap();
        }
        let mut names: Vec<PathBuf> = saves_in(folder.path()).unwrap();
        names.sort();
        let expected: &[&str] = if cfg!(unix) { &["link.jsonl", "one.jsonl"] } else { &["one.jsonl"] };
        assert_eq!(names, expected.iter().map(|name| at(name)).collect::<Vec<_>>());
        assert_eq!(saves_in(&at("no folder")).unwrap(), Vec::<PathBuf>::new());
    }
}
