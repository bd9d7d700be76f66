//! Input besides dragging: keys, corners, floors, the ruler, restoring coherency; and refusals.

use bevy::math::Vec2;

use warstrike::game::engine::command::Order;
use warstrike::game::engine::play::{DiceChoice, Match};
use warstrike::game::measure::{Mark, distance};
use warstrike::game::phases::moving;
use warstrike::game::phases::moving::kinds::AdvanceUnit;
use warstrike::rules::action::Action;
use warstrike::rules::ids::{ModelId, UnitId};
use warstrike::rules::measures::Thou;
use warstrike::ui::session::events::{DraftResult, UiEvent};

use super::driver::{Display, PAUSE, Window, pixel};
use super::{check_same_without_window, scratch, setup};

fn place(game: &Match, model: ModelId) -> [f64; 2] {
    game.battle().view().model(model).unwrap().pose.at.ground()
}

fn beside([x, y]: [f64; 2], dx: f64, dy: f64) -> [f64; 2] {
    [x + dx, y + dy]
}

/// Presses the left button at one point of the table and moves to another.
fn start_drag(display: &Display, from: Vec2, to: Vec2) {
    display.move_to(from);
    display.hand(&["mousedown", "1"]);
    for step in 1..=3 {
        display.move_to(from.lerp(to, step as f32 / 3.0));
    }
}

fn put_down(display: &Display, window: &mut Window) {
    display.hand(&["mouseup", "1"]);
    window.wait_for(&UiEvent::PutDown);
}

fn key(display: &Display, window: &mut Window, key: &str, event: &UiEvent) {
    display.hand(&["key", key]);
    window.wait_for(event);
}

/// Waits until a draft is refused; returns the rule.
fn refusal(window: &mut Window, wanted: UnitId, height: Thou) -> String {
    window.wait_until(|event| match event {
        UiEvent::DraftChecked { unit, highest, result: DraftResult::Refused(rule) }
            if *unit == wanted && *highest == height =>
        {
            Some(rule.clone())
        }
        _ => None,
    })
}

/// One session through all of it. What it reports is compared with what the battle measures, what it saves with what
/// was drawn.
#[test]
fn keys_corners_floors_ruler_and_refusals_work() {
    let (_folder, saves) = scratch();
    let display = Display::open();
    let mut window = Window::open(&display, &saves, &["street", "--seed", "7"]);
    let game = Match::start(setup("street"), DiceChoice::Seed(7)).unwrap();
    let [guard, scout, enemy] = ["B1.3", "B2.1", "A1.1"].map(|id| id.parse::<ModelId>().unwrap());
    let [on_guard, on_scout] = [guard, scout].map(|model| place(&game, model));
    let allowed = |unit| UiEvent::DraftChecked { unit, highest: Thou(0), result: DraftResult::Allowed };
    let (ground, roof) = (Thou(0), Thou(3000));

    window.begin_from_above(&display);
    key(&display, &mut window, "2", &UiEvent::ActionChosen { action: Action::AtTheDouble });
    key(&display, &mut window, "1", &UiEvent::ActionChosen { action: Action::Advance });
    key(&display, &mut window, "Next", &UiEvent::LookedInside { level: "Roofs off".to_owned() });
    key(&display, &mut window, "Prior", &UiEvent::LookedInside { level: "Roofs on".to_owned() });

    // A key without effect says why.
    display.hand(&["key", "g"]);
    window.wait_until(|event| matches!(event, UiEvent::KeyIgnored { .. }).then_some(()));
    // The notice could hide a model.
    display.hand(&["key", "Escape"]);

    // The ruler shows what the battle measures between two models.
    key(&display, &mut window, "r", &UiEvent::Ruler { out: true });
    for model in [guard, enemy] {
        display.move_to(pixel(&game, place(&game, model)));
        display.hand(&["click", "1"]);
    }
    let expected = distance(game.battle().view(), &Mark::Model(guard), &Mark::Model(enemy)).unwrap().gap;
    let measured = window.wait_until(|event| match event {
        UiEvent::Measured { gap } => Some(*gap),
        _ => None,
    });
    assert!((measured - expected).abs() < 1e-9, "{measured}, {expected}");
    key(&display, &mut window, "r", &UiEvent::Ruler { out: false });

    // Onto a roof that is much too far: it stops on the way. Held exactly where it was put, it is refused, on either level.
    start_drag(&display, pixel(&game, on_scout), pixel(&game, [-9.0, 6.5]));
    put_down(&display, &mut window);
    window.seen_or_next(|event| {
        matches!(event, UiEvent::DraftStops { unit, .. } if *unit == scout.unit).then_some(())
    });
    key(&display, &mut window, "k", &UiEvent::EndsHeld { exact: true });
    refusal(&mut window, scout.unit, ground);
    display.hand(&["key", "Prior"]);
    refusal(&mut window, scout.unit, roof);
    display.hand(&["key", "Next"]);
    refusal(&mut window, scout.unit, ground);
    // At a low frame rate the next drag would otherwise be dropped with it.
    key(&display, &mut window, "Escape", &UiEvent::DraftDropped);

    // Forward, a corner, and to the side: two legs for every model.
    let corner = beside(on_guard, 0.0, -1.5);
    start_drag(&display, pixel(&game, on_guard), pixel(&game, corner));
    key(&display, &mut window, "space", &UiEvent::CornerFixed { unit: guard.unit });
    display.move_to(pixel(&game, beside(corner, -0.5, 0.0)));
    display.move_to(pixel(&game, beside(corner, -1.0, 0.0)));
    put_down(&display, &mut window);
    window.wait_for(&allowed(guard.unit));
    key(&display, &mut window, "Return", &UiEvent::Played { commands: 1 });

    // One model too far from the others: refused, and nothing is played; then coherency is restored.
    display.hand(&["keydown", "ctrl"]);
    start_drag(&display, pixel(&game, on_scout), pixel(&game, beside(on_scout, 5.5, 0.0)));
    put_down(&display, &mut window);
    display.hand(&["keyup", "ctrl"]);
    // A key in the same frame as the release of Ctrl counts as pressed with it.
    std::thread::sleep(PAUSE * 7);
    let rule = refusal(&mut window, scout.unit, ground);
    assert!(rule.starts_with("COH-"), "{rule}");
    display.hand(&["key", "Return"]);
    key(&display, &mut window, "m", &UiEvent::PlanApplied { unit: scout.unit });
    window.wait_for(&allowed(scout.unit));
    key(&display, &mut window, "Return", &UiEvent::Played { commands: 2 });
    let loaded = window.saved(&display, &saves);
    let line = loaded.game.history().line();
    let Some(Order::Moving(moving::kinds::Order::AdvanceUnit(AdvanceUnit { moves, .. }))) =
        line[1].command.as_ref().map(|command| &command.order)
    else {
        panic!("no Advance was recorded: {line:?}")
    };
    assert!(moves.len() == 10 && moves.iter().all(|one| one.path.len() == 2), "{moves:?}");
    assert_eq!(line.len(), 3, "a refused command was recorded");
    check_same_without_window(game, &loaded.game);
}
