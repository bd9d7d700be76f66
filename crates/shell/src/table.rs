//! A game at the table of `run`: orders come line by line, computer players decide where it is their turn, and what happens is
//! printed.
//!
//! Output, one JSON object a line: `{"header":…}` says first which game it is; then `{"entry":N,"fact":…}` for each fact,
//! `{"entry":N,"roll":…}` for dice, `{"entry":N,"state":"…","decides":…}` after each accepted command (entry 0 is
//! the opening), `{"line":N,"refused":…}` for each refused one,
//! `{"entry":N,"computer":{"command":…,"why":…}}` before what a computer player's command brought about,
//! `{"line":N,"nothing_to":"undo"}` where there is nothing to undo or redo. With dice rolled by hand
//! `{"wants":…}` asks for faces; `{"end_state":…}` comes last where it is asked for.

use std::io::{BufRead, ErrorKind, Write};
use std::path::Path;

use serde::Serialize;
use serde_json::value::RawValue;
use tabletop::command::Command;
use tabletop::dice::Source;
use tabletop::game::Game;
use tabletop::matches::{Match, MatchError};
use tabletop::record::claim::{Claim, Existing};
use tabletop::refusal::Refusal;

use crate::by_hand::{self, Answer, WantedBy};
use crate::desk::{Decided, Desk};
use crate::error::{ToolError, ToolResult};
use crate::header::Header;
use crate::lines::{write_entry, write_header, write_json};
use crate::orders::{Instruction, Orders};
use crate::say::{say_entry, say_prompt, say_refusal};
use tabletop::standard_error::tell;

/// Options of playing and printing a game.
#[derive(Clone, Copy, Debug, Default)]
pub struct How<'a> {
    /// Sentences instead of JSON, and what is asked next.
    pub says: bool,
    /// Stop at the first refusal; fail if scripted faces are left over.
    pub is_strict: bool,
    /// At the end, print all that is on the table.
    pub shows_end_state: bool,
    /// No die may be rolled.
    pub forbids_dice: bool,
    /// Path at which the game is recorded.
    pub save: Option<&'a Path>,
}

/// One line of output.
#[derive(Serialize)]
#[serde(untagged, bound(serialize = "C: Serialize"))]
enum Line<'a, G: Game, C> {
    Computer { entry: usize, computer: ChosenBy<'a, C> },
    Refused { line: usize, refused: &'a Refusal<G> },
    Nothing { line: usize, nothing_to: &'static str },
    TakenBack { taken_back: usize },
    EndState { end_state: &'a RawValue },
}

/// Choice of a computer player, with its style.
#[derive(Serialize)]
struct ChosenBy<'a, C> {
    by: &'a str,
    #[serde(flatten)]
    chosen: &'a C,
}

/// Claims a save for recording.
///
/// # Errors
/// It is there already, or the system's.
pub fn claim<G: Game>(path: &Path, existing: Existing) -> Result<Claim, ToolError> {
    Claim::on(path, existing).map_err(|error| cannot_save(path, &MatchError::<G>::Save(error)))
}

/// Words for a save that could not be written.
pub fn cannot_save<G: Game>(path: &Path, error: &MatchError<G>) -> ToolError {
    let path = path.display();
    ToolError::Bad(match error {
        MatchError::Save(error) if error.kind() == ErrorKind::AlreadyExists => {
            format!("{path}: already exists; --overwrite replaces it")
        }
        error => format!("{path}: {error}"),
    })
}

/// Words for an error of the game; where no die may be rolled, that rolling was forbidden.
pub fn game_error<G: Game>(error: &MatchError<G>, forbids_dice: bool) -> String {
    match error {
        MatchError::DiceWanted(wanted) if forbids_dice => {
            format!("--dice none forbids rolling, but dice are needed: {}", wanted.wanted.roll)
        }
        _ => error.to_string(),
    }
}

/// A game, and who plays it how.
pub struct Table<'a, G: Game, D: Desk<G>> {
    /// The game.
    pub game: Match<G>,
    /// Its computer players and its words.
    pub desk: D,
    how: How<'a>,
    refusals: usize,
}

/// Outcome of a line of orders.
enum Played {
    Accepted,
    /// There was nothing to undo, redo or roll.
    Nothing,
    /// It was taken back when its dice were asked for.
    TakenBack,
}

impl<'a, G: Game, D: Desk<G>> Table<'a, G, D> {
    /// Sits down at a game.
    pub fn new(game: Match<G>, desk: D, how: How<'a>) -> Self {
        Self { game, desk, how, refusals: 0 }
    }

    /// Records the game to a claimed file.
    ///
    /// # Errors
    /// The system's.
    pub fn record_to(&mut self, claim: Claim) -> ToolResult {
        let path = self.how.save.unwrap_or(Path::new(""));
        self.game.record_to(claim).map_err(|error| cannot_save(path, &error))
    }

    /// Says which game it is, plays it, and ends what has to be ended.
    ///
    /// # Errors
    /// Commands were refused, or the game could not go on.
    pub fn play_to_end<R: BufRead>(
        &mut self,
        orders: &mut Orders<G, R>,
        header: &Header,
        out: &mut impl Write,
    ) -> ToolResult {
        match self.how.says {
            true => header.say(out)?,
            false => write_header(out, header)?,
        }
        self.write_present(out)?;
        let played = self.play_all(orders, out);
        if matches!(played, Err(ToolError::Bad(_))) {
            return played;
        }
        self.game.sync().map_err(|error| ToolError::Bad(error.to_string()))?;
        self.note_relocation();
        if self.how.shows_end_state {
            let end_state = &*self.desk.end_state(&self.game)?;
            self.write_line(out, &Line::EndState { end_state })?;
        }
        played?;
        self.check_where_recorded()?;
        let unused = self.check_faces_left();
        match self.refusals {
            0 => unused,
            1 => Err(ToolError::Failed("1 command was refused".to_owned())),
            n => Err(ToolError::Failed(format!("{n} commands were refused"))),
        }
    }

    /// Plays lines as they come and answers each before it reads the next, so that a program can wait
    /// for the answer.
    fn play_all<R: BufRead>(&mut self, orders: &mut Orders<G, R>, out: &mut impl Write) -> ToolResult {
        self.play_computers(0, orders, out)?;
        out.flush()?;
        while let Some((number, read)) = orders.next_instruction().map_err(ToolError::Bad)? {
            let instruction = read.map_err(|(column, what)| {
                ToolError::Bad(format!("standard input:{number}:{column}: {what}"))
            })?;
            self.play(number, instruction, orders, out)?;
            self.play_computers(number, orders, out)?;
            out.flush()?;
        }
        Ok(())
    }

    /// Plays what the computer decides, until a player has to or the battle is over.
    fn play_computers<R: BufRead>(
        &mut self,
        line: usize,
        orders: &mut Orders<G, R>,
        out: &mut impl Write,
    ) -> ToolResult {
        while self.desk.decides(&self.game) {
            let Some(Decided { command, rationale, chosen }) = self.desk.choose(&self.game) else {
                return Err(ToolError::Failed("the computer finds no legal answer".to_owned()));
            };
            let by = rationale.by.clone();
            self.game.give_reason(&command, rationale);
            let played = self.submit(line, command, orders, out)?;
            match played {
                Ok(Played::Accepted) => {}
                Ok(_) => return Ok(()),
                Err(error) => return Err(ToolError::Bad(game_error(&error, self.how.forbids_dice))),
            }
            let entry = self.game.history().present().id.0;
            if !self.how.says {
                let computer = ChosenBy { by: &by, chosen: &chosen };
                self.write_line(out, &Line::Computer { entry, computer })?;
            }
            self.write_present(out)?;
        }
        Ok(())
    }

    fn play<R: BufRead>(
        &mut self,
        line: usize,
        instruction: Instruction<G>,
        orders: &mut Orders<G, R>,
        out: &mut impl Write,
    ) -> ToolResult {
        let played = |done| if done { Played::Accepted } else { Played::Nothing };
        let (played, nothing_to) = match instruction {
            Instruction::Command(command) => (self.submit(line, command, orders, out)?, "do"),
            Instruction::Undo => (self.game.undo().map(played), "undo"),
            Instruction::Redo => (self.game.redo().map(played), "redo"),
            Instruction::Faces(_) | Instruction::Roll => (Ok(Played::Nothing), "roll"),
        };
        match played {
            Ok(Played::Accepted) => self.write_present(out),
            Ok(Played::TakenBack) if self.how.says => Ok(writeln!(out, "Line {line}: taken back.")?),
            Ok(Played::TakenBack) => self.write_line(out, &Line::TakenBack { taken_back: line }),
            Ok(Played::Nothing) => self.note_nothing(line, nothing_to, out),
            Err(MatchError::Refused(refusal)) => self.note_refusal(line, &refusal, out),
            Err(error) => {
                let why = game_error(&error, self.how.forbids_dice);
                Err(ToolError::Bad(format!("line {line}: {why}")))
            }
        }
    }

    fn note_nothing(&mut self, line: usize, nothing_to: &'static str, out: &mut impl Write) -> ToolResult {
        self.refusals += 1;
        let why = format!("line {line}: there is nothing to {nothing_to}");
        match self.how.says {
            true => writeln!(out, "{why}")?,
            false => self.write_line(out, &Line::Nothing { line, nothing_to })?,
        }
        if self.how.is_strict { Err(ToolError::Failed(why)) } else { Ok(()) }
    }

    fn note_refusal(&mut self, line: usize, refused: &Refusal<G>, out: &mut impl Write) -> ToolResult {
        self.refusals += 1;
        match self.how.says {
            true => say_refusal(out, line, refused)?,
            false => self.write_line(out, &Line::Refused { line, refused })?,
        }
        if self.how.is_strict { Err(ToolError::Failed(format!("line {line}: {refused}"))) } else { Ok(()) }
    }

    /// Says so where the recording has had to go on in another file.
    fn note_relocation(&mut self) {
        if let Some(relocation) = self.game.take_relocation() {
            tell(relocation);
        }
    }

    /// An error if the recording has had to go on under another name.
    fn check_where_recorded(&self) -> ToolResult {
        match (self.game.recorded_to(), self.how.save) {
            (Some(path), Some(asked)) if path != asked => Err(ToolError::Bad(format!(
                "the game is recorded in {}, not in {}",
                path.display(),
                asked.display()
            ))),
            _ => Ok(()),
        }
    }

    /// Writes what the newest entry brought about, and what is asked next.
    fn write_present(&mut self, out: &mut impl Write) -> ToolResult {
        self.note_relocation();
        let present = self.game.history().present();
        if !self.how.says {
            return write_entry(out, present, None, self.game.battle().decision());
        }
        say_entry(out, present, self.desk.sentences(&self.game, &present.outcome.facts))?;
        say_prompt(out, &self.game, None)
    }

    /// Submits a command; where dice are rolled by hand, with the faces it asks for.
    fn submit<R: BufRead>(
        &mut self,
        line: usize,
        command: Command<G>,
        orders: &mut Orders<G, R>,
        out: &mut impl Write,
    ) -> ToolResult<Result<Played, MatchError<G>>> {
        if *self.game.battle().dice().source() != Source::Hand {
            return Ok(self.game.submit(command).map(|_| Played::Accepted));
        }
        let mut faces = Vec::new();
        loop {
            let wanted = match self.game.submit_with(command.clone(), &faces) {
                Err(MatchError::DiceWanted(wanted)) => wanted,
                played => return Ok(played.map(|_| Played::Accepted)),
            };
            let explanation = self.desk.explain(Some(&self.game), &wanted)?;
            match by_hand::ask(WantedBy::Line(line), &wanted, &explanation, orders, out)? {
                Answer::Faces(more) => faces.extend(more),
                Answer::Roll => {
                    let (dice, wanted) = (self.game.battle().dice(), &wanted.wanted);
                    faces.extend(dice.faces_ahead(wanted.roll.die, faces.len() as u64, wanted.missing()));
                }
                Answer::TakeBack => return Ok(Ok(Played::TakenBack)),
            }
        }
    }

    /// Reports scripted faces that no die took; where the game is strict that is a failure.
    fn check_faces_left(&self) -> ToolResult {
        let faces = match self.game.battle().dice().source() {
            Source::Fed(faces) | Source::FedThenSeed(faces) if !faces.is_empty() => faces,
            _ => return Ok(()),
        };
        let list: Vec<String> = faces.iter().map(u8::to_string).collect();
        let message = format!("faces of --dice not used: {}", list.join(","));
        if self.how.is_strict {
            return Err(ToolError::Failed(message));
        }
        tell(message);
        Ok(())
    }

    fn write_line(&self, out: &mut impl Write, line: &Line<'_, G, D::Chosen>) -> ToolResult {
        write_json(out, line)
    }
}
