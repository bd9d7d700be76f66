//! A file that grows line by line and is gone on with later, for what is kept beside a save.
//!
//! A line is handed to the system in one write, so a killed program loses no line that was added. Nobody else can add lines
//! until the file is closed.

use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use super::claim::{Claim, Existing};
use super::journal::JournalError;
use super::sole_writer::{HeldFile, check_place};

/// A file of lines.
#[derive(Debug)]
pub struct LineFile {
    path: PathBuf,
    file: HeldFile,
    length: u64,
    tail: Tail,
}

/// State of the end of the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Tail {
    /// The end of a line, or nothing.
    Clean,
    /// A line without its end: it was cut off before this program came.
    Unended,
    /// Perhaps a part of a line that could not be written.
    Doubtful,
}

impl LineFile {
    /// Opens a file to add lines at its end, and makes it and its folder if there is none.
    ///
    /// # Errors
    /// As [`Claim::on`]; [`io::ErrorKind::ResourceBusy`] if another program writes it.
    pub fn open(path: &Path) -> io::Result<Self> {
        let (path, mut file) = Claim::on(path, Existing::Replaced)?.go_on()?;
        let found = file.metadata()?;
        let length = if found.is_file() { found.len() } else { 0 };
        let mut last = [b'\n'];
        if length > 0 {
            file.seek(SeekFrom::End(-1))?;
            file.read_exact(&mut last)?;
        }
        let tail = if last == [b'\n'] { Tail::Clean } else { Tail::Unended };
        Ok(Self { path, file, length, tail })
    }

    /// Adds a line, which has no line end in it.
    ///
    /// # Errors
    /// The system's, or the file is not in its place any more. The line is not part of the file then; it may be tried again.
    pub fn append(&mut self, line: &str) -> Result<(), JournalError> {
        if self.tail == Tail::Doubtful {
            self.cut_tail()?;
        }
        check_place(&self.path, &self.file, self.length)?;
        let before = if self.tail == Tail::Unended { "\n" } else { "" };
        let bytes = format!("{before}{line}\n").into_bytes();
        let tail = std::mem::replace(&mut self.tail, Tail::Doubtful);
        if let Err(error) = self.file.write_all(&bytes) {
            if self.cut_tail().is_ok() {
                self.tail = tail;
            }
            return Err(error.into());
        }
        self.tail = Tail::Clean;
        if self.file.metadata().is_ok_and(|found| found.is_file()) {
            self.length += bytes.len() as u64;
        }
        Ok(())
    }

    /// Brings everything to the disk, now.
    ///
    /// # Errors
    /// The system's.
    pub fn sync(&self) -> io::Result<()> {
        if self.file.metadata()?.is_file() { self.file.sync_data() } else { Ok(()) }
    }

    /// Path of the file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Takes away what a failed write may have left.
    fn cut_tail(&mut self) -> io::Result<()> {
        if self.file.metadata()?.is_file() {
            self.file.set_len(self.length)?;
        }
        self.tail = Tail::Clean;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(path: &Path) -> String {
        std::fs::read_to_string(path).unwrap()
    }

    #[test]
    fn lines_are_added_at_the_end_also_later_and_by_one_alone() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("new").join("lines");
        let mut lines = LineFile::open(&path).unwrap();
        lines.append("one").unwrap();
        assert_eq!(LineFile::open(&path).unwrap_err().kind(), io::ErrorKind::ResourceBusy);
        drop(lines);
        let mut lines = LineFile::open(&path).unwrap();
        lines.append("two").unwrap();
        lines.sync().unwrap();
        assert_eq!(read(&path), "one\ntwo\n");
        assert_eq!(
            std::fs::read_dir(path.parent().unwrap()).unwrap().count(),
            1,
            "nothing is left beside it"
        );
    }

    /// A line that was cut off stays what it is; the next begins on a line of its own.
    #[test]
    fn a_line_after_one_that_was_cut_off_is_whole() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("lines");
        std::fs::write(&path, "one\ntw").unwrap();
        LineFile::open(&path).unwrap().append("three").unwrap();
        assert_eq!(read(&path), "one\ntw\nthree\n");
    }

    #[test]
    fn a_file_that_is_gone_or_changed_takes_no_line() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("lines");
        let mut lines = LineFile::open(&path).unwrap();
        lines.append("one").unwrap();
        std::fs::write(&path, "one\nby another\n").unwrap();
        assert!(matches!(lines.append("two"), Err(JournalError::Lost(_))));
        std::fs::remove_file(&path).unwrap();
        assert!(matches!(lines.append("two"), Err(JournalError::Lost(_))));
    }

    /// On a full disk the line is refused, and the file can still be used.
    #[cfg(target_os = "linux")]
    #[test]
    fn a_full_disk_refuses_the_line() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("lines");
        std::os::unix::fs::symlink("/dev/full", &path).unwrap();
        let mut lines = LineFile::open(&path).unwrap();
        for _ in 0..2 {
            let error = lines.append("one").unwrap_err();
            assert!(
                matches!(&error, JournalError::Io(why) if why.kind() == io::ErrorKind::StorageFull),
                "{error}"
            );
        }
    }
}
