//! The notes of the open game, and where they are kept: beside the file that has the game.
//!
//! What is noted goes along with the game: to its recording once that is begun, and to the save that it is saved as. What is
//! recorded of how it is played waits until the game is recorded, so that whoever only looks at a save leaves no trace.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use bevy::prelude::*;

use super::open_game::{OpenGame, Recording};
use crate::game::engine::record::history::EntryId;
use crate::game::engine::snapshot::StateHash;
use crate::notes::{GameLine, Line, LineId, Note, Notebook, Notes, Sitting, notes_file, read_notes};

/// Keys of notes.
#[derive(Event, Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::ui) enum NoteKey {
    /// Take a note of this moment.
    Take,
    /// Pack everything into one file for the author.
    Pack,
}

/// The notes of the open game.
#[derive(Resource, Default)]
pub(in crate::ui) struct OpenNotes {
    /// Their lines, in order.
    lines: Vec<Line>,
    /// The file that they are added to, and which of them it has.
    book: Option<(Notebook, BTreeSet<LineId>)>,
    /// The save beside which the notes of the game lay when it was opened: their pictures are there.
    from: Option<PathBuf>,
    /// Names for the lines.
    sitting: Sitting,
    /// Whether somebody has decided something in this sitting.
    pub decided: bool,
}

pub(in crate::ui) fn plugin(app: &mut App) {
    app.init_resource::<OpenNotes>();
}

/// The file that has the open game, if there is one.
pub(in crate::ui) fn save_of(opened: &OpenGame) -> Option<PathBuf> {
    opened.game.recorded_to().map(Path::to_owned).or_else(|| opened.file.clone())
}

impl OpenNotes {
    /// Takes up the notes of a game that was opened.
    pub fn open(&mut self, opened: &OpenGame) -> Vec<String> {
        let from = save_of(opened);
        let Notes { lines, unread, .. } = from.as_deref().map(read_notes).unwrap_or_default();
        *self = Self { lines, from, sitting: std::mem::take(&mut self.sitting), ..default() };
        unread
    }

    /// The remarks, in the order in which they were taken.
    pub fn notes(&self) -> impl Iterator<Item = &Note> {
        self.lines.iter().filter_map(|line| match line {
            Line::Note(note) => Some(note),
            _ => None,
        })
    }

    /// The remarks on a moment.
    pub fn notes_at(&self, entry: EntryId) -> impl Iterator<Item = &Note> {
        self.notes().filter(move |note| note.entry == entry)
    }

    /// The answers to the questions at the end, if they were asked.
    pub fn answers(&self) -> Option<&[String; 3]> {
        self.lines.iter().rev().find_map(|line| match line {
            Line::Answers(answers) => Some(&answers.texts),
            _ => None,
        })
    }

    /// A name for the next line.
    pub fn next_id(&mut self) -> LineId {
        self.sitting.next_id()
    }

    /// Makes sure that there is a file of the game, and that it has what has been noted so far.
    ///
    /// # Errors
    /// Reason for the failure, in a sentence's second half.
    pub fn begin(&mut self, opened: &mut OpenGame) -> Result<(), String> {
        if save_of(opened).is_none() {
            opened.record();
        }
        match (save_of(opened), opened.recording) {
            (Some(_), _) => self.write_recorded(opened),
            (None, Recording::Off) => Err("this game is not recorded: save it first (Ctrl+S)".to_owned()),
            (None, Recording::On) => Err("the game could not be recorded".to_owned()),
        }
    }

    /// Keeps a line that a player has written: it is on the disk once this returns.
    ///
    /// # Errors
    /// A sentence's second half: why it could not be kept. Then it is not part of the notes.
    pub fn keep(&mut self, opened: &mut OpenGame, line: Line) -> Result<(), String> {
        self.begin(opened)?;
        self.lines.push(line);
        let kept = self.write(opened).and_then(|()| match &self.book {
            Some((book, _)) => book.sync().map_err(|error| error.to_string()),
            None => Ok(()),
        });
        if kept.is_err() {
            self.lines.pop();
        }
        kept
    }

    /// Adds a line that the window has recorded. It is written with the next of the game.
    pub fn add(&mut self, line: Line) {
        self.lines.push(line);
    }

    /// Writes what the file of the game does not have yet; a game that is only looked at has none.
    ///
    /// # Errors
    /// Reason for the failure, in a sentence's second half.
    pub fn write_recorded(&mut self, opened: &OpenGame) -> Result<(), String> {
        if opened.game.recorded_to().is_none() || self.lines.is_empty() {
            return Ok(());
        }
        self.write(opened)
    }

    fn write(&mut self, opened: &OpenGame) -> Result<(), String> {
        let Some(save) = save_of(opened) else { return Ok(()) };
        if self.book.as_ref().is_none_or(|(book, _)| book.save() != save) {
            let book = Notebook::open(&save, &game_line(opened)).map_err(|error| error.to_string())?;
            if let Some(from) = self.from.replace(save.clone()).filter(|from| *from != save) {
                book.take_pictures(&from, &self.lines);
            }
            let there = read_notes(&save).lines.iter().filter_map(|line| line.id().cloned()).collect();
            self.book = Some((book, there));
        }
        let Some((book, there)) = &mut self.book else { return Ok(()) };
        for line in &self.lines {
            if let Some(id) = line.id().filter(|id| !there.contains(*id)) {
                if let Err(error) = book.add(line) {
                    // Opened again when something is to be kept next: perhaps it is in its place by then.
                    self.book = None;
                    return Err(error.to_string());
                }
                there.insert(id.clone());
            }
        }
        Ok(())
    }

    /// The game was saved under a name: its notes lie beside that as well.
    ///
    /// # Errors
    /// Reason for the failure, in a sentence's second half.
    pub fn go_along(&self, opened: &OpenGame, save: &Path) -> Result<(), String> {
        let own = self.book.as_ref().map(|(book, _)| book.save());
        if own == Some(save) || (self.lines.is_empty() && !notes_file(save).exists()) {
            return Ok(());
        }
        let from = own.or(self.from.as_deref()).filter(|from| *from != save);
        Notebook::write_whole(save, &game_line(opened), &self.lines, from).map_err(|error| error.to_string())
    }
}

/// Game that the notes belong to.
fn game_line(opened: &OpenGame) -> GameLine {
    let setup = opened.game.setup();
    GameLine {
        game: String::new(),
        level: setup.level.name.clone(),
        ruleset: setup.ruleset.name.clone(),
        ruleset_hash: StateHash(setup.ruleset.hash()).to_string(),
        seed: opened.game.seed().to_string(),
        program: env!("CARGO_PKG_VERSION").to_owned(),
    }
}
