//! Fire by mouse and keys: from a selected unit to a rolled salvo, and the question that a run puts to
//! the other player. What the window says of odds is what the battle says.

use bevy::math::Vec2;

use warstrike::game::engine::command::Order;
use warstrike::game::engine::fact::Fact;
use warstrike::game::engine::play::{DiceChoice, Game};
use warstrike::game::phases::moving;
use warstrike::game::phases::moving::kinds::AnnounceDouble;
use warstrike::game::phases::moving::kinds::AtTheDouble;
use warstrike::game::phases::moving::kinds::OpenFire;
use warstrike::game::phases::shooting;
use warstrike::game::phases::shooting::kinds::FireAt;
use warstrike::game::phases::shooting::kinds::SnapFire;
use warstrike::game::phases::shooting::odds::{Odds, odds, odds_at_model};
use warstrike::rules::ids::{ModelId, UnitId};
use warstrike::rules::salvo::Manner;

use super::driver::{self, Display, Window};
use super::{check_same_without_window, scratch, setup};

const LEVEL: &str = "mid-battle";

fn pixel(game: &Game, model: &str) -> Vec2 {
    let model = game.battle().view().model(model.parse().unwrap()).unwrap();
    driver::pixel(game, model.pose.at.ground())
}

fn unit(id: &str) -> UnitId {
    id.parse().unwrap()
}

/// "3.7 hits, 0.1 lost, suppressed 99 %", as the window says it.
fn told(odds: &Odds) -> String {
    let mean = |chances: &[f64]| -> f64 {
        chances.iter().enumerate().map(|(number, chance)| number as f64 * chance).sum()
    };
    let suppressed = match odds.will.suppressed {
        share if share <= 0.0 => 0.0,
        share if share >= 1.0 => 100.0,
        share => (share * 100.0).round().clamp(1.0, 99.0),
    };
    let (hits, lost) = (mean(&odds.hits), mean(&odds.lost));
    format!("{hits:.1} hits, {lost:.1} lost, suppressed {suppressed} %")
}

/// The game as the test has it, the window with the same one seen from above, A1 selected.
fn open(display: &Display, saves: &std::path::Path) -> (Game, Window) {
    let mut window = Window::open(display, saves, &[LEVEL, "--seed", "7"]);
    let game = Game::start(setup(LEVEL), DiceChoice::Seed(7)).unwrap();
    window.begin_from_above(display);
    display.move_to(pixel(&game, "A1.4"));
    display.hand(&["click", "1"]);
    window.wait_for("selected A1");
    (game, window)
}

/// The commands that were played, from the save the player makes at the end.
fn saved(display: &Display, window: Window, game: Game, saves: &std::path::Path) -> Game {
    let loaded = window.saved(display, saves).game;
    check_same_without_window(game, &loaded);
    loaded
}

fn orders(game: &Game) -> Vec<Order> {
    let line = game.history().line();
    line[1..].iter().map(|entry| entry.command.as_ref().unwrap().order.clone()).collect()
}

/// The teardrop is tried and put away; then: choose Open Fire, click the enemy, confirm.
#[test]
fn a_selected_unit_fires_by_a_click_and_enter() {
    let (_folder, saves) = scratch();
    let display = Display::open();
    let (game, mut window) = open(&display, &saves);
    let view = game.battle().view();
    let target: ModelId = "B3.1".parse().unwrap();

    display.hand(&["key", "4"]);
    window.wait_for("action On My Target");
    display.move_to(pixel(&game, "B3.1"));
    let said = window.wait_for("odds: A1 at B3");
    let marked = odds_at_model(view, unit("A1"), target, None).unwrap();
    assert!(said.contains(&told(&marked)), "{said}: {}", told(&marked));
    display.hand(&["click", "1"]);
    window.wait_for("A1 aims at B3.1");
    display.hand(&["key", "Escape"]);
    window.wait_for("the proposal is dropped");

    display.hand(&["key", "3"]);
    window.wait_for("action Open Fire");
    let said = window.wait_for("odds: A1 at B3");
    let open_fire = odds(view, unit("A1"), unit("B3"), Manner::OpenFire).unwrap();
    assert!(said.contains(&told(&open_fire)), "{said}: {}", told(&open_fire));
    display.hand(&["click", "1"]);
    window.wait_for("A1 aims at B3.1");
    display.hand(&["key", "Return"]);
    window.wait_for("played 1 command");

    let loaded = saved(&display, window, game, &saves);
    let fire = vec![FireAt { at: unit("B3"), by: None }];
    let expected =
        Order::Moving(moving::kinds::Order::OpenFire(OpenFire { unit: unit("A1"), moves: vec![], fire }));
    assert_eq!(orders(&loaded), [expected]);
    let facts = &loaded.history().present().outcome.facts;
    let salvo = facts.iter().any(|fact| matches!(fact, Fact::Shooting(shooting::kinds::Fact::SalvoFired { at, .. }) if *at == unit("B3")));
    assert!(salvo, "no salvo was rolled: {facts:?}");
}

/// With Shift some shooters are given another target by dragging from one of them.
#[test]
fn fire_is_split_by_dragging_from_a_shooter_to_another_enemy() {
    let (_folder, saves) = scratch();
    let display = Display::open();
    let (game, mut window) = open(&display, &saves);
    display.hand(&["key", "3"]);
    window.wait_for("action Open Fire");
    display.move_to(pixel(&game, "B3.1"));
    display.hand(&["click", "1"]);
    window.wait_for("A1 aims at B3.1");
    display.hand(&["keydown", "shift"]);
    display.drag(pixel(&game, "A1.4"), pixel(&game, "B2.3"));
    window.wait_for("A1 picked 1");
    window.wait_for("A1 aims at B2.3");
    display.hand(&["keyup", "shift"]);
    display.hand(&["key", "Return"]);
    window.wait_for("played 1 command");

    let loaded = saved(&display, window, game, &saves);
    let [Order::Moving(moving::kinds::Order::OpenFire(OpenFire { fire, moves, .. }))] = &orders(&loaded)[..]
    else {
        panic!("no Open Fire was recorded: {:?}", orders(&loaded))
    };
    assert!(moves.is_empty(), "{moves:?}");
    let targets: Vec<UnitId> = fire.iter().map(|one| one.at).collect();
    assert_eq!(targets, [unit("B3"), unit("B2")]);
    let by = fire[1].by.as_ref().unwrap();
    assert_eq!(by.iter().map(|shooter| shooter.model.to_string()).collect::<Vec<_>>(), ["A1.4"]);
}

/// A run is announced, the other player is asked and holds his fire, the run goes on as it was drawn, and
/// he is asked again.
#[test]
fn a_run_puts_questions_to_the_other_player() {
    let (_folder, saves) = scratch();
    let display = Display::open();
    let (game, mut window) = open(&display, &saves);
    let snap = odds(game.battle().view(), unit("B3"), unit("A1"), Manner::SnapFire).unwrap();
    display.hand(&["key", "2"]);
    window.wait_for("action At The Double");
    let from = pixel(&game, "A1.4");
    display.drag(from, from + Vec2::new(8.0, 45.0));
    window.wait_for("put down");
    window.wait_for("announced first");
    display.hand(&["key", "Return"]);
    window.wait_for("asked: Farm garrison (B) may snap fire at First rifles (A1) before");
    let said = window.wait_for("odds of B3");
    assert!(said.contains(&told(&snap)), "{said}: {}", told(&snap));
    display.hand(&["key", "n"]);
    window.wait_for("asked: LaansGuard (A) chooses the paths");
    display.hand(&["key", "Return"]);
    window.wait_for("asked: Farm garrison (B) may snap fire at First rifles (A1) after");
    window.wait_for("odds of B3");
    display.hand(&["key", "1"]);
    window.wait_for("played 4 commands");

    let loaded = saved(&display, window, game, &saves);
    let orders = orders(&loaded);
    assert_eq!(
        orders[0],
        Order::Moving(moving::kinds::Order::AnnounceDouble(AnnounceDouble { unit: unit("A1") }))
    );
    assert_eq!(orders[1], Order::Shooting(shooting::kinds::Order::HoldFire));
    let Order::Moving(moving::kinds::Order::AtTheDouble(AtTheDouble { unit: ran, moves })) = &orders[2]
    else {
        panic!("no run was recorded: {orders:?}")
    };
    assert_eq!(*ran, unit("A1"));
    assert!(moves.len() == 6 && moves.iter().all(|one| !one.path.is_empty()), "{moves:?}");
    assert_eq!(
        orders[3],
        Order::Shooting(shooting::kinds::Order::SnapFire(SnapFire { unit: unit("B3"), by: None }))
    );
}
