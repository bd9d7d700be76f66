//! Gathered notes as a text.

use std::fmt::Write as _;

use super::gathered::{Gathered, GatheredNote, OfRule};
use crate::game::narration::words::counted;
use tabletop::text::layout::wrap;
use tabletop_shell::notes::QUESTIONS;

/// The width of a line, characters.
const WIDTH: usize = 100;

/// Writes a line. Writing to a text does not fail.
macro_rules! say {
    ($text:expr, $($words:tt)*) => {
        let _written = writeln!($text, $($words)*);
    };
}
pub(crate) use say;

/// The text: the paragraph misunderstood most often first.
pub fn in_words(gathered: &Gathered) -> String {
    let mut text = String::new();
    let saves = counted(gathered.saves.len(), "save");
    let (notes, refusals) = (counted(gathered.notes(), "note"), counted(gathered.refusals(), "refusal"));
    say!(text, "{saves}, {notes}, {refusals}, {} timed", counted(gathered.decisions, "decision"));
    for save in gathered.saves.iter().filter(|save| !save.level.is_empty()) {
        say!(text, "  {}: {}", save.name, save.made_of());
    }
    for (index, of) in gathered.rules.iter().enumerate() {
        rule(&mut text, index + 1, of);
    }
    if !gathered.without_rule.is_empty() {
        say!(text, "\nAbout no paragraph");
        gathered.without_rule.iter().for_each(|note| write_note(&mut text, note));
    }
    for (question, answers) in QUESTIONS.iter().zip(&gathered.answers) {
        if !answers.is_empty() {
            say!(text, "\n{question}");
            answers.iter().for_each(|one| wrapped(&mut text, "  ", &format!("{}: {}", one.save, one.text)));
        }
    }
    times(&mut text, gathered);
    if !gathered.unread.is_empty() {
        say!(text, "\nNot read");
        gathered.unread.iter().for_each(|why| wrapped(&mut text, "  ", why));
    }
    text
}

/// "2. FB-2 Safe positions: 3 refusals at 2 moments, 1 note, opened once".
fn rule(text: &mut String, place: usize, of: &OfRule) {
    let title = of.title.as_deref().unwrap_or("(no paragraph of this program's rulebook)");
    say!(text, "\n{place}. {} {title}: {}", of.rule, summary(of));
    if let Some(rule) = &of.text {
        for block in rule.split("\n\n") {
            wrapped(text, "   | ", block);
        }
    }
    for refused in &of.refused_as {
        wrapped(text, "   refused: ", &refused.with_times());
    }
    of.notes.iter().for_each(|note| write_note(text, note));
}

/// Refusals, remarks and look-ups of a paragraph, counted.
pub fn summary(of: &OfRule) -> String {
    let refusals = of.ordered + of.drawn;
    let refused = match (of.moments, refusals) {
        (0, _) => None,
        (moments, refusals) if moments == refusals => Some(counted(refusals, "refusal")),
        (moments, refusals) => {
            Some(format!("{} at {}", counted(refusals, "refusal"), counted(moments, "moment")))
        }
    };
    let notes = (!of.notes.is_empty()).then(|| counted(of.notes.len(), "note"));
    let opened = match of.opened {
        0 => None,
        1 => Some("opened once".to_owned()),
        times => Some(format!("opened {times} times")),
    };
    [refused, notes, opened].into_iter().flatten().collect::<Vec<_>>().join(", ")
}

fn write_note(text: &mut String, note: &GatheredNote) {
    let picture = note.picture.as_ref().map_or(String::new(), |name| format!(" [{name}]"));
    wrapped(text, "   note: ", &format!("“{}”{picture}", note.text));
    wrapped(text, "         ", &format!("{}, after command {}: {}", note.save, note.entry.0, note.when));
}

fn times(text: &mut String, gathered: &Gathered) {
    if gathered.decisions == 0 {
        return;
    }
    say!(text, "\nTime for decisions, seconds");
    for row in &gathered.times {
        let title = row.title.as_deref().unwrap_or_default();
        let (save, entry) = &row.longest_in;
        say!(
            text,
            "  {} {title}: {}, half of them within {:.1}, the longest {:.1} ({save}, command {})",
            row.rule,
            counted(row.decisions, "decision"),
            row.median,
            row.longest,
            entry.0
        );
    }
    say!(text, "\nMeasuring");
    for row in &gathered.measuring {
        let before = counted(row.decisions, "decision");
        let times = if row.times == 1 { "once".to_owned() } else { format!("{} times", row.times) };
        say!(text, "  {}: {times}, before {before} of {}", row.what, gathered.decisions);
    }
}

/// Writes a text in lines of [`WIDTH`]; those after the first begin below it.
fn wrapped(to: &mut String, start: &str, text: &str) {
    let indent = match start.trim_end().ends_with('|') {
        true => start.to_owned(),
        false => " ".repeat(start.chars().count()),
    };
    let text: Vec<&str> = text.split_whitespace().collect();
    for (index, line) in wrap(&text.join(" "), WIDTH - start.chars().count()).into_iter().enumerate() {
        let begins = if index == 0 { start } else { &indent };
        say!(to, "{begins}{line}");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_texts_are_wrapped_below_their_beginning() {
        let mut text = String::new();
        wrapped(&mut text, "   note: ", &"word ".repeat(30));
        let lines: Vec<&str> = text.lines().collect();
        assert!(lines.len() == 2 && lines.iter().all(|line| line.chars().count() <= WIDTH), "{text}");
        assert!(lines[1].starts_with("         word"), "{text}");
    }
}
