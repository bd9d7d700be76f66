//! Dice rolled by hand in the window.

use warstrike::game::engine::record::history::DiceOrigin;

use super::driver::{Display, Window};
use super::scratch;

/// The opening's roll-off is asked for and laid with the keys: a face taken back, a level roll,
/// then one that decides. The save holds the faces and says where they came from.
#[test]
fn a_roll_off_is_laid_with_the_keys() {
    let (_folder, saves) = scratch();
    let display = Display::open();
    let mut window = Window::open(&display, &saves, &["street", "--dice", "hand", "--seed", "7"]);
    let key = |name: &str| display.hand(&["key", name]);
    window.wait_for("dice are wanted: roll-off for the first turn, rolled by A");
    window.begin(&display);
    key("6");
    window.wait_for("laid 6");
    key("BackSpace");
    key("4");
    window.wait_for("laid 4");
    key("Return");
    window.wait_for("rolled by B");
    key("4");
    window.wait_for("laid 4");
    key("Return");
    window.wait_for("rolled by A");
    key("2");
    window.wait_for("laid 2");
    key("Return");
    window.wait_for("rolled by B");
    key("5");
    window.wait_for("laid 5");
    key("Return");
    window.wait_for("opened with 4 dice");
    let loaded = window.saved(&display, &saves);
    assert_eq!(loaded.damage, None);
    let opening = loaded.game.history().present();
    assert_eq!(opening.faces().collect::<Vec<_>>(), [4, 4, 2, 5]);
    assert_eq!(opening.dice, DiceOrigin::Fed);
    assert_eq!(loaded.game.verify().unwrap(), 1);
}
