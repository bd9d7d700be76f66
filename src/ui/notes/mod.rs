//! Notes of a playtest in the window: the line in which one is written (`entry.rs`, `entry_line.rs`), the questions at the end
//! (`questions.rs`), and what is recorded of how the game is played (`recorder.rs`). The page for the author is one of `ui/pages.rs`.
//!
//! Changes nothing of the battle. Where notes are kept, `session/open_notes.rs` says.

mod at_hand;
mod entry;
mod entry_line;
mod questions;
mod recorder;
mod shot;

use bevy::prelude::*;
use bevy_egui::EguiPrimaryContextPass;

use crate::ui::frame::frame_order::{InputSystems, PanelSystems};
use crate::ui::session::open_game::{GameChanged, GameRequest, GameSystems, Notice, OpenGame};
use crate::ui::session::open_notes::OpenNotes;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<entry::NoteEntry>()
        .init_resource::<recorder::Recorder>()
        .add_observer(entry::on_note_key)
        .add_systems(PreUpdate, (follow_game, go_along).chain().after(GameSystems))
        .add_systems(
            Update,
            (
                (recorder::note_decision, recorder::note_refusals, recorder::note_measuring).chain(),
                questions::ask_at_the_end,
                shot::finish,
            )
                .after(InputSystems),
        )
        .add_systems(
            EguiPrimaryContextPass,
            (entry_line::show_line, questions::show_questions).after(PanelSystems),
        );
}

/// A game that is opened brings its notes; one that begins to be recorded takes them along.
fn follow_game(
    mut changes: MessageReader<GameChanged>,
    mut opened: ResMut<OpenGame>,
    mut notes: ResMut<OpenNotes>,
    mut failed: Local<bool>,
) {
    if changes.read().any(|change| matches!(change, GameChanged::Opened)) {
        *failed = false;
        let unread = notes.open(&opened);
        if let Some(first) = unread.into_iter().next() {
            opened.notice.get_or_insert(Notice::Failed(first));
        }
    }
    if *failed || !(opened.is_changed() || notes.is_changed()) {
        return;
    }
    if let Err(why) = notes.bypass_change_detection().write_recorded(&opened) {
        *failed = true;
        let text = format!("How the game is played, and its notes, are not being kept: {why}");
        opened.bypass_change_detection().notice.get_or_insert(Notice::Failed(text));
    }
}

/// A game that is saved under a name has its notes there.
fn go_along(mut requests: MessageReader<GameRequest>, mut opened: ResMut<OpenGame>, notes: Res<OpenNotes>) {
    for request in requests.read() {
        let GameRequest::Save(path) = request else { continue };
        let saved = matches!(opened.notice, Some(Notice::Done(_))) && opened.file.as_deref() == Some(path);
        if saved && let Err(why) = notes.go_along(&opened, path) {
            opened.notice = Some(Notice::Failed(format!("The game is saved, but not its notes: {why}")));
        }
    }
}
