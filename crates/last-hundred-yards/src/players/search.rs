//! Playing on: the portfolio search of the engine, what a side may think of those it does not see, and how a battle stands in the end.

use std::sync::Arc;

use tabletop::battle::{Battle, BattleError};
use tabletop::ids::Side;
use tabletop::portfolio::{Chosen, Judge, Moment, Player, PortfolioSearch};
use tabletop::rehearsal::Rehearsal;

use super::imagine::imagined;
use super::style::{Searching, Weights};
use super::weigh::{Weighing, acting, worth_of};
use crate::chapters::movement::holds;
use crate::game::{Lhy, LhySnapshot};
use crate::ids::Subject;
use crate::order::{Choice, Order};
use crate::play::Place;
use crate::setup::LhySetup;
use crate::view::View;

/// A player who plays each choice on.
pub struct Search {
    searching: Searching,
    weights: Weights,
    portfolio: Vec<Weighing>,
    plays_on: Weighing,
    /// A rehearsal of the setup that it was asked about last.
    scratch: Option<(Arc<LhySetup>, Rehearsal<Lhy>)>,
}

impl Search {
    /// A search over players that are named; `None` if one of the names is not that of a player who weighs.
    pub fn new(searching: Searching, named: impl Fn(&str) -> Option<Weights>) -> Option<Self> {
        let portfolio = searching.portfolio.iter().map(|id| named(id).map(Weighing::new));
        let (portfolio, weights) = (portfolio.collect::<Option<Vec<_>>>()?, named(&searching.plays_on)?);
        Some(Self { searching, weights, portfolio, plays_on: Weighing::new(weights), scratch: None })
    }

    /// The choice that ends best; `None` once the battle is over.
    pub fn choose(&mut self, battle: &Battle<Lhy>) -> Option<Chosen<Lhy, f64>> {
        let decision = battle.decision()?;
        let setup = battle.setup();
        if self.scratch.as_ref().is_none_or(|(known, _)| !Arc::ptr_eq(known, setup)) {
            // A battle that has begun shows that one of its setup can.
            let begun: Result<_, BattleError<Lhy>> = Rehearsal::new(Arc::clone(setup));
            self.scratch = Some((Arc::clone(setup), begun.ok()?));
        }
        let (setup, scratch) = self.scratch.as_mut()?;
        let judge = Standing { searching: &self.searching, weights: &self.weights, setup };
        let search = PortfolioSearch {
            limits: self.searching.limits(),
            judge,
            portfolio: &mut self.portfolio,
            plays_on: &mut self.plays_on,
            scratch,
        };
        search.choose(battle, decision)
    }
}

impl Player<Lhy, f64> for Weighing {
    /// Plays on: nobody reads why.
    fn choose(&mut self, battle: &Battle<Lhy>) -> Option<Chosen<Lhy, f64>> {
        self.command(battle).map(|command| Chosen::plain(command, String::new()))
    }

    fn choose_for(&mut self, battle: &Battle<Lhy>, subject: Option<Subject>) -> Option<Chosen<Lhy, f64>> {
        let unit = match subject {
            Some(Subject::Unit(unit)) => Some(unit),
            Some(Subject::Hex(_)) | None => None,
        };
        self.choose_for_unit(battle, unit)
    }
}

/// Judge of a battle in points.
struct Standing<'a> {
    searching: &'a Searching,
    weights: &'a Weights,
    setup: &'a LhySetup,
}

impl Standing<'_> {
    /// Points of what a side has left, and of the goals that it holds.
    fn left(&self, view: View<'_>, side: Side) -> f64 {
        let units = view.play.of_side(view.setup, side).filter(|(_, unit, _)| unit.place != Place::Gone);
        let worth =
            units.map(|(_, unit, card)| worth_of(self.weights, card, unit.state.steps, unit.state.disrupted));
        let goals = view.setup.level.goals.iter();
        let held = goals.filter(|goal| holds(view.setup, view.play, side, **goal)).count();
        worth.sum::<f64>() + self.searching.goal * held as f64
    }
}

impl Judge<Lhy> for Standing<'_> {
    type Turn = u8;

    fn turn(&self, view: View<'_>) -> u8 {
        view.play.turn
    }

    fn ends_soon(&self, view: View<'_>) -> bool {
        let left = view.setup.level.minutes.saturating_sub(view.play.minutes);
        u32::from(left) <= self.searching.last_minutes
    }

    fn moment(&self, choice: Choice) -> Moment {
        match choice {
            Choice::SetUp => Moment::SetUp,
            Choice::Activate | Choice::Act | Choice::React => Moment::Turn,
            Choice::InAssault { .. } => Moment::Other,
        }
    }

    fn acting(&self, order: &Order) -> Option<Subject> {
        acting(order).map(Subject::Unit)
    }

    fn dice_of(&self, subject: Subject) -> u64 {
        match subject {
            Subject::Unit(unit) => {
                let place = self.setup.cards.iter().position(|(_, card)| card.id == unit);
                place.map_or(1, |place| 2 + place as u64)
            }
            Subject::Hex(_) => 1,
        }
    }

    fn points(&self, view: View<'_>, side: Side) -> f64 {
        let own = view.setup.cards.iter().filter(|(owner, _)| *owner == side);
        own.map(|(_, card)| worth_of(self.weights, card, card.steps, false)).sum()
    }

    fn standing(&self, battle: &Battle<Lhy>, side: Side) -> f64 {
        let view = battle.view();
        let victory = self.searching.victory * self.points(view, side);
        let won = match view.play.winner {
            Some(winner) if winner == side => victory,
            Some(_) => -victory,
            None => 0.0,
        };
        self.left(view, side) - self.left(view, side.other()) + won
    }

    fn imagined(&self, start: &LhySnapshot, player: Side, sample: u32) -> Option<LhySnapshot> {
        imagined(self.setup, start, player, sample)
    }
}
