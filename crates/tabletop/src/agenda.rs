//! Stack of everything that still has to happen, the next step on top.
//!
//! It is part of the battle's state: phase and turn order are data, and a battle can be saved and taken up again
//! whenever it waits for a player.

use serde::{Deserialize, Serialize};

use crate::game::Game;
use crate::ids::Side;

/// One thing that still has to happen.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(bound = "")]
pub enum Entry<G: Game> {
    /// Wait for a player.
    Decide(Decision<G>),
    /// Carry out an order that was accepted.
    Resolve {
        /// The order.
        order: G::Order,
        /// The choice it answers.
        decision: Decision<G>,
    },
    /// Run a step of a phase.
    Run(G::Step),
}

/// A choice that waits for a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(bound = "")]
pub struct Decision<G: Game> {
    /// The player who chooses.
    pub player: Side,
    /// Options of the player.
    pub choice: G::Choice,
}

/// The stack; the last entry is next.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "ecs", derive(bevy_ecs::prelude::Resource))]
#[serde(transparent, bound = "")]
pub struct Agenda<G: Game> {
    entries: Vec<Entry<G>>,
}

impl<G: Game> Default for Agenda<G> {
    fn default() -> Self {
        Self { entries: Vec::new() }
    }
}

impl<G: Game> Agenda<G> {
    /// Puts a step on top: it comes before everything that is there.
    pub fn push(&mut self, step: impl Into<G::Step>) {
        self.entries.push(Entry::Run(step.into()));
    }

    /// Puts a wait for a player on top.
    pub fn ask(&mut self, decision: Decision<G>) {
        self.entries.push(Entry::Decide(decision));
    }

    /// Puts an accepted order on top.
    pub fn resolve(&mut self, order: impl Into<G::Order>, decision: Decision<G>) {
        self.entries.push(Entry::Resolve { order: order.into(), decision });
    }

    /// Takes the entry that comes next.
    pub fn pop(&mut self) -> Option<Entry<G>> {
        self.entries.pop()
    }

    /// Drops the order that would be carried out next, and says which choice it answered.
    pub fn drop_order(&mut self) -> Option<Decision<G>> {
        let Some(Entry::Resolve { decision, .. }) = self.entries.last() else { return None };
        let decision = *decision;
        self.entries.pop();
        Some(decision)
    }

    /// The steps on top of everything that waits for a player or an order, the next first.
    pub fn steps_mut(&mut self) -> impl Iterator<Item = &mut G::Step> {
        self.entries.iter_mut().rev().map_while(|entry| match entry {
            Entry::Run(step) => Some(step),
            Entry::Decide(_) | Entry::Resolve { .. } => None,
        })
    }

    /// The decision the battle waits for, if it waits.
    pub fn decision(&self) -> Option<Decision<G>> {
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
