//! A game at a real table, recorded by taps and typed dice: from the start card to its report.

use std::process::Command as Process;
use std::sync::Arc;

use bevy::math::Vec2;

use warstrike::game::engine::command::{Command, Order};
use warstrike::game::engine::fact::Fact;
use warstrike::game::engine::play::{DiceChoice, Match};
use warstrike::game::phases::moving::kinds::{AdvanceUnit, Sequence};
use warstrike::game::phases::shooting::kinds::{Fact as ShootingFact, FireAt};
use warstrike::game::phases::word::kinds::{Order as Word, RemoveModels};
use warstrike::level::setup::Setup;
use warstrike::rules::ids::{ModelId, Side, UnitId};
use warstrike::ui::session::events::{DraftResult, UiEvent};

use super::super::kill::PROGRAM;
use super::driver::{Display, PAUSE, Window, pixel};
use super::{root, scratch, setup};

/// What the players roll for the first turn: A has it.
const ROLL_OFF: [u8; 2] = [5, 2];

/// How far away each unit of A is found when it is tapped, inches: A3 farther than the rules would let it go.
const FOUND: [(&str, [f64; 2]); 3] = [("A2", [0.0, 3.0]), ("A3", [2.0, 8.0]), ("A1", [-5.0, -1.0])];

fn places(name: &'static str) -> impl Fn(&UiEvent) -> Option<Vec2> {
    move |event| match event {
        UiEvent::StartLaidOut { places } => Some(Vec2::from(places.get(name)?.map(|pixel| pixel as f32))),
        UiEvent::TellButtons { buttons } => {
            buttons.iter().find(|(of, _)| of == name).map(|(_, at)| Vec2::from(*at))
        }
        _ => None,
    }
}

fn played(window: &mut Window, commands: usize) {
    window.wait_for(&UiEvent::Played { commands });
}

/// The same game without a window, up to the first decision.
fn without_window() -> Match {
    let setup = Arc::new(Setup::clone(&setup("street")).recorded());
    Match::start(setup, DiceChoice::Hand { seed: 1, faces: ROLL_OFF.to_vec() }).unwrap()
}

/// A unit of A and an enemy at which it may fire from where it stands.
fn a_volley(game: &Match) -> (UnitId, UnitId) {
    let view = game.battle().view();
    let units = |side| view.units().map(|unit| unit.id).filter(move |unit| unit.side == side);
    for unit in units(Side::A) {
        for at in units(Side::B) {
            let fire = vec![FireAt { at, by: None }];
            let order = AdvanceUnit { unit, moves: Vec::new(), fire, sequence: Sequence::MoveFirst };
            if game.battle().check(&Command::new(Side::A, order)).is_ok() {
                return (unit, at);
            }
        }
    }
    panic!("nobody sees anybody")
}

/// Enters faces until the volley is through: sixes to hit, ones to save; how many dice were asked for.
fn type_dice(display: &Display, window: &mut Window, commands: usize) -> u32 {
    let mut rolled = 0;
    loop {
        let wanted = window.wait_until(|event| match event {
            UiEvent::DiceWanted { dice, .. } => Some(Some(*dice)),
            UiEvent::Played { commands: now } if *now == commands => Some(None),
            _ => None,
        });
        let Some(dice) = wanted else { return rolled };
        for _ in 0..dice {
            display.hand(&["key", "5"]);
        }
        display.hand(&["key", "Return"]);
        rolled += dice;
    }
}

/// Types the roll-off, and looks at the whole table from above.
fn roll_off(display: &Display, window: &mut Window) {
    for face in ROLL_OFF {
        window.now_or_next(|event| matches!(event, UiEvent::DiceWanted { dice: 1, .. }).then_some(()));
        display.hand(&["key", &face.to_string()]);
        window.wait_for(&UiEvent::DieEntered { face });
        display.hand(&["key", "Return"]);
    }
    window.wait_for(&UiEvent::OpeningPlayed { dice: 2 });
    display.hand(&["key", "Escape"]);
    // The view has come to rest over the table, and that has been heard, before it is told to go above it.
    std::thread::sleep(10 * PAUSE);
    window.last_heard(|_| Some(()));
    display.hand(&["key", "t"]);
    window.wait_for(&UiEvent::ViewAtRest);
}

/// Two people play with miniatures: three units are tapped to where they stand, a volley is rolled with real dice, a model is
/// taken off and a unit's state said; the phase ends by their word. Time line, save and report have it all.
#[test]
fn an_evening_at_a_real_table_is_recorded() {
    let (_folder, saves) = scratch();
    let display = Display::open();
    let mut window = Window::open(&display, &saves, &[]);
    window.begin(&display);
    // The usual is one line: it has to be opened.
    let change = window.shown_or_next(places("change"));
    display.click(change);
    // What has been opened is laid out anew for some frames: the button is clicked where it comes to rest.
    window.shown_or_next(places("table a real one"));
    std::thread::sleep(10 * PAUSE);
    let real = window.last_heard(places("table a real one")).unwrap();
    display.click(real);
    std::thread::sleep(10 * PAUSE);
    display.hand(&["key", "Return"]);
    let sides = window.wait_until(|event| match event {
        UiEvent::TableOpened { level, sides, .. } => Some((level.clone(), sides.clone())),
        _ => None,
    });
    assert_eq!(sides, ("The street".to_owned(), [None, None]), "no computer plays");
    roll_off(&display, &mut window);

    // Moves are tapped.
    let mut game = without_window();
    for (nth, (unit, by)) in (1..).zip(FOUND) {
        let unit: UnitId = unit.parse().unwrap();
        let view = game.battle().view();
        let [x, y] = view.leader(unit).unwrap().pose.at.ground();
        display.click(pixel(&game, [x, y]));
        window.wait_for(&UiEvent::Selected { unit });
        display.click(pixel(&game, [x + by[0], y + by[1]]));
        played(&mut window, nth);
        let recorded = Match::load(&saves.join("recording-1.jsonl")).unwrap().game;
        let before = view.leader(unit).unwrap().pose.at;
        let now = recorded.battle().view().leader(unit).unwrap().pose.at;
        let far = (by[0] * by[0] + by[1] * by[1]).sqrt();
        assert!((now.ground_distance(before) - far).abs() < 0.2, "{unit}: {before} to {now}");
        game = recorded;
    }

    // A volley is an order by the rules: the players roll it.
    let (unit, at) = a_volley(&game);
    let place = |unit: UnitId| game.battle().view().leader(unit).unwrap().pose.at.ground();
    if FOUND.last().unwrap().0 != unit.to_string() {
        display.click(pixel(&game, place(unit)));
        window.wait_for(&UiEvent::Selected { unit });
    }
    display.click(pixel(&game, place(at)));
    window.wait_until(|event| match event {
        UiEvent::Aimed { unit: of, at: model } => ((*of, model.unit) == (unit, at)).then_some(()),
        _ => None,
    });
    display.hand(&["key", "Return"]);
    let dice = type_dice(&display, &mut window, 4);
    assert!(dice > 0, "{unit} fires at {at} without dice");

    // The rest is said: a model is gone, a unit is shaken, the phase is over though not everybody has acted.
    display.click(pixel(&game, place(at)));
    window.wait_for(&UiEvent::Selected { unit: at });
    let less = window.shown_or_next(places("One model less"));
    display.click(less);
    played(&mut window, 5);
    let more = window.shown_or_next(places("Nerve markers +"));
    display.click(more);
    played(&mut window, 6);
    display.hand(&["key", "End"]);
    window.wait_until(|event| matches!(event, UiEvent::Played { commands: 7 }).then_some(()));

    // What was recorded can be looked back at.
    display.hand(&["key", "F5"]);
    window.wait_until(|event| {
        matches!(event, UiEvent::TimelineShows { entry: 6, home: 7, looking: true, .. }).then_some(())
    });
    display.hand(&["key", "F3"]);
    let loaded = window.saved(&display, &saves).game;
    assert!(loaded.setup().is_recorded());
    let line = loaded.history().line();
    let is_word = |index: usize| {
        let order = line[index].command.as_ref().map(|command| &command.order);
        matches!(order, Some(Order::Word(_)))
    };
    assert!([1, 2, 3, 5, 6, 7].into_iter().all(is_word) && !is_word(4), "{line:?}");
    assert!(matches!(line[7].command.as_ref().map(|one| &one.order), Some(Order::Word(Word::PhaseIsOver))));
    let fired = |fact: &Fact| matches!(fact, Fact::Shooting(ShootingFact::SalvoFired { .. }));
    assert!(line[4].outcome.facts.iter().any(fired));
    assert_eq!(loaded.verify().unwrap(), loaded.history().entries().len());

    // And it has a report like any other.
    let page = saves.join("evening.md");
    let recording = saves.join("recording-1.jsonl");
    let mut report = Process::new(PROGRAM);
    report.arg("--data").arg(root()).arg("report").arg(&recording).arg("--out").arg(&page);
    let output = report.output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = std::fs::read_to_string(page).unwrap();
    assert!(text.matches("By the players' word").count() >= 6, "{text}");
    assert!(text.contains("the Action phase is over"), "{text}");
}

/// The word that a command of a line gave.
fn word(game: &Match, index: usize) -> Word {
    let line = game.history().line();
    match line[index].command.as_ref().map(|command| &command.order) {
        Some(Order::Word(word)) => word.clone(),
        other => panic!("command {index} is no word: {other:?}"),
    }
}

fn ignored(window: &mut Window, part: &str) {
    window.wait_until(|event| match event {
        UiEvent::KeyIgnored { why } => why.contains(part).then_some(()),
        _ => None,
    });
}

/// Opens the dialog of what else happened, and says it.
fn say(display: &Display, window: &mut Window, what: &'static str) {
    display.hand(&["key", "shift+i"]);
    // Where its buttons are is reported once, and again only if they have moved.
    std::thread::sleep(10 * PAUSE);
    let button = window.last_heard(places(what)).unwrap_or_else(|| panic!("there is no button {what}"));
    display.click(button);
}

/// By keys: a move that the rules refuse happened all the same, the model under the pointer is gone, a side has an objective, the
/// turn is over, and then the battle. Each says why where there is nothing for it to do.
#[test]
fn keys_say_what_happened_on_the_table() {
    let (_folder, saves) = scratch();
    let display = Display::open();
    let mut window = Window::open(&display, &saves, &["street", "--record"]);
    window.begin(&display);
    roll_off(&display, &mut window);
    let game = without_window();
    let view = game.battle().view();
    let place = |model: ModelId| view.model(model).unwrap().pose.at.ground();

    // Dragged farther than the rules let it go, and held there.
    display.hand(&["key", "shift+t"]);
    ignored(&mut window, "Nothing was refused");
    let officer: ModelId = "A3.1".parse().unwrap();
    let (from, to) = (place(officer), [2.0, -3.0]);
    display.drag(pixel(&game, from), pixel(&game, to));
    window.wait_for(&UiEvent::PutDown);
    display.hand(&["key", "k"]);
    window.wait_for(&UiEvent::EndsHeld { exact: true });
    window.wait_until(|event| match event {
        UiEvent::DraftChecked { unit, result: DraftResult::Refused(_), .. } => {
            (*unit == officer.unit).then_some(())
        }
        _ => None,
    });
    display.hand(&["key", "shift+t"]);
    played(&mut window, 1);

    // Not the last of its unit, but the one under the pointer.
    display.move_to(pixel(&game, [20.0, -13.0]));
    display.hand(&["key", "Delete"]);
    ignored(&mut window, "Point at the model that is gone");
    let gone: ModelId = "B1.4".parse().unwrap();
    display.move_to(pixel(&game, place(gone)));
    window.shown_or_next(|event| match event {
        UiEvent::PointedAt { unit } => (*unit == Some(gone.unit)).then_some(()),
        _ => None,
    });
    display.hand(&["key", "Delete"]);
    played(&mut window, 2);

    say(&display, &mut window, "crossing B");
    played(&mut window, 3);
    say(&display, &mut window, "turn");
    played(&mut window, 4);
    let recording = saves.join("recording-1.jsonl");
    let so_far = Match::load(&recording).unwrap().game;
    assert_eq!(so_far.battle().view().turn().side, Side::B);
    assert_eq!(so_far.battle().view().table_state().said_of("crossing"), Some(Side::B));
    say(&display, &mut window, "battle A");
    let winner = window.wait_until(|event| match event {
        UiEvent::ResultShown { winner, .. } => Some(*winner),
        _ => None,
    });
    assert_eq!(winner, Some(Side::A));
    drop(window);

    let game = Match::load(&recording).unwrap().game;
    let Word::SetUnit(set) = word(&game, 1) else { panic!("{:?}", word(&game, 1)) };
    let stands = set.models[0].at.ground();
    assert_eq!(set.unit, officer.unit);
    assert!((stands[0] - to[0]).abs() + (stands[1] - to[1]).abs() < 0.2, "{stands:?}, not {to:?}");
    assert_eq!(word(&game, 2), Word::RemoveModels(RemoveModels { unit: gone.unit, models: vec![gone] }));
    assert!(!game.battle().view().model(gone).unwrap().stands());
    assert_eq!(game.battle().view().result().unwrap().winner, Some(Side::A));
    assert_eq!(game.verify().unwrap(), game.history().entries().len());
}
