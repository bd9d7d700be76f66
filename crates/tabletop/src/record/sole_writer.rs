//! One writer for a file: the system's lock, who has it, and whether a path still names the file that is being written.
//!
//! On Unix it is the lock of `flock`, which binds only those that ask for it: others can read the file, and so can
//! `replay`. On Windows such a lock would keep readers out; there the file is opened so that others can read it, but
//! neither write, move nor delete it.

use std::fs::{File, Metadata, OpenOptions};
use std::io::{self, ErrorKind};
use std::ops::{Deref, DerefMut};
use std::path::Path;

/// A file that nobody else may write until this is dropped.
///
/// Its lock is given back, not only closed: a program that is being started has copies of all open files for a moment, and a
/// lock of `flock` lasts as long as any copy.
#[derive(Debug)]
pub(super) struct HeldFile(File);

impl HeldFile {
    /// A file without a lock: a device or a pipe.
    pub(super) fn unlocked(file: File) -> Self {
        Self(file)
    }
}

impl Deref for HeldFile {
    type Target = File;

    fn deref(&self) -> &File {
        &self.0
    }
}

impl DerefMut for HeldFile {
    fn deref_mut(&mut self) -> &mut File {
        &mut self.0
    }
}

impl Drop for HeldFile {
    fn drop(&mut self) {
        if !cfg!(windows) {
            // A file that cannot be unlocked is unlocked when it is closed.
            let _closed_anyway = self.0.unlock();
        }
    }
}

/// Opens a file that is there, for appending, unless another program writes it. Others cannot until it is closed.
///
/// # Errors
/// The system's; [`ErrorKind::ResourceBusy`] if another program has it.
pub(super) fn open_alone(path: &Path) -> io::Result<HeldFile> {
    let mut options = OpenOptions::new();
    options.read(true).append(true);
    #[cfg(windows)]
    {
        use std::os::windows::fs::OpenOptionsExt;
        const OTHERS_MAY_READ: u32 = 1;
        const SHARING_VIOLATION: i32 = 32;
        options.share_mode(OTHERS_MAY_READ);
        options.open(path).map(HeldFile).map_err(|error| match error.raw_os_error() {
            Some(SHARING_VIOLATION) => busy(None),
            _ => error,
        })
    }
    #[cfg(not(windows))]
    {
        let file = options.open(path)?;
        lock(&file)?;
        Ok(HeldFile(file))
    }
}

/// Keeps other programs from writing a new file. One that has no name yet is locked before it gets one.
pub(super) fn lock(file: &File) -> io::Result<()> {
    if cfg!(windows) {
        return Ok(());
    }
    match file.try_lock() {
        Ok(()) => Ok(()),
        Err(std::fs::TryLockError::WouldBlock) => Err(busy(holder(file).map(named).as_deref())),
        // Some network drives have no locks: there, what else is done against a second writer has to do.
        Err(std::fs::TryLockError::Error(error)) if error.kind() == ErrorKind::Unsupported => Ok(()),
        Err(std::fs::TryLockError::Error(error)) => Err(error),
    }
}

/// A file that was locked without a name and now has one.
pub(super) fn keep_alone(file: File, path: &Path) -> io::Result<HeldFile> {
    if !cfg!(windows) {
        return Ok(HeldFile(file));
    }
    drop(file);
    open_alone(path)
}

/// An error if another program records to a file that nobody may replace anyway, where that can be told.
pub(super) fn refuse_if_held(path: &Path) -> io::Result<()> {
    match File::open(path).ok().and_then(|file| holder(&file)) {
        Some(holder) => Err(busy(Some(&named(holder)))),
        None => Ok(()),
    }
}

/// Whether another process has locked the file at a path, where that can be told.
pub(super) fn is_held_elsewhere(path: &Path) -> bool {
    let holder = File::open(path).ok().and_then(|file| holder(&file));
    holder.is_some_and(|process| process != std::process::id())
}

fn busy(holder: Option<&str>) -> io::Error {
    let holder = holder.map_or(String::new(), |holder| format!(": {holder}"));
    io::Error::new(ErrorKind::ResourceBusy, format!("another program is writing it{holder}"))
}

/// The process that has locked a file. Linux lists locks by the file's number on its drive; a process named there must have
/// this very file open. Other systems do not say.
fn holder(file: &File) -> Option<u32> {
    if !cfg!(target_os = "linux") {
        return None;
    }
    let locked = file.metadata().ok()?;
    let number = number_on_drive(&locked)?;
    let locks = std::fs::read_to_string("/proc/locks").ok()?;
    let mut owners = locks.lines().filter_map(|line| lock_owner(line, number));
    owners.find(|process| has_open(*process, &locked))
}

/// A process as people find it in a list of processes.
fn named(process: u32) -> String {
    let program = std::fs::read_to_string(format!("/proc/{process}/comm")).unwrap_or_default();
    format!("process {process} ({})", program.trim_end())
}

/// The process in a line such as `1: FLOCK  ADVISORY  WRITE 4711 fe:00:5432278 0 EOF`, if the file has this number.
fn lock_owner(line: &str, number: u64) -> Option<u32> {
    let mut words = line.split_whitespace().skip(1);
    let (kind, process, file) = (words.next()?, words.nth(2)?, words.next()?);
    let same = file.rsplit(':').next()?.parse() == Ok(number);
    if kind == "FLOCK" && same { process.parse().ok() } else { None }
}

fn has_open(process: u32, file: &Metadata) -> bool {
    let Ok(open) = std::fs::read_dir(format!("/proc/{process}/fd")) else { return false };
    open.flatten().any(|one| std::fs::metadata(one.path()).is_ok_and(|found| is_same(&found, file)))
}

#[cfg(unix)]
fn number_on_drive(file: &Metadata) -> Option<u64> {
    Some(std::os::unix::fs::MetadataExt::ino(file))
}

#[cfg(not(unix))]
fn number_on_drive(_: &Metadata) -> Option<u64> {
    None
}

/// Whether two are one file. Where the system does not say, they are taken to be: Windows keeps a file that is open in its
/// place.
#[cfg(unix)]
pub(super) fn is_same(one: &Metadata, other: &Metadata) -> bool {
    use std::os::unix::fs::MetadataExt;
    (one.dev(), one.ino()) == (other.dev(), other.ino())
}

#[cfg(not(unix))]
pub(super) fn is_same(_: &Metadata, _: &Metadata) -> bool {
    true
}

/// Cause of the loss of a file that is being written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Lost {
    /// Nothing is left under its name.
    #[error("was moved or deleted")]
    Gone,
    /// Something else has its name.
    #[error("was replaced by another file")]
    Replaced,
    /// Somebody else has written to it.
    #[error("was changed by another program")]
    Changed,
}

/// Whether a path still names a file, and the file is as long as it was left.
///
/// # Errors
/// What has become of it.
pub(super) fn check_place(path: &Path, file: &File, length: u64) -> Result<(), Lost> {
    let (Ok(found), Ok(own)) = (std::fs::metadata(path), file.metadata()) else { return Err(Lost::Gone) };
    if !is_same(&found, &own) {
        return Err(Lost::Replaced);
    }
    if own.is_file() && own.len() != length { Err(Lost::Changed) } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_owner_of_a_lock_is_read_from_the_list() {
        for (line, owner, reason) in [
            ("1: FLOCK  ADVISORY  WRITE 4711 fe:00:5432278 0 EOF", Some(4711), "it has the file"),
            ("1: FLOCK  ADVISORY  WRITE 4711 fe:00:54322780 0 EOF", None, "another file"),
            ("1: -> FLOCK  ADVISORY  WRITE 4711 fe:00:5432278 0 EOF", None, "it waits for it"),
            ("1: POSIX  ADVISORY  WRITE 4711 fe:00:5432278 0 EOF", None, "another kind of lock"),
            ("1: FLOCK", None, "a line cut short"),
        ] {
            assert_eq!(lock_owner(line, 5_432_278), owner, "{reason}");
        }
    }

    /// A second claim is refused for as long as the first lasts.
    #[test]
    fn a_file_is_opened_alone() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("save");
        std::fs::write(&path, "").unwrap();
        let held = open_alone(&path).unwrap();
        assert_eq!(open_alone(&path).unwrap_err().kind(), ErrorKind::ResourceBusy);
        assert!(std::fs::read(&path).is_ok(), "anybody may read it");
        let copy_of_a_program_being_started = held.try_clone().unwrap();
        drop(held);
        open_alone(&path).unwrap();
        drop(copy_of_a_program_being_started);
    }
}
