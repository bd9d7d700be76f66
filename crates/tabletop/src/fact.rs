//! The facts of a step, on their way to be applied.

use crate::game::Game;

/// Facts pushed in this step and not yet applied.
#[derive(Debug)]
#[cfg_attr(feature = "ecs", derive(bevy_ecs::prelude::Resource))]
pub struct Facts<G: Game> {
    pending: Vec<G::Fact>,
}

impl<G: Game> Default for Facts<G> {
    fn default() -> Self {
        Self { pending: Vec::new() }
    }
}

impl<G: Game> Facts<G> {
    /// Says that something happened; `apply` makes it so.
    pub fn push(&mut self, fact: impl Into<G::Fact>) {
        self.pending.push(fact.into());
    }

    /// Says that several things happened, in order.
    pub fn extend<F: Into<G::Fact>>(&mut self, facts: impl IntoIterator<Item = F>) {
        self.pending.extend(facts.into_iter().map(Into::into));
    }

    /// Takes all facts that wait to be applied, in order.
    pub fn take(&mut self) -> Vec<G::Fact> {
        std::mem::take(&mut self.pending)
    }
}
