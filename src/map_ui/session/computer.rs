//! The computer at the table: it is asked where it has to decide, and for advice.

use bevy::winit::EventLoopProxyWrapper;
use tabletop::ids::Side;
use tabletop_counters::OnHexes;

use super::notice::Notice;
use super::seats::Seat;
use super::table::Table;
use super::thinking::{Style, Thinker, Thought};

impl<G: OnHexes> Table<G> {
    /// Asks the computer, and plays what it answers once all is shown.
    pub(super) fn think(&mut self, proxy: Option<&EventLoopProxyWrapper>) {
        let moment = self.moment();
        let Some(decision) = self.game.battle().decision() else { return };
        let player = decision.player;
        let Seat::Computer(style) = self.seats[player.index()].clone() else { return };
        let slot = player.index();
        if !self.thinkers[slot].as_ref().is_some_and(|thinker| thinker.is_for(&style, self.battle)) {
            let seed = self.game.seed().wrapping_add(slot as u64);
            self.thinkers[slot] = self.thinker(Style { name: style.clone(), seed }, proxy);
        }
        let Some(thinker) = &mut self.thinkers[slot] else {
            self.unseat(player, "the system has no thread left for it");
            return;
        };
        thinker.ask(moment, self.game.battle());
        if !self.beats.is_empty() {
            return;
        }
        match thinker.receive(moment) {
            None => {}
            Some(Ok(Some(advice))) => {
                let rationale = advice.rationale();
                if !self.submit(advice.command, Some(rationale)) && self.hand.is_none() {
                    // Nothing was changed; it thinks anew once somebody says so.
                    self.thinkers[slot] = None;
                    self.halted = true;
                }
            }
            Some(Ok(None)) => self.unseat(player, "it finds no legal answer"),
            Some(Err(why)) => self.unseat(player, &why),
        }
    }

    fn thinker(&self, style: Style, proxy: Option<&EventLoopProxyWrapper>) -> Option<Thinker<G>> {
        let (folders, setup) = (self.places.folders.clone(), self.game.setup().clone());
        Thinker::start(style, folders, setup, self.battle, proxy)
    }

    /// A computer player that cannot play gives its seat to a person.
    fn unseat(&mut self, side: Side, why: &str) {
        self.seats[side.index()] = Seat::Person;
        let text = format!("The computer cannot play {}: {why}. You play it now.", self.name(side));
        self.notice = Some(Notice::failed(text));
        self.rest();
    }

    /// What a computer player would do in the place of who is asked; `None` until it has thought.
    pub fn advice(&mut self, proxy: Option<&EventLoopProxyWrapper>) -> Option<Thought<G>> {
        self.asked()?;
        let moment = self.moment();
        if !self.adviser.as_ref().is_some_and(|adviser| adviser.is_for(G::ADVISER, self.battle)) {
            let style = Style { name: G::ADVISER.to_owned(), seed: self.game.seed() };
            self.adviser = self.thinker(style, proxy);
        }
        let Some(adviser) = &mut self.adviser else {
            return Some(Err("the system has no thread left".to_owned()));
        };
        adviser.ask(moment, self.game.battle());
        adviser.receive(moment)
    }
}
