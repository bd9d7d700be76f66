//! The engine of a tabletop game: what carries it from command to fact, whatever the game.
//!
//! ```text
//! Command ──check──▶ Refusal: nothing changed
//!    │ accepted
//!    ▼
//! resolve, run (roll dice, push facts) ──▶ Fact ──▶ apply ──▶ state
//!    │
//!    └─ steps still to do wait on the agenda; they run until a player has to decide
//! ```
//!
//! A game implements [`Game`](game::Game) for a type of its own; [`Battle`](battle::Battle) plays it,
//! [`Match`](matches::Match) keeps its history and its save. This crate names no game, and knows no table, no window and
//! no clock; only the thread that brings a journal to the disk does.

pub mod adviser;
pub mod agenda;
pub mod answer_cache;
pub mod audience;
pub mod bag;
pub mod battle;
pub mod chance;
pub mod check;
pub mod command;
pub mod dice;
pub mod estimates;
pub mod fact;
pub mod game;
pub mod ids;
pub mod interned;
pub mod listed;
pub mod luck;
pub mod matches;
pub mod plain;
pub mod portfolio;
pub mod prompt;
pub mod reason;
pub mod record;
pub mod refusal;
pub mod rehearsal;
pub mod seed;
pub mod sentence;
mod spread;
pub mod standard_error;
pub mod state_hash;
#[cfg(any(test, feature = "testing"))]
pub mod testing;
pub mod text;
#[cfg(test)]
mod toy;
