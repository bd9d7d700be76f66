//! The five steps of the first turn: what each asks for, and what ticks it. The first is an order: nothing stands before it. Who
//! has moved can no longer open fire, and may have walked out of sight, so fire comes before the move wherever somebody has a
//! target. Pure: it hears what happened and paints nothing.

use bevy::prelude::Resource;

use crate::game::engine::fact::{Fact, UnitFact};
use crate::game::phases::shooting::kinds::Fact as ShootingFact;
use crate::game::phases::turn::kinds::Fact as TurnFact;
use crate::rules::ids::{Side, UnitId};
use crate::rules::turn::Phase;
use crate::ui::session::settings::Learnt;

/// A step; settings keep by this order which are ticked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    Move,
    Look,
    Fire,
    End,
    Watch,
}

impl Step {
    /// All of them, in the order in which they are taught: no step takes away what a later one asks for.
    pub const ALL: [Self; 5] = [Self::Fire, Self::Move, Self::Look, Self::End, Self::Watch];

    /// Its place in that order, from 0.
    pub fn place(self) -> usize {
        Self::ALL.iter().position(|step| *step == self).unwrap_or_default()
    }

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
            Self::Fire => {
                "Click one of your units ({own}), press {3} for Open Fire, and click an enemy: a card shows your odds. Enter fires."
            }
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
    /// Steps that could not be done, or that the end of the phase has gone past: they are asked for once more at last.
    left_out: [bool; 5],
    /// The step that is shown, by its place; beyond the last, the farewell.
    shown: usize,
}

impl Lesson {
    /// Goes on where it was when the program ended.
    pub fn resume(&mut self, learnt: Learnt) {
        let Learnt { done, shown } = learnt;
        *self = Self { learner: self.learner, done, shown: shown.min(Step::ALL.len()), ..Self::default() };
        if self.step().is_some_and(|step| self.is_done(step)) {
            self.go_on();
        }
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
        if step == Step::End && self.shown < step.place() {
            for gone_past in &Step::ALL[self.shown..step.place()] {
                self.left_out[*gone_past as usize] = !self.is_done(*gone_past);
            }
            self.shown = step.place();
        }
        if self.step().is_some_and(|shown| self.is_done(shown)) {
            self.go_on();
        }
        true
    }

    /// Goes to the next step that is not ticked; after the last of them to what was left out, then to the farewell. A step that
    /// was skipped does not come back by itself.
    fn go_on(&mut self) {
        let undone = |step: &Step| !self.is_done(*step);
        let next = Step::ALL.into_iter().skip(self.shown + 1).find(undone);
        let left_out = || Step::ALL.into_iter().filter(undone).find(|step| self.left_out[*step as usize]);
        self.shown = next.or_else(left_out).map_or(Step::ALL.len(), Step::place);
    }

    /// Whether fire may wait for a later turn: it is shown, has not been put off before, and an order that moves is still to come.
    pub fn may_put_fire_off(&self) -> bool {
        self.step() == Some(Step::Fire)
            && ![Step::Fire, Step::Move].into_iter().any(|step| self.is_done(step))
            && !self.left_out[Step::Fire as usize]
    }

    /// Nobody has a target: fire is asked for at last, the move now.
    pub fn put_fire_off(&mut self) {
        self.left_out[Step::Fire as usize] = true;
        self.go_on();
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
        if let Some(step) = self.step() {
            self.left_out[step as usize] = false;
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
            (&[][..], Some(Step::Fire), "fire comes before the move that may take it away"),
            (&[Fired(OTHER)], Some(Step::Fire), "the enemy fired"),
            (&[Fired(OWN)], Some(Step::Move), "fired"),
            (&[Moved(OWN)], Some(Step::Fire), "who moves first is still asked to fire with another unit"),
            (&[Moved(OWN), Fired(OWN)], Some(Step::Look), "and is not asked to move again"),
            (&[LookedAround], Some(Step::Fire), "who looks round first"),
            (&[LookedAround, Fired(OWN), Moved(OWN)], Some(Step::End), "is not asked to again"),
            (&[Fired(OWN), Moved(OWN)], Some(Step::Look), "moved"),
            (&[Fired(OWN), Moved(OWN), LookedAround], Some(Step::End), "looked around"),
            (
                &[LookedAround, Moved(OWN), Fired(OWN), Began(Side::A, Phase::Reaction)],
                Some(Step::End),
                "another's phase",
            ),
            (&[LookedAround, Moved(OWN), Fired(OWN), ended], Some(Step::Watch), "ended"),
            (
                &[Began(Side::B, Phase::Action), Fired(OWN)],
                Some(Step::Move),
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
        assert_eq!((nobody.step(), nobody.is_done(Step::Look)), (Some(Step::Fire), true));
    }

    /// Where nobody has a target at first, the move comes first, and fire at last; a player who goes back to it is not sent away.
    #[test]
    fn fire_waits_for_a_target() {
        use Happening::{Began, Fired, LookedAround, Moved};
        let mut lesson = lesson();
        assert!(lesson.may_put_fire_off());
        lesson.put_fire_off();
        assert_eq!(lesson.step(), Some(Step::Move));
        lesson.back();
        assert_eq!((lesson.step(), lesson.may_put_fire_off()), (Some(Step::Fire), false));
        lesson.skip();
        lesson.back();
        assert!(lesson.may_put_fire_off(), "after it was skipped it is shown anew");
        lesson.put_fire_off();
        for happening in [
            Moved(OWN),
            LookedAround,
            Began(Side::B, Phase::Reaction),
            Began(Side::A, Phase::Action),
            Began(Side::B, Phase::Action),
        ] {
            assert!(!lesson.may_put_fire_off());
            lesson.note(happening);
        }
        assert_eq!(lesson.step(), Some(Step::Fire), "asked for in one's second turn");
        assert!(lesson.note(Fired(OWN)));
        assert_eq!(lesson.step(), None);
    }

    /// The program ends, and goes on with the game: so does the lesson.
    #[test]
    fn the_lesson_goes_on_where_it_was() {
        let before = after(&[Happening::Fired(OWN), Happening::LookedAround]);
        let mut again = Lesson::default();
        again.resume(before.learnt());
        assert_eq!((again.step(), again.is_done(Step::Fire)), (Some(Step::Move), true));
        again.resume(Learnt { shown: 99, ..before.learnt() });
        assert_eq!(again.step(), None, "a file that somebody has changed does no harm");
        again.resume(Learnt { done: [true, false, false, false, false], shown: 1 });
        assert_eq!(again.step(), Some(Step::Look), "a step that is ticked is not asked for again");
    }

    #[test]
    fn steps_are_gone_back_to_and_done_again() {
        let mut lesson = after(&[Happening::Fired(OWN)]);
        lesson.back();
        assert_eq!((lesson.step(), lesson.is_done(Step::Fire)), (Some(Step::Fire), true));
        assert!(!lesson.has_before());
        lesson.back();
        assert_eq!(lesson.step(), Some(Step::Fire), "there is none before the first");
        lesson.again();
        assert!(!lesson.is_done(Step::Fire));
        assert!(lesson.note(Happening::Fired(OWN)));
        assert_eq!(lesson.step(), Some(Step::Move), "and on to where it was");
        for _ in 0..9 {
            lesson.skip();
        }
        assert_eq!(lesson.step(), None);
        lesson.back();
        assert_eq!(lesson.step(), Some(Step::Watch), "back from the farewell, too");
    }
}
