//! The battle: components, commands, facts, dice, agenda, log.
//!
//! ```text
//! Command ──check──▶ Refusal: nothing changed
//!    │ accepted
//!    ▼
//! resolve (systems roll dice, push facts) ──▶ Fact ──▶ apply_facts ──▶ components
//! ```
//!
//! Knows rules, table and level; knows no window, no computer player, no clock.

pub mod agenda;
mod apply;
mod arrangement;
pub mod battle;
pub mod check;
pub mod command;
pub mod components;
pub mod dice;
pub mod fact;
pub mod measure;
pub mod play;
pub mod record;
pub mod refusal;
pub mod snapshot;
mod step;
pub mod view;

pub mod advance;
mod deploy;
mod get_down;
pub mod turn;
