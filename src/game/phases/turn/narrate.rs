//! Turns and rounds in sentences.

use super::kinds::Fact;
use crate::game::engine::fact::Fact as AnyFact;
use crate::game::narration::sentence::{Narrated, Sentence};
use crate::game::narration::words::{counted, force};
use crate::level::setup::Setup;
use crate::rules::action::Action;
use crate::rules::ids::UnitId;
use crate::rules::turn::Phase;

/// A new turn has a heading. Phases that pass without a choice have none.
pub(in crate::game) fn narrate(setup: &Setup, fact: &Fact, _: &[AnyFact]) -> Narrated {
    match fact {
        Fact::PhaseBegan { turn } if turn.phase == Phase::Starting => Narrated::one(Sentence::heading(
            format!("Round {}: turn of {}", turn.round, force(setup, turn.side)),
        )),
        Fact::PhaseBegan { .. } => Narrated::none(),
        Fact::BattleEnded { rounds } => Narrated::one(Sentence::heading(format!(
            "The battle ends after {}.",
            counted(usize::from(*rounds), "round")
        ))),
    }
}

pub(in crate::game) fn narrate_action(_: &Setup, _: UnitId, _: Action, _: &[AnyFact]) -> Option<Narrated> {
    None
}
