//! Files that are written whole or not at all: what was there before stays until the new file is complete.

use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use super::claim::{Claim, Existing};

/// Writes a file and makes its folder if there is none.
///
/// # Errors
/// As [`Claim::on`] and [`Claim::write`]; then the file is as it was before.
pub fn write_whole_file(path: &Path, bytes: &[u8], existing: Existing) -> io::Result<()> {
    Claim::on(path, existing)?.write(bytes)
}

/// Words for a file that could not be written, as a sentence's second half.
pub fn why_not_written(error: &io::Error) -> String {
    match error.kind() {
        ErrorKind::StorageFull => "the disk is full".to_owned(),
        ErrorKind::FileTooLarge | ErrorKind::QuotaExceeded => "no file may become so large there".to_owned(),
        ErrorKind::PermissionDenied | ErrorKind::ReadOnlyFilesystem => {
            "nothing may be written there".to_owned()
        }
        ErrorKind::IsADirectory => "there is a folder of that name".to_owned(),
        ErrorKind::ResourceBusy => "another program is writing it".to_owned(),
        // Of a file that is made, the system says it where it makes none.
        ErrorKind::NotFound | ErrorKind::NotADirectory => "no file can be made there".to_owned(),
        _ => error.to_string(),
    }
}

/// Words for a file that could not be read, as a sentence's second half.
pub fn why_not_read(error: &io::Error) -> String {
    match error.kind() {
        ErrorKind::NotFound | ErrorKind::NotADirectory => "there is no such file".to_owned(),
        ErrorKind::PermissionDenied => "it may not be read".to_owned(),
        ErrorKind::IsADirectory => "it is a folder".to_owned(),
        _ => error.to_string(),
    }
}

/// Makes the first of some files that is not there yet, also while another program does the same.
///
/// # Errors
/// The first that `make` gives back, unless it is that the file is there; or there is no further file.
pub fn make_first_free<T>(
    paths: impl IntoIterator<Item = PathBuf>,
    make: impl Fn(&Path) -> io::Result<T>,
) -> io::Result<T> {
    for path in paths.into_iter().filter(|path| !path.exists()) {
        match make(&path) {
            Err(error) if matches!(error.kind(), ErrorKind::AlreadyExists | ErrorKind::ResourceBusy) => {}
            made => return made,
        }
    }
    Err(ErrorKind::AlreadyExists.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_replaced_whole_and_others_may_read_it() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("new").join("picture.png");
        write_whole_file(&path, b"first", Existing::Kept).unwrap();
        write_whole_file(&path, b"second", Existing::Replaced).unwrap();
        assert_eq!(std::fs::read(&path).unwrap(), b"second");
        assert_eq!(
            std::fs::read_dir(path.parent().unwrap()).unwrap().count(),
            1,
            "nothing is left beside it"
        );
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            let plain = folder.path().join("plain");
            std::fs::write(&plain, "").unwrap();
            let mode = |path: &Path| std::fs::metadata(path).unwrap().permissions().mode();
            assert_eq!(mode(&path), mode(&plain));
        }
    }

    #[test]
    fn what_cannot_be_replaced_stays() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("taken");
        std::fs::create_dir(&path).unwrap();
        std::fs::write(path.join("inside"), "kept").unwrap();
        write_whole_file(&path, b"new", Existing::Replaced).unwrap_err();
        assert_eq!(std::fs::read(path.join("inside")).unwrap(), b"kept");
        let file = path.join("inside");
        let error = write_whole_file(&file, b"new", Existing::Kept).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::AlreadyExists);
        assert_eq!(std::fs::read(&file).unwrap(), b"kept");
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1, "nothing is left beside it");
        assert_eq!(std::fs::read_dir(&path).unwrap().count(), 1, "nothing is left beside it");
    }

    /// Each of a few that number their files at once gets one of its own.
    #[test]
    fn two_never_make_the_same_file() {
        let folder = tempfile::tempdir().unwrap();
        let write = |text: String| {
            let paths = (1..).map(|number| folder.path().join(format!("picture-{number}")));
            make_first_free(paths, |path| write_whole_file(path, text.as_bytes(), Existing::Kept)).unwrap();
        };
        std::thread::scope(|scope| {
            for writer in 0..8 {
                let write = &write;
                scope.spawn(move || (0..10).for_each(|index| write(format!("{writer} {index}"))));
            }
        });
        let files = (1..=80).map(|number| folder.path().join(format!("picture-{number}")));
        let mut texts: Vec<_> = files.map(|file| std::fs::read_to_string(file).unwrap()).collect();
        texts.sort();
        texts.dedup();
        assert_eq!(texts.len(), 80);
    }
}
