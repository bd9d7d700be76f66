//! The bench without players: every card against every card, on a table of two units, by the exact odds of the rules.
//!
//! No game is played and nobody chooses anything: an author changes a number and sees at once what it does to every pair.
//! `table.rs` sets the two units up, `exchange.rs` asks the rules, [`Matrices`] holds the answers, `text.rs` and `page.rs`
//! write them down.

mod cards;
mod exchange;
mod matrices;
mod page;
mod setting;
mod table;
#[cfg(test)]
mod tests;
mod text;

pub use cards::{Contender, EditError, edited, gathered};
pub use exchange::{Exchange, Strikes};
pub use matrices::{DuelError, Matrices, Shift, compared};
pub use page::html;
pub use setting::{Cover, Measure, Meeting, Setting, State};
pub use text::{differences, matrix};
