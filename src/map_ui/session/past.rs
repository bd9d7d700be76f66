//! Undo, redo, and looking back.

use tabletop::agenda::Decision;
use tabletop::record::history::EntryId;
use tabletop_counters::OnHexes;

use super::beats::beats_of;
use super::notice::Notice;
use super::seats::Seat;
use super::table::Table;

impl<G: OnHexes> Table<G> {
    /// Takes back the last order of somebody at the window, and all that came of it.
    pub fn undo(&mut self) {
        self.show_all();
        self.notice = None;
        let Some(target) = self.entry_before_own_order() else {
            self.notice = Some(Notice::hint("There is nothing to undo."));
            return;
        };
        self.go_to(target, "Undone");
    }

    /// The last entry before the present one after which a person was asked; without people, the one before.
    fn entry_before_own_order(&self) -> Option<EntryId> {
        let line = self.game.history().line();
        let earlier = &line[..line.len() - 1];
        let is_own = |decision: Option<Decision<G>>| {
            decision.is_some_and(|decision| self.seats[decision.player.index()] == Seat::Person)
        };
        let nobody = self.seats.iter().all(|seat| *seat != Seat::Person);
        let found = earlier.iter().rev().find(|entry| nobody || is_own(entry.outcome.agenda.decision()));
        found.map(|entry| entry.id)
    }

    /// Plays what was taken back again, up to where a person is asked.
    pub fn redo(&mut self) {
        self.show_all();
        self.hand = None;
        self.notice = None;
        if self.game.history().redo_target().is_none() {
            self.notice = Some(Notice::hint("There is nothing to redo."));
            return;
        }
        let before = self.game.history().present().id;
        while self.game.history().redo_target().is_some() {
            if let Err(error) = self.game.redo() {
                return self.fail(&error);
            }
            if !self.awaits_computer() {
                break;
            }
        }
        self.tell_entry("Redone", before);
        self.jump();
    }

    /// Goes on from an entry.
    fn go_to(&mut self, entry: EntryId, done: &str) {
        self.hand = None;
        let undone = self.game.history().line();
        let undone = undone.iter().find(|passed| passed.after == Some(entry)).map(|passed| passed.id);
        if let Err(error) = self.game.go_to(entry) {
            return self.fail(&error);
        }
        if let Some(undone) = undone {
            self.tell_entry(done, undone);
        }
        self.jump();
    }

    /// Says what was done to an entry.
    fn tell_entry(&mut self, done: &str, entry: EntryId) {
        let entry = self.game.history().entries().get(entry.0);
        let beats = entry.map(|entry| beats_of(&**self.game.setup(), entry, self.viewer));
        let first = beats.into_iter().flatten().flat_map(|beat| beat.sentences).next();
        let text = first.map_or(format!("{done}."), |sentence| format!("{done}: {}.", sentence.text));
        self.notice = Some(Notice::done(text));
    }

    /// Looks at the battle as it stood after an entry.
    pub fn look_at(&mut self, entry: EntryId) {
        self.show_all();
        self.notice = None;
        if let Err(error) = self.game.look_at(entry) {
            self.fail(&error);
        }
        self.jump();
    }

    /// Looks at the entry so many steps away on the line that is shown.
    pub fn look_on(&mut self, steps: i64) {
        let line = self.game.history().line_to(self.game.history().line_end());
        let here = self.game.history().present().id;
        let place = line.iter().position(|entry| entry.id == here).unwrap_or(0);
        let last = line.len() - 1;
        let next = (place as i64 + steps).clamp(0, last as i64) as usize;
        let next = line[next].id;
        self.look_at(next);
    }

    /// Looks at the battle as it stands.
    pub fn look_back(&mut self) {
        if let Err(error) = self.game.look_back() {
            self.fail(&error);
        }
        self.jump();
    }

    /// Plays on from the moment that is looked at: another branch.
    pub fn play_on(&mut self) {
        let here = self.game.history().present().id;
        self.go_to(here, "Played on from here, before");
    }
}
