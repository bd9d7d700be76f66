//! The table that is watched: what is told before and between the commands.

use std::collections::VecDeque;

use tabletop::ids::Side;
use tabletop::matches::MatchError;
use tabletop::record::history::EntryId;
use tabletop_counters::OnHexes;

use super::beats::{Beat, beats_of, may_hear_reason};
use super::seats::Seat;
use super::table::Table;
use super::watched::{Act, Watched};

impl<G: OnHexes> Table<G> {
    /// From now on the match is watched, as a side may see it or with all that there is.
    pub fn watch(&mut self, viewer: Option<Side>) {
        self.watched = Some(Watched { viewer, skips: false });
        self.hands_over = false;
        self.jump();
    }

    /// Whether nobody at the window plays.
    pub fn is_watched(&self) -> bool {
        self.watched.is_some()
    }

    /// Somebody who watched plays a side from now on; the game is recorded, from its beginning. The other side keeps its player.
    pub fn take_over(&mut self, side: Side) {
        self.watched = None;
        self.seats[side.index()] = Seat::Person;
        self.hands_over = G::HIDES;
        self.jump();
        self.record();
    }

    /// Everything is played at once, or shown again.
    pub fn skip(&mut self, skips: bool) {
        if let Some(watched) = &mut self.watched {
            watched.skips = skips;
        }
    }

    /// True while everything is played at once.
    pub fn is_skipping(&self) -> bool {
        self.watched.as_ref().is_some_and(|watched| watched.skips)
    }

    /// The command whose consequences are shown.
    pub fn act(&self) -> Option<&Act<G>> {
        self.act.as_ref()
    }

    /// Whether a computer player has to be waited for.
    pub fn is_thinking(&self) -> bool {
        self.awaits_computer() && self.beats.is_empty() && !self.halted
    }

    /// Goes back to the opening of a recorded match; the last entry of the record.
    ///
    /// # Errors
    /// The record cannot be replayed.
    pub fn rewind(&mut self) -> Result<EntryId, MatchError<G>> {
        let last = self.game.history().tip();
        self.game.go_to(EntryId(0))?;
        self.jump();
        Ok(last)
    }

    /// Tells what came about before the first command.
    pub fn tell_opening(&mut self) {
        let opening = &self.game.history().entries()[0];
        let beats = beats_of(&**self.game.setup(), opening, self.viewer);
        // They have happened already.
        self.beats = beats.into_iter().map(|beat| Beat { facts: Vec::new(), ..beat }).collect();
        if !self.beats.is_empty() {
            self.begin_beat();
        }
    }

    /// Shows the next entry of a recorded match; false after the last.
    ///
    /// # Errors
    /// The record cannot be replayed.
    pub fn show_next(&mut self) -> Result<bool, MatchError<G>> {
        if self.game.history().redo_target().is_none() {
            return Ok(false);
        }
        self.game.redo()?;
        self.show_present();
        Ok(true)
    }

    /// Looks at the command that has just been carried out, before anything of it is shown. Where it is aimed, people who watch read its
    /// prospects in its first beat, or in one before it, if dice have fallen in that.
    pub(super) fn announce(&mut self, beats: &mut VecDeque<Beat<G>>) {
        let entry = self.game.history().present();
        let may_know = self.viewer.is_none_or(|viewer| may_hear_reason(entry, viewer));
        let command = entry.command.as_ref().filter(|_| may_know && !self.is_skipping());
        self.act = command.and_then(|command| {
            let act = Act::of(&self.shown, command)?;
            Some(if self.is_watched() { act.with_odds(&self.shown, command) } else { act })
        });
        let Some(act) = self.act.as_ref().filter(|act| act.is_aimed() && self.is_watched()) else { return };
        match beats.iter_mut().find(|beat| !beat.sentences.is_empty()) {
            Some(first) if first.dice() == 0 => first.odds.clone_from(&act.odds),
            _ => beats.push_front(Beat {
                entry: entry.id,
                sentences: vec![act.announcement()],
                facts: Vec::new(),
                reason: None,
                odds: act.odds.clone(),
            }),
        }
    }
}
