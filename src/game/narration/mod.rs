//! The battle in sentences: what happened, as players say it.
//!
//! Reads facts and the setup, nothing else, so the log is the same after loading, undoing and redoing.

pub mod brief;
pub(in crate::game) mod charge;
pub mod commentary;
pub mod dice;
pub mod foresight;
pub mod handover;
pub mod models;
pub mod moment;
pub(in crate::game) mod moves;
pub mod names;
pub mod opening;
pub mod paragraph;
pub mod safety;
pub mod score;
pub mod short_names;
pub mod sight;
pub mod story;
pub(in crate::game) mod units;
pub mod way;
pub mod who;
pub mod words;

use std::borrow::Cow;

use super::engine::WarStrike;
use super::engine::fact::Fact;
use super::engine::view::View;
use crate::level::setup::Setup;

pub use tabletop::sentence::{Rolls, Weight};

/// The setup that the sentences of a battle speak of: with the objectives that have been placed since.
pub fn narrated_setup<'a>(view: &View<'a>) -> Cow<'a, Setup> {
    let (setup, placed) = (view.setup(), view.objectives());
    match placed == setup.level.objectives.as_slice() {
        true => Cow::Borrowed(setup),
        false => {
            let mut narrated = setup.clone();
            narrated.level.objectives = placed.to_vec();
            Cow::Owned(narrated)
        }
    }
}

/// One line of the log.
pub type Sentence = tabletop::sentence::Sentence<WarStrike>;
/// Sentences, and how many facts they cover.
pub(in crate::game) type Narrated = tabletop::sentence::Narrated<WarStrike>;
/// Facts narrated together, and their sentences.
pub type Passage = tabletop::sentence::Passage<WarStrike>;

/// Splits the facts of one command into the parts that are narrated, in order.
pub fn passages(setup: &Setup, facts: &[Fact]) -> Vec<Passage> {
    tabletop::sentence::passages::<WarStrike>(setup, facts)
}

/// The sentences for the facts of one command, in order.
pub fn sentences(setup: &Setup, facts: &[Fact]) -> Vec<Sentence> {
    tabletop::sentence::sentences::<WarStrike>(setup, facts)
}
