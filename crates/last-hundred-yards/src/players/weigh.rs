//! A player who weighs what he may do by a look at it: exact odds where dice decide, places and goals where they do not.

use tabletop::agenda::Decision;
use tabletop::battle::Battle;
use tabletop::command::Command;
use tabletop::portfolio::Chosen;
use tabletop_hexes::hex::Hex;

use super::look::{Look, Terms};
use super::style::Weights;
use super::words::explained;
use crate::assault::machine::ChoiceKind;
use crate::chapters::concealment::{fire_reveals, move_reveals};
use crate::chapters::movement::{Moment, maneuvers};
use crate::game::Lhy;
use crate::ids::UnitId;
use crate::listing::orders;
use crate::odds::{AssaultOdds, FireUnit, Odds, odds};
use crate::order::{Choice, Order};

/// Something that a player may do, and what it is worth.
#[derive(Clone, Debug, PartialEq)]
pub struct Weighed {
    pub order: Order,
    pub terms: Terms,
    /// Points over doing nothing.
    pub value: f64,
}

impl Weighed {
    fn new(order: Order, terms: Terms) -> Self {
        Self { order, value: terms.value(), terms }
    }
}

/// A player who weighs.
#[derive(Clone, Debug)]
pub struct Weighing {
    weights: Weights,
}

impl Weighing {
    pub fn new(weights: Weights) -> Self {
        Self { weights }
    }

    /// The next command with its reasons; `None` once the battle is over.
    pub fn choose(&self, battle: &Battle<Lhy>) -> Option<Chosen<Lhy, f64>> {
        let decision = battle.decision()?;
        let view = battle.view_for(decision.player);
        let look = Look { view, player: decision.player, weights: self.weights };
        let ranked = ranked(&look, decision);
        let first = ranked.first()?;
        let command = Command { player: decision.player, order: first.order.clone() };
        Some(explained(&look, decision, command, &ranked))
    }
}

/// All legal answers, best first; those that are worth nothing come after passing.
fn ranked(look: &Look<'_>, decision: Decision<Lhy>) -> Vec<Weighed> {
    let all = orders(look.view, decision);
    let moment = if decision.choice == Choice::React { Moment::Reaction } else { Moment::Action };
    let many = all.iter().any(|order| matches!(order, Order::Assault { units, .. } if units.len() > 1));
    let weigh = |(index, order): (usize, Order)| {
        let found = match decision.choice {
            Choice::SetUp => set_up(look, &order),
            Choice::Activate => activation(look, &order),
            Choice::Act | Choice::React => act(look, &order, moment, many),
            Choice::InAssault { kind } => in_assault(look, kind, &order, index),
        };
        Weighed::new(order, found)
    };
    let mut found: Vec<Weighed> = all.into_iter().enumerate().map(weigh).collect();
    let floor = |order: &Order| match order {
        Order::Assault { .. } => look.weights.assaults_from,
        _ => look.weights.acts_from,
    };
    let passes = |order: &Order| matches!(order, Order::Done | Order::EndActivations | Order::Stay);
    if matches!(decision.choice, Choice::Act | Choice::React) {
        found.retain(|one| passes(&one.order) || one.value >= floor(&one.order));
    }
    found.sort_by(|a, b| b.value.total_cmp(&a.value).then(passes(&a.order).cmp(&passes(&b.order))));
    found
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

fn act(look: &Look<'_>, order: &Order, moment: Moment, many: bool) -> Terms {
    let view = look.view;
    match order {
        Order::Fire { unit, .. } | Order::Recover { unit } => match odds(view, look.player, order) {
            Ok(Some(Odds::Fire(fire))) => {
                let blind = if fire.incomplete { look.weights.blind } else { 0.0 };
                let harm = fire.units.iter().map(|of| harm(look, of)).sum::<f64>() + blind;
                let shown = shows(look, *unit, |hex| fire_reveals(view.setup, view.play, *unit, hex));
                Terms { harm: look.weights.harm * harm, shown, ..Terms::default() }
            }
            Ok(Some(Odds::Recovery(of))) => {
                let worth: f64 = of.units.iter().map(|unit| look.worth(*unit)).sum();
                let order = look.weights.recovery * worth * (of.recovers + of.rallies);
                Terms { order, ..Terms::default() }
            }
            Ok(Some(Odds::Assault(_)) | None) | Err(_) => Terms::default(),
        },
        Order::Maneuver { unit, to } => {
            let reveals = |_| {
                let path = maneuvers(view.setup, view.play, *unit, moment).remove(to).unwrap_or_default();
                move_reveals(view.setup, view.play, *unit, &path)
            };
            let shown = shows(look, *unit, reveals);
            Terms { shown, ..change(look, *unit, *to) }
        }
        Order::Withdraw { unit, to } => change(look, *unit, *to),
        Order::Assault { units, hex, .. } => {
            // Of who can come by a hexside all go; one alone only joins, or goes where there is no other.
            if many && units.len() == 1 && view.play.arrow(*hex).is_none() {
                return Terms::default();
            }
            match odds(view, look.player, order) {
                Ok(Some(Odds::Assault(of))) => assault(look, &of, *hex),
                Ok(Some(Odds::Fire(_) | Odds::Recovery(_)) | None) | Err(_) => Terms::default(),
            }
        }
        _ => Terms::default(),
    }
}

/// Points that concealment is worth, if it goes. It is judged by hexes of enemies, which are known.
fn shows(look: &Look<'_>, unit: UnitId, goes: impl Fn(Hex) -> bool) -> f64 {
    let hex = look.view.play.hex_of(unit);
    let lost = look.view.play.state(unit).concealed && hex.is_some_and(goes);
    if lost { look.weights.conceal } else { 0.0 }
}

/// The better place less the one before.
fn change(look: &Look<'_>, unit: UnitId, to: Hex) -> Terms {
    let Some(from) = look.view.play.hex_of(unit) else { return Terms::default() };
    let (before, after) = (look.place(unit, from), look.place(unit, to));
    Terms { goals: after.goals - before.goals, risk: after.risk - before.risk, ..Terms::default() }
}

fn harm(look: &Look<'_>, of: &FireUnit) -> f64 {
    let shares = of.disrupted * (1.0 - look.weights.disrupted) + of.reduced * (1.0 - look.weights.reduced);
    look.worth(of.unit) * (shares + of.eliminated)
}

/// Harm on both sides, and the hex.
fn assault(look: &Look<'_>, of: &AssaultOdds, hex: Hex) -> Terms {
    let weights = &look.weights;
    let (mut harm, mut risk) = (0.0, 0.0);
    for unit in &of.units {
        let shares =
            unit.lost + unit.reduced * (1.0 - weights.reduced) + unit.disrupted * (1.0 - weights.disrupted);
        let points = look.worth(unit.unit) * shares;
        match look.view.setup.side(unit.unit) == look.player {
            true => risk += points,
            false => harm += points,
        }
    }
    let takes = of.sides[0].keeps;
    let is_goal = look.view.setup.level.goals.contains(&hex);
    let goals = if is_goal { weights.goal * takes } else { weights.near * takes };
    // Who is concealed there is not in the odds.
    let unknown = if look.view.hides(hex, look.player.other()) { weights.blind } else { 0.0 };
    Terms { harm: weights.harm * harm, risk: weights.risk * risk + unknown, goals, ..Terms::default() }
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
                false => change(look, *unit, *to),
            }
        }
        _ => Terms { order: -(index as f64), ..Terms::default() },
    }
}
