//! What still has to happen: a stack, the next thing on top.
//!
//! It is part of the battle's state: phase and turn order are data, and a battle can be saved and taken up again
//! whenever it waits for a player.

use bevy::prelude::Resource;
use serde::Serialize;

use crate::game::kinds::Order;
pub use crate::game::kinds::{Choice, Step};
use crate::rules::ids::Side;

/// One thing that still has to happen.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub enum Entry {
    /// Wait for a player.
    Decide(Decision),
    /// Carry out an order that was accepted.
    Resolve {
        /// The order.
        order: Order,
        /// The choice it answers.
        decision: Decision,
    },
    /// Run a step of a phase.
    Run(Step),
}

/// A choice that waits for a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Decision {
    /// The player who chooses.
    pub player: Side,
    /// What the player may choose from.
    pub choice: Choice,
}

/// The stack; the last entry is next.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq, Hash, Serialize)]
#[serde(transparent)]
pub struct Agenda {
    entries: Vec<Entry>,
}

impl Agenda {
    /// Puts a step on top: it comes before everything that is there.
    pub fn push(&mut self, step: impl Into<Step>) {
        self.entries.push(Entry::Run(step.into()));
    }

    /// Puts a wait for a player on top.
    pub fn ask(&mut self, decision: Decision) {
        self.entries.push(Entry::Decide(decision));
    }

    /// Puts an accepted order on top.
    pub fn resolve(&mut self, order: impl Into<Order>, decision: Decision) {
        self.entries.push(Entry::Resolve { order: order.into(), decision });
    }

    /// Takes the entry that comes next.
    pub fn pop(&mut self) -> Option<Entry> {
        self.entries.pop()
    }

    /// Drops the order that would be carried out next, and says which choice it answered.
    pub fn drop_order(&mut self) -> Option<Decision> {
        let Some(Entry::Resolve { decision, .. }) = self.entries.last() else { return None };
        let decision = *decision;
        self.entries.pop();
        Some(decision)
    }

    /// The steps on top of everything that waits for a player or an order, the next first.
    pub fn steps_mut(&mut self) -> impl Iterator<Item = &mut Step> {
        self.entries.iter_mut().rev().map_while(|entry| match entry {
            Entry::Run(step) => Some(step),
            Entry::Decide(_) | Entry::Resolve { .. } => None,
        })
    }

    /// The decision the battle waits for, if it waits.
    pub fn decision(&self) -> Option<Decision> {
        match self.entries.last()? {
            Entry::Decide(decision) => Some(*decision),
            Entry::Resolve { .. } | Entry::Run(_) => None,
        }
    }

    /// Drops everything: the battle is over.
    pub fn clear(&mut self) {
        self.entries.clear();
    }

    /// Whether nothing is left to happen.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }
}
