//! WarStrike as a game of the engine: its state, and the engine's types with its kinds.

use bevy_ecs::prelude::BevyError;

pub mod components;
pub mod fact;
mod gate;
mod opening;
pub(in crate::game) mod query;
pub mod reason;
pub mod snapshot;
mod state;
pub(in crate::game) mod state_writer;
pub(in crate::game) mod step;
pub mod subject;
pub mod table_state;
pub mod unit_fact;
pub mod view;
mod war_strike;

pub use war_strike::WarStrike;

/// The agenda.
pub mod agenda {
    use super::WarStrike;
    pub use crate::game::kinds::{Choice, Step};

    /// What still has to happen.
    pub type Agenda = tabletop::agenda::Agenda<WarStrike>;
    /// A choice that waits for a player.
    pub type Decision = tabletop::agenda::Decision<WarStrike>;
    /// One thing that still has to happen.
    pub type Entry = tabletop::agenda::Entry<WarStrike>;
}

/// The battle.
pub mod battle {
    use super::WarStrike;

    /// A battle being fought.
    pub type Battle = tabletop::battle::Battle<WarStrike>;
    /// What one accepted command brought about.
    pub type Outcome = tabletop::battle::Outcome<WarStrike>;
    /// Dice that a battle was to roll and had no faces for.
    pub type DiceWanted = tabletop::battle::DiceWanted<WarStrike>;
    /// A battle that could not go on.
    pub type BattleError = tabletop::battle::BattleError<WarStrike>;
    /// Why a command brought nothing about.
    pub type SubmitError = tabletop::battle::SubmitError<WarStrike>;
}

/// The gate.
pub mod check {
    pub use tabletop::check::check;
}

/// Commands.
pub mod command {
    use super::WarStrike;
    pub use crate::game::kinds::Order;

    /// One choice of one player.
    pub type Command = tabletop::command::Command<WarStrike>;
}

/// Dice.
pub mod dice {
    use super::WarStrike;
    use crate::game::kinds::RollContext;
    pub use tabletop::dice::{DiceState, Die, Needs, Source, rolls};

    /// The dice of a battle. Rule: BAS-3.
    pub type Dice = tabletop::dice::Dice<WarStrike>;
    /// Why dice could not be rolled.
    pub type DiceError = tabletop::dice::DiceError<WarStrike>;
    /// One die that was rolled.
    pub type Draw = tabletop::dice::Draw<WarStrike>;
    /// What a batch of dice is rolled for.
    pub type Roll = tabletop::dice::Roll<WarStrike>;
    /// Dice alike that were rolled one after another.
    pub type Rolled = tabletop::dice::Rolled<WarStrike>;
    /// Who rolls.
    pub type Roller = tabletop::dice::Roller<WarStrike>;
    /// Dice that could not be rolled because too few faces were fed.
    pub type Wanted = tabletop::dice::Wanted<WarStrike>;

    /// Dice that a phase could not roll, with what explains them to a player.
    #[derive(Debug, thiserror::Error)]
    #[error("{error}")]
    pub struct DiceExhausted {
        /// Why.
        pub error: DiceError,
        /// What they are rolled for.
        pub context: RollContext,
    }
}

/// Matches: battles with their history and their save.
pub mod play {
    use super::WarStrike;
    pub use tabletop::matches::{DiceChoice, Relocation};

    /// A battle, its history, its journal.
    pub type Match = tabletop::matches::Match<WarStrike>;
    /// Why a match could not go on as asked.
    pub type MatchError = tabletop::matches::MatchError<WarStrike>;
    /// A match read from a save.
    pub type Loaded = tabletop::matches::Loaded<WarStrike>;
    /// Why a save could not be opened.
    pub type LoadError = tabletop::matches::LoadError<WarStrike>;
}

/// The record of a match.
pub mod record {
    pub use tabletop::record::{claim, sole_writer, whole_file};

    /// The history.
    pub mod history {
        use crate::game::engine::WarStrike;
        pub use tabletop::record::history::{Branch, DiceOrigin, EntryId, KEYFRAME_EVERY};

        /// A command that was accepted and what it brought about.
        pub type Entry = tabletop::record::history::Entry<WarStrike>;
        /// All entries of a battle and where it stands among them.
        pub type History = tabletop::record::history::History<WarStrike>;
    }

    /// Writing saves.
    pub mod journal {
        use crate::game::engine::WarStrike;
        pub use tabletop::record::journal::{
            FORMAT, Journal, JournalError, OLDEST_FORMAT, save_bytes, write_save,
        };

        /// What every save begins with.
        pub type Header = tabletop::record::journal::Header<WarStrike>;
        /// What one line of a save says.
        pub type SaveLine = tabletop::record::journal::SaveLine<WarStrike>;
        /// An entry as it is saved.
        pub type EntryLine = tabletop::record::journal::EntryLine<WarStrike>;
    }

    /// Reading saves.
    pub mod save {
        use crate::game::engine::WarStrike;
        pub use tabletop::record::save::{Damage, LARGEST_SAVE, ReadError};

        /// The lines of a save that are whole.
        pub type ReadSave = tabletop::record::save::ReadSave<WarStrike>;

        /// Reads a save up to its end or its first damage.
        ///
        /// # Errors
        /// Not even its header can be read.
        pub fn read_save(path: &std::path::Path) -> Result<ReadSave, ReadError> {
            tabletop::record::save::read_save(path)
        }

        /// As [`read_save`], from the file's bytes.
        ///
        /// # Errors
        /// Not even the header can be read.
        pub fn parse_save(bytes: &[u8]) -> Result<ReadSave, ReadError> {
            tabletop::record::save::parse_save(bytes)
        }
    }
}

/// Refusals.
pub mod refusal {
    use super::WarStrike;
    pub use super::reason::General;
    pub use crate::game::kinds::Reason;
    pub use tabletop::refusal::{Measured, Spot};

    /// A command that was not accepted.
    pub type Refusal = tabletop::refusal::Refusal<WarStrike>;
}

/// What a step of a phase failed on.
pub(in crate::game) type StepError = tabletop::battle::StepError<WarStrike>;

/// Why a system could not do its work.
pub(in crate::game) fn step_error(error: BevyError) -> StepError {
    if let Some(dice::DiceExhausted { error, context }) = error.downcast_ref() {
        return StepError::Dice { error: error.clone(), context: Some(context.clone()) };
    }
    match error.downcast_ref::<dice::DiceError>() {
        Some(error) => error.clone().into(),
        None => StepError::Bug(error.to_string()),
    }
}
