//! The facts of a step, on their way to be applied.

use bevy::prelude::Resource;

pub use super::unit_fact::UnitFact;
pub use crate::game::kinds::Fact;

/// Facts pushed in this step and not yet applied.
#[derive(Resource, Debug, Default)]
pub struct Facts {
    pending: Vec<Fact>,
}

impl Facts {
    /// Says that something happened; `apply_facts` makes it so.
    pub fn push(&mut self, fact: impl Into<Fact>) {
        self.pending.push(fact.into());
    }

    /// Says that several things happened, in order.
    pub fn extend<F: Into<Fact>>(&mut self, facts: impl IntoIterator<Item = F>) {
        self.pending.extend(facts.into_iter().map(Into::into));
    }

    /// What waits to be applied, in order; leaves none.
    pub(in crate::game) fn take(&mut self) -> Vec<Fact> {
        std::mem::take(&mut self.pending)
    }
}
