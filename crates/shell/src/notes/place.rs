//! The place of notes: beside their save, in a folder with its name.

use std::path::{Path, PathBuf};

/// The name of the file in the folder.
const FILE: &str = "notes.jsonl";

/// The ending of the folder's name. That of the file in it is the ending of saves, but no folder of saves is looked into.
pub(super) const FOLDER_ENDING: &str = "notes";

/// The folder of a save's notes: `evening.notes` for `evening.jsonl`.
pub fn notes_folder(save: &Path) -> PathBuf {
    save.with_extension(FOLDER_ENDING)
}

/// The file of a save's notes.
pub fn notes_file(save: &Path) -> PathBuf {
    notes_folder(save).join(FILE)
}

/// The path of a picture of a save's notes; `None` if the name is no plain name of a picture.
pub fn picture_path(save: &Path, name: &str) -> Option<PathBuf> {
    is_plain(name).then(|| notes_folder(save).join(name))
}

/// True of a name that leads nowhere else: a damaged or foreign file must not name other files of the machine.
pub(super) fn is_plain(name: &str) -> bool {
    let plain = |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '-' | '.');
    name.len() < 100 && !name.starts_with('.') && name.ends_with(".png") && name.chars().all(plain)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notes_lie_beside_their_save() {
        let save = Path::new("/saves/an evening.jsonl");
        assert_eq!(notes_file(save), Path::new("/saves/an evening.notes/notes.jsonl"));
        for (name, expected) in [
            ("a3-1.png", Some("/saves/an evening.notes/a3-1.png")),
            ("../a.png", None),
            ("/etc/a.png", None),
            (".png", None),
            ("a.jpg", None),
            ("", None),
        ] {
            assert_eq!(picture_path(save, name).as_deref(), expected.map(Path::new), "{name}");
        }
    }
}
