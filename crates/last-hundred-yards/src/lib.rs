//! The Last Hundred Yards, a game of squads on hexes: its rules, numbers, units, scenarios and computer players.

pub mod assault;
mod card;
mod data;
mod ids;
mod state;

pub use ids::{Subject, UnitId};

#[cfg(test)]
mod tests;
