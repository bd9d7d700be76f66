//! Facts.

use super::WarStrike;
pub use super::unit_fact::UnitFact;
pub use crate::game::kinds::Fact;

/// The facts of a step, on their way to be applied.
pub type Facts = tabletop::fact::Facts<WarStrike>;
