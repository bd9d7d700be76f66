//! Close combat in the window: whom a dragged unit would fight, moves in combat by drag, and a fight that is played back.

use bevy::math::Vec2;

use warstrike::game::engine::agenda::Choice;
use warstrike::game::engine::command::Order;
use warstrike::game::engine::play::{DiceChoice, Match};
use warstrike::game::phases::close_combat::groups::groups;
use warstrike::game::phases::close_combat::kinds::{Choice as CombatChoice, Order as CombatOrder};
use warstrike::game::phases::close_combat::planned_moves;
use warstrike::rules::close_combat::CombatMove;
use warstrike::rules::ids::{ModelId, UnitId};
use warstrike::ui::session::events::UiEvent;

use super::driver::{Display, Window, pixel};
use super::{check_same_without_window, root, scratch, setup};

fn unit(id: &str) -> UnitId {
    id.parse().unwrap()
}

fn level(name: &str) -> String {
    root().join("tests/games").join(name).display().to_string()
}

/// What the window foresees for a drag is what the battle finds once the unit has moved.
///
/// Rule: CC-1.
#[test]
fn the_fight_that_a_move_leads_to_is_foreseen() {
    let level = level("melee.ron");
    let (_folder, saves) = scratch();
    let display = Display::open();
    let mut window = Window::open(&display, &saves, &[&level, "--seed", "7"]);
    let game = Match::start(setup(&level), DiceChoice::Seed(7)).unwrap();
    window.begin_from_above(&display);
    display.drag(pixel(&game, [0.0, -10.0]), pixel(&game, [0.0, -5.6]));
    window.wait_for(&UiEvent::PutDown);
    let (attackers, defenders, links) = window.wait_until(|event| match event {
        UiEvent::CombatForeseen { attackers, defenders, links, wins, samples } if *samples > 100 => {
            assert!(wins.iter().sum::<f64>() > 0.0, "somebody may win: {wins:?}");
            Some((attackers.clone(), defenders.clone(), links.clone()))
        }
        _ => None,
    });
    assert_eq!((attackers, defenders), (vec![unit("A1")], vec![unit("B1")]));
    display.hand(&["key", "Return"]);
    window.wait_for(&UiEvent::Played { commands: 1 });
    let after = window.saved(&display, &saves).game;
    let found = groups(after.battle().view());
    let expected: Vec<[ModelId; 2]> =
        found[0].links.iter().map(|link| [link.attacker, link.defender]).collect();
    assert_eq!(links, expected);
}

/// A key that goes on with an announcement does not answer the question after it, which is put to its player once all has
/// been shown.
#[test]
fn a_key_that_goes_on_does_not_answer() {
    let level = level("fights/charge.ron");
    let (_folder, saves) = scratch();
    let display = Display::open();
    let mut window = Window::open(&display, &saves, &[&level, "--seed", "7"]);
    window.begin_from_above(&display);
    display.hand(&["key", "End"]);
    window.wait_until(|event| matches!(event, UiEvent::CaptionShown { .. }).then_some(()));
    display.hand(&["key", "n"]);
    let is_asked = window.wait_until(|event| match event {
        UiEvent::Asked { .. } => Some(true),
        UiEvent::Played { commands: 2 } => Some(false),
        _ => None,
    });
    assert!(is_asked, "the question was answered before it was put");
    display.hand(&["key", "n"]);
    window.wait_for(&UiEvent::Played { commands: 2 });
}

/// Enter plays the usual move of a unit in combat as it is drafted; Ctrl and a drag lead one model elsewhere; the rounds
/// are shown stage by stage.
///
/// Rule: CC-4, CC-5.
#[test]
fn moves_in_combat_are_drafted_and_rounds_are_shown() {
    let level = level("fights/charge.ron");
    let (_folder, saves) = scratch();
    let display = Display::open();
    let mut window = Window::open(&display, &saves, &[&level, "--seed", "7"]);
    let mut game = Match::start(setup(&level), DiceChoice::Seed(7)).unwrap();
    window.begin_from_above(&display);
    display.hand(&["key", "End"]);
    window.wait_for(&UiEvent::Played { commands: 1 });
    window.wait_until(|event| matches!(event, UiEvent::Asked { .. }).then_some(()));
    display.hand(&["key", "n"]);
    window.wait_for(&UiEvent::Played { commands: 2 });
    let by = CombatMove::AttackerConsolidation;
    let choice = CombatChoice::Move { unit: unit("A1"), by, round: 0 };
    let asked = serde_json::to_value(Choice::CloseCombat(choice)).unwrap();
    window
        .wait_until(|event| matches!(event, UiEvent::Asked { choice, .. } if *choice == asked).then_some(()));
    // The camera goes to the fight, then back to where the test knows every pixel.
    let height = |event: &UiEvent| match event {
        UiEvent::CameraRests { at, pitch, .. } if *pitch > 1.5 => Some(at[2]),
        _ => None,
    };
    let above = window.seen_or_next(height);
    window.seen_or_next(|event| match event {
        UiEvent::CameraRests { at, pitch, .. } => (*pitch < 1.06 && at[2] < 0.5 * above).then_some(()),
        _ => None,
    });
    display.hand(&["key", "t"]);
    window.wait_until(|event| height(event).filter(|height| *height > 0.99 * above));
    // The ghost of A1.1 touches B1.1; it is led a little back.
    let from = pixel(&game, [0.0, -1.0]);
    display.move_to(from);
    display.hand(&["keydown", "ctrl"]);
    display.hand(&["mousedown", "1"]);
    display.move_to(from + Vec2::new(0.0, 6.0));
    window.wait_for(&UiEvent::Dragging { unit: unit("A1") });
    display.hand(&["keyup", "ctrl"]);
    display.move_to(pixel(&game, [0.0, -2.0]));
    display.hand(&["mouseup", "1"]);
    window.wait_for(&UiEvent::PutDown);
    display.hand(&["key", "Return"]);
    window.wait_for(&UiEvent::Played { commands: 3 });
    // Every further question has its usual answer, by Enter or 1; while a stage is shown, they go on to the next.
    for _ in 0..6 {
        display.hand(&["key", "Return"]);
        display.hand(&["key", "1"]);
    }
    let dice = window.seen_or_next(|event| match event {
        UiEvent::FightStageShown { combat: Some((1, _)), dice } if *dice > 0 => Some(*dice),
        _ => None,
    });
    assert!(dice > 0);
    // What is left of it is skipped.
    display.hand(&["key", "Escape"]);
    display.hand(&["key", "Escape"]);
    let after = window.saved(&display, &saves).game;
    let line = after.history().line();
    for entry in &line[1..3] {
        game.submit(entry.command.clone().unwrap()).unwrap();
    }
    let view = game.battle().view();
    let usual = planned_moves(view, view.unit(unit("A1")).unwrap(), by);
    let Order::CloseCombat(CombatOrder::MoveInCombat(order)) = &line[3].command.as_ref().unwrap().order
    else {
        panic!("{:?}", line[3].command)
    };
    assert_eq!(order.moves.len(), usual.len());
    for (drafted, usual) in order.moves.iter().zip(&usual) {
        let [end, usual] = [drafted, usual].map(|one| *one.path.last().unwrap());
        let is_led = drafted.model == "A1.1".parse().unwrap();
        assert_eq!(end.ground_distance(usual) > 0.5, is_led, "{}: {end} and {usual}", drafted.model);
    }
    let restarted = Match::start(setup(&level), DiceChoice::Seed(7)).unwrap();
    check_same_without_window(restarted, &after);
}
