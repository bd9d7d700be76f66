//! Sentences about a battle, as a log shows them.

use crate::rules::ids::UnitId;

/// One line of the log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sentence {
    /// What happened.
    pub text: String,
    /// The unit it is about, for the reader who clicks on it.
    pub unit: Option<UnitId>,
    /// The dice that were rolled.
    pub rolls: Rolls,
    /// Whether a new turn begins with it.
    pub weight: Weight,
    /// What makes it up, for the reader who wants to know: shot by shot.
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
        /// What a face must not exceed.
        limit: u8,
    },
    /// The faces of one side, and the lowest that succeeds.
    Reaching {
        /// In the order in which they were rolled.
        faces: Vec<u8>,
        /// What a face must not fall short of.
        limit: u8,
    },
}

/// How much a sentence stands out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Weight {
    /// A new turn, the end.
    Heading,
    /// A phase of a turn in which something happens.
    Phase,
    /// A phase of a turn in which nothing did.
    Quiet,
    /// Something a unit did.
    Line,
}

impl Sentence {
    /// Something a unit did.
    pub(in crate::game) fn line(unit: UnitId, text: String) -> Self {
        Self { text, unit: Some(unit), rolls: Rolls::None, weight: Weight::Line, details: Vec::new() }
    }

    /// Something that happened to no single unit.
    pub(in crate::game) fn note(text: String) -> Self {
        Self { weight: Weight::Line, ..Self::heading(text) }
    }

    /// A phase begins in which something happens.
    pub(in crate::game) fn phase(text: String) -> Self {
        Self { weight: Weight::Phase, ..Self::heading(text) }
    }

    /// A phase has passed in which nothing happened.
    pub(in crate::game) fn quiet(text: String) -> Self {
        Self { weight: Weight::Quiet, ..Self::heading(text) }
    }

    /// A heading of the log.
    pub(in crate::game) fn heading(text: String) -> Self {
        Self { text, unit: None, rolls: Rolls::None, weight: Weight::Heading, details: Vec::new() }
    }
}

/// Sentences, and how many facts they cover.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::game) struct Narrated {
    /// The sentences.
    pub sentences: Vec<Sentence>,
    /// How many of the facts given they cover, from the first.
    pub facts: usize,
}

impl Narrated {
    /// One sentence for one fact.
    pub fn one(sentence: Sentence) -> Self {
        Self { sentences: vec![sentence], facts: 1 }
    }

    /// Nothing to say about one fact.
    pub fn none() -> Self {
        Self { sentences: Vec::new(), facts: 1 }
    }
}
