//! Commands.

use super::WarStrike;
pub use crate::game::kinds::Order;

/// One choice of one player.
pub type Command = tabletop::command::Command<WarStrike>;
