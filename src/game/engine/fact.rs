//! Facts, and their way into the state.

use bevy_ecs::prelude::Result;
use bevy_ecs::system::InRef;

use super::WarStrike;
use super::state_writer::StateWriter;
pub use super::unit_fact::UnitFact;
use crate::game::dispatch;
pub use crate::game::kinds::Fact;

/// The facts of a step, on their way to be applied.
pub type Facts = tabletop::fact::Facts<WarStrike>;

/// Makes facts so, in order.
pub(super) fn apply_facts(InRef(facts): InRef<[Fact]>, mut state: StateWriter) -> Result {
    facts.iter().try_for_each(|fact| dispatch::apply(fact, &mut state))
}
