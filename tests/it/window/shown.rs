//! What is seen of a salvo, in its order: dice, then who falls, the card, the tray of losses, and the log last; an undo, a
//! closed window and a switch in the middle of it.

use std::path::Path;

use bevy::math::Vec2;
use warstrike::game::engine::command::{Command, Order};
use warstrike::game::engine::fact::{Fact, UnitFact};
use warstrike::game::engine::play::{DiceChoice, Match};
use warstrike::game::phases::moving::kinds::{OpenFire, Order as Moving};
use warstrike::game::phases::shooting::kinds::FireAt;
use warstrike::rules::action::Action;
use warstrike::rules::ids::{ModelId, Side, UnitId};
use warstrike::ui::camera::free_rectangle;
use warstrike::ui::session::events::UiEvent;

use super::driver::{self, Display, Window};
use super::{check_same_without_window, scratch, setup};

const LEVEL: &str = "mid-battle";

fn unit(id: &str) -> UnitId {
    id.parse().unwrap()
}

/// A salvo of A1 at B3 that kills: the seed of its battle, and who falls.
fn deadly() -> (u64, Vec<ModelId>) {
    let fire = vec![FireAt { at: unit("B3"), by: None }];
    let order = Order::Moving(Moving::OpenFire(OpenFire { unit: unit("A1"), moves: vec![], fire }));
    let fallen = |seed: u64| {
        let mut game = Match::start(setup(LEVEL), DiceChoice::Seed(seed)).unwrap();
        let entry = game.submit(Command { player: Side::A, order: order.clone() }).unwrap();
        let lost = entry.outcome.facts.iter().filter_map(|fact| match fact {
            Fact::Unit(UnitFact::ModelLost { model, .. }) => Some(*model),
            _ => None,
        });
        (seed, lost.collect::<Vec<_>>())
    };
    (1..100).map(fallen).find(|(_, lost)| !lost.is_empty()).unwrap()
}

/// Opens the window and lets A1 fire at B3.
fn fire(display: &Display, saves: &Path, seed: u64) -> (Match, Window) {
    let mut window = Window::open(display, saves, &[LEVEL, "--seed", &seed.to_string()]);
    let game = Match::start(setup(LEVEL), DiceChoice::Seed(seed)).unwrap();
    let pixel = |model: &str| {
        let model = game.battle().view().model(model.parse().unwrap()).unwrap();
        driver::pixel(&game, model.pose.at.ground())
    };
    window.begin_from_above(display);
    display.move_to(pixel("A1.4"));
    display.hand(&["click", "1"]);
    window.wait_for(&UiEvent::Selected { unit: unit("A1") });
    display.hand(&["key", "3"]);
    window.wait_for(&UiEvent::ActionChosen { action: Action::OpenFire });
    display.move_to(pixel("B3.1"));
    display.hand(&["click", "1"]);
    window.wait_for(&UiEvent::Aimed { unit: unit("A1"), at: "B3.1".parse().unwrap() });
    display.hand(&["key", "Return"]);
    window.wait_for(&UiEvent::Played { commands: 1 });
    (game, window)
}

/// The events up to the one with which the log follows.
fn until_the_log(window: &mut Window) -> Vec<UiEvent> {
    let mut events = Vec::new();
    loop {
        let event = window.wait_until(|event| Some(event.clone()));
        let is_last = matches!(event, UiEvent::LogFollows { .. });
        events.push(event);
        if is_last {
            return events;
        }
    }
}

fn left(game: &Match, id: UnitId) -> usize {
    game.battle().view().standing(id).count()
}

fn lost(game: &Match, side: Side) -> usize {
    let view = game.battle().view();
    let units = view.units().filter(|unit| unit.id.side == side);
    units.map(|unit| unit.start.models.len() - view.standing(unit.id).count()).sum()
}

#[test]
fn a_salvo_is_seen_before_its_result_is_read() {
    let (seed, fallen) = deadly();
    let (_folder, saves) = scratch();
    let display = Display::open();
    let (game, mut window) = fire(&display, &saves, seed);
    let events = until_the_log(&mut window);
    let position = |what: &str, wanted: &dyn Fn(&UiEvent) -> bool| {
        events.iter().position(wanted).unwrap_or_else(|| panic!("no {what} in {events:#?}"))
    };
    let dice = |purpose: &'static str| {
        position(
            purpose,
            &move |event| matches!(event, UiEvent::DiceLie { purpose: of, .. } if of == purpose),
        )
    };
    let free = free_rectangle(Vec2::new(driver::SIZE.0 as f32, driver::SIZE.1 as f32));
    for purpose in ["to hit", "saving throw on armour"] {
        let thrown = events.iter().filter_map(|event| match event {
            UiEvent::DiceThrown { purpose: of, lie, .. } if of == purpose => Some(*lie),
            _ => None,
        });
        let places: Vec<[[f32; 2]; 2]> = thrown.collect();
        let [lie] = places[..] else { panic!("one throw {purpose}, not {places:?}") };
        for corner in lie.map(Vec2::from) {
            assert!(free.contains(corner), "{purpose}: {lie:?} lies outside {free:?}");
        }
        assert!(lie[1][1] - lie[0][1] >= 16.0, "{purpose}: dice of a readable size, not {lie:?}");
    }
    let hit = position("hits on the card", &|event| {
        matches!(event, UiEvent::CardShows { unit: of, left: models, .. }
            if *of == unit("B3") && *models == left(&game, unit("B3")))
    });
    let falls = position("fall", &|event| *event == UiEvent::ModelFalls { model: fallen[0] });
    let card = position("losses on the card", &|event| {
        matches!(event, UiEvent::CardShows { unit: of, left: models, .. }
            if *of == unit("B3") && *models + fallen.len() == left(&game, unit("B3")))
    });
    let models = lost(&game, Side::B) + fallen.len();
    let tray = position("tray", &|event| *event == UiEvent::LossesShown { side: Side::B, models });
    assert!(dice("to hit") < hit, "the hits are read once their dice lie: {events:#?}");
    assert!(
        hit < dice("saving throw on armour") && dice("saving throw on armour") < falls,
        "saves come before losses: {events:#?}"
    );
    assert!(dice("saving throw on armour") < card && card < tray && falls < tray, "{events:#?}");
    assert_eq!(events.len() - 1, position("log", &|event| matches!(event, UiEvent::LogFollows { entry: 1 })));
    assert!(tray < events.len() - 1, "the log comes last: {events:#?}");
    check_same_without_window(game, &window.saved(&display, &saves).game);
}

/// While a model falls: undone, done again, and the window closed without a word.
#[test]
fn nothing_is_lost_when_a_fall_is_interrupted() {
    let (seed, fallen) = deadly();
    let (_folder, saves) = scratch();
    let display = Display::open();
    let (game, mut window) = fire(&display, &saves, seed);
    window.wait_for(&UiEvent::ModelFalls { model: fallen[0] });
    display.hand(&["key", "ctrl+z"]);
    let all = left(&game, unit("B3"));
    let shows = |models: usize| {
        move |event: &UiEvent| match event {
            UiEvent::CardShows { unit: of, left, .. } if *of == unit("B3") && *left == models => Some(()),
            _ => None,
        }
    };
    window.wait_until(shows(all));
    display.hand(&["key", "ctrl+y"]);
    window.wait_until(shows(all - fallen.len()));
    let models = lost(&game, Side::B) + fallen.len();
    window.wait_for(&UiEvent::LossesShown { side: Side::B, models });
    drop(window);
    let recording = saves.join("recording-1.jsonl");
    let loaded = Match::load(&recording).unwrap();
    assert_eq!(loaded.damage, None);
    check_same_without_window(game, &loaded.game);
}

/// With nothing shown moving and no dice rolling, the result is there at once.
#[test]
fn with_the_switch_off_the_fallen_lie_in_the_tray_at_once() {
    let (seed, fallen) = deadly();
    let (_folder, saves) = scratch();
    std::fs::create_dir_all(&saves).unwrap();
    std::fs::write(saves.join("window.json"), r#"{"dice": "None", "show": "None", "first_turn": "Off"}"#)
        .unwrap();
    let display = Display::open();
    let (game, mut window) = fire(&display, &saves, seed);
    let events = until_the_log(&mut window);
    let moves = |event: &UiEvent| matches!(event, UiEvent::ModelFalls { .. } | UiEvent::DiceLie { .. });
    assert!(!events.iter().any(moves), "{events:#?}");
    let models = lost(&game, Side::B) + fallen.len();
    assert!(events.contains(&UiEvent::LossesShown { side: Side::B, models }), "{events:#?}");
}
