//! What the pointer is on, and what would come of a click there.

use tabletop::agenda::Decision;
use tabletop::game::Game;
use tabletop::refusal::Refusal;
use tabletop_counters::{Foresight, Kind, Offer, OnHexes, Prospect, Reading, Scene, Target, Way};
use tabletop_hexes::hex::Hex;

use super::groups::{acts_of, answers_with, groups_with, is_placing, is_question, orders_at};
use super::path::{drawn_on, straight_path};
use crate::game::narration::words::capitalised;
use crate::map_ui::session::{Pointed, SightLine};

/// Something that a player can pick.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Pick {
    /// An order, by its number among the offers.
    Order(usize),
    /// A way of the chosen counters.
    Way(Way),
}

/// A target that the pointer is on, or that the player has pinned.
#[derive(Clone, Debug)]
pub struct Aim<G: OnHexes> {
    /// What it is.
    pub at: Target<G>,
    /// Its hex.
    pub hex: Hex,
    /// What a click there may do.
    pub picks: Vec<Pick>,
    /// The one that is explained, by its place among them.
    pub shown: usize,
    /// Prospects of that one.
    pub foresight: Option<Foresight<G>>,
    /// The same under other readings.
    pub readings: Vec<Reading<G>>,
    /// Forecast of the way there.
    pub prospect: Option<Prospect<G>>,
    /// Line of sight there, in words and on the map.
    pub sight: Option<(String, SightLine)>,
    /// Why a click does nothing.
    pub why_not: Option<String>,
}

/// What aims are made of.
pub struct Choices<'a, G: OnHexes> {
    /// The battle as the player sees it.
    pub view: G::View<'a>,
    /// What is asked.
    pub decision: Decision<G>,
    /// The same on the map.
    pub scene: &'a Scene<G>,
    /// The legal orders.
    pub offers: &'a [Offer<G>],
    /// The chosen counters.
    pub group: &'a [G::Subject],
    /// Their ways.
    pub ways: &'a [Way],
    /// The way that the player draws.
    pub drawn: &'a [Hex],
}

impl<G: OnHexes> Aim<G> {
    /// The target under the pointer; nothing beside the map, and on the group itself.
    pub fn at(pointed: Pointed<G>, choices: &Choices<'_, G>) -> Option<Self> {
        let is_free = |counter: &G::Subject| !choices.group.contains(counter);
        let is_asked = |counter: &G::Subject| {
            is_question(choices.offers) && !acts_of(choices.offers, *counter).is_empty()
        };
        let counter = pointed.counter.filter(|counter| is_free(counter) || is_asked(counter));
        let hex = pointed.hex.or_else(|| G::hex_of(choices.view, pointed.counter?))?;
        let along = along_drawn(hex, choices);
        let (picks, why_not) = match along {
            Some(Ok(ways)) => (ways.into_iter().map(Pick::Way).collect(), None),
            Some(Err(why)) => (Vec::new(), Some(why)),
            None => (picks(counter, hex, choices), None),
        };
        let mut aim = Self {
            at: counter.map_or(Target::Hex(hex), Target::Counter),
            hex,
            picks,
            shown: 0,
            foresight: None,
            readings: Vec::new(),
            prospect: None,
            sight: None,
            why_not,
        };
        aim.look_ahead(choices);
        Some(aim)
    }

    /// The target of an order; nothing where no dice decide what becomes of anybody.
    pub fn of_order(order: usize, choices: &Choices<'_, G>) -> Option<Self> {
        let offer = choices.offers.get(order)?;
        let by = offer.by.first().copied();
        let at = offer.at.or(by.map(Target::Counter))?;
        let hex = match at {
            Target::Hex(hex) => hex,
            Target::Counter(counter) => G::hex_of(choices.view, counter)?,
        };
        let foresight = G::foresight(choices.view, choices.decision, &offer.order)?;
        Some(Self {
            at,
            hex,
            picks: vec![Pick::Order(order)],
            shown: 0,
            foresight: Some(foresight),
            readings: G::readings(choices.view, choices.decision, &offer.order),
            prospect: None,
            sight: None,
            why_not: None,
        })
    }

    /// Explains another of its picks.
    pub fn show(&mut self, place: usize, choices: &Choices<'_, G>) {
        self.shown = place;
        self.look_ahead(choices);
    }

    /// What a click does, where it does anything.
    pub fn pick(&self) -> Option<&Pick> {
        self.picks.get(self.shown)
    }

    /// The way that a click sends the group on.
    pub fn way(&self) -> Option<&Way> {
        match self.pick()? {
            Pick::Way(way) => Some(way),
            Pick::Order(_) => None,
        }
    }

    fn look_ahead(&mut self, choices: &Choices<'_, G>) {
        let Choices { view, offers, group, .. } = *choices;
        (self.foresight, self.readings, self.prospect) = (None, Vec::new(), None);
        match self.pick().cloned() {
            Some(Pick::Order(index)) => {
                let order = offers.get(index).map(|offer| offer.order.clone());
                self.foresee(order.as_ref(), choices);
            }
            Some(Pick::Way(way)) => self.follow(&way, choices),
            None if self.why_not.is_none() => self.explain_refusal(choices),
            None => {}
        }
        // In a question whose answer hurts nobody, nobody asks who sees whom.
        let asks_sight = !is_question(offers) || self.foresight.is_some();
        let from = group.first().filter(|_| asks_sight).and_then(|first| G::hex_of(view, *first));
        let from = from.filter(|from| *from != self.hex);
        self.sight = from.and_then(|from| {
            let (words, blocker) = G::sight(view, from, self.hex).ok()?;
            Some((words, (from, self.hex, blocker)))
        });
    }

    fn foresee(&mut self, order: Option<&G::Order>, choices: &Choices<'_, G>) {
        let Some(order) = order else { return };
        self.foresight = G::foresight(choices.view, choices.decision, order);
        self.readings = G::readings(choices.view, choices.decision, order);
    }

    /// Forecasts a way, and the close combat at its end.
    fn follow(&mut self, way: &Way, choices: &Choices<'_, G>) {
        let Choices { view, decision, group, .. } = *choices;
        match G::prospect(view, group, &way.path) {
            Ok(prospect) => {
                let fight = prospect.attacks.iter().find(|(manner, _)| *manner == way.manner);
                self.foresight = fight.map(|(_, foresight)| foresight.clone());
                self.prospect = Some(prospect);
            }
            Err(refusal) => self.why_not = Some(format!("{} ({})", refusal.text(), refusal.rule())),
        }
        // An attack from the hex beside it can be foretold under each reading.
        if way.is_attack && way.path.len() == 1 {
            self.foresee(G::step(view, decision, group, way).ok().as_ref(), choices);
        }
    }

    /// Why the group can neither go there nor do anything there.
    fn explain_refusal(&mut self, choices: &Choices<'_, G>) {
        let Choices { view, decision, group, scene, .. } = *choices;
        let Some(first) = group.first() else { return };
        if G::hex_of(view, *first) == Some(self.hex) {
            // It is there already.
            return;
        }
        let owner = |id| scene.counter(id).map(|counter| counter.side);
        if let Target::Counter(counter) = self.at
            && owner(counter) == Some(decision.player)
            && !is_placing(choices.offers)
        {
            // It is there to be chosen.
            return;
        }
        let reasons = G::why_not(view, decision, group, self.at);
        if !reasons.is_empty() {
            self.why_not = Some(in_words(&reasons));
            return;
        }
        let Some(from) = G::hex_of(view, *first).filter(|from| *from != self.hex) else { return };
        let is_enemy =
            |id: &G::Subject| scene.counter(*id).is_some_and(|counter| counter.side != decision.player);
        // Of an enemy, the line of sight says why; of ground, the movement.
        if scene.stack(self.hex).iter().any(is_enemy) {
            return;
        }
        let path = straight_path(from, self.hex);
        match G::prospect(view, group, &path) {
            Ok(prospect) => self.why_not = prospect.refused,
            Err(refusal) => self.why_not = Some(format!("{} ({})", refusal.text(), refusal.rule())),
        }
    }
}

/// What the gate says of the orders that come nearest: "Fire: 0805 hides hex 0905", with the paragraph.
fn in_words<G: Game>(reasons: &[(String, Refusal<G>)]) -> String {
    let say = |(what, why): &(String, Refusal<G>)| {
        format!("{}: {} ({})", capitalised(what), why.text(), why.rule())
    };
    reasons.iter().map(say).collect::<Vec<_>>().join(". ")
}

/// The ways along the one that the player draws, to a hex; `None` where he draws none.
fn along_drawn<G: OnHexes>(hex: Hex, choices: &Choices<'_, G>) -> Option<Result<Vec<Way>, String>> {
    let Choices { view, decision, group, drawn, .. } = *choices;
    let start = G::hex_of(view, *group.first()?)?;
    let path = drawn_on(start, drawn, hex);
    if drawn.is_empty() || path.is_empty() {
        return None;
    }
    Some(G::ways_along(view, decision, group, &path))
}

/// All that a click at a target may do.
fn picks<G: OnHexes>(counter: Option<G::Subject>, hex: Hex, choices: &Choices<'_, G>) -> Vec<Pick> {
    let Choices { decision, scene, offers, group, ways, .. } = *choices;
    let question = is_question(offers);
    let answers_of = |counter| match group.contains(&counter) {
        true => acts_of(offers, counter),
        false => answers_with(offers, counter),
    };
    let answers = counter.filter(|_| question).map(answers_of);
    if let Some(answers) = answers.filter(|answers| !answers.is_empty()) {
        return answers.into_iter().map(Pick::Order).collect();
    }
    // An own counter that may act is chosen by a click: it is no target then.
    let owner = counter.and_then(|counter| scene.counter(counter)).map(|counter| counter.side);
    let is_own = owner == Some(decision.player);
    let is_chosen = |counter| !is_placing(offers) && !groups_with(offers, counter).is_empty();
    if is_own && !question && counter.is_some_and(is_chosen) {
        return Vec::new();
    }
    let counter = counter.filter(|_| !is_own || question);
    let there: Vec<&Way> = ways.iter().filter(|way| way.hex == hex).collect();
    // A step of a move, or an attack, is the beginning of a way.
    let is_step = |index: &usize| !there.is_empty() && is_entry(&offers[*index]);
    let orders = orders_at(offers, group, counter, Some(hex), scene.stack(hex));
    let orders = orders.into_iter().filter(|index| !is_step(index)).map(Pick::Order);
    orders.chain(there.iter().map(|way| Pick::Way((*way).clone()))).collect()
}

/// Whether an order enters a hex.
fn is_entry<G: Game>(offer: &Offer<G>) -> bool {
    matches!(offer.kind, Kind::Move | Kind::Attack)
}
