//! The time line by mouse and keys: looking back, coming back, playing on from an earlier moment, and trying things out.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::time::Duration;

use bevy::math::{Rect, Vec2};

use warstrike::game::engine::fact::{Fact, UnitFact};
use warstrike::game::engine::play::{DiceChoice, Match};
use warstrike::game::engine::record::history::EntryId;
use warstrike::game::phases::fall_back::kinds::{Fact as FallBackFact, Goes};
use warstrike::game::phases::turn::kinds::Fact as TurnFact;
use warstrike::rules::ids::Side;
use warstrike::rules::victory::Hold;
use warstrike::ui::session::events::UiEvent;

use super::super::golden;
use super::driver::{Display, PAUSE, Window};
use super::{root, scratch};

/// What the time line shows.
#[derive(Clone, Debug)]
struct Shown {
    entry: usize,
    home: usize,
    line: Vec<usize>,
    branches: usize,
    beside: Vec<(usize, Vec2)>,
    looking: bool,
    try_out: bool,
    plays: bool,
    ends: [Vec2; 2],
    marks: Vec<(usize, Vec2)>,
}

impl Shown {
    /// The pixel of an entry of the line.
    fn pixel(&self, entry: usize) -> Vec2 {
        let position = self.line.iter().position(|of| *of == entry).unwrap();
        self.ends[0].lerp(self.ends[1], position as f32 / (self.line.len() - 1) as f32)
    }
}

fn shown(event: &UiEvent) -> Option<Shown> {
    let UiEvent::TimelineShows { entry, home, line, branches, beside, looking, try_out, plays, ends, marks } =
        event.clone()
    else {
        return None;
    };
    let places = |list: Vec<(usize, [f32; 2])>| -> Vec<(usize, Vec2)> {
        list.into_iter().map(|(entry, at)| (entry, Vec2::from(at))).collect()
    };
    let (marks, beside, ends) = (places(marks), places(beside), ends.map(Vec2::from));
    Some(Shown { entry, home, line, branches, beside, looking, try_out, plays, ends, marks })
}

/// Waits until the time line shows something, if it does not yet.
fn until(window: &mut Window, wanted: impl Fn(&Shown) -> bool) -> Shown {
    window.shown_or_next(|event| shown(event).filter(&wanted))
}

/// Waits until an entry is looked at, or until the game stands at it.
fn until_at(window: &mut Window, entry: usize, looking: bool) -> Shown {
    until(window, |shown| (shown.entry, shown.looking) == (entry, looking))
}

fn is_hint(event: &UiEvent) -> Option<String> {
    match event {
        UiEvent::KeyIgnored { why } => Some(why.clone()),
        _ => None,
    }
}

/// A battle that was played by other rules in part.
fn other_rules() -> PathBuf {
    root().join("tests/saves/format-5-other-rules.jsonl")
}

/// Until everything is painted that has changed.
const REST: Duration = Duration::from_secs(2);

/// Opens that battle and puts away what lies over it.
fn opened(display: &Display, saves: &Path) -> Window {
    opened_from(display, saves, &other_rules())
}

fn opened_from(display: &Display, saves: &Path, save: &Path) -> Window {
    let mut window = Window::open(display, saves, &[save.to_str().unwrap()]);
    window.begin(display);
    display.hand(&["key", "Escape"]);
    display.hand(&["key", "Escape"]);
    window
}

/// A save is looked through by keys, wheel and drag; one key comes back to the game and one to where one was looking, also
/// after steps; no order is taken meanwhile, and the file is as it was.
#[test]
fn the_past_is_looked_at_by_keys_wheel_and_drag() {
    let (_folder, saves) = scratch();
    let display = Display::open();
    let before = std::fs::read(other_rules()).unwrap();
    let mut window = opened(&display, &saves);
    let last = Match::load(&other_rules()).unwrap().game.history().entries().len() - 1;
    let at_home = until_at(&mut window, last, false);
    assert_eq!(at_home.line, (0..=last).collect::<Vec<_>>());

    display.hand(&["key", "F5"]);
    until_at(&mut window, last - 1, true);
    display.hand(&["key", "shift+F7"]);
    let turn = until(&mut window, |shown| shown.entry < last - 1);
    assert_eq!(turn.home, last, "the game stands where it stood");
    display.hand(&["key", "F3"]);
    until_at(&mut window, last, false);
    display.hand(&["key", "F3"]);
    until_at(&mut window, turn.entry, true);

    // Orders wait.
    display.hand(&["key", "shift+x"]);
    let why = window.wait_until(is_hint);
    assert!(why.contains("earlier moment"), "{why}");
    display.hand(&["key", "ctrl+z"]);
    let why = window.wait_until(is_hint);
    assert!(why.contains("earlier moment"), "{why}");

    // The table follows the drag: it ends where the button comes up.
    display.drag(at_home.pixel(60), at_home.pixel(20));
    until_at(&mut window, 20, true);
    display.move_to(at_home.pixel(20));
    // One notch, one command. A wheel of this display is a button, and the window's library counts its press and its release
    // as a notch each; real wheels move an axis.
    for (event, button, expected) in
        [("mousedown", "4", 19), ("mouseup", "4", 18), ("mousedown", "5", 19), ("mouseup", "5", 20)]
    {
        display.hand(&[event, button]);
        until_at(&mut window, expected, true);
    }
    let later = 20;
    // Steps do not forget where one was.
    display.hand(&["key", "F6"]);
    until_at(&mut window, later + 1, true);
    display.hand(&["key", "shift+Home"]);
    until_at(&mut window, 0, true);
    display.hand(&["key", "F5"]);
    assert_eq!(window.wait_until(is_hint), "This is the beginning: nothing was played before.");
    // What comes after is hidden.
    display.hand(&["key", "shift+F8"]);
    let turn = until(&mut window, |shown| shown.entry > 0);
    display.hand(&["key", "Insert"]);
    let hidden = until(&mut window, |shown| shown.line.len() < last);
    assert_eq!(hidden.line, (0..=turn.entry).collect::<Vec<_>>());
    display.hand(&["key", "F3"]);
    until_at(&mut window, last, false);
    display.hand(&["key", "shift+F11"]);
    window.wait_for(&UiEvent::TimeLineFolded { folded: true });
    drop(window);
    assert_eq!(std::fs::read(other_rules()).unwrap(), before);
}

/// A passage is played from an earlier moment until the game is reached; a click on the ribbon stops it.
#[test]
fn a_passage_is_played_again() {
    let (_folder, saves) = scratch();
    std::fs::write(saves.join("window.json"), r#"{"dice": "None", "show": "None", "first_turn": "Off"}"#)
        .unwrap();
    let display = Display::open();
    let mut window = opened(&display, &saves);
    let last = until(&mut window, |shown| !shown.looking).entry;
    for _ in 0..3 {
        display.hand(&["key", "F5"]);
    }
    until_at(&mut window, last - 3, true);
    display.hand(&["key", "F4"]);
    until(&mut window, |shown| shown.plays);
    until(&mut window, |shown| shown.entry == last - 2 && shown.looking);
    until_at(&mut window, last, false);
    display.hand(&["key", "F4"]);
    let why = window.wait_until(is_hint);
    assert!(why.starts_with("Look at an earlier moment first"), "{why}");
}

/// Opens the street and lets every unit of the first turn stay; how many commands that were.
fn street(display: &Display, saves: &Path) -> (Window, usize) {
    let mut window = Window::open(display, saves, &["street", "--seed", "7"]);
    window.begin_from_above(display);
    display.hand(&["key", "shift+x"]);
    let commands = window.wait_until(|event| match event {
        UiEvent::Played { commands } => Some(*commands),
        _ => None,
    });
    until_at(&mut window, commands, false);
    (window, commands)
}

/// A click on a line of the log looks at that moment; played on from there, the game has another branch, and a key goes to each.
#[test]
fn a_line_of_the_log_is_gone_to_and_played_on_from() {
    let (_folder, saves) = scratch();
    let display = Display::open();
    let (mut window, commands) = street(&display, &saves);
    let lines = |event: &UiEvent| match event {
        UiEvent::LogShows { lines, .. } => {
            lines.iter().find(|(entry, _)| *entry == 1).map(|(_, at)| Vec2::from(*at))
        }
        _ => None,
    };
    let line = window.shown_or_next(lines);
    display.click(line);
    until_at(&mut window, 1, true);
    window.seen_or_next(|event| match event {
        UiEvent::LogShows { highlighted: Some(1), .. } => Some(()),
        _ => None,
    });
    display.hand(&["key", "shift+F4"]);
    until_at(&mut window, 1, false);
    display.hand(&["key", "Tab"]);
    display.hand(&["key", "x"]);
    window.wait_for(&UiEvent::Played { commands: 2 });
    let branch = until_at(&mut window, commands + 1, false);
    assert_eq!((&branch.line[..], branch.branches), (&[0, 1, commands + 1][..], 1));
    // The other branch is a row of its own below: a click on it looks there.
    let beside: Vec<usize> = branch.beside.iter().map(|(entry, _)| *entry).collect();
    assert_eq!(beside, (2..=commands).collect::<Vec<_>>());
    let (end, at) = *branch.beside.last().unwrap();
    let is_bright = |[red, green, blue]: [u8; 3]| red.max(green).max(blue) > 120 && red.abs_diff(blue) > 60;
    std::thread::sleep(REST);
    let rows = [branch.pixel(1), branch.beside[0].1].map(|at| display.colour(at - Vec2::new(3.0, 0.0)));
    assert!(
        rows.into_iter().all(is_bright),
        "one row over the other, each in the colour of its side: {rows:?}"
    );
    display.click(at);
    let there = until_at(&mut window, end, true);
    assert_eq!(there.home, commands + 1);
    display.hand(&["key", "F3"]);
    until_at(&mut window, commands + 1, false);
    display.hand(&["key", "F11"]);
    let other = until_at(&mut window, commands, true);
    assert_eq!((other.line, other.home), ((0..=commands).collect::<Vec<_>>(), commands + 1));
    // A step back stays on the branch, and what is still to come or came otherwise can be hidden there.
    display.hand(&["key", "F5"]);
    until_at(&mut window, commands - 1, true);
    display.hand(&["key", "F6"]);
    until_at(&mut window, commands, true);
    display.hand(&["key", "F5"]);
    let before = until_at(&mut window, commands - 1, true);
    display.hand(&["key", "Insert"]);
    let hidden = until(&mut window, |shown| shown.line.len() == commands);
    assert!(hidden.beside.is_empty() && before.beside.len() == 1, "{before:?}, {hidden:?}");
    display.hand(&["key", "Insert"]);
    until(&mut window, |shown| shown.line.len() == commands + 1 && shown.beside.len() == 1);
    display.hand(&["key", "F11"]);
    until_at(&mut window, commands + 1, false);
    let loaded = window.saved(&display, &saves);
    let ends: Vec<usize> = loaded.game.history().ends().iter().map(|end| end.0).collect();
    assert_eq!(ends, [commands, commands + 1], "both branches are kept");
}

/// With the switch on, what is played from an earlier moment is gone when one comes back, and was never written.
#[test]
fn what_is_tried_out_leaves_no_trace() {
    let (_folder, saves) = scratch();
    let display = Display::open();
    let (mut window, commands) = street(&display, &saves);
    let recording = saves.join("recording-1.jsonl");
    let written = std::fs::read(&recording).unwrap();
    display.hand(&["key", "shift+Insert"]);
    display.hand(&["key", "F5"]);
    until_at(&mut window, commands - 1, true);
    display.hand(&["key", "shift+F4"]);
    until(&mut window, |shown| shown.try_out && !shown.looking);
    display.hand(&["key", "Tab"]);
    display.hand(&["key", "x"]);
    window.wait_for(&UiEvent::Played { commands });
    until_at(&mut window, commands + 1, false);
    display.hand(&["key", "F3"]);
    let back = until(&mut window, |shown| !shown.try_out);
    assert_eq!((back.entry, back.line, back.branches), (commands, (0..=commands).collect(), 0));
    assert_eq!(std::fs::read(&recording).unwrap(), written);
}

/// From its result a battle can be looked at again, from its beginning.
#[test]
fn a_battle_that_is_over_is_looked_at_again() {
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
    let again = window.seen_or_next(|event| match event {
        UiEvent::ResultButtons { buttons } => buttons.first().map(|(_, at)| Vec2::from(*at)),
        _ => None,
    });
    display.click(again);
    let first = until_at(&mut window, 0, true);
    assert_eq!(first.home, 8);
    display.hand(&["key", "F3"]);
    until_at(&mut window, 8, false);
}

/// Where the battle was played by other rules the ribbon has a red mark, and nowhere else.
#[test]
fn marks_are_seen_where_the_battle_departs() {
    let (_folder, saves) = scratch();
    let display = Display::open();
    let mut window = opened(&display, &saves);
    let shown = until(&mut window, |shown| !shown.marks.is_empty());
    std::thread::sleep(REST);
    let game = Match::load(&other_rules()).unwrap().game;
    let is_red = |at: Vec2| {
        let [red, green, blue] = display.colour(at);
        red > 200 && green < 160 && (90..160).contains(&blue)
    };
    for (entry, _) in game.departures() {
        let at = shown.marks.iter().find(|(marked, _)| *marked == entry.0).unwrap().1;
        assert!(is_red(at), "entry {entry:?} at {at}: {:?}", display.colour(at));
    }
    let departed: Vec<usize> = game.departures().map(|(entry, _)| entry.0).collect();
    let far = |entry: &usize| departed.iter().all(|other| entry.abs_diff(*other) > 1);
    for entry in (1..shown.line.len() - 1).filter(far) {
        assert!(!is_red(shown.pixel(entry)), "entry {entry}: {:?}", display.colour(shown.pixel(entry)));
    }
}

/// Marks of the ribbon that have a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Happened {
    Lost,
    Takes,
    Routs,
    WipedOut,
}

impl Happened {
    const ALL: [Self; 4] = [Self::Lost, Self::Takes, Self::Routs, Self::WipedOut];

    /// The mark of a fact, and its side.
    fn of(fact: &Fact) -> Option<(Self, Side)> {
        match fact {
            Fact::Unit(UnitFact::ModelLost { model, .. }) => Some((Self::Lost, model.unit.side)),
            Fact::Unit(UnitFact::UnitWipedOut { unit }) => Some((Self::WipedOut, unit.side)),
            Fact::FallBack(FallBackFact::FallBackForced { unit, goes: Goes::Routs { .. }, .. }) => {
                Some((Self::Routs, unit.side))
            }
            _ => None,
        }
    }

    /// Where no other mark of its side covers it: from the middle of the band, pixels. The cross reaches beyond the dot.
    fn spot(self, side: Side) -> Vec2 {
        let middle = Vec2::new(0.0, if side == Side::A { -9.0 } else { 9.0 });
        match self {
            Self::Lost | Self::Routs => middle,
            Self::Takes => middle - Vec2::new(0.0, 2.0),
            Self::WipedOut => middle + Vec2::splat(4.0),
        }
    }
}

/// A mark with the position of its command.
type Marked = (usize, Happened, Side);

/// Whether a pixel, or one beside it, has the light colour of a side.
fn has_ink(display: &Display, at: Vec2, side: Side) -> bool {
    let part = Rect::from_center_half_size(at.round() + 0.5, Vec2::splat(1.5));
    display.picture(part).into_iter().any(|[red, green, blue]| {
        let [light, dark] = if side == Side::A { [blue, red] } else { [red, blue] };
        light > 200 && green > 140 && light.abs_diff(dark) > 60
    })
}

/// Marks of a game that were seen by themselves.
fn marks_seen(game: &Match) -> BTreeSet<Happened> {
    let (_folder, saves) = scratch();
    let save = saves.join("marked.jsonl");
    std::fs::write(&save, game.save_bytes().unwrap()).unwrap();
    let display = Display::open();
    let mut window = opened_from(&display, &saves, &save);
    let shown = until(&mut window, |shown| !shown.marks.is_empty());
    display.move_to(Vec2::new(640.0, 300.0));
    std::thread::sleep(REST);
    let line = game.history().line();
    let mut held: BTreeMap<&str, Hold> = BTreeMap::new();
    let mut marks: BTreeSet<Marked> = BTreeSet::new();
    for (at, entry) in line.iter().enumerate() {
        for fact in &entry.outcome.facts {
            marks.extend(Happened::of(fact).map(|(what, side)| (at, what, side)));
            let Fact::Turn(TurnFact::ObjectivesCounted { objectives }) = fact else { continue };
            for counted in objectives {
                let before = held.insert(&counted.objective, counted.hold);
                if let Hold::Held(side) = counted.hold
                    && before != Some(counted.hold)
                {
                    marks.insert((at, Happened::Takes, side));
                }
            }
        }
    }
    let near = |position: usize, side: Side| -> Vec<&Marked> {
        let is_near =
            |mark: &&Marked| mark.2 == side && shown.pixel(mark.0).distance(shown.pixel(position)) < 12.0;
        marks.iter().filter(is_near).collect()
    };
    let mut seen = BTreeSet::new();
    for position in 0..line.len() {
        for side in Side::BOTH {
            let near = near(position, side);
            for what in Happened::ALL {
                let at = shown.pixel(position) + what.spot(side);
                let ink = has_ink(&display, at, side);
                let own = (position, what, side);
                let others = near.iter().filter(|mark| ***mark != own);
                let covered = others.clone().any(|mark| mark.0 != position || what != Happened::WipedOut);
                match marks.contains(&own) {
                    true => assert!(ink, "{own:?} at {at} is not marked"),
                    false => assert!(covered || !ink, "{own:?} at {at} is marked: {near:?}"),
                }
                if marks.contains(&own) && !covered {
                    seen.insert(what);
                }
            }
        }
    }
    seen
}

/// Losses, objectives, routs and destroyed units have their marks in the colour of their side, A's above the band and B's below it; and where
/// nothing happened there is none.
#[test]
fn marks_are_seen_where_something_happened() {
    let orders = std::fs::read_to_string(golden::games().join("fight-rout.orders")).unwrap();
    let mut rout = golden::open(&orders, None);
    for order in orders.lines().filter(|line| line.starts_with('{')) {
        // One of them is there to be refused.
        let _refused = rout.submit(serde_json::from_str(order).unwrap());
    }
    let mut seen = marks_seen(&Match::load(&other_rules()).unwrap().game);
    seen.extend(marks_seen(&rout));
    assert_eq!(seen.len(), Happened::ALL.len(), "every kind stands alone somewhere: {seen:?}");
}

/// The pointer on the ribbon has it said what happened there.
#[test]
fn the_ribbon_says_what_happened_under_the_pointer() {
    let (_folder, saves) = scratch();
    let display = Display::open();
    let mut window = opened(&display, &saves);
    let shown = until(&mut window, |shown| !shown.marks.is_empty());
    let over = shown.marks[shown.marks.len() / 3].1;
    // The hint lies over the ribbon, which is at the foot of the table.
    let part = Rect::from_corners(over + Vec2::new(-120.0, -130.0), over + Vec2::new(280.0, -14.0));
    display.move_to(Vec2::new(640.0, 300.0));
    std::thread::sleep(REST);
    let before = display.picture(part);
    let differing = || before.iter().zip(display.picture(part)).filter(|(a, b)| **a != *b).count();
    std::thread::sleep(REST);
    assert!(differing() * 50 < before.len(), "noise alone would count: {}", differing());
    display.move_to(over);
    let said = (0..20).any(|_| {
        std::thread::sleep(PAUSE);
        differing() * 8 > before.len()
    });
    assert!(said, "nothing is said: {} of {} pixels", differing(), before.len());
}

/// The moment that is looked at becomes a level of the player's own, and stands as it stood; one that cannot be a level says why.
#[test]
fn a_moment_becomes_a_level() {
    let (_folder, saves) = scratch();
    let save = saves.join("evening.jsonl");
    let mut game = super::super::support::game("street", 3);
    let player = game.battle().decision().unwrap().player;
    let unit = game.setup().units().find(|unit| unit.id.side == player).unwrap().id;
    game.submit(super::super::support::stay(unit)).unwrap();
    std::fs::write(&save, game.save_bytes().unwrap()).unwrap();
    let display = Display::open();
    let mut window = Window::open(&display, &saves, &[save.to_str().unwrap()]);
    window.begin(&display);
    display.hand(&["key", "Escape"]);
    display.hand(&["key", "F5"]);
    until_at(&mut window, 0, true);
    display.hand(&["key", "ctrl+shift+s"]);
    let level = window.wait_until(|event| match event {
        UiEvent::MomentSaved { path } => Some(path.clone()),
        _ => None,
    });
    assert_eq!(level, saves.join("levels/evening-0.ron"));
    drop(window);
    let setup = warstrike::level::data_folder::load_level(&level, &super::super::support::data(), None);
    let setup = setup.unwrap_or_else(|faults| panic!("{faults}"));
    let opened = Match::start(std::sync::Arc::new(setup), DiceChoice::Seed(1)).unwrap();
    game.go_to(EntryId(0)).unwrap();
    let [was, is] = [&game, &opened].map(|game| game.battle().snapshot());
    assert_eq!((was.turn, was.agenda, was.units, was.models), (is.turn, is.agenda, is.units, is.models));
}
