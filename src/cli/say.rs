//! A game in sentences, for `run --say` and `replay --say`: what the window's log shows, and what a player is asked.

use std::io::Write;

use warstrike::game::dispatch;
use warstrike::game::engine::play::Match;
use warstrike::game::engine::record::history::{Entry, Rationale};
use warstrike::game::engine::refusal::Refusal;
use warstrike::game::narration::{Rolls, Sentence, Weight, models, narrated_setup, sentences};
use warstrike::game::prompt::Prompt;

use super::ToolResult;

/// Prints what one command brought about.
pub(super) fn say_entry(out: &mut impl Write, game: &Match, entry: &Entry) -> ToolResult {
    if let Some(departure) = &entry.departure {
        writeln!(out, "(Played by other rules; by those of this program: {}.)", departure.why)?;
    }
    // Why a computer player gave the command comes before what it led to.
    match entry.rationale.as_ref().map(Rationale::to_string) {
        Some(why) if !why.is_empty() => writeln!(out, "  ({why})")?,
        _ => {}
    }
    for sentence in sentences(&narrated_setup(&game.battle().view()), &entry.outcome.facts) {
        say(out, &sentence)?;
    }
    Ok(())
}

/// Prints what the battle waits for, and the answers to a question.
pub(super) fn say_prompt(out: &mut impl Write, game: &Match) -> ToolResult {
    let (view, decision) = (game.battle().view(), game.battle().decision());
    let Some(decision) = decision else { return Ok(writeln!(out, "The battle is over.")?) };
    let prompt = dispatch::prompt(view, decision);
    writeln!(out, "> {}", prompt.sentence(view.setup()))?;
    if !prompt.is_question() {
        return Ok(());
    }
    say_question(out, &prompt)?;
    for (index, answer) in dispatch::answers(view, decision).iter().enumerate() {
        writeln!(out, "    {}. {}", index + 1, answer.text)?;
    }
    Ok(())
}

fn say_question(out: &mut impl Write, prompt: &Prompt) -> ToolResult {
    match &prompt.question {
        Some(question) => Ok(writeln!(out, "  {question} ({})", prompt.rule)?),
        None => Ok(()),
    }
}

/// Prints why a command was refused.
pub(super) fn say_refusal(out: &mut impl Write, line: usize, refusal: &Refusal) -> ToolResult {
    Ok(writeln!(out, "Line {line}: not allowed ({}): {}.", refusal.rule(), refusal.text())?)
}

fn say(out: &mut impl Write, sentence: &Sentence) -> ToolResult {
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
    match rolls {
        Rolls::None => String::new(),
        Rolls::RollOff(rolls) => {
            let rolls: Vec<String> = rolls.iter().map(|[a, b]| format!("A {a}, B {b}")).collect();
            format!(" [{}]", rolls.join("; "))
        }
        Rolls::AtMost { faces, .. } | Rolls::Reaching { faces, .. } => models::faces(faces),
    }
}
