//! From pointer and keys to orders: which counters are chosen, what may be done with them, and what a click would bring about.
//!
//! It decides no rules: every order is one of the game's offers, or a step of a way that the game has found.

mod aim;
mod groups;
mod light;
mod plan;

use bevy::prelude::Resource;
use tabletop::agenda::Decision;
use tabletop::ids::Side;
use tabletop::prompt::Prompt;
use tabletop::record::history::Rationale;
use tabletop::refusal::Refusal;
use tabletop_counters::{Kind, Offer, OnHexes, Scene, Target, Way};

pub use aim::{Aim, Pick};
pub use light::light;

use self::aim::Choices;
use self::groups::{
    buttons, ending, groups_with, harmless, is_placing, is_question, next_group, only_group, with_another,
};
use self::plan::{Next, Plan};
use crate::game::narration::words::capitalised;
use crate::map_ui::session::{Moment, Notice, Pointed, StandingOrder, Table};

/// What the player has in hand.
#[derive(Resource)]
pub struct Choosing<G: OnHexes> {
    /// The moment that all this is about; none while nobody at the window is asked.
    moment: Option<Moment>,
    decision: Option<Decision<G>>,
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
    plan: Option<Plan<G>>,
    /// Chances of the answers of a question, in order, for its buttons.
    chances: Vec<String>,
    /// A counter to be chosen once it may act.
    next: Option<G::Subject>,
    /// An order that is explained because the pointer is on its button.
    pub foreseen: Option<Aim<G>>,
    /// The same of the frame before.
    foreseen_before: Option<Aim<G>>,
    /// What words in a panel point at.
    pub hinted: Vec<Target<G>>,
    /// What was pointed at last, so that nothing is worked out twice.
    pointed: Option<Pointed<G>>,
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
            next: None,
            foreseen: None,
            foreseen_before: None,
            hinted: Vec::new(),
            pointed: None,
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
            None => harmless(&self.offers).map(Pick::Order),
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
        let group = only_group(&self.offers).or(wanted);
        let group = group.unwrap_or_else(|| kept.into_iter().filter(acts).collect());
        self.inspected = self.inspected.filter(|id| group.contains(id));
        self.chances = self.chances_of_answers(table);
        self.choose(group, table);
    }

    /// Chances of the answers of a question, as far as dice decide what becomes of anybody.
    fn chances_of_answers(&self, table: &Table<G>) -> Vec<String> {
        let Some(decision) = self.decision.filter(|_| self.is_question() && self.offers.len() <= FEW) else {
            return Vec::new();
        };
        let view = table.game().battle().view_for(decision.player);
        let label = |offer: &Offer<G>| {
            G::foresight(view, decision, &offer.order).map_or_else(String::new, |found| found.label)
        };
        self.offers.iter().map(label).collect()
    }

    fn forget_offers(&mut self) {
        self.decision = None;
        self.prompt = None;
        self.offers.clear();
        self.ways.clear();
        self.chances.clear();
        self.barred = None;
        (self.pinned, self.aim, self.pointed) = (None, None, None);
        (self.foreseen, self.foreseen_before) = (None, None);
    }

    /// Goes on along the planned way; whether an order was given.
    fn go_on(&mut self, table: &mut Table<G>) -> bool {
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

    fn choices<'a>(&'a self, table: &'a Table<G>, scene: &'a Scene<G>) -> Option<Choices<'a, G>> {
        let decision = self.decision?;
        let view = table.game().battle().view_for(decision.player);
        let (offers, group, ways) = (&self.offers, &self.group, &self.ways);
        Some(Choices { view, decision, scene, offers, group, ways })
    }

    /// A click on what is pointed at.
    pub fn click(&mut self, pointed: Pointed<G>, adds: bool, table: &mut Table<G>, scene: &Scene<G>) {
        self.inspected = pointed.counter.or(self.inspected);
        let Some(decision) = self.decision else { return };
        if !adds && self.act(pointed, table, scene) {
            return;
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
        let order = offer.order.clone();
        (self.pinned, self.aim, self.pointed) = (None, None, None);
        table.order(order);
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

    /// The order that Space gives.
    pub fn end(&mut self, table: &mut Table<G>) {
        match ending(&self.offers) {
            Some(order) => self.give(order, table),
            None if self.decision.is_some() => {
                table.notice = Some(Notice::hint("Nothing can be ended here: answer the question first."));
            }
            None => {}
        }
    }

    /// Puts away what is in hand: the pinned target, then the planned way, then the group; whether there was anything.
    pub fn cancel(&mut self, table: &mut Table<G>) -> bool {
        table.notice = None;
        if self.pinned.take().is_some() || self.plan.take().is_some() {
            return true;
        }
        if only_group(&self.offers).is_none() && !self.group.is_empty() {
            self.choose(Vec::new(), table);
            return true;
        }
        self.inspected.take().is_some()
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

    /// Counters that may act.
    pub fn able(&self) -> impl Iterator<Item = G::Subject> + '_ {
        self.offers.iter().flat_map(|offer| offer.by.iter().copied())
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
            (false, Some(why)) => format!("No order there: {why}"),
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

/// Most answers whose chances stand on their buttons.
const FEW: usize = 12;

/// Who is said to have given an answer by a standing order.
const STANDING: &str = "standing order";

/// The answer to a question about fire that a standing order gives, and the chance with which the best shot harms somebody; `None`
/// where the player wants to be asked.
fn answer_by_standing_order<G: OnHexes>(
    view: G::View<'_>,
    decision: Decision<G>,
    offers: &[Offer<G>],
    standing: StandingOrder,
) -> Option<(usize, f64)> {
    let mut answers = offers.iter().enumerate().filter(|(_, offer)| offer.kind == Kind::Answer);
    let (holds, _) = answers.next()?;
    let only_fire = offers.iter().all(|offer| matches!(offer.kind, Kind::Fire | Kind::Answer));
    if standing.least == 0 || !only_fire || answers.next().is_some() {
        return None;
    }
    let scene = G::scene(view);
    let fires = offers.iter().filter(|offer| offer.kind == Kind::Fire);
    let best = fires.map(|offer| harm(view, decision, offer, &scene)).fold(0.0, f64::max);
    (!standing.asks(best)).then_some((holds, best))
}

/// Chance between 0 and 1 that an order harms an enemy.
fn harm<G: OnHexes>(view: G::View<'_>, decision: Decision<G>, offer: &Offer<G>, scene: &Scene<G>) -> f64 {
    let Some(foresight) = G::foresight(view, decision, &offer.order) else { return 1.0 };
    let of_enemy = |id: G::Subject| side_of(scene, id) != Some(decision.player);
    let enemies = foresight.chances.iter().filter(|chance| of_enemy(chance.counter));
    let harms = enemies.map(|chance| chance.fates.first().map_or(0.0, |(_, unharmed)| 1.0 - unharmed));
    harms.fold(0.0, f64::max)
}

fn side_of<G: OnHexes>(scene: &Scene<G>, id: G::Subject) -> Option<Side> {
    scene.counter(id).map(|counter| counter.side)
}
