//! Parts of the answers to questions of `show`: words of the question read, sentences written, and who may ask.

use std::str::FromStr;

use tabletop::ids::Side;

use crate::error::ToolError;

/// A word of a question, from 0.
///
/// # Errors
/// It has no such word.
pub fn word(words: &[String], index: usize) -> Result<&str, ToolError> {
    words.get(index).map(String::as_str).ok_or_else(|| ToolError::Bad("a word is missing".to_owned()))
}

/// Reads what says of itself why a text is none of it: a unit, a hex.
///
/// # Errors
/// Its sentence.
pub fn read<T: FromStr<Err: ToString>>(text: &str) -> Result<T, ToolError> {
    text.parse().map_err(|error: T::Err| ToolError::Bad(error.to_string()))
}

/// A side by its letter.
///
/// # Errors
/// The text is none.
pub fn side(text: &str) -> Result<Side, ToolError> {
    let found = Side::BOTH.into_iter().find(|side| side.to_string() == text.to_uppercase());
    found.ok_or_else(|| ToolError::Bad(format!("\"{text}\" is no side; the sides are A and B")))
}

/// A sentence as it stands alone.
pub fn sentence(text: &str) -> String {
    if text.ends_with('.') { text.to_owned() } else { format!("{text}.") }
}

/// A sentence, and lines below it.
pub fn said(first: &str, lines: impl IntoIterator<Item = String>) -> Vec<String> {
    let lines = lines.into_iter().map(|line| format!("  {line}"));
    std::iter::once(sentence(first)).chain(lines).collect()
}

/// A player asks only for what his own units might do; whoever sees everything asks for both sides. `who` begins the sentence: "A1".
///
/// # Errors
/// The side is the other one's.
pub fn may_ask(player: Option<Side>, of: Side, who: &str) -> Result<(), ToolError> {
    match player {
        Some(player) if player != of => Err(ToolError::Bad(format!(
            "{who} is side {of}'s, and this is the view of side {player}: it has no answer to that"
        ))),
        _ => Ok(()),
    }
}
