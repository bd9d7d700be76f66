//! The battle in sentences: what happened, as players say it.
//!
//! Reads facts and the setup, nothing else, so the log is the same after loading, undoing and redoing.

pub mod brief;
pub mod dice;
pub mod handover;
pub(in crate::game) mod moves;
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

/// The sentences for the facts of one command, in order.
pub fn sentences(setup: &Setup, facts: &[Fact]) -> Vec<Sentence> {
    let mut sentences = Vec::new();
    let mut rest = facts;
    while let Some(Narrated { sentences: more, facts: covered }) = dispatch::narrate(setup, rest) {
        sentences.extend(more);
        rest = &rest[covered..];
    }
    sentences
}
