//! A battle with its history and, if wanted, its journal, always in step: what
//! the window, `run`, `replay` and tests hold in their hands.

use std::path::Path;
use std::sync::Arc;

use super::battle::{Battle, BattleError, SubmitError};
use super::command::Command;
use super::dice::{Dice, Source};
use super::record::history::{Branch, DiceOrigin, Entry, EntryId, History};
use super::record::journal::{EntryLine, FORMAT, Header, Journal, SaveLine, save_bytes, write_save};
use super::record::save::{Damage, ReadError, ReadSave, read_save};
use super::refusal::Refusal;
use super::snapshot::StateHash;
use crate::level::fault::Faults;
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

/// A game read from a save.
pub struct Loaded {
    /// Everything before the damage, if there is any.
    pub game: Game,
    /// What is wrong with the rest of the file.
    pub damage: Option<Damage>,
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

/// Why a save could not be opened.
#[derive(Debug, thiserror::Error)]
pub enum LoadError {
    /// Nothing of it can be read.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// The files it carries have mistakes.
    #[error("{0}")]
    Setup(#[from] Faults),
    /// The ruleset it carries means something else to this program.
    #[error("the save was made with ruleset \"{name}\" of hash {saved}; here it has hash {here}")]
    Ruleset {
        /// The ruleset's name.
        name: String,
        /// As saved.
        saved: StateHash,
        /// As read now.
        here: StateHash,
    },
    /// The opening cannot be played again.
    #[error(transparent)]
    Game(#[from] GameError),
    /// The opening is missing or damaged.
    #[error("{0}")]
    NoOpening(Damage),
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

    /// From now on every accepted command is written to this file before it
    /// counts; what was played so far is written first.
    ///
    /// # Errors
    /// The system's; then the game goes on recording as it did before.
    pub fn record_to(&mut self, path: &Path) -> Result<(), GameError> {
        let journal = Journal::create(path, &self.save_lines()).map_err(GameError::Save)?;
        self.journal = Some(journal);
        Ok(())
    }

    /// Brings the recording, if there is one, to the disk now.
    ///
    /// # Errors
    /// The system's.
    pub fn sync(&self) -> Result<(), GameError> {
        self.journal.as_ref().map_or(Ok(()), Journal::sync).map_err(GameError::Save)
    }

    /// From now on the dice show these faces and no more.
    pub fn feed_dice(&mut self, faces: Vec<u8>) {
        self.battle.dice_mut().set_source(Source::Fed(faces.into()));
    }

    /// Where the game is recorded, if it is.
    pub fn recorded_to(&self) -> Option<&Path> {
        self.journal.as_ref().map(Journal::path)
    }

    /// Writes the whole game to a file, all or nothing.
    ///
    /// # Errors
    /// The system's; then the file is as it was.
    pub fn save(&self, path: &Path) -> Result<(), GameError> {
        write_save(path, &self.save_lines()).map_err(GameError::Save)
    }

    /// As [`Self::save`], as the bytes of the file.
    ///
    /// # Errors
    /// A command cannot be written as JSON, which is a bug.
    pub fn save_bytes(&self) -> std::io::Result<Vec<u8>> {
        save_bytes(&self.save_lines()).map(|(bytes, _)| bytes)
    }

    fn save_lines(&self) -> Vec<SaveLine> {
        let header = Header {
            format: FORMAT,
            program: env!("CARGO_PKG_VERSION").to_owned(),
            ruleset: self.setup.ruleset.name.clone(),
            ruleset_hash: StateHash(self.setup.ruleset.hash()),
            level: self.setup.level.name.clone(),
            forces: self.setup.level.forces.clone().map(|force| force.name),
            seed: self.seed,
            bundle: self.setup.bundle.clone(),
        };
        let mut lines = vec![SaveLine::Header(Box::new(header))];
        lines.extend(self.history.entries().iter().map(|entry| SaveLine::Entry(EntryLine::from(entry))));
        // Reading the lines leaves a game at the last of them. Going to the end of the line that
        // redoing would follow, and back from there, leaves redoing as it is here.
        let mut read_to = self.history.entries().last().map(|last| last.id);
        for at in [self.history.tip(), self.history.present().id] {
            if read_to != Some(at) {
                lines.push(SaveLine::Present { at });
                read_to = Some(at);
            }
        }
        lines
    }

    /// Opens a save and plays it again, up to its end or its first damage.
    ///
    /// # Errors
    /// Not even the opening can be played again.
    pub fn load(path: &Path) -> Result<Loaded, LoadError> {
        Self::from_save(read_save(path)?)
    }

    /// As [`Self::load`], from lines already read.
    ///
    /// # Errors
    /// Not even the opening can be played again.
    pub fn from_save(save: ReadSave) -> Result<Loaded, LoadError> {
        let setup = Setup::from_bundle(save.header.bundle.clone())?;
        let here = StateHash(setup.ruleset.hash());
        if here != save.header.ruleset_hash {
            let (name, saved) = (save.header.ruleset, save.header.ruleset_hash);
            return Err(LoadError::Ruleset { name, saved, here });
        }
        let mut lines = save.lines.into_iter();
        let mut game = Self::reopen(Arc::new(setup), save.header.seed, lines.next(), &save.damage)?;
        let mut damage = save.damage;
        for (line, offset, content) in lines {
            let last_good = game.history.present().id;
            if let Err(what) = game.take_up(content) {
                game.replay_to(last_good)?;
                game.history.set_present(last_good);
                damage = Some(Damage { line, offset, what });
                break;
            }
        }
        game.battle.dice_mut().set_source(Source::Seed);
        Ok(Loaded { game, damage })
    }

    /// Plays the opening as it was saved.
    fn reopen(
        setup: Arc<Setup>,
        seed: u64,
        opening: Option<(usize, usize, SaveLine)>,
        damage: &Option<Damage>,
    ) -> Result<Self, LoadError> {
        let (line, offset, content) = opening.ok_or_else(|| {
            let what = "the save ends before the battle opens".to_owned();
            LoadError::NoOpening(damage.clone().unwrap_or(Damage { line: 2, offset: 0, what }))
        })?;
        let fault = |what: String| LoadError::NoOpening(Damage { line, offset, what });
        let SaveLine::Entry(opening) = content else {
            return Err(fault("the battle's opening is missing".to_owned()));
        };
        let faces = Source::Fed(opening.faces.clone().into());
        let mut game = Self::open(setup, seed, faces).map_err(|error| fault(error.to_string()))?;
        game.history =
            History::new(game.history.present().outcome.clone(), opening.dice, game.battle.snapshot());
        compare(game.history.present(), &opening).map_err(fault)?;
        Ok(game)
    }

    /// Plays one line of a save again.
    fn take_up(&mut self, line: SaveLine) -> Result<(), String> {
        match line {
            SaveLine::Header(_) => Err("a second header".to_owned()),
            SaveLine::Present { at } => {
                if at.0 >= self.history.entries().len() {
                    return Err(format!("it goes to entry {}, which is not there", at.0));
                }
                self.go_to(at).map_err(|error| error.to_string())
            }
            SaveLine::Entry(saved) => {
                let command = saved.command.clone().ok_or("a second opening")?;
                if saved.after != Some(self.history.present().id) {
                    self.go_to(saved.after.ok_or("a second opening")?).map_err(|error| error.to_string())?;
                }
                self.battle.dice_mut().set_source(Source::Fed(saved.faces.clone().into()));
                let outcome = self.battle.submit(&command).map_err(|error| error.to_string())?;
                let entry = self.history.draft(command, outcome, saved.dice);
                compare(&entry, &saved)?;
                let battle = &self.battle;
                self.history.push(entry, || battle.snapshot());
                Ok(())
            }
        }
    }

    /// Plays every entry again from the start, re-rolling the dice that came
    /// from the seed, and compares faces and state hashes.
    ///
    /// # Errors
    /// The number of the first entry that differs.
    pub fn verify(&self) -> Result<usize, GameError> {
        let entries = self.history.entries();
        let first = entries.first().ok_or(GameError::NoEntry(0))?;
        let mut game = Self::open(Arc::clone(&self.setup), self.seed, source_of(first))?;
        for entry in entries {
            if let Some(command) = &entry.command {
                game.go_to(entry.after.ok_or(GameError::Diverged(entry.id.0))?)?;
                game.battle.dice_mut().set_source(source_of(entry));
                game.submit(command.clone()).map_err(|_| GameError::Diverged(entry.id.0))?;
            }
            let played = &game.history.present().outcome;
            if played.hash != entry.outcome.hash || played.draws != entry.outcome.draws {
                return Err(GameError::Diverged(entry.id.0));
            }
        }
        Ok(entries.len())
    }
}

/// Holds an entry played again against what was saved of it.
fn compare(entry: &Entry, saved: &EntryLine) -> Result<(), String> {
    let played = EntryLine::from(entry);
    if played.hash != saved.hash {
        return Err(format!("it was saved with state {}, but leads to {}", saved.hash, played.hash));
    }
    if played != *saved {
        return Err("it was saved with other faces, or in another place, than it is played with".to_owned());
    }
    Ok(())
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

/// Where an entry's faces come from when it is played again to be checked.
fn source_of(entry: &Entry) -> Source {
    match entry.dice {
        DiceOrigin::Seed => Source::Seed,
        DiceOrigin::Fed => Source::Fed(entry.faces().collect()),
    }
}
