//! `show`: the questions of a game.

use std::io::Write;

use super::answers;
use super::opened::open;
use crate::answer::Question;
use crate::arguments::ShowArgs;
use crate::error::{ToolError, ToolResult};
use crate::files::Files;
use crate::hosted::Hosted;
use crate::lines::write_json;

/// Answers a question about a level or a save.
pub(super) fn show<G: Hosted>(args: &ShowArgs, files: &Files<'_>, out: &mut impl Write) -> ToolResult {
    let questions: Vec<Question> = G::QUESTIONS.iter().cloned().chain([answers::QUESTION]).collect();
    let Some(question) = questions.iter().find(|question| question.name == args.question) else {
        return Err(ToolError::Bad(format!(
            "{} has no `show {}`; it answers\n{}",
            G::NAME,
            args.question,
            listed(&questions)
        )));
    };
    if !question.words.contains(&args.words.len()) {
        return Err(ToolError::Bad(format!("expected:\n{}", listed(std::slice::from_ref(question)))));
    }
    let game = open::<G>(&args.level, &args.opening, files)?;
    let view = match args.side {
        Some(side) => game.battle().view_for(side),
        None => game.battle().view(),
    };
    let answer = if *question == answers::QUESTION {
        answers::answers(&game, args.side)?
    } else {
        G::ask(view, game.battle().decision(), args.side, question.name, &args.words)?
    };
    match args.say {
        true => Ok(answer.sentences.iter().try_for_each(|line| writeln!(out, "{line}"))?),
        false => write_json(out, &answer.json),
    }
}

/// Questions, one a line.
fn listed(questions: &[Question]) -> String {
    let usage = |question: &Question| format!("{} LEVEL {}", question.name, question.usage);
    let width = questions.iter().map(|question| usage(question).chars().count()).max().unwrap_or(0);
    let line =
        |question: &Question| format!("  show {:width$}  {}", usage(question).trim_end(), question.about);
    questions.iter().map(line).collect::<Vec<_>>().join("\n")
}
