//! Orders for `run`: one JSON value a line.
//!
//! A command (`{"player":"A","order":"EndPhase"}`), `"undo"` or `"redo"`; where dice are wanted, their
//! faces (`[3,4,1]`) or `"roll"`. Empty lines and lines that begin with `//` are skipped.

use std::io::BufRead;
use std::path::Path;

use serde::Deserialize;
use serde::de::DeserializeOwned;
use tabletop::command::Command;
use tabletop::game::Game;
use tabletop::text::bytes::is_blank;
use tabletop::text::lines::{LineError, TextLines, json_fault, with_plain_blanks};
use tabletop_data::text_file::read_text;

/// One line of an orders file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Instruction<G: Game> {
    /// A command.
    Command(Command<G>),
    /// Take the last command back.
    Undo,
    /// Give the command again that was taken back.
    Redo,
    /// Faces of dice rolled by hand.
    Faces(Vec<u8>),
    /// The program rolls the dice that are wanted.
    Roll,
}

/// Words in place of a command.
#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum Word {
    Undo,
    Redo,
    Roll,
}

/// A line that is not an order: the column, and what is wrong.
pub type Mistake = (usize, String);

/// Fields of a game's orders that are lists: each may be empty, but has to be there.
pub type Lists = &'static [&'static str];

/// Reads one line; `None` if it is empty or a comment.
pub(crate) fn parse_line<G: Game>(line: &str, lists: Lists) -> Result<Option<Instruction<G>>, Mistake> {
    let line = with_plain_blanks(line);
    let text = line.trim_matches(is_blank);
    if text.is_empty() || text.starts_with("//") {
        return Ok(None);
    }
    let parsed = if text.starts_with('"') {
        serde_json::from_str(text).map(|word| match word {
            Word::Undo => Instruction::Undo,
            Word::Redo => Instruction::Redo,
            Word::Roll => Instruction::Roll,
        })
    } else if text.starts_with('[') {
        serde_json::from_str(text).map(Instruction::Faces)
    } else {
        serde_json::from_str(text).map(Instruction::Command)
    };
    let indent = line.chars().take_while(|c| is_blank(*c)).count();
    parsed.map(Some).map_err(|error| {
        let (column, what) = fault(text, &error, lists);
        (indent + column, what)
    })
}

/// As [`json_fault`], for a line of orders: of a list that is missing, how an empty one is written.
fn fault(text: &str, error: &serde_json::Error, lists: Lists) -> Mistake {
    let (column, what) = json_fault(text, error);
    let list = lists.iter().find(|list| what == format!("missing field `{list}`"));
    match list {
        Some(list) => (column, format!("{what}: write `\"{list}\":[]` where there are none")),
        None => (column, what),
    }
}

/// Reads a command given as an argument.
///
/// # Errors
/// The text is none.
pub fn parse_command<G: Game>(text: &str, lists: Lists) -> Result<Command<G>, String> {
    serde_json::from_str(text).map_err(|error| {
        let (column, what) = fault(text, &error, lists);
        format!("--order is not a command: {what} at character {column}")
    })
}

/// Reads an order given as an argument, without its player.
///
/// # Errors
/// The text is none.
pub fn parse_order<O: DeserializeOwned>(text: &str, lists: Lists) -> Result<O, String> {
    serde_json::from_str(text).map_err(|error| {
        let (column, what) = fault(text, &error, lists);
        format!("\"{text}\" is not an order: {what} at character {column}")
    })
}

/// Reads a whole orders file; the error lists every line that is not an order.
fn read_file<G: Game>(path: &Path, lists: Lists) -> Result<Vec<(usize, Instruction<G>)>, String> {
    let source = read_text(path, &path.display().to_string()).map_err(|faults| faults.to_string())?;
    let (name, text) = (source.name, source.text);
    let mut instructions = Vec::new();
    let mut mistakes = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        match parse_line(line, lists) {
            Ok(Some(instruction)) => instructions.push((number, instruction)),
            Ok(None) => {}
            Err((column, what)) => mistakes.push(format!("{name}:{number}:{column}: {what}")),
        }
    }
    if mistakes.is_empty() { Ok(instructions) } else { Err(mistakes.join("\n")) }
}

/// The number of a line, and its instruction or what is wrong with it.
pub type NumberedLine<G> = (usize, Result<Instruction<G>, Mistake>);

/// The instructions of a game.
pub struct Orders<G: Game, R> {
    source: Source<G, R>,
    lists: Lists,
}

enum Source<G: Game, R> {
    /// A file that was read and checked whole.
    File(std::vec::IntoIter<(usize, Instruction<G>)>),
    /// A stream of lines.
    Stream(TextLines<R>),
}

impl<G: Game> Orders<G, std::io::StdinLock<'_>> {
    /// Opens a file, or standard input where the path is `-`.
    ///
    /// # Errors
    /// Every line of the file that is not an order.
    pub fn open(path: &Path, lists: Lists) -> Result<Self, String> {
        let source = match path.as_os_str() == "-" {
            true => Source::Stream(TextLines::new(std::io::stdin().lock())),
            false => Source::File(read_file(path, lists)?.into_iter()),
        };
        Ok(Self { source, lists })
    }
}

impl<G: Game, R: BufRead> Orders<G, R> {
    /// No instruction at all.
    pub fn none() -> Self {
        Self { source: Source::File(Vec::new().into_iter()), lists: &[] }
    }

    /// The next instruction, or the mistake in its place, with the number of its line; `None` at the
    /// end.
    ///
    /// # Errors
    /// The outer one is one of reading.
    pub fn next_instruction(&mut self) -> Result<Option<NumberedLine<G>>, String> {
        match &mut self.source {
            Source::File(rest) => Ok(rest.next().map(|(line, instruction)| (line, Ok(instruction)))),
            Source::Stream(lines) => loop {
                let Some((number, line)) = lines.next_line().map_err(|error| stream_error(&error))? else {
                    return Ok(None);
                };
                if let Some(read) = parse_line(&line, self.lists).transpose() {
                    return Ok(Some((number, read)));
                }
            },
        }
    }
}

/// Words for a line of standard input that cannot be had.
fn stream_error(error: &LineError) -> String {
    match error {
        LineError::NotText(_) => format!("standard input:{error}"),
        error => format!("standard input: {error}"),
    }
}
