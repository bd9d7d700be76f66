//! What mouse and keys do, and what lights mean, as the help shows it.

/// What to do, and what that does.
pub type Row = (&'static str, &'static str);

/// Mouse.
pub const MOUSE: [Row; 7] = [
    (
        "click a counter",
        "chooses it; again takes others of its stack along, as far as the rules let them act together",
    ),
    ("Shift+click", "adds a counter to the group, or takes it out; on a hex, leads the way there"),
    ("drag a counter", "draws its way through every hex that you pass; Enter or a click at its end takes it"),
    ("point at a lit hex or enemy", "shows the way with who may fire at it, or the odds with every modifier"),
    (
        "click there",
        "gives the order; where several are possible, the card lists them, and a second click takes the marked one",
    ),
    ("right click", "puts away what is in hand"),
    ("drag, wheel", "moves the map and comes nearer"),
];

/// Keys.
pub const KEYS: [Row; 21] = [
    ("Enter", "the golden answer of a question, the marked order at a target, the end of a move"),
    ("1 to 9", "the answer with that number"),
    (
        "Space",
        "ends the impulse or the move, at the second press where somebody may still act; while something is shown, shows the rest at once",
    ),
    ("Esc", "puts away what is in hand, closes a sheet, or leaves an earlier moment"),
    ("Tab", "the next counter that may act"),
    ("H", "advice: what the computer would do, and why"),
    ("L", "lifts all counters off the map: held as long as it is held, a tap until the next"),
    ("M, T, B", "the whole map, the map from straight above, all counters"),
    ("arrows, A, D, + and -", "move, turn and zoom the view"),
    ("N", "a note on the moment that is shown; it is kept beside the recording, and `report` shows it"),
    (", and .", "a step back in the battle, a step on"),
    ("Home, End", "the opening; back to the game"),
    ("Ctrl+Z", "takes your last order back, and all that came of it"),
    ("Ctrl+Y", "plays it again"),
    ("Ctrl+plus, Ctrl+minus", "larger and smaller texts"),
    ("P", "pace: how fast things are shown"),
    ("F1", "this help"),
    ("F2", "another scenario, or a recorded game"),
    ("F10", "settings"),
    ("F12", "writes a picture of the window to a file"),
    ("Ctrl+Q", "closes the window; the game is recorded"),
];

/// Counters.
pub const COUNTERS: [Row; 3] = [
    (
        "point at a counter",
        "its face is shown large in a corner, with its name, its states, and each number with its meaning in the number's colour",
    ),
    ("click it", "its card in the column says all of that with the paragraphs"),
    (
        "seen from far away",
        "it shows its id, symbol and states alone, large; come nearer (wheel, +) for the numbers, or point at it",
    ),
];

/// Lights.
pub const LIGHTS: [Row; 6] = [
    ("ringed counter", "may act now"),
    ("move", "a hex that the chosen counters can reach; the number is its cost"),
    ("attack", "a hex that they can enter against an enemy"),
    ("fire", "a target of their fire"),
    (
        "danger",
        "an enemy that may fire at the way that you point at, and the hexes where he may; the number is the chance to come so far in good order",
    ),
    ("place", "a hex in which something can be set up, or which an answer names"),
];
