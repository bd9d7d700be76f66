//! Claims on files to be written. Every file that the program writes for its user goes through a [`Claim`]: links are followed, a file that
//! is replaced keeps its permissions and nobody else writes it meanwhile, a new one takes the place of none, and devices and pipes are
//! written through.

use std::fs::{File, Metadata, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

use super::sole_writer::{
    HeldFile, is_held_elsewhere, is_same, keep_alone, lock, open_alone, refuse_if_held,
};

/// Treatment of a file that already exists.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Existing {
    /// It stays: writing is refused.
    Kept,
    /// It is replaced, once the new one is complete.
    Replaced,
}

/// The right to write a file.
#[derive(Debug)]
pub struct Claim {
    named: PathBuf,
    place: Place,
}

#[derive(Debug)]
enum Place {
    /// A file.
    File(FilePlace),
    /// A device or pipe.
    Through(File),
}

#[derive(Debug)]
struct FilePlace {
    /// Path of the present or future file, links followed.
    path: PathBuf,
    /// The file that it replaces, which nobody else writes until then.
    before: Option<HeldFile>,
}

/// Whether another program is writing a file, where that can be told: it cannot be claimed now.
pub fn is_written_elsewhere(path: &Path) -> bool {
    is_held_elsewhere(path)
}

/// Maximum number of times that others may replace a file before it can be claimed.
const TRIES: usize = 100;

impl Claim {
    /// Claims the file that a path names.
    ///
    /// # Errors
    /// The system's; [`ErrorKind::AlreadyExists`] if a file there is to be kept, [`ErrorKind::ResourceBusy`] if another
    /// program writes it, or a sentence if it is something that cannot be written.
    pub fn on(named: &Path, existing: Existing) -> io::Result<Self> {
        for _ in 0..TRIES {
            if let Some(place) = find(named, existing)? {
                return Ok(Self { named: named.to_owned(), place });
            }
        }
        Err(io::Error::other("other programs replace it again and again"))
    }

    /// A file to be filled and then [put](Self::put) in its place. It has no name yet; it may be written to at its end only.
    ///
    /// # Errors
    /// The system's.
    pub fn new_file(&self) -> io::Result<NamedTempFile> {
        let mut builder = tempfile::Builder::new();
        builder.append(true);
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            builder.permissions(std::fs::Permissions::from_mode(0o666));
        }
        let Place::File(place) = &self.place else { return builder.tempfile() };
        std::fs::create_dir_all(folder_of(&place.path))?;
        let file = builder.tempfile_in(folder_of(&place.path)).map_err(without_its_name)?;
        if let Some(before) = &place.before {
            keep_permissions(file.as_file(), &before.metadata()?)?;
        }
        Ok(file)
    }

    /// Puts a complete file in its place.
    ///
    /// # Errors
    /// The system's; then everything is as it was.
    pub fn put(self, file: NamedTempFile) -> io::Result<()> {
        match self.place {
            Place::Through(mut device) => {
                io::copy(&mut file.reopen()?, &mut device)?;
                device.flush()
            }
            Place::File(place) => place.put(file).map(drop),
        }
    }

    /// Writes the whole file.
    ///
    /// # Errors
    /// The system's; then everything is as it was.
    pub fn write(self, bytes: &[u8]) -> io::Result<()> {
        if let Place::Through(mut device) = self.place {
            return device.write_all(bytes);
        }
        let mut file = self.new_file()?;
        file.write_all(bytes)?;
        self.put(file)
    }

    /// Writes the beginning of a file that goes on, and keeps it: nobody else can claim it until it is closed. Gives back
    /// the path as it was named, and the file.
    ///
    /// # Errors
    /// The system's; then everything is as it was.
    pub(super) fn begin(self, bytes: &[u8]) -> io::Result<(PathBuf, HeldFile)> {
        let mut file = self.new_file()?;
        match self.place {
            Place::Through(mut device) => {
                device.write_all(bytes)?;
                Ok((self.named, HeldFile::unlocked(device)))
            }
            Place::File(place) => {
                lock(file.as_file())?;
                file.write_all(bytes)?;
                let (path, file) = place.put(file)?;
                Ok((self.named, keep_alone(file, &path)?))
            }
        }
    }
}

impl Claim {
    /// The file that is there, to be written to at its end; where there is none, a new one. Nobody else can claim it until it is
    /// closed.
    ///
    /// # Errors
    /// The system's; then everything is as it was.
    pub(super) fn go_on(self) -> io::Result<(PathBuf, HeldFile)> {
        match self.place {
            Place::File(FilePlace { path, before: Some(file) }) => Ok((path, file)),
            place => Self { named: self.named, place }.begin(&[]),
        }
    }
}

/// Finds the place that a path names; `None` if it changed meanwhile.
fn find(named: &Path, existing: Existing) -> io::Result<Option<Place>> {
    let found = match std::fs::metadata(named) {
        Err(error) if error.kind() == ErrorKind::NotFound => {
            return Ok(Some(Place::File(FilePlace { path: end_of_links(named)?, before: None })));
        }
        found => found?,
    };
    if !found.is_file() {
        return open_through(named, &found).map(Place::Through).map(Some);
    }
    if existing == Existing::Kept {
        refuse_if_held(named)?;
        return Err(ErrorKind::AlreadyExists.into());
    }
    let path = match named.canonicalize() {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        path => path?,
    };
    let file = match open_alone(&path) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        file => file?,
    };
    let still =
        std::fs::metadata(named).is_ok_and(|found| file.metadata().is_ok_and(|own| is_same(&found, &own)));
    Ok(still.then_some(Place::File(FilePlace { path, before: Some(file) })))
}

/// Follows links to an end that does not exist.
fn end_of_links(named: &Path) -> io::Result<PathBuf> {
    const MAX_LINKS: usize = 40;
    let mut path = named.to_owned();
    for _ in 0..MAX_LINKS {
        match path.read_link() {
            Ok(next) => path = folder_of(&path).join(next),
            Err(_) => return Ok(path),
        }
    }
    Err(io::Error::other("its links lead in a circle"))
}

/// Opens a device or a pipe, as it is.
fn open_through(named: &Path, found: &Metadata) -> io::Result<File> {
    if found.is_dir() {
        return Err(io::Error::new(ErrorKind::IsADirectory, "it is a folder"));
    }
    #[cfg(unix)]
    {
        use std::os::unix::fs::FileTypeExt;
        let kind = found.file_type();
        if !kind.is_char_device() && !kind.is_fifo() {
            return Err(io::Error::other(
                "it is neither a file nor a device or pipe that can be written through",
            ));
        }
    }
    OpenOptions::new().write(true).open(named)
}

impl FilePlace {
    /// Gives a complete file its name.
    fn put(self, file: NamedTempFile) -> io::Result<(PathBuf, File)> {
        file.as_file().sync_all()?;
        let put = match self.before {
            None => file.persist_noclobber(&self.path),
            Some(before) => {
                // Nobody else may claim it before it is replaced; but Windows replaces no file that is open.
                let _held = (!cfg!(windows)).then_some(before);
                file.persist(&self.path)
            }
        };
        let file = put.map_err(|failed| failed.error);
        if file.as_ref().is_err_and(|error| error.kind() == ErrorKind::AlreadyExists) {
            refuse_if_held(&self.path)?;
        }
        sync_folder(folder_of(&self.path))?;
        Ok((self.path, file?))
    }
}

/// A replaced file's permissions and, where that is allowed, its owner.
fn keep_permissions(file: &File, before: &Metadata) -> io::Result<()> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::{MetadataExt, fchown};
        // Only the system's administrator may give files away.
        let _not_allowed = fchown(file, Some(before.uid()), Some(before.gid()));
    }
    file.set_permissions(before.permissions())
}

/// The folder of a file.
pub(super) fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Brings the folder's own entries to the disk, where a system has them apart from the file.
fn sync_folder(folder: &Path) -> io::Result<()> {
    if cfg!(unix) { File::open(folder)?.sync_all() } else { Ok(()) }
}

/// An error with a file that has no name: the name it had meanwhile says nothing to anybody.
fn without_its_name(error: io::Error) -> io::Error {
    if error.raw_os_error().is_some() { error } else { error.kind().into() }
}
