//! Pages about a game, written beside its save on a thread: the report of the battle, and the page with its notes for the author
//! of the rules. Nothing is sent.

use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::mpsc::{Receiver, TryRecvError, channel};

use bevy::prelude::*;
use bevy::window::RequestRedraw;

use crate::game::engine::play::Match;
use crate::game::engine::record::claim::Existing;
use crate::game::engine::record::save::{parse_save, read_bytes};
use crate::game::engine::record::whole_file::{why_not_written, write_whole_file};
use crate::game::narration::words;
use crate::notes::Source;
use crate::report::{REMEMBERED, Report, SaveFile, html, remembered_players};
use crate::ui::frame::frame_order::InputSystems;
use crate::ui::session::events::{UiEvent, emit};
use crate::ui::session::open_game::{Notice, OpenGame};
use crate::ui::session::open_notes::{NoteKey, OpenNotes, save_of};
use crate::ui::session::page_request::PageRequest;

/// Which page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Page {
    Report,
    ForTheAuthor,
}

impl Page {
    /// Where it lies: beside the save, and named after it.
    fn path(self, save: &Path) -> PathBuf {
        let stem = save.file_stem().unwrap_or_default().to_string_lossy();
        save.with_file_name(match self {
            Self::Report => format!("{stem}.html"),
            Self::ForTheAuthor => format!("{stem}-for-the-author.html"),
        })
    }

    fn being_written(self) -> &'static str {
        match self {
            Self::Report => "Writing the report of the battle.",
            Self::ForTheAuthor => "Packing the game with its notes into one page.",
        }
    }

    fn not_written(self, why: &str) -> Notice {
        Notice::Failed(match self {
            Self::Report => format!("No report was written: {why}."),
            Self::ForTheAuthor => format!("Nothing was packed: {why}."),
        })
    }

    fn written(self, path: &Path, notes: usize) -> Notice {
        let path = path.display();
        Notice::Done(match (self, notes) {
            (Self::Report, _) => {
                format!(
                    "The battle report is written: {path}. Any browser opens it, and it can be sent as it is."
                )
            }
            (Self::ForTheAuthor, 0) => format!(
                "{path} has the game and no notes yet (a comma takes one). Send it yourself: nothing was sent."
            ),
            (Self::ForTheAuthor, count) => format!(
                "{path} has the game and {}. Send it yourself: nothing was sent.",
                words::counted(count, "note")
            ),
        })
    }
}

/// The page that is being written, if any.
#[derive(Resource, Default)]
struct Writing(Option<(Page, Mutex<Receiver<Result<PathBuf, String>>>)>);

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Writing>()
        .add_observer(on_note_key)
        .add_systems(Update, (begin.run_if(on_message::<PageRequest>), finish).chain().after(InputSystems));
}

fn on_note_key(key: On<NoteKey>, mut requests: MessageWriter<PageRequest>) {
    match *key {
        NoteKey::Take => {}
        NoteKey::Pack => drop(requests.write(PageRequest::ForTheAuthor)),
    }
}

/// Begins to write the page that was asked for last.
fn begin(
    mut requests: MessageReader<PageRequest>,
    mut writing: ResMut<Writing>,
    mut opened: ResMut<OpenGame>,
    mut notes: ResMut<OpenNotes>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    let Some(request) = requests.read().last() else { return };
    redraw.write(RequestRedraw);
    if writing.0.is_some() {
        return opened.ignore_key("A page is being written already.");
    }
    let page = match request {
        PageRequest::Report | PageRequest::ReportOf(_) => Page::Report,
        PageRequest::ForTheAuthor => Page::ForTheAuthor,
    };
    if *request == PageRequest::Report && opened.game.history().entries().len() == 1 {
        return opened.ignore_key("There is nothing to report yet: nobody has given an order.");
    }
    let begun = content(request, &mut opened, &mut notes).and_then(|content| spawn(page, content));
    opened.notice = Some(match begun {
        Ok(receiver) => {
            writing.0 = Some((page, Mutex::new(receiver)));
            Notice::Working(page.being_written().to_owned())
        }
        Err(why) => page.not_written(&why),
    });
}

/// What a page is written of: the save, and its bytes where they need not be read from it.
struct Content {
    save: PathBuf,
    bytes: Option<Vec<u8>>,
}

/// The open game is recorded first, so that there is a save; its notes are written as far as they can be.
fn content(request: &PageRequest, opened: &mut OpenGame, notes: &mut OpenNotes) -> Result<Content, String> {
    let begun = match request {
        PageRequest::ReportOf(save) => return Ok(Content { save: save.clone(), bytes: None }),
        PageRequest::Report | PageRequest::ForTheAuthor => notes.begin(opened),
    };
    let save = match (save_of(opened), begun) {
        // A report needs no notes; that they cannot be kept is said when they are.
        (Some(save), Err(_)) if *request == PageRequest::Report => save,
        (_, Err(why)) => return Err(why),
        (Some(save), Ok(())) => save,
        (None, Ok(())) => return Err("this game is not recorded: save it first (Ctrl+S)".to_owned()),
    };
    let bytes = opened.game.save_bytes().map_err(|error| error.to_string())?;
    Ok(Content { save, bytes: Some(bytes) })
}

fn spawn(page: Page, content: Content) -> Result<Receiver<Result<PathBuf, String>>, String> {
    let (sender, receiver) = channel();
    let work = move || {
        // Nobody waits any more once the window is closed.
        let _closed = sender.send(write(page, content));
    };
    std::thread::Builder::new().name("page".into()).spawn(work).map_err(|error| error.to_string())?;
    Ok(receiver)
}

/// Writes a page beside its save.
fn write(page: Page, Content { save, bytes }: Content) -> Result<PathBuf, String> {
    let name = save.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let unreadable = |error: &dyn std::fmt::Display| format!("{name} cannot be read: {error}");
    let bytes = match bytes {
        Some(bytes) => bytes,
        None => read_bytes(&save).map_err(|error| unreadable(&error))?,
    };
    let read = parse_save(&bytes).map_err(|error| unreadable(&error))?;
    let header = read.header.clone();
    let loaded = Match::from_save(read).map_err(|error| unreadable(&error))?;
    if let Some(damage) = loaded.damage {
        let way_out = "open it, which brings back what comes before that, and write the report there";
        return Err(format!("{name} is damaged at {damage}: {way_out}"));
    }
    let players = match page {
        Page::Report => {
            let beside = std::fs::read_to_string(save.with_file_name(REMEMBERED)).unwrap_or_default();
            remembered_players(&beside, &name)
        }
        // The author of the rules need not know who played.
        Page::ForTheAuthor => [None, None],
    };
    let report = Report::of(&loaded.game, Some(header), SaveFile { name, bytes }, players);
    let report = report.map_err(|error| error.to_string())?.with_notes(Source::beside(&save));
    let to = page.path(&save);
    write_whole_file(&to, html(&report).as_bytes(), Existing::Replaced)
        .map_err(|error| format!("{} ({})", why_not_written(&error), to.display()))?;
    Ok(to)
}

/// Says where the page is once it is.
fn finish(
    mut writing: ResMut<Writing>,
    mut opened: ResMut<OpenGame>,
    notes: Res<OpenNotes>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    let Some((page, receiver)) = &writing.0 else { return };
    redraw.write(RequestRedraw);
    let written = match receiver.lock().map(|receiver| receiver.try_recv()) {
        Ok(Err(TryRecvError::Empty)) => return,
        Ok(Ok(written)) => written,
        Ok(Err(TryRecvError::Disconnected)) | Err(_) => Err("its thread has failed".to_owned()),
    };
    let page = *page;
    writing.0 = None;
    opened.notice = Some(match written {
        Ok(path) => {
            let notice = page.written(&path, notes.notes().count());
            emit(&match page {
                Page::Report => UiEvent::ReportWritten { path },
                Page::ForTheAuthor => UiEvent::Packed { path },
            });
            notice
        }
        Err(why) => page.not_written(&why),
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    fn saved(folder: &Path, name: &str, text: &str) -> Content {
        let save = folder.join(name);
        std::fs::write(&save, text).unwrap();
        Content { save, bytes: None }
    }

    /// The report of a save is the one that `warstrike report` writes of it, with who played; what is no whole save gets none,
    /// and what lies beside it stays as it is.
    #[test]
    fn a_report_lies_beside_its_save() {
        let folder = tempfile::tempdir().unwrap();
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/saves/format-4-street.jsonl");
        let text = std::fs::read_to_string(path).unwrap();
        let players = r#"{"games": {"an evening.jsonl": {"sides": [null, "strong"]}}}"#;
        std::fs::write(folder.path().join(REMEMBERED), players).unwrap();
        let written = write(Page::Report, saved(folder.path(), "an evening.jsonl", &text)).unwrap();
        assert_eq!(written, folder.path().join("an evening.html"));
        let page = std::fs::read_to_string(&written).unwrap();
        assert!(page.contains("played by the computer (strong)") && page.contains("id=\"save\""));
        let author = write(Page::ForTheAuthor, saved(folder.path(), "an evening.jsonl", &text)).unwrap();
        assert_eq!(author, folder.path().join("an evening-for-the-author.html"));
        assert!(!std::fs::read_to_string(author).unwrap().contains("played by"));

        for (text, expected) in [
            ("", "an evening.jsonl cannot be read: "),
            (&text[..text.len() - 300], "an evening.jsonl is damaged at line "),
        ] {
            let why = write(Page::Report, saved(folder.path(), "an evening.jsonl", text)).unwrap_err();
            assert!(why.starts_with(expected), "{why}");
            assert_eq!(std::fs::read_to_string(&written).unwrap(), page, "{why}");
        }
        let gone = Content { save: folder.path().join("gone.jsonl"), bytes: None };
        assert!(write(Page::Report, gone).unwrap_err().starts_with("gone.jsonl cannot be read: "));
    }

    /// A folder into which nothing may be written is said, with the page that it is about.
    #[cfg(target_os = "linux")]
    #[test]
    fn a_page_that_cannot_be_written_is_said() {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/saves/format-4-street.jsonl");
        let bytes = std::fs::read(path).unwrap();
        let folder = tempfile::tempdir().unwrap();
        let save = folder.path().join("full.jsonl");
        std::os::unix::fs::symlink("/dev/full", folder.path().join("full.html")).unwrap();
        let why = write(Page::Report, Content { save, bytes: Some(bytes.clone()) }).unwrap_err();
        assert!(why.starts_with("the disk is full (") && why.contains("full.html"), "{why}");
        std::fs::create_dir(folder.path().join("folder.html")).unwrap();
        let save = folder.path().join("folder.jsonl");
        let why = write(Page::Report, Content { save, bytes: Some(bytes.clone()) }).unwrap_err();
        assert!(why.starts_with("there is a folder of that name ("), "{why}");
        let nowhere = Content { save: "/proc/game.jsonl".into(), bytes: Some(bytes) };
        assert!(write(Page::Report, nowhere).unwrap_err().contains("/proc/game.html"));
    }
}
