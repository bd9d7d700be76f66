//! The window on hexes, by mouse and keys: a unit is moved, questions are answered, the evening is kept; and the way there from the
//! start screen.

use bevy::math::Vec2;
use tabletop::ids::Side;
use tabletop::matches::Match;
use white_star_rising::Wsr;

use warstrike::ui::session::events::UiEvent;

use super::driver::{Display, Window};
use super::scratch;

/// What the map shows.
#[derive(Clone, Debug)]
struct Map {
    entry: usize,
    seating: bool,
    question: bool,
    group: Vec<String>,
    over: bool,
    places: Vec<(String, String, Vec2)>,
}

impl Map {
    fn lit(&self, kind: &str) -> impl Iterator<Item = &(String, String, Vec2)> {
        self.places.iter().filter(move |(_, lit, _)| lit == kind)
    }
}

/// The map, while somebody is asked or nobody sits yet.
fn map(event: &UiEvent) -> Option<Map> {
    let UiEvent::MapShows { entry, seating, asks, question, group, over, places, .. } = event else {
        return None;
    };
    let places = places.iter().map(|place| (place.what.clone(), place.lit.clone(), Vec2::from(place.at)));
    let map = Map {
        entry: *entry,
        seating: *seating,
        question: *question,
        group: group.clone(),
        over: *over,
        places: places.collect(),
    };
    (asks.is_some() || *seating || *over).then_some(map)
}

/// Two units are moved by mouse, whatever is asked in between; the recording has it, and plays again to the same states.
#[test]
fn units_are_moved_on_the_map_by_mouse() {
    let (_folder, saves) = scratch();
    let display = Display::open();
    let args = ["bridge-farm", "--seed", "3", "--computer", "B=random"];
    let mut window = Window::open(&display, &saves, &args);
    window.begin(&display);
    let mut moved: Vec<String> = Vec::new();
    for _ in 0..200 {
        // What the last input led to is seen here: an input that came while something moved is given again.
        let now = window.now_or_next(map);
        if now.over || moved.len() == 2 {
            break;
        }
        let fresh = now.lit("Hint").find(|(counter, ..)| !moved.contains(counter));
        match (now.group.as_slice(), fresh) {
            _ if now.question => display.hand(&["key", "Return"]),
            ([], Some((_, _, at))) => display.click(*at),
            ([], None) => display.hand(&["key", "space"]),
            // Who has arrived stops there, and is put back.
            ([one, ..], _) if moved.contains(one) => {
                display.hand(&["key", "Return"]);
                display.hand(&["key", "Escape"]);
            }
            ([one, ..], _) => match now.lit("Move").last() {
                None => display.hand(&["key", "Escape"]),
                Some((_, _, at)) => {
                    display.click(*at);
                    let gone = window.now_or_next(map);
                    if gone.entry > now.entry {
                        moved.push(one.clone());
                    }
                }
            },
        }
    }
    assert_eq!(moved.len(), 2, "{moved:?}");
    assert_eq!(window.closed(&display), Some(0));
    let path = saves.join("white-star-rising").join("recording-1.jsonl");
    let loaded = Match::<Wsr>::load(&path).unwrap();
    loaded.game.verify().unwrap();
    let line = loaded.game.history().line();
    let by_person = line.iter().filter(|entry| {
        entry.rationale.is_none() && entry.command.as_ref().is_some_and(|command| command.player == Side::A)
    });
    assert!(by_person.count() >= 2);
    let text = std::fs::read_to_string(&path).unwrap();
    assert!(text.contains("\"March\""), "{text}");
}

/// The start screen lists the levels of other games; the one that is chosen opens in a window of its own.
#[test]
fn another_game_is_begun_from_the_start_screen() {
    let (_folder, saves) = scratch();
    let display = Display::open();
    let mut window = Window::open(&display, &saves, &[]);
    window.begin(&display);
    let place = |name: &'static str| {
        move |event: &UiEvent| {
            let UiEvent::StartLaidOut { places } = event else { return None };
            places.get(name).map(|[x, y]| Vec2::new(*x as f32, *y as f32))
        }
    };
    let others = window.now_or_next(place("menu Others"));
    display.click(others);
    let first = window.now_or_next(place("list 0"));
    display.click(first);
    display.hand(&["key", "Return"]);
    let map = window.wait_until(map);
    assert!(map.seating, "who plays whom is asked first");
}

fn at(map: &Map, what: &str) -> Vec2 {
    map.places.iter().find(|(id, ..)| id == what).map(|(_, _, at)| *at).unwrap()
}

/// The map once some counter is chosen.
fn chosen<'a>(counter: &'a str) -> impl Fn(&UiEvent) -> Option<Map> + 'a {
    move |event| map(event).filter(|map| map.group == [counter])
}

/// Fire whose dice somebody rolls: nothing happens before all are entered, and what they show counts.
#[test]
fn dice_rolled_by_hand_are_entered_on_the_map() {
    let (_folder, saves) = scratch();
    let display = Display::open();
    let args = ["bridge-farm", "--seed", "5", "--computer", "B=random", "--dice", "hand"];
    let mut window = Window::open(&display, &saves, &args);
    window.begin(&display);
    let start = window.now_or_next(map);
    display.click(at(&start, "A2"));
    let aims = |event: &UiEvent| chosen("A2")(event).filter(|map| map.lit("Fire").count() > 0);
    let aims = window.now_or_next(aims);
    display.click(aims.lit("Fire").next().unwrap().2);
    let dice = |event: &UiEvent| match event {
        UiEvent::DiceWanted { dice, .. } => Some(*dice),
        _ => None,
    };
    let count = window.seen_or_next(dice);
    for _ in 0..count {
        display.hand(&["key", "1"]);
    }
    display.hand(&["key", "Return"]);
    window.now_or_next(|event| map(event).filter(|map| map.entry > start.entry));
    assert_eq!(window.closed(&display), Some(0));
    let path = saves.join("white-star-rising").join("recording-1.jsonl");
    let loaded = Match::<Wsr>::load(&path).unwrap();
    loaded.game.verify().unwrap();
    let draws = &loaded.game.history().line()[start.entry + 1].outcome.draws;
    assert_eq!(draws.iter().map(|draw| draw.face).collect::<Vec<_>>(), vec![1; count as usize]);
}

/// A way is drawn with a drag and gone as it was drawn; a note on the moment lies beside the recording.
#[test]
fn a_way_is_drawn_and_a_note_is_kept() {
    let (_folder, saves) = scratch();
    let display = Display::open();
    let args = ["bridge-farm", "--seed", "5", "--computer", "B=random"];
    let mut window = Window::open(&display, &saves, &args);
    window.begin(&display);
    let start = window.now_or_next(map);
    // The cheapest way goes straight there; this one goes round.
    display.click(at(&start, "A4"));
    let ways = window.now_or_next(chosen("A4"));
    display.hand(&["mousedown", "1"]);
    for hex in ["0306", "0305"] {
        display.move_to(at(&ways, hex));
        std::thread::sleep(std::time::Duration::from_millis(400));
    }
    display.hand(&["mouseup", "1"]);
    display.hand(&["key", "Return"]);
    for _ in 0..20 {
        if window.now_or_next(map).entry >= start.entry + 2 {
            break;
        }
        display.hand(&["key", "Return"]);
    }
    display.hand(&["key", "n"]);
    display.hand(&["type", "--delay", "60", "What is WSR-FIR-2"]);
    display.hand(&["key", "Return"]);
    let kept = window.seen_or_next(|event| match event {
        UiEvent::NoteKept { rule, text, .. } => Some((rule.clone(), text.clone())),
        _ => None,
    });
    assert_eq!(kept, (Some("WSR-FIR-2".to_owned()), "What is WSR-FIR-2".to_owned()));
    assert_eq!(window.closed(&display), Some(0));
    let path = saves.join("white-star-rising").join("recording-1.jsonl");
    Match::<Wsr>::load(&path).unwrap().game.verify().unwrap();
    let text = std::fs::read_to_string(&path).unwrap();
    let [first, second] = ["0306", "0305"].map(|hex| text.find(&format!("\"to\":\"{hex}\"")).unwrap());
    assert!(first < second, "the way is gone as it was drawn");
    let notes = std::fs::read_to_string(path.with_extension("notes").join("notes.jsonl")).unwrap();
    assert!(notes.contains("What is WSR-FIR-2"), "{notes}");
}

/// A file that may not grow stands for a full disk: the computer's command waits, "Try again" says so again as long as there is no
/// room, and then the game goes on; nothing of it is missing in the recording.
#[cfg(target_os = "linux")]
#[test]
fn a_game_that_found_the_disk_full_goes_on_once_there_is_room() {
    let (_folder, saves) = scratch();
    let display = Display::open();
    let args = ["bridge-farm", "--seed", "3", "--computer", "A=random", "--computer", "B=random"];
    let mut window = Window::open_limited(&display, &saves, &args);
    window.begin(&display);
    let path = saves.join("white-star-rising").join("recording-1.jsonl");
    let begun = |event: &UiEvent| match event {
        UiEvent::MapShows { entry, .. } => (*entry > 4).then_some(*entry),
        _ => None,
    };
    window.seen_or_next(begun);
    window.limit_files(Some(std::fs::metadata(&path).unwrap().len() + 100));
    let halted = |event: &UiEvent| {
        let UiEvent::MapShows { entry, notice, places, .. } = event else { return None };
        let button = places.iter().find(|place| place.what == "Try again")?;
        // Until it is said what went wrong, an earlier message may stand there for a frame.
        notice.as_ref().filter(|notice| notice.contains("could not be written"))?;
        Some((*entry, Vec2::from(button.at)))
    };
    let (entry, button) = window.seen_or_next(halted);
    display.click(button);
    let (again, button) = window.now_or_next(halted);
    assert_eq!(again, entry, "there is still no room");
    window.limit_files(None);
    display.click(button);
    window.wait_until(|event| begun(event).filter(|now| *now > entry + 2));
    assert_eq!(window.closed(&display), Some(0));
    let loaded = Match::<Wsr>::load(&path).unwrap();
    assert_eq!(loaded.damage, None);
    loaded.game.verify().unwrap();
    assert!(loaded.game.history().line().len() > entry + 2);
}
