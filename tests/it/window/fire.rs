//! Fire by mouse and keys: from a selected unit to a rolled salvo, and the question that a run puts to the other
//! player. The odds in the window are those of the battle.

use bevy::math::Vec2;

use warstrike::game::engine::agenda::{Choice, Decision};
use warstrike::game::engine::command::Order;
use warstrike::game::engine::fact::Fact;
use warstrike::game::engine::play::{DiceChoice, Match};
use warstrike::game::phases::moving::kinds::{AnnounceDouble, AtTheDouble, OpenFire};
use warstrike::game::phases::shooting::kinds::{FireAt, Moment, SnapFire};
use warstrike::game::phases::shooting::odds::{Odds, odds, odds_at_model};
use warstrike::game::phases::{moving, shooting};
use warstrike::rules::action::Action;
use warstrike::rules::ids::{ModelId, Side, UnitId};
use warstrike::rules::salvo::Manner;
use warstrike::ui::session::events::{DraftResult, TargetOdds, UiEvent};

use super::driver::{self, Display, Window};
use super::{check_same_without_window, scratch, setup};

const LEVEL: &str = "mid-battle";

fn pixel(game: &Match, model: &str) -> Vec2 {
    let model = game.battle().view().model(model.parse().unwrap()).unwrap();
    driver::pixel(game, model.pose.at.ground())
}

fn unit(id: &str) -> UnitId {
    id.parse().unwrap()
}

fn check_targets(targets: &[TargetOdds], at: UnitId, odds: &Odds) {
    let mean = |chances: &[f64]| -> f64 {
        chances.iter().enumerate().map(|(number, chance)| number as f64 * chance).sum()
    };
    let [target] = targets else { panic!("not one target: {targets:?}") };
    assert_eq!(target.at, at);
    for (reported, expected) in [
        (target.hits, mean(&odds.hits)),
        (target.lost, mean(&odds.lost)),
        (target.suppressed, odds.will.suppressed),
    ] {
        assert!((reported - expected).abs() < 1e-9, "{target:?}: {expected}");
    }
}

/// Waits for the odds of a unit at another and checks them.
fn check_odds(window: &mut Window, shooters: UnitId, at: UnitId, odds: &Odds) {
    let targets = window.wait_until(|event| match event {
        UiEvent::Odds { from, targets } if *from == shooters && targets.iter().any(|one| one.at == at) => {
            Some(targets.clone())
        }
        _ => None,
    });
    check_targets(&targets, at, odds);
}

/// Waits for the odds of snap fire by B3.
fn answer_odds(window: &mut Window) -> Vec<TargetOdds> {
    // They may be there before the question is put, while the run is still shown.
    window.seen_or_next(|event| match event {
        UiEvent::AnswerOdds { by, targets } if *by == unit("B3") => Some(targets.clone()),
        _ => None,
    })
}

/// The same game in the test and in the window, with A1 selected in the view from above.
fn open(display: &Display, saves: &std::path::Path) -> (Match, Window) {
    let mut window = Window::open(display, saves, &[LEVEL, "--seed", "7"]);
    let game = Match::start(setup(LEVEL), DiceChoice::Seed(7)).unwrap();
    window.begin_from_above(display);
    display.move_to(pixel(&game, "A1.4"));
    display.hand(&["click", "1"]);
    window.wait_for(&UiEvent::Selected { unit: unit("A1") });
    (game, window)
}

/// The game that the window saves at the end.
fn saved(display: &Display, window: Window, game: Match, saves: &std::path::Path) -> Match {
    let loaded = window.saved(display, saves).game;
    check_same_without_window(game, &loaded);
    loaded
}

fn orders(game: &Match) -> Vec<Order> {
    let line = game.history().line();
    line[1..].iter().map(|entry| entry.command.as_ref().unwrap().order.clone()).collect()
}

/// The teardrop is tried and dropped; then: choose Open Fire, click the enemy, confirm.
#[test]
fn a_selected_unit_fires_by_a_click_and_enter() {
    let (_folder, saves) = scratch();
    let display = Display::open();
    let (game, mut window) = open(&display, &saves);
    let view = game.battle().view();
    let target: ModelId = "B3.1".parse().unwrap();

    display.hand(&["key", "4"]);
    window.wait_for(&UiEvent::ActionChosen { action: Action::OnMyTarget });
    display.move_to(pixel(&game, "B3.1"));
    let marked = odds_at_model(view, unit("A1"), target, None).unwrap();
    check_odds(&mut window, unit("A1"), unit("B3"), &marked);
    display.hand(&["click", "1"]);
    window.wait_for(&UiEvent::Aimed { unit: unit("A1"), at: "B3.1".parse().unwrap() });
    display.hand(&["key", "Escape"]);
    window.wait_for(&UiEvent::DraftDropped);

    display.hand(&["key", "3"]);
    window.wait_for(&UiEvent::ActionChosen { action: Action::OpenFire });
    let open_fire = odds(view, unit("A1"), unit("B3"), Manner::OpenFire).unwrap();
    check_odds(&mut window, unit("A1"), unit("B3"), &open_fire);
    display.hand(&["click", "1"]);
    window.wait_for(&UiEvent::Aimed { unit: unit("A1"), at: "B3.1".parse().unwrap() });
    display.hand(&["key", "Return"]);
    window.wait_for(&UiEvent::Played { commands: 1 });

    let loaded = saved(&display, window, game, &saves);
    let fire = vec![FireAt { at: unit("B3"), by: None }];
    let expected =
        Order::Moving(moving::kinds::Order::OpenFire(OpenFire { unit: unit("A1"), moves: vec![], fire }));
    assert_eq!(orders(&loaded), [expected]);
    let facts = &loaded.history().present().outcome.facts;
    let salvo = facts.iter().any(|fact| matches!(fact, Fact::Shooting(shooting::kinds::Fact::SalvoFired { at, .. }) if *at == unit("B3")));
    assert!(salvo, "no salvo was rolled: {facts:?}");
}

/// With Shift, some shooters get another target by a drag from one of them.
#[test]
fn fire_is_split_by_dragging_from_a_shooter_to_another_enemy() {
    let (_folder, saves) = scratch();
    let display = Display::open();
    let (game, mut window) = open(&display, &saves);
    display.hand(&["key", "3"]);
    window.wait_for(&UiEvent::ActionChosen { action: Action::OpenFire });
    display.move_to(pixel(&game, "B3.1"));
    display.hand(&["click", "1"]);
    window.wait_for(&UiEvent::Aimed { unit: unit("A1"), at: "B3.1".parse().unwrap() });
    display.hand(&["keydown", "shift"]);
    display.drag(pixel(&game, "A1.4"), pixel(&game, "B2.3"));
    window.wait_for(&UiEvent::Picked { unit: unit("A1"), models: 1 });
    window.wait_for(&UiEvent::Aimed { unit: unit("A1"), at: "B2.3".parse().unwrap() });
    display.hand(&["keyup", "shift"]);
    display.hand(&["key", "Return"]);
    window.wait_for(&UiEvent::Played { commands: 1 });

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

/// A run is announced; the other player is asked and holds fire; the run goes on as it was drawn, without a further question; the
/// other player is asked again.
#[test]
fn a_run_puts_questions_to_the_other_player() {
    let (_folder, saves) = scratch();
    let display = Display::open();
    let (game, mut window) = open(&display, &saves);
    let snap = odds(game.battle().view(), unit("B3"), unit("A1"), Manner::SnapFire).unwrap();
    display.hand(&["key", "2"]);
    window.wait_for(&UiEvent::ActionChosen { action: Action::AtTheDouble });
    let from = pixel(&game, "A1.4");
    display.drag(from, from + Vec2::new(8.0, 45.0));
    window.wait_for(&UiEvent::PutDown);
    window.wait_until(|event| {
        matches!(event, UiEvent::DraftChecked { result: DraftResult::MustAnnounce, .. }).then_some(())
    });
    display.hand(&["key", "Return"]);
    let (player, at) = (Side::B, unit("A1"));
    window.wait_for(&UiEvent::asked(Decision {
        player,
        choice: Choice::Shooting(shooting::kinds::Choice::SnapFire { at, moment: Moment::BeforeMove }),
    }));
    let answers = answer_odds(&mut window);
    check_targets(&answers, unit("A1"), &snap);
    display.hand(&["key", "n"]);
    window.wait_for(&UiEvent::asked(Decision {
        player,
        choice: Choice::Shooting(shooting::kinds::Choice::SnapFire { at, moment: Moment::AfterMove }),
    }));
    answer_odds(&mut window);
    display.hand(&["key", "1"]);
    window.wait_for(&UiEvent::Played { commands: 4 });

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

/// Dice that are taken back have been seen: the window says what another order begins, and once it has begun, with the way back.
#[test]
fn taking_back_dice_says_what_follows() {
    let (_folder, saves) = scratch();
    let display = Display::open();
    let (game, mut window) = open(&display, &saves);
    display.hand(&["key", "3"]);
    window.wait_for(&UiEvent::ActionChosen { action: Action::OpenFire });
    display.move_to(pixel(&game, "B3.1"));
    display.hand(&["click", "1"]);
    window.wait_for(&UiEvent::Aimed { unit: unit("A1"), at: "B3.1".parse().unwrap() });
    display.hand(&["key", "Return"]);
    window.wait_for(&UiEvent::Played { commands: 1 });
    display.hand(&["key", "Escape"]);
    let said = |window: &mut Window| {
        window.wait_until(|event| match event {
            UiEvent::NoticeShown { text } => text.contains("What if?").then(|| text.clone()),
            _ => None,
        })
    };
    display.hand(&["key", "ctrl+z"]);
    let undone = said(&mut window);
    assert!(undone.starts_with("Undone: ") && undone.contains("Ctrl+Y"), "{undone}");
    display.hand(&["key", "Tab"]);
    window.wait_until(|event| matches!(event, UiEvent::Selected { .. }).then_some(()));
    display.hand(&["key", "x"]);
    let begun = said(&mut window);
    assert!(begun.contains("F11") && begun.contains("Shift+F4"), "{begun}");
    let played = window.closed(&display);
    assert_eq!(played, Some(0));
}
