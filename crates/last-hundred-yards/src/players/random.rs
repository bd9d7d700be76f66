//! A player who gives any legal answer.

use crate::game::Lhy;

/// Gives any legal answer of The Last Hundred Yards.
pub type Random = tabletop::listed::Random<Lhy>;
