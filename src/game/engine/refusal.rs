//! Refusals.

use super::WarStrike;
pub use super::reason::{General, GeneralMistake};
pub use crate::game::kinds::{Mistake, Reason};
pub use tabletop::refusal::{Measured, Spot};

/// A command that was not accepted.
pub type Refusal = tabletop::refusal::Refusal<WarStrike>;
