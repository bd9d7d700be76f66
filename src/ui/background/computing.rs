//! Answers that are still being computed, and those for which the window shows a hint.
//!
//! An answer that comes soon needs no hint, and a hint that is shown stays long enough to be read: so nothing
//! flickers.

use std::time::Duration;

use bevy::prelude::*;
use bevy::window::RequestRedraw;

/// Work of a background thread.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Task {
    /// The area within reach of a model.
    Reach,
    /// Paths for a draft that is refused as it is drawn.
    Paths,
    /// Whether a draft that follows the pointer is allowed.
    DraftCheck,
    /// Lines of sight.
    SightLines,
    /// The exposure map.
    ExposureMap,
    /// The fall backs of units.
    RetreatPreview,
    /// The odds of fire.
    Odds,
    /// The units that would fight each other.
    CombatLinks,
    /// The chances of close combats.
    CombatForecast,
    /// The order of a computer player.
    ComputerPlayer,
    /// The destination of the first turn's ghost unit.
    GhostMove,
    /// The target of the first turn's ghost hand.
    GhostShot,
    /// The gains of orders and dice.
    DiceOrDecision,
}

impl Task {
    /// The hint.
    pub fn text(self) -> &'static str {
        match self {
            Self::Reach => "computing reach …",
            Self::Paths => "computing paths …",
            Self::DraftCheck => "checking the move …",
            Self::SightLines => "computing lines of sight …",
            Self::ExposureMap => "computing the exposure map …",
            Self::RetreatPreview => "computing the fall-back preview …",
            Self::Odds => "computing odds …",
            Self::CombatLinks => "computing who fights whom …",
            Self::CombatForecast => "computing the fight …",
            Self::ComputerPlayer => "the computer is thinking …",
            Self::GhostMove => "looking for a way …",
            Self::GhostShot => "looking for a target …",
            Self::DiceOrDecision => "working out what orders and dice gained …",
        }
    }
}

/// An answer that comes within this time gets no hint.
const DELAY: Duration = Duration::from_millis(100);

/// A hint stays at least this long.
const MIN_SHOWN: Duration = Duration::from_millis(300);

/// The answers that are awaited, and the hints that are shown.
#[derive(Resource, Default)]
pub(in crate::ui) struct Computing {
    tasks: Vec<Awaited>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Awaited {
    task: Task,
    /// Whether its answer is still to come.
    is_pending: bool,
    /// Since when its hint has been shown, by the clock of the window.
    shown_since: Option<Duration>,
}

impl Computing {
    /// Whether the hint for a task is shown.
    pub fn shows(&self, task: Task) -> bool {
        self.shown().any(|shown| shown == task)
    }

    /// The tasks whose hints are shown.
    pub fn shown(&self) -> impl Iterator<Item = Task> {
        self.tasks.iter().filter(|awaited| awaited.shown_since.is_some()).map(|awaited| awaited.task)
    }

    /// Whether every answer has come; hints may still be shown.
    pub fn has_all_answers(&self) -> bool {
        self.tasks.iter().all(|awaited| !awaited.is_pending)
    }

    /// Whether every answer has come and no hint is shown.
    pub fn is_idle(&self) -> bool {
        self.tasks.is_empty()
    }

    /// Notes how long the oldest question of a task has waited at a time `now`; `None` if all are answered.
    /// Returns whether a hint appears or goes.
    fn note(&mut self, task: Task, waited: Option<Duration>, now: Duration) -> bool {
        let index = self.tasks.iter().position(|awaited| awaited.task == task);
        let before = index.and_then(|index| self.tasks.remove(index).shown_since);
        let shown_since = match (before, waited) {
            (Some(since), None) if now.saturating_sub(since) >= MIN_SHOWN => None,
            (Some(since), _) => Some(since),
            (None, waited) => waited.filter(|waited| *waited >= DELAY).map(|_| now),
        };
        if waited.is_some() || shown_since.is_some() {
            self.tasks.push(Awaited { task, is_pending: waited.is_some(), shown_since });
            self.tasks.sort_by_key(|awaited| awaited.task);
        }
        before.is_some() != shown_since.is_some()
    }

    /// Whether a hint may appear or go without any input.
    fn will_change(&self) -> bool {
        self.tasks.iter().any(|awaited| awaited.is_pending != awaited.shown_since.is_some())
    }
}

/// Notes for how long each of some tasks has waited.
pub(in crate::ui) fn note_waiting(
    computing: &mut ResMut<Computing>,
    time: &Time<Real>,
    tasks: impl IntoIterator<Item = (Task, Option<Duration>)>,
) {
    for (task, waited) in tasks {
        if computing.bypass_change_detection().note(task, waited, time.elapsed()) {
            computing.set_changed();
        }
    }
}

pub(in crate::ui) fn plugin(app: &mut App) {
    app.init_resource::<Computing>().add_systems(Last, keep_rendering);
}

/// Hints appear and go by the clock, though the window rests.
fn keep_rendering(computing: Res<Computing>, mut redraw: MessageWriter<RequestRedraw>) {
    if computing.will_change() {
        redraw.write(RequestRedraw);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Hints at each time, in milliseconds, by the time that the answer has waited.
    #[test]
    fn a_hint_appears_late_and_stays_a_while() {
        let mut computing = Computing::default();
        for (now, waited, shown, reason) in [
            (1000, Some(0), false, "just asked"),
            (1099, Some(99), false, "still soon"),
            (1100, Some(100), true, "no longer soon"),
            (1500, Some(500), true, "long"),
            (1510, None, false, "answered, and shown long enough"),
            (1520, Some(10), false, "asked again"),
            (1630, Some(120), true, "and late again"),
            (1640, None, true, "answered, but shown too briefly"),
            (1700, Some(20), true, "asked again meanwhile"),
            (1800, Some(0), true, "an answer that is not yet late keeps the hint"),
            (1930, None, false, "now it goes"),
        ] {
            let ms = Duration::from_millis;
            let was_shown = computing.shows(Task::Reach);
            let changed = computing.note(Task::Reach, waited.map(ms), ms(now));
            assert_eq!(computing.shows(Task::Reach), shown, "{now} ms: {reason}");
            assert_eq!(changed, was_shown != shown, "{now} ms: {reason}");
        }
        assert!(computing.is_idle());
    }

    #[test]
    fn each_task_has_its_own_hint() {
        let mut computing = Computing::default();
        let late = Some(DELAY);
        computing.note(Task::Odds, late, DELAY);
        computing.note(Task::Reach, Some(Duration::ZERO), DELAY);
        assert!(computing.will_change(), "the hint for reach may still come");
        assert_eq!(computing.shown().collect::<Vec<_>>(), [Task::Odds]);
        computing.note(Task::Reach, late, 2 * DELAY);
        assert_eq!(computing.shown().collect::<Vec<_>>(), [Task::Reach, Task::Odds], "in their order");
        assert!(!computing.will_change(), "only an answer changes anything now");
    }
}
