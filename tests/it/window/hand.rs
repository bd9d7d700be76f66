//! What a player's hand does besides dragging: keys, corners, floors, the ruler, bringing a
//! unit together; and what he is told when he may not.

use bevy::math::Vec2;

use warstrike::game::engine::command::Order;
use warstrike::game::engine::play::{DiceChoice, Game};
use warstrike::game::measure::{Mark, distance};
use warstrike::game::phases::moving;
use warstrike::game::phases::moving::kinds::AdvanceUnit;
use warstrike::rules::ids::ModelId;

use super::driver::{Display, PAUSE, Window, pixel};
use super::{check_same_without_window, scratch, setup};

fn place(game: &Game, model: ModelId) -> [f64; 2] {
    game.battle().view().model(model).unwrap().pose.at.ground()
}

fn beside([x, y]: [f64; 2], dx: f64, dy: f64) -> [f64; 2] {
    [x + dx, y + dy]
}

/// Presses the left button at one point of the table and comes to another.
fn carry(display: &Display, from: Vec2, to: Vec2) {
    display.move_to(from);
    display.hand(&["mousedown", "1"]);
    for step in 1..=3 {
        display.move_to(from.lerp(to, step as f32 / 3.0));
    }
}

fn put_down(display: &Display, window: &mut Window) {
    display.hand(&["mouseup", "1"]);
    window.wait_for("put down");
}

fn key(display: &Display, window: &mut Window, key: &str, words: &str) -> String {
    display.hand(&["key", key]);
    window.wait_for(words)
}

/// One session through all of it; what it says is compared with what the battle measures,
/// what it saves with what was drawn.
#[test]
fn keys_corners_floors_ruler_and_refusals_work_by_hand() {
    let (_folder, saves) = scratch();
    let display = Display::open();
    let mut window = Window::open(&display, &saves, &["street", "--seed", "7"]);
    let game = Game::start(setup("street"), DiceChoice::Seed(7)).unwrap();
    let [guard, scout, enemy] = ["B1.3", "B2.1", "A1.1"].map(|id| id.parse::<ModelId>().unwrap());
    let [on_guard, on_scout] = [guard, scout].map(|model| place(&game, model));

    window.begin_from_above(&display);
    key(&display, &mut window, "2", "action At The Double");
    key(&display, &mut window, "1", "action Advance");
    key(&display, &mut window, "Next", "looking at: Roofs off");
    key(&display, &mut window, "Prior", "looking at: Roofs on");

    // The ruler says what the battle measures between two models.
    key(&display, &mut window, "r", "the ruler is taken up");
    for model in [guard, enemy] {
        display.move_to(pixel(&game, place(&game, model)));
        display.hand(&["click", "1"]);
    }
    let measured = distance(game.battle().view(), &Mark::Model(guard), &Mark::Model(enemy)).unwrap();
    window.wait_for(&format!("measured {:.2}\"", measured.gap));
    key(&display, &mut window, "r", "the ruler is put away");

    // Onto a roof that is much too far, and down again: refused on either level.
    carry(&display, pixel(&game, on_scout), pixel(&game, [-9.0, 6.5]));
    put_down(&display, &mut window);
    window.wait_for("B2 up to 0\" high: refused");
    key(&display, &mut window, "Prior", "B2 up to 3\" high: refused");
    key(&display, &mut window, "Next", "B2 up to 0\" high: refused");
    // Where pictures come slowly the next drag would otherwise be dropped with it.
    key(&display, &mut window, "Escape", "the proposal is dropped");

    // Forward, a corner, and to the side: two legs for everyone.
    let corner = beside(on_guard, 0.0, -1.5);
    carry(&display, pixel(&game, on_guard), pixel(&game, corner));
    key(&display, &mut window, "space", "a corner of the way of B1");
    display.move_to(pixel(&game, beside(corner, -0.5, 0.0)));
    display.move_to(pixel(&game, beside(corner, -1.0, 0.0)));
    put_down(&display, &mut window);
    window.wait_for("B1 up to 0\" high: allowed");
    key(&display, &mut window, "Return", "played 1 command");

    // One man too far from the others: refused, and nothing is played; then brought together.
    display.hand(&["keydown", "ctrl"]);
    carry(&display, pixel(&game, on_scout), pixel(&game, beside(on_scout, 5.5, 0.0)));
    put_down(&display, &mut window);
    display.hand(&["keyup", "ctrl"]);
    // A key in the same picture as Ctrl let go counts as pressed with it.
    std::thread::sleep(PAUSE * 7);
    let refused = window.wait_for("B2 up to 0\" high: refused");
    assert!(refused.contains("[COH-"), "{refused}");
    display.hand(&["key", "Return"]);
    key(&display, &mut window, "m", "a plan for B2");
    window.wait_for("B2 up to 0\" high: allowed");
    key(&display, &mut window, "Return", "played 2 commands");
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
