//! Clicks and the like: from what is in hand to orders.

use tabletop_counters::{Kind, Offer, OnHexes, Scene, Way};

use super::aim::{Aim, Pick};
use super::groups::{ending, next_group, only_group, with_another};
use super::guide::names;
use super::hand::Choosing;
use super::plan::Plan;
use crate::map_ui::session::{Notice, Pointed, Table};

impl<G: OnHexes> Choosing<G> {
    /// A click on what is pointed at.
    pub fn click(&mut self, pointed: Pointed<G>, adds: bool, table: &mut Table<G>, scene: &Scene<G>) {
        self.inspected = pointed.counter.or(self.inspected);
        let Some(decision) = self.decision else { return };
        if !adds && self.act(pointed, table, scene) {
            return;
        }
        if let Some(hex) = pointed.hex.filter(|_| adds && self.draws_to(pointed, scene)) {
            return self.draw_to(hex, table, scene);
        }
        let Some(counter) = pointed.counter else {
            return self.refuse_target(table);
        };
        let owner = scene.counter(counter).map(|counter| counter.side);
        if owner != Some(decision.player) || self.is_question() {
            return self.refuse_target(table);
        }
        if !adds && self.ends_move_for(counter, table) {
            return;
        }
        let next = match adds {
            true => with_another(&self.offers, &self.group, counter),
            false => next_group(&self.offers, &self.group, counter),
        };
        match next {
            Some(group) => {
                table.notice = None;
                self.choose(group, table);
            }
            None if adds => {
                let text = format!("{counter} cannot act together with what is chosen.");
                table.notice = Some(Notice::hint(text));
            }
            None => self.refuse_counter(counter, table),
        }
    }

    /// Whether Shift and a click lead the way on: wherever they add no counter to the group.
    fn draws_to(&self, pointed: Pointed<G>, scene: &Scene<G>) -> bool {
        let owner = |id: G::Subject| scene.counter(id).map(|counter| counter.side);
        let own = self.decision.map(|decision| decision.player);
        let adds = pointed.counter.filter(|id| owner(*id) == own);
        self.may_draw() && adds.is_none_or(|id| with_another(&self.offers, &self.group, id).is_none())
    }

    /// Takes hold of a counter to draw its way; whether it may go anywhere.
    pub fn take_hold(&mut self, counter: G::Subject, table: &mut Table<G>) -> bool {
        if !self.group.contains(&counter) {
            let next = self.decision.and_then(|_| next_group(&self.offers, &[], counter));
            let Some(group) = next.filter(|_| !self.is_placing() && !self.is_question()) else {
                return false;
            };
            self.choose(group, table);
        }
        self.drawn.clear();
        self.may_draw()
    }

    /// A click on another counter ends the move that is under way, and the counter is chosen then; whether it was so.
    fn ends_move_for(&mut self, counter: G::Subject, table: &mut Table<G>) -> bool {
        let is_end = |offer: &Offer<G>| offer.kind == Kind::End && !offer.by.is_empty();
        let Some(end) = self.offers.iter().position(is_end).filter(|_| !self.group.contains(&counter)) else {
            return false;
        };
        self.next = Some(counter);
        self.give(end, table);
        true
    }

    /// Does what a click at a target does; whether it does anything.
    fn act(&mut self, pointed: Pointed<G>, table: &mut Table<G>, scene: &Scene<G>) -> bool {
        let Some(aim) = self.choices(table, scene).and_then(|choices| Aim::at(pointed, &choices)) else {
            return false;
        };
        let is_pinned = self.pinned.as_ref().is_some_and(|pinned| pinned.at == aim.at);
        match aim.picks.as_slice() {
            [] => {
                self.aim = Some(aim);
                return false;
            }
            [only] => {
                let only = only.clone();
                self.take(&only, table, scene);
            }
            _ if is_pinned => {
                if let Some(pick) = self.on_enter() {
                    self.take(&pick, table, scene);
                }
            }
            _ => self.pinned = Some(aim),
        }
        true
    }

    /// Does what was picked.
    pub fn take(&mut self, pick: &Pick, table: &mut Table<G>, scene: &Scene<G>) {
        match pick {
            Pick::Order(index) => self.give(*index, table),
            Pick::Way(way) => self.set_off(way, table, scene),
        }
    }

    /// Sends the group on its way.
    fn set_off(&mut self, way: &Way, table: &mut Table<G>, scene: &Scene<G>) {
        let Some(decision) = self.decision else { return };
        self.plan = Some(Plan::new(decision.player, &self.group, way, scene));
        self.go_on(table);
    }

    /// Gives an order, by its number among the offers.
    fn give(&mut self, order: usize, table: &mut Table<G>) {
        let Some(offer) = self.offers.get(order) else { return };
        let (order, kind) = (offer.order.clone(), offer.kind);
        (self.pinned, self.aim, self.pointed) = (None, None, None);
        if table.order(order) && kind == Kind::Place {
            table.show_lone_beat();
        }
    }

    /// The order that Space gives. Where counters would be left that may still act, it has to be pressed twice.
    pub fn end(&mut self, table: &mut Table<G>) {
        match ending(&self.offers) {
            Some(order) if self.warns(order, table) => {}
            Some(order) => self.give(order, table),
            None if self.decision.is_some() => {
                table.notice = Some(Notice::hint("Nothing can be ended here: answer the question first."));
            }
            None => {}
        }
    }

    /// Tells the player who may still act before he ends it, once a moment; whether it did.
    fn warns(&mut self, order: usize, table: &mut Table<G>) -> bool {
        let ends_one_move = self.offers.get(order).is_none_or(|offer| !offer.by.is_empty());
        let idle = self.idle(&table.scene());
        if ends_one_move || idle.is_empty() || self.warned == self.moment {
            return false;
        }
        self.warned = self.moment;
        let text = format!("{} may still act. Space once more: {}.", names(&idle), self.offers[order].text);
        table.notice = Some(Notice::hint(text));
        true
    }

    /// Puts away what is in hand: the pinned target, then the planned way, then the group; whether there was anything.
    pub fn cancel(&mut self, table: &mut Table<G>) -> bool {
        table.notice = None;
        let was_drawn = !std::mem::take(&mut self.drawn).is_empty();
        if self.pinned.take().is_some() || self.plan.take().is_some() || was_drawn {
            (self.aim, self.pointed) = (None, None);
            return true;
        }
        if only_group(&self.offers).is_none() && !self.group.is_empty() {
            self.choose(Vec::new(), table);
            return true;
        }
        self.inspected.take().is_some()
    }

    /// Says why a target is none.
    fn refuse_target(&mut self, table: &mut Table<G>) {
        let nothing = self.group.is_empty() && !self.is_question();
        let why = self.aim.as_ref().and_then(|aim| {
            let seen = aim.sight.as_ref().map(|(words, _)| words.clone());
            aim.why_not.clone().or(seen)
        });
        let text = match (nothing, why) {
            (true, _) => "Choose a counter of yours first: those that may act are ringed.".to_owned(),
            (false, Some(why)) => format!("{why}."),
            (false, None) => "Nothing can be done there now.".to_owned(),
        };
        table.notice = Some(Notice::hint(text));
    }

    /// Says why a counter cannot act.
    fn refuse_counter(&mut self, counter: G::Subject, table: &mut Table<G>) {
        let Some(decision) = self.decision else { return };
        let view = table.game().battle().view_for(decision.player);
        let refused = G::ways(view, decision, &[counter]).err();
        table.notice = Some(match refused {
            Some(refusal) => Notice::refused(&refusal),
            None => Notice::hint(format!("{counter} cannot act now.")),
        });
    }
}
