//! The log: what was said, line by line.

use tabletop::game::Game;
use tabletop::record::history::EntryId;
use tabletop::sentence::Sentence;

use super::beats::Beat;

/// A line of the log.
#[derive(Clone, Debug)]
pub struct LogLine<G: Game> {
    /// Its entry.
    pub entry: EntryId,
    /// The sentence.
    pub sentence: Sentence<G>,
    /// Reason that a computer player gave for what begins here.
    pub reason: Option<String>,
}

/// The lines of a beat.
pub fn lines_of<G: Game>(beat: &Beat<G>) -> Vec<LogLine<G>> {
    let mut reason = beat.reason.clone();
    let line = |sentence: &Sentence<G>| LogLine {
        entry: beat.entry,
        sentence: sentence.clone(),
        reason: reason.take(),
    };
    beat.sentences.iter().map(line).collect()
}
