//! Dice rolled by hand, for `run --dice hand`: the program prints which dice it wants and reads their
//! faces from the orders.

use std::io::{BufRead, Write};

use serde::Serialize;
use serde_json::value::RawValue;
use tabletop::battle::DiceWanted;
use tabletop::dice::Wanted;
use tabletop::game::Game;

use crate::error::{ToolError, ToolResult};
use crate::lines::write_json;
use crate::orders::{Instruction, Orders};

/// An answer to the question for faces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// Some or all of their faces.
    Faces(Vec<u8>),
    /// `"roll"`: the program rolls the missing ones.
    Roll,
    /// `"undo"`: take the command back.
    TakeBack,
}

/// Purpose of the dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WantedBy {
    /// The battle's opening, which cannot be taken back.
    Opening,
    /// The command of this line.
    Line(usize),
}

/// Lines of output.
#[derive(Serialize)]
#[serde(untagged, bound = "")]
enum Line<'a, G: Game> {
    Wants {
        #[serde(skip_serializing_if = "Option::is_none")]
        line: Option<usize>,
        wants: Wanted<G>,
        #[serde(skip_serializing_if = "Option::is_none")]
        salvo: Option<&'a RawValue>,
        facts: &'a [G::Fact],
        #[serde(skip_serializing_if = "Option::is_none")]
        prompt: Option<&'a RawValue>,
    },
    NoFaces {
        line: usize,
        no_faces: String,
    },
}

/// Further words on dice that are wanted, as JSON.
#[derive(Clone, Debug, Default)]
pub struct Explanation {
    /// The shots that they are rolled for.
    pub salvo: Option<Box<RawValue>>,
    /// The question in words, where the battle is there to be looked at.
    pub prompt: Option<Box<RawValue>>,
}

/// Prints which dice are wanted, and reads lines until one answers. A line that does not is reported,
/// and the question is put again.
///
/// # Errors
/// The input ends, or cannot be read.
pub fn ask<G: Game, R: BufRead>(
    by: WantedBy,
    dice: &DiceWanted<G>,
    explanation: &Explanation,
    orders: &mut Orders<G, R>,
    out: &mut impl Write,
) -> Result<Answer, ToolError> {
    let line = match by {
        WantedBy::Opening => None,
        WantedBy::Line(line) => Some(line),
    };
    loop {
        let (salvo, prompt) = (explanation.salvo.as_deref(), explanation.prompt.as_deref());
        write_line::<G>(out, &Line::Wants { line, wants: dice.wanted, salvo, facts: &dice.facts, prompt })?;
        out.flush()?;
        let Some((line, read)) = orders.next_instruction().map_err(ToolError::Bad)? else {
            return Err(ToolError::Bad(format!(
                "the input ends before these dice are given: {}",
                dice.wanted
            )));
        };
        let read = read.map_err(|(column, what)| format!("column {column}: {what}"));
        match read.and_then(|instruction| answer(instruction, by, dice.wanted)) {
            Ok(answer) => return Ok(answer),
            Err(no_faces) => write_line::<G>(out, &Line::NoFaces { line, no_faces })?,
        }
    }
}

/// The answer in a line; the error says why it is none.
fn answer<G: Game>(instruction: Instruction<G>, by: WantedBy, wanted: Wanted<G>) -> Result<Answer, String> {
    match (instruction, by) {
        (Instruction::Faces(faces), _) => check(&faces, wanted).map(|()| Answer::Faces(faces)),
        (Instruction::Roll, _) => Ok(Answer::Roll),
        (Instruction::Undo, WantedBy::Line(_)) => Ok(Answer::TakeBack),
        (_, WantedBy::Line(_)) => Err("write faces, as in [3,4,1], \"roll\" or \"undo\"".to_owned()),
        (_, WantedBy::Opening) => Err("write faces, as in [3,4,1], or \"roll\"".to_owned()),
    }
}

fn check<G: Game>(faces: &[u8], wanted: Wanted<G>) -> Result<(), String> {
    if let Some(face) = faces.iter().find(|face| !(1..=6).contains(*face)) {
        return Err(format!("{face} is not a face of a six-sided die"));
    }
    match (faces.len(), wanted.missing() as usize) {
        (0, missing) => Err(format!("faces given: 0, still needed: {missing}")),
        (given, missing) if given > missing => Err(format!("faces given: {given}, still needed: {missing}")),
        _ => Ok(()),
    }
}

fn write_line<G: Game>(out: &mut impl Write, line: &Line<'_, G>) -> ToolResult {
    write_json(out, line)
}
