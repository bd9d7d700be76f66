//! Notes on a moment of the game: written at the table, kept beside its recording.

use std::path::Path;

use tabletop_counters::OnHexes;
use tabletop_shell::header::{Header, Players};

use super::notice::Notice;
use super::remarks::Draft;
use super::table::Table;
use crate::notes::{GameLine, Line, Note, Notebook};
use crate::ui::session::events::{UiEvent, emit};

impl<G: OnHexes> Table<G> {
    /// Begins a note on the moment that is shown.
    pub fn begin_note(&mut self) {
        let when = self.scene().turn;
        let entry = self.game.history().present().id;
        self.remarks.draft = Some(Draft { text: String::new(), when, fault: None, entry });
    }

    /// Keeps the note that is being written; what was written stays if it cannot be.
    pub fn keep_note(&mut self) {
        let Some(mut draft) = self.remarks.draft.take() else { return };
        match self.kept(&draft) {
            Ok(note) => {
                let (entry, rule, text) = (note.entry.0, note.rule.clone(), note.text.clone());
                emit(&UiEvent::NoteKept { entry, rule, text });
                self.notice = Some(Notice::done(format!("Noted: {}.", note.place())));
                self.remarks.kept.push(note);
            }
            Err(why) => {
                draft.fault = Some(why);
                self.remarks.draft = Some(draft);
            }
        }
    }

    /// Writes a note beside the recording, which begins with it if it has not begun.
    fn kept(&mut self, draft: &Draft) -> Result<Note, String> {
        let text = draft.text.trim().to_owned();
        if text.is_empty() {
            return Err("Write a line first; Esc drops the note.".to_owned());
        }
        self.record();
        let Some(save) = self.game.recorded_to().map(Path::to_path_buf) else {
            return Err("The note was not kept: this game is not recorded.".to_owned());
        };
        let not_kept = |why: &dyn std::fmt::Display| format!("The note was not kept: {why}.");
        let game = self.game_line();
        let id = self.remarks.sitting.next_id();
        let is_open = self.remarks.book.as_ref().is_some_and(|book| book.save() == save);
        if !is_open {
            self.remarks.book = Some(Notebook::open(&save, &game).map_err(|why| not_kept(&why))?);
        }
        let note = Note {
            id,
            entry: draft.entry,
            when: draft.when.clone(),
            rule: rule_in::<G>(&text),
            text,
            picture: None,
            program: env!("CARGO_PKG_VERSION").to_owned(),
        };
        let Some(book) = &mut self.remarks.book else { return Err(not_kept(&"there is no file")) };
        let written = book.add(&Line::Note(note.clone())).and_then(|()| book.sync());
        if let Err(why) = written {
            // Opened again for the next: perhaps it can be written by then.
            self.remarks.book = None;
            return Err(not_kept(&why));
        }
        Ok(note)
    }

    /// Game that the notes belong to.
    fn game_line(&self) -> GameLine {
        let header = Header::new(&self.game, Players::of_recorded(&self.game));
        GameLine {
            game: G::NAME.to_owned(),
            level: header.level,
            ruleset: header.ruleset,
            ruleset_hash: header.ruleset_hash.to_string(),
            seed: header.seed,
            program: env!("CARGO_PKG_VERSION").to_owned(),
        }
    }
}

/// The last paragraph that a text names.
fn rule_in<G: OnHexes>(text: &str) -> Option<String> {
    let is_inner = |letter: char| letter.is_ascii_alphanumeric() || letter == '-';
    let mut words = text.rsplit(|letter| !is_inner(letter));
    words
        .find(|word| word.len() > G::RULES.prefix.len() && word.starts_with(G::RULES.prefix))
        .map(str::to_owned)
}
