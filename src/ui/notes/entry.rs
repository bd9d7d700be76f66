//! A note that is being written: its moment, its picture and the paragraphs at hand are those of the key press.

use std::time::Duration;

use bevy::prelude::*;
use bevy::window::RequestRedraw;

use super::at_hand::{Sources, paragraphs, titled};
use super::recorder::Recorder;
use super::shot::{self, Owed, Shot};
use crate::game::engine::record::history::EntryId;
use crate::game::narration::moment;
use crate::notes::{Line, Note};
use crate::ui::drafts::draft::Drafting;
use crate::ui::drafts::draft_check::DraftCheck;
use crate::ui::looks::words::ids_in;
use crate::ui::session::events::{UiEvent, emit};
use crate::ui::session::open_game::{Notice, OpenGame};
use crate::ui::session::open_notes::{NoteKey, OpenNotes, save_of};
use crate::ui::session::screen::{Screen, Sheet};

/// The note.
#[derive(Resource, Default)]
pub(super) struct NoteEntry {
    /// The line as far as it is written.
    pub text: String,
    /// The paragraphs to choose from.
    pub rules: Vec<String>,
    /// The chosen one of them; `None` for none.
    pub chosen: Option<usize>,
    /// Reason why it could not be kept.
    pub fault: Option<String>,
    /// Its picture; `None` while no note is written.
    pub shot: Option<Shot>,
    /// Time for which the picture has been waited for.
    pub waited: Duration,
    /// Pictures of notes that have been kept.
    pub owed: Vec<Owed>,
    /// Its moment; `None` while no note is written.
    entry: Option<EntryId>,
    when: String,
}

impl NoteEntry {
    /// Its moment in words.
    pub fn when(&self) -> &str {
        &self.when
    }

    /// Drops what was being written.
    pub fn drop_note(&mut self) {
        *self = Self { owed: std::mem::take(&mut self.owed), ..Self::default() };
    }

    /// Goes to the next paragraph, or to the one before; after the last comes none.
    pub fn choose(&mut self, back: bool) {
        let count = self.rules.len() + 1;
        let at = self.chosen.map_or(self.rules.len(), |chosen| chosen.min(self.rules.len()));
        let next = if back { at + count - 1 } else { at + 1 } % count;
        self.chosen = Some(next).filter(|next| *next < self.rules.len());
    }

    /// A paragraph that is named in the text is what the note is about.
    pub fn find_named(&mut self) {
        if let Some(named) = ids_in(&self.text).into_iter().next_back() {
            let known = self.rules.iter().position(|rule| *rule == named);
            self.chosen = Some(known.unwrap_or_else(|| {
                self.rules.push(named);
                self.rules.len() - 1
            }));
        }
    }

    /// Keeps the note. What was written stays if it cannot be.
    pub fn keep(&mut self, opened: &mut OpenGame, notes: &mut OpenNotes, screen: &mut Screen) {
        if self.text.trim().is_empty() {
            self.fault = Some("Write a line first; Esc drops the note.".to_owned());
            return;
        }
        let Some(entry) = self.entry else { return };
        let id = notes.next_id();
        let picture = match &self.shot {
            None | Some(Shot::Failed(_)) => None,
            Some(Shot::Asked(_) | Shot::Shrinks(_) | Shot::Taken(_)) => Some(format!("{}.png", id.0)),
        };
        let rule = self.chosen.and_then(|chosen| self.rules.get(chosen)).cloned();
        let note = Note {
            id,
            entry,
            when: self.when.clone(),
            rule: rule.clone(),
            text: self.text.trim().to_owned(),
            picture: picture.clone(),
            program: env!("CARGO_PKG_VERSION").to_owned(),
        };
        if let Err(why) = notes.keep(opened, Line::Note(note.clone())) {
            self.fault = Some(format!("The note was not kept: {why}"));
            emit(&UiEvent::NoteNotKept { why });
            return;
        }
        if let (Some(name), Some(shot), Some(save)) = (picture, self.shot.take(), save_of(opened)) {
            self.owed.push(Owed { shot, save, name });
        }
        emit(&UiEvent::NoteKept { entry: note.entry.0, rule: note.rule, text: note.text });
        let about = rule.map_or(String::new(), |rule| format!(", about {}", titled(&rule)));
        opened.notice = Some(Notice::Done(format!("Noted: {}{about}.", self.when)));
        self.drop_note();
        screen.note = Sheet::Hidden;
    }
}

/// Begins a note; the picture is taken before its line is shown.
pub(super) fn on_note_key(
    key: On<NoteKey>,
    mut entry: ResMut<NoteEntry>,
    mut screen: ResMut<Screen>,
    mut opened: ResMut<OpenGame>,
    sources: (Res<Drafting>, Res<DraftCheck>, Res<Recorder>),
    mut commands: Commands,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    match *key {
        NoteKey::Take => {}
        NoteKey::Pack => return,
    }
    if save_of(&opened).is_none() && opened.recording == crate::ui::session::open_game::Recording::Off {
        opened.ignore_key("Nobody plays here, so nothing is recorded that a note could belong to.");
        return;
    }
    let (drafting, check, recorder) = sources;
    // What is tried out is in no save: the note belongs to where the game stands.
    let present = opened.game.history().present().id;
    let moment = if opened.game.is_tried_out(present) { opened.game.kept_at() } else { present };
    let refused = recorder.refused_at(moment);
    let of = Sources { opened: &opened, screen: &screen, drafting: &drafting, check: &check, refused };
    let rules = paragraphs(of);
    let when = moment::when(opened.game.setup(), opened.game.battle().view().turn());
    let tried = if opened.game.is_tried_out(present) { " · trying out" } else { "" };
    entry.drop_note();
    *entry = NoteEntry {
        chosen: (!rules.is_empty()).then_some(0),
        rules,
        shot: Some(shot::take(&mut commands)),
        entry: Some(moment),
        when: format!("{when}{tried}"),
        owed: std::mem::take(&mut entry.owed),
        ..NoteEntry::default()
    };
    screen.note = Sheet::Shown;
    redraw.write(RequestRedraw);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(rules: &[&str], chosen: Option<usize>) -> NoteEntry {
        let rules = rules.iter().map(|rule| (*rule).to_owned()).collect();
        NoteEntry { rules, chosen, ..NoteEntry::default() }
    }

    /// After the last paragraph comes none, and then the first again; both ways.
    #[test]
    fn paragraphs_are_gone_through_in_a_circle() {
        for (back, expected) in [(false, [Some(1), None, Some(0)]), (true, [None, Some(1), Some(0)])] {
            let mut note = entry(&["MOV-5", "FB-2"], Some(0));
            let found: Vec<_> = expected.iter().map(|_| (note.choose(back), note.chosen).1).collect();
            assert_eq!(found, expected);
        }
        let mut none = entry(&[], None);
        none.choose(false);
        assert_eq!(none.chosen, None);
    }

    #[test]
    fn a_paragraph_that_is_named_is_chosen() {
        let mut note = entry(&["MOV-5"], None);
        for (text, expected) in [
            ("nothing named", None),
            ("this is no MOV-999", None),
            ("against FB-2, surely", Some("FB-2")),
            ("FB-2 and then MOV-5", Some("MOV-5")),
        ] {
            note.text = text.to_owned();
            note.chosen = None;
            note.find_named();
            let chosen = note.chosen.and_then(|chosen| note.rules.get(chosen)).map(String::as_str);
            assert_eq!(chosen, expected, "{text}");
        }
        assert_eq!(note.rules, ["MOV-5", "FB-2"]);
    }
}
