//! The start screen by real mouse and keys: to the first legal move, on with the newest game, back from a table; and what is
//! damaged, old or faulty.

use std::collections::BTreeMap;
use std::path::Path;

use bevy::math::{Quat, Rect, Vec2, Vec3};

use warstrike::game::engine::play::{DiceChoice, Match};
use warstrike::rules::ids::{Side, UnitId};
use warstrike::ui::camera::free_rectangle;
use warstrike::ui::session::events::{DraftResult, UiEvent};

use super::demo::LAST_TURN;
use super::driver::{Display, PAUSE, SIZE, Window};
use super::{root, scratch, setup};

/// Half the angle from the top to the bottom of the table's picture, as a slope.
const SLOPE: f32 = 0.30;

/// The event that a table is open.
#[derive(Debug, PartialEq)]
struct Table {
    level: String,
    commands: usize,
    sides: [Option<String>; 2],
}

fn opened(event: &UiEvent) -> Option<Table> {
    match event {
        UiEvent::TableOpened { level, commands, sides } => {
            Some(Table { level: level.clone(), commands: *commands, sides: sides.clone() })
        }
        _ => None,
    }
}

fn focused(page: &'static str, item: &'static str) -> impl Fn(&UiEvent) -> Option<()> {
    move |event| match event {
        UiEvent::StartFocused { page: on, item: of } => (on == page && of.ends_with(item)).then_some(()),
        _ => None,
    }
}

fn refusal(event: &UiEvent) -> Option<String> {
    match event {
        UiEvent::StartRefuses { why } => Some(why.clone()),
        _ => None,
    }
}

/// Where the things lie that are named, once all of them are there.
fn laid_out(names: &'static [&'static str]) -> impl Fn(&UiEvent) -> Option<Vec<Vec2>> {
    move |event| match event {
        UiEvent::StartLaidOut { places } => {
            let at = |name: &&str| Some(Vec2::from(places.get(*name)?.map(|pixel| pixel as f32)));
            names.iter().map(at).collect()
        }
        _ => None,
    }
}

/// The pixel of a point of the table for a camera that rests.
fn pixel(rest: &UiEvent, [x, y]: [f64; 2]) -> Vec2 {
    let UiEvent::CameraRests { at, yaw, pitch } = rest else { panic!("{rest:?}") };
    let [east, north, height] = at.map(|axis| axis as f32);
    let turn = Quat::from_rotation_y(*yaw as f32) * Quat::from_rotation_x(-*pitch as f32);
    let seen = turn.inverse() * (Vec3::new(x as f32, 0.0, -y as f32) - Vec3::new(east, height, -north));
    let free = free_rectangle(Vec2::new(SIZE.0 as f32, SIZE.1 as f32));
    free.center() + Vec2::new(seen.x, -seen.y) / -seen.z * (free.height() / (2.0 * SLOPE))
}

/// The names of the recordings in a folder, with how many commands each has.
fn recordings(saves: &Path) -> BTreeMap<String, usize> {
    let files = std::fs::read_dir(saves).unwrap().map(|entry| entry.unwrap().path());
    let recordings = files.filter(|path| path.extension().is_some_and(|ending| ending == "jsonl"));
    let commands = |path: &Path| Match::load(path).map_or(0, |loaded| loaded.game.history().line().len() - 1);
    recordings
        .map(|path| (path.file_name().unwrap().to_string_lossy().into_owned(), commands(&path)))
        .collect()
}

/// A seed with which A has the first turn of the street, and A1's first model there with its facing.
fn street() -> (u64, UnitId, [f64; 2], [f64; 2]) {
    for seed in 1..50 {
        let game = Match::start(setup("street"), DiceChoice::Seed(seed)).unwrap();
        let view = game.battle().view();
        if view.turn().side == Side::A {
            let unit = view
                .units()
                .find(|unit| unit.id.side == Side::A && view.standing(unit.id).count() > 1)
                .unwrap();
            let model = view.standing(unit.id).next().unwrap();
            let [dx, dy] = model.facing().direction();
            let [x, y] = model.pose.at.ground();
            return (seed, unit.id, [x, y], [x + 2.0 * dx, y + 2.0 * dy]);
        }
    }
    panic!("A never begins")
}

/// From the start screen to the first accepted move of A1 of the street, in four actions: begin, read the brief, drag, confirm.
fn first_move(display: &Display, window: &mut Window, saves: &Path) {
    let (_, unit, from, to) = street();
    window.begin(display);
    window.seen_or_next(focused("Battles", "street"));
    assert!(recordings(saves).is_empty(), "the battle behind the screen is not recorded");

    let mut actions = 0;
    let mut act = |keys: &[&str]| {
        actions += 1;
        display.hand(keys);
    };
    act(&["key", "Return"]);
    let table = Table { level: "The street".to_owned(), commands: 0, sides: against_computer() };
    assert_eq!(window.wait_until(opened), table);
    window.wait_for(&UiEvent::BriefShown { title: "The street".to_owned() });
    let rest = window.wait_until(|event| matches!(event, UiEvent::CameraRests { .. }).then(|| event.clone()));
    act(&["key", "Return"]);
    actions += 1;
    display.drag(pixel(&rest, from), pixel(&rest, to));
    window.wait_for(&UiEvent::PutDown);
    let dragged =
        |event: &UiEvent| matches!(event, UiEvent::Dragging { unit: of } if *of == unit).then_some(());
    window.seen_or_next(dragged);
    window.seen_or_next(|event| {
        matches!(event, UiEvent::DraftChecked { result: DraftResult::Allowed, .. }).then_some(())
    });
    actions += 1;
    display.hand(&["key", "Return"]);
    window.wait_for(&UiEvent::Played { commands: 1 });
    assert!(actions <= 4, "{actions} actions to the first legal move");
    // Who plays is written at the end of the frame that has the command.
    let written = || std::fs::read_to_string(saves.join("start.json")).unwrap_or_default();
    for _ in 0..100 {
        if written().contains("recording-1.jsonl") {
            return;
        }
        std::thread::sleep(PAUSE / 3);
    }
    panic!("who plays was not written: {:?}", written());
}

/// A person as A, the usual computer player as B.
fn against_computer() -> [Option<String>; 2] {
    [None, Some("objective-minded".to_owned())]
}

/// Somebody who has never played, to whom the first lesson is shown, needs no more actions than others; and his game goes on
/// against the same opponent when the program is killed after his first move.
#[test]
fn a_fresh_profile_is_at_its_first_move_in_four_actions() {
    let (_folder, saves) = scratch();
    let display = Display::open();
    let seed = street().0.to_string();
    let mut window = Window::open_first(&display, &saves, &["--seed", &seed]);
    first_move(&display, &mut window, &saves);
    window.shown_or_next(|event| match event {
        UiEvent::FirstTurnShows { done, .. } => (done == &["Move a unit"]).then_some(()),
        _ => None,
    });
    drop(window);

    let mut window = Window::open_first(&display, &saves, &[]);
    window.begin(&display);
    window.seen_or_next(focused("Continue", ""));
    display.hand(&["key", "Return"]);
    let table = Table { level: "The street".to_owned(), commands: 1, sides: against_computer() };
    assert_eq!(window.wait_until(opened), table);
    assert_eq!(window.closed(&display), Some(0));
}

/// Killed without a word after the first move, the game goes on by one Enter, against the same opponent and in the same file.
/// Closed, nothing is lost.
#[test]
fn from_the_start_screen_to_the_first_move_and_on_again() {
    let (_folder, saves) = scratch();
    let display = Display::open();
    let seed = street().0.to_string();
    let mut window = Window::open(&display, &saves, &["--seed", &seed]);
    first_move(&display, &mut window, &saves);
    drop(window);
    assert_eq!(recordings(&saves), [("recording-1.jsonl".to_owned(), 1)].into());

    let mut window = Window::open(&display, &saves, &[]);
    window.begin(&display);
    window.seen_or_next(focused("Continue", ""));
    display.hand(&["key", "Return"]);
    let table = Table { level: "The street".to_owned(), commands: 1, sides: against_computer() };
    assert_eq!(window.wait_until(opened), table);
    window.wait_for(&UiEvent::ViewAtRest);
    display.hand(&["key", "shift+x"]);
    window.wait_until(|event| matches!(event, UiEvent::Played { commands } if *commands > 1).then_some(()));

    // Back to the start screen, and to the table again, where nothing has changed.
    display.hand(&["key", "F10"]);
    window.wait_until(focused("Continue", ""));
    display.hand(&["key", "Return"]);
    let again = window.wait_until(opened);
    assert!(again.commands > 1 && again.sides == against_computer(), "{again:?}");
    assert_eq!(window.closed(&display), Some(0));
    let kept = recordings(&saves);
    assert_eq!(kept.keys().collect::<Vec<_>>(), ["recording-1.jsonl"]);
    assert!(kept["recording-1.jsonl"] >= again.commands, "{kept:?}");
}

/// By mouse alone: another battle, another opponent, and the choice is remembered. Then the demo, and out by keys.
#[test]
fn a_battle_is_begun_by_mouse_and_the_choice_is_kept() {
    let (_folder, saves) = scratch();
    let display = Display::open();
    let mut window = Window::open(&display, &saves, &["--seed", "7"]);
    window.begin(&display);
    let at = window.seen_or_next(laid_out(&["list 1"]));
    display.click(at[0]);
    window.wait_until(|event| match event {
        UiEvent::StartFocused { page, item } => (page == "Battles" && item != "street").then_some(()),
        _ => None,
    });
    // What the battle is about takes more lines; its rows are where those of the first were.
    let at = window.now_or_next(laid_out(&["B Easy", "change", "do"]));
    display.click(at[0]);
    display.click(at[2]);
    let table = window.wait_until(opened);
    assert_ne!(table.level, "The street");
    assert_eq!(table.sides, [None, Some("quick".to_owned())]);
    drop(window);

    let mut window = Window::open(&display, &saves, &[]);
    window.begin(&display);
    window.seen_or_next(|event| match event {
        UiEvent::StartFocused { page, item } => (page == "Battles" && item != "street").then_some(()),
        _ => None,
    });
    let text = std::fs::read_to_string(saves.join("start.json")).unwrap();
    assert!(text.contains("\"quick\""), "{text}");
    for key in ["Left", "Down", "Down", "Down"] {
        display.hand(&["key", key]);
    }
    window.wait_until(focused("Demo", ""));
    display.hand(&["key", "Return"]);
    window.wait_until(|event| matches!(event, UiEvent::ComputerPlayed { .. }).then_some(()));
    display.hand(&["key", "Escape"]);
    window.wait_until(focused("Demo", ""));
    for key in ["Down", "Down", "Down", "Return"] {
        display.hand(&["key", key]);
    }
    assert_eq!(window.ended(), Some(0));
    assert!(recordings(&saves).is_empty(), "nothing was played");
}

/// Whatever a battle has to say of itself, the rows of its card and its button stay where they are.
#[test]
fn the_rows_of_the_card_stand_still() {
    let (_folder, saves) = scratch();
    let display = Display::open();
    let mut window = Window::open(&display, &saves, &["--seed", "7"]);
    window.begin(&display);
    window.seen_or_next(focused("Battles", "street"));
    const ROWS: [&str; 6] = ["A You", "A Easy", "B You", "B Easy", "change", "do"];
    let first = window.now_or_next(laid_out(&ROWS));
    let mut seen = vec!["street".to_owned()];
    for _ in 0..4 {
        display.hand(&["key", "Down"]);
        let now = window.wait_until(|event| match event {
            UiEvent::StartFocused { page, item } => (page == "Battles").then(|| item.clone()),
            _ => None,
        });
        seen.push(now);
        assert_eq!(window.now_or_next(laid_out(&ROWS)), first, "{seen:?}");
    }
    assert!(seen.windows(2).all(|pair| pair[0] != pair[1]), "other battles: {seen:?}");
}

/// A battle ends; from its result another is one click away, and the one that is over is not offered again.
#[test]
fn another_battle_follows_the_last() {
    let (_folder, saves) = scratch();
    std::fs::create_dir_all(saves.join("levels")).unwrap();
    std::fs::write(saves.join("levels/last-turn.ron"), LAST_TURN).unwrap();
    std::fs::write(saves.join("start.json"), r#"{"players": {"sides": [null, null]}}"#).unwrap();
    let display = Display::open();
    let mut window = Window::open(&display, &saves, &["--seed", "3"]);
    window.begin(&display);
    window.seen_or_next(focused("Battles", "street"));
    for key in ["Left", "Down", "Down", "Return"] {
        display.hand(&["key", key]);
    }
    window.wait_until(focused("Own", "last-turn.ron"));
    display.hand(&["key", "Return"]);
    assert_eq!(window.wait_until(opened).level, "Last turn");
    window.wait_for(&UiEvent::BriefShown { title: "Last turn".to_owned() });
    window.wait_for(&UiEvent::ViewAtRest);
    display.hand(&["key", "Return"]);
    display.hand(&["key", "shift+x"]);
    window.wait_until(|event| matches!(event, UiEvent::Played { .. }).then_some(()));
    display.hand(&["key", "End"]);
    window.wait_until(|event| matches!(event, UiEvent::ResultShown { .. }).then_some(()));
    display.hand(&["key", "Escape"]);
    // The questions for the author of the rules are put away, too.
    window.wait_until(|event| matches!(event, UiEvent::QuestionsShow { .. }).then_some(()));
    display.hand(&["key", "Escape"]);
    window.wait_until(|event| matches!(event, UiEvent::QuestionsAnswered { .. }).then_some(()));
    display.hand(&["key", "F10"]);
    // The battle is over: there is nothing to go on with.
    window.wait_until(focused("Battles", "street"));
    display.hand(&["key", "Return"]);
    assert_eq!(window.wait_until(opened).level, "The street");
    assert_eq!(window.closed(&display), Some(0));
    assert_eq!(recordings(&saves).len(), 1);
}

/// Damaged settings and choices, saves that cannot be read, a level with mistakes: each is said, does no harm and hides nothing.
#[test]
fn what_is_damaged_is_said_and_stays_as_it_is() {
    let (_folder, saves) = scratch();
    let bad = [
        ("window.json", "{\"dice\": "),
        ("start.json", "{\"level\": 3}"),
        ("recording-2.jsonl", "{\"an\": \"older game\"}\n"),
        ("recording-3.jsonl", ""),
        ("recording-4.jsonl", "{\"sum\":\"a47b8649b3a19835\",\"line\":{\"Header\":{\"format\":2}}}\n"),
        ("levels/faulty.ron", "Level(\n    name: \"Mine\",\n    mission: Skirmisch,\n)\n"),
    ];
    std::fs::create_dir_all(saves.join("levels")).unwrap();
    for (name, text) in bad {
        std::fs::write(saves.join(name), text).unwrap();
    }
    // Of an older format, which is read all the same.
    std::fs::copy(root().join("tests/saves/format-3-patrol.jsonl"), saves.join("old.jsonl")).unwrap();
    let display = Display::open();
    let mut window = Window::open(&display, &saves, &[]);
    window.begin(&display);
    window.seen_or_next(focused("Battles", "street"));
    for key in ["Left", "Down", "Return", "Return"] {
        display.hand(&["key", key]);
    }
    let first = window.wait_until(|event| match event {
        UiEvent::StartFocused { page, item } => (page == "Saves" && !item.is_empty()).then(|| item.clone()),
        _ => None,
    });
    if first.ends_with("old.jsonl") {
        assert!(window.wait_until(opened).commands > 0);
    } else {
        let why = window.wait_until(refusal);
        assert!(why.contains("could not be opened"), "{why}");
    }
    drop(window);

    let mut window = Window::open(&display, &saves, &[]);
    window.begin(&display);
    window.seen_or_next(focused("Battles", "street"));
    for key in ["Left", "Down", "Down", "Return", "Return"] {
        display.hand(&["key", key]);
    }
    let why = window.wait_until(refusal);
    assert!(why.contains("faulty.ron:3:14") && why.contains("Skirmisch"), "{why}");
    assert_eq!(window.closed(&display), Some(0));
    for (name, text) in bad.into_iter().filter(|(name, _)| *name != "start.json") {
        assert_eq!(std::fs::read_to_string(saves.join(name)).unwrap(), text, "{name}");
    }
}

/// Pixels of a row of the list in the colour of what is wrong.
fn wrong_in_row(display: &Display, row: Vec2) -> usize {
    let part = Rect::from_center_half_size(row, Vec2::new(95.0, 32.0));
    let is_wrong =
        |[red, green, blue]: [u8; 3]| red > 220 && green.abs_diff(123) < 30 && blue.abs_diff(114) < 30;
    display.picture(part).into_iter().filter(|pixel| is_wrong(*pixel)).count()
}

/// Waits until a row is marked, or is so no more.
fn until_marked(display: &Display, row: Vec2, marked: bool) {
    for _ in 0..100 {
        if (wrong_in_row(display, row) > 20) == marked {
            return;
        }
        std::thread::sleep(PAUSE);
    }
    panic!("marked is not {marked}: {} pixels", wrong_in_row(display, row));
}

/// A save that another window records is marked in the list for as long as it does. Opened all the same, it goes on in a file of its
/// own, a sentence says so, and the other window loses nothing.
#[test]
fn a_save_that_another_window_records_is_marked() {
    let (_folder, saves) = scratch();
    let display = Display::open();
    let mut first = Window::open(&display, &saves, &["street", "--seed", "7"]);
    first.begin_from_above(&display);
    display.hand(&["key", "shift+x"]);
    let commands = first.wait_until(|event| match event {
        UiEvent::Played { commands } => Some(*commands),
        _ => None,
    });
    let recording = saves.join("recording-1.jsonl");
    let written = std::fs::read(&recording).unwrap();

    // The other window offers to go on with it.
    let other = Display::open();
    let mut second = Window::open(&other, &saves, &[]);
    second.begin(&other);
    second.seen_or_next(focused("Continue", ""));
    other.hand(&["key", "Return"]);
    assert_eq!(second.wait_until(opened).commands, commands);
    let why = second.seen_or_next(|event| match event {
        UiEvent::NoticeShown { text } => text.contains("recording-1").then(|| text.clone()),
        _ => None,
    });
    assert!(why.contains("stays as it is") && why.contains("recorded in another file"), "{why}");
    other.hand(&["key", "t"]);
    second.wait_for(&UiEvent::ViewAtRest);
    other.hand(&["key", "End"]);
    second.wait_for(&UiEvent::Played { commands: commands + 1 });
    assert_eq!(std::fs::read(&recording).unwrap(), written, "nobody else writes to it");

    // Its list marks what the first window records, not what is its own.
    other.hand(&["key", "F10"]);
    second.wait_until(focused("Continue", ""));
    for key in ["Down", "Down", "Return"] {
        other.hand(&["key", key]);
    }
    second.wait_until(focused("Saves", "recording-2.jsonl"));
    let rows = second.shown_or_next(laid_out(&["list 0", "list 1"]));
    until_marked(&other, rows[1], true);
    assert_eq!(wrong_in_row(&other, rows[0]), 0, "its own");

    // The first plays on as if nothing had been.
    display.hand(&["key", "End"]);
    first.wait_for(&UiEvent::Played { commands: commands + 1 });
    drop(first);
    until_marked(&other, rows[1], false);
    let kept = recordings(&saves);
    assert_eq!(kept.into_values().collect::<Vec<_>>(), [commands + 1; 2]);
}
