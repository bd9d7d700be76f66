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

/// The tallies of a game, each `Kind: "column", "words with the paragraph", by_turn;`: an enum `Counted` of their places, and the
/// list `TALLIES`.
#[macro_export]
macro_rules! tallies {
    ($($kind:ident: $column:literal, $words:literal, $by_turn:literal;)*) => {
        /// A place in [`TALLIES`].
        #[derive(Clone, Copy)]
        enum Counted { $($kind),* }

        /// All that is counted.
        pub const TALLIES: &[$crate::tally::Tally] = &[$(
            $crate::tally::Tally { column: $column, name: stringify!($kind), words: $words, by_turn: $by_turn },
        )*];
    };
}
