//! Refusals.

use super::WarStrike;
pub use super::reason::General;
pub use crate::game::kinds::Reason;
pub use tabletop::refusal::{Measured, Spot};

/// A command that was not accepted.
pub type Refusal = tabletop::refusal::Refusal<WarStrike>;
