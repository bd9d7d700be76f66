//! Matches to files and back: recording, saving, loading, and playing a save
//! again to see that it leads where it says.

use std::ffi::OsString;
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::{Match, MatchError};
use crate::battle::{Battle, BattleError, Outcome};
use crate::command::Command;
use crate::dice::{Dice, DiceState, SavedRoll, Source};
use crate::game::{Game, Setup};
use crate::ids::Side;
use crate::record::claim::{Claim, Existing};
use crate::record::history::{Departure, DiceOrigin, Entry, History};
use crate::record::journal::{EntryLine, FORMAT, Header, Journal, SaveLine, save_bytes, write_save};
use crate::record::save::{Damage, PlacedLine, ReadError, ReadSave, read_save};
use crate::record::saved_outcome::SavedOutcome;
use crate::record::sole_writer::Lost;
use crate::record::whole_file::make_first_free;
use crate::state_hash::StateHash;

/// A game read from a save.
pub struct Loaded<G: Game> {
    /// Everything before the damage, if there is any.
    pub game: Match<G>,
    /// Damage in the rest of the file.
    pub damage: Option<Damage>,
}

/// A recording whose file was not in its place any more. Nothing of the game is lost: it goes on in another
/// file, which has the whole of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Relocation {
    /// Path of the original recording.
    pub from: PathBuf,
    /// Cause of the loss of that file.
    pub why: Lost,
    /// Path of the present recording.
    pub to: PathBuf,
}

impl fmt::Display for Relocation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (from, why, to) = (self.from.display(), self.why, self.to.display());
        write!(f, "{from} {why} while the game was being recorded to it: the whole game is now in {to}")
    }
}

/// Why a save could not be opened.
#[derive(Debug, thiserror::Error)]
pub enum LoadError<G: Game> {
    /// Nothing of it can be read.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// The files it carries have mistakes.
    #[error("{0}")]
    Setup(G::Faults),
    /// The ruleset it carries means something else to this program.
    #[error(
        "the save was made with another version of the ruleset \"{name}\": its hash was {saved}, here it is {here}"
    )]
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
    Match(#[from] MatchError<G>),
    /// The opening is missing or damaged.
    #[error("{0}")]
    NoOpening(Damage),
}

impl<G: Game> Match<G> {
    /// From now on every accepted command is written to this file before it
    /// counts; what was played so far is written first.
    ///
    /// # Errors
    /// The system's; then the game goes on recording as it did before.
    pub fn record_to(&mut self, claim: Claim) -> Result<(), MatchError<G>> {
        let journal = Journal::create(claim, &self.save_lines()).map_err(MatchError::Save)?;
        self.journal = Some(journal);
        Ok(())
    }

    /// As [`Self::record_to`], to the first of some files that is not there yet.
    ///
    /// # Errors
    /// As [`Self::record_to`].
    pub fn record_to_first_free(
        &mut self,
        paths: impl IntoIterator<Item = PathBuf>,
    ) -> Result<(), MatchError<G>> {
        self.journal = Some(self.begin_first_free(paths).map_err(MatchError::Save)?);
        Ok(())
    }

    fn begin_first_free(&self, paths: impl IntoIterator<Item = PathBuf>) -> std::io::Result<Journal> {
        let lines = self.save_lines();
        make_first_free(paths, |path| Journal::create(Claim::on(path, Existing::Kept)?, &lines))
    }

    /// Records the whole game to another file, since that of the journal is not in its place any more: under its name
    /// if nothing has it now, else beside it.
    pub(super) fn record_elsewhere(&mut self, why: Lost) -> Result<&mut Journal, MatchError<G>> {
        let from = self.recorded_to().unwrap_or(Path::new("")).to_owned();
        let others = (2..).map(|number| numbered(&from, number));
        match self.begin_first_free(std::iter::once(from.clone()).chain(others)) {
            Ok(journal) => {
                self.relocation = Some(Relocation { from, why, to: journal.path().to_owned() });
                Ok(self.journal.insert(journal))
            }
            Err(error) => Err(MatchError::JournalLost { path: from, why, error }),
        }
    }

    /// Takes the notice that the recording had to go on in another file; `None` if there is none, or it was taken already.
    pub fn take_relocation(&mut self) -> Option<Relocation> {
        self.relocation.take()
    }

    /// Brings the recording, if there is one, to the disk now, and makes sure that it is in its place.
    ///
    /// # Errors
    /// The system's.
    pub fn sync(&mut self) -> Result<(), MatchError<G>> {
        let Some(journal) = &mut self.journal else { return Ok(()) };
        let synced = match journal.check_place() {
            Err(why) => self.record_elsewhere(why)?.sync(),
            Ok(()) => journal.sync(),
        };
        synced.map_err(MatchError::Save)
    }

    /// Path of the recording, if there is one.
    pub fn recorded_to(&self) -> Option<&Path> {
        self.journal.as_ref().map(Journal::path)
    }

    /// Writes the whole game to a file, all or nothing. The file it is recorded to has it already.
    ///
    /// # Errors
    /// The system's; then the file is as it was.
    pub fn save(&self, path: &Path, existing: Existing) -> Result<(), MatchError<G>> {
        let saved = match &self.journal {
            Some(journal) if journal.is_at(path) => journal.sync(),
            _ => write_save(path, existing, &self.save_lines()),
        };
        saved.map_err(MatchError::Save)
    }

    /// As [`Self::save`], as the bytes of the file.
    ///
    /// # Errors
    /// A command cannot be written as JSON, which is a bug.
    pub fn save_bytes(&self) -> std::io::Result<Vec<u8>> {
        save_bytes(&self.save_lines()).map(|(bytes, _)| bytes)
    }

    fn save_lines(&self) -> Vec<SaveLine<G>> {
        let header = Header {
            format: FORMAT,
            game: G::ID.to_owned(),
            program: env!("CARGO_PKG_VERSION").to_owned(),
            ruleset: self.setup.ruleset_name().to_owned(),
            ruleset_hash: StateHash(self.setup.ruleset_hash()),
            level: self.setup.level_name().to_owned(),
            forces: Side::BOTH.map(|side| self.setup.force_name(side).to_owned()),
            seed: self.seed,
            bundle: self.setup.bundle().clone(),
        };
        let mut lines = vec![SaveLine::Header(Box::new(header))];
        let history = self.kept_history();
        lines.extend(history.entries().iter().map(|entry| SaveLine::Entry(EntryLine::from(entry))));
        // Reading the lines leaves a game at the last of them. Going to the end of the line that
        // redoing would follow, and back from there, leaves redoing as it is here.
        let mut read_to = history.entries().last().map(|last| last.id);
        for at in [history.tip(), history.home()] {
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
    pub fn load(path: &Path) -> Result<Loaded<G>, LoadError<G>> {
        Self::from_save(read_save(path)?)
    }

    /// As [`Self::load`], from lines already read.
    ///
    /// # Errors
    /// Not even the opening can be played again.
    pub fn from_save(save: ReadSave<G>) -> Result<Loaded<G>, LoadError<G>> {
        let setup = G::Setup::from_bundle(save.header.bundle.clone()).map_err(LoadError::Setup)?;
        let here = StateHash(setup.ruleset_hash());
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
        setup: Arc<G::Setup>,
        seed: u64,
        opening: Option<PlacedLine<G>>,
        damage: &Option<Damage>,
    ) -> Result<Self, LoadError<G>> {
        let (line, offset, content) = opening.ok_or_else(|| {
            let what = "the save ends before the battle opens".to_owned();
            LoadError::NoOpening(damage.clone().unwrap_or(Damage { line: 2, offset: 0, what }))
        })?;
        let fault = |what: String| LoadError::NoOpening(Damage { line, offset, what });
        let SaveLine::Entry(opening) = content else {
            return Err(fault("the battle's opening is missing".to_owned()));
        };
        Self::replay_opening(Arc::clone(&setup), seed, &opening)
            .or_else(|why| Self::follow_opening(setup, seed, &opening, why))
            .map_err(fault)
    }

    /// Plays a saved opening again; what was saved of it must come about.
    fn replay_opening(setup: Arc<G::Setup>, seed: u64, saved: &EntryLine<G>) -> Result<Self, String> {
        let faces = Source::Fed(saved.faces.clone().into());
        let mut game = Self::open(setup, seed, faces).map_err(|error| error.to_string())?;
        game.history =
            History::new(game.history.present().outcome.clone(), saved.dice, game.battle.snapshot());
        compare(game.history.present(), saved)?;
        Ok(game)
    }

    /// As [`Self::follow`], for the opening.
    fn follow_opening(
        setup: Arc<G::Setup>,
        seed: u64,
        saved: &EntryLine<G>,
        why: String,
    ) -> Result<Self, String> {
        let (outcome, departure) = recorded(saved, why)?;
        let mut battle = Battle::unopened(Arc::clone(&setup), Dice::seeded(seed));
        let dice = DiceState { seed, drawn: outcome.draws.len() as u64 };
        bring_to(&mut battle, saved, &outcome, dice).map_err(|error| {
            format!("{}; and what was saved of it cannot be shown: {error}", departure.why)
        })?;
        let mut history = History::new(outcome, saved.dice, battle.snapshot());
        history.mark_opening(departure, saved.outcome.clone());
        Ok(Self::opened(setup, seed, battle, history))
    }

    /// Plays one line of a save again.
    fn take_up(&mut self, line: SaveLine<G>) -> Result<(), String> {
        match line {
            SaveLine::Header(_) => Err("a second header".to_owned()),
            SaveLine::Present { at } => {
                if at.0 >= self.history.entries().len() {
                    return Err(format!("it refers to entry {}, which does not exist", at.0));
                }
                self.go_to(at).map_err(|error| error.to_string())
            }
            SaveLine::Entry(saved) => {
                let command = saved.command.clone().ok_or("a second opening")?;
                if saved.after != Some(self.history.present().id) {
                    self.go_to(saved.after.ok_or("a second opening")?).map_err(|error| error.to_string())?;
                }
                self.battle.dice_mut().set_source(Source::Fed(saved.faces.clone().into()));
                let mut entry = match self.replay(&command, &saved) {
                    Ok(entry) => entry,
                    Err(why) => self.follow(command, &saved, why)?,
                };
                entry.rationale = saved.rationale;
                self.history.push(entry);
                Ok(())
            }
        }
    }

    /// Plays a saved command again; what was saved of it must come about.
    fn replay(&mut self, command: &Command<G>, saved: &EntryLine<G>) -> Result<Entry<G>, String> {
        let outcome = self.battle.submit(command).map_err(|error| error.to_string())?;
        let entry = self.history.draft(command.clone(), outcome, saved.dice, || self.battle.snapshot());
        compare(&entry, saved)?;
        Ok(entry)
    }

    /// Does what a saved command brought about when it was played. `why` says what the rules of this program make of it;
    /// it is the fault of a line that does not say what the command brought about.
    fn follow(&mut self, command: Command<G>, saved: &EntryLine<G>, why: String) -> Result<Entry<G>, String> {
        self.replay_to(self.history.present().id).map_err(|error| error.to_string())?;
        let (outcome, departure) = recorded(saved, why)?;
        let drawn = self.history.present().drawn() + outcome.draws.len() as u64;
        bring_to(&mut self.battle, saved, &outcome, DiceState { seed: self.seed, drawn }).map_err(
            |error| format!("{}; and what was saved of it cannot be shown: {error}", departure.why),
        )?;
        let mut entry = self.history.draft(command, outcome, saved.dice, || self.battle.snapshot());
        entry.depart(departure, saved.outcome.clone());
        if !EntryLine::from(&entry).agrees_with(saved) {
            return Err("its dice or its place in the history differ from what was saved".to_owned());
        }
        Ok(entry)
    }

    /// Plays every entry again from the start, re-rolling the dice that came
    /// from the seed, and compares faces and state hashes.
    ///
    /// # Errors
    /// The number of the first entry that differs.
    pub fn verify(&self) -> Result<usize, MatchError<G>> {
        let entries = self.history.entries();
        let first = entries.first().ok_or(MatchError::NoEntry(0))?;
        let mut game = Self::open(Arc::clone(&self.setup), self.seed, source_of(first))?;
        for entry in entries {
            if let Some(Departure { why, .. }) = &entry.departure {
                return Err(MatchError::Departed { entry: entry.id.0, why: why.clone() });
            }
            if let Some(command) = &entry.command {
                game.go_to(entry.after.ok_or(MatchError::Diverged(entry.id.0))?)?;
                game.battle.dice_mut().set_source(source_of(entry));
                game.submit(command.clone()).map_err(|_| MatchError::Diverged(entry.id.0))?;
            }
            let played = &game.history.present().outcome;
            if played.hash != entry.outcome.hash || played.draws != entry.outcome.draws {
                return Err(MatchError::Diverged(entry.id.0));
            }
        }
        Ok(entries.len())
    }
}

/// `game.jsonl` as `game-2.jsonl`.
fn numbered(path: &Path, number: u32) -> PathBuf {
    let mut name = path.file_stem().map_or_else(OsString::new, OsString::from);
    name.push(format!("-{number}"));
    if let Some(ending) = path.extension() {
        name.push(".");
        name.push(ending);
    }
    path.with_file_name(name)
}

/// Holds an entry played again against what was saved of it.
fn compare<G: Game>(entry: &Entry<G>, saved: &EntryLine<G>) -> Result<(), String> {
    let played = EntryLine::from(entry);
    if played.hash != saved.hash {
        return Err(format!("it was saved with state {}, but replays to {}", saved.hash, played.hash));
    }
    if !played.agrees_with(saved) {
        return Err("its dice or its place in the history differ from what was saved".to_owned());
    }
    Ok(())
}

/// Recorded outcome of a saved command, from when it was played.
fn recorded<G: Game>(saved: &EntryLine<G>, why: String) -> Result<(Outcome<G>, Departure), String> {
    let Some(outcome) = &saved.outcome else { return Err(why) };
    let SavedOutcome { facts, rolls, agenda } =
        outcome.read().map_err(|error| format!("{why}; and what was saved of it cannot be read: {error}"))?;
    let draws: Vec<_> = rolls.iter().flat_map(SavedRoll::draws).collect();
    let agenda = agenda.read();
    let departure = Departure { why, goes_on: agenda.is_ok() };
    Ok((Outcome { facts, draws, agenda: agenda.unwrap_or_default(), hash: saved.hash }, departure))
}

/// Brings a battle to where a saved command led: to the keyframe that was saved with it, else by its facts.
fn bring_to<G: Game>(
    battle: &mut Battle<G>,
    saved: &EntryLine<G>,
    outcome: &Outcome<G>,
    dice: DiceState,
) -> Result<(), BattleError<G>> {
    let keyframe = saved.state.as_ref().and_then(|state| state.read().ok());
    if keyframe.is_some_and(|state| battle.restore(&state).is_ok()) {
        return Ok(());
    }
    battle.follow_recorded(&outcome.facts, outcome.agenda.clone(), dice)
}

/// Source of an entry's faces when it is played again to be checked.
fn source_of<G: Game>(entry: &Entry<G>) -> Source {
    match entry.dice {
        DiceOrigin::Seed => Source::Seed,
        DiceOrigin::Fed => Source::Fed(entry.faces().collect()),
    }
}
