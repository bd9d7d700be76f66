//! The Last Hundred Yards, a game of squads on hexes: its rules, numbers, units, scenarios and computer players.
//!
//! ```text
//! assault/    the assault itself, on plain values            chapters/   the other chapters, on the battle as plain data
//! data/       files read: ruleset, units, level              play/       the battle as plain data, and its only writer
//! gate.rs     what is allowed, with the paragraph            listing.rs  every legal answer
//! resolve/    orders carried out                             run/        what happens by itself
//! view.rs     what a side knows                              narrate.rs  facts as sentences
//! odds/       exact odds                                     survey.rs   sight and reach
//! tables.rs   what never changes in a level, by hex          ending.rs   who won, and why
//! shown/      what the window shows
//! players/    styles as data: random, weighing               tools/      the command line's part
//! tallies.rs  what is counted in a game                      uses.rs     paragraphs that facts use
//! ```
//!
//! Knows the engine and the table of hexes, no window and no other game. What is concealed from a side is in none of its views, answers,
//! refusals, facts and odds: [`View`] keeps it back, and facts say who hears them.

pub mod assault;
mod card;
mod chapters;
mod data;
mod ending;
mod fact;
mod game;
mod gate;
mod ids;
mod library;
mod listing;
mod narrate;
pub mod odds;
mod order;
mod play;
mod players;
mod resolve;
mod run;
mod setup;
mod shown;
mod state;
mod survey;
mod tables;
mod tallies;
mod tools;
mod uses;
mod view;

pub use fact::{Fact, Hint, Recovery};
pub use game::{Lhy, LhyState, winner};
pub use ids::{Subject, UnitId};
pub use library::{Shipped, find, rosters, rulesets, scenario, scenarios};
pub use order::{Choice, Order, Step, Way};
pub use players::LhyPlayer;
pub use setup::{Bundle, LhySetup};
pub use view::View;

#[cfg(test)]
mod tests;
