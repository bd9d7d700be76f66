//! What an entry brought about, cut into beats that are shown one after the other at a pace that can be read.

use std::collections::VecDeque;

use tabletop::audience::facts_for;
use tabletop::game::Game;
use tabletop::ids::Side;
use tabletop::record::history::{Entry, EntryId};
use tabletop::sentence::{Rolls, Sentence, Weight, passages, sentences};

/// How fast things are shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub enum Pace {
    /// Half as fast as usual.
    Slow,
    /// So that each sentence can be read.
    #[default]
    Usual,
    /// Twice as fast as usual.
    Fast,
    /// All at once.
    AtOnce,
}

impl Pace {
    /// All of them, the slowest first, with their names.
    pub const ALL: [(Self, &'static str); 4] =
        [(Self::Slow, "slow"), (Self::Usual, "usual"), (Self::Fast, "fast"), (Self::AtOnce, "at once")];

    /// Seconds for what takes a second at the usual pace.
    fn seconds(self, usual: f32) -> f32 {
        match self {
            Self::Slow => 2.0 * usual,
            Self::Usual => usual,
            Self::Fast => 0.5 * usual,
            Self::AtOnce => 0.0,
        }
    }
}

/// Facts that are shown together, and what is said of them.
#[derive(Clone, Debug)]
pub struct Beat<G: Game> {
    /// Their entry.
    pub entry: EntryId,
    /// Sentences for the log; none where the viewer may know nothing of it.
    pub sentences: Vec<Sentence<G>>,
    /// The facts.
    pub facts: Vec<G::Fact>,
    /// Reason that a computer player gave for the command, before the first of its facts.
    pub reason: Option<String>,
    /// Prospects of what it announces, to people who watch; empty where nothing is announced.
    pub odds: String,
}

/// Shortest time of a beat at the usual pace, and more for each letter and each die, seconds.
const SHORTEST: f32 = 0.45;
const PER_LETTER: f32 = 0.011;
const PER_DIE: f32 = 0.10;
const LONGEST: f32 = 3.2;

impl<G: Game> Beat<G> {
    /// Seconds for which it is shown.
    pub fn seconds(&self, pace: Pace) -> f32 {
        if self.sentences.is_empty() && self.reason.is_none() {
            return 0.0;
        }
        let letters: usize = self.sentences.iter().map(|sentence| sentence.text.len()).sum();
        let reason = self.reason.as_ref().map_or(0, String::len);
        let usual = SHORTEST + PER_LETTER * (letters + reason / 2) as f32 + PER_DIE * self.dice() as f32;
        pace.seconds(usual.min(LONGEST))
    }

    /// Number of dice that were rolled in it.
    pub fn dice(&self) -> usize {
        self.sentences.iter().map(|sentence| dice_of(&sentence.rolls)).sum()
    }
}

fn dice_of(rolls: &Rolls) -> usize {
    match rolls {
        Rolls::None => 0,
        Rolls::RollOff(pairs) => 2 * pairs.len(),
        Rolls::AtMost { faces, .. } | Rolls::Reaching { faces, .. } => faces.len(),
    }
}

/// Cuts an entry into beats. A viewer hears only of what he may see; without one, all is said.
pub fn beats_of<G: Game>(setup: &G::Setup, entry: &Entry<G>, viewer: Option<Side>) -> VecDeque<Beat<G>> {
    let facts = &entry.outcome.facts;
    let mut beats: VecDeque<Beat<G>> = VecDeque::new();
    // Whoever gives no reason would only say his order again.
    let reason = entry.rationale.as_ref().filter(|reason| !reason.why.is_empty()).map(ToString::to_string);
    let mut reason = reason.filter(|_| viewer.is_none_or(|viewer| may_hear_reason(entry, viewer)));
    // Facts about which nothing is said go with those before them; at the beginning, with those after them.
    let mut silent: Vec<G::Fact> = Vec::new();
    for passage in passages(setup, facts) {
        let facts = facts[passage.facts].to_vec();
        let heard = viewer.map(|viewer| facts_for::<G>(&facts, viewer).cloned().collect::<Vec<_>>());
        let said = match heard.filter(|heard| heard.len() < facts.len()) {
            // What he may know of it, and no more.
            Some(heard) => sentences::<G>(setup, &heard),
            None => passage.sentences,
        };
        let is_said = |sentence: &Sentence<G>| sentence.weight != Weight::Quiet;
        let sentences: Vec<_> = said.into_iter().filter(is_said).collect();
        match beats.back_mut() {
            Some(last) if sentences.is_empty() => last.facts.extend(facts),
            None if sentences.is_empty() => silent.extend(facts),
            _ => {
                let facts = std::mem::take(&mut silent).into_iter().chain(facts).collect();
                let (entry, odds) = (entry.id, String::new());
                beats.push_back(Beat { entry, sentences, facts, reason: reason.take(), odds });
            }
        }
    }
    if !silent.is_empty() {
        let (entry, sentences, odds) = (entry.id, Vec::new(), String::new());
        beats.push_back(Beat { entry, sentences, facts: silent, reason: None, odds });
    }
    beats
}

/// Whether a viewer may hear why a command was given: the reason may name what only its player knows.
pub(super) fn may_hear_reason<G: Game>(entry: &Entry<G>, viewer: Side) -> bool {
    let is_own = entry.command.as_ref().is_some_and(|command| command.player == viewer);
    let hides = facts_for::<G>(&entry.outcome.facts, viewer).count() < entry.outcome.facts.len();
    is_own || !hides
}
