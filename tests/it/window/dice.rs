//! Dice rolled by hand in the window.

use warstrike::game::engine::record::history::DiceOrigin;
use warstrike::rules::ids::Side;
use warstrike::ui::session::events::UiEvent;

use super::driver::{Display, Window};
use super::scratch;

/// Enters the opening's roll-off with the keys: a face that is removed again, a tied roll, then one that decides.
/// The save holds the faces and their origin.
#[test]
fn a_roll_off_is_entered_with_the_keys() {
    let (_folder, saves) = scratch();
    let display = Display::open();
    let mut window = Window::open(&display, &saves, &["street", "--dice", "hand", "--seed", "7"]);
    let key = |name: &str| display.hand(&["key", name]);
    window.wait_for(&UiEvent::DiceWanted { by: Side::A, dice: 1 });
    window.begin(&display);
    key("6");
    window.wait_for(&UiEvent::DieEntered { face: 6 });
    key("BackSpace");
    key("4");
    window.wait_for(&UiEvent::DieEntered { face: 4 });
    for (by, face) in [(Side::B, 4), (Side::A, 2), (Side::B, 5)] {
        key("Return");
        window.wait_for(&UiEvent::DiceWanted { by, dice: 1 });
        key(&face.to_string());
        window.wait_for(&UiEvent::DieEntered { face });
    }
    key("Return");
    window.wait_for(&UiEvent::OpeningPlayed { dice: 4 });
    let loaded = window.saved(&display, &saves);
    assert_eq!(loaded.damage, None);
    let opening = loaded.game.history().present();
    assert_eq!(opening.faces().collect::<Vec<_>>(), [4, 4, 2, 5]);
    assert_eq!(opening.dice, DiceOrigin::Fed);
    assert_eq!(loaded.game.verify().unwrap(), 1);
}
