//! `warstrike run`: plays commands and prints what happens.
//!
//! Output, one JSON object a line: `{"header":…}` says first which game it is; then `{"entry":N,"fact":…}` for each fact, `{"entry":N,"roll":…}` for dice,
//! `{"entry":N,"state":"…","decides":…}` after each accepted command (entry 0 is
//! the opening), `{"line":N,"refused":…}` for each refused one,
//! `{"entry":N,"computer":{"command":…,"why":…}}` before what a computer player's command brought about,
//! `{"what_if":…}` first where a save is played on by another ruleset or with other dice,
//! `{"line":N,"nothing_to":"undo"}` where there is nothing to undo or redo. With `--dice hand`
//! `{"wants":…}` asks for faces, with `--end-state` `{"end_state":…}` comes last.

use std::io::{BufRead, ErrorKind, Write};
use std::path::{Path, PathBuf};

use clap::Args;
use serde::Serialize;

use warstrike::ai::Chosen;
use warstrike::game::engine::agenda::Decision;
use warstrike::game::engine::command::Command;
use warstrike::game::engine::dice::{Rolled, Source, rolls};
use warstrike::game::engine::fact::Fact;
use warstrike::game::engine::play::{Match, MatchError};
use warstrike::game::engine::record::claim::{Claim, Existing};
use warstrike::game::engine::record::history::{Entry, Rationale};
use warstrike::game::engine::refusal::Refusal;
use warstrike::game::engine::snapshot::StateHash;
use warstrike::level::data_folder::DataFolder;
use warstrike::standard_error::tell;

use super::by_hand::{self, Answer, WantedBy};
use super::computer::{Computers, SideStyle, SideStyleParser};
use super::end_state::EndState;
use super::header::Header;
use super::open::{WhatIf, damage_message, game_error, open_asking};
use super::orders::{Instruction, Orders};
use super::result_line::{say_result, write_result};
use super::say::{say_entry, say_prompt, say_refusal};
use super::{OpeningArgs, ToolError, ToolResult};

#[derive(Args)]
pub(super) struct RunArgs {
    /// A level, by path or shipped name, or a save to continue
    level: PathBuf,
    /// Commands, one JSON object a line; - for standard input
    #[arg(long, value_name = "FILE", required_unless_present = "computer")]
    orders: Option<PathBuf>,
    /// Let the computer play a side by a style: one of `assets/styles`, or a file; repeat for both sides
    #[arg(long, value_name = "SIDE=STYLE", value_parser = SideStyleParser)]
    computer: Vec<SideStyle>,
    #[command(flatten)]
    opening: OpeningArgs,
    /// Record the game to this new save
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    /// Let --save replace a file
    #[arg(long, requires = "save")]
    overwrite: bool,
    /// Stop at the first refusal; fail if faces of --dice are left over
    #[arg(long)]
    strict: bool,
    /// Print what happened as sentences instead of JSON, and what is asked next
    #[arg(long)]
    say: bool,
    /// Print one line only: which game it is, who won, points, rounds, losses, the hash of the end
    #[arg(long, conflicts_with = "end_state")]
    result: bool,
    /// At the end, print every unit, model, die and marker as one JSON object
    #[arg(long)]
    end_state: bool,
}

/// One line of output.
#[derive(Serialize)]
#[serde(untagged)]
enum Line<'a> {
    Header { header: &'a Header },
    Departs { entry: usize, departs: &'a str },
    Fact { entry: usize, fact: &'a Fact },
    Roll { entry: usize, roll: Rolled },
    State { entry: usize, state: StateHash, decides: Option<Decision> },
    Computer { entry: usize, computer: ChosenBy<'a> },
    Rationale { entry: usize, computer: &'a Rationale },
    Refused { line: usize, refused: &'a Refusal },
    Nothing { line: usize, nothing_to: &'static str },
    TakenBack { taken_back: usize },
    EndState { end_state: EndState<'a> },
    WhatIf { what_if: &'a WhatIf },
}

/// What a computer player chose, and by which style.
#[derive(Serialize)]
struct ChosenBy<'a> {
    by: &'a str,
    #[serde(flatten)]
    chosen: &'a Chosen,
}

/// Plays a game; with `--result` only its last line is heard.
pub(super) fn run(args: &RunArgs, data: &DataFolder, out: &mut impl Write) -> ToolResult {
    if !args.result {
        return play_through(args, data, out).1;
    }
    let (played, ended) = play_through(args, data, &mut std::io::sink());
    if let Some((game, header)) = played {
        match args.say {
            true => say_result(out, &game, header)?,
            false => write_result(out, &game, header)?,
        }
    }
    ended
}

/// Plays a game; it is returned as far as it was played, if it could be opened and nothing broke.
fn play_through(
    args: &RunArgs,
    data: &DataFolder,
    out: &mut impl Write,
) -> (Option<(Match, Header)>, ToolResult) {
    match opened(args, data, out) {
        Err(error) => (None, Err(error)),
        Ok((mut player, mut orders, header)) => {
            let ended = player.play_to_end(&mut orders, &header, out);
            let is_broken = matches!(ended, Err(ToolError::Bad(_)));
            ((!is_broken).then_some((player.game, header)), ended)
        }
    }
}

/// Opens what is to be played, and the orders.
fn opened<'a>(
    args: &'a RunArgs,
    data: &DataFolder,
    out: &mut impl Write,
) -> Result<(Player<'a>, Orders<std::io::StdinLock<'static>>, Header), ToolError> {
    let mut orders = match &args.orders {
        Some(path) => Orders::open(path).map_err(ToolError::Bad)?,
        None => Orders::none(),
    };
    // Before the level is read: it may be the same save, to which another program must not add anything meanwhile.
    let save = args.save.as_deref().map(|path| claim(path, args.overwrite)).transpose()?;
    let opened = open_asking(&args.level, &args.opening, data, |dice| {
        match by_hand::ask(WantedBy::Opening, dice.wanted, None, &mut orders, out)? {
            Answer::Faces(faces) => Ok(faces),
            Answer::Roll | Answer::TakeBack => Ok(dice.roll()),
        }
    })?;
    if let Some(damage) = &opened.damage {
        return Err(ToolError::Bad(damage_message(&args.level, &opened.game, damage)));
    }
    if let Some(words) = opened.game.departed_in_words() {
        tell(format!("{}: {words}", args.level.display()));
    }
    let computers = Computers::new(&args.computer, &opened.game, data)?;
    let header = Header::new(&opened.game, computers.players());
    let mut player = Player { game: opened.game, args, computers, refusals: 0 };
    if let (Some(claim), Some(path)) = (save, &args.save) {
        player.game.record_to(claim).map_err(|error| cannot_save(path, &error))?;
    }
    match &opened.what_if {
        Some(what_if) if args.say => writeln!(out, "{what_if}.")?,
        Some(what_if) => write_line(out, &Line::WhatIf { what_if })?,
        None => {}
    }
    Ok((player, orders, header))
}

/// Claims a save for recording.
fn claim(path: &Path, overwrite: bool) -> Result<Claim, ToolError> {
    Claim::on(path, existing(overwrite)).map_err(|error| cannot_save(path, &MatchError::Save(error)))
}

/// What `--overwrite` says.
pub(super) fn existing(overwrite: bool) -> Existing {
    if overwrite { Existing::Replaced } else { Existing::Kept }
}

/// Words for a save that could not be written.
pub(super) fn cannot_save(path: &Path, error: &MatchError) -> ToolError {
    let path = path.display();
    ToolError::Bad(match error {
        MatchError::Save(error) if error.kind() == ErrorKind::AlreadyExists => {
            format!("{path}: already exists; --overwrite replaces it")
        }
        error => format!("{path}: {error}"),
    })
}

/// Plays lines of orders.
struct Player<'a> {
    game: Match,
    args: &'a RunArgs,
    computers: Computers,
    refusals: usize,
}

/// What a line of orders led to.
enum Played {
    Accepted,
    /// There was nothing to undo, redo or roll.
    Nothing,
    /// It was taken back when its dice were asked for.
    TakenBack,
}

impl Player<'_> {
    /// Says which game it is, plays it, and ends what has to be ended.
    fn play_to_end<R: BufRead>(
        &mut self,
        orders: &mut Orders<R>,
        header: &Header,
        out: &mut impl Write,
    ) -> ToolResult {
        match self.args.say {
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
        if self.args.end_state {
            write_line(out, &Line::EndState { end_state: EndState::of(&self.game) })?;
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
    fn play_all<R: BufRead>(&mut self, orders: &mut Orders<R>, out: &mut impl Write) -> ToolResult {
        self.play_computers(0, orders, out)?;
        out.flush()?;
        while let Some((number, read)) = orders.next().map_err(ToolError::Bad)? {
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
        orders: &mut Orders<R>,
        out: &mut impl Write,
    ) -> ToolResult {
        while self.computers.decides(&self.game) {
            let Some((chosen, by)) = self.computers.choose(&self.game) else {
                return Err(ToolError::Failed("the computer finds no legal answer".to_owned()));
            };
            let command = chosen.command.clone();
            let (does, why) = (chosen.does.clone(), chosen.why.clone());
            self.game.give_reason(&command, Rationale { by: by.clone(), does, why });
            let played = self.submit(line, command, orders, out)?;
            match played {
                Ok(Played::Accepted) => {}
                Ok(_) => return Ok(()),
                Err(error) => return Err(ToolError::Bad(game_error(&error, &self.args.opening))),
            }
            let entry = self.game.history().present().id.0;
            if !self.args.say {
                let computer = ChosenBy { by: &by, chosen: &chosen };
                write_line(out, &Line::Computer { entry, computer })?;
            }
            self.write_present(out)?;
        }
        Ok(())
    }

    fn play<R: BufRead>(
        &mut self,
        line: usize,
        instruction: Instruction,
        orders: &mut Orders<R>,
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
            Ok(Played::TakenBack) if self.args.say => Ok(writeln!(out, "Line {line}: taken back.")?),
            Ok(Played::TakenBack) => write_line(out, &Line::TakenBack { taken_back: line }),
            Ok(Played::Nothing) => {
                self.refusals += 1;
                let why = format!("line {line}: there is nothing to {nothing_to}");
                match self.args.say {
                    true => writeln!(out, "{why}")?,
                    false => write_line(out, &Line::Nothing { line, nothing_to })?,
                }
                if self.args.strict { Err(ToolError::Failed(why)) } else { Ok(()) }
            }
            Err(MatchError::Refused(refusal)) => self.note_refusal(line, &refusal, out),
            Err(error) => {
                let why = game_error(&error, &self.args.opening);
                Err(ToolError::Bad(format!("line {line}: {why}")))
            }
        }
    }

    /// Says so where the recording has had to go on in another file.
    fn note_relocation(&mut self) {
        if let Some(relocation) = self.game.take_relocation() {
            tell(relocation);
        }
    }

    /// An error if the recording has had to go on under another name.
    fn check_where_recorded(&self) -> ToolResult {
        match (self.game.recorded_to(), &self.args.save) {
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
        if !self.args.say {
            return write_entry(out, present, self.game.battle().decision());
        }
        say_entry(out, &self.game, present)?;
        say_prompt(out, &self.game)
    }

    /// Submits a command; where dice are rolled by hand, with the faces it asks for.
    fn submit<R: BufRead>(
        &mut self,
        line: usize,
        command: Command,
        orders: &mut Orders<R>,
        out: &mut impl Write,
    ) -> Result<Result<Played, MatchError>, ToolError> {
        if *self.game.battle().dice().source() != Source::Hand {
            return Ok(self.game.submit(command).map(|_| Played::Accepted));
        }
        let mut faces = Vec::new();
        loop {
            match self.game.submit_with(command.clone(), &faces) {
                Err(MatchError::DiceWanted(wanted)) => {
                    match by_hand::ask(
                        WantedBy::Line(line),
                        &wanted,
                        Some(self.game.battle().view()),
                        orders,
                        out,
                    )? {
                        Answer::Faces(more) => faces.extend(more),
                        Answer::Roll => {
                            let dice = self.game.battle().dice();
                            faces.extend(dice.faces_ahead(
                                wanted.wanted.roll.die,
                                faces.len() as u64,
                                wanted.wanted.missing(),
                            ));
                        }
                        Answer::TakeBack => return Ok(Ok(Played::TakenBack)),
                    }
                }
                played => return Ok(played.map(|_| Played::Accepted)),
            }
        }
    }

    /// Reports scripted faces that no die took; with `--strict` that is a failure.
    fn check_faces_left(&self) -> ToolResult {
        let faces = match self.game.battle().dice().source() {
            Source::Fed(faces) | Source::FedThenSeed(faces) if !faces.is_empty() => faces,
            _ => return Ok(()),
        };
        let list: Vec<String> = faces.iter().map(u8::to_string).collect();
        let message = format!("faces of --dice not used: {}", list.join(","));
        if self.args.strict {
            return Err(ToolError::Failed(message));
        }
        tell(message);
        Ok(())
    }

    fn note_refusal(&mut self, line: usize, refused: &Refusal, out: &mut impl Write) -> ToolResult {
        self.refusals += 1;
        match self.args.say {
            true => say_refusal(out, line, refused)?,
            false => write_line(out, &Line::Refused { line, refused })?,
        }
        if self.args.strict { Err(ToolError::Failed(format!("line {line}: {refused}"))) } else { Ok(()) }
    }
}

/// Writes the line that says which game it is.
pub(super) fn write_header(out: &mut impl Write, header: &Header) -> ToolResult {
    write_line(out, &Line::Header { header })
}

/// Writes why a computer player gave the command of an entry, if one did.
pub(super) fn write_rationale(out: &mut impl Write, entry: &Entry) -> ToolResult {
    match &entry.rationale {
        Some(computer) => write_line(out, &Line::Rationale { entry: entry.id.0, computer }),
        None => Ok(()),
    }
}

/// Writes an entry's facts, its dice and the state it leads to.
pub(super) fn write_entry(out: &mut impl Write, entry: &Entry, decides: Option<Decision>) -> ToolResult {
    let number = entry.id.0;
    if let Some(departure) = &entry.departure {
        write_line(out, &Line::Departs { entry: number, departs: &departure.why })?;
    }
    for fact in &entry.outcome.facts {
        write_line(out, &Line::Fact { entry: number, fact })?;
    }
    for roll in rolls(&entry.outcome.draws) {
        write_line(out, &Line::Roll { entry: number, roll })?;
    }
    write_line(out, &Line::State { entry: number, state: entry.outcome.hash, decides })
}

fn write_line(out: &mut impl Write, line: &Line) -> ToolResult {
    serde_json::to_writer(&mut *out, line)?;
    Ok(out.write_all(b"\n")?)
}
