//! The battle in sentences: what happened, as players say it.
//!
//! Reads facts and the setup, nothing else, so the log is the same after loading, undoing and redoing.

pub mod brief;
pub mod dice;
pub mod handover;
pub(in crate::game) mod moves;
pub mod paragraph;
pub mod score;
pub(in crate::game) mod sentence;
pub mod story;
pub(in crate::game) mod units;
pub mod words;

use super::dispatch;
use super::engine::fact::Fact;
use crate::level::setup::Setup;

pub(in crate::game) use sentence::Narrated;
pub use sentence::{Rolls, Sentence, Weight};

/// Facts that are told together, and the sentences that tell them.
#[derive(Clone, Debug, PartialEq)]
pub struct Passage {
    /// What is said; nothing of what is not worth a word.
    pub sentences: Vec<Sentence>,
    /// The facts, by their places among those of the command.
    pub facts: std::ops::Range<usize>,
}

/// The facts of one command in the parts in which they are told, in order.
pub fn passages(setup: &Setup, facts: &[Fact]) -> Vec<Passage> {
    let mut passages: Vec<Passage> = Vec::new();
    let mut at = 0;
    while let Some(Narrated { sentences, facts: covered }) = dispatch::narrate(setup, &facts[at..]) {
        passages.push(Passage { sentences, facts: at..at + covered });
        at += covered;
    }
    passages
}

/// The sentences for the facts of one command, in order.
pub fn sentences(setup: &Setup, facts: &[Fact]) -> Vec<Sentence> {
    passages(setup, facts).into_iter().flat_map(|passage| passage.sentences).collect()
}
