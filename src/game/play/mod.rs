//! A battle with its history and, if wanted, its journal, always in step: what
//! the window, `run`, `replay` and tests hold in their hands. Writing games to
//! files and reading them back is in `saving`.

mod saving;

pub use saving::{LoadError, Loaded};

use std::sync::Arc;

use super::battle::{Battle, BattleError, SubmitError};
use super::command::Command;
use super::dice::{Dice, Source};
use super::record::history::{Branch, DiceOrigin, Entry, EntryId, History};
use super::record::journal::{EntryLine, Journal, SaveLine};
use super::refusal::Refusal;
use crate::level::setup::Setup;

/// Where a battle's dice come from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DiceChoice {
    /// Rolled from this seed.
    Seed(u64),
    /// These faces and no more.
    Script(Vec<u8>),
}

/// A battle, its history, its journal.
pub struct Game {
    battle: Battle,
    history: History,
    setup: Arc<Setup>,
    seed: u64,
    journal: Option<Journal>,
}

/// Why a game could not go on as asked. What was played before is kept.
#[derive(Debug, thiserror::Error)]
pub enum GameError {
    /// The rules forbid it; nothing changed.
    #[error("{0}")]
    Refused(Box<Refusal>),
    /// Dice ran out, or a bug; the game stands where it stood.
    #[error(transparent)]
    Battle(#[from] BattleError),
    /// The journal could not be written; the command was taken back.
    #[error("the journal could not be written, so nothing was changed: {0}")]
    Journal(std::io::Error),
    /// A save could not be written.
    #[error("the save could not be written: {0}")]
    Save(std::io::Error),
    /// A replayed command led elsewhere than when it was played.
    #[error("entry {0} leads to another state than when it was played")]
    Diverged(usize),
    /// There is no such entry.
    #[error("there is no entry {0}")]
    NoEntry(usize),
}

impl From<SubmitError> for GameError {
    fn from(error: SubmitError) -> Self {
        match error {
            SubmitError::Refused(refusal) => Self::Refused(refusal),
            SubmitError::Broken(error) => Self::Battle(error),
        }
    }
}

impl Game {
    /// Sets up a level and plays it up to the first decision.
    ///
    /// # Errors
    /// Scripted dice ran out, or a bug.
    pub fn start(setup: Arc<Setup>, dice: DiceChoice) -> Result<Self, GameError> {
        match dice {
            DiceChoice::Seed(seed) => Self::open(setup, seed, Source::Seed),
            DiceChoice::Script(faces) => Self::open(setup, 0, Source::Fed(faces.into())),
        }
    }

    fn open(setup: Arc<Setup>, seed: u64, source: Source) -> Result<Self, GameError> {
        let mut dice = Dice::seeded(seed);
        let origin = origin(&source);
        dice.set_source(source);
        let (battle, outcome) = Battle::new(Arc::clone(&setup), dice)?;
        let history = History::new(outcome, origin, battle.snapshot());
        Ok(Self { battle, history, setup, seed, journal: None })
    }

    /// The battle as it stands.
    pub fn battle(&self) -> &Battle {
        &self.battle
    }

    /// Every entry so far.
    pub fn history(&self) -> &History {
        &self.history
    }

    /// Level, cards and ruleset.
    pub fn setup(&self) -> &Arc<Setup> {
        &self.setup
    }

    /// Seed of the dice.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// Whether the present line was begun by going back past dice.
    pub fn is_what_if(&self) -> bool {
        self.history.present().branch == Branch::WhatIf
    }

    /// Carries a command out, if it is allowed, and writes it to the journal.
    ///
    /// # Errors
    /// Whatever the error, the game stands as it stood before.
    pub fn submit(&mut self, command: Command) -> Result<&Entry, GameError> {
        let source = self.battle.dice_mut().source().clone();
        match self.battle.submit(&command) {
            Ok(outcome) => {
                let entry = self.history.draft(command, outcome, origin(&source));
                if let Err(error) = self.write(&SaveLine::Entry(EntryLine::from(&entry))) {
                    self.take_back(source)?;
                    return Err(GameError::Journal(error));
                }
                let battle = &self.battle;
                self.history.push(entry, || battle.snapshot());
                Ok(self.history.present())
            }
            Err(SubmitError::Broken(error)) => {
                self.take_back(source)?;
                Err(error.into())
            }
            Err(refused) => Err(refused.into()),
        }
    }

    fn write(&mut self, line: &SaveLine) -> std::io::Result<()> {
        self.journal.as_mut().map_or(Ok(()), |journal| journal.append(line))
    }

    /// Puts the battle back to the present entry, its dice to where they were.
    fn take_back(&mut self, source: Source) -> Result<(), GameError> {
        self.battle.dice_mut().set_source(source);
        self.replay_to(self.history.present().id)
    }

    /// Brings the battle to an entry: the last keyframe before it, then the
    /// recorded commands with their recorded faces.
    fn replay_to(&mut self, target: EntryId) -> Result<(), GameError> {
        let (keyframe, entries) = self.history.way_to(target).ok_or(GameError::NoEntry(target.0))?;
        self.battle.restore(keyframe)?;
        let source = self.battle.dice_mut().source().clone();
        let mut result = Ok(());
        for entry in entries {
            result = replay_entry(&mut self.battle, entry);
            if result.is_err() {
                break;
            }
        }
        self.battle.dice_mut().set_source(source);
        result
    }

    /// Goes to any entry, whatever branch it is on.
    ///
    /// # Errors
    /// There is none of that number, or the journal could not be written; then
    /// the game stands as it stood.
    pub fn go_to(&mut self, entry: EntryId) -> Result<(), GameError> {
        let here = self.history.present().id;
        if entry == here {
            return Ok(());
        }
        if let Err(error) = self.replay_to(entry) {
            self.replay_to(here)?;
            return Err(error);
        }
        if let Err(error) = self.write(&SaveLine::Present { at: entry }) {
            self.replay_to(here)?;
            return Err(GameError::Journal(error));
        }
        self.history.set_present(entry);
        Ok(())
    }

    /// Takes the last command back; whether there was one.
    ///
    /// # Errors
    /// As [`Self::go_to`].
    pub fn undo(&mut self) -> Result<bool, GameError> {
        self.history.undo_target().map_or(Ok(false), |entry| self.go_to(entry).map(|()| true))
    }

    /// Plays the command last taken back again; whether there was one.
    ///
    /// # Errors
    /// As [`Self::go_to`].
    pub fn redo(&mut self) -> Result<bool, GameError> {
        self.history.redo_target().map_or(Ok(false), |entry| self.go_to(entry).map(|()| true))
    }

    /// From now on the dice show these faces and no more.
    pub fn feed_dice(&mut self, faces: Vec<u8>) {
        self.battle.dice_mut().set_source(Source::Fed(faces.into()));
    }
}

/// Plays a recorded command with its recorded faces.
fn replay_entry(battle: &mut Battle, entry: &Entry) -> Result<(), GameError> {
    let command = entry.command.as_ref().ok_or(GameError::Diverged(entry.id.0))?;
    battle.dice_mut().set_source(Source::Fed(entry.faces().collect()));
    let outcome = battle.submit(command)?;
    if outcome.hash != entry.outcome.hash {
        return Err(GameError::Diverged(entry.id.0));
    }
    Ok(())
}

fn origin(source: &Source) -> DiceOrigin {
    match source {
        Source::Seed => DiceOrigin::Seed,
        Source::Fed(_) => DiceOrigin::Fed,
    }
}
