//! Adding to the notes of a save.

use std::io;
use std::path::{Path, PathBuf};

use super::line::{GameLine, Line};
use super::place::{notes_file, picture_path};
use super::reading::read_picture;
use tabletop::record::claim::Existing;
use tabletop::record::journal::JournalError;
use tabletop::record::line_file::LineFile;
use tabletop::record::whole_file::{why_not_written, write_whole_file};

/// The notes of a save, open to be added to. Nobody else can add to them meanwhile.
#[derive(Debug)]
pub struct Notebook {
    save: PathBuf,
    file: LineFile,
}

/// Reason for not keeping something, in a sentence's second half.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{why} ({path})")]
pub struct KeptError {
    /// The reason.
    pub why: String,
    /// The file.
    pub path: String,
}

impl KeptError {
    fn of(path: &Path) -> impl Fn(&io::Error) -> Self {
        move |error| Self { why: why_not_written(error), path: path.display().to_string() }
    }
}

impl Notebook {
    /// Opens the notes of a save; where there are none, begins them with the game they are of.
    ///
    /// # Errors
    /// They cannot be written, or another program writes them.
    pub fn open(save: &Path, game: &GameLine) -> Result<Self, KeptError> {
        let path = notes_file(save);
        let is_new = std::fs::metadata(&path).map_or(true, |found| found.len() == 0);
        let file = LineFile::open(&path).map_err(|error| KeptError::of(&path)(&error))?;
        let mut notebook = Self { save: save.to_owned(), file };
        if is_new {
            notebook.add(&Line::Game(game.clone()))?;
        }
        Ok(notebook)
    }

    /// The save.
    pub fn save(&self) -> &Path {
        &self.save
    }

    /// Adds a line.
    ///
    /// # Errors
    /// It could not be written. It is not part of the notes then, and may be tried again.
    pub fn add(&mut self, line: &Line) -> Result<(), KeptError> {
        let path = self.file.path().to_owned();
        let failed = KeptError::of(&path);
        let text = serde_json::to_string(line).map_err(|error| failed(&error.into()))?;
        self.file.append(&text).map_err(|error| match error {
            JournalError::Io(error) => failed(&error),
            JournalError::Lost(lost) => {
                KeptError { why: format!("the file {lost}"), path: path.display().to_string() }
            }
        })
    }

    /// Brings everything to the disk, now.
    ///
    /// # Errors
    /// The system's.
    pub fn sync(&self) -> Result<(), KeptError> {
        self.file.sync().map_err(|error| KeptError::of(self.file.path())(&error))
    }

    /// Takes over pictures that lie beside another save. Those that cannot be had stay away: whoever reads the notes is told.
    pub fn take_pictures(&self, from: &Path, lines: &[Line]) {
        copy_pictures(from, &self.save, lines);
    }

    /// Writes the whole notes of a save, in place of those that were there: those of a game that was saved under this name.
    /// Pictures are taken over from where they lie beside another save.
    ///
    /// # Errors
    /// They could not be written.
    pub fn write_whole(
        save: &Path,
        game: &GameLine,
        lines: &[Line],
        pictures: Option<&Path>,
    ) -> Result<(), KeptError> {
        let path = notes_file(save);
        let failed = KeptError::of(&path);
        let mut text = String::new();
        for line in std::iter::once(&Line::Game(game.clone())).chain(lines) {
            text += &serde_json::to_string(line).map_err(|error| failed(&error.into()))?;
            text.push('\n');
        }
        write_whole_file(&path, text.as_bytes(), Existing::Replaced).map_err(|error| failed(&error))?;
        if let Some(from) = pictures {
            copy_pictures(from, save, lines);
        }
        Ok(())
    }

    /// Writes a picture of a save's notes.
    ///
    /// # Errors
    /// It could not be written.
    pub fn write_picture(save: &Path, name: &str, png: &[u8]) -> Result<(), KeptError> {
        let path = picture_path(save, name).unwrap_or_else(|| notes_file(save));
        let failed = KeptError::of(&path);
        write_whole_file(&path, png, Existing::Kept).map_err(|error| failed(&error))
    }
}

fn copy_pictures(from: &Path, to: &Path, lines: &[Line]) {
    let names = lines.iter().filter_map(|line| match line {
        Line::Note(note) => note.picture.as_deref(),
        _ => None,
    });
    for name in names {
        let is_there = picture_path(to, name).is_some_and(|path| path.exists());
        if let Ok(png) = read_picture(from, name)
            && !is_there
        {
            // A picture that is missing is said where the notes are read.
            let _missing = Notebook::write_picture(to, name, &png);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::line::{LineId, Note};
    use super::super::reading::read_notes;
    use super::*;
    use tabletop::record::history::EntryId;

    fn note(number: usize, picture: Option<&str>) -> Line {
        Line::Note(Note {
            id: LineId(format!("a-{number}")),
            entry: EntryId(number),
            when: "Round 1".into(),
            rule: Some("MOV-5".into()),
            text: "Why \"not\"?\nHm".into(),
            picture: picture.map(str::to_owned),
            program: "1".into(),
        })
    }

    const PNG: &[u8] = b"\x89PNG\r\n\x1a\nand so on";

    #[test]
    fn notes_are_added_to_and_read_again() {
        let folder = tempfile::tempdir().unwrap();
        let save = folder.path().join("game.jsonl");
        let game = GameLine { level: "street".into(), ..GameLine::default() };
        for number in 1..=2 {
            let mut notebook = Notebook::open(&save, &game).unwrap();
            notebook.add(&note(number, None)).unwrap();
            let busy = Notebook::open(&save, &game).unwrap_err();
            assert!(busy.why.contains("another program is writing it"), "{busy}");
        }
        let notes = read_notes(&save);
        assert_eq!((notes.game, notes.lines.len(), notes.unread), (game, 2, Vec::new()));
    }

    /// Saved under another name, a game has its notes there with their pictures, and none of the game that had the name.
    #[test]
    fn notes_go_along_with_their_game() {
        let folder = tempfile::tempdir().unwrap();
        let [one, other] = ["one", "other"].map(|name| folder.path().join(name).with_extension("jsonl"));
        Notebook::open(&other, &GameLine::default()).unwrap().add(&note(9, None)).unwrap();
        Notebook::write_picture(&one, "a-1.png", PNG).unwrap();
        let lines = [note(1, Some("a-1.png")), note(2, Some("../one.png")), note(3, Some("a-3.png"))];
        Notebook::write_whole(&other, &GameLine::default(), &lines, Some(&one)).unwrap();
        let read = read_notes(&other);
        assert_eq!(read.notes().map(|note| note.entry.0).collect::<Vec<_>>(), [1, 2, 3]);
        assert_eq!(read_picture(&other, "a-1.png").unwrap(), PNG);
        let missing = read_picture(&other, "a-3.png").unwrap_err();
        assert_eq!(missing, "The picture a-3.png was not read: it is not there.");
        assert!(read_picture(&other, "../one.png").unwrap_err().contains("no name of a picture"));
        std::fs::write(picture_path(&other, "a-1.png").unwrap(), "GIF").unwrap();
        assert!(read_picture(&other, "a-1.png").unwrap_err().contains("no picture"));
    }

    /// A full disk is said by name, and nothing is lost of the notes that were there.
    #[cfg(target_os = "linux")]
    #[test]
    fn a_full_disk_is_said() {
        let folder = tempfile::tempdir().unwrap();
        let save = folder.path().join("game.jsonl");
        std::fs::create_dir(folder.path().join("game.notes")).unwrap();
        std::os::unix::fs::symlink("/dev/full", notes_file(&save)).unwrap();
        let error = Notebook::open(&save, &GameLine::default()).unwrap_err();
        assert_eq!(error.why, "the disk is full");
        let nowhere = Notebook::open(Path::new("/proc/game.jsonl"), &GameLine::default()).unwrap_err();
        assert!(nowhere.path.contains("/proc/game.notes"), "{nowhere}");
    }
}
