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

pub mod adviser;
pub mod after_retreat;
pub mod announcement;
pub mod chargers;
pub mod combat_forecast;
pub mod dispatch;
pub mod engine;
pub mod exposure;
mod gate;
pub mod kinds;
pub mod leadership;
pub mod measure;
pub mod moment_level;
pub mod narration;
pub mod phases;
pub mod placement;
pub mod plan;
pub mod prompt;
pub mod score;
pub mod sight;
pub mod table_edge;
pub mod terms;
pub mod unit_summary;
mod war_strike;
