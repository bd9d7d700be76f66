//! What is shown of the open match: from the entry that was carried out, beat by beat, in the view of whoever sits there.

use bevy::winit::EventLoopProxyWrapper;
use tabletop::battle::Battle;
use tabletop::ids::Side;
use tabletop_counters::{OnHexes, Scene};

use super::beats::{Beat, Pace, beats_of};
use super::log::{LogLine, lines_of};
use super::notice::Notice;
use super::seats::Seat;
use super::table::Table;
use super::watched::joined;

impl<G: OnHexes> Table<G> {
    /// Side whose view is shown.
    pub fn viewer(&self) -> Option<Side> {
        self.viewer
    }

    /// The view that is shown, of a battle.
    fn view_of<'a>(&self, battle: &'a Battle<G>) -> G::View<'a> {
        match self.viewer {
            Some(side) => battle.view_for(side),
            None => battle.view(),
        }
    }

    /// The battle as it is shown.
    pub fn view(&self) -> G::View<'_> {
        self.view_of(&self.shown)
    }

    /// All that lies on the map, as it is shown.
    pub fn scene(&self) -> Scene<G> {
        G::scene(self.view())
    }

    /// Whether something is being shown.
    pub fn is_showing(&self) -> bool {
        !self.beats.is_empty()
    }

    /// The beat that is shown now.
    pub fn beat(&self) -> Option<&Beat<G>> {
        self.beats.front()
    }

    /// What was said so far.
    pub fn log(&self) -> &[LogLine<G>] {
        &self.log
    }

    /// Shows what the present entry brought about, beat by beat.
    pub(super) fn show_present(&mut self) {
        // Whoever gave the order sees what comes of it, before he hands the window over.
        if !self.is_handed_over() {
            self.viewer = self.viewer_now();
        }
        let mut beats = beats_of(&**self.game.setup(), self.game.history().present(), self.viewer);
        self.announce(&mut beats);
        match self.watched {
            Some(_) => self.beats.extend(joined(beats)),
            None => self.beats.extend(beats),
        }
        self.left = 0.0;
        self.begin_beat();
        if self.pace == Pace::AtOnce || self.is_skipping() {
            self.show_all();
        }
    }

    /// Applies the facts of the first beat, and says what there is to say.
    pub(super) fn begin_beat(&mut self) {
        let Some(beat) = self.beats.front() else { return self.rest() };
        self.left = match &self.watched {
            Some(watched) => watched.seconds(self.act.as_ref(), beat),
            None => beat.seconds(self.pace),
        };
        // The copy is put right at the end of the entry in any case.
        let followed = self.shown.follow(&beat.facts).is_ok();
        let lines = lines_of(beat);
        self.log.extend(lines);
        self.changes += 1;
        if !followed {
            self.jump();
        }
    }

    /// Shows the rest of the beats at once.
    pub fn show_all(&mut self) {
        while !self.beats.is_empty() {
            self.beats.pop_front();
            self.begin_beat();
        }
    }

    /// Shows at once what is one sentence alone, such as a counter that its player has set up: he need not wait for the next.
    pub fn show_lone_beat(&mut self) {
        if self.beats.len() == 1 && self.asks_person() {
            self.show_all();
        }
    }

    /// True if a person decides next.
    fn asks_person(&self) -> bool {
        let decision = self.game.battle().decision();
        decision.is_some_and(|decision| self.seats[decision.player.index()] == Seat::Person)
    }

    /// Everything has been shown.
    pub(super) fn rest(&mut self) {
        if self.shown.restore(&self.game.battle().snapshot()).is_err() {
            self.notice = Some(Notice::failed("The battle cannot be shown any more.".to_owned()));
        }
        let next = self.viewer_now();
        match next.filter(|_| next != self.viewer && self.is_handed_over()) {
            Some(next) => self.curtain = Some(next),
            None => (self.curtain, self.viewer) = (None, next),
        }
        self.changes += 1;
    }

    /// Shows the present moment at once.
    pub(super) fn jump(&mut self) {
        self.beats.clear();
        self.act = None;
        if !self.is_handed_over() {
            self.viewer = self.viewer_now();
        }
        let line = self.game.history().line();
        let beats = line.into_iter().flat_map(|entry| beats_of(&**self.game.setup(), entry, self.viewer));
        self.log = beats.flat_map(|beat| lines_of(&beat)).collect();
        self.rest();
    }

    /// The side whose view is to be shown: that of the one person, or of the one who decides.
    fn viewer_now(&self) -> Option<Side> {
        if let Some(watched) = &self.watched {
            return watched.viewer;
        }
        let people = Side::BOTH.map(|side| self.seats[side.index()] == Seat::Person);
        match people {
            [false, false] => None,
            [true, false] => Some(Side::A),
            [false, true] => Some(Side::B),
            [true, true] => {
                let decides = self.game.battle().decision().map(|decision| decision.player);
                decides.or(self.viewer)
            }
        }
    }

    /// Goes on in time: shows the next beat, or lets the computer play; whether frames are needed to go on.
    pub fn advance(&mut self, seconds: f32, proxy: Option<&EventLoopProxyWrapper>) -> bool {
        if !self.beats.is_empty() {
            self.left -= seconds;
            // One beat a frame: whatever it moves has to be seen.
            if self.left <= 0.0 {
                self.beats.pop_front();
                self.begin_beat();
            }
        }
        if self.awaits_computer() && !self.halted {
            self.think(proxy);
        }
        !self.beats.is_empty()
    }
}
