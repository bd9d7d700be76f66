//! Sentences about a battle, as a log shows them.

use std::ops::Range;

use crate::game::Game;

/// One line of the log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sentence<G: Game> {
    /// The wording.
    pub text: String,
    /// Subject, for the reader who clicks on it.
    pub about: Option<G::Subject>,
    /// The dice that were rolled.
    pub rolls: Rolls,
    /// Whether a new turn begins with it.
    pub weight: Weight,
    /// Details, shot by shot, for the reader who wants to know.
    pub details: Vec<String>,
}

/// Dice of a sentence.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Rolls {
    /// None.
    #[default]
    None,
    /// A's face and B's, roll by roll.
    RollOff(Vec<[u8; 2]>),
    /// The faces of one side, and the highest that succeeds.
    AtMost {
        /// In the order in which they were rolled.
        faces: Vec<u8>,
        /// Highest face that succeeds.
        limit: u8,
    },
    /// The faces of one side, and the lowest that succeeds.
    Reaching {
        /// In the order in which they were rolled.
        faces: Vec<u8>,
        /// Lowest face that succeeds.
        limit: u8,
    },
}

/// Prominence of a sentence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Weight {
    /// A new turn, the end.
    Heading,
    /// A phase of a turn in which something happens.
    Phase,
    /// A phase of a turn in which nothing did.
    Quiet,
    /// Something that one of them did.
    Line,
}

impl<G: Game> Sentence<G> {
    /// Something that one of the things of the game did.
    pub fn line(about: impl Into<G::Subject>, text: String) -> Self {
        Self {
            text,
            about: Some(about.into()),
            rolls: Rolls::None,
            weight: Weight::Line,
            details: Vec::new(),
        }
    }

    /// Something that happened to nothing in particular.
    pub fn note(text: String) -> Self {
        Self { weight: Weight::Line, ..Self::heading(text) }
    }

    /// A phase begins in which something happens.
    pub fn phase(text: String) -> Self {
        Self { weight: Weight::Phase, ..Self::heading(text) }
    }

    /// A phase has passed in which nothing happened.
    pub fn quiet(text: String) -> Self {
        Self { weight: Weight::Quiet, ..Self::heading(text) }
    }

    /// With one more thing that makes it up.
    #[must_use]
    pub fn with_detail(mut self, detail: String) -> Self {
        self.details.push(detail);
        self
    }

    /// A heading of the log.
    pub fn heading(text: String) -> Self {
        Self { text, about: None, rolls: Rolls::None, weight: Weight::Heading, details: Vec::new() }
    }
}

/// Sentences, and how many facts they cover.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Narrated<G: Game> {
    /// The sentences.
    pub sentences: Vec<Sentence<G>>,
    /// Number of the given facts that they cover, from the first.
    pub facts: usize,
}

impl<G: Game> Narrated<G> {
    /// One sentence for one fact.
    pub fn one(sentence: Sentence<G>) -> Self {
        Self { sentences: vec![sentence], facts: 1 }
    }

    /// Nothing to say about one fact.
    pub fn none() -> Self {
        Self { sentences: Vec::new(), facts: 1 }
    }
}

/// Facts that are narrated together, and their sentences.
#[derive(Clone, Debug, PartialEq)]
pub struct Passage<G: Game> {
    /// The sentences; none where nothing is worth a word.
    pub sentences: Vec<Sentence<G>>,
    /// The facts, by their places among those of the command.
    pub facts: Range<usize>,
}

/// Divides the facts of one command into the passages in which they are narrated, in order.
pub fn passages<G: Game>(setup: &G::Setup, facts: &[G::Fact]) -> Vec<Passage<G>> {
    let mut passages = Vec::new();
    let mut at = 0;
    while let Some(Narrated { sentences, facts: covered }) = G::narrate(setup, &facts[at..]) {
        passages.push(Passage { sentences, facts: at..at + covered });
        at += covered;
    }
    passages
}

/// The sentences for the facts of one command, in order.
pub fn sentences<G: Game>(setup: &G::Setup, facts: &[G::Fact]) -> Vec<Sentence<G>> {
    passages(setup, facts).into_iter().flat_map(|passage| passage.sentences).collect()
}
