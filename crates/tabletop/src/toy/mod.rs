//! A second game, for the engine's own tests: a dozen rules on a row of hexes, a cup of chits, one hidden fact.
//!
//! 1. Two markers stand at the ends of a row of seven hexes. The players take turns. (TOY-1)
//! 2. A marker moves to the next hex, but not onto the other marker. (TOY-2)
//! 3. A player may draw a chit from the cup. Only he sees it. A spent chit goes back into the cup. (TOY-3)
//! 4. A marker next to the other may attack: a ten-sided die and the chits in hand, which are spent, make 9 or more to win.
//!    (TOY-4)
//! 5. Whoever may do nothing else passes. After twenty turns the battle is drawn. (TOY-5)

mod game;
mod match_tests;

pub(crate) use game::{Choice, Order, Subject, ToyBundle, ToyGame, ToySetup, View};
