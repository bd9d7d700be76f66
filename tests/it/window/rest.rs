//! A window in which nothing happens costs nothing.

use std::thread::sleep;
use std::time::Duration;

use super::super::support::scratch;
use super::driver::{Display, Window};

/// Settling, and the time at rest that is measured.
const SETTLING: Duration = Duration::from_secs(6);
const RESTING: Duration = Duration::from_secs(10);

/// The most of a core that it takes. One frame may be among them, drawn in software by a program that was built for debugging.
const SHARE: f64 = 0.1;

/// It rests as it opens, and after the pointer has moved and a panel has been open.
#[test]
fn a_window_at_rest_takes_next_to_nothing_of_the_processor() {
    let (_folder, saves) = scratch();
    let display = Display::open();
    let mut window = Window::open(&display, &saves, &["street", "--seed", "7"]);
    window.begin_from_above(&display);
    for keys in [&[][..], &["F1", "Escape", "v"]] {
        keys.iter().for_each(|key| display.hand(&["key", key]));
        display.hand(&["mousemove", "400", "400"]);
        sleep(SETTLING);
        let before = window.processor_time();
        sleep(RESTING);
        let share = (window.processor_time() - before).as_secs_f64() / RESTING.as_secs_f64();
        assert!(share < SHARE, "after {keys:?}: {:.1} % of a core", 100.0 * share);
    }
}
