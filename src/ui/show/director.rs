//! The director: what is worth looking at, and when the camera leaves one thing for another. Pure: it knows times and numbers,
//! no table and no camera.

use crate::level::director_file::{DirectorRules, EventKind};

/// Leads the camera of a show.
#[derive(Clone, Debug)]
pub(super) struct Director {
    rules: DirectorRules,
    /// Present subject: its interest, and its beginning, seconds.
    shown: Option<(f32, f32)>,
    /// Number of times that each kind of event has been seen: index by the order of [`EventKind::ALL`].
    seen: [u32; EventKind::ALL.len()],
}

/// Decision of the camera about a new subject.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum ShotDecision {
    /// It stays where it is.
    Stay,
    /// It holds its shot for so many seconds more, and goes then.
    Wait(f32),
    /// It goes there.
    Go,
}

/// State of the present subject as a new one comes up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Present {
    /// It still goes on.
    GoesOn,
    /// It is over.
    IsOver,
}

/// Whether the camera sees something already.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum InView {
    Yes,
    No,
}

/// In so many shots' time the interest of what is shown falls to a half.
const FADES_IN_SHOTS: f32 = 2.0;

/// Share of its interest that an event keeps once it is over.
const LEFT_WHEN_OVER: f32 = 0.25;

impl Director {
    pub fn new(rules: DirectorRules) -> Self {
        Self { rules, shown: None, seen: [0; EventKind::ALL.len()] }
    }

    /// The numbers by which it leads.
    pub fn rules(&self) -> &DirectorRules {
        &self.rules
    }

    /// Interest of an event: greater the rarer its kind has been so far, and the larger the share of its force at stake, from 0 to 1.
    pub fn interest(&self, kind: EventKind, stake: f32) -> f32 {
        let seen = self.seen[kind as usize] as f32;
        let rarity = 1.0 + self.rules.rarity / (1.0 + seen);
        self.rules.interest(kind) * rarity * (1.0 + self.rules.stake * stake.clamp(0.0, 1.0))
    }

    /// Counts an event.
    pub fn has_seen(&mut self, kind: EventKind) {
        self.seen[kind as usize] += 1;
    }

    /// Decision of the camera about a subject of some interest, at a time in seconds.
    pub fn cue(&self, now: f32, interest: f32, view: InView, present: Present) -> ShotDecision {
        let Some((shown, since)) = self.shown else { return ShotDecision::Go };
        let age = (now - since).max(0.0);
        let faded = shown * bevy::math::ops::powf(0.5, age / (FADES_IN_SHOTS * self.rules.hold));
        let worth = if present == Present::IsOver { faded * LEFT_WHEN_OVER } else { faded };
        let is_dearer = interest >= self.rules.switch * worth;
        match (view, present) {
            (InView::Yes, _) if !is_dearer => ShotDecision::Stay,
            // Elsewhere something smaller happens while this goes on.
            (InView::No, Present::GoesOn) if !is_dearer => ShotDecision::Stay,
            _ if age < self.rules.hold => ShotDecision::Wait(self.rules.hold - age),
            _ => ShotDecision::Go,
        }
    }

    /// From now on something of this interest is shown.
    pub fn shows(&mut self, now: f32, interest: f32) {
        self.shown = Some((interest, now));
    }

    /// Another battle begins: nothing is shown, and nothing has been seen.
    pub fn forget(&mut self) {
        (self.shown, self.seen) = (None, [0; EventKind::ALL.len()]);
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::level::data_folder::DataFolder;

    fn director() -> Director {
        let data = DataFolder::find(Some(Path::new(env!("CARGO_MANIFEST_DIR")))).unwrap();
        Director::new(DirectorRules::load(data.root()).unwrap())
    }

    /// The order of the table in the data file: a rout before everything, and what is rare or dear before what is not.
    #[test]
    fn the_rarer_and_the_dearer_an_event_the_more_it_counts() {
        let mut director = director();
        let of = |director: &Director, kind| director.interest(kind, 0.1);
        for pair in EventKind::ALL.windows(2) {
            assert!(of(&director, pair[0]) >= of(&director, pair[1]), "{pair:?}");
        }
        let first = of(&director, EventKind::Fire);
        for _ in 0..9 {
            director.has_seen(EventKind::Fire);
        }
        let tenth = of(&director, EventKind::Fire);
        assert!(tenth < first && tenth > 0.5 * first, "{first} {tenth}");
        assert!(director.interest(EventKind::Fire, 1.0) > 1.5 * director.interest(EventKind::Fire, 0.0));
    }

    #[test]
    fn a_shot_is_held_and_left_for_something_dearer_only() {
        use InView::{No, Yes};
        use Present::{GoesOn, IsOver};
        let mut director = director();
        assert_eq!(director.cue(0.0, 1.0, No, GoesOn), ShotDecision::Go, "nothing is shown yet");
        director.shows(10.0, 6.0);
        for (after, interest, view, present, expected, reason) in [
            (1.0, 20.0, No, GoesOn, ShotDecision::Wait(1.5), "however dear, a shot is held"),
            (2.5, 20.0, No, GoesOn, ShotDecision::Go, "and then left"),
            (2.5, 5.0, No, GoesOn, ShotDecision::Stay, "for less than 1.3 times its interest it is not"),
            (2.5, 5.0, Yes, GoesOn, ShotDecision::Stay, "what is in the picture needs no other shot"),
            (2.5, 5.0, No, IsOver, ShotDecision::Go, "what is over holds nobody"),
            (1.0, 1.0, No, IsOver, ShotDecision::Wait(1.5), "but its shot has its time"),
            (2.5, 0.5, Yes, IsOver, ShotDecision::Stay, "a small thing in the picture"),
            (2.5, 9.0, Yes, IsOver, ShotDecision::Go, "a great thing gets a shot of its own"),
            (60.0, 1.0, No, GoesOn, ShotDecision::Go, "nothing is interesting for ever"),
        ] {
            assert_eq!(director.cue(10.0 + after, interest, view, present), expected, "{reason}");
        }
    }
}
