//! The moves among facts.

use crate::game::engine::unit_fact::UnitFact;
use crate::game::kinds::Fact;

/// How many facts from the first on are moves and turns.
pub(in crate::game) fn leading_moves(facts: &[Fact]) -> usize {
    let is_move =
        |fact: &&Fact| matches!(fact, Fact::Unit(UnitFact::ModelMoved { .. } | UnitFact::ModelTurned { .. }));
    facts.iter().take_while(is_move).count()
}
