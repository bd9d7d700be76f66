//! A match: a battle with its history and, if wanted, its journal, always in step. Writing matches to files and reading
//! them back is in `saving`, looking at its past and trying something out in `looking`.

mod again;
mod error;
mod looking;
mod saving;

pub use again::{Passed, PlayedAgain};
pub use error::MatchError;
pub use saving::{LoadError, Loaded, Relocation};

use std::sync::Arc;

use crate::battle::{Battle, Outcome, SubmitError};
use crate::command::Command;
use crate::dice::{Dice, Source};
use crate::game::Game;
use crate::record::history::{Branch, Departure, DiceOrigin, Entry, EntryId, History, Rationale};
use crate::record::journal::{EntryLine, Journal, JournalError, SaveLine};
use again::replay_entry;
use looking::TryOut;

/// Source of a battle's dice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DiceChoice {
    /// Rolled from this seed.
    Seed(u64),
    /// These faces and no more.
    Script(Vec<u8>),
    /// These faces first, then the dice of a seed.
    ScriptThenSeed {
        /// The faces.
        faces: Vec<u8>,
        /// Of the dice after them.
        seed: u64,
    },
    /// Rolled by hand: these for the opening, those of each command with it.
    Hand {
        /// Of the faces that the program rolls if it is asked to.
        seed: u64,
        /// The faces of the opening rolled so far.
        faces: Vec<u8>,
    },
}

/// A battle, its history, its journal: what windows, tools and tests hold.
pub struct Match<G: Game> {
    battle: Battle<G>,
    history: History<G>,
    setup: Arc<G::Setup>,
    seed: u64,
    journal: Option<Journal>,
    relocation: Option<Relocation>,
    try_out: Option<TryOut>,
    /// Rationale to keep with this command if it is given after this entry.
    rationale: Option<(EntryId, Command<G>, Rationale)>,
}

impl<G: Game> Match<G> {
    /// Sets up a level and plays it up to the first decision.
    ///
    /// # Errors
    /// Scripted dice ran out, dice are to be rolled by hand, or a bug.
    pub fn start(setup: Arc<G::Setup>, dice: DiceChoice) -> Result<Self, MatchError<G>> {
        match dice {
            DiceChoice::Seed(seed) => Self::open(setup, seed, Source::Seed),
            DiceChoice::Script(faces) => Self::open(setup, 0, Source::Fed(faces.into())),
            DiceChoice::ScriptThenSeed { faces, seed } => {
                Self::open(setup, seed, Source::FedThenSeed(faces.into()))
            }
            DiceChoice::Hand { seed, faces } => {
                let laid = faces.len();
                let mut game = Self::open(setup, seed, Source::Fed(faces.into()))?;
                Spare::None { laid }.check(game.battle.dice().source())?;
                game.roll_by_hand();
                Ok(game)
            }
        }
    }

    fn open(setup: Arc<G::Setup>, seed: u64, source: Source) -> Result<Self, MatchError<G>> {
        let mut dice = Dice::seeded(seed);
        let origin = origin(&source);
        dice.set_source(source);
        let (battle, outcome) = Battle::new(Arc::clone(&setup), dice)?;
        let history = History::new(outcome, origin, battle.snapshot());
        Ok(Self::opened(setup, seed, battle, history))
    }

    /// A battle that nobody records yet, with what happened in it so far.
    fn opened(setup: Arc<G::Setup>, seed: u64, battle: Battle<G>, history: History<G>) -> Self {
        Self { battle, history, setup, seed, journal: None, relocation: None, try_out: None, rationale: None }
    }

    /// The battle as it stands.
    pub fn battle(&self) -> &Battle<G> {
        &self.battle
    }

    /// Every entry so far.
    pub fn history(&self) -> &History<G> {
        &self.history
    }

    /// Level, cards and ruleset.
    pub fn setup(&self) -> &Arc<G::Setup> {
        &self.setup
    }

    /// Seed of the dice.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// The entries that are shown as they were saved, because the rules of this program do not bring them about.
    pub fn departures(&self) -> impl Iterator<Item = (EntryId, &Departure)> {
        self.history.entries().iter().filter_map(|entry| Some((entry.id, entry.departure.as_ref()?)))
    }

    /// Number of commands shown as they were saved, in words; `None` if there are none.
    pub fn departed_in_words(&self) -> Option<String> {
        let (first, _) = self.departures().next()?;
        let (departed, all) = (self.departures().count(), self.history.entries().len());
        let first = if first.0 == 0 { "the opening".to_owned() } else { format!("command {}", first.0) };
        Some(format!(
            "{departed} of {all} entries were played by other rules and are shown as they were saved, the first of them \
             {first}"
        ))
    }

    /// Whether the present line was begun by going back past dice.
    pub fn is_what_if(&self) -> bool {
        self.history.present().branch == Branch::WhatIf
    }

    /// Says why a command is given now: it is kept with the entry that the command becomes, in the journal too. The state, and
    /// its hash, know nothing of it.
    pub fn give_reason(&mut self, command: &Command<G>, rationale: Rationale) {
        self.rationale = Some((self.history.present().id, command.clone(), rationale));
    }

    /// Carries a command out, if it is allowed, and writes it to the journal.
    ///
    /// # Errors
    /// Whatever the error, the game stands as it stood before.
    pub fn submit(&mut self, command: Command<G>) -> Result<&Entry<G>, MatchError<G>> {
        self.carry_out(command, Spare::Kept)?;
        Ok(self.history.present())
    }

    /// Carries a command out with the faces of dice rolled by hand, whoever rolls otherwise: those of
    /// all its dice, in the order in which they are wanted.
    ///
    /// # Errors
    /// There are fewer faces than dice, or more; else as [`Self::submit`]. Whatever the error, the game
    /// stands as it stood before.
    pub fn submit_with(&mut self, command: Command<G>, faces: &[u8]) -> Result<&Entry<G>, MatchError<G>> {
        let laid = Source::Fed(faces.iter().copied().collect());
        let before = self.battle.dice_mut().set_source(laid);
        let done = self.carry_out(command, Spare::None { laid: faces.len() });
        self.battle.dice_mut().set_source(before);
        done?;
        Ok(self.history.present())
    }

    fn carry_out(&mut self, command: Command<G>, spare: Spare) -> Result<(), MatchError<G>> {
        let present = self.history.present();
        if self.history.is_looked_at() {
            return Err(MatchError::LookedAt(present.id.0));
        }
        if present.departure.as_ref().is_some_and(|departure| !departure.goes_on) {
            return Err(MatchError::OnlyShown(present.id.0));
        }
        let source = self.battle.dice().source().clone();
        let outcome = match self.battle.submit(&command) {
            Err(SubmitError::Refused(refusal)) => return Err(MatchError::Refused(refusal)),
            outcome => outcome.map_err(MatchError::from),
        };
        let done = outcome.and_then(|outcome| self.keep(command, outcome, origin(&source), spare));
        if done.is_err() {
            self.battle.dice_mut().set_source(source);
            self.replay_to(self.history.present().id)?;
        }
        done
    }

    /// Makes what a command brought about an entry.
    fn keep(
        &mut self,
        command: Command<G>,
        outcome: Outcome<G>,
        dice: DiceOrigin,
        spare: Spare,
    ) -> Result<(), MatchError<G>> {
        spare.check(self.battle.dice().source())?;
        let here = self.history.present().id;
        let given = self.rationale.take_if(|(after, of, _)| *after == here && *of == command);
        let mut entry = self.history.draft(command, outcome, dice, || self.battle.snapshot());
        entry.rationale = given.map(|(.., rationale)| rationale);
        self.write(&SaveLine::Entry(EntryLine::from(&entry)))?;
        self.history.push(entry);
        Ok(())
    }

    /// Adds a line to the journal, if there is one. Where its file is not in its place any more, the
    /// whole game is written to another, and the line to that.
    /// What is tried out is not written.
    fn write(&mut self, line: &SaveLine<G>) -> Result<(), MatchError<G>> {
        if self.try_out.is_some() {
            return Ok(());
        }
        let Some(journal) = &mut self.journal else { return Ok(()) };
        let written = match journal.append(line) {
            Err(JournalError::Lost(why)) => self.record_elsewhere(why)?.append(line),
            written => written,
        };
        written.map_err(MatchError::Journal)
    }

    /// Brings the battle to an entry: the last keyframe before it, then the
    /// recorded commands with their recorded faces.
    fn replay_to(&mut self, target: EntryId) -> Result<(), MatchError<G>> {
        let (keyframe, entries) = self.history.way_to(target).ok_or(MatchError::NoEntry(target.0))?;
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
    pub fn go_to(&mut self, entry: EntryId) -> Result<(), MatchError<G>> {
        let here = self.history.present().id;
        if entry == here && !self.history.is_looked_at() {
            return Ok(());
        }
        if let Err(error) = self.replay_to(entry) {
            self.replay_to(here)?;
            return Err(error);
        }
        if let Err(error) = self.write(&SaveLine::Present { at: entry }) {
            self.replay_to(here)?;
            return Err(error);
        }
        self.history.set_present(entry);
        Ok(())
    }

    /// Plays the present line again, entry by entry, in another battle of the same setup, without a word to history or
    /// journal. What is done with that battle in between does not matter: each entry is played from where the one before it
    /// led. The opening comes first, as it stood afterwards.
    ///
    /// # Errors
    /// The battle is of another setup, or the line cannot be played: a bug; or what `visit` returns.
    pub fn play_again<E: From<MatchError<G>>>(
        &self,
        battle: &mut Battle<G>,
        mut visit: impl FnMut(&mut Battle<G>, Passed<'_, G>) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut again = PlayedAgain::default();
        for entry in self.history.line() {
            let before = again.play(battle, entry)?;
            let Some(after) = again.after() else { continue };
            visit(battle, Passed { entry, before: before.as_ref(), after })?;
        }
        Ok(())
    }

    /// Takes the last command back; whether there was one.
    ///
    /// # Errors
    /// As [`Self::go_to`].
    pub fn undo(&mut self) -> Result<bool, MatchError<G>> {
        self.history.undo_target().map_or(Ok(false), |entry| self.go_to(entry).map(|()| true))
    }

    /// Plays the command last taken back again; whether there was one.
    ///
    /// # Errors
    /// As [`Self::go_to`].
    pub fn redo(&mut self) -> Result<bool, MatchError<G>> {
        self.history.redo_target().map_or(Ok(false), |entry| self.go_to(entry).map(|()| true))
    }

    /// From now on the dice show these faces and no more.
    pub fn feed_dice(&mut self, faces: Vec<u8>) {
        self.battle.dice_mut().set_source(Source::Fed(faces.into()));
    }

    /// From now on dice are rolled by hand: a command that rolls any is given with their faces.
    pub fn roll_by_hand(&mut self) {
        self.battle.dice_mut().set_source(Source::Hand);
    }

    /// From now on the program rolls the dice.
    pub fn roll_by_program(&mut self) {
        self.battle.dice_mut().set_source(Source::Seed);
    }
}

/// Treatment of faces that no die took.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Spare {
    /// They wait for the next dice.
    Kept,
    /// There must be none: these many came with the command.
    None { laid: usize },
}

impl Spare {
    fn check<G: Game>(self, source: &Source) -> Result<(), MatchError<G>> {
        match (self, source) {
            (Self::None { laid }, Source::Fed(left)) if !left.is_empty() => {
                Err(MatchError::FacesLeft { laid, rolled: laid - left.len() })
            }
            _ => Ok(()),
        }
    }
}

fn origin(source: &Source) -> DiceOrigin {
    match source {
        Source::Seed => DiceOrigin::Seed,
        Source::FedThenSeed(faces) if faces.is_empty() => DiceOrigin::Seed,
        Source::Fed(_) | Source::FedThenSeed(_) | Source::Hand | Source::Another(_) => DiceOrigin::Fed,
    }
}
