//! The teller of a show: the line at the foot of the picture, moment by moment. The result of dice stays until it can be read; only
//! then the next moment is told.

use std::time::Duration;

use super::moments::{Moment, RevealDelay};
use crate::ui::playback::subtitle::SubtitleLine;

/// Progress of telling a command.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Teller {
    /// The moment that is told, by its place among those of the command.
    at: usize,
    /// Time at which its last line came up.
    since: Option<Duration>,
}

/// Progress of a moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stage {
    GoesOn,
    IsOver,
}

impl Teller {
    /// The line to be read when so many facts have been shown; `None` where the one before stays.
    pub fn line<'a>(
        &mut self,
        moments: &'a [Moment],
        done: usize,
        now: Duration,
    ) -> Option<(&'a SubtitleLine, Stage)> {
        loop {
            let moment = moments.get(self.at).filter(|moment| moment.facts.start <= done)?;
            let goes_on = moment.facts.end > done;
            if goes_on && moment.suspense == RevealDelay::Dice {
                // Until its dice lie, only what they are rolled for is said.
                let said = moment.stages.iter().rev().find(|(after, _)| *after <= done);
                return said.map(|(_, line)| (line, Stage::GoesOn));
            }
            // What has been seen need not be read to the end once the next dice fall.
            let next = moments.get(self.at + 1);
            let falls = |next: &Moment| next.suspense == RevealDelay::Dice && next.facts.start <= done;
            let gives_way = moment.suspense == RevealDelay::None && !goes_on && next.is_some_and(falls);
            if gives_way {
                (self.at, self.since) = (self.at + 1, None);
                continue;
            }
            if let Some(line) = &moment.line {
                let since = *self.since.get_or_insert(now);
                if goes_on {
                    return Some((line, Stage::GoesOn));
                }
                if now < since + Duration::from_secs_f32(line.reading_seconds()) {
                    return Some((line, Stage::IsOver));
                }
            } else if goes_on {
                return None;
            }
            (self.at, self.since) = (self.at + 1, None);
        }
    }

    /// The moment that is told.
    pub fn at(&self) -> usize {
        self.at
    }

    /// Something has been added to its line: it takes longer to read.
    pub fn reads_on(&mut self, now: Duration) {
        self.since = self.since.map(|_| now);
    }

    /// Whether everything has been read.
    pub fn is_read(&self, moments: &[Moment]) -> bool {
        self.at >= moments.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::director_file::EventKind;
    use crate::rules::ids::Side;
    use crate::ui::camera::ShotSubject;

    fn line(hint: &str) -> SubtitleLine {
        SubtitleLine {
            side: Side::A,
            text: Vec::new(),
            rule: None,
            odds: String::new(),
            faces: Vec::new(),
            arrow: None,
            way: Vec::new(),
            hint: hint.to_owned(),
        }
    }

    fn salvo(facts: std::ops::Range<usize>, names: [&str; 3]) -> Moment {
        let [rolls, hits, outcome] = names.map(line);
        Moment {
            kind: EventKind::Fire,
            subject: ShotSubject::Table,
            unit: None,
            line: Some(outcome),
            stages: vec![(facts.start, rolls), (facts.start + 1, hits)],
            suspense: RevealDelay::Dice,
            facts,
        }
    }

    /// A move and its fire: once dice fall, the line says what they are rolled for.
    #[test]
    fn a_line_of_a_move_does_not_stay_over_dice() {
        let step = Moment {
            kind: EventKind::Move,
            line: Some(line("moves")),
            stages: Vec::new(),
            suspense: RevealDelay::None,
            ..salvo(0..2, ["", "", ""])
        };
        let moments = [step, salvo(2..4, ["rolls", "hits", "ends"])];
        let mut teller = Teller::default();
        let mut at = |done| teller.line(&moments, done, Duration::from_millis(100)).unwrap().0.hint.clone();
        assert_eq!([at(1), at(2), at(3)], ["moves", "rolls", "hits"]);
    }

    /// Two salvos of one command: the outcome of the first is read in full before the second is told, although its dice begin at
    /// once.
    #[test]
    fn what_came_of_dice_is_read_before_the_next_moment() {
        let moments =
            [salvo(0..3, ["one rolls", "one hits", "one ends"]), salvo(3..5, ["two", "hits", "ends"])];
        let mut teller = Teller::default();
        let mut at = |done, seconds: f32| {
            let said = teller.line(&moments, done, Duration::from_secs_f32(seconds));
            (said.map(|(line, stage)| (line.hint.clone(), stage)), teller.is_read(&moments))
        };
        let said = |hint: &str, stage| (Some((hint.to_owned(), stage)), false);
        assert_eq!(at(0, 0.0), said("one rolls", Stage::GoesOn));
        assert_eq!(at(1, 1.0), said("one hits", Stage::GoesOn));
        assert_eq!(at(3, 2.0), said("one ends", Stage::IsOver));
        assert_eq!(at(3, 3.0), said("one ends", Stage::IsOver), "it has not been read yet");
        assert_eq!(at(3, 3.6), said("two", Stage::GoesOn), "now it has");
        assert_eq!(at(5, 4.0), said("ends", Stage::IsOver));
        assert_eq!(at(5, 6.0), (None, true), "it stays, and the next command may come");
    }
}
