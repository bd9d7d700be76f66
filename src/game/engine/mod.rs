//! The engine's types with WarStrike's kinds, and the state of a battle.

pub mod agenda;
pub mod battle;
pub mod check;
pub mod command;
pub mod components;
pub mod dice;
pub mod fact;
pub(in crate::game) mod may_estimate;
pub(in crate::game) mod opening;
pub mod play;
pub(in crate::game) mod query;
pub mod reason;
pub mod record;
pub mod refusal;
pub mod snapshot;
pub(in crate::game) mod state;
pub(in crate::game) mod state_writer;
pub(in crate::game) mod step;
pub mod subject;
pub mod table_state;
pub mod unit_fact;
pub mod view;

/// The game, as the engine's parameter; `game/war_strike.rs` says what it does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct WarStrike;
