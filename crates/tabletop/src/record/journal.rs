//! A save file, and writing it: JSON lines, each with a checksum over itself and
//! all before it.
//!
//! ```text
//! {"sum":"7d0c3f0e3f1f6a52","line":{"Header":{…}}}
//! {"sum":"…","line":{"Entry":{"id":0,…}}}          the opening
//! {"sum":"…","line":{"Entry":{"id":1,"after":0,"command":{…},"faces":[],"hash":"…","outcome":{…}}}}
//! {"sum":"…","line":{"Present":{"at":0}}}          undone
//! ```
//!
//! A line is handed to the system in one write as soon as its command is
//! accepted, so a killed program loses nothing; it reaches the disk within a
//! second, so a power cut loses at most that. Before each line the journal makes
//! sure that its path still names the file; other programs are kept from
//! recording to it.

use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread::JoinHandle;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::xxh3_64_with_seed;

use super::claim::{Claim, Existing};
use super::history::{Branch, DiceOrigin, Entry, EntryId, Rationale};
use super::saved_outcome::{ReadLate, SavedOutcome};
use super::sole_writer::{HeldFile, Lost, check_place};
use super::whole_file::why_not_written;
use crate::command::Command;
use crate::game::Game;
use crate::state_hash::StateHash;

/// First line of every save.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, bound = "")]
pub struct Header<G: Game> {
    /// Version of this format: [`FORMAT`].
    pub format: u32,
    /// Id of its game: [`Game::ID`]. Formats before 5 knew one game.
    #[serde(default)]
    pub game: String,
    /// Version of the program that wrote it.
    pub program: String,
    /// Name of the ruleset.
    pub ruleset: String,
    /// Hash of the whole ruleset, overlays applied.
    pub ruleset_hash: StateHash,
    /// Name of the level.
    pub level: String,
    /// Names of the two forces.
    pub forces: [String; 2],
    /// Seed of the dice.
    #[serde(with = "crate::seed")]
    pub seed: u64,
    /// The files the battle was set up from.
    pub bundle: G::Bundle,
}

/// The version of the format this program writes.
pub const FORMAT: u32 = 5;

/// The oldest version that it reads. 3 has the seed as a number; 3 and 4 have no outcomes, no keyframes and no game.
pub const OLDEST_FORMAT: u32 = 3;

/// The first version whose header names the game.
pub(super) const FIRST_WITH_GAME: u32 = 5;

/// One line of a save.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(bound = "")]
pub enum SaveLine<G: Game> {
    /// The first line.
    Header(Box<Header<G>>),
    /// The opening, or an accepted command.
    Entry(EntryLine<G>),
    /// The player went to another entry: undo, redo.
    Present {
        /// That entry.
        at: EntryId,
    },
}

/// An [`Entry`] as it is saved.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, bound = "")]
pub struct EntryLine<G: Game> {
    /// Its number.
    pub id: EntryId,
    /// The entry it follows.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub after: Option<EntryId>,
    /// Player and order.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub command: Option<Command<G>>,
    /// The faces rolled, in order.
    pub faces: Vec<u8>,
    /// Source of the faces.
    #[serde(default, skip_serializing_if = "is_default")]
    pub dice: DiceOrigin,
    /// As played, or what-if.
    #[serde(default, skip_serializing_if = "is_default")]
    pub branch: Branch,
    /// Why the command was given, where a computer player gave it. Saves from before it was kept have none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rationale: Option<Rationale>,
    /// Hash of the state afterwards.
    pub hash: StateHash,
    /// Outcome of the command.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub outcome: Option<ReadLate<SavedOutcome<G>>>,
    /// The state afterwards, at every keyframe.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub state: Option<ReadLate<G::Snapshot>>,
}

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

impl<G: Game> From<&Entry<G>> for EntryLine<G> {
    fn from(entry: &Entry<G>) -> Self {
        Self {
            id: entry.id,
            after: entry.after,
            command: entry.command.clone(),
            faces: entry.faces().collect(),
            dice: entry.dice,
            branch: entry.branch,
            rationale: entry.rationale.clone(),
            hash: entry.outcome.hash,
            outcome: Some(entry.saved_outcome()),
            state: entry.keyframe().map(|state| ReadLate::Known(Box::new(state.clone()))),
        }
    }
}

impl<G: Game> EntryLine<G> {
    /// Whether another says the same of the command, its dice and the state that it led to.
    pub(crate) fn agrees_with(&self, other: &Self) -> bool {
        let Self { id, after, command, faces, dice, branch, rationale: _, hash, outcome: _, state: _ } = self;
        (id, after, command, faces) == (&other.id, &other.after, &other.command, &other.faces)
            && (dice, branch, hash) == (&other.dice, &other.branch, &other.hash)
    }
}

/// Start of every line, up to the checksum's digits.
pub(super) const BEFORE_SUM: &[u8] = b"{\"sum\":\"";
/// Between the checksum's digits and what it is over.
pub(super) const AFTER_SUM: &[u8] = b"\",\"line\":";
/// End of every line.
pub(super) const AFTER_LINE: &[u8] = b"}";

/// Checksum of a line, given that of the line before it (0 before the first).
pub(super) fn checksum(body: &[u8], before: u64) -> u64 {
    xxh3_64_with_seed(body, before)
}

/// Appends a line to a buffer; gives back its checksum.
fn write_line<G: Game>(buffer: &mut Vec<u8>, line: &SaveLine<G>, before: u64) -> io::Result<u64> {
    let body = serde_json::to_vec(line)?;
    let sum = checksum(&body, before);
    buffer.extend_from_slice(BEFORE_SUM);
    write!(buffer, "{sum:016x}")?;
    buffer.extend_from_slice(AFTER_SUM);
    buffer.extend_from_slice(&body);
    buffer.extend_from_slice(AFTER_LINE);
    buffer.push(b'\n');
    Ok(sum)
}

/// The bytes of a whole save, and the checksum of its last line.
///
/// # Errors
/// A line cannot be written as JSON, which is a bug.
pub fn save_bytes<G: Game>(lines: &[SaveLine<G>]) -> io::Result<(Vec<u8>, u64)> {
    let mut bytes = Vec::new();
    let mut sum = 0;
    for line in lines {
        sum = write_line(&mut bytes, line, sum)?;
    }
    Ok((bytes, sum))
}

/// Writes a whole save, all or nothing: a file already there is replaced only
/// once the new one is complete and on the disk.
///
/// # Errors
/// As [`Claim::on`] and [`Claim::write`]; then the file that was there is as it was.
pub fn write_save<G: Game>(path: &Path, existing: Existing, lines: &[SaveLine<G>]) -> io::Result<()> {
    let claim = Claim::on(path, existing)?;
    claim.write(&save_bytes(lines)?.0)
}

/// A save that grows with the battle.
#[derive(Debug)]
pub struct Journal {
    path: PathBuf,
    length: u64,
    sum: u64,
    tail: Tail,
    /// None for a device or a pipe, which have no disk.
    syncer: Option<Syncer>,
    // Last: nobody else may write it before the syncer has brought it to the disk.
    file: HeldFile,
}

/// Why a line could not be added.
#[derive(Debug, thiserror::Error)]
pub enum JournalError {
    /// The system's.
    #[error("{}", why_not_written(.0))]
    Io(#[from] io::Error),
    /// The journal is no longer where it was begun.
    #[error("{0}")]
    Lost(#[from] Lost),
}

/// State of the file behind the last whole line of a journal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Tail {
    /// Nothing.
    Clean,
    /// Perhaps a part of a line that could not be written.
    Doubtful,
}

impl Journal {
    /// Writes what has been played so far; what follows goes to the same file.
    ///
    /// # Errors
    /// As [`Claim::write`].
    pub fn create<G: Game>(claim: Claim, lines: &[SaveLine<G>]) -> io::Result<Self> {
        let (bytes, sum) = save_bytes(lines)?;
        let (path, file) = claim.begin(&bytes)?;
        let on_disk = file.metadata()?.is_file();
        let syncer = if on_disk { Some(Syncer::start(file.try_clone()?)?) } else { None };
        Ok(Self { path, length: bytes.len() as u64, sum, tail: Tail::Clean, syncer, file })
    }

    /// Adds a line.
    ///
    /// # Errors
    /// The system's, also that earlier lines cannot be brought to the disk, or that the file is not in
    /// its place. The line is not part of the file then; it may be tried again.
    pub fn append<G: Game>(&mut self, line: &SaveLine<G>) -> Result<(), JournalError> {
        self.cut_tail()?;
        self.check_place()?;
        if let Some(syncer) = &self.syncer {
            syncer.mend(&self.file)?;
        }
        let mut bytes = Vec::new();
        let sum = write_line(&mut bytes, line, self.sum)?;
        self.tail = Tail::Doubtful;
        if let Err(error) = self.file.write_all(&bytes) {
            // What is left of it now is cut off before the next line.
            let _tried_again = self.cut_tail();
            return Err(error.into());
        }
        self.tail = Tail::Clean;
        self.length += bytes.len() as u64;
        self.sum = sum;
        if let Some(syncer) = &self.syncer {
            syncer.note_write();
        }
        Ok(())
    }

    /// Whether the file is where it was begun, and nobody else has written to it.
    ///
    /// # Errors
    /// What has become of it.
    pub fn check_place(&self) -> Result<(), Lost> {
        check_place(&self.path, &self.file, self.length)
    }

    /// Whether a path names this file.
    pub fn is_at(&self, path: &Path) -> bool {
        self.path.canonicalize().is_ok_and(|own| path.canonicalize().is_ok_and(|path| path == own))
    }

    /// Takes away what a failed write may have left behind the last whole line.
    fn cut_tail(&mut self) -> io::Result<()> {
        if self.tail == Tail::Doubtful {
            if self.syncer.is_none() {
                return Err(io::Error::other("a line before it could not be written whole"));
            }
            self.file.set_len(self.length)?;
            self.tail = Tail::Clean;
        }
        Ok(())
    }

    /// Brings everything to the disk, now.
    ///
    /// # Errors
    /// The system's.
    pub fn sync(&self) -> io::Result<()> {
        if self.syncer.is_some() { self.file.sync_data() } else { Ok(()) }
    }

    /// Path of the file.
    pub fn path(&self) -> &Path {
        &self.path
    }
}

/// A thread that brings what was written to the disk within a second.
#[derive(Debug)]
struct Syncer {
    wake: Option<Sender<()>>,
    failed: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Syncer {
    /// Delay between the writing of lines and their sync, during which more lines are gathered.
    const DELAY: Duration = Duration::from_millis(800);

    fn start(file: File) -> io::Result<Self> {
        let (wake, woken) = channel::<()>();
        let failed = Arc::new(AtomicBool::new(false));
        let flag = Arc::clone(&failed);
        let work = move || {
            while woken.recv().is_ok() {
                let closed = gather(&woken);
                if file.sync_data().is_err() {
                    flag.store(true, Ordering::Relaxed);
                }
                if closed {
                    return;
                }
            }
        };
        let thread = std::thread::Builder::new().name("journal".into()).spawn(work)?;
        Ok(Self { wake: Some(wake), failed, thread: Some(thread) })
    }

    fn note_write(&self) {
        if let Some(wake) = &self.wake
            && wake.send(()).is_err()
        {
            self.failed.store(true, Ordering::Relaxed);
        }
    }

    /// Tries again to sync after a failure.
    fn mend(&self, file: &File) -> io::Result<()> {
        if self.failed.load(Ordering::Relaxed) {
            file.sync_data()?;
            self.failed.store(false, Ordering::Relaxed);
        }
        Ok(())
    }
}

/// Waits until [`Syncer::DELAY`] is over; whether the journal was closed meanwhile.
fn gather(woken: &std::sync::mpsc::Receiver<()>) -> bool {
    let until = std::time::Instant::now() + Syncer::DELAY;
    loop {
        let left = until.saturating_duration_since(std::time::Instant::now());
        match woken.recv_timeout(left) {
            Ok(()) => {}
            Err(RecvTimeoutError::Timeout) => return false,
            Err(RecvTimeoutError::Disconnected) => return true,
        }
    }
}

impl Drop for Syncer {
    fn drop(&mut self) {
        self.wake = None;
        if let Some(thread) = self.thread.take()
            && thread.join().is_err()
        {
            self.failed.store(true, Ordering::Relaxed);
        }
    }
}
