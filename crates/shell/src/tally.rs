//! Counts that a game keeps of itself, for experiments.

use tabletop::ids::Side;

/// Something that is counted for each side of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tally {
    /// Its name at the head of a table: "units_lost".
    pub column: &'static str,
    /// Its name in an experiment: "UnitsLost".
    pub name: &'static str,
    /// In words, with its paragraph: "units lost (LOST-FIR-5)".
    pub words: &'static str,
    /// It is counted turn by turn; what is looked up once, at the end, is not.
    pub by_turn: bool,
}

/// Takes a number for the tally of a place in a game's list, and the side that it counts for.
pub type Add<'a> = dyn FnMut(usize, Side, i64) + 'a;
