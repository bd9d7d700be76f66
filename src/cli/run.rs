//! `warstrike run`: plays commands and tells what came of them.
//!
//! Output, one JSON object a line: `{"entry":N,"fact":…}` for each fact, `{"entry":N,"roll":…}` for dice,
//! `{"entry":N,"state":"…","decides":…}` after each accepted command (entry 0 is
//! the opening), `{"line":N,"refused":…}` for each that is not,
//! `{"line":N,"nothing_to":"undo"}` where there is nothing to undo or redo. With `--dice hand`
//! `{"wants":…}` asks for faces.

use std::io::{BufRead, Write};
use std::path::{Path, PathBuf};

use clap::Args;
use serde::Serialize;

use warstrike::game::engine::agenda::Decision;
use warstrike::game::engine::command::Command;
use warstrike::game::engine::dice::{Rolled, Source, rolls};
use warstrike::game::engine::fact::Fact;
use warstrike::game::engine::play::{Game, GameError};
use warstrike::game::engine::record::history::Entry;
use warstrike::game::engine::refusal::Refusal;
use warstrike::game::engine::snapshot::StateHash;
use warstrike::level::data_folder::DataFolder;

use super::by_hand::{self, Answer, WantedBy};
use super::open::{damage_message, open_asking};
use super::orders::{Instruction, Orders};
use super::{Done, Opening, Stop};

#[derive(Args)]
pub(super) struct RunArgs {
    /// A level, by path or shipped name, or a save to go on from
    level: String,
    /// Commands, one JSON object a line; - for standard input
    #[arg(long, value_name = "FILE")]
    orders: PathBuf,
    #[command(flatten)]
    opening: Opening,
    /// Record the game to this new save
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    /// Let --save replace a file
    #[arg(long, requires = "save")]
    overwrite: bool,
    /// Stop at the first refusal
    #[arg(long)]
    strict: bool,
}

/// One line of output.
#[derive(Serialize)]
#[serde(untagged)]
enum Line<'a> {
    Fact { entry: usize, fact: &'a Fact },
    Roll { entry: usize, roll: Rolled },
    State { entry: usize, state: StateHash, decides: Option<Decision> },
    Refused { line: usize, refused: &'a Refusal },
    Nothing { line: usize, nothing_to: &'static str },
    TakenBack { taken_back: usize },
}

pub(super) fn run(args: &RunArgs, data: &DataFolder, out: &mut impl Write) -> Done {
    let mut orders = Orders::open(&args.orders).map_err(Stop::Bad)?;
    let out = &mut Patient { out, listened: true };
    let opened = open_asking(&args.level, &args.opening, data, |asked| {
        match by_hand::ask(WantedBy::Opening, asked.wanted, &mut orders, out)? {
            Answer::Faces(faces) => Ok(faces),
            Answer::Roll | Answer::TakeBack => Ok(asked.roll()),
        }
    })?;
    if let Some(damage) = &opened.damage {
        return Err(Stop::Bad(damage_message(&args.level, &opened.game, damage)));
    }
    let mut player = Player { game: opened.game, strict: args.strict, refusals: 0 };
    if let Some(path) = &args.save {
        let allowed = if args.overwrite { Ok(()) } else { refuse_to_replace(path) };
        allowed.map_err(Stop::Bad)?;
        player.game.record_to(path).map_err(|error| Stop::Bad(format!("{}: {error}", path.display())))?;
    }
    write_entry(out, player.game.history().present(), player.game.battle().decision())?;
    player.play_all(&mut orders, out)?;
    player.game.sync().map_err(|error| Stop::Bad(error.to_string()))?;
    match player.refusals {
        0 => Ok(()),
        n => Err(Stop::Failed(format!("{n} commands were refused"))),
    }
}

/// Output whose reader may go away: the game is played, and recorded, to its end all the same.
struct Patient<'a, W: Write> {
    out: &'a mut W,
    listened: bool,
}

impl<W: Write> Patient<'_, W> {
    fn unless_closed<T>(&mut self, done: std::io::Result<T>, otherwise: T) -> std::io::Result<T> {
        match done {
            Err(error) if error.kind() == std::io::ErrorKind::BrokenPipe => {
                self.listened = false;
                Ok(otherwise)
            }
            done => done,
        }
    }
}

impl<W: Write> Write for Patient<'_, W> {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        if !self.listened {
            return Ok(bytes.len());
        }
        let written = self.out.write(bytes);
        self.unless_closed(written, bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        if !self.listened {
            return Ok(());
        }
        let flushed = self.out.flush();
        self.unless_closed(flushed, ())
    }
}

/// A file that is there already is not written over unasked.
pub(super) fn refuse_to_replace(path: &Path) -> Result<(), String> {
    match path.try_exists() {
        Ok(false) => Ok(()),
        Ok(true) => Err(format!("{}: is there already; --overwrite replaces it", path.display())),
        Err(error) => Err(format!("{}: {error}", path.display())),
    }
}

/// The game and how refusals are taken.
struct Player {
    game: Game,
    strict: bool,
    refusals: usize,
}

/// What became of a line.
enum Played {
    Done,
    /// There was nothing that it could do.
    Nothing,
    /// Its dice were wanted, and it was taken back instead.
    TakenBack,
}

impl Player {
    /// Plays lines as they come, each answered before the next is read, so that a program may wait
    /// for the answer.
    fn play_all<R: BufRead>(&mut self, orders: &mut Orders<R>, out: &mut impl Write) -> Done {
        out.flush()?;
        while let Some((number, read)) = orders.next().map_err(Stop::Bad)? {
            let instruction = read
                .map_err(|(column, what)| Stop::Bad(format!("standard input:{number}:{column}: {what}")))?;
            self.play(number, instruction, orders, out)?;
            out.flush()?;
        }
        Ok(())
    }

    fn play<R: BufRead>(
        &mut self,
        line: usize,
        instruction: Instruction,
        orders: &mut Orders<R>,
        out: &mut impl Write,
    ) -> Done {
        let done = |done| if done { Played::Done } else { Played::Nothing };
        let (played, nothing_to) = match instruction {
            Instruction::Command(command) => (self.submit(line, command, orders, out)?, "do"),
            Instruction::Undo => (self.game.undo().map(done), "undo"),
            Instruction::Redo => (self.game.redo().map(done), "redo"),
            Instruction::Faces(_) | Instruction::Roll => (Ok(Played::Nothing), "roll"),
        };
        match played {
            Ok(Played::Done) => {
                write_entry(out, self.game.history().present(), self.game.battle().decision())
            }
            Ok(Played::TakenBack) => write_line(out, &Line::TakenBack { taken_back: line }),
            Ok(Played::Nothing) => {
                self.refusals += 1;
                write_line(out, &Line::Nothing { line, nothing_to })?;
                let why = format!("line {line}: there is nothing to {nothing_to}");
                if self.strict { Err(Stop::Failed(why)) } else { Ok(()) }
            }
            Err(GameError::Refused(refusal)) => self.note_refusal(line, &refusal, out),
            Err(error) => Err(Stop::Bad(format!("line {line}: {error}"))),
        }
    }

    /// Gives a command; where dice are rolled by hand, with the faces that are asked for.
    fn submit<R: BufRead>(
        &mut self,
        line: usize,
        command: Command,
        orders: &mut Orders<R>,
        out: &mut impl Write,
    ) -> Result<Result<Played, GameError>, Stop> {
        if *self.game.battle().dice().source() != Source::Hand {
            return Ok(self.game.submit(command).map(|_| Played::Done));
        }
        let mut faces = Vec::new();
        loop {
            match self.game.submit_with(command.clone(), &faces) {
                Err(GameError::DiceWanted(wanted)) => {
                    match by_hand::ask(WantedBy::Line(line), &wanted, orders, out)? {
                        Answer::Faces(more) => faces.extend(more),
                        Answer::Roll => {
                            let dice = self.game.battle().dice();
                            faces.extend(dice.faces_ahead(faces.len() as u64, wanted.wanted.missing()));
                        }
                        Answer::TakeBack => return Ok(Ok(Played::TakenBack)),
                    }
                }
                played => return Ok(played.map(|_| Played::Done)),
            }
        }
    }

    fn note_refusal(&mut self, line: usize, refused: &Refusal, out: &mut impl Write) -> Done {
        self.refusals += 1;
        write_line(out, &Line::Refused { line, refused })?;
        if self.strict { Err(Stop::Failed(format!("line {line}: {refused}"))) } else { Ok(()) }
    }
}

/// Writes an entry's facts, its dice and the state they led to.
pub(super) fn write_entry(out: &mut impl Write, entry: &Entry, decides: Option<Decision>) -> Done {
    let number = entry.id.0;
    for fact in &entry.outcome.facts {
        write_line(out, &Line::Fact { entry: number, fact })?;
    }
    for roll in rolls(&entry.outcome.draws) {
        write_line(out, &Line::Roll { entry: number, roll })?;
    }
    write_line(out, &Line::State { entry: number, state: entry.outcome.hash, decides })
}

fn write_line(out: &mut impl Write, line: &Line) -> Done {
    serde_json::to_writer(&mut *out, line)?;
    Ok(out.write_all(b"\n")?)
}
