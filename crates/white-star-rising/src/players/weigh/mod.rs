//! A player who weighs what he may do by a look at it: mean hits, places, goals.
//!
//! An impulse is played in stages: fire that is worth it, artillery, then attacks and moves, unit by unit. What is chosen is what
//! the stage finds best; its reasons are put into words only when somebody wants them.

mod answers;
mod carrying;
mod looks;
mod moves;
mod shots;
mod smoke;
mod words;

use std::sync::Arc;

use tabletop::agenda::Decision;
use tabletop::battle::Battle;
use tabletop::command::Command;
use tabletop::portfolio::Chosen;

use super::style::Weights;
use super::tables::Tables;
use crate::game::{View, Wsr};
use crate::ids::Subject;
use crate::listing::orders;
use crate::order::{Choice, Order};
use looks::Look;

/// Points that speak for an order, by kind.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Terms {
    /// Harm to the enemy.
    pub harm: f64,
    /// Harm to oneself, as a loss.
    pub risk: f64,
    pub goals: f64,
    pub threat: f64,
    pub command: f64,
}

impl Terms {
    fn value(&self) -> f64 {
        self.harm - self.risk + self.goals + self.threat - self.command
    }
}

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

    /// An order that needs no weighing.
    fn plain(order: Order) -> Self {
        Self::new(order, Terms::default())
    }
}

/// A player who weighs.
#[derive(Clone, Debug)]
pub struct Weighing {
    weights: Weights,
    tables: Arc<Tables>,
}

impl Weighing {
    pub fn new(weights: Weights, tables: Arc<Tables>) -> Self {
        Self { weights, tables }
    }

    /// The next command, without words; `None` once the battle is over.
    pub fn command(&self, battle: &Battle<Wsr>) -> Option<Command<Wsr>> {
        let decision = battle.decision()?;
        let ranked = self.ranked(battle.view(), decision, None);
        self.first_legal(battle, decision, ranked).map(|(command, _)| command)
    }

    /// The next command with its reasons, as an act of a unit if one is named.
    pub fn choose_for_unit(
        &self,
        battle: &Battle<Wsr>,
        subject: Option<Subject>,
    ) -> Option<Chosen<Wsr, f64>> {
        let decision = battle.decision()?;
        let ranked = self.ranked(battle.view(), decision, subject);
        let (command, rest) = self.first_legal(battle, decision, ranked)?;
        Some(words::explained(battle, decision, command, rest))
    }

    /// The best of what is ranked that is allowed, and the rest after it; else anything that is.
    fn first_legal(
        &self,
        battle: &Battle<Wsr>,
        decision: Decision<Wsr>,
        ranked: Vec<Weighed>,
    ) -> Option<(Command<Wsr>, Vec<Weighed>)> {
        for (index, weighed) in ranked.iter().enumerate() {
            let command = Command { player: decision.player, order: weighed.order.clone() };
            if battle.check(&command).is_ok() {
                return Some((command, ranked[index..].to_vec()));
            }
        }
        let order = orders(battle.view(), decision).pop()?;
        Some((Command { player: decision.player, order: order.clone() }, vec![Weighed::plain(order)]))
    }

    /// Orders of a stage, best first; the one that passes is last.
    fn ranked(&self, view: View<'_>, decision: Decision<Wsr>, subject: Option<Subject>) -> Vec<Weighed> {
        let look = Look::new(view, &self.tables, self.weights, decision.player);
        match decision.choice {
            Choice::Operations => self.operations(&look, subject),
            Choice::GoOn => moves::going_on(&look),
            Choice::Opportunity => shots::opportunities(&look),
            Choice::SetUp
            | Choice::Mines
            | Choice::Lend
            | Choice::Retreat { .. }
            | Choice::AirTarget
            | Choice::Flak
            | Choice::Misdirect
            | Choice::Arrange { .. }
            | Choice::ReplaceHq
            | Choice::Fate
            | Choice::Return { .. } => answers::to(&look, decision.choice),
        }
    }

    fn operations(&self, look: &Look<'_>, subject: Option<Subject>) -> Vec<Weighed> {
        let weights = self.weights;
        let only = match subject {
            Some(Subject::Unit(unit)) => Some(unit),
            Some(Subject::Hex(_) | Subject::Hq(_)) | None => None,
        };
        let done = Weighed::plain(Order::Done);
        let mut fires = shots::fires(look, only);
        fires.retain(|fire| fire.value >= weights.fires_from);
        let mut found = if fires.is_empty() && only.is_none() {
            let mut calls = shots::calls(look);
            calls.retain(|call| call.value >= weights.calls_from);
            calls
        } else {
            fires
        };
        if found.is_empty() {
            let units = look.able().filter(|unit| only.is_none_or(|only| unit.id == only));
            for unit in units {
                let mut moves = moves::of_unit(look, &unit);
                moves.retain(|one| one.value >= moves::min_value(&one.order, &weights));
                if !moves.is_empty() {
                    found = moves;
                    break;
                }
            }
        }
        found.sort_by(|a, b| b.value.total_cmp(&a.value));
        found.push(done);
        found
    }
}
