//! Notes of a playtest by mouse and keys: a note of a moment with its paragraph and picture, its mark on the time line, the
//! questions at the end, what is recorded besides, the page for the author, and what happens where nothing can be written.

use std::path::{Path, PathBuf};

use bevy::math::Vec2;

use warstrike::notes::{How, Line, Note, Notes, notes_file, notes_folder, read_notes};
use warstrike::ui::session::events::UiEvent;

use super::driver::{Display, Window};
use super::{root, scratch};

/// What the line of a note shows: its text, the paragraphs at hand, the chosen one.
type Shown = (String, Vec<String>, Option<String>);

fn line(event: &UiEvent) -> Option<Shown> {
    match event {
        UiEvent::NoteShows { text, rules, chosen } => Some((text.clone(), rules.clone(), chosen.clone())),
        _ => None,
    }
}

fn kept(event: &UiEvent) -> Option<(usize, Option<String>, String)> {
    match event {
        UiEvent::NoteKept { entry, rule, text } => Some((*entry, rule.clone(), text.clone())),
        _ => None,
    }
}

fn write(display: &Display, text: &str) {
    display.hand(&["type", "--delay", "60", text]);
}

/// Waits until the line has a text.
fn written(window: &mut Window, text: &str) -> Shown {
    window.shown_or_next(|event| line(event).filter(|shown| shown.0 == text))
}

fn notes_of(saves: &Path) -> (PathBuf, Notes) {
    let save = saves.join("recording-1.jsonl");
    let notes = read_notes(&save);
    (save, notes)
}

/// The remarks, once there are so many and their pictures are there.
fn with_pictures(saves: &Path, count: usize) -> Vec<Note> {
    for _ in 0..200 {
        let (save, notes) = notes_of(saves);
        let notes: Vec<Note> = notes.notes().cloned().collect();
        let is_there = |note: &Note| notes_folder(&save).join(note.picture.clone().unwrap()).exists();
        if notes.len() == count && notes.iter().all(is_there) {
            return notes;
        }
        std::thread::sleep(std::time::Duration::from_millis(100));
    }
    panic!("{:?}", notes_of(saves))
}

/// After a refusal a note is about its paragraph; it has its moment and its picture, survives the program's being killed, is
/// marked on the time line, and the save is the one that programs know.
#[test]
fn a_note_is_kept_with_its_moment_its_paragraph_and_a_picture() {
    let (_folder, saves) = scratch();
    let display = Display::open();
    let mut window = Window::open(&display, &saves, &["street", "--seed", "7"]);
    window.begin_from_above(&display);
    // A phase cannot be ended before every unit has acted.
    display.hand(&["key", "End"]);
    window.wait_until(|event| match event {
        UiEvent::NoticeShown { text } => text.contains("must act").then_some(()),
        _ => None,
    });
    display.hand(&["key", "comma"]);
    write(&display, "why every one");
    let (_, rules, chosen) = written(&mut window, "why every one");
    assert_eq!(chosen.as_deref(), Some("TURN-3"), "{rules:?}");
    display.hand(&["key", "Return"]);
    let (entry, rule, text) = window.seen_or_next(kept);
    assert_eq!((entry, rule.as_deref(), text.as_str()), (0, Some("TURN-3"), "why every one"));

    // Another, of a later moment, about no paragraph; keys go to its line and not to the table.
    display.hand(&["key", "shift+x"]);
    let commands = window.wait_until(|event| match event {
        UiEvent::Played { commands } => Some(*commands),
        _ => None,
    });
    display.hand(&["key", "comma"]);
    write(&display, "xx");
    let (_, rules, _) = written(&mut window, "xx");
    display.hand(&["key", "Up"]);
    window.shown_or_next(|event| line(event).filter(|shown| shown.2.is_none()));
    assert!(!rules.is_empty());
    display.hand(&["key", "Return"]);
    let (later, rule, _) = window.seen_or_next(|event| kept(event).filter(|(_, _, text)| text == "xx"));
    assert_eq!((later, rule), (commands, None));
    // One that is dropped is none.
    display.hand(&["key", "comma"]);
    write(&display, "no");
    written(&mut window, "no");
    display.hand(&["key", "Escape"]);
    window.wait_for(&UiEvent::NoteDropped);

    let notes = with_pictures(&saves, 2);
    window.shown_or_next(|event| match event {
        UiEvent::TimelineShows { marks, .. } => {
            [0, commands].iter().all(|entry| marks.iter().any(|(at, _)| at == entry)).then_some(())
        }
        _ => None,
    });
    // Killed.
    drop(window);
    let (save, read) = notes_of(&saves);
    assert_eq!((read.notes().count(), read.unread.len()), (2, 0));
    assert_eq!((notes[0].rule.as_deref(), notes[0].entry.0), (Some("TURN-3"), 0));
    assert!(notes[0].when.contains("Round 1"), "{}", notes[0].when);
    let picture = std::fs::read(notes_folder(&save).join(notes[0].picture.clone().unwrap())).unwrap();
    let size = |at: usize| u32::from_be_bytes(picture[at..at + 4].try_into().unwrap());
    assert!(size(16) > 900 && size(20) > 500 && picture.len() > 20_000, "{} x {}", size(16), size(20));
    // What was recorded besides: the refusal, and the decision.
    let refused = read.lines.iter().find_map(|line| match line {
        Line::Refused(refused) => Some(refused),
        _ => None,
    });
    let refused = refused.unwrap();
    assert_eq!((refused.rule.as_str(), refused.entry.0, refused.how), ("TURN-3", 0, How::Ordered));
    let decided = read.lines.iter().find_map(|line| match line {
        Line::Decided(decided) => Some(decided),
        _ => None,
    });
    let decided = decided.unwrap();
    assert_eq!(decided.entry.0, commands);
    assert!(decided.seconds > 0.2, "{decided:?}");

    // Opened again, the game has its notes, and each can be gone to from the time line.
    let save = save.display().to_string();
    let mut window = Window::open(&display, &saves, &[&save]);
    window.begin(&display);
    let marked = window.seen_or_next(|event| match event {
        UiEvent::TimelineShows { marks, .. } => {
            marks.iter().find(|(entry, _)| *entry == 0).map(|(_, at)| Vec2::from(*at))
        }
        _ => None,
    });
    // Beside the lines that are written on the sheet.
    let [red, green, blue] = display.colour(marked - Vec2::new(3.0, 0.0));
    assert!(red > 230 && green > 200 && (80..170).contains(&blue), "no yellow sheet: {red}, {green}, {blue}");
    display.click(marked);
    window.shown_or_next(|event| match event {
        UiEvent::TimelineShows { entry: 0, looking: true, .. } => Some(()),
        _ => None,
    });
}

/// What is measured is counted before the decision that it served; with the setting off nothing is recorded, and a note still is.
#[test]
fn measuring_is_counted_unless_that_is_switched_off() {
    for (setting, expected) in [("Recorded", true), ("Off", false)] {
        let (_folder, saves) = scratch();
        let settings = format!(r#"{{"first_turn": "Off", "playtest": "{setting}"}}"#);
        std::fs::write(saves.join("window.json"), settings).unwrap();
        let display = Display::open();
        let mut window = Window::open(&display, &saves, &["street", "--seed", "7"]);
        window.begin_from_above(&display);
        display.hand(&["key", "Tab"]);
        display.hand(&["key", "v"]);
        window.seen_or_next(|event| matches!(event, UiEvent::SightLines { .. }).then_some(()));
        display.hand(&["key", "v"]);
        display.hand(&["key", "shift+x"]);
        window.wait_until(|event| matches!(event, UiEvent::Played { .. }).then_some(()));
        display.hand(&["key", "comma"]);
        write(&display, "dull");
        written(&mut window, "dull");
        display.hand(&["key", "Return"]);
        window.seen_or_next(kept);
        let notes = notes_of(&saves).1;
        let sights: u32 = notes
            .lines
            .iter()
            .map(|line| if let Line::Decided(one) = line { one.measured.sight } else { 0 })
            .sum();
        assert_eq!(sights > 0, expected, "{setting}: {:?}", notes.lines);
        let recorded = notes.lines.iter().filter(|line| !matches!(line, Line::Note(_))).count();
        assert_eq!((recorded > 0, notes.notes().count()), (expected, 1), "{setting}");
    }
}

/// At the end three questions are asked, once; what was answered lies beside the save, and one key packs all of it into a page
/// that gives it back.
#[test]
fn the_questions_at_the_end_are_asked_once_and_packed() {
    let (_folder, saves) = scratch();
    let display = Display::open();
    let level = root().join("tests/games/sentries.ron");
    let mut window = Window::open(&display, &saves, &[level.to_str().unwrap(), "--seed", "7"]);
    window.begin(&display);
    display.hand(&["key", "Return"]);
    for turn in 0..4 {
        display.hand(&["key", "shift+x"]);
        window.wait_for(&UiEvent::Played { commands: 2 * turn + 1 });
        display.hand(&["key", "End"]);
        window.wait_for(&UiEvent::Played { commands: 2 * turn + 2 });
    }
    window.seen_or_next(|event| matches!(event, UiEvent::ResultShown { .. }).then_some(()));
    display.hand(&["key", "Escape"]);
    let questions = |event: &UiEvent| match event {
        UiEvent::QuestionsShow { fields } => (fields.len() == 3).then(|| fields.clone()),
        _ => None,
    };
    window.seen_or_next(questions);
    write(&display, "nothing");
    // The dialog moves into the middle once its size is known.
    let fields = window.now_or_next(questions);
    display.click(Vec2::from(fields[2]));
    write(&display, "more sentries");
    display.hand(&["key", "Return"]);
    let answers = window.seen_or_next(|event| match event {
        UiEvent::QuestionsAnswered { answers } => Some(answers.clone()),
        _ => None,
    });
    assert_eq!(answers, ["nothing", "", "more sentries"]);
    // Asked no more: another dialog would keep the last key from the table.
    display.hand(&["key", "i"]);
    display.hand(&["key", "Escape"]);
    display.hand(&["key", "shift+F12"]);
    let page = window.seen_or_next(|event| match event {
        UiEvent::Packed { path } => Some(path.clone()),
        _ => None,
    });
    assert_eq!(page, saves.join("recording-1-for-the-author.html"));
    let page = std::fs::read_to_string(page).unwrap();
    assert!(
        page.contains("more sentries")
            && page.contains("id=\"save\"")
            && page.contains("id=\"packed-notes\"")
    );
    let kept = notes_of(&saves).1;
    assert_eq!(kept.answers().unwrap().texts, ["nothing", "", "more sentries"]);
    assert_eq!(kept.lines.iter().filter(|line| matches!(line, Line::Answers(_))).count(), 1);
}

/// A fight that is played back has all keys but this one: the note is about that moment, what is typed answers nothing, and the
/// fight goes on after it.
#[test]
fn a_note_is_taken_while_a_fight_is_played_back() {
    let (_folder, saves) = scratch();
    let display = Display::open();
    let level = root().join("tests/games/fights/charge.ron");
    let mut window = Window::open(&display, &saves, &[level.to_str().unwrap(), "--seed", "7"]);
    window.begin_from_above(&display);
    display.hand(&["key", "End"]);
    window.wait_for(&UiEvent::Played { commands: 1 });
    window.wait_until(|event| matches!(event, UiEvent::Asked { .. }).then_some(()));
    display.hand(&["key", "n"]);
    window.wait_for(&UiEvent::Played { commands: 2 });
    let rolls = |event: &UiEvent| {
        matches!(event, UiEvent::FightStageShown { combat: Some(_), dice } if *dice > 0).then_some(())
    };
    // Every question has its usual answer, until dice are shown.
    for _ in 0..20 {
        if window.last_heard(rolls).is_some() {
            break;
        }
        display.hand(&["key", "Return"]);
    }
    let count = |window: &mut Window| {
        let played = window.last_heard(|event| match event {
            UiEvent::Played { commands } => Some(*commands),
            _ => None,
        });
        played.unwrap()
    };
    let commands = count(&mut window);
    let stage = |event: &UiEvent| match event {
        UiEvent::FightStageShown { combat, .. } => Some(combat.is_some()),
        _ => None,
    };
    assert_eq!(window.last_heard(stage), Some(true), "the fight is over already");
    display.hand(&["key", "comma"]);
    write(&display, "n1 odd");
    written(&mut window, "n1 odd");
    display.hand(&["key", "Return"]);
    let (entry, rule, _) = window.seen_or_next(kept);
    assert_eq!((entry, count(&mut window)), (commands, commands), "what is typed is no answer");
    assert!(rule.as_deref().is_some_and(|rule| rule.starts_with("CC-")), "{rule:?}");
    with_pictures(&saves, 1);
    // Now the keys are the fight's again, and after it the table's.
    for _ in 0..20 {
        if count(&mut window) > commands {
            return;
        }
        display.hand(&["key", "Return"]);
    }
    panic!("the battle does not go on after the note");
}

/// On a full disk what was written stays in its line, and a sentence says why; once there is room it is kept.
#[cfg(target_os = "linux")]
#[test]
fn a_note_that_cannot_be_kept_stays_in_its_line() {
    let (_folder, saves) = scratch();
    let save = saves.join("evening.jsonl");
    std::fs::copy(root().join("tests/saves/format-4-street.jsonl"), &save).unwrap();
    std::fs::create_dir(notes_folder(&save)).unwrap();
    std::os::unix::fs::symlink("/dev/full", notes_file(&save)).unwrap();
    let display = Display::open();
    let mut window = Window::open(&display, &saves, &[save.to_str().unwrap()]);
    window.begin(&display);
    display.hand(&["key", "Escape"]);
    display.hand(&["key", "comma"]);
    write(&display, "precious");
    written(&mut window, "precious");
    display.hand(&["key", "Return"]);
    let why = window.seen_or_next(|event| match event {
        UiEvent::NoteNotKept { why } => Some(why.clone()),
        _ => None,
    });
    assert!(why.contains("the disk is full"), "{why}");
    std::fs::remove_file(notes_file(&save)).unwrap();
    display.hand(&["key", "Return"]);
    let (_, _, text) = window.seen_or_next(kept);
    assert_eq!(text, "precious");
    assert_eq!(read_notes(&save).notes().count(), 1);

    // A second window on the same save cannot write, and says so; nothing is lost of what the first has kept.
    let other = Display::open();
    let mut second = Window::open(&other, &saves, &[save.to_str().unwrap()]);
    second.begin(&other);
    other.hand(&["key", "Escape"]);
    other.hand(&["key", "comma"]);
    write(&other, "mine");
    written(&mut second, "mine");
    other.hand(&["key", "Return"]);
    let why = second.seen_or_next(|event| match event {
        UiEvent::NoteNotKept { why } => Some(why.clone()),
        _ => None,
    });
    assert!(why.contains("another program is writing it"), "{why}");
    assert_eq!(read_notes(&save).notes().count(), 1);
}
