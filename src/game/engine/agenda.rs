//! The agenda.

use super::WarStrike;
pub use crate::game::kinds::{Choice, Step};

/// Pending steps and choices of a battle.
pub type Agenda = tabletop::agenda::Agenda<WarStrike>;
/// A choice that waits for a player.
pub type Decision = tabletop::agenda::Decision<WarStrike>;
/// One thing that still has to happen.
pub type Entry = tabletop::agenda::Entry<WarStrike>;
