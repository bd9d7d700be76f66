//! Why a game did not go on.

use std::path::PathBuf;

use crate::battle::{BattleError, DiceWanted, SubmitError};
use crate::game::Game;
use crate::record::journal::JournalError;
use crate::record::sole_writer::Lost;
use crate::refusal::Refusal;

/// Why a game could not go on as asked. What was played before is kept.
#[derive(Debug, thiserror::Error)]
pub enum MatchError<G: Game> {
    /// The rules forbid it; nothing changed.
    #[error("{0}")]
    Refused(Box<Refusal<G>>),
    /// Fewer faces were fed, or laid by hand, than dice are to be rolled; the game stands where it
    /// stood. Dice rolled by hand are rolled now, and the command is given again with their faces.
    #[error("too few faces were given: {}", .0.wanted)]
    DiceWanted(Box<DiceWanted<G>>),
    /// More faces were laid by hand than dice were rolled; the game stands where it stood.
    #[error("{laid} faces were given, but only {rolled} dice are rolled")]
    FacesLeft {
        /// Faces that came with the command.
        laid: usize,
        /// Dice that it rolls.
        rolled: usize,
    },
    /// A bug; the game stands where it stood.
    #[error(transparent)]
    Battle(BattleError<G>),
    /// The journal could not be written; the command was taken back.
    #[error("nothing was changed: the recording could not be written, because {0}")]
    Journal(JournalError),
    /// The journal is not where it was begun, and the game could not be written anywhere beside it; the
    /// command was taken back.
    #[error("{path} {why}, and the game could not be written beside it, so nothing was changed: {error}")]
    JournalLost {
        /// Path at which the journal was begun.
        path: PathBuf,
        /// Cause of the loss.
        why: Lost,
        /// Error of the attempt to write another.
        error: std::io::Error,
    },
    /// A save could not be written.
    #[error("the save could not be written: {0}")]
    Save(std::io::Error),
    /// A replayed command led elsewhere than when it was played.
    #[error("entry {0} replays to a different state")]
    Diverged(usize),
    /// The battle stands after an entry that can only be looked at.
    #[error(
        "entry {0} was played by other rules and can only be looked at: go back to where the rules still agree"
    )]
    OnlyShown(usize),
    /// The battle is looked at as it stood after an earlier entry.
    #[error("the battle is looked at as it stood after entry {0}: no order is taken there")]
    LookedAt(usize),
    /// The rules of this program do not bring an entry about.
    #[error("entry {entry} was played by other rules: {why}")]
    Departed {
        /// Its number.
        entry: usize,
        /// Reason given by the rules of this program.
        why: String,
    },
    /// There is no such entry.
    #[error("there is no entry {0}")]
    NoEntry(usize),
}

impl<G: Game> From<BattleError<G>> for MatchError<G> {
    fn from(error: BattleError<G>) -> Self {
        match error {
            BattleError::DiceWanted(wanted) => Self::DiceWanted(wanted),
            bug => Self::Battle(bug),
        }
    }
}

impl<G: Game> From<SubmitError<G>> for MatchError<G> {
    fn from(error: SubmitError<G>) -> Self {
        match error {
            SubmitError::Refused(refusal) => Self::Refused(refusal),
            SubmitError::Broken(error) => error.into(),
        }
    }
}
