//! Orders for `run`: one JSON value a line.
//!
//! A command (`{"player":"A","order":"EndPhase"}`), `"undo"` or `"redo"`; where dice are wanted, their
//! faces (`[3,4,1]`) or `"roll"`. Empty lines and lines that begin with `//` are skipped.

use std::io::{BufRead, Read};
use std::path::Path;

use serde::Deserialize;
use warstrike::game::engine::command::Command;

/// The longest line that is read: a command of 255 models with the longest
/// paths is far shorter.
const MAX_LINE_BYTES: u64 = 4 << 20;

/// The largest file that is read.
const MAX_FILE_BYTES: u64 = 16 << 20;

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
    let text = line.trim();
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
    let indent = line.len() - line.trim_start().len();
    parsed.map(Some).map_err(|error| (indent + error.column().max(1), plain_message(&error)))
}

/// The parser's message without its own line and column.
fn plain_message(error: &serde_json::Error) -> String {
    let text = error.to_string();
    text.rsplit_once(" at line ").map_or(text.clone(), |(message, _)| message.to_owned())
}

/// Reads a whole orders file; the error lists every line that is not an order.
fn read_file(path: &Path) -> Result<Vec<(usize, Instruction)>, String> {
    let name = path.display();
    let file = std::fs::File::open(path).map_err(|error| format!("{name}: {error}"))?;
    let mut text = String::new();
    let read = file.take(MAX_FILE_BYTES + 1).read_to_string(&mut text);
    read.map_err(|error| format!("{name}: {error}"))?;
    if text.len() as u64 > MAX_FILE_BYTES {
        return Err(format!("{name}: larger than {} MiB", MAX_FILE_BYTES >> 20));
    }
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
    /// A stream of lines, and how many were read.
    Stream(R, usize),
}

impl Orders<std::io::StdinLock<'_>> {
    /// Opens a file, or standard input where the path is `-`.
    pub(super) fn open(path: &Path) -> Result<Self, String> {
        if path.as_os_str() == "-" {
            return Ok(Self::Stream(std::io::stdin().lock(), 0));
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
            Self::Stream(input, number) => loop {
                let Some(line) = next_line(input)? else { return Ok(None) };
                *number += 1;
                if let Some(read) = parse_line(&line).transpose() {
                    return Ok(Some((*number, read)));
                }
            },
        }
    }
}

/// Reads one line of a stream; `None` at its end.
fn next_line(input: &mut impl BufRead) -> Result<Option<String>, String> {
    let mut bytes = Vec::new();
    let read = input.by_ref().take(MAX_LINE_BYTES).read_until(b'\n', &mut bytes);
    let read = read.map_err(|error| format!("standard input: {error}"))?;
    if read as u64 == MAX_LINE_BYTES {
        return Err(format!("standard input: a line longer than {} MiB", MAX_LINE_BYTES >> 20));
    }
    let line = String::from_utf8(bytes).map_err(|_| "standard input: a line that is not UTF-8".to_owned())?;
    Ok((read > 0).then_some(line))
}
