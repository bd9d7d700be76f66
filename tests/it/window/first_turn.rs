//! The first turn on the real table: five steps, each ticked by what happened, by real mouse and keys.

use bevy::math::Vec2;

use warstrike::game::engine::play::{DiceChoice, Match};
use warstrike::ui::session::events::UiEvent;

use super::super::support::{scratch, setup};
use super::a_move;
use super::driver::{Display, SETTINGS, Window};

/// What the card shows: the step, those that are done, and where its buttons are.
type Card = (Option<String>, Vec<String>, Vec<(String, [f32; 2])>);

/// Waits until the card shows a step.
fn step(window: &mut Window, wanted: Option<&str>) -> Card {
    window.shown_or_next(|event| match event {
        UiEvent::FirstTurnShows { step, done, buttons, .. } if step.as_deref() == wanted => {
            Some((step.clone(), done.clone(), buttons.clone()))
        }
        _ => None,
    })
}

fn click(display: &Display, card: &Card, button: &str) {
    let (_, at) = card.2.iter().find(|(name, _)| name == button).unwrap();
    display.move_to(Vec2::from_array(*at));
    display.hand(&["mousedown", "1"]);
    display.hand(&["mouseup", "1"]);
}

/// A shot first, then a move, a look, a step back, done again, the end and a last step to watch: then it is off, and F1 is where it is
/// offered. Whoever moves first is still asked to fire: no order of an early step takes a later one away.
#[test]
fn the_first_turn_is_ticked_by_what_happens() {
    let (_folder, saves) = scratch();
    let display = Display::open();
    let mut window = Window::open_first(&display, &saves, &["street", "--seed", "7"]);
    let game = Match::start(setup("street"), DiceChoice::Seed(7)).unwrap();
    let (unit, from, to) = a_move(&game, 0, 2.0);

    window.begin(&display);
    display.hand(&["key", "Escape"]);
    // Nothing stands before the first order; one unit has a target, by an Advance.
    let card = step(&mut window, Some("Fire"));
    assert!(card.1.is_empty(), "{card:?}");
    // From above, where the test knows what is where; that is a look, but not the player's own hand.
    display.hand(&["key", "t"]);
    window.wait_for(&UiEvent::ViewAtRest);
    display.drag(from, to);
    window.wait_for(&UiEvent::Dragging { unit });
    window.wait_for(&UiEvent::PutDown);
    display.hand(&["key", "Return"]);
    window.wait_for(&UiEvent::Played { commands: 1 });
    window.shown_or_next(|event| match event {
        UiEvent::FirstTurnShows { step, done, .. } => {
            (done == &["Move a unit"] && step.as_deref() == Some("Fire")).then_some(())
        }
        _ => None,
    });
    let look = |window: &mut Window| {
        display.move_to(Vec2::new(450.0, 400.0));
        display.hand(&["click", "4"]);
        window.shown_or_next(|event| match event {
            UiEvent::FirstTurnShows { step, done, buttons, .. } if done.len() == 2 => {
                Some((step.clone(), done.clone(), buttons.clone()))
            }
            _ => None,
        })
    };
    let card = look(&mut window);
    assert_eq!(card.0.as_deref(), Some("Fire"));
    assert_eq!(card.1, ["Move a unit", "Look around"]);
    click(&display, &card, "Skip");
    let card = step(&mut window, Some("Move a unit"));
    click(&display, &card, "Skip");
    let card = step(&mut window, Some("Look around"));
    click(&display, &card, "Back");
    let card = step(&mut window, Some("Move a unit"));
    click(&display, &card, "Again");
    let card = window.shown_or_next(|event| match event {
        UiEvent::FirstTurnShows { step, done, buttons, .. } if done.len() == 1 => {
            Some((step.clone(), done.clone(), buttons.clone()))
        }
        _ => None,
    });
    click(&display, &card, "Skip");
    let card = step(&mut window, Some("Look around"));
    click(&display, &card, "Skip");
    step(&mut window, Some("End the phase"));
    // Everybody else stays, and the phase ends.
    display.hand(&["key", "shift+x"]);
    display.hand(&["key", "End"]);
    let card = step(&mut window, Some("Watch the other side"));
    assert!(card.1.contains(&"End the phase".to_owned()) && !card.1.contains(&"Fire".to_owned()), "{card:?}");
    click(&display, &card, "Off");
    // What was put away stays away.
    for _ in 0..20 {
        if std::fs::read_to_string(saves.join(SETTINGS)).is_ok_and(|text| text.contains("\"Off\"")) {
            return;
        }
        std::thread::sleep(std::time::Duration::from_millis(500));
    }
    panic!("the choice was not kept");
}
