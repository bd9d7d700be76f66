//! Facts become state.

use bevy::prelude::{ResMut, Resource, Result};

use super::fact::{Fact, Facts};
use super::state_writer::StateWriter;
use crate::game::dispatch;

/// Facts applied since the battle was last asked for them.
#[derive(Resource, Debug, Default)]
pub struct AppliedFacts(pub Vec<Fact>);

/// Applies every fact of this step, in order.
pub(super) fn apply_facts(
    mut facts: ResMut<Facts>,
    mut state: StateWriter,
    mut applied: ResMut<AppliedFacts>,
) -> Result {
    for fact in facts.take() {
        dispatch::apply(&fact, &mut state)?;
        applied.0.push(fact);
    }
    Ok(())
}
