//! What the player has in hand: the counters that are chosen, where they can go, and what a click would do.

use bevy::prelude::Resource;
use tabletop::agenda::Decision;
use tabletop::prompt::Prompt;
use tabletop::record::history::Rationale;
use tabletop::refusal::Refusal;
use tabletop_counters::{Kind, Offer, OnHexes, Scene, Target, Way};
use tabletop_hexes::hex::Hex;

use super::aim::{Aim, Choices, Pick};
use super::groups::{buttons, groups_with, is_placing, is_question, on_enter, only_group, suits};
use super::plan::{Next, Plan};
use super::standing::{STANDING, answer_by_standing_order};
use crate::game::narration::words::capitalised;
use crate::map_ui::session::{Moment, Notice, Pointed, Table};

/// Most answers whose chances stand on their buttons.
const FEW: usize = 12;

/// What the player has in hand.
#[derive(Resource)]
pub struct Choosing<G: OnHexes> {
    /// The moment that all this is about; none while nobody at the window is asked.
    pub(super) moment: Option<Moment>,
    pub(super) decision: Option<Decision<G>>,
    /// The question.
    pub prompt: Option<Prompt<G>>,
    /// The legal orders.
    pub offers: Vec<Offer<G>>,
    /// The chosen counters.
    pub group: Vec<G::Subject>,
    /// A counter whose card is shown, whoever owns it.
    pub inspected: Option<G::Subject>,
    /// Where the chosen counters can move.
    pub ways: Vec<Way>,
    /// Why they cannot.
    pub barred: Option<Box<Refusal<G>>>,
    /// What the pointer is on.
    pub aim: Option<Aim<G>>,
    /// A target with several orders, for which the player has to pick one.
    pub pinned: Option<Aim<G>>,
    /// The way that the group is on.
    pub(super) plan: Option<Plan<G>>,
    /// Chances of the answers of a question, in order, for its buttons.
    pub(super) chances: Vec<String>,
    /// The way that the player draws, hex by hex.
    pub(super) drawn: Vec<Hex>,
    /// A counter to be chosen once it may act.
    pub(super) next: Option<G::Subject>,
    /// An order that is explained because the pointer is on its button.
    pub foreseen: Option<Aim<G>>,
    /// The same of the frame before.
    pub(super) foreseen_before: Option<Aim<G>>,
    /// What words in a panel point at.
    pub hinted: Vec<Target<G>>,
    /// What was pointed at last, so that nothing is worked out twice.
    pub(super) pointed: Option<Pointed<G>>,
    /// The moment at which Space was told that somebody may still act.
    pub(super) warned: Option<Moment>,
}

impl<G: OnHexes> Default for Choosing<G> {
    fn default() -> Self {
        Self {
            moment: None,
            decision: None,
            prompt: None,
            offers: Vec::new(),
            group: Vec::new(),
            inspected: None,
            ways: Vec::new(),
            barred: None,
            aim: None,
            pinned: None,
            plan: None,
            chances: Vec::new(),
            drawn: Vec::new(),
            next: None,
            foreseen: None,
            foreseen_before: None,
            hinted: Vec::new(),
            pointed: None,
            warned: None,
        }
    }
}

impl<G: OnHexes> Choosing<G> {
    /// What is asked of somebody at the window.
    pub fn decision(&self) -> Option<Decision<G>> {
        self.decision
    }

    /// Whether a question is to be answered, rather than a counter to be chosen.
    pub fn is_question(&self) -> bool {
        is_question(&self.offers)
    }

    /// Whether a counter is to be set up.
    pub fn is_placing(&self) -> bool {
        is_placing(&self.offers)
    }

    /// Whether a group is on a planned way.
    pub fn is_under_way(&self) -> bool {
        self.plan.is_some()
    }

    /// What is explained now: the pinned target, an order whose button the pointer is on, or what it is on.
    pub fn explained(&self) -> Option<&Aim<G>> {
        let of_button = self.foreseen.as_ref().or(self.foreseen_before.as_ref());
        self.pinned.as_ref().or(of_button).or(self.aim.as_ref())
    }

    /// What has a button now.
    pub fn listed(&self) -> Vec<Pick> {
        match &self.pinned {
            Some(pinned) => pinned.picks.clone(),
            None => buttons(&self.offers, &self.group).into_iter().map(Pick::Order).collect(),
        }
    }

    /// What Enter does.
    pub fn on_enter(&self) -> Option<Pick> {
        match &self.pinned {
            Some(pinned) => pinned.pick().cloned(),
            None => on_enter(&self.offers).map(Pick::Order),
        }
    }

    /// A pick in words.
    pub fn words(&self, pick: &Pick) -> String {
        match pick {
            Pick::Order(index) => {
                let text = self.offers.get(*index).map_or_else(String::new, |offer| offer.text.clone());
                match self.chances.get(*index).filter(|chance| !chance.is_empty()) {
                    Some(chance) => format!("{text}: {chance}"),
                    None => text,
                }
            }
            Pick::Way(way) if way.cost.is_empty() => format!("{} {}", capitalised(&way.manner), way.hex),
            Pick::Way(way) => format!("{} {}: {}", capitalised(&way.manner), way.hex, way.cost),
        }
    }

    /// Whether a pick ends the impulse, the move or the like.
    pub fn ends(&self, pick: &Pick) -> bool {
        let Pick::Order(index) = pick else { return false };
        self.offers.get(*index).is_some_and(|offer| offer.kind == Kind::End)
    }

    /// Brings everything up to date with the table: called in every frame before anything else.
    pub fn follow(&mut self, table: &mut Table<G>) {
        let Some(decision) = table.asked() else {
            if self.moment.take().is_some() {
                self.forget_offers();
            }
            return;
        };
        let moment = table.moment();
        if self.moment == Some(moment) {
            return;
        }
        self.moment = Some(moment);
        let view = table.game().battle().view_for(decision.player);
        self.decision = Some(decision);
        self.prompt = Some(G::prompt(view, decision));
        self.offers = G::offers(view, decision);
        (self.pinned, self.aim, self.pointed) = (None, None, None);
        if self.answer_by_standing_order(table) || self.go_on(table) {
            return;
        }
        let kept = std::mem::take(&mut self.group);
        let acts = |id: &G::Subject| self.offers.iter().any(|offer| offer.by.contains(id));
        let wanted = self.next.take().and_then(|next| groups_with(&self.offers, next).into_iter().next());
        let kept: Vec<G::Subject> = kept.into_iter().filter(acts).collect();
        // A group that acted together before need not be one now.
        let serves = self.offers.iter().any(|offer| !offer.by.is_empty() && suits(offer, &kept));
        let group = only_group(&self.offers).or(wanted);
        let group = group.unwrap_or_else(|| if serves { kept } else { Vec::new() });
        self.inspected = self.inspected.filter(|id| group.contains(id));
        self.chances = self.chances_of_answers(table);
        self.choose(group, table);
    }

    /// Chances of the answers of a question, as far as dice decide what becomes of anybody.
    fn chances_of_answers(&self, table: &Table<G>) -> Vec<String> {
        let listed = buttons(&self.offers, &[]).len();
        let Some(decision) = self.decision.filter(|_| self.is_question() && listed <= FEW) else {
            return Vec::new();
        };
        let view = table.game().battle().view_for(decision.player);
        let label = |offer: &Offer<G>| {
            G::foresight(view, decision, &offer.order).map_or_else(String::new, |found| found.in_short())
        };
        // Moves are many, and no dice decide them.
        let of = |offer: &Offer<G>| if offer.kind == Kind::Move { String::new() } else { label(offer) };
        self.offers.iter().map(of).collect()
    }

    fn forget_offers(&mut self) {
        self.decision = None;
        self.prompt = None;
        self.offers.clear();
        self.ways.clear();
        self.drawn.clear();
        self.chances.clear();
        self.barred = None;
        (self.pinned, self.aim, self.pointed) = (None, None, None);
        (self.foreseen, self.foreseen_before) = (None, None);
    }

    /// Goes on along the planned way; whether an order was given.
    pub(super) fn go_on(&mut self, table: &mut Table<G>) -> bool {
        let (Some(mut plan), Some(decision)) = (self.plan.take(), self.decision) else { return false };
        let view = table.game().battle().view_for(decision.player);
        let next = plan.next(view, decision, &G::scene(view));
        match next {
            Next::Order(order) => {
                self.plan = Some(plan);
                let given = table.order(order);
                if !given {
                    self.plan = None;
                }
                given
            }
            Next::Wait => {
                self.plan = Some(plan);
                false
            }
            Next::Done => false,
            Next::Disturbed(what) => {
                let text = format!("{what}: the rest of the way is yours to decide.");
                table.notice = Some(Notice::hint(text));
                false
            }
            Next::Refused(refusal) => {
                table.refuse(&refusal);
                false
            }
        }
    }

    /// Answers for a player whose standing order covers the question; whether it did.
    fn answer_by_standing_order(&mut self, table: &mut Table<G>) -> bool {
        let Some(decision) = self.decision else { return false };
        let standing = table.standing[decision.player.index()];
        let view = table.game().battle().view_for(decision.player);
        let answer = answer_by_standing_order(view, decision, &self.offers, standing);
        let Some((order, best)) = answer else { return false };
        let does = self.offers[order].text.clone();
        let why = format!(
            "standing order: asked {}; the best shot harms with {:.0} %",
            standing.in_words(),
            100.0 * best
        );
        let rationale = Rationale { by: STANDING.to_owned(), does, why };
        table.order_for(self.offers[order].order.clone(), rationale)
    }

    /// Chooses a group.
    pub fn choose(&mut self, group: Vec<G::Subject>, table: &Table<G>) {
        self.group = group;
        self.ways.clear();
        self.drawn.clear();
        self.barred = None;
        (self.pinned, self.aim, self.pointed) = (None, None, None);
        let Some(decision) = self.decision.filter(|_| !self.group.is_empty()) else { return };
        match G::ways(table.game().battle().view_for(decision.player), decision, &self.group) {
            Ok(ways) => self.ways = ways,
            Err(refusal) => self.barred = Some(Box::new(refusal)),
        }
    }

    /// Notes what the pointer is on, and looks ahead.
    pub fn point(&mut self, pointed: Pointed<G>, table: &Table<G>, scene: &Scene<G>) {
        if self.pointed == Some(pointed) {
            return;
        }
        self.pointed = Some(pointed);
        self.aim = self.choices(table, scene).and_then(|choices| Aim::at(pointed, &choices));
    }

    pub(super) fn choices<'a>(&'a self, table: &'a Table<G>, scene: &'a Scene<G>) -> Option<Choices<'a, G>> {
        let decision = self.decision?;
        let view = table.game().battle().view_for(decision.player);
        let (offers, group, ways, drawn) = (&self.offers, &self.group, &self.ways, &self.drawn);
        Some(Choices { view, decision, scene, offers, group, ways, drawn })
    }

    /// Explains another pick of the pinned target.
    pub fn show_pinned(&mut self, place: usize, table: &Table<G>, scene: &Scene<G>) {
        let Some(mut pinned) = self.pinned.take() else { return };
        if let Some(choices) = self.choices(table, scene)
            && pinned.shown != place
        {
            pinned.show(place, &choices);
        }
        self.pinned = Some(pinned);
    }

    /// Called before panels are laid out: what they explain by the pointer, they say anew.
    pub fn begin_frame(&mut self) {
        self.foreseen_before = self.foreseen.take();
    }

    /// Explains an order because the pointer is on its button.
    pub fn foresee(&mut self, order: usize, table: &Table<G>, scene: &Scene<G>) {
        let pick = Pick::Order(order);
        let is_it = |aim: &Aim<G>| aim.picks.first() == Some(&pick);
        self.foreseen = self.foreseen_before.clone().filter(is_it);
        if self.foreseen.is_none() {
            self.foreseen = self.choices(table, scene).and_then(|choices| Aim::of_order(order, &choices));
        }
    }

    /// Chooses the next counter that may act.
    pub fn next(&mut self, table: &Table<G>) -> Option<G::Subject> {
        let mut able: Vec<G::Subject> = self.able().collect();
        able.sort();
        able.dedup();
        let at = self.group.first().and_then(|first| able.iter().position(|id| id == first));
        let next = *able.get(at.map_or(0, |at| (at + 1) % able.len()))?;
        let group = groups_with(&self.offers, next).into_iter().next()?;
        self.inspected = Some(next);
        self.choose(group, table);
        Some(next)
    }

    /// Counters that may act and have not yet, each once.
    pub fn idle(&self, scene: &Scene<G>) -> Vec<G::Subject> {
        let is_spent = |id: &G::Subject| scene.counter(*id).is_some_and(|counter| counter.is_spent);
        let mut idle: Vec<G::Subject> = self.able().filter(|id| !is_spent(id)).collect();
        idle.sort();
        idle.dedup();
        idle
    }

    /// Counters that may act.
    pub fn able(&self) -> impl Iterator<Item = G::Subject> + '_ {
        self.offers.iter().flat_map(|offer| offer.by.iter().copied())
    }
}
