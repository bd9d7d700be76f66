//! The table that is watched: what is told before and between the commands.

use tabletop::ids::Side;
use tabletop::matches::MatchError;
use tabletop::record::history::EntryId;
use tabletop::sentence::Sentence;
use tabletop_counters::OnHexes;

use super::beats::{Beat, beats_of, may_hear_reason};
use super::table::Table;
use super::watched::{Act, Watched};

impl<G: OnHexes> Table<G> {
    /// From now on the match is watched, as a side may see it or with all that there is.
    pub fn watch(&mut self, viewer: Option<Side>) {
        self.watched = Some(Watched { viewer, act: None, skips: false });
        self.hands_over = false;
        self.jump();
    }

    /// Everything is played at once, or shown again.
    pub fn skip(&mut self, skips: bool) {
        if let Some(watched) = &mut self.watched {
            watched.skips = skips;
        }
    }

    /// The command whose consequences are shown.
    pub fn act(&self) -> Option<&Act<G>> {
        self.watched.as_ref()?.act.as_ref()
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

    /// Looks at the command that has just been carried out, before anything of it is shown: whoever acts and is aimed at is announced.
    pub(super) fn announce(&mut self) {
        let Some(watched) = &mut self.watched else { return };
        let entry = self.game.history().present();
        let may_know = watched.viewer.is_none_or(|viewer| may_hear_reason(entry, viewer));
        let command = entry.command.as_ref().filter(|_| may_know && !watched.skips);
        watched.act = command.and_then(|command| Act::of(&self.shown, command));
        let Some(act) = watched.act.as_ref().filter(|act| act.is_aimed()) else { return };
        let sentence = match act.by.first() {
            Some(by) => Sentence::line(*by, act.text.clone()),
            None => Sentence::note(act.text.clone()),
        };
        let (entry, facts) = (entry.id, Vec::new());
        self.beats.push_back(Beat { entry, sentences: vec![sentence], facts, reason: None });
    }
}
