//! A player who weighs what he may do by a look at it: exact odds where dice decide, places and goals where they do not.

use std::sync::Arc;

use tabletop::agenda::Decision;
use tabletop::battle::Battle;
use tabletop::command::Command;
use tabletop::portfolio::Chosen;
use tabletop_hexes::hex::Hex;

use super::atlas::Atlas;
use super::look::{Look, Terms};
use super::muster::{KnownOdds, Muster, musters, pressed_home};
use super::shots::Marks;
use super::style::Weights;
use super::words::explained;
use crate::assault::machine::ChoiceKind;
use crate::chapters::concealment::{fire_reveals, move_reveals};
use crate::chapters::movement::Moment;
use crate::chapters::recovery;
use crate::fact::Recovery;
use crate::game::{Lhy, words};
use crate::ids::UnitId;
use crate::listing::orders;
use crate::order::{Choice, Order};
use crate::setup::LhySetup;
use crate::view::View;

/// Something that a player may do, and what it is worth.
#[derive(Clone, Debug, PartialEq)]
pub struct Weighed {
    pub order: Order,
    pub terms: Terms,
    /// Points over doing nothing.
    pub value: f64,
    /// Chance to take the hex with all who come: of an assault.
    pub takes: Option<f64>,
}

impl Weighed {
    fn new(order: Order, terms: Terms) -> Self {
        Self { order, value: terms.value(), terms, takes: None }
    }
}

/// A player who weighs.
#[derive(Clone, Debug)]
pub struct Weighing {
    weights: Weights,
    /// The land of the level that it was asked about last.
    atlas: Option<(Arc<LhySetup>, Arc<Atlas>)>,
    known: KnownOdds,
}

impl Weighing {
    pub fn new(weights: Weights) -> Self {
        Self { weights, atlas: None, known: KnownOdds::default() }
    }

    /// The next command with its reasons; `None` once the battle is over.
    pub fn choose(&mut self, battle: &Battle<Lhy>) -> Option<Chosen<Lhy, f64>> {
        self.choose_for_unit(battle, None)
    }

    /// The same with an order of this unit, if it has one that is worth it.
    pub fn choose_for_unit(
        &mut self,
        battle: &Battle<Lhy>,
        unit: Option<UnitId>,
    ) -> Option<Chosen<Lhy, f64>> {
        let decision = battle.decision()?;
        let atlas = self.atlas(battle.setup());
        let look = Look::new(battle.view_for(decision.player), decision.player, self.weights, &atlas);
        let mut ranked = ranked(&look, &mut self.known, decision);
        if let Some(own) = ranked.iter().position(|one| unit.is_some() && acting(&one.order) == unit) {
            ranked.drain(..own);
        }
        let command = Command { player: decision.player, order: ranked.first()?.order.clone() };
        Some(explained(&look, decision, command, &of_each_kind(ranked)))
    }

    /// The same command without reasons: quicker.
    pub fn command(&mut self, battle: &Battle<Lhy>) -> Option<Command<Lhy>> {
        let decision = battle.decision()?;
        let atlas = self.atlas(battle.setup());
        let look = Look::new(battle.view_for(decision.player), decision.player, self.weights, &atlas);
        let ranked = ranked(&look, &mut self.known, decision);
        Some(Command { player: decision.player, order: ranked.into_iter().next()?.order })
    }

    /// The best orders, as many as are wanted, no unit with more than two of a kind.
    pub fn options(&mut self, battle: &Battle<Lhy>, count: usize) -> Vec<Order> {
        let Some(decision) = battle.decision() else { return Vec::new() };
        let atlas = self.atlas(battle.setup());
        let look = Look::new(battle.view_for(decision.player), decision.player, self.weights, &atlas);
        let ranked = ranked(&look, &mut self.known, decision);
        let mut found: Vec<Order> = Vec::new();
        for one in ranked {
            let alike = |known: &&Order| {
                acting(known) == acting(&one.order)
                    && std::mem::discriminant(*known) == std::mem::discriminant(&one.order)
            };
            if found.len() < count && found.iter().filter(alike).count() < 2 {
                found.push(one.order);
            }
        }
        found
    }

    /// An order that was chosen, with its reasons.
    pub fn explain(
        &mut self,
        battle: &Battle<Lhy>,
        decision: Decision<Lhy>,
        order: &Order,
    ) -> Chosen<Lhy, f64> {
        let atlas = self.atlas(battle.setup());
        let look = Look::new(battle.view_for(decision.player), decision.player, self.weights, &atlas);
        let mut ranked = ranked(&look, &mut self.known, decision);
        let command = Command { player: decision.player, order: order.clone() };
        match ranked.iter().position(|one| one.order == *order) {
            Some(place) => {
                let one = ranked.swap_remove(place);
                explained(&look, decision, command, &[one])
            }
            None => Chosen::plain(command, words(order)),
        }
    }

    pub fn atlas(&mut self, setup: &Arc<LhySetup>) -> Arc<Atlas> {
        if let Some((known, atlas)) = &self.atlas
            && Arc::ptr_eq(known, setup)
        {
            return Arc::clone(atlas);
        }
        let atlas = Arc::new(Atlas::new(setup));
        self.known = KnownOdds::default();
        self.atlas = Some((Arc::clone(setup), Arc::clone(&atlas)));
        atlas
    }
}

/// The unit that acts by an order.
pub fn acting(order: &Order) -> Option<UnitId> {
    match order {
        Order::Deploy { unit, .. }
        | Order::Maneuver { unit, .. }
        | Order::Fire { unit, .. }
        | Order::Recover { unit }
        | Order::Withdraw { unit, .. }
        | Order::Advance { unit, .. } => Some(*unit),
        Order::Assault { units, .. } => units.first().copied(),
        Order::Activate { .. }
        | Order::EndActivations
        | Order::Count { .. }
        | Order::Target { .. }
        | Order::Retreat { .. }
        | Order::PressHome
        | Order::Feint
        | Order::Stay
        | Order::Done => None,
    }
}

/// All legal answers, best first; those that are worth nothing come after passing.
fn ranked(look: &Look<'_>, known: &mut KnownOdds, decision: Decision<Lhy>) -> Vec<Weighed> {
    let all = orders(look.view, decision);
    let mut found = match decision.choice {
        Choice::SetUp => weighed(all, |order, _| set_up(look, order)),
        Choice::Activate => weighed(all, |order, _| activation(look, order)),
        Choice::Act => acts(look, known, all, Moment::Action),
        Choice::React => acts(look, known, all, Moment::Reaction),
        Choice::InAssault { kind: ChoiceKind::Feint } => feint(look, known, all),
        Choice::InAssault { kind } => weighed(all, |order, index| in_assault(look, kind, order, index)),
    };
    let passes = |order: &Order| matches!(order, Order::Done | Order::EndActivations | Order::Stay);
    found.sort_by(|a, b| b.value.total_cmp(&a.value).then(passes(&a.order).cmp(&passes(&b.order))));
    found
}

/// The best first, then the best of every other kind of order, then the rest: what else there was is no list of the same move.
fn of_each_kind(ranked: Vec<Weighed>) -> Vec<Weighed> {
    let mut kinds = Vec::new();
    let (mut first, mut rest) = (Vec::new(), Vec::new());
    for one in ranked {
        let kind = std::mem::discriminant(&one.order);
        match kinds.contains(&kind) {
            true => rest.push(one),
            false => {
                kinds.push(kind);
                first.push(one);
            }
        }
    }
    first.append(&mut rest);
    first
}

fn weighed(all: Vec<Order>, weigh: impl Fn(&Order, usize) -> Terms) -> Vec<Weighed> {
    let weighed = all.into_iter().enumerate().map(|(index, order)| {
        let terms = weigh(&order, index);
        Weighed::new(order, terms)
    });
    weighed.collect()
}

/// Near the goals, in cover.
fn set_up(look: &Look<'_>, order: &Order) -> Terms {
    match order {
        Order::Deploy { unit, hex } => look.place(*unit, *hex),
        _ => Terms::default(),
    }
}

/// The platoon with the most units that can still act; Russians two at once.
fn activation(look: &Look<'_>, order: &Order) -> Terms {
    let Order::Activate { platoons } = order else { return Terms::default() };
    let own = look.view.setup.cards.iter().filter(|(_, card)| platoons.contains(&card.platoon));
    let left = own.filter(|(_, card)| look.view.play.hex_of(card.id).is_some()).count();
    Terms { order: left as f64, ..Terms::default() }
}

/// Actions and reactions that are worth it, and passing.
fn acts(look: &Look<'_>, known: &mut KnownOdds, all: Vec<Order>, moment: Moment) -> Vec<Weighed> {
    let assaults = musters(look, known, &all).into_iter().filter(|one| !one.parts.is_empty());
    let mut found: Vec<Weighed> = assaults.flat_map(assault).collect();
    found.retain(|one| one.value >= look.weights.assaults_from);
    let (marks, standing) = (Marks::default(), Standing::default());
    for order in all {
        let terms = match &order {
            Order::Done => Terms::default(),
            Order::Assault { .. } => continue,
            _ => act(look, &marks, &standing, &order, moment),
        };
        let one = Weighed::new(order, terms);
        if one.order == Order::Done || one.value >= look.weights.acts_from {
            found.push(one);
        }
    }
    found
}

/// The parts of an assault: the first is worth the whole, and those after it a little less, so that they follow.
fn assault(of: Muster) -> Vec<Weighed> {
    let Muster { hex, parts, terms, takes } = of;
    let each = parts.into_iter().enumerate().map(|(place, (from, units))| {
        let order = Order::Assault { units, hex, from };
        let terms = Terms { order: terms.order - 0.01 * place as f64, ..terms };
        Weighed { takes: Some(takes), ..Weighed::new(order, terms) }
    });
    each.collect()
}

/// Worth of hexes to the unit that was asked about last, by their places: it may come to one in several ways.
type Standing = std::cell::RefCell<Option<(UnitId, Vec<Option<Terms>>)>>;

fn act<'a>(look: &Look<'a>, marks: &Marks<'a>, standing: &Standing, order: &Order, moment: Moment) -> Terms {
    let View { setup, play, .. } = look.view;
    match order {
        Order::Fire { unit, hex } => fire(look, marks, *unit, *hex),
        Order::Recover { unit } => recover(look, *unit),
        Order::Maneuver { unit, to } => {
            let reveals = |_| move_reveals(setup, play, *unit, &look.path(*unit, *to, moment));
            let shown = shows(look, *unit, reveals) + provoked(look, *unit);
            Terms { shown, ..change(look, standing, *unit, *to) }
        }
        Order::Withdraw { unit, to } => change(look, standing, *unit, *to),
        Order::Deploy { .. }
        | Order::Activate { .. }
        | Order::EndActivations
        | Order::Assault { .. }
        | Order::Count { .. }
        | Order::Target { .. }
        | Order::Retreat { .. }
        | Order::Advance { .. }
        | Order::PressHome
        | Order::Feint
        | Order::Stay
        | Order::Done => Terms::default(),
    }
}

/// Harm by fire, more at the objective and at those who come to assault.
fn fire<'a>(look: &Look<'a>, marks: &Marks<'a>, unit: UnitId, hex: Hex) -> Terms {
    let View { setup, play, .. } = look.view;
    let focus = if look.objective() == Some(hex) { 1.0 + look.weights.focus } else { 1.0 };
    let blind = if look.view.hides(hex, look.player.other()) { look.weights.blind } else { 0.0 };
    let harm = focus * marks.worth_of(look, unit, hex) + blind;
    let shown = shows(look, unit, |at| fire_reveals(setup, play, unit, at)) + provoked(look, unit);
    Terms { harm: look.weights.harm * harm, shown, ..Terms::default() }
}

/// Rule: LHY-REC-1.
fn recover(look: &Look<'_>, unit: UnitId) -> Terms {
    let View { setup, play, .. } = look.view;
    let Ok(plan) = recovery::plan(setup, play, unit) else { return Terms::default() };
    let good = (1..=10).filter(|face| plan.outcome(setup, unit, *face) != Recovery::Failed).count();
    let worth: f64 = plan.units.iter().map(|unit| look.worth(*unit)).sum();
    Terms { order: look.weights.recovery * worth * good as f64 / 10.0, ..Terms::default() }
}

/// Points that concealment is worth, if it goes. It is judged by hexes of enemies, which are known.
fn shows(look: &Look<'_>, unit: UnitId, goes: impl Fn(Hex) -> bool) -> f64 {
    if !look.view.play.state(unit).concealed {
        return 0.0;
    }
    let lost = look.view.play.hex_of(unit).is_some_and(goes);
    if lost { look.weights.conceal } else { 0.0 }
}

/// What it costs the side that may wait to let enemies react: those who have seen nothing yet and would see this unit act.
///
/// Rule: LHY-TURN-2.
fn provoked(look: &Look<'_>, unit: UnitId) -> f64 {
    let View { setup, play, .. } = look.view;
    if look.weights.provoke == 0.0 || look.is_attacker() || play.active != look.player {
        return 0.0;
    }
    let Some(hex) = play.hex_of(unit).filter(|hex| !play.noticed.contains(hex)) else { return 0.0 };
    let sees = |from: Hex, to: Hex| setup.sights.sight(from, to).is_clear();
    let new = play
        .on_map(setup, look.player.other())
        .filter(|(_, _, at)| sees(*at, hex) && !play.noticed.iter().any(|noticed| sees(*at, *noticed)));
    look.weights.provoke * new.count() as f64
}

/// The better place less the one before.
fn change(look: &Look<'_>, standing: &Standing, unit: UnitId, to: Hex) -> Terms {
    let Some(from) = look.view.play.hex_of(unit) else { return Terms::default() };
    let mut known = standing.borrow_mut();
    let known = match &mut *known {
        Some((of, known)) if *of == unit => known,
        other => &mut other.insert((unit, vec![None; look.atlas.hexes.len()])).1,
    };
    let mut worth = |hex: Hex| *known[look.place_of(hex)].get_or_insert_with(|| look.place(unit, hex));
    let before = worth(from);
    worth(to).over(&before)
}

/// To go in, or to stay out by the die where what is left to go in is worth less than nothing. Withdrawing comes after both.
///
/// Rule: LHY-ASB-5.
fn feint(look: &Look<'_>, known: &mut KnownOdds, all: Vec<Order>) -> Vec<Weighed> {
    let arrow = look.view.play.arrows.first().filter(|_| all.contains(&Order::PressHome));
    let pressed = arrow.and_then(|arrow| pressed_home(look, known, arrow));
    let Some((terms, takes, out)) = pressed else {
        return weighed(all, |_, index| Terms { order: -(index as f64), ..Terms::default() });
    };
    let each = all.into_iter().enumerate().map(|(index, order)| {
        let terms = match order {
            Order::PressHome => terms,
            // If the die fails they go in all the same.
            Order::Feint => terms.times(1.0 - out),
            _ => Terms { order: terms.value().min(0.0) - index as f64, ..Terms::default() },
        };
        Weighed { takes: Some(takes), ..Weighed::new(order, terms) }
    });
    each.collect()
}

/// The answer that is listed first is the default; advances are weighed.
fn in_assault(look: &Look<'_>, kind: ChoiceKind, order: &Order, index: usize) -> Terms {
    match (kind, order) {
        (ChoiceKind::Advance, Order::Advance { unit, to }) => {
            let enemy = look.view.play.has_units(look.view.setup, *to, look.player.other());
            let holds =
                look.view.setup.level.goals.iter().any(|goal| look.view.play.hex_of(*unit) == Some(*goal));
            match enemy || holds {
                true => Terms { order: -1.0, ..Terms::default() },
                false => change(look, &Standing::default(), *unit, *to),
            }
        }
        _ => Terms { order: -(index as f64), ..Terms::default() },
    }
}
