//! Orders for `run`: one JSON value a line.
//!
//! A command (`{"player":"A","order":"EndPhase"}`), `"undo"` or `"redo"`; where dice are wanted, their
//! faces (`[3,4,1]`) or `"roll"`. Empty lines and lines that begin with `//` are skipped.

use std::io::BufRead;
use std::path::Path;

use serde::Deserialize;
use tabletop::text::bytes::is_blank;
use tabletop::text::lines::{LineError, TextLines, json_fault, with_plain_blanks};
use warstrike::game::engine::command::Command;
use warstrike::level::text_file::read_text;

/// One line of an orders file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Instruction {
    Command(Command),
    Undo,
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
pub(super) type Mistake = (usize, String);

/// Reads one line; `None` if it is empty or a comment.
fn parse_line(line: &str) -> Result<Option<Instruction>, Mistake> {
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
        let (column, what) = fault(text, &error);
        (indent + column, what)
    })
}

/// Fields of orders that are lists: each may be empty, but has to be there.
const LISTS: [&str; 3] = ["moves", "turns", "models"];

/// As [`json_fault`], for a line of orders: of a list that is missing, how an empty one is written.
fn fault(text: &str, error: &serde_json::Error) -> Mistake {
    let (column, what) = json_fault(text, error);
    let list = LISTS.iter().find(|list| what == format!("missing field `{list}`"));
    match list {
        Some(list) => (column, format!("{what}: write `\"{list}\":[]` where there are none")),
        None => (column, what),
    }
}

/// Reads a command given as an argument.
pub(super) fn parse_command(text: &str) -> Result<Command, String> {
    serde_json::from_str(text).map_err(|error| {
        let (column, what) = fault(text, &error);
        format!("--order is not a command: {what} at character {column}")
    })
}

/// Reads a whole orders file; the error lists every line that is not an order.
fn read_file(path: &Path) -> Result<Vec<(usize, Instruction)>, String> {
    let source = read_text(path, &path.display().to_string()).map_err(|faults| faults.to_string())?;
    let (name, text) = (source.name, source.text);
    let mut instructions = Vec::new();
    let mut mistakes = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        match parse_line(line) {
            Ok(Some(instruction)) => instructions.push((number, instruction)),
            Ok(None) => {}
            Err((column, what)) => mistakes.push(format!("{name}:{number}:{column}: {what}")),
        }
    }
    if mistakes.is_empty() { Ok(instructions) } else { Err(mistakes.join("\n")) }
}

/// The source of instructions.
pub(super) enum Orders<R> {
    /// A file that was read and checked whole.
    File(std::vec::IntoIter<(usize, Instruction)>),
    /// A stream of lines.
    Stream(TextLines<R>),
}

impl Orders<std::io::StdinLock<'_>> {
    /// Opens a file, or standard input where the path is `-`.
    pub(super) fn open(path: &Path) -> Result<Self, String> {
        if path.as_os_str() == "-" {
            return Ok(Self::Stream(TextLines::new(std::io::stdin().lock())));
        }
        Ok(Self::File(read_file(path)?.into_iter()))
    }

    /// No instruction at all.
    pub(super) fn none() -> Self {
        Self::File(Vec::new().into_iter())
    }
}

impl<R: BufRead> Orders<R> {
    /// The next instruction, or the mistake in its place, with the number of its line; `None` at the
    /// end. The outer error is one of reading.
    pub(super) fn next(&mut self) -> Result<Option<(usize, Result<Instruction, Mistake>)>, String> {
        match self {
            Self::File(rest) => Ok(rest.next().map(|(line, instruction)| (line, Ok(instruction)))),
            Self::Stream(lines) => loop {
                let Some((number, line)) = lines.next_line().map_err(|error| stream_error(&error))? else {
                    return Ok(None);
                };
                if let Some(read) = parse_line(&line).transpose() {
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
