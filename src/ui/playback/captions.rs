//! Captions of playback: each phase in which something happened, its news one after the other, and the handover of the
//! turn.

use bevy::prelude::Resource;

use crate::game::engine::fact::Fact;
use crate::game::narration::{Rolls, Sentence, Weight, handover, sentences, words};
use crate::game::phases::turn::kinds::Fact as TurnFact;
use crate::level::setup::Setup;
use crate::rules::ids::Side;
use crate::rules::turn::{Phase, Turn};

/// Seconds for which a caption without lines stays.
const TITLE_SECONDS: f32 = 1.5;

/// Seconds that each line adds; a line appears when the one before has been read.
const LINE_SECONDS: f32 = 0.75;

/// Seconds before the first line, and before what a phase animates.
pub(super) const LEAD_SECONDS: f32 = 0.45;

/// Seconds for which a phase is highlighted in which nothing happened.
pub(super) const QUIET_SECONDS: f32 = 0.3;

/// Lines that a caption has room for; the log has the others.
const MAX_LINES: usize = 6;

/// Whether captions are shown: a show says what happens at the foot of the picture.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::ui) enum Captions {
    #[default]
    Shown,
    Away,
}

/// Text over the table while facts are played back.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::ui) struct Caption {
    pub kind: CaptionKind,
    /// The phase, or the turn.
    pub title: String,
    /// Events, in order.
    pub lines: Vec<CaptionLine>,
    /// The side in whose colour it is shown.
    pub side: Side,
    /// Seconds from the start of playback.
    pub(super) start: f32,
    pub(super) end: f32,
}

/// A line of a caption.
#[derive(Clone, Debug, Default, PartialEq)]
pub(in crate::ui) struct CaptionLine {
    pub text: String,
    /// The dice that decided it, each with whether it succeeded.
    pub faces: Vec<(u8, bool)>,
}

impl From<String> for CaptionLine {
    fn from(text: String) -> Self {
        Self { text, faces: Vec::new() }
    }
}

impl From<Sentence> for CaptionLine {
    fn from(sentence: Sentence) -> Self {
        let faces = match &sentence.rolls {
            Rolls::None | Rolls::RollOff(_) => Vec::new(),
            Rolls::AtMost { faces, limit } => faces.iter().map(|face| (*face, face <= limit)).collect(),
            Rolls::Reaching { faces, limit } => faces.iter().map(|face| (*face, face >= limit)).collect(),
        };
        Self { text: sentence.text, faces }
    }
}

/// Subject of a caption.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::ui) enum CaptionKind {
    /// A phase.
    Phase,
    /// A turn that begins.
    Handover,
}

impl Caption {
    /// A caption that starts after so many seconds and stays until it is read, and what it is about has been shown.
    pub fn at(self, start: f32, shown: f32) -> Self {
        let read = start + TITLE_SECONDS + LINE_SECONDS * self.lines.len() as f32;
        Self { start, end: read.max(shown), ..self }
    }

    /// Time at which a line appears, seconds.
    pub fn line_start(&self, index: usize) -> f32 {
        self.start + LEAD_SECONDS + LINE_SECONDS * index as f32
    }

    /// The lines that are shown after so many seconds.
    pub fn lines_at(&self, elapsed: f32) -> &[CaptionLine] {
        let since = elapsed - self.start - LEAD_SECONDS;
        let count = if since < 0.0 { 0 } else { 1 + (since / LINE_SECONDS) as usize };
        &self.lines[..count.min(self.lines.len())]
    }

    /// Without lines: nobody waits for what nobody reads.
    pub(super) fn unread(self) -> Self {
        Self { lines: Vec::new(), ..self }
    }

    pub(super) fn is_shown(&self, elapsed: f32) -> bool {
        (self.start..self.end).contains(&elapsed)
    }

    /// Its share that has passed after so many seconds, from 0 to 1.
    pub fn share(&self, elapsed: f32) -> f32 {
        ((elapsed - self.start) / (self.end - self.start)).clamp(0.0, 1.0)
    }
}

/// The phase that begins with a fact.
pub(super) fn begins(fact: &Fact) -> Option<Turn> {
    match fact {
        Fact::Turn(TurnFact::PhaseBegan { turn }) => Some(*turn),
        _ => None,
    }
}

/// The facts of one command phase by phase: those before the first phase begins, then those of each phase, which begin
/// with its beginning.
pub(super) fn by_phase(facts: &[Fact]) -> impl Iterator<Item = &[Fact]> {
    facts.chunk_by(|_, next| begins(next).is_none())
}

/// The caption of a phase, given its facts; `None` if nothing happened that the caption of the turn does not say.
///
/// Rule: TURN-4, TURN-5.
pub(super) fn of_phase(setup: &Setup, turn: Turn, facts: &[Fact]) -> Option<Caption> {
    // In close combat the headings name the fights; blow by blow they have a view of their own.
    let (side, weight) = match turn.phase {
        Phase::Reaction => (turn.side.other(), Weight::Line),
        Phase::CloseCombat => (turn.side, Weight::Heading),
        Phase::Deployment | Phase::Starting | Phase::Action | Phase::Over => return None,
    };
    let of_weight = sentences(setup, facts).into_iter().filter(|sentence| sentence.weight == weight);
    let mut lines: Vec<CaptionLine> = of_weight.map(CaptionLine::from).collect();
    if lines.is_empty() {
        return None;
    }
    if lines.len() > MAX_LINES {
        let more = lines.split_off(MAX_LINES - 1).len();
        lines.push(format!("… and {more} more in the log.").into());
    }
    let title = format!("{} phase · {}", words::phase(turn.phase), words::force(setup, side));
    Some(Caption { kind: CaptionKind::Phase, title, lines, side, start: 0.0, end: 0.0 })
}

/// The caption of a turn that begins, with what has become of the side's units meanwhile.
///
/// Rule: TURN-1.
pub(super) fn of_turn<'a>(setup: &Setup, turn: Turn, since: impl IntoIterator<Item = &'a Fact>) -> Caption {
    let lines = handover::news(setup, turn.side, since).into_iter().map(CaptionLine::from).collect();
    let title = handover::title(setup, turn);
    Caption { kind: CaptionKind::Handover, title, lines, side: turn.side, start: 0.0, end: 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn began(phase: Phase) -> Fact {
        let turn = Turn { round: 1, side: Side::A, first: Side::A, phase };
        Fact::Turn(TurnFact::PhaseBegan { turn })
    }

    /// Rule: TURN-1. What comes before the first phase is a part of its own.
    #[test]
    fn facts_are_split_where_phases_begin() {
        let other = || Fact::Turn(TurnFact::ObjectivesCounted { objectives: Vec::new() });
        let facts = [other(), began(Phase::Reaction), other(), other(), began(Phase::CloseCombat)];
        let parts: Vec<(Option<Phase>, usize)> =
            by_phase(&facts).map(|part| (begins(&part[0]).map(|turn| turn.phase), part.len())).collect();
        assert_eq!(parts, [(None, 1), (Some(Phase::Reaction), 3), (Some(Phase::CloseCombat), 1)]);
    }

    #[test]
    fn lines_appear_one_after_the_other_and_stay_until_the_last_is_read() {
        let lines = ["one", "two"].map(|text| CaptionLine::from(text.to_owned())).to_vec();
        let kind = CaptionKind::Phase;
        let caption = Caption { kind, title: String::new(), lines, side: Side::A, start: 0.0, end: 0.0 };
        let caption = caption.at(10.0, 0.0);
        for (after, lines, reason) in [
            (0.0, 0, "the title alone"),
            (LEAD_SECONDS + 0.01, 1, "then the first line"),
            (LEAD_SECONDS + LINE_SECONDS + 0.01, 2, "then the second"),
            (TITLE_SECONDS + 2.0 * LINE_SECONDS - 0.01, 2, "which has its time"),
        ] {
            assert_eq!(caption.lines_at(10.0 + after).len(), lines, "{reason}");
            assert!(caption.is_shown(10.0 + after), "{reason}");
        }
        assert!(!caption.is_shown(10.0 + TITLE_SECONDS + 2.0 * LINE_SECONDS + 0.01));
        assert!(caption.at(10.0, 30.0).is_shown(29.0), "not before what it is about has been shown");
    }

    /// Rule: LD-1. A die succeeds that is no higher than the Nerve.
    #[test]
    fn the_dice_of_a_line_say_which_succeeded() {
        for (rolls, expected) in [
            (Rolls::None, vec![]),
            (Rolls::AtMost { faces: vec![3, 5], limit: 3 }, vec![(3, true), (5, false)]),
            (Rolls::Reaching { faces: vec![3, 5], limit: 5 }, vec![(3, false), (5, true)]),
        ] {
            let (weight, details) = (Weight::Line, Vec::new());
            let sentence = Sentence { text: String::new(), about: None, rolls, weight, details };
            assert_eq!(CaptionLine::from(sentence).faces, expected);
        }
    }
}
