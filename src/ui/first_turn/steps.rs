//! The five steps of the first turn: what each asks for, and what ticks it. The first is a move: nothing stands before the first
//! order. Pure: it hears what happened and paints nothing.

use bevy::prelude::Resource;

use crate::game::engine::fact::{Fact, UnitFact};
use crate::game::phases::shooting::kinds::Fact as ShootingFact;
use crate::game::phases::turn::kinds::Fact as TurnFact;
use crate::rules::ids::{Side, UnitId};
use crate::rules::turn::Phase;
use crate::ui::session::settings::Learnt;

/// A step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Step {
    Move,
    Look,
    Fire,
    End,
    Watch,
}

impl Step {
    /// All of them, in their order.
    pub const ALL: [Self; 5] = [Self::Move, Self::Look, Self::Fire, Self::End, Self::Watch];

    /// What it is about.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Move => "Move a unit",
            Self::Look => "Look around",
            Self::Fire => "Fire",
            Self::End => "End the phase",
            Self::Watch => "Watch the other side",
        }
    }

    /// What to do now, in a sentence; a letter in braces stands for a key, `{own}` for the units of whoever learns.
    pub const fn says(self) -> &'static str {
        match self {
            Self::Move => {
                "Hold the left button on one of your units ({own}) and drag it; let go where it should stand. Enter moves it."
            }
            Self::Look => "Hold the right button and drag to turn the view; the wheel comes nearer.",
            Self::Fire => "Take another unit, click an enemy to see your odds, and Enter fires.",
            Self::End => {
                "Every unit acts once: act with the rest, or let it stay with Shift+{X}; then press End."
            }
            Self::Watch => {
                "Now the other side acts. What it hits is suppressed, and falls back ({B}) when you are next."
            }
        }
    }
}

/// Something that happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Happening {
    /// The player moved, turned or zoomed the view.
    LookedAround,
    /// A model moved.
    Moved(UnitId),
    /// A unit fired.
    Fired(UnitId),
    /// A phase of this side's turn began.
    Began(Side, Phase),
    /// The battle ended.
    Ended,
}

/// What happened by some facts, as far as a step may ask for it.
pub(super) fn happenings(facts: &[Fact]) -> Vec<Happening> {
    let happening = |fact: &Fact| match fact {
        Fact::Unit(UnitFact::ModelMoved { model, .. }) => Some(Happening::Moved(model.unit)),
        Fact::Shooting(ShootingFact::SalvoFired { unit, .. }) => Some(Happening::Fired(*unit)),
        Fact::Turn(TurnFact::PhaseBegan { turn }) => Some(Happening::Began(turn.side, turn.phase)),
        Fact::Turn(TurnFact::BattleEnded(_)) => Some(Happening::Ended),
        _ => None,
    };
    facts.iter().filter_map(happening).collect()
}

/// How far the first turn has come.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Lesson {
    /// Whose turn it teaches; nobody's before the first decision.
    pub learner: Option<Side>,
    done: [bool; 5],
    /// Steps that the end of the phase has gone past: they are asked for once more at last.
    left_out: [bool; 5],
    /// The step that is shown, by its index; beyond the last, the farewell.
    shown: usize,
}

impl Lesson {
    /// Goes on where it was when the program ended.
    pub fn resume(&mut self, learnt: Learnt) {
        let Learnt { done, shown } = learnt;
        *self = Self { learner: self.learner, done, shown: shown.min(Step::ALL.len()), ..Self::default() };
    }

    /// How far it has come, to be kept.
    pub fn learnt(&self) -> Learnt {
        Learnt { done: self.done, shown: self.shown }
    }

    /// The step that is shown; `None` once all are done.
    pub fn step(&self) -> Option<Step> {
        Step::ALL.get(self.shown).copied()
    }

    /// Whether a step is ticked.
    pub fn is_done(&self, step: Step) -> bool {
        self.done[step as usize]
    }

    /// Whether whoever learns has given an order by which something happened.
    pub fn is_own(&self, happening: Happening) -> bool {
        match happening {
            Happening::Moved(unit) | Happening::Fired(unit) => self.learner == Some(unit.side),
            Happening::Began(side, Phase::Reaction) => self.learner == Some(side),
            Happening::Began(..) | Happening::LookedAround | Happening::Ended => false,
        }
    }

    /// Ticks what something that happened was asked for; returns whether anything is new.
    pub fn note(&mut self, happening: Happening) -> bool {
        let is_learner = |side: Side| self.learner == Some(side);
        let own = |unit: UnitId| is_learner(unit.side);
        let step = match happening {
            // While the battle is set up, too, before anybody knows whose turn it will be.
            Happening::LookedAround => Step::Look,
            Happening::Moved(unit) if own(unit) => Step::Move,
            Happening::Fired(unit) if own(unit) => Step::Fire,
            Happening::Began(side, Phase::Reaction) if is_learner(side) => Step::End,
            Happening::Began(side, Phase::Action) if is_learner(side) && self.is_done(Step::End) => {
                Step::Watch
            }
            Happening::Ended if self.learner.is_some() => Step::Watch,
            _ => return false,
        };
        if std::mem::replace(&mut self.done[step as usize], true) {
            // A second phase is over: what was left out has been asked for long enough.
            let is_enough = step == Step::End && self.is_done(Step::Watch) && self.step().is_some();
            if is_enough {
                self.shown = Step::ALL.len();
            }
            return is_enough;
        }
        if step == Step::End && self.shown < step as usize {
            for index in self.shown..step as usize {
                self.left_out[index] = !self.done[index];
            }
            self.shown = step as usize;
        }
        if self.step().is_some_and(|shown| self.is_done(shown)) {
            self.go_on();
        }
        true
    }

    /// Goes to the next step that is not ticked; after the last of them to what was left out, then to the farewell. A step that
    /// was skipped does not come back by itself.
    fn go_on(&mut self) {
        let next = (self.shown + 1..Step::ALL.len()).find(|index| !self.done[*index]);
        let left_out = || (0..Step::ALL.len()).find(|index| self.left_out[*index] && !self.done[*index]);
        self.shown = next.or_else(left_out).unwrap_or(Step::ALL.len());
    }

    /// Whether there is a step before the one that is shown.
    pub fn has_before(&self) -> bool {
        self.shown > 0
    }

    /// Back to the step before, ticked or not.
    pub fn back(&mut self) {
        self.shown = self.shown.saturating_sub(1);
    }

    /// On to the next step without this one.
    pub fn skip(&mut self) {
        if let Some(left_out) = self.left_out.get_mut(self.shown) {
            *left_out = false;
        }
        self.shown = (self.shown + 1).min(Step::ALL.len());
    }

    /// The step that is shown once more, from its beginning.
    pub fn again(&mut self) {
        if let Some(step) = self.step() {
            self.done[step as usize] = false;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const OWN: UnitId = UnitId { side: Side::B, number: 1 };
    const OTHER: UnitId = UnitId { side: Side::A, number: 1 };

    fn lesson() -> Lesson {
        Lesson { learner: Some(Side::B), ..Lesson::default() }
    }

    fn after(happenings: &[Happening]) -> Lesson {
        let mut lesson = lesson();
        for happening in happenings {
            lesson.note(*happening);
        }
        lesson
    }

    #[test]
    fn what_happens_ticks_the_steps() {
        use Happening::{Began, Ended, Fired, LookedAround, Moved};
        let ended = Began(Side::B, Phase::Reaction);
        for (happenings, expected, reason) in [
            (&[][..], Some(Step::Move), "the first is the first order"),
            (&[Moved(OTHER)], Some(Step::Move), "the enemy moved"),
            (&[Moved(OWN)], Some(Step::Look), "moved"),
            (&[LookedAround], Some(Step::Move), "who looks round first"),
            (&[LookedAround, Moved(OWN)], Some(Step::Fire), "is not asked to again"),
            (&[Moved(OWN), LookedAround], Some(Step::Fire), "looked around"),
            (&[LookedAround, Moved(OWN), Fired(OWN)], Some(Step::End), "fired"),
            (
                &[LookedAround, Moved(OWN), Fired(OWN), Began(Side::A, Phase::Reaction)],
                Some(Step::End),
                "another's phase",
            ),
            (&[LookedAround, Moved(OWN), Fired(OWN), ended], Some(Step::Watch), "ended"),
            (
                &[Began(Side::B, Phase::Action), Moved(OWN)],
                Some(Step::Look),
                "the first turn is not the second",
            ),
            (
                &[
                    LookedAround,
                    Moved(OWN),
                    Fired(OWN),
                    ended,
                    Began(Side::A, Phase::Action),
                    Began(Side::B, Phase::Action),
                ],
                None,
                "one's own turn again",
            ),
            (
                &[LookedAround, Moved(OWN), ended, Ended],
                Some(Step::Fire),
                "what was left out is asked at last",
            ),
            (&[LookedAround, Moved(OWN), ended], Some(Step::Watch), "there is nothing to fire at any more"),
            (
                &[Moved(OWN), ended, Began(Side::B, Phase::Action), ended],
                None,
                "who plays on without looking round has seen enough",
            ),
        ] {
            assert_eq!(after(happenings).step(), expected, "{reason}");
        }
        let mut nobody = Lesson::default();
        assert!(!nobody.note(Moved(OWN)), "nobody has been asked anything yet");
        assert!(nobody.note(LookedAround), "one may look around while the battle is set up");
        assert_eq!((nobody.step(), nobody.is_done(Step::Look)), (Some(Step::Move), true));
    }

    /// The program ends, and goes on with the game: so does the lesson.
    #[test]
    fn the_lesson_goes_on_where_it_was() {
        let before = after(&[Happening::Moved(OWN), Happening::LookedAround]);
        let mut again = Lesson::default();
        again.resume(before.learnt());
        assert_eq!((again.step(), again.is_done(Step::Move)), (Some(Step::Fire), true));
        again.resume(Learnt { shown: 99, ..before.learnt() });
        assert_eq!(again.step(), None, "a file that somebody has changed does no harm");
    }

    #[test]
    fn steps_are_gone_back_to_and_done_again() {
        let mut lesson = after(&[Happening::Moved(OWN)]);
        lesson.back();
        assert_eq!((lesson.step(), lesson.is_done(Step::Move)), (Some(Step::Move), true));
        assert!(!lesson.has_before());
        lesson.back();
        assert_eq!(lesson.step(), Some(Step::Move), "there is none before the first");
        lesson.again();
        assert!(!lesson.is_done(Step::Move));
        assert!(lesson.note(Happening::Moved(OWN)));
        assert_eq!(lesson.step(), Some(Step::Look), "and on to where it was");
        for _ in 0..9 {
            lesson.skip();
        }
        assert_eq!(lesson.step(), None);
        lesson.back();
        assert_eq!(lesson.step(), Some(Step::Watch), "back from the farewell, too");
    }
}
