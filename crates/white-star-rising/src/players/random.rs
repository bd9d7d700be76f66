//! A player who gives any legal answer.

use crate::game::Wsr;

/// Gives any legal answer of White Star Rising.
pub type Random = tabletop::listed::Random<Wsr>;
