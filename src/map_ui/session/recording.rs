//! The recording of the open match: begun with the first order, and what is done where it cannot be written.

use std::path::{Path, PathBuf};

use tabletop::matches::MatchError;
use tabletop::record::whole_file::why_not_written;
use tabletop_counters::OnHexes;

use super::notice::Notice;
use super::table::Table;

impl<G: OnHexes> Table<G> {
    /// Begins the recording, unless it has begun or nobody plays.
    pub(super) fn record(&mut self) {
        let folder = &self.places.records;
        if self.game.recorded_to().is_some() || *folder == PathBuf::new() || self.is_watched() {
            return;
        }
        let names = (1..).map(|number| folder.join(format!("recording-{number}.jsonl")));
        let made = std::fs::create_dir_all(folder).map_err(MatchError::Save);
        let begun = made.and_then(|()| self.game.record_to_first_free(names));
        self.unrecorded = begun.is_err();
        if let Err(error) = begun {
            let why = match error {
                MatchError::Save(why) => why_not_written(&why),
                other => other.to_string(),
            };
            let text = format!("This game is not recorded: {why} ({}).", folder.display());
            self.notice = Some(Notice::failed(text));
        }
    }

    /// Whether the computer's command could not be carried out.
    pub fn is_halted(&self) -> bool {
        self.halted
    }

    /// Whether what was played is in no file, though that was tried.
    pub fn is_unrecorded(&self) -> bool {
        self.unrecorded && self.game.recorded_to().is_none()
    }

    /// Tries again what failed: begins the recording, and lets the computer play.
    pub fn try_again(&mut self) {
        (self.halted, self.notice) = (false, None);
        self.record();
        if self.notice.is_none() {
            let text = self.recorded_to().map(|path| format!("Recorded as {}.", path.display()));
            self.notice = text.map(Notice::done);
        }
    }

    /// Brings the recording to the disk.
    pub fn sync(&mut self) {
        if let Err(error) = self.game.sync() {
            self.fail(&error);
        }
    }

    /// File that the game is recorded to.
    pub fn recorded_to(&self) -> Option<&Path> {
        self.game.recorded_to()
    }
}
