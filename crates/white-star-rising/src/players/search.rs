//! Playing on: the portfolio search of the engine, and how a battle stands at the end of a play.

use std::sync::Arc;

use tabletop::battle::{Battle, BattleError};
use tabletop::ids::Side;
use tabletop::portfolio::{Chosen, Judge, Moment, Player, PortfolioSearch};
use tabletop::rehearsal::Rehearsal;

use super::style::{Searching, Weights};
use super::tables::Tables;
use super::weigh::Weighing;
use crate::game::{View, Wsr};
use crate::gate::subject;
use crate::ids::Subject;
use crate::order::{Choice, Order};
use crate::play::Place;
use crate::setup::WsrSetup;

/// A player who plays each choice on.
pub struct Search {
    searching: Searching,
    portfolio: Vec<Weighing>,
    plays_on: Weighing,
    tables: Arc<Tables>,
    weights: Weights,
    scratch: Rehearsal<Wsr>,
}

impl Search {
    /// A search over players that are named; `None` if one of the names is not that of a player who weighs, or no battle of the setup
    /// begins.
    pub fn new(
        searching: Searching,
        named: impl Fn(&str) -> Option<Weights>,
        setup: &Arc<WsrSetup>,
    ) -> Option<Self> {
        let tables = Arc::new(Tables::new(setup));
        let player = |weights| Weighing::new(weights, Arc::clone(&tables));
        let portfolio = searching.portfolio.iter().map(|id| named(id).map(player));
        let (portfolio, weights) = (portfolio.collect::<Option<Vec<_>>>()?, named(&searching.plays_on)?);
        let begun: Result<_, BattleError<Wsr>> = Rehearsal::new(Arc::clone(setup));
        let (scratch, plays_on) = (begun.ok()?, player(weights));
        Some(Self { searching, portfolio, plays_on, tables, weights, scratch })
    }

    /// The choice that ends best; `None` once the battle is over.
    pub fn choose(&mut self, battle: &Battle<Wsr>) -> Option<Chosen<Wsr, f64>> {
        let decision = battle.decision()?;
        if decision.choice == Choice::SetUp {
            return self.portfolio.first()?.choose_for_unit(battle, None);
        }
        let judge = Standing { searching: &self.searching, tables: &self.tables, weights: &self.weights };
        let search = PortfolioSearch {
            limits: self.searching.limits(),
            judge,
            portfolio: &mut self.portfolio,
            plays_on: &mut self.plays_on,
            scratch: &mut self.scratch,
        };
        search.choose(battle, decision)
    }
}

impl Player<Wsr, f64> for Weighing {
    /// Plays on: nobody reads why.
    fn choose(&mut self, battle: &Battle<Wsr>) -> Option<Chosen<Wsr, f64>> {
        self.command(battle).map(|command| Chosen::plain(command, String::new()))
    }

    fn choose_for(&mut self, battle: &Battle<Wsr>, subject: Option<Subject>) -> Option<Chosen<Wsr, f64>> {
        self.choose_for_unit(battle, subject)
    }
}

/// Judge of a battle in points.
struct Standing<'a> {
    searching: &'a Searching,
    tables: &'a Tables,
    weights: &'a Weights,
}

impl Standing<'_> {
    /// Points of what a side has left.
    fn left(&self, view: View<'_>, side: Side) -> f64 {
        let units = view.play.units.iter().filter(|(id, unit)| id.side == side && unit.place != Place::Gone);
        let worth = units.filter_map(|(id, unit)| {
            Some(self.tables.counter(*id)?.left(unit.disrupted, unit.reduced, self.weights))
        });
        let held = view.play.held.values().filter(|holder| **holder == side).count();
        worth.sum::<f64>() + self.searching.goal * held as f64
    }
}

impl Judge<Wsr> for Standing<'_> {
    type Turn = (u8, usize, Option<Side>);

    fn turn(&self, view: View<'_>) -> Self::Turn {
        (view.play.turn, view.play.cup.left().len(), view.play.impulse)
    }

    fn ends_soon(&self, view: View<'_>) -> bool {
        view.play.turn >= view.setup.level.turns
    }

    fn moment(&self, choice: Choice) -> Moment {
        match choice {
            Choice::SetUp => Moment::SetUp,
            Choice::Operations => Moment::Turn,
            Choice::GoOn | Choice::Mines | Choice::Opportunity | Choice::Lend | Choice::Flak => {
                Moment::Interrupt
            }
            Choice::Retreat { .. }
            | Choice::AirTarget
            | Choice::Misdirect
            | Choice::Arrange { .. }
            | Choice::ReplaceHq
            | Choice::Fate
            | Choice::Return { .. } => Moment::Other,
        }
    }

    fn acting(&self, order: &Order) -> Option<Subject> {
        subject(order).filter(|subject| matches!(subject, Subject::Unit(_)))
    }

    fn dice_of(&self, subject: Subject) -> u64 {
        match subject {
            Subject::Unit(unit) => 2 * (u64::from(unit.number) + 1) + unit.side.index() as u64,
            Subject::Hq(_) | Subject::Hex(_) => 1,
        }
    }

    fn points(&self, view: View<'_>, side: Side) -> f64 {
        let cards = view.setup.force(side).units.iter();
        cards.filter_map(|card| Some(self.tables.counter(card.id)?.worth)).sum()
    }

    fn standing(&self, battle: &Battle<Wsr>, side: Side) -> f64 {
        let view = battle.view();
        let victory = self.searching.victory * self.points(view, side);
        let won = match view.play.winner {
            Some(winner) if winner == side => victory,
            Some(_) => -victory,
            None => 0.0,
        };
        self.left(view, side) - self.left(view, side.other()) + won
    }
}
