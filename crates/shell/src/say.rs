//! A game in sentences, for `run --say` and `replay --say`: what the window's log shows, and what a player is asked.

use std::io::Write;

use tabletop::game::{Game, Setup};
use tabletop::ids::Side;
use tabletop::matches::Match;
use tabletop::prompt::Prompt;
use tabletop::record::history::{Entry, Rationale};
use tabletop::refusal::Refusal;
use tabletop::sentence::{Rolls, Sentence, Weight};

use crate::error::ToolResult;

/// Prints what one command brought about; `sentences` are those of its facts.
///
/// # Errors
/// The output's.
pub fn say_entry<G: Game>(
    out: &mut impl Write,
    entry: &Entry<G>,
    sentences: impl IntoIterator<Item = Sentence<G>>,
) -> ToolResult {
    say_departure(out, entry)?;
    // Why a computer player gave the command comes before what it led to.
    match entry.rationale.as_ref().map(Rationale::to_string) {
        Some(why) if !why.is_empty() => writeln!(out, "  ({why})")?,
        _ => {}
    }
    sentences.into_iter().try_for_each(|sentence| say_sentence(out, &sentence))
}

/// The same without why the command was given.
///
/// # Errors
/// The output's.
pub fn say_outcome<G: Game>(
    out: &mut impl Write,
    entry: &Entry<G>,
    sentences: impl IntoIterator<Item = Sentence<G>>,
) -> ToolResult {
    say_departure(out, entry)?;
    sentences.into_iter().try_for_each(|sentence| say_sentence(out, &sentence))
}

fn say_departure<G: Game>(out: &mut impl Write, entry: &Entry<G>) -> ToolResult {
    match &entry.departure {
        Some(departure) => {
            Ok(writeln!(out, "(Played by other rules; by those of this program: {}.)", departure.why)?)
        }
        None => Ok(()),
    }
}

/// Prints what the battle waits for and the answers to a question, or how it ended. One player does not hear what the other is asked.
///
/// # Errors
/// The output's.
pub fn say_prompt<G: Game>(out: &mut impl Write, game: &Match<G>, player: Option<Side>) -> ToolResult {
    let (view, decision) = (game.battle().view(), game.battle().decision());
    let Some(decision) = decision else {
        let ending = G::ending(view).unwrap_or_else(|| "The battle is over".to_owned());
        return Ok(writeln!(out, "{ending}.")?);
    };
    if player.is_some_and(|side| side != decision.player) {
        let force = game.setup().force_name(decision.player);
        return Ok(writeln!(out, "> Waiting for {force} ({}).", decision.player)?);
    }
    let prompt = G::prompt(view, decision);
    writeln!(out, "> {}", prompt.sentence(game.setup()))?;
    if !prompt.is_question() {
        return Ok(());
    }
    say_question(out, &prompt)?;
    for (index, answer) in G::answers(view, decision).iter().enumerate() {
        writeln!(out, "    {}. {}", index + 1, answer.text)?;
    }
    Ok(())
}

fn say_question<G: Game>(out: &mut impl Write, prompt: &Prompt<G>) -> ToolResult {
    match &prompt.question {
        Some(question) => Ok(writeln!(out, "  {question} ({})", prompt.rule)?),
        None => Ok(()),
    }
}

/// Prints why a command was refused.
///
/// # Errors
/// The output's.
pub fn say_refusal<G: Game>(out: &mut impl Write, line: usize, refusal: &Refusal<G>) -> ToolResult {
    Ok(writeln!(out, "Line {line}: not allowed ({}): {}.", refusal.rule(), refusal.text())?)
}

/// Prints one sentence.
pub(crate) fn say_sentence<G: Game>(out: &mut impl Write, sentence: &Sentence<G>) -> ToolResult {
    match sentence.weight {
        Weight::Heading => writeln!(out, "\n{}", sentence.text)?,
        Weight::Phase => writeln!(out, "— {}", sentence.text)?,
        Weight::Quiet => writeln!(out, "— {}.", sentence.text)?,
        Weight::Line => writeln!(out, "{}{}", sentence.text, faces(&sentence.rolls))?,
    }
    for detail in &sentence.details {
        writeln!(out, "    {detail}")?;
    }
    Ok(())
}

/// The dice of a sentence, in brackets.
fn faces(rolls: &Rolls) -> String {
    let words: Vec<String> = match rolls {
        Rolls::None => Vec::new(),
        Rolls::RollOff(rolls) => {
            let rolls: Vec<String> = rolls.iter().map(|[a, b]| format!("A {a}, B {b}")).collect();
            return format!(" [{}]", rolls.join("; "));
        }
        Rolls::AtMost { faces, .. } | Rolls::Reaching { faces, .. } => {
            faces.iter().map(u8::to_string).collect()
        }
    };
    if words.is_empty() { String::new() } else { format!(" [{}]", words.join(", ")) }
}
