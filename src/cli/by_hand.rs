//! Dice rolled by hand, for `run --dice hand`: the program prints which dice it wants and reads their
//! faces from the orders.

use std::io::{BufRead, Write};

use serde::Serialize;

use warstrike::game::engine::battle::DiceWanted;
use warstrike::game::engine::dice::Wanted;
use warstrike::game::engine::fact::Fact;
use warstrike::game::engine::view::View;
use warstrike::game::kinds::RollContext;
use warstrike::game::narration::dice::DicePrompt;
use warstrike::game::phases::shooting::kinds::PendingSalvo;

use super::ToolError;
use super::orders::{Instruction, Orders};

/// An answer to the question for faces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Answer {
    /// Some or all of their faces.
    Faces(Vec<u8>),
    /// `"roll"`: the program rolls the missing ones.
    Roll,
    /// `"undo"`: take the command back.
    TakeBack,
}

/// What the dice are for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum WantedBy {
    /// The battle's opening, which cannot be taken back.
    Opening,
    /// The command of this line.
    Line(usize),
}

/// Lines of output.
#[derive(Serialize)]
#[serde(untagged)]
enum Line<'a> {
    Wants {
        #[serde(skip_serializing_if = "Option::is_none")]
        line: Option<usize>,
        wants: Wanted,
        #[serde(skip_serializing_if = "Option::is_none")]
        salvo: Option<&'a PendingSalvo>,
        facts: &'a [Fact],
        #[serde(skip_serializing_if = "Option::is_none")]
        prompt: Option<DicePrompt>,
    },
    NoFaces {
        line: usize,
        no_faces: String,
    },
}

/// Prints which dice are wanted, in words where the battle is there to be looked at, and reads lines until one answers. A line that does not is reported,
/// and the question is put again.
///
/// # Errors
/// The input ends, or cannot be read.
pub(super) fn ask<R: BufRead>(
    by: WantedBy,
    dice: &DiceWanted,
    view: Option<View>,
    orders: &mut Orders<R>,
    out: &mut impl Write,
) -> Result<Answer, ToolError> {
    let line = match by {
        WantedBy::Opening => None,
        WantedBy::Line(line) => Some(line),
    };
    loop {
        write_line(
            out,
            &Line::Wants {
                line,
                wants: dice.wanted,
                salvo: dice.context.as_ref().and_then(RollContext::salvo),
                facts: &dice.facts,
                prompt: view.map(|view| DicePrompt::new(view, dice)),
            },
        )?;
        out.flush()?;
        let Some((line, read)) = orders.next().map_err(ToolError::Bad)? else {
            return Err(ToolError::Bad(format!(
                "the input ends before these dice are given: {}",
                dice.wanted
            )));
        };
        let read = read.map_err(|(column, what)| format!("column {column}: {what}"));
        match read.and_then(|instruction| answer(instruction, by, dice.wanted)) {
            Ok(answer) => return Ok(answer),
            Err(no_faces) => write_line(out, &Line::NoFaces { line, no_faces })?,
        }
    }
}

/// The answer in a line; the error says why it is none.
fn answer(instruction: Instruction, by: WantedBy, wanted: Wanted) -> Result<Answer, String> {
    match (instruction, by) {
        (Instruction::Faces(faces), _) => check(&faces, wanted).map(|()| Answer::Faces(faces)),
        (Instruction::Roll, _) => Ok(Answer::Roll),
        (Instruction::Undo, WantedBy::Line(_)) => Ok(Answer::TakeBack),
        (_, WantedBy::Line(_)) => Err("write faces, as in [3,4,1], \"roll\" or \"undo\"".to_owned()),
        (_, WantedBy::Opening) => Err("write faces, as in [3,4,1], or \"roll\"".to_owned()),
    }
}

fn check(faces: &[u8], wanted: Wanted) -> Result<(), String> {
    if let Some(face) = faces.iter().find(|face| !(1..=6).contains(*face)) {
        return Err(format!("{face} is not a face of a six-sided die"));
    }
    match (faces.len(), wanted.missing() as usize) {
        (0, missing) => Err(format!("faces given: 0, still needed: {missing}")),
        (given, missing) if given > missing => Err(format!("faces given: {given}, still needed: {missing}")),
        _ => Ok(()),
    }
}

fn write_line(out: &mut impl Write, line: &Line) -> Result<(), ToolError> {
    serde_json::to_writer(&mut *out, line)?;
    Ok(out.write_all(b"\n")?)
}
