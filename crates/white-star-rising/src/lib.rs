//! White Star Rising, a game of platoons on hexes: its rules, numbers, units and a scenario.
//!
//! Each chapter of its rulebook is a file of pure functions in `chapters`; the rest carries orders out. Knows the engine and
//! the table of hexes, no window and no other game.

mod card;
mod chapters;
mod data;
mod fact;
mod game;
mod gate;
mod ids;
mod listing;
mod narrate;
mod order;
mod play;
mod resolve;
mod run;
mod setup;
#[cfg(test)]
mod tests;

pub use fact::Fact;
pub use game::{Wsr, WsrState};
pub use ids::{HqId, UnitId};
pub use order::Order;
pub use setup::{Bundle, WsrSetup, varne};
