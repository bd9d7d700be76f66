//! The moves among facts.

use crate::game::engine::unit_fact::UnitFact;
use crate::game::kinds::Fact;

/// Number of moves and turns at the beginning of the facts.
pub(in crate::game) fn leading_moves(facts: &[Fact]) -> usize {
    let is_move =
        |fact: &&Fact| matches!(fact, Fact::Unit(UnitFact::ModelMoved { .. } | UnitFact::ModelTurned { .. }));
    facts.iter().take_while(is_move).count()
}
