//! A message to the player.

use tabletop::game::Game;
use tabletop::refusal::Refusal;

/// Kinds of messages, as they are coloured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tone {
    /// Something was done.
    Done,
    /// A key or click had no effect, and why.
    Hint,
    /// The rules forbid it.
    Refused,
    /// Something could not be done.
    Failed,
}

/// A message.
#[derive(Clone, Debug, PartialEq)]
pub struct Notice<G: Game> {
    /// Its kind.
    pub tone: Tone,
    /// Its words.
    pub text: String,
    /// What it is about.
    pub about: Option<G::Subject>,
}

impl<G: Game> Notice<G> {
    fn new(tone: Tone, text: impl Into<String>) -> Self {
        Self { tone, text: crate::game::narration::words::capitalised(&text.into()), about: None }
    }

    /// Something was done.
    pub fn done(text: impl Into<String>) -> Self {
        Self::new(Tone::Done, text)
    }

    /// A key or click had no effect.
    pub fn hint(text: impl Into<String>) -> Self {
        Self::new(Tone::Hint, text)
    }

    /// Something could not be done.
    pub fn failed(text: impl Into<String>) -> Self {
        Self::new(Tone::Failed, text)
    }

    /// The rules forbid it: the reason, with its paragraph.
    pub fn refused(refusal: &Refusal<G>) -> Self {
        let text = format!("{} ({}).", refusal.text(), refusal.rule());
        Self { about: refusal.about, ..Self::new(Tone::Refused, text) }
    }
}
