//! Packs the game with its notes and pictures into one page for the author of the rules, on a thread. Nothing is sent.

use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::mpsc::{Receiver, TryRecvError, channel};

use bevy::prelude::*;
use bevy::window::RequestRedraw;

use crate::game::engine::play::Match;
use crate::game::engine::record::claim::Existing;
use crate::game::engine::record::save::parse_save;
use crate::game::engine::record::whole_file::write_whole_file;
use crate::notes::Source;
use crate::report::{Report, SaveFile, html};
use crate::ui::session::events::{UiEvent, emit};
use crate::ui::session::open_game::{Notice, OpenGame};
use crate::ui::session::open_notes::{NoteKey, OpenNotes, save_of};

/// The page that is being packed.
#[derive(Resource, Default)]
pub(super) struct Packing(Option<Mutex<Receiver<Result<PathBuf, String>>>>);

pub(super) fn on_note_key(
    key: On<NoteKey>,
    mut packing: ResMut<Packing>,
    mut opened: ResMut<OpenGame>,
    mut notes: ResMut<OpenNotes>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    match *key {
        NoteKey::Take => return,
        NoteKey::Pack => {}
    }
    if packing.0.is_some() {
        opened.ignore_key("The page is being packed already.");
        return;
    }
    redraw.write(RequestRedraw);
    match begin(&mut opened, &mut notes) {
        Ok(receiver) => {
            packing.0 = Some(Mutex::new(receiver));
            opened.notice =
                Some(Notice::Working("Packing the game with its notes into one page.".to_owned()));
        }
        Err(why) => opened.notice = Some(Notice::Failed(format!("Nothing was packed: {why}"))),
    }
}

/// Takes what is to be packed, and packs it on a thread.
fn begin(opened: &mut OpenGame, notes: &mut OpenNotes) -> Result<Receiver<Result<PathBuf, String>>, String> {
    notes.begin(opened)?;
    let save = save_of(opened).ok_or("this game is not recorded: save it first (Ctrl+S)")?;
    let bytes = opened.game.save_bytes().map_err(|error| error.to_string())?;
    let (sender, receiver) = channel();
    let work = move || {
        // Nobody waits any more once the window is closed.
        let _closed = sender.send(pack(&save, bytes));
    };
    std::thread::Builder::new().name("packing".into()).spawn(work).map_err(|error| error.to_string())?;
    Ok(receiver)
}

/// Writes the page beside the save.
fn pack(save: &Path, bytes: Vec<u8>) -> Result<PathBuf, String> {
    let read = parse_save(&bytes).map_err(|error| error.to_string())?;
    let header = read.header.clone();
    let game = Match::from_save(read).map_err(|error| error.to_string())?.game;
    let name = save.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let report = Report::of(&game, Some(header), SaveFile { name, bytes }, [None, None]);
    let report = report.map_err(|error| error.to_string())?.with_notes(Source::beside(save));
    let stem = save.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let to = save.with_file_name(format!("{stem}-for-the-author.html"));
    write_whole_file(&to, html(&report).as_bytes(), Existing::Replaced)
        .map_err(|error| format!("{error} ({})", to.display()))?;
    Ok(to)
}

/// Says where the page is once it is.
pub(super) fn finish(
    mut packing: ResMut<Packing>,
    mut opened: ResMut<OpenGame>,
    notes: Res<OpenNotes>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    let Some(receiver) = &packing.0 else { return };
    let packed = match receiver.lock().map(|receiver| receiver.try_recv()) {
        Ok(Err(TryRecvError::Empty)) => {
            redraw.write(RequestRedraw);
            return;
        }
        Ok(Ok(packed)) => packed,
        Ok(Err(TryRecvError::Disconnected)) | Err(_) => Err("its thread has failed".to_owned()),
    };
    packing.0 = None;
    opened.notice = Some(match packed {
        Ok(path) => {
            emit(&UiEvent::Packed { path: path.clone() });
            let notes = match notes.notes().count() {
                0 => "no notes yet (a comma takes one)".to_owned(),
                count => crate::game::narration::words::counted(count, "note"),
            };
            Notice::Done(format!(
                "{} has the game and {notes}. Send it yourself: nothing was sent.",
                path.display()
            ))
        }
        Err(why) => Notice::Failed(format!("Nothing was packed: {why}")),
    });
}
