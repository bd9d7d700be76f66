//! The battle: components, commands, facts, dice, agenda, log.
//!
//! ```text
//! Command ──check──▶ Refusal: nothing changed
//!    │ accepted
//!    ▼
//! resolve (systems roll dice, push facts) ──▶ Fact ──▶ apply_facts ──▶ components
//! ```
//!
//! Knows rules, table and level; knows no window and no computer player. A battle
//! knows no clock; only the thread that brings its journal to the disk does.

pub mod agenda;
mod apply;
pub mod arrangement;
pub mod battle;
pub mod check;
pub mod command;
pub mod components;
pub mod dice;
pub mod exposure;
pub mod fact;
pub mod leadership;
pub mod luck;
pub mod measure;
pub mod play;
pub mod record;
pub mod refusal;
pub mod shooting;
pub mod sight;
pub mod snapshot;
mod step;
pub mod view;

mod deploy;
pub mod fall_back;
mod get_down;
mod heed;
pub mod moving;
pub mod plan;
pub mod turn;
