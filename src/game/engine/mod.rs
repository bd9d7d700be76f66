//! The engine: what carries a battle from command to fact, whatever the phases are.

pub mod agenda;
mod answer_cache;
mod apply;
pub mod battle;
pub mod check;
pub mod command;
pub mod components;
pub mod dice;
pub mod fact;
pub mod play;
pub(in crate::game) mod query;
pub mod reason;
pub mod record;
pub mod refusal;
mod seed;
pub mod snapshot;
pub(in crate::game) mod state_writer;
pub(in crate::game) mod step;
pub mod table_state;
pub mod unit_fact;
pub mod view;
